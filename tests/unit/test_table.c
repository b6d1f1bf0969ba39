// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_table: building tables, and the rules by which two readings give a difference.
 *
 * Invariant: every expected number is written out by hand.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/rows.h"
#include "probes/table.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static void add_cols(struct table *t, size_t n, const uint32_t *cpu)
{
	for (size_t i = 0; i < n; i++)
		assert_int_equal(table_add_col(t, cpu[i]), 0);
}

static struct table_row *add_row(struct table *t, const char *label, const char *text,
				 uint8_t flags, const uint64_t *cell)
{
	struct table_row *row = table_add_row(t, label, text);

	assert_non_null(row);
	row->flags = flags;
	memcpy(table_cells(t, t->nrows - 1), cell, t->ncols * sizeof(*cell));
	return row;
}

#define COLS(t, ...)                                                        \
	add_cols(t, sizeof((uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t), \
		 (uint32_t[]){ __VA_ARGS__ })
#define ROW(t, label, text, flags, ...) add_row(t, label, text, flags, (uint64_t[]){ __VA_ARGS__ })

static void test_class_names(void **state)
{
	(void)state;
	for (int c = 0; c < ROW_CLASSES; c++)
		assert_int_equal(row_class_find(row_class_name((enum row_class)c)), c);
	assert_string_equal(row_class_name(ROW_TICK), "tick");
	assert_string_equal(row_class_name(ROW_HYPERVISOR), "hypervisor");
	assert_int_equal(row_class_find("no such class"), ROW_OTHER);
}

static void test_build(void **state)
{
	struct table t = { 0 };
	struct table_row *row;

	(void)state;
	COLS(&t, 0, 5, 7);
	row = table_add_row(&t, "a label that is too long", "text");
	assert_non_null(row);
	assert_string_equal(row->label, "a label that is");
	assert_true(row->counted);
	assert_int_equal(row->class, ROW_OTHER);
	assert_int_equal(table_add_col(&t, 8), -EINVAL);
	table_cells(&t, 0)[2] = 9;
	table_clear(&t);
	assert_int_equal(t.ncols, 0);
	COLS(&t, 1, 2, 3, 4);
	for (int i = 0; i < 100; i++)
		assert_non_null(table_add_row(&t, "x", ""));
	for (size_t i = 0; i < 400; i++)
		assert_int_equal(t.cell[i], 0);
	table_free(&t);
	assert_null(t.cell);
}

static void test_shape(void **state)
{
	struct table a = { 0 }, b = { 0 };

	(void)state;
	assert_true(table_same_shape(&a, &b));
	COLS(&a, 0, 1);
	COLS(&b, 0, 2);
	assert_false(table_same_shape(&a, &b));
	b.cpu[1] = 1;
	ROW(&a, "LOC", "tick", 0, 1, 2);
	assert_false(table_same_shape(&a, &b));
	ROW(&b, "LOC", "tick", 0, 3, 4);
	assert_true(table_same_shape(&a, &b));
	strcpy(b.row[0].text, "tack");
	assert_false(table_same_shape(&a, &b));
	strcpy(b.row[0].text, "tick");
	b.row[0].class = ROW_TICK;
	assert_false(table_same_shape(&a, &b));
	a.row[0].class = ROW_TICK;
	b.row[0].flags = ROW_BITS32;
	assert_false(table_same_shape(&a, &b));
	b.row[0].flags = 0;
	b.row[0].counted = false;
	assert_false(table_same_shape(&a, &b));
	table_free(&a);
	table_free(&b);
}

static void test_wrap(void **state)
{
	static const struct {
		uint8_t flags;
		uint64_t then, now, want;
	} c[] = {
		{ ROW_BITS32, 10, 15, 5 },
		{ ROW_BITS32, UINT32_MAX - 2, 4, 7 },
		{ ROW_BITS32, 0, UINT64_C(1) << 31, UINT64_C(1) << 31 },
		{ ROW_BITS32, 0, (UINT64_C(1) << 31) + 1, 0 }, /* more than anything counts */
		{ ROW_BITS32, 1000000, 10, 0 },		       /* a counter that began anew */
		{ ROW_BITS32, UINT64_C(0xffffffff0), UINT64_C(0xffffffff5), 5 }, /* wider */
		{ ROW_BITS32, UINT32_MAX, UINT64_C(1) << 32, 1 },
		{ ROW_BITS32, UINT64_C(1) << 33, 7, 0 },
		{ 0, UINT32_MAX, 4, 4 }, /* 64 bits wide: began again */
		{ 0, 100, 50, 0 },	 /* ran backwards for a moment */
		{ 0, 100, 49, 49 },
		{ 0, 100, 0, 0 },
		{ 0, 1, UINT64_MAX, UINT64_MAX - 1 },
	};
	struct delta d = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(c) / sizeof(c[0]); i++) {
		struct table now = { 0 }, then = { 0 };

		COLS(&now, 3);
		COLS(&then, 3);
		ROW(&now, "r", "", c[i].flags, c[i].now);
		ROW(&then, "r", "", c[i].flags, c[i].then);
		assert_int_equal(table_delta(&now, &then, &d), 0);
		assert_int_equal(delta_at(&d, 0, 0), c[i].want);
		assert_int_equal(d.ncells, c[i].want ? 1 : 0);
		table_free(&now);
		table_free(&then);
	}
	delta_free(&d);
}

