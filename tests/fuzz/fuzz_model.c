// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * fuzz_model: any events in any order, and every view of what they make, at any size.
 *
 * Invariant: a figure that is there is a number and lies between its lowest and highest; no picture
 * says "nan" or "inf"; arrays keep their bounds.
 */
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "probes/probe.h"
#include "views/screen.h"
#include "views/view_interrupts.h"
#include "../lib/any_event.h"
#include "../lib/picture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_STEPS = 400, DRAW_EVERY = 32 };

struct fuzz {
	struct model *m;
	struct frame f;
	struct canvas c;
	struct screen s;
	int64_t t_ns;
};

static void need(bool ok)
{
	if (!ok)
		abort();
}

static void tame_text(char *text, size_t size)
{
	/* so that a word in the picture is the program's own */
	for (size_t i = 0; i < size && text[i]; i++)
		if (isalpha((unsigned char)text[i]))
			text[i] = 'x';
}

static void tame_delta(struct delta *d, uint8_t how)
{
	for (size_t i = 0; i < d->ncells; i++) {
		d->cell[i].row %= 8u + how;
		d->cell[i].col %= 8u + how;
	}
}

/* Ids and times as a recording could have them: mostly known, mostly ascending. */
/* What a machine could have given, so that the slice counts. */
static void tame_metrics(struct metrics *m)
{
	for (int i = 0; i < METRICS; i++)
		if (metric_has(m, i) && !metric_sane(i, m->v[i]))
			m->v[i] = fmax(metric_table[i].min, 1);
}

static void tame(struct fuzz *z, struct event *ev, uint8_t how)
{
	if (how & 1) {
		ev->series %= 6;
		ev->probe %= PROBES + 1;
	}
	tame_text(ev->text, sizeof(ev->text));
	if (ev->kind == EV_SERIES) {
		ev->u.info.id %= (how & 2) ? 6 : 300;
		tame_text(ev->u.info.label, sizeof(ev->u.info.label));
		tame_text(ev->u.info.method, sizeof(ev->u.info.method));
		tame_text(ev->u.info.summary, sizeof(ev->u.info.summary));
		tame_text(ev->u.info.unit, sizeof(ev->u.info.unit));
	}
	if (ev->kind == EV_SLICE && (how & 4)) {
		ev->u.slice.series %= 6;
		ev->u.slice.wall_ns = llabs(ev->u.slice.wall_ns / 2) % NSEC_PER_SEC + 1;
		tame_metrics(&ev->u.slice.metrics);
	}
	if (ev->kind == EV_DELTA && (how & 8))
		tame_delta(&ev->u.delta.cells, how);
	if (ev->kind == EV_DELTA && (how & 16))
		ev->u.delta.window_ns = NSEC_PER_SEC / 4;
	if ((how & 0xe0) == 0xe0)
		return; /* any time at all */
	z->t_ns += how * NSEC_PER_MSEC;
	ev->t_ns = z->t_ns;
}

static void need_finite(double v)
{
	need(isfinite(v));
}

static void check_figures(const struct figures *f)
{
	if (!(f->have & FIG_RATE))
		return;
	need(f->n >= 1);
	need_finite(f->low);
	need_finite(f->high);
	/* the running mean is rounded at every step */
	need(f->low <= f->average * (1 + 1e-9) && f->average <= f->high * (1 + 1e-9));
	if (f->have & FIG_STDDEV)
		need(isfinite(f->stddev) && f->stddev >= 0);
	if (f->have & FIG_PER_MHZ) {
		need_finite(f->low_per_mhz);
		need_finite(f->high_per_mhz);
		need_finite(f->average_per_mhz);
	}
	for (int i = 0; i < METRICS; i++) {
		need(!metric_has(&f->metrics, i) || isfinite(f->metrics.v[i]));
		need(!metric_table[i].not_negative || f->metrics.v[i] >= 0);
	}
}

