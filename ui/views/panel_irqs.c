// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * panel_irqs: the interrupts that IPC and its settings move: NMI and local timer always, then
 * rescheduling, function calls, TLB, then whatever happens most.
 *
 * Invariant: a class that this machine has no row for reads "--" with the reason, never 0.
 */
#include <string.h>

#include "base/base.h"
#include "probes/probe.h"
#include "draw/box.h"
#include "views/history.h"
#include "views/panels.h"
#include "views/parts.h"
#include "views/shown.h"
#include "draw/words.h"

#define LINES	40
#define LABEL_W 6
#define RATE_W	8
#define LOOP_W	8
#define TEXT_W	24 /* of the row's own words, where there is room */

struct line {
	const struct frame_row *row; /* NULL: the machine has none */
	const char *name;	     /* what it is called then */
	/* of all rows of its class that no other holds already: timers may have one a CPU */
	size_t nrows;
	double per_s, per_loop;
};

/* Classes that have a line of their own; the first two even where no row is. */
static const struct {
	enum row_class class;
	const char *name, *missing;
} pinned[] = {
	{ ROW_NMI, "NMI", "no such row in this machine's /proc/interrupts" },
	{ ROW_TICK, "LOC", "no such row in this machine's /proc/interrupts" },
	{ ROW_RESCHED, "RES", NULL },
	{ ROW_CALL, "CAL", NULL },
	{ ROW_TLB, "TLB", NULL },
};

/* A class: the row that counted most, and what all of them count. */
static struct line irqs_class(const struct frame_probe *p, enum row_class class, const char *name)
{
	struct line l = { .name = name };

	for (size_t i = 0; i < p->nrows; i++) {
		const struct frame_row *row = &p->row[i];

		if (row->row->class != class || (row->row->flags & ROW_DERIVED))
			continue;
		if (!l.row || row->total > l.row->total)
			l.row = row;
		if (!row->has_rate)
			continue;
		l.nrows++;
		l.per_s += row->per_s;
		l.per_loop += row->has_per_loop ? row->per_loop : 0;
	}
	return l;
}

static bool irqs_pinned(const struct frame_row *row)
{
	for (size_t i = 0; i < ARRAY_SIZE(pinned); i++)
		if (row->row->class == pinned[i].class)
			return true;
	return row->row->flags & ROW_DERIVED;
}

static bool irqs_listed(const struct line *line, size_t n, const struct frame_row *row)
{
	for (size_t i = 0; i < n; i++)
		if (line[i].row == row)
			return true;
	return false;
}

/* At most @max lines: the pinned classes, then by rate. */
static size_t irqs_collect(struct line *line, size_t max, const struct frame_probe *p)
{
	size_t n = 0;

	for (size_t i = 0; i < ARRAY_SIZE(pinned) && n < max; i++) {
		struct line l = irqs_class(p, pinned[i].class, pinned[i].name);

		if (l.row || pinned[i].missing)
			line[n++] = l;
	}
	while (n < max) {
		const struct frame_row *best = NULL;

		for (size_t i = 0; i < p->nrows; i++) {
			const struct frame_row *row = &p->row[i];

			if (row->has_rate && row->per_s > 0 && !irqs_pinned(row) &&
			    !irqs_listed(line, n, row) && (!best || row->per_s > best->per_s))
				best = row;
		}
		if (!best)
			break;
		line[n++] = (struct line){ .row = best,
					   .name = best->row->label,
					   .nrows = 1,
					   .per_s = best->per_s,
					   .per_loop = best->per_loop };
	}
	return n;
}

int panel_irqs_wish(const struct frame *f)
{
	struct line line[LINES];

	return (int)irqs_collect(line, 12, &f->probe[PROBE_interrupts]);
}

static const char *irqs_missing_words(const struct frame_probe *p)
{
	return p->available		 ? pinned[0].missing
	       : p->reason && *p->reason ? p->reason
					 : "not read yet";
}

struct columns {
	int spark, rate, loop, text; /* x; text 0 = not shown */
	int sparkw, textw;
};