/* Rows that come, go, move and change their text; two of the same label, two of the same key. */
static void test_rows_by_key(void **state)
{
	struct table now = { 0 }, then = { 0 };
	struct delta d = { 0 };

	(void)state;
	COLS(&then, 0, 1);
	COLS(&now, 0, 1);
	ROW(&then, "24", "gone", 0, 100, 100);
	ROW(&then, "LOC", "for events", 0, 10, 20);
	ROW(&then, "LOC", "for others", 0, 1, 2);
	ROW(&then, "25", "eth0", 0, 7, 7);
	ROW(&then, "X", "twice", 0, 1, 1);
	ROW(&then, "X", "twice", 0, 100, 100);

	ROW(&now, "X", "twice", 0, 2, 1);
	ROW(&now, "X", "twice", 0, 100, 105);
	ROW(&now, "LOC", "for others", 0, 1, 5);
	ROW(&now, "LOC", "for events", 0, 14, 20);
	ROW(&now, "25", "eth0, usb1", 0, 9, 9);
	ROW(&now, "26", "new", 0, 3, 3);
	ROW(&now, "X", "twice", 0, 4, 4);

	assert_int_equal(table_delta(&now, &then, &d), 0);
	assert_int_equal(d.ncells, 4);
	assert_int_equal(delta_at(&d, 0, 0), 1);
	assert_int_equal(delta_at(&d, 1, 1), 5);
	assert_int_equal(delta_at(&d, 2, 1), 3);
	assert_int_equal(delta_at(&d, 3, 0), 4);
	table_free(&now);
	table_free(&then);
	delta_free(&d);
}

/* Rows of one key pair up in order even where the first of them has no number to compare. */
static void test_pairs_in_order(void **state)
{
	struct table now = { 0 }, then = { 0 };
	struct delta d = { 0 };

	(void)state;
	COLS(&then, 0);
	COLS(&now, 0);
	ROW(&then, "new", "", 0, 1);
	ROW(&then, "20", "", 0, 0)->counted = false;
	ROW(&then, "20", "", 0, 50);
	ROW(&then, "20", "", ROW_GAUGE, 9);
	ROW(&then, "20", "", 0, 70);
	ROW(&now, "20", "", 0, 0)->counted = false;
	ROW(&now, "20", "", 0, 51);
	ROW(&now, "20", "", ROW_GAUGE, 8);
	ROW(&now, "20", "", 0, 72);
	assert_int_equal(table_delta(&now, &then, &d), 0);
	assert_int_equal(d.ncells, 3);
	assert_int_equal(delta_at(&d, 1, 0), 1);
	assert_int_equal(delta_at(&d, 2, 0), 8);
	assert_int_equal(delta_at(&d, 3, 0), 2);
	table_free(&now);
	table_free(&then);
	delta_free(&d);
}

