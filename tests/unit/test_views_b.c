// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_views_b: CPUs, interrupts, system, log and themes: what must hold at every size and for every
 * kind of frame, and what their keys and clicks do.
 *
 * Invariant: properties are looked for in what a person would see, in the text of the canvas.
 */
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "term/theme.h"
#include "views/axis.h"
#include "views/screen.h"
#include "views/view.h"
#include "views/view_interrupts.h"
#include "views/view_log.h"
#include "views/view_themes.h"
#include "../lib/stage.h"
#include "../lib/sample.h"
#include "../lib/picture.h"

static const struct view *const mine[] = { &view_cpus, &view_interrupts, &view_system, &view_log,
					   &view_themes };

static const struct sample_spec variants[] = {
	{ .ncpus = 2, .rounds = 100 },
	{ .ncpus = 2 },
	{ .ncpus = 2, .rounds = 1 },
	{ .ncpus = 16, .rounds = 50, .offline = true, .free = true, .vanished = true },
	{ .ncpus = 64, .rounds = 50, .unavailable = true },
	{ .ncpus = 128, .rounds = 30, .arm64 = true, .offline = true, .fault = true },
	{ .ncpus = 1152, .rounds = 10, .sparse = true, .idle_cpus = true },
	{ .ncpus = 16, .rounds = 20, .no_host = true, .no_probes = true, .no_log = true },
	{ .ncpus = 1, .rounds = 20, .ended = true, .sparse = true },
};

static const struct {
	int w, h;
} sizes[] = { { 1, 1 },	  { 2, 2 },  { 5, 3 },	  { 20, 5 },   { 40, 10 },   { 60, 16 },
	      { 80, 24 }, { 79, 7 }, { 120, 40 }, { 200, 60 }, { 500, 200 }, { 3, 50 } };

static const struct theme_entry themes[] = {
	{ .name = "default", .path = "" },
	{ .name = "light", .path = "/usr/share/ctxtop/themes/light.theme" },
	{ .name = "mono", .path = "/usr/share/ctxtop/themes/mono.theme" },
};

static void screen_for(struct screen *s, enum view_id view)
{
	stage_screen(s);
	s->view = view;
	s->selected = 1;
	s->themes = themes;
	s->nthemes = sizeof(themes) / sizeof(themes[0]);
	strcpy(s->theme_name, "light");
}

/* The state that the screen keeps for @v. */
static void *state_of(const struct view *v, const struct screen *s)
{
	for (int i = 0; i < VIEWS; i++)
		if (views[i] == v)
			return s->state[i];
	fail();
	return NULL;
}

/* The view alone on a canvas of that size, as text that the caller frees. */
static char *picture(const struct view *v, int w, int h, enum glyph_set glyphs,
		     const struct frame *f, struct screen *s)
{
	struct canvas c = { .glyphs = &glyph_sets[glyphs] };
	char *text;

	assert_int_equal(canvas_resize(&c, w, h), 0);
	v->draw(&c, (struct rect){ 0, 0, w, h }, f, s, state_of(v, s));
	assert_int_equal(c.x1, w);
	assert_int_equal(c.y1, h);
	text = picture_text(&c);
	assert_non_null(text);
	canvas_free(&c);
	return text;
}

static bool is_word(const char *text, const char *at, size_t n)
{
	return (at == text || !isalpha((unsigned char)at[-1])) && !isalpha((unsigned char)at[n]);
}

static void assert_no_nan(const char *text)
{
	static const char *const bad[] = { "nan", "inf" };

	for (int i = 0; i < 2; i++)
		for (const char *p = text; (p = strcasestr(p, bad[i])); p++)
			if (is_word(text, p, 3))
				fail_msg("\"%s\" stands in\n%s", bad[i], text);
}

/* Line @n of a picture, from 0, into a buffer that the next call uses again. */
static const char *line_of(const char *text, int n)
{
	static char buf[2048];
	size_t len;

	while (n-- && text)
		text = strchr(text, '\n') ? strchr(text, '\n') + 1 : NULL;
	assert_non_null(text);
	len = strcspn(text, "\n");
	assert_true(len < sizeof(buf));
	memcpy(buf, text, len);
	buf[len] = '\0';
	return buf;
}

