// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_canvas: clipping, wide characters, broken UTF-8, frames.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "draw/canvas.h"
#include "draw/spark.h"
#include "../lib/picture.h"

static void assert_text(const struct canvas *c, const char *want)
{
	char *text = picture_text(c);

	assert_non_null(text);
	assert_string_equal(text, want);
	free(text);
}

static struct canvas canvas_of(int w, int h)
{
	struct canvas c = { 0 };

	assert_int_equal(canvas_resize(&c, w, h), 0);
	assert_ptr_equal(c.glyphs, &glyph_sets[GLYPH_ASCII]);
	c.glyphs = &glyph_sets[GLYPH_BLOCK];
	return c;
}

static void test_put_is_cut(void **state)
{
	struct canvas c = canvas_of(6, 2);

	(void)state;
	assert_int_equal(canvas_put(&c, 4, 0, STYLE_NORMAL, "abcd"), 8);
	assert_int_equal(canvas_put(&c, -2, 1, STYLE_NORMAL, "xyz"), 1);
	canvas_put(&c, 0, 2, STYLE_NORMAL, "below");
	canvas_put(&c, 0, -1, STYLE_NORMAL, "above");
	canvas_put(&c, 100, 0, STYLE_NORMAL, "right");
	assert_text(&c, "    ab\nz\n");
	canvas_free(&c);
}

static void test_wide_never_half(void **state)
{
	struct canvas c = canvas_of(5, 4);

	(void)state;
	canvas_put(&c, 0, 0, STYLE_NORMAL,
		   "a\xe6\x96\x87"
		   "b");
	canvas_put(&c, 4, 1, STYLE_NORMAL, "\xe6\x96\x87");
	canvas_put(&c, 0, 2, STYLE_NORMAL, "\xe6\x96\x87\xe6\x96\x87");
	canvas_put(&c, 1, 2, STYLE_NORMAL, "\xe6\x96\x87");
	canvas_put(&c, -1, 3, STYLE_NORMAL, "\xe6\x96\x87x");
	assert_text(&c, "a\xe6\x96\x87"
			"b\n\n \xe6\x96\x87\n x\n");
	assert_int_equal(c.cell[2].ch, 0);
	for (int i = 0; i < 20; i++)
		if (!c.cell[i].ch)
			assert_true(i > 0 && c.cell[i - 1].ch == 0x6587);
	canvas_put(&c, 1, 0, STYLE_NORMAL, "X");
	assert_text(&c, "aX b\n\n \xe6\x96\x87\n x\n");
	canvas_free(&c);
}

static void test_broken_utf8(void **state)
{
	struct canvas c = canvas_of(20, 1);

	(void)state;
	/* a lone byte, a cut sequence, an overlong slash, a surrogate, an escape, a C1 control */
	canvas_put(&c, 0, 0, STYLE_NORMAL,
		   "a\xff"
		   "b\xe2\x82");
	assert_text(&c, "a?b??\n");
	canvas_clear(&c);
	canvas_put(&c, 0, 0, STYLE_NORMAL, "\xc0\xaf|\xed\xa0\x80|\x1b[m|\xc2\x9b|");
	assert_text(&c, "\?\?|\?\?\?|?[m|?|\n");
	assert_int_equal(text_width("e\xcc\x81\xe6\x96\x87"), 3);
	canvas_free(&c);
}

static void test_ascii_only(void **state)
{
	struct canvas c = canvas_of(20, 1);

	(void)state;
	c.glyphs = &glyph_sets[GLYPH_ASCII];
	canvas_put(&c, 0, 0, STYLE_NORMAL, "2\xc3\x97\xc2\xb5s \xe6\x96\x87.");
	assert_text(&c, "2xus ?.\n");
	canvas_free(&c);
}

