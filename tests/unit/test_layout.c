// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_layout: the invariants of the layout at every size, and the order of dropping.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/base.h"
#include "draw/layout.h"

static bool overlap(const struct rect *a, const struct rect *b)
{
	return a->x < b->x + b->w && b->x < a->x + a->w && a->y < b->y + b->h && b->y < a->y + a->h;
}

static void check_layout(const struct layout *l, struct rect area, const struct layout_wish *w)
{
	int least = l->framed ? 3 : 2;

	for (int i = 0; i < PANELS; i++) {
		const struct rect *p = &l->panel[i];
		bool line = (i == PANEL_CPUS && l->cpus_line) || (i == PANEL_IRQS && l->irqs_line);

		assert_true(p->h >= 0);
		if (!p->h)
			continue;
		assert_true(w->panels & (1u << i));
		assert_true(p->w > 0);
		assert_true(p->x >= area.x && p->x + p->w <= area.x + area.w);
		assert_true(p->y >= area.y && p->y + p->h <= area.y + area.h);
		if (line)
			assert_int_equal(p->h, 1);
		else if (i != PANEL_METHODS)
			assert_true(p->h >= least);
		for (int j = 0; j < i; j++)
			if (l->panel[j].h)
				assert_false(overlap(p, &l->panel[j]));
	}
	if (w->panels & (1u << PANEL_METHODS))
		assert_true(l->panel[PANEL_METHODS].h >= 1);
}

static void test_every_size(void **state)
{
	static const struct layout_wish wishes[] = {
		{ 12, 3, 6, 8, 0x1f, 0 }, { 1, 1, 2, 0, 0x1f, 0 },  { 128, 40, 90, 500, 0x1f, 0 },
		{ 12, 3, 6, 8, 0x1d, 0 }, { 12, 3, 6, 8, 0x1e, 0 }, { 12, 3, 6, 8, 0x05, 0 },
		{ 12, 3, 6, 8, 0x08, 0 }, { 12, 3, 6, 8, 0x00, 0 }, { 0, 0, 0, 0, 0x1f, 0 },
		{ 12, 3, 6, 8, 0x1b, 0 }, { 12, 3, 6, 8, 0x1f, 1 }, { 12, 3, 6, 0, 0x1f, 9 },
		{ 12, 3, 6, 2, 0x10, 4 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(wishes); i++) {
		for (int h = 1; h <= 100; h++) {
			for (int w = 1; w <= 300; w++) {
				struct rect area = { 3, 1, w, h };
				struct layout l;

				layout_overview(&l, area, &wishes[i]);
				check_layout(&l, area, &wishes[i]);
			}
		}
	}
}

/* A higher screen never shows less: the order of dropping is the same from both ends. */
static void test_order_of_dropping(void **state)
{
	static const struct layout_wish w = { 12, 3, 6, 8, 0x1f, 0 };
	struct layout l;

	(void)state;
	for (int cols = 60; cols <= 200; cols += 20) {
		for (int h = 1; h <= 29; h++) {
			layout_overview(&l, (struct rect){ 0, 0, cols, h }, &w);
			if (l.panel[PANEL_DETAIL].h)
				assert_false(l.irqs_line || l.cpus_line);
			if (!l.cpus_line)
				assert_false(l.irqs_line);
			/* methods scroll only when nothing but lines is left */
			if (l.panel[PANEL_METHODS].h < 13) {
				assert_int_equal(l.panel[PANEL_DETAIL].h, 0);
				assert_int_equal(l.panel[PANEL_EVENTS].h, 0);
				assert_true(l.cpus_line && l.irqs_line);
			}
		}
	}
}

static void test_well_known_sizes(void **state)
{
	static const struct layout_wish w = { 12, 4, 6, 8, 0x1f, 0 };
	struct layout l;

	(void)state;
	layout_overview(&l, (struct rect){ 0, 1, 80, 21 }, &w);
	assert_false(l.framed || l.cpus_line || l.irqs_line);
	assert_int_equal(l.panel[PANEL_METHODS].h, 13);
	assert_true(l.panel[PANEL_EVENTS].h > 0);
	layout_overview(&l, (struct rect){ 0, 1, 120, 37 }, &w);
	assert_true(l.framed);
	assert_int_equal(l.panel[PANEL_METHODS].h, 15);
	for (int i = 0; i < PANELS; i++)
		assert_true(l.panel[i].h > 0);
	assert_int_equal(l.panel[PANEL_EVENTS].y + l.panel[PANEL_EVENTS].h, 38);
}

/* The strip makes room for itself above the events and outlives them; nothing else moves for it. */
static void test_strip(void **state)
{
	static const struct layout_wish without = { 12, 4, 6, 8, 0x1f, 0 };
	static const struct layout_wish with = { 12, 4, 6, 8, 0x1f, 2 };
	struct layout a, b;

	(void)state;
	for (int h = 1; h <= 80; h++) {
		layout_overview(&a, (struct rect){ 0, 1, 120, h }, &without);
		layout_overview(&b, (struct rect){ 0, 1, 120, h }, &with);
		assert_int_equal(a.panel[PANEL_METHODS].h, b.panel[PANEL_METHODS].h);
		assert_true(b.panel[PANEL_EVENTS].h >= a.panel[PANEL_EVENTS].h);
		assert_int_equal(!a.panel[PANEL_EVENTS].h, !b.panel[PANEL_EVENTS].h);
	}
	assert_int_equal(b.panel[PANEL_EVENTS].h, a.panel[PANEL_EVENTS].h + 2);
}

static void test_columns(void **state)
{
	struct layout_columns l;

	(void)state;
	for (int mhz = 0; mhz < 2; mhz++) {
		for (int w = 0; w <= 300; w++) {
			int x = 0;

			layout_columns(&l, w, mhz, false);
			for (int i = 0; i < COLUMNS; i++) {
				if (!l.col[i].w)
					continue;
				assert_true(l.col[i].x >= x);
				x = l.col[i].x + l.col[i].w;
			}
			assert_true(x <= w);
			assert_true(!w || l.col[COL_NAME].w > 0);
			if (w >= 26)
				assert_true(l.col[COL_AVERAGE].w > 0);
			if (w >= 60)
				assert_true(l.col[COL_SPARK].w >= 12 && l.col[COL_AVG_MHZ].w);
			if (mhz && w >= 80)
				assert_true(l.col[COL_LOW_MHZ].w && l.col[COL_HIGH_MHZ].w);
			if (w >= 118)
				assert_true(l.col[COL_NOW].w && l.col[COL_LOW].w &&
					    l.col[COL_HIGH].w);
			if (w >= 140 && !mhz)
				assert_true(l.col[COL_SWITCHES].w && l.col[COL_IRQ].w &&
					    l.col[COL_CPU_US].w && l.col[COL_SD].w);
			if (w < 138)
				assert_false(l.col[COL_SWITCHES].w || l.col[COL_CPU_US].w);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_size),	 cmocka_unit_test(test_order_of_dropping),
		cmocka_unit_test(test_well_known_sizes), cmocka_unit_test(test_strip),
		cmocka_unit_test(test_columns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
