// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_spark: resampling with gaps, sparklines and graphs in every glyph set, axes, number formats.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/base.h"
#include "draw/scale.h"
#include "draw/spark.h"
#include "draw/words.h"
#include "../lib/picture.h"

#define S NSEC_PER_SEC

static struct point at(int64_t s, float v)
{
	return (struct point){ .t_ns = s * S, .mean = v, .low = v - 1, .high = v + 1, .n = 1 };
}

static void test_resample_mean_and_envelope(void **state)
{
	struct point p[] = { at(1, 10), at(2, 20), at(3, 30), at(4, 40) };
	struct column c[2];

	(void)state;
	p[3].n = 3;
	spark_resample(p, 4, 0, 4 * S, 0, c, 2);
	assert_true(c[0].has && c[1].has);
	assert_float_equal(c[0].mean, 15, 1e-6);
	assert_float_equal(c[0].low, 9, 1e-6);
	assert_float_equal(c[0].high, 21, 1e-6);
	assert_float_equal(c[1].mean, 37.5, 1e-6);
}

static void test_resample_holds_but_not_across_gaps(void **state)
{
	struct point p[] = { at(1, 10), at(5, 50), at(7, 0), at(9, 90) };
	struct column c[10];

	(void)state;
	p[2].flags = POINT_GAP;
	spark_resample(p, 4, 0, 10 * S, 2 * S, c, 10);
	assert_true(c[0].has && c[1].has && c[2].has && c[3].has);
	assert_float_equal(c[2].mean, 10, 1e-6);
	assert_true(c[4].has && c[5].has);
	assert_false(c[6].has);
	assert_false(c[7].has);
	assert_true(c[8].has && c[9].has);
	/* what lies before the window is held into it, if it is young enough */
	spark_resample(p, 1, 2 * S, 6 * S, 2 * S, c, 4);
	assert_true(c[0].has && c[1].has);
	assert_false(c[2].has);
	spark_resample(p, 0, 0, 10 * S, S, c, 10);
	for (int i = 0; i < 10; i++)
		assert_false(c[i].has);
}

/* A moving right end must not move points between columns, only shift them. */
static void test_resample_does_not_shimmer(void **state)
{
	struct point p[60];
	struct column a[20], b[20];

	(void)state;
	for (int i = 0; i < 60; i++)
		p[i] = at(i, (float)(i * i % 37));
	for (int64_t ms = 0; ms < 3000; ms += 100) {
		int shift = 0;

		spark_resample(p, 60, 0, 60 * S, 0, a, 20);
		spark_resample(p, 60, ms * NSEC_PER_MSEC, 60 * S + ms * NSEC_PER_MSEC, 0, b, 20);
		shift = ms ? 1 : 0;
		for (int i = 0; i + shift < 20; i++)
			assert_float_equal(b[i].mean, a[i + shift].mean, 1e-6);
	}
}

static void test_column_of_an_instant(void **state)
{
	(void)state;
	assert_int_equal(spark_column(0, 0, 10 * S, 10), -1);
	assert_int_equal(spark_column(1, 0, 10 * S, 10), 0);
	assert_int_equal(spark_column(1 * S, 0, 10 * S, 10), 0);
	assert_int_equal(spark_column(10 * S, 0, 10 * S, 10), 9);
	assert_int_equal(spark_column(11 * S, 0, 10 * S, 10), -1);
	assert_int_equal(spark_column(5, 0, 0, 0), -1);
}

static void assert_line(enum glyph_set set, const struct column *c, int w, double lo, double hi,
			const char *want)
{
	struct canvas cv = { 0 };
	char *text;

	assert_int_equal(canvas_resize(&cv, w, 1), 0);
	cv.glyphs = &glyph_sets[set];
	spark_line(&cv, 0, 0, w, STYLE_GRADIENT, c, lo, hi);
	for (int i = 0; i < w; i++)
		assert_in_range(cv.cell[i].style, STYLE_GRADIENT, STYLE_GRADIENT_END);
	text = picture_text(&cv);
	assert_string_equal(text, want);
	free(text);
	canvas_free(&cv);
}

static void test_lines(void **state)
{
	struct column c[8] = { { 0 } };

	(void)state;
	for (int i = 0; i < 8; i++)
		c[i] = (struct column){ i != 4, (float)i, (float)i, (float)i };
	assert_line(GLYPH_BRAILLE, c, 4, 0, 7,
		    "\xe2\xa3\x80\xe2\xa3\xa4\xe2\xa2\xb0\xe2\xa3\xbf\n");
	assert_line(GLYPH_BLOCK, c, 8, 0, 7,
		    "\xe2\x96\x81\xe2\x96\x82\xe2\x96\x83\xe2\x96\x84 "
		    "\xe2\x96\x86\xe2\x96\x87\xe2\x96\x88\n");
	assert_line(GLYPH_ASCII, c, 8, 0, 7, ".:-= *#@\n");
	/* all the same: the middle; a value that is no number: nothing */
	c[1].mean = NAN;
	assert_line(GLYPH_ASCII, c, 3, 2, 2, "+ +\n");
}

static void test_graph(void **state)
{
	struct column c[4] = {
		{ true, 0, 0, 0 }, { true, 3, 2, 6 }, { false, 0, 0, 0 }, { true, 6, 6, 6 }
	};
	struct canvas cv = { 0 };
	char *text;

	(void)state;
	assert_int_equal(canvas_resize(&cv, 4, 2), 0);
	spark_graph(&cv, (struct rect){ 0, 0, 4, 2 }, STYLE_BRIGHT, c, 0, 6);
	text = picture_text(&cv);
	assert_string_equal(text, " ' #\n.# #\n");
	free(text);
	assert_int_equal(cv.cell[1].style, STYLE_DIM);
	assert_int_equal(cv.cell[3].style, STYLE_BRIGHT);
	assert_int_equal(cv.cell[5].style, STYLE_BRIGHT);
	canvas_free(&cv);
}

