// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_fixtures_probes: machines on which counters were once read wrongly, and what is right.
 *
 * Invariant: the numbers come from the product's own parsers and differences.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/fixture.h"
#include "../lib/rows.h"

#include <string.h>

static struct table then, now;
static struct delta moved;

static int free_tables(void **state)
{
	(void)state;
	table_free(&then);
	table_free(&now);
	delta_free(&moved);
	return 0;
}

/* What all rows of a class moved by, without those that other rows hold already. */
static uint64_t class_moved(enum row_class class)
{
	uint64_t n = 0;

	for (size_t i = 0; i < moved.ncells; i++) {
		const struct table_row *row = &now.row[moved.cell[i].row];

		if (row->class == class && !(row->flags & ROW_DERIVED))
			n += moved.cell[i].n;
	}
	return n;
}

static uint64_t row_moved(const char *label)
{
	size_t r = find_row(&now, label, "");
	uint64_t n = 0;

	assert_true(r != NO_ROW);
	for (size_t c = 0; c < now.ncols; c++)
		n += delta_at(&moved, r, c);
	return n;
}

/* A Xen guest numbers its IPIs, one row a CPU, and counts them in RES and CAL once more. */
static void test_xen(void **state)
{
	size_t r;

	(void)state;
	fixture_table(&then, "xen-double/before", &probe_interrupts);
	fixture_table(&now, "xen-double/after", &probe_interrupts);
	assert_int_equal(table_delta(&now, &then, &moved), 0);
	assert_int_equal(class_moved(ROW_RESCHED), 2000);
	assert_int_equal(class_moved(ROW_CALL), 200);
	assert_int_equal(class_moved(ROW_TICK), 4000); /* LOC counts none of them */
	/* rows of one name are one row, with a column for each CPU */
	assert_int_equal(now.nrows, 5 + 7);
	assert_int_equal(row_moved("resched"), 2000);
	assert_int_equal(row_moved("timer"), 4000);
	r = find_row(&now, "callfuncsingle", "xen-percpu-ipi callfuncsingle*");
	assert_true(r != NO_ROW);
	for (size_t c = 0; c < now.ncols; c++) {
		assert_int_equal(table_cells(&now, r)[c], 230 + c);
		assert_int_equal(delta_at(&moved, r, c), 30);
	}
	assert_true(now.row[r].flags & ROW_DERIVED);
}

/* The first row of a name may be one without numbers: what the others count is not lost in it. */
static void test_fold_into_none(void **state)
{
	size_t r;

	(void)state;
	assert_int_equal(
		parse_text(&probe_interrupts, &now,
			   "           CPU0       CPU1       \n"
			   " 16:   xen-percpu    -virq      timer0\n"
			   " 17:          0          7   xen-percpu    -virq      timer1\n"),
		0);
	assert_int_equal(now.nrows, 1);
	r = find_row(&now, "timer", "xen-percpu -virq timer*");
	assert_true(r != NO_ROW);
	assert_true(now.row[r].counted);
	assert_int_equal(table_cells(&now, r)[1], 7);
}

/* Timers that have a row of their own for each CPU, under their maker's names. */
static void test_timers(void **state)
{
	static const char *const timers[] = { "92", "93", "94" };

	(void)state;
	fixture_table(&now, "timer-class", &probe_interrupts);
	for (size_t i = 0; i < sizeof(timers) / sizeof(timers[0]); i++) {
		size_t r = find_row(&now, timers[i], "");

		assert_true(r != NO_ROW);
		assert_int_equal(now.row[r].class, ROW_TICK);
	}
}

/* The idle time of CPU 3 began again at 0, the rest of its line went on: it was 10 % busy. */
static void test_reonline(void **state)
{
	uint64_t busy, all = 0;

	(void)state;
	fixture_table(&then, "reonline-busy/before", &probe_cpustat);
	fixture_table(&now, "reonline-busy/after", &probe_cpustat);
	assert_int_equal(table_delta(&now, &then, &moved), 0);
	for (size_t c = 0; c < now.ncols; c++) {
		busy = delta_at(&moved, find_row(&now, "user", ""), c) +
		       delta_at(&moved, find_row(&now, "system", ""), c);
		all = 0;
		for (size_t r = 0; r < now.nrows; r++)
			if (!(now.row[r].flags & ROW_SUM))
				all += delta_at(&moved, r, c);
		assert_int_equal(busy, 40);
		assert_int_equal(all, 400);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_xen),
		cmocka_unit_test(test_fold_into_none),
		cmocka_unit_test(test_timers),
		cmocka_unit_test(test_reonline),
	};

	return cmocka_run_group_tests(tests, NULL, free_tables);
}