static void any_size(void **state)
{
	(void)state;
	for (size_t v = 0; v < sizeof(variants) / sizeof(variants[0]); v++) {
		struct frame *f = sample_frame(&variants[v]);

		for (size_t i = 0; i < sizeof(mine) / sizeof(mine[0]); i++)
			for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++)
				for (int mode = 0; mode < 4; mode++) {
					struct view_interrupts_state *irqs;
					struct screen s;
					char *text;

					screen_for(&s, VIEW_overview);
					irqs = s.state[VIEW_interrupts];
					irqs->choice.softirqs = mode & 1;
					irqs->choice.per_cpu = mode & 2;
					text = picture(mine[i], sizes[k].w, sizes[k].h,
						       (enum glyph_set)mode, f, &s);
					assert_no_nan(text);
					free(text);
				}
		sample_free(f);
	}
}

static void nothing_outside(void **state)
{
	const struct rect area = { 7, 3, 60, 18 };
	struct frame *f = sample_frame(&variants[3]);

	(void)state;
	for (size_t i = 0; i < sizeof(mine) / sizeof(mine[0]); i++) {
		struct canvas c = { .glyphs = &glyph_sets[GLYPH_BRAILLE] };
		struct screen s;

		screen_for(&s, VIEW_overview);
		assert_int_equal(canvas_resize(&c, 80, 24), 0);
		canvas_fill(&c, (struct rect){ 0, 0, 80, 24 }, STYLE_NORMAL, 'x');
		mine[i]->draw(&c, area, f, &s, state_of(mine[i], &s));
		for (int y = 0; y < 24; y++)
			for (int x = 0; x < 80; x++)
				if (x < 7 || x >= 67 || y < 3 || y >= 21)
					assert_int_equal(c.cell[y * 80 + x].ch, 'x');
		canvas_free(&c);
	}
	sample_free(f);
}

/* Figures that are no numbers must never come out as such, wherever they come from. */
static void broken_numbers(void **state)
{
	struct frame *f = sample_frame(&variants[3]);

	(void)state;
	for (size_t i = 0; i < f->ncpus; i++)
		f->cpu[i].now.user = i % 2 ? NAN : INFINITY, f->cpu[i].mhz = -NAN;
	for (int p = 0; p < 3; p++)
		for (size_t i = 0; i < f->probe[p].nrows; i++) {
			f->probe[p].row[i].per_s = i % 2 ? NAN : INFINITY;
			f->probe[p].row[i].per_loop = i % 2 ? -INFINITY : NAN;
			f->probe[p].row[i].total = NAN;
		}
	f->ctxt_per_s = f->intr_per_s = NAN;
	for (size_t i = 0; i < sizeof(mine) / sizeof(mine[0]); i++) {
		struct screen s;
		char *text;

		screen_for(&s, VIEW_overview);
		text = picture(mine[i], 160, 50, GLYPH_BLOCK, f, &s);
		assert_no_nan(text);
		free(text);
	}
	sample_free(f);
}

static void cpus_few(void **state)
{
	struct frame *f = sample_frame(&variants[3]);
	struct screen s;
	char *text;

	(void)state;
	screen_for(&s, VIEW_cpus);
	text = picture(&view_cpus, 120, 40, GLYPH_ASCII, f, &s);
	assert_non_null(strstr(text, "15 online, 1 offline"));
	assert_non_null(strstr(line_of(text, 1), "busy %"));
	for (int i = 0; i < 16; i++) {
		const char *line = line_of(text, 2 + i);
		char want[16];

		snprintf(want, sizeof(want), "%4d %s", i, i == 8 ? "off" : "[");
		assert_non_null(strstr(line, want));
	}
	/* 28 per cent user, 56 system of a bar: letters say it without colour */
	assert_non_null(strstr(line_of(text, 2), "[UUUUU"));
	assert_non_null(strstr(line_of(text, 2), "SSSSSSSSSS"));
	assert_non_null(strstr(text, "U user  N nice  S system"));
	free(text);
	sample_free(f);
}