/* No glyph set may read beyond the columns it was given or draw outside its area. */
static void test_graph_any_size(void **state)
{
	(void)state;
	for (int set = 0; set < GLYPH_SETS; set++) {
		for (int w = 0; w < 12; w++) {
			struct column *c = calloc((size_t)(w * glyph_sets[set].xsub) + 1,
						  sizeof(*c));
			struct canvas cv = { 0 };

			assert_non_null(c);
			for (int i = 0; i < w * glyph_sets[set].xsub; i++)
				c[i] = (struct column){ i % 3 != 1, (float)(i * 7 % 5), 0, 9 };
			assert_int_equal(canvas_resize(&cv, 14, 6), 0);
			cv.glyphs = &glyph_sets[set];
			spark_graph(&cv, (struct rect){ 1, 1, w, 4 }, STYLE_NORMAL, c, 0, 5);
			spark_line(&cv, 1, 2, w, STYLE_NORMAL, c, 0, 5);
			for (int y = 0; y < 6; y++)
				for (int x = 0; x < 14; x++)
					if (y < 1 || y > 4 || x < 1 || x >= 1 + w)
						assert_int_equal(cv.cell[y * 14 + x].ch, ' ');
			canvas_free(&cv);
			free(c);
		}
	}
}

static void test_range(void **state)
{
	struct column c[3] = { { false, 99, 99, 99 }, { true, 4, 1, 9 }, { true, 7, 7, 7 } };
	double lo, hi;

	(void)state;
	assert_false(spark_range(c, 1, &lo, &hi));
	assert_true(spark_range(c, 3, &lo, &hi));
	assert_float_equal(lo, 4, 1e-9);
	assert_float_equal(hi, 7, 1e-9);
}

static void test_axis(void **state)
{
	static const double range[][2] = {
		{ 0, 1 }, { 48512, 50449 }, { 0.1, 0.3 },	  { 5, 5 },
		{ 0, 0 }, { 1e-9, 3e-9 },   { 1150615, 1192710 }, { -3, 4 }
	};
	double lo, hi, step;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(range); i++) {
		for (int steps = 1; steps < 12; steps++) {
			double m, k;

			scale_axis(range[i][0], range[i][1], steps, &lo, &hi, &step);
			assert_true(hi > lo && step > 0);
			assert_true(lo <= range[i][0] + step * 1e-6);
			assert_true(hi >= range[i][1] - step * 1e-6);
			/* 1, 2 or 5 times a power of ten, and few of them */
			m = step / pow(10, floor(log10(step) + 1e-9));
			assert_true(fabs(m - 1) < 1e-6 || fabs(m - 2) < 1e-6 || fabs(m - 5) < 1e-6);
			k = (hi - lo) / step;
			assert_true(fabs(k - nearbyint(k)) < 1e-6 && k < steps + 2.5);
		}
	}
	scale_axis(0, 10, 5, &lo, &hi, &step);
	assert_float_equal(step, 2, 1e-9);
	scale_axis(NAN, 1, 5, &lo, &hi, &step);
	assert_true(isfinite(lo) && isfinite(hi) && hi > lo);
}

static void assert_rate(double v, int w, const char *want)
{
	char buf[32];

	words_number(buf, sizeof(buf), v, w);
	assert_string_equal(buf, want);
	assert_true((int)strlen(buf) <= MAX(w, 2));
}

static void test_format_rate(void **state)
{
	(void)state;
	assert_rate(49922.4, 9, "49922");
	assert_rate(49922, 5, "49922");
	assert_rate(49922, 4, "50k");
	assert_rate(417260, 5, "417k");
	assert_rate(1178607, 6, "1179k");
	assert_rate(1178607, 4, "1.2M");
	assert_rate(3.21456, 6, "3.21");
	assert_rate(0, 6, "0");
	assert_rate(42, 6, "42");
	assert_rate(99.97, 6, "100");
	assert_rate(999.7, 3, "1k");
	assert_rate(12345, 1, "#");
	assert_rate(NAN, 6, "--");
}

static void test_format_span(void **state)
{
	static const struct {
		int64_t ns;
		const char *want;
	} table[] = { { 0, "0s" },
		      { 120 * S, "2m" },
		      { 90 * S, "1m30s" },
		      { 14400 * S, "4h" },
		      { 5400 * S, "1h30m" },
		      { -30 * S, "-30s" },
		      { 500 * NSEC_PER_MSEC, "500ms" },
		      { 90061 * S, "1d1h" },
		      { 1, "0s" } };
	char buf[32];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(table); i++) {
		words_span(buf, sizeof(buf), table[i].ns);
		assert_string_equal(buf, table[i].want);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_resample_mean_and_envelope),
		cmocka_unit_test(test_resample_holds_but_not_across_gaps),
		cmocka_unit_test(test_resample_does_not_shimmer),
		cmocka_unit_test(test_column_of_an_instant),
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_graph),
		cmocka_unit_test(test_graph_any_size),
		cmocka_unit_test(test_range),
		cmocka_unit_test(test_axis),
		cmocka_unit_test(test_format_rate),
		cmocka_unit_test(test_format_span),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
