// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_views_a: the overview and the method view, drawn from the frame made by hand at many sizes, in
 * all glyph sets and states of the machine; checked by properties.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "views/screen.h"
#include "views/view.h"
#include "../lib/stage.h"
#include "../lib/sample.h"
#include "../lib/picture.h"

static const int sizes[][2] = { { 80, 24 }, { 120, 40 }, { 200, 60 }, { 40, 10 },
				{ 1, 1 },   { 60, 16 },	 { 59, 16 },  { 20, 3 },
				{ 19, 3 },  { 100, 33 }, { 140, 48 }, { 300, 100 } };

static char *draw(const struct frame *f, struct screen *s, int w, int h, enum glyph_set set,
		  struct canvas *c)
{
	char *text;

	assert_int_equal(canvas_resize(c, w, h), 0);
	c->glyphs = &glyph_sets[set];
	screen_draw(c, f, s);
	text = picture_text(c);
	assert_non_null(text);
	return text;
}

/* The line of @text that begins at or after column 0 and holds @word, into @line; NULL: none. */
static const char *line_with(const char *text, const char *word, char *line, size_t size)
{
	while (*text) {
		size_t n = strcspn(text, "\n");

		text_format(line, size, "%.*s", (int)n, text);
		if (strstr(line, word))
			return line;
		text += n + (text[n] == '\n');
	}
	return NULL;
}

static void check_shape(const char *text, int w, int h, enum glyph_set set)
{
	char line[2048];
	int n = 0;

	for (const char *p = text; *p; n++) {
		size_t len = strcspn(p, "\n");

		text_format(line, sizeof(line), "%.*s", (int)len, p);
		assert_in_range(text_width(line), 0, w);
		p += len + 1;
	}
	assert_int_equal(n, h);
	assert_null(strstr(text, "nan"));
	assert_null(strstr(text, "inf "));
	if (set == GLYPH_ASCII)
		for (const char *p = text; *p; p++)
			assert_true((unsigned char)*p < 0x80);
}

static const struct sample_spec specs[] = {
	{ .rounds = 50 },
	{ .rounds = 0 },
	{ .rounds = 1 },
	{ .rounds = 2, .sparse = true },
	{ .rounds = 50, .free = true, .unavailable = true, .fault = true },
	{ .rounds = 30, .ncpus = 16, .offline = true, .vanished = true },
	{ .rounds = 30, .ncpus = 128, .arm64 = true },
	{ .rounds = 3, .ncpus = 1152, .ended = true },
	{ .rounds = 9, .no_host = true, .no_probes = true, .no_log = true },
	{ .rounds = 9, .ncpus = 1, .idle_cpus = true },
	{ .rounds = 50, .settings = true, .free = true, .unavailable = true },
	{ .rounds = 0, .settings = true },
};

static void test_every_state_and_glyph_set(void **state)
{
	(void)state;
	for (size_t k = 0; k < ARRAY_SIZE(specs); k++) {
		struct frame *f = sample_frame(&specs[k]);
		struct canvas c = { 0 };

		for (size_t i = 0; i < ARRAY_SIZE(sizes); i++)
			for (int set = 0; set < GLYPH_SETS; set++)
				for (int view = VIEW_overview; view <= VIEW_method; view++) {
					struct screen s;
					char *text;

					stage_screen(&s);
					s.view = (enum view_id)view;
					s.selected = (uint16_t)(3 * k);
					s.per_mhz = i & 1;
					text = draw(f, &s, sizes[i][0], sizes[i][1],
						    (enum glyph_set)set, &c);
					check_shape(text, sizes[i][0], sizes[i][1],
						    (enum glyph_set)set);
					free(text);
				}
		canvas_free(&c);
		sample_free(f);
	}
}