static void irqs_make_columns(struct columns *k, struct rect r)
{
	int left = r.w - LABEL_W - 1 - RATE_W - LOOP_W;

	k->textw = left >= TEXT_W + 24 ? TEXT_W + (left - TEXT_W - 24) / 2 : 0;
	k->textw = MIN(k->textw, 40);
	k->sparkw = MAX(left - k->textw - (k->textw ? 2 : 0), 0);
	k->spark = r.x + LABEL_W + 1;
	k->rate = k->spark + k->sparkw;
	k->loop = k->rate + RATE_W;
	k->text = k->textw ? k->loop + LOOP_W + 2 : 0;
}

static void irqs_draw_irq(struct canvas *c, struct rect r, int y, const struct columns *k,
			  const struct line *line, const struct frame *f, const struct screen *s)
{
	const struct frame_row *row = line->row;
	char buf[32], text[112];

	canvas_field(c, r.x + 1, y, LABEL_W - 1, row ? STYLE_NORMAL : STYLE_DIM,
		     row ? row->row->label : line->name);
	if (!row) {
		canvas_put(c, k->spark, y, STYLE_DIM, "-- ");
		canvas_put(c, k->spark + 3, y, STYLE_DIM,
			   irqs_missing_words(&f->probe[PROBE_interrupts]));
		return;
	}
	words_rate(buf, sizeof(buf), row->has_rate, line->per_s, RATE_W - 1);
	canvas_field(c, k->rate, y, -RATE_W, STYLE_BRIGHT, buf);
	words_per_loop(buf, sizeof(buf), row->has_per_loop, line->per_loop);
	canvas_field(c, k->loop, y, -LOOP_W, STYLE_NORMAL, buf);
	text_copy(text, sizeof(text), row->present ? row->row->text : "gone from /proc/interrupts");
	if (line->nrows > 1)
		text_format(text, sizeof(text), "%zu rows: %s", line->nrows, row->row->text);
	if (k->text)
		canvas_field(c, k->text, y, k->textw, STYLE_DIM, text);
	history_line(c, k->spark, y, k->sparkw, STYLE_IRQ, row->point, row->npoints,
		     HISTORY_HOLD_PROBE, f, s);
}

static void irqs_draw_line(struct canvas *c, struct rect r, const struct frame *f)
{
	const struct frame_probe *p = &f->probe[PROBE_interrupts];
	int x = canvas_put(c, r.x, r.y, STYLE_TITLE, "irq/s "), end = r.x + r.w;
	struct line line[LINES];
	size_t n = irqs_collect(line, 10, p);

	for (size_t i = 0; i < n; i++) {
		const struct frame_row *row = line[i].row;
		char rate[16], buf[48];

		words_rate(rate, sizeof(rate), row && row->has_rate, line[i].per_s, 5);
		text_format(buf, sizeof(buf), "%s ", row ? row->row->label : line[i].name);
		if (x + text_width(buf) + (int)strlen(rate) > end)
			return;
		x = canvas_put(c, x, r.y, STYLE_DIM, buf);
		x = canvas_put(c, x, r.y, STYLE_NORMAL, rate) + 2;
	}
}

void panel_irqs(struct canvas *c, const struct layout *l, const struct frame *f, struct screen *s)
{
	const struct rect r = l->panel[PANEL_IRQS];
	const struct frame_series *fs = shown_series(f, s);
	struct line line[LINES];
	struct columns k;
	char title[96], age[24];
	struct rect in;
	size_t n;

	if (!r.h)
		return;
	canvas_clip(c, r);
	if (l->irqs_line) {
		irqs_draw_line(c, r, f);
		canvas_unclip(c);
		return;
	}
	text_copy(title, sizeof(title), "&4 &interrupts ");
	if (fs && r.w >= 64)
		text_format(title, sizeof(title), "&4 &interrupts  per loop of %s %s ",
			    fs->info->label, fs->info->placement);
	part_age(age, sizeof(age), &f->probe[PROBE_interrupts], f);
	text_format(title + strlen(title), sizeof(title) - strlen(title), "%s", age);
	in = box_open(c, r, l->framed, s->focus == PANEL_IRQS, title, NULL);
	irqs_make_columns(&k, in);
	canvas_put(c, k.rate + RATE_W - 3, r.y, STYLE_HEADER, " /s   /loop");
	canvas_clip(c, in);
	n = irqs_collect(line, (size_t)MIN(in.h, LINES), &f->probe[PROBE_interrupts]);
	for (size_t i = 0; i < n; i++)
		irqs_draw_irq(c, in, in.y + (int)i, &k, &line[i], f, s);
	canvas_unclip(c);
}