/* CPU 1 goes: what follows it moves one column to the left. CPU 3 comes: no difference yet. */
static void test_cols_by_cpu(void **state)
{
	struct table now = { 0 }, then = { 0 };
	struct delta d = { 0 };

	(void)state;
	COLS(&then, 0, 1, 2);
	COLS(&now, 0, 2, 3);
	ROW(&then, "LOC", "", ROW_BITS32, 10, 20, 30);
	ROW(&now, "LOC", "", ROW_BITS32, 11, 33, 500);
	ROW(&then, "ERR", "", ROW_BITS32 | ROW_SUM, 4, 0, 0);
	ROW(&now, "ERR", "", ROW_BITS32 | ROW_SUM, 6, 0, 0);
	assert_int_equal(table_delta(&now, &then, &d), 0);
	assert_int_equal(d.ncells, 3);
	assert_int_equal(delta_at(&d, 0, 0), 1);
	assert_int_equal(delta_at(&d, 0, 1), 3);
	assert_int_equal(delta_at(&d, 1, 0), 2);

	/* a number for the machine stays one, even when column 0 is another CPU */
	now.cpu[0] = 1;
	assert_int_equal(table_delta(&now, &then, &d), 0);
	assert_int_equal(delta_at(&d, 1, 0), 2);
	assert_int_equal(delta_at(&d, 0, 0), 0);
	table_free(&now);
	table_free(&then);
	delta_free(&d);
}

static void test_gauge_and_uncounted(void **state)
{
	struct table now = { 0 }, then = { 0 }, none = { 0 };
	struct delta d = { 0 };

	(void)state;
	COLS(&now, 0, 1);
	COLS(&then, 0, 1);
	ROW(&now, "running", "", ROW_SUM | ROW_GAUGE, 3, 0);
	ROW(&then, "running", "", ROW_SUM | ROW_GAUGE, 3, 0);
	ROW(&now, "FIQ", "usb_fiq", 0, 5, 5)->counted = false;
	ROW(&then, "FIQ", "usb_fiq", 0, 0, 0)->counted = false;
	ROW(&now, "24", "x", 0, 5, 5);
	ROW(&then, "24", "x", 0, 0, 0)->counted = false;
	ROW(&now, "ERR", "", 0, 9, 9);
	ROW(&then, "ERR", "", ROW_SUM, 1, 1);
	assert_int_equal(table_delta(&now, &then, &d), 0);
	assert_int_equal(d.ncells, 1);
	assert_int_equal(delta_at(&d, 0, 0), 3);

	/* the present value needs no reading before it */
	assert_int_equal(table_delta(&now, &none, &d), 0);
	assert_int_equal(d.ncells, 1);
	assert_int_equal(delta_at(&d, 0, 0), 3);
	assert_int_equal(table_delta(&none, &now, &d), 0);
	assert_int_equal(d.ncells, 0);
	table_free(&now);
	table_free(&then);
	delta_free(&d);
}

/* A large server with one more row in front: every row is found all the same. */
static void test_large_shift(void **state)
{
	struct table now = { 0 }, then = { 0 };
	struct delta d = { 0 };
	char label[16];

	(void)state;
	for (uint32_t i = 0; i < 1152; i++) {
		assert_int_equal(table_add_col(&now, i), 0);
		assert_int_equal(table_add_col(&then, i), 0);
	}
	assert_non_null(table_add_row(&now, "new", ""));
	for (unsigned r = 0; r < 400; r++) {
		snprintf(label, sizeof(label), "%u", r);
		assert_non_null(table_add_row(&then, label, "dev"));
		assert_non_null(table_add_row(&now, label, "dev"));
		table_cells(&now, now.nrows - 1)[r] = r + 1;
	}
	assert_int_equal(table_delta(&now, &then, &d), 0);
	assert_int_equal(d.ncells, 400);
	for (unsigned r = 0; r < 400; r++) {
		assert_int_equal(d.cell[r].row, r + 1);
		assert_int_equal(d.cell[r].col, r);
		assert_int_equal(d.cell[r].n, r + 1);
	}
	table_free(&now);
	table_free(&then);
	delta_free(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_class_names), cmocka_unit_test(test_build),
		cmocka_unit_test(test_shape),	    cmocka_unit_test(test_wrap),
		cmocka_unit_test(test_rows_by_key), cmocka_unit_test(test_pairs_in_order),
		cmocka_unit_test(test_cols_by_cpu), cmocka_unit_test(test_gauge_and_uncounted),
		cmocka_unit_test(test_large_shift),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
