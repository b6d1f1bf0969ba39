// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_list: moving in lists, columns for many CPUs, flowing text, figures as text.
 *
 * Invariant: positions are tried with numbers beyond all ends.
 */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/base.h"
#include "views/cpubar.h"
#include "draw/heat.h"
#include "views/keys.h"
#include "draw/list.h"
#include "draw/page.h"
#include "draw/spark.h"
#include "draw/words.h"
#include "../lib/picture.h"

static void clamps(void **state)
{
	(void)state;
	for (int n = 0; n < 30; n++)
		for (int rows = 0; rows < 12; rows++)
			for (int top = -40; top < 60; top++) {
				int t = list_top(top, n, rows);

				assert_true(t >= 0 && (t == 0 || t + MAX(rows, 1) <= n));
				assert_int_equal(list_top(t, n, rows), t);
				for (int at = 0; at < n; at += 3) {
					t = list_reveal(top, at, n, rows);
					assert_true(at >= t && at < t + MAX(rows, 1));
				}
			}
}

static void moves(void **state)
{
	static const int keys[] = { CT_UP,  CT_DOWN, CT_PGUP, CT_PGDN,	   CT_HOME,
				    CT_END, 'g',     'G',     CT_WHEEL_UP, CT_WHEEL_DOWN };
	int at = 5, top = 0;

	(void)state;
	for (size_t k = 0; k < ARRAY_SIZE(keys); k++)
		for (int n = 0; n < 20; n++)
			for (at = -3; at < 25; at++) {
				int x = at;

				assert_true(list_move(keys[k], n, 7, &x));
				assert_true(x >= 0 && x <= MAX(n - 1, 0));
			}
	at = 5;
	assert_true(list_move(CT_PGDN, 100, 10, &at));
	assert_int_equal(at, 14);
	assert_true(list_move('G', 100, 10, &at));
	assert_int_equal(at, 99);
	assert_false(list_move('x', 100, 10, &at));
	assert_int_equal(at, 99);
	assert_true(list_scroll(CT_END, 100, 10, &top));
	assert_int_equal(top, 90);
	assert_true(list_scroll(CT_DOWN, 100, 10, &top));
	assert_int_equal(top, 90);
	assert_true(list_has_word("PCI virtio0-RX", "Virtio"));
	assert_true(list_has_word("x", ""));
	assert_false(list_has_word("virtio", "virtio0"));
}

static void thumb(void **state)
{
	struct canvas c = { .glyphs = &glyph_sets[GLYPH_ASCII] };

	(void)state;
	for (int top = 0; top <= 90; top++) {
		int n = 0, first = -1;

		assert_int_equal(canvas_resize(&c, 1, 10), 0);
		list_thumb(&c, 0, 0, 10, top, 100);
		for (int y = 0; y < 10; y++)
			if (c.cell[y].ch == '#' && ++n == 1)
				first = y;
		assert_int_equal(n, 1);
		/* at the lower end only when the last line is in sight */
		assert_true((first == 0) == (top < 10));
		assert_true((first == 9) == (top == 90));
	}
	assert_int_equal(canvas_resize(&c, 1, 10), 0);
	list_thumb(&c, 0, 0, 10, 0, 10);
	for (int y = 0; y < 10; y++)
		assert_int_not_equal(c.cell[y].ch, '#');
	canvas_free(&c);
}

/* How much of a column of @h rows is full, in the steps of its ramp. */
static int filled(struct canvas *c, int h)
{
	int n = 0;

	for (int y = 0; y < h; y++)
		if (c->cell[y].ch >= 0x2581 && c->cell[y].ch <= 0x2588)
			n += (int)(c->cell[y].ch - 0x2580);
	return n;
}

static void heat(void **state)
{
	struct canvas c = { .glyphs = &glyph_sets[GLYPH_BRAILLE] };
	int before = 0;

	(void)state;
	for (int i = 0; i <= 1000; i++) {
		int n;

		assert_int_equal(canvas_resize(&c, 1, 4), 0);
		heat_column(&c, 0, 3, 4, HEAT_VALUE, i / 1000.0);
		n = filled(&c, 4);
		assert_true(n >= before && n >= 1 && n <= 32);
		assert_true((n == 32) == (i >= 995));
		before = n;
	}
	for (int set = 0; set < GLYPH_SETS; set++) {
		uint32_t low, high, off, unknown;

		c.glyphs = &glyph_sets[set];
		assert_int_equal(canvas_resize(&c, 4, 1), 0);
		heat_column(&c, 0, 0, 1, HEAT_VALUE, 0.01);
		heat_column(&c, 1, 0, 1, HEAT_VALUE, 1);
		heat_column(&c, 2, 0, 1, HEAT_OFF, 0);
		heat_column(&c, 3, 0, 1, HEAT_VALUE, NAN);
		low = c.cell[0].ch;
		high = c.cell[1].ch;
		off = c.cell[2].ch;
		unknown = c.cell[3].ch;
		/* without colour: low, full, gone and not known differ */
		assert_true(low != high && off != low && off != high && off != unknown);
		assert_true(unknown != low && unknown != high);
	}
	canvas_free(&c);
}

