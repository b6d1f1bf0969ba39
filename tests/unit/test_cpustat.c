// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_cpustat: /proc/stat of old and new kernels, with CPUs that come and go.
 *
 * Invariant: the texts are made up in the kernel's style.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/gen_machine.h"
#include "../lib/naive.h"
#include "../lib/rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct table t;

static void parse_ok(const char *text)
{
	const char *bad;

	assert_int_equal(parse_text(&probe_cpustat, &t, text), 0);
	bad = naive_stat(&t, text);
	if (bad)
		fail_msg("%s", bad);
}

static uint64_t cell(const char *label, size_t col)
{
	size_t r = find_row(&t, label, "");

	assert_true(r != NO_ROW);
	return table_cells(&t, r)[col];
}

/* The sum line is left out; "softirq" is a kind of time, and a line that is not read. */
static void test_plain(void **state)
{
	static const char *const order[] = { "user", "nice",	"system", "idle",  "iowait",
					     "irq",  "softirq", "steal",  "guest", "guest_nice" };

	(void)state;
	parse_ok("cpu  999 999 999 999 999 999 999 999 999 999\n"
		 "cpu0 1 2 3 4 5 6 7 8 9 10\n"
		 "cpu5 11 12 13 14 15 16 17 18 19 18446744073709551615\n"
		 "intr 7458781179 8 15 0 0 1\n"
		 "ctxt 146939860\n"
		 "btime 1796052343\n"
		 "processes 35888\n"
		 "procs_running 6\n"
		 "procs_blocked 0\n"
		 "softirq 2901009 0 62378\n");
	assert_int_equal(t.ncols, 2);
	assert_int_equal(t.cpu[1], 5);
	assert_int_equal(t.nrows, 15);
	for (size_t i = 0; i < 10; i++) {
		assert_string_equal(t.row[i].label, order[i]);
		assert_true(strlen(t.row[i].text) > 0);
		assert_int_equal(t.row[i].flags, 0);
		assert_int_equal(table_cells(&t, i)[0], i + 1);
	}
	assert_int_equal(cell("guest_nice", 1), UINT64_MAX);
	assert_int_equal(cell("intr", 0), 7458781179);
	assert_int_equal(cell("ctxt", 0), 146939860);
	assert_int_equal(cell("processes", 0), 35888);
	assert_int_equal(cell("procs_running", 0), 6);
	assert_int_equal(t.row[find_row(&t, "intr", "")].flags, ROW_SUM);
	assert_int_equal(t.row[find_row(&t, "procs_running", "")].flags, ROW_SUM | ROW_GAUGE);
	assert_int_equal(t.row[find_row(&t, "procs_blocked", "")].flags, ROW_SUM | ROW_GAUGE);
	assert_true(find_row(&t, "btime", "") == NO_ROW);
}

/* What an old kernel does not print is absent, not 0. */
static void test_old(void **state)
{
	(void)state;
	parse_ok("cpu  9 9 9 9 9 9 9\ncpu0 1 2 3 4 5 6 7\nctxt 5\n");
	assert_int_equal(t.nrows, 8);
	assert_true(find_row(&t, "softirq", "") != NO_ROW);
	assert_true(find_row(&t, "steal", "") == NO_ROW);
	assert_true(find_row(&t, "intr", "") == NO_ROW);
	parse_ok("cpu  9 9 9 9\ncpu0 1 2 3 4\n");
	assert_int_equal(t.nrows, 4);
	/* kinds that a later kernel may add are left out */
	parse_ok("cpu0 1 2 3 4 5 6 7 8 9 10 11 12\ncpu1 1 2 3 4 5 6 7 8 9 10 11 12\n");
	assert_int_equal(t.nrows, 10);
}

static void test_bad(void **state)
{
	static const struct {
		int want;
		const char *text;
	} c[] = {
		{ -EINVAL, "" },
		{ -EINVAL, "ctxt 5\n" },
		{ -EINVAL, "cpu  1 2 3 4\n" },
		{ -EINVAL, "cpu0 1 2 3\n" },
		{ -EINVAL, "cpu1 1 2 3 4\ncpu0 1 2 3 4\n" },
		{ -EINVAL, "cpu1 1 2 3 4\ncpu1 1 2 3 4\n" },
		{ -EINVAL, "cpu5000000000 1 2 3 4\n" },
		{ -EAGAIN, "cpu0 1 2 3 4 5\ncpu1 1 2 3 4\n" },
		{ -EAGAIN, "cpu0 1 2 3 4\ncpu1 1 2 3 4 5\n" },
		{ -EAGAIN, "cpu0 1 2 3 4\ncpu1 1 2 3 4 x\n" },
		{ -EAGAIN, "cpu0 1 2 3 4\nctxt x\n" },
		{ -EAGAIN, "cpu0 1 2 3 4\nctxt 1\nctxt 1\n" },
		{ -EAGAIN, "cpu0 1 2 3 4\nintr 18446744073709551616\n" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(c) / sizeof(c[0]); i++) {
		int ret = parse_text(&probe_cpustat, &t, c[i].text);

		if (ret != c[i].want)
			fail_msg("%d, not %d, for: %s", ret, c[i].want, c[i].text);
	}
}

/* A CPU comes back with an idle time that runs backwards; the machine's counts go on. */
static void test_delta(void **state)
{
	struct table then = { 0 };
	struct delta d = { 0 };

	(void)state;
	assert_int_equal(
		parse_text(&probe_cpustat, &then,
			   "cpu0 10 0 0 100\ncpu1 10 0 0 500\ncpu2 1 1 1 1\nintr 4294967299\n"
			   "ctxt 100\nprocs_running 2\n"),
		0);
	parse_ok("cpu0 12 0 0 110\ncpu1 11 0 0 400\ncpu3 5 5 5 5\nintr 5\nctxt 150\n"
		 "procs_running 2\n");
	assert_int_equal(table_delta(&t, &then, &d), 0);
	assert_int_equal(d.ncells, 5);
	assert_int_equal(delta_at(&d, find_row(&t, "user", ""), 0), 2);
	assert_int_equal(delta_at(&d, find_row(&t, "user", ""), 1), 1);
	assert_int_equal(delta_at(&d, find_row(&t, "idle", ""), 0), 10);
	assert_int_equal(delta_at(&d, find_row(&t, "ctxt", ""), 0), 50);
	assert_int_equal(delta_at(&d, find_row(&t, "procs_running", ""), 0), 2);
	delta_free(&d);
	table_free(&then);
}

static void test_generated(void **state)
{
	static const unsigned cpus[] = { 1, 2, 33, 1152 };

	(void)state;
	for (size_t i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++)
		for (unsigned kinds = 4; kinds <= 10; kinds++) {
			struct gen_machine m = { .ncpus = cpus[i],
						 .gap = 5,
						 .ndevices = 1500,
						 .nkinds = kinds,
						 .seed = i + 10 * kinds };
			size_t len;
			char *text = gen_stat(&m, &len);

			assert_non_null(text);
			parse_ok(text);
			assert_int_equal(t.ncols, m.ncpus);
			assert_int_equal(t.nrows, kinds + 5);
			free(text);
		}
}

static int free_table(void **state)
{
	(void)state;
	table_free(&t);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_plain),	  cmocka_unit_test(test_old),
		cmocka_unit_test(test_bad),	  cmocka_unit_test(test_delta),
		cmocka_unit_test(test_generated),
	};

	return cmocka_run_group_tests(tests, NULL, free_table);
}