static void test_field(void **state)
{
	struct canvas c = canvas_of(12, 3);

	(void)state;
	canvas_fill(&c, (struct rect){ 0, 0, 12, 3 }, STYLE_DIM, '#');
	assert_int_equal(canvas_field(&c, 1, 0, 5, STYLE_NORMAL, "ab"), 6);
	assert_int_equal(canvas_field(&c, 1, 1, -5, STYLE_NORMAL, "ab"), 6);
	assert_int_equal(canvas_field(&c, 1, 2, 5, STYLE_NORMAL, "abcd\xe6\x96\x87"), 6);
	assert_text(&c, "#ab   ######\n#   ab######\n#abcd ######\n");
	canvas_free(&c);
}

static void test_clip(void **state)
{
	struct canvas c = canvas_of(8, 3);

	(void)state;
	canvas_clip(&c, (struct rect){ 2, 1, 3, 9 });
	canvas_fill(&c, (struct rect){ -5, -5, 100, 100 }, STYLE_NORMAL, 'x');
	canvas_restyle(&c, (struct rect){ -5, -5, 100, 100 }, STYLE_WARN);
	canvas_unclip(&c);
	assert_text(&c, "\n  xxx\n  xxx\n");
	assert_int_equal(c.cell[8 + 1].style, STYLE_NORMAL);
	assert_int_equal(c.cell[8 + 2].style, STYLE_WARN);
	canvas_clip(&c, (struct rect){ 50, 50, 3, 3 });
	canvas_put(&c, 0, 0, STYLE_NORMAL, "no");
	canvas_unclip(&c);
	assert_text(&c, "\n  xxx\n  xxx\n");
	canvas_free(&c);
}

static void test_box_and_keys(void **state)
{
	struct canvas c = canvas_of(12, 3);

	(void)state;
	canvas_box(&c, (struct rect){ 0, 0, 12, 3 }, STYLE_FRAME, "&1 cpu");
	assert_text(&c, "\xe2\x94\x8c\xe2\x94\x80"
			"1 cpu\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80"
			"\xe2\x94\x80\xe2\x94\x90\n\xe2\x94\x82          \xe2\x94\x82\n\xe2\x94\x94"
			"\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80"
			"\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x98\n");
	assert_int_equal(c.cell[2].style, STYLE_KEY);
	assert_int_equal(c.cell[4].style, STYLE_TITLE);
	assert_int_equal(c.cell[0].style, STYLE_FRAME);
	canvas_clear(&c);
	assert_int_equal(canvas_keys(&c, 0, 0, STYLE_DIM, "&quit R&&D &"), 10);
	assert_text(&c, "quit R&D &\n\n\n");
	assert_int_equal(c.cell[0].style, STYLE_KEY);
	assert_int_equal(c.cell[1].style, STYLE_DIM);
	/* too small for a frame: nothing */
	canvas_clear(&c);
	canvas_box(&c, (struct rect){ 0, 0, 1, 3 }, STYLE_FRAME, "t");
	canvas_box(&c, (struct rect){ 0, 0, 0, 0 }, STYLE_FRAME, "t");
	assert_text(&c, "\n\n\n");
	canvas_free(&c);
}

static void test_resize(void **state)
{
	struct canvas c = canvas_of(3, 1);

	(void)state;
	assert_int_equal(canvas_resize(&c, 300, 100), 0);
	canvas_put(&c, 299, 99, STYLE_NORMAL, "z");
	assert_int_equal(c.cell[300 * 100 - 1].ch, 'z');
	assert_int_equal(canvas_resize(&c, 0, -4), 0);
	assert_int_equal(c.width, 1);
	assert_int_equal(c.height, 1);
	assert_text(&c, "\n");
	assert_int_equal(canvas_printf(&c, 0, 0, STYLE_NORMAL, "%d", 42), 2);
	assert_text(&c, "4\n");
	canvas_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_put_is_cut),   cmocka_unit_test(test_wide_never_half),
		cmocka_unit_test(test_broken_utf8),  cmocka_unit_test(test_ascii_only),
		cmocka_unit_test(test_field),	     cmocka_unit_test(test_clip),
		cmocka_unit_test(test_box_and_keys), cmocka_unit_test(test_resize),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
