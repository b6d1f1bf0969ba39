// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_softirqs: /proc/softirqs, whole and torn.
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

static struct table t;

static void test_plain(void **state)
{
	(void)state;
	assert_int_equal(parse_text(&probe_softirqs, &t,
				    "                    CPU0       CPU2       \n"
				    "          HI:          3          0\n"
				    "       TIMER:    2776180 4294967295\n"
				    "    IRQ_POLL:          0          0\n"
				    "         RCU:         11         12\n"),
			 0);
	assert_int_equal(t.ncols, 2);
	assert_int_equal(t.nrows, 4);
	assert_int_equal(t.cpu[1], 2);
	assert_string_equal(t.row[1].label, "TIMER");
	assert_string_equal(t.row[1].text, "");
	for (size_t r = 0; r < t.nrows; r++) {
		assert_int_equal(t.row[r].class, ROW_OTHER);
		assert_int_equal(t.row[r].flags, ROW_BITS32);
		assert_true(t.row[r].counted);
	}
	assert_int_equal(table_cells(&t, 1)[1], UINT32_MAX);
	assert_int_equal(table_cells(&t, 3)[0], 11);
}

static void test_bad(void **state)
{
	(void)state;
	assert_int_equal(parse_text(&probe_softirqs, &t, ""), -EINVAL);
	assert_int_equal(parse_text(&probe_softirqs, &t, "HI: 1 2\n"), -EINVAL);
	assert_int_equal(parse_text(&probe_softirqs, &t, " CPU0 CPU1\n"), -EAGAIN);
	assert_int_equal(parse_text(&probe_softirqs, &t, " CPU0 CPU1\nHI: 1\n"), -EAGAIN);
	assert_int_equal(parse_text(&probe_softirqs, &t, " CPU0 CPU1\nHI: 1 2 3\n"), -EAGAIN);
	assert_int_equal(parse_text(&probe_softirqs, &t, " CPU0 CPU1\nHI: 1 x\n"), -EAGAIN);
	assert_int_equal(parse_text(&probe_softirqs, &t, " CPU0 CPU1\nHI 1 2\n"), -EAGAIN);
}

static void test_generated(void **state)
{
	static const unsigned cpus[] = { 1, 2, 17, 1152 };

	(void)state;
	for (size_t i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++) {
		struct gen_machine m = { .ncpus = cpus[i], .gap = 3, .seed = i + 1 };
		size_t len;
		char *text = gen_softirqs(&m, &len);
		const char *bad;

		assert_non_null(text);
		assert_int_equal(parse_text(&probe_softirqs, &t, text), 0);
		bad = naive_grid(&t, text);
		if (bad)
			fail_msg("%s", bad);
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
		cmocka_unit_test(test_plain),
		cmocka_unit_test(test_bad),
		cmocka_unit_test(test_generated),
	};

	return cmocka_run_group_tests(tests, NULL, free_table);
}