static void check_frame(const struct frame *f)
{
	need(f->nseries <= 300 && f->nepochs <= 64 && f->nmarks <= 256 && f->nlog <= 512);
	for (size_t i = 0; i < f->nseries; i++) {
		for (size_t e = 0; e < f->nepochs; e++)
			check_figures(&f->series[i].epoch[e]);
		if (f->series[i].has_now)
			need_finite(f->series[i].now);
		for (size_t p = 1; p < f->series[i].npoints; p++)
			need(f->series[i].point[p].t_ns >= f->series[i].point[p - 1].t_ns);
	}
	for (size_t i = 0; i < f->ncpus; i++) {
		const struct frame_cpu *c = &f->cpu[i];

		need(!i || c->cpu > f->cpu[i - 1].cpu);
		if (c->has_load)
			need(c->now.idle >= 0 && c->now.idle <= 1 + 1e-6 && c->now.user >= 0 &&
			     c->now.user <= 1 + 1e-6);
	}
	for (int p = 0; p < PROBES; p++)
		for (size_t i = 0; i < f->probe[p].nrows; i++) {
			const struct frame_row *r = &f->probe[p].row[i];

			if (r->has_rate)
				need(isfinite(r->per_s) && r->per_s >= 0);
			if (r->has_avg)
				need_finite(r->avg_per_s);
			if (r->has_per_loop)
				need_finite(r->per_loop);
		}
}

/* Does @word stand in @text with no letter beside it? */
static bool has_word(const char *text, const char *word)
{
	size_t n = strlen(word);

	for (const char *p = text; (p = strstr(p, word)); p++)
		if ((p == text || !isalpha((unsigned char)p[-1])) && !isalpha((unsigned char)p[n]))
			return true;
	return false;
}

static void draw(struct fuzz *z, uint8_t how, uint8_t shape)
{
	int w = 1 + shape % 32 * 8 + how % 8, h = 1 + shape / 32 * 9 + how / 64;
	struct view_interrupts_state *irqs = z->s.state[VIEW_interrupts];
	char *text;

	need(!model_frame(&z->f, z->m, z->t_ns, z->t_ns, how & 1, how % 8));
	check_frame(&z->f);
	z->s.view = how % VIEWS;
	z->s.selected = shape % 7;
	z->s.epoch_back = how / 16 % 4;
	z->s.per_mhz = shape & 1;
	irqs->choice.per_cpu = shape & 2;
	irqs->choice.softirqs = shape & 4;
	need(!canvas_resize(&z->c, w, h));
	screen_draw(&z->c, &z->f, &z->s);
	text = picture_text(&z->c);
	need(text);
	need(!has_word(text, "nan") && !has_word(text, "inf") && !has_word(text, "NaN"));
	free(text);
}

static void step(struct fuzz *z, uint8_t op, uint8_t seed, uint8_t how)
{
	enum event_kind kind = op % EV_KINDS;
	struct event *ev;

	any_event_seed((uint64_t)op << 8 | seed);
	ev = any_event_recorded(kind) ? any_event(kind) : event_new(kind, 0, 0);
	need(ev);
	tame(z, ev, how);
	if (ev->kind == EV_HOST)
		*ev->u.host = (struct host){ .have = how & 1 ? HOST_NOMINAL_MHZ : 0,
					     .nominal_mhz = seed };
	model_apply(z->m, ev);
	event_free(ev);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz z = { .m = model_new(), .c.glyphs = &glyph_sets[GLYPH_BRAILLE] };
	size_t steps = 0;

	need(z.m);
	need(!screen_init(&z.s));
	for (; size >= 3 && steps < MOST_STEPS; data += 3, size -= 3, steps++) {
		step(&z, data[0], data[1], data[2]);
		if (steps % DRAW_EVERY == DRAW_EVERY - 1)
			draw(&z, data[1], data[2]);
	}
	draw(&z, steps % 256, size ? data[0] : 40);
	model_frame_free(&z.f);
	screen_free(&z.s);
	canvas_free(&z.c);
	model_free(z.m);
	return 0;
}