static void cpus_many(void **state)
{
	struct frame *f = sample_frame(
		&(struct sample_spec){ .ncpus = 1152, .rounds = 10, .offline = true });
	struct screen s;
	double before = 101;
	char *text, *p;
	int n = 0;

	(void)state;
	screen_for(&s, VIEW_cpus);
	text = picture(&view_cpus, 120, 40, GLYPH_ASCII, f, &s);
	p = strstr(text, "busy %: least");
	assert_non_null(p);
	/* the busiest, in order */
	for (p = strstr(p, " [") - 4; n < 5; n++) {
		double busy = atof(strchr(p, ']') + 1);

		assert_true(busy <= before && busy > 0);
		before = busy;
		p = strchr(p, '\n');
		assert_non_null(p);
		p++;
	}
	free(text);
	/* on a small screen bands scroll, and no further than to the last */
	for (int i = 0; i < 300; i++) {
		struct intent out;

		view_cpus.key(s.state[VIEW_cpus], &s, f, CT_PGDN, &out);
		free(picture(&view_cpus, 80, 22, GLYPH_ASCII, f, &s));
	}
	text = picture(&view_cpus, 80, 22, GLYPH_ASCII, f, &s);
	assert_non_null(strstr(text, " 1088 "));
	free(text);
	sample_free(f);
}

static void cpus_unknown(void **state)
{
	struct frame *f = sample_frame(&(struct sample_spec){ .ncpus = 2 });
	struct screen s;
	char *text;

	(void)state;
	screen_for(&s, VIEW_cpus);
	text = picture(&view_cpus, 100, 20, GLYPH_ASCII, f, &s);
	assert_non_null(strstr(text, "[--"));
	assert_non_null(strstr(text, "two readings"));
	free(text);
	sample_free(f);
	f = sample_frame(&variants[7]);
	text = picture(&view_cpus, 100, 20, GLYPH_ASCII, f, &s);
	assert_non_null(strstr(text, f->probe[PROBE_cpustat].reason));
	free(text);
	sample_free(f);
}

static void system_text(void **state)
{
	struct frame *f = sample_frame(&variants[0]);
	struct screen s;
	struct intent out;
	char *text;

	(void)state;
	screen_for(&s, VIEW_system);
	text = picture(&view_system, 80, 22, GLYPH_ASCII, f, &s);
	assert_non_null(strstr(line_of(text, 2), f->host->warning[0]));
	free(text);
	/* the end of the text, and not a line further */
	assert_true(view_system.key(s.state[VIEW_system], &s, f, CT_END, &out));
	free(picture(&view_system, 80, 22, GLYPH_ASCII, f, &s));
	assert_true(view_system.key(s.state[VIEW_system], &s, f, CT_DOWN, &out));
	text = picture(&view_system, 80, 22, GLYPH_ASCII, f, &s);
	assert_non_null(strstr(line_of(text, 20), "tsx_async_abort"));
	free(text);
	assert_true(view_system.key(s.state[VIEW_system], &s, f, CT_HOME, &out));
	text = picture(&view_system, 80, 22, GLYPH_ASCII, f, &s);
	assert_non_null(strstr(line_of(text, 2), f->host->warning[0]));
	free(text);
	sample_free(f);
	f = sample_frame(&variants[7]);
	text = picture(&view_system, 100, 80, GLYPH_ASCII, f, &s);
	assert_non_null(strstr(text, f->probe[PROBE_softirqs].reason));
	assert_non_null(strstr(text, "CPUtype        --"));
	free(text);
	sample_free(f);
}

static void system_painting(void **state)
{
	struct frame *f = sample_frame(&variants[0]);
	struct screen s;
	char *text;

	(void)state;
	screen_for(&s, VIEW_system);
	text = picture(&view_system, 120, 60, GLYPH_ASCII, f, &s);
	assert_null(strstr(text, "frames/s")); /* nothing was painted yet */
	free(text);
	s.traffic = (struct term_traffic){ .frames = 1, .skipped = 3 };
	text = picture(&view_system, 120, 60, GLYPH_ASCII, f, &s);
	assert_non_null(strstr(text, "-- frames/s, -- bytes/s, 3 skipped"));
	free(text);
	s.traffic = (struct term_traffic){ .frames = 9,
					   .has_rate = true,
					   .has_bytes = true,
					   .frames_per_s = 4.96,
					   .bytes_per_s = 2131 };
	text = picture(&view_system, 120, 60, GLYPH_ASCII, f, &s);
	assert_non_null(strstr(text, "5.0 frames/s, 2131 bytes/s, 0 skipped"));
	free(text);
	sample_free(f);
}