static void test_every_size(void **state)
{
	const struct sample_spec spec = { .rounds = 20, .ncpus = 5, .unavailable = true };
	struct frame *f = sample_frame(&spec);
	struct canvas c = { 0 };

	(void)state;
	for (int h = 1; h <= 50; h += 1 + h / 12)
		for (int w = 1; w <= 150; w += 1 + w / 20)
			for (int view = VIEW_overview; view <= VIEW_method; view++) {
				struct screen s;

				stage_screen(&s);
				s.view = (enum view_id)view;
				s.help.open = (w + h) % 7 == 0;
				s.selected = 200;
				free(draw(f, &s, w, h, (enum glyph_set)(w % GLYPH_SETS), &c));
				assert_true(s.selected < f->nseries);
			}
	canvas_free(&c);
	sample_free(f);
}

/* What a person looks for must be there: all methods, NMI and LOC, the machine, the keys. */
static void test_overview_tells(void **state)
{
	static const int full[][2] = { { 80, 24 }, { 120, 40 }, { 200, 60 } };
	const struct sample_spec spec = { .rounds = 50 };
	struct frame *f = sample_frame(&spec);
	struct canvas c = { 0 };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(full); i++) {
		struct screen s;
		char line[2048], *text;
		unsigned crosses = 0;

		stage_screen(&s);
		s.selected = 1;
		text = draw(f, &s, full[i][0], full[i][1], GLYPH_BRAILLE, &c);
		for (size_t k = 0; k < f->nseries; k++)
			assert_non_null(strstr(text, f->series[k].info->label));
		for (const char *p = text; (p = strstr(p, " cross ")); p++)
			crosses++;
		assert_true(crosses >= 6);
		assert_non_null(line_with(text, "NMI", line, sizeof(line)));
		assert_non_null(strstr(line, " 0"));
		assert_non_null(line_with(text, "LOC", line, sizeof(line)));
		assert_non_null(strstr(line, "593"));
		assert_non_null(strstr(text, "bilbo"));
		assert_non_null(strstr(text, "2 x 2300 MHz (tsc)"));
		assert_non_null(strstr(text, "F1Help"));
		assert_non_null(strstr(text, "F10Quit"));
		assert_non_null(strstr(text, "B nmi_watchdog 1 -> 0"));
		/* the selected row is shown by a sign, not only by its style */
		assert_non_null(line_with(text, "\xe2\x96\xb8  ", line, sizeof(line)));
		assert_non_null(strstr(line, " cross "));
		/* the slice-bound series is marked */
		assert_non_null(strstr(text, "same*"));
		free(text);
	}
	canvas_free(&c);
	sample_free(f);
}

static void test_missing_has_words(void **state)
{
	const struct sample_spec spec = { .rounds = 50, .unavailable = true, .arm64 = true };
	const struct sample_spec blind = { .rounds = 5, .no_probes = true };
	struct frame *f = sample_frame(&spec);
	struct canvas c = { 0 };
	struct screen s;
	char line[2048], *text;

	(void)state;
	stage_screen(&s);
	text = draw(f, &s, 120, 40, GLYPH_BLOCK, &c);
	assert_non_null(strstr(text, "msgget: No space left on device"));
	assert_non_null(line_with(text, "NMI", line, sizeof(line)));
	assert_non_null(strstr(line, "-- no such row"));
	assert_non_null(line_with(text, "LOC", line, sizeof(line)));
	assert_non_null(strstr(line, "-- no such row"));
	assert_non_null(strstr(text, "IPI0"));
	free(text);
	sample_free(f);

	f = sample_frame(&blind);
	text = draw(f, &s, 120, 40, GLYPH_BLOCK, &c);
	assert_non_null(strstr(text, "-- /proc/interrupts: Permission denied"));
	assert_non_null(strstr(text, "/proc/stat: Permission denied"));
	free(text);
	canvas_free(&c);
	sample_free(f);
}