static void bar(void **state)
{
	struct canvas c = { .glyphs = &glyph_sets[GLYPH_ASCII] };
	struct frame_cpu cpu = { .online = true, .has_load = true };
	char *text;

	(void)state;
	cpu.now.user = 0.25, cpu.now.system = 0.25, cpu.now.softirq = 0.125, cpu.now.steal = 0.125;
	assert_int_equal(canvas_resize(&c, 18, 1), 0);
	cpubar_draw(&c, 0, 0, 18, &cpu);
	text = picture_text(&c);
	assert_string_equal(text, "[UUUUSSSSiiTT    ]\n");
	free(text);
	/* shares of more than all do not leave the bar */
	cpu.now.user = 7;
	canvas_clear(&c);
	cpubar_draw(&c, 0, 0, 18, &cpu);
	text = picture_text(&c);
	assert_string_equal(text, "[UUUUUUUUUUUUUUUU]\n");
	free(text);
	cpu.has_load = false;
	canvas_clear(&c);
	cpubar_draw(&c, 0, 0, 18, &cpu);
	text = picture_text(&c);
	assert_string_equal(text, "[--              ]\n");
	free(text);
	assert_true(cpubar_busy(&cpu) == 0);
	canvas_free(&c);
}

static void flow(void **state)
{
	struct canvas c = { .glyphs = &glyph_sets[GLYPH_ASCII] };
	struct page p = { .c = &c, .r = { 0, 0, 20, 9 }, .name_w = 6 };
	char *text;

	(void)state;
	assert_int_equal(canvas_resize(&c, 20, 9), 0);
	page_heading(&p, "Head");
	page_pair(&p, STYLE_NORMAL, "name", "one two three four");
	page_fact(&p, "empty", "", "why");
	page_pair(&p, STYLE_NORMAL, "longname", "x");
	page_paragraph(&p, STYLE_NORMAL, "averyveryverylongword");
	assert_int_equal(p.line, 8);
	text = picture_text(&c);
	assert_string_equal(text, "Head\n"
				  "  name   one two\n"
				  "         three four\n"
				  "  empty  --  why\n"
				  "  longname\n"
				  "         x\n"
				  "  averyveryverylongw\n"
				  "  ord\n"
				  "\n");
	free(text);
	/* scrolled: the same lines, higher */
	p.line = 0;
	p.top = 2;
	canvas_clear(&c);
	page_heading(&p, "Head");
	page_pair(&p, STYLE_NORMAL, "name", "one two three four");
	text = picture_text(&c);
	assert_int_equal(strncmp(text, "         three four\n", 20), 0);
	free(text);
	/* no width at all must end */
	for (int w = -2; w < 12; w++) {
		p.r.w = w;
		page_pair(&p, STYLE_NORMAL, "name", "one two three four");
		page_paragraph(&p, STYLE_NORMAL, "wide \xe4\xbd\xa0\xe5\xa5\xbd text");
	}
	canvas_free(&c);
}

static void words(void **state)
{
	char buf[32];

	(void)state;
	words_percent(buf, sizeof(buf), true, 0.5512);
	assert_string_equal(buf, "55.1");
	words_percent(buf, sizeof(buf), true, 0.99996);
	assert_string_equal(buf, "100");
	words_percent(buf, sizeof(buf), true, -1e-12);
	assert_string_equal(buf, "0.0");
	words_percent(buf, sizeof(buf), false, 0.5);
	assert_string_equal(buf, "--");
	words_per_s(buf, sizeof(buf), true, 14927.44, 8);
	assert_string_equal(buf, "14927.4");
	words_per_s(buf, sizeof(buf), true, 0.01, 8);
	assert_string_equal(buf, "<0.1");
	words_per_s(buf, sizeof(buf), true, 0, 8);
	assert_string_equal(buf, "0");
	words_per_s(buf, sizeof(buf), true, NAN, 8);
	assert_string_equal(buf, "--");
	words_per_loop(buf, sizeof(buf), true, 0.00002);
	assert_string_equal(buf, "<.0001");
	words_per_loop(buf, sizeof(buf), true, 1.6449);
	assert_string_equal(buf, "1.64");
	words_per_loop(buf, sizeof(buf), true, INFINITY);
	assert_string_equal(buf, "--");
	words_clock(buf, sizeof(buf), INT64_C(1773500966) * NSEC_PER_SEC);
	assert_string_equal(buf, "15:09:26");
	words_date(buf, sizeof(buf), INT64_C(1773500966) * NSEC_PER_SEC);
	assert_string_equal(buf, "2026-03-14 15:09:26");
	for (double v = 1e-9; v < 1e15; v *= 1.7) {
		words_per_s(buf, sizeof(buf), true, v, 8);
		assert_true(strlen(buf) <= 8);
		words_per_loop(buf, sizeof(buf), true, v);
		assert_true(strlen(buf) <= 7);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(clamps), cmocka_unit_test(moves), cmocka_unit_test(thumb),
		cmocka_unit_test(heat),	  cmocka_unit_test(bar),   cmocka_unit_test(flow),
		cmocka_unit_test(words),
	};

	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