static void log_jump(void **state)
{
	struct frame *f = sample_frame(&variants[0]);
	int64_t t = f->log[f->nlog - 3].t_ns, t0, t1;
	struct intent out;
	struct screen s;
	char *text;

	(void)state;
	screen_for(&s, VIEW_log);
	text = picture(&view_log, 80, 22, GLYPH_ASCII, f, &s);
	assert_non_null(strstr(line_of(text, 1), f->log[f->nlog - 1].text));
	free(text);
	screen_key(&s, f, CT_DOWN, &out);
	screen_key(&s, f, CT_DOWN, &out);
	/* a new line must not move the cursor off the old one */
	assert_int_equal(((struct view_log_state *)s.state[VIEW_log])->sel, f->nlog - 2);
	screen_key(&s, f, CT_ENTER, &out);
	assert_int_equal(s.view, VIEW_overview);
	axis_ends(&s, f, &t0, &t1);
	assert_true(t > t0 && t <= t1);
	sample_free(f);
	f = sample_frame(&variants[7]);
	text = picture(&view_log, 80, 22, GLYPH_ASCII, f, &s);
	assert_non_null(strstr(text, "What comes here"));
	free(text);
	screen_for(&s, VIEW_log);
	screen_key(&s, f, CT_DOWN, &out);
	screen_key(&s, f, CT_PGUP, &out);
	assert_int_equal(((struct view_log_state *)s.state[VIEW_log])->sel, 0);
	sample_free(f);
}

static void themes_preview(void **state)
{
	struct frame *f = sample_frame(&variants[0]);
	struct intent out;
	struct screen s;

	(void)state;
	screen_for(&s, VIEW_themes);
	free(picture(&view_themes, 80, 22, GLYPH_ASCII, f, &s));
	assert_int_equal(((struct view_themes_state *)s.state[VIEW_themes])->sel, 1);
	screen_key(&s, f, CT_DOWN, &out);
	assert_int_equal(out.kind, INTENT_THEME);
	assert_string_equal(out.text, "mono");
	screen_key(&s, f, CT_DOWN, &out);
	assert_int_equal(out.kind, INTENT_NONE);
	screen_key(&s, f, CT_ESC, &out);
	assert_int_equal(out.kind, INTENT_THEME);
	assert_string_equal(out.text, "light");
	assert_int_equal(s.view, VIEW_themes);
	screen_key(&s, f, CT_UP, &out);
	assert_string_equal(out.text, "default");
	screen_key(&s, f, CT_ENTER, &out);
	assert_int_equal(s.view, VIEW_overview);
	assert_string_equal(((struct view_themes_state *)s.state[VIEW_themes])->before, "");
	sample_free(f);
}

/* Every key of every table says what it does, and one of a letter and a twin is no F-key only. */
static void key_tables(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(mine) / sizeof(mine[0]); i++) {
		assert_non_null(mine[i]->keys);
		for (const struct key_help *k = mine[i]->keys; k->key; k++) {
			assert_non_null(k->text);
			if (k->key >= CT_F1 && k->key <= CT_F12)
				assert_int_not_equal(k->twin, 0);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_size),	  cmocka_unit_test(nothing_outside),
		cmocka_unit_test(broken_numbers), cmocka_unit_test(cpus_few),
		cmocka_unit_test(cpus_many),	  cmocka_unit_test(cpus_unknown),
		cmocka_unit_test(system_text),	  cmocka_unit_test(system_painting),
		cmocka_unit_test(log_jump),	  cmocka_unit_test(themes_preview),
		cmocka_unit_test(key_tables),
	};

	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