/* Nothing is shown by colour alone: without any style the same words are there. */
static void test_states_have_signs(void **state)
{
	const struct sample_spec spec = { .rounds = 50 };
	struct frame *f = sample_frame(&spec);
	struct canvas c = { 0 };
	struct screen s;
	char *text;

	(void)state;
	stage_screen(&s);
	text = draw(f, &s, 80, 24, GLYPH_ASCII, &c);
	assert_non_null(strstr(text, " RUN"));
	/* CPU bars by letter */
	assert_non_null(strstr(text, "[UUUU"));
	assert_non_null(strstr(text, "SSS"));
	free(text);
	s.frozen = true;
	s.behind = 7;
	text = draw(f, &s, 80, 24, GLYPH_ASCII, &c);
	assert_non_null(strstr(text, "FROZEN: measuring goes on, 7 slices behind"));
	free(text);
	canvas_free(&c);
	sample_free(f);
}

static void test_method_view_tells(void **state)
{
	const struct sample_spec spec = { .rounds = 50, .free = true };
	struct frame *f = sample_frame(&spec);
	struct canvas c = { 0 };
	struct screen s;
	char *text;

	(void)state;
	stage_screen(&s);
	s.view = VIEW_method;
	for (s.selected = 0; s.selected < f->nseries; s.selected++) {
		const struct series_info *info = f->series[s.selected].info;

		text = draw(f, &s, 120, 40, GLYPH_BRAILLE, &c);
		assert_non_null(strstr(text, info->label));
		assert_non_null(strstr(text, info->summary));
		assert_non_null(strstr(text, "version 1"));
		assert_non_null(strstr(text, "switches/loop"));
		assert_non_null(strstr(text, "cpu us/loop"));
		assert_non_null(strstr(text, "1 start"));
		assert_non_null(strstr(text, "2 nmi_watchdog 0"));
		assert_true(!strstr(text, "by time slices, not by the hand-over") ==
			    !(info->flags & SERIES_SLICE_BOUND));
		assert_true(!strstr(text, "same CPU %") == !(info->flags & SERIES_FREE));
		free(text);
	}
	canvas_free(&c);
	sample_free(f);
}

/* The histogram holds every slice of its epoch once. */
static void test_histogram_counts(void **state)
{
	const struct sample_spec spec = { .rounds = 50 };
	struct frame *f = sample_frame(&spec);
	struct canvas c = { 0 };
	struct screen s;

	(void)state;
	stage_screen(&s);
	s.view = VIEW_method;
	for (int back = 0; back < 2; back++) {
		unsigned long sum = 0;
		const char *p;
		char *text;

		s.epoch_back = back;
		text = draw(f, &s, 200, 60, GLYPH_BLOCK, &c);
		p = strstr(text, "slices by rate");
		assert_non_null(p);
		/* a bar ends with "full block, blank, count" */
		while ((p = strstr(p, "\xe2\x96\x88 "))) {
			p += 4;
			sum += strtoul(p, NULL, 10);
		}
		assert_int_equal(sum, f->series[0].epoch[1 - back].n);
		free(text);
	}
	canvas_free(&c);
	sample_free(f);
}

/* The selected row stays in sight when there are fewer rows than series. */
static void test_scrolls_to_the_selected(void **state)
{
	const struct sample_spec spec = { .rounds = 10, .free = true };
	struct frame *f = sample_frame(&spec);
	struct canvas c = { 0 };
	struct screen s;

	(void)state;
	stage_screen(&s);
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < f->nseries; i++) {
			char line[2048], *text;

			s.selected = (uint16_t)(pass ? f->nseries - 1 - i : i);
			text = draw(f, &s, 80, 16, GLYPH_ASCII, &c);
			assert_non_null(line_with(text, ">", line, sizeof(line)));
			assert_non_null(strstr(line, f->series[s.selected].info->placement));
			free(text);
		}
	canvas_free(&c);
	sample_free(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_state_and_glyph_set),
		cmocka_unit_test(test_every_size),
		cmocka_unit_test(test_overview_tells),
		cmocka_unit_test(test_missing_has_words),
		cmocka_unit_test(test_states_have_signs),
		cmocka_unit_test(test_method_view_tells),
		cmocka_unit_test(test_histogram_counts),
		cmocka_unit_test(test_scrolls_to_the_selected),
	};

	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
