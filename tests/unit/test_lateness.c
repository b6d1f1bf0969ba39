// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_lateness: why a reply was read late.
 *
 * Invariant: nothing here takes a time; what the kernel counts is only ever compared with itself.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/lateness.h"
#include "../lib/skip.h"

static void test_words(void **state)
{
	static const struct {
		int64_t late, waited;
		const char *words;
	} cases[] = {
		{ 300, 0, "ctxtop was stopped for 300 ms" },
		{ 300, 149, "ctxtop was stopped for 300 ms" },
		{ 300, 150, "the machine was too busy: ctxtop got no CPU for 300 ms" },
		{ 300, 900, "the machine was too busy: ctxtop got no CPU for 300 ms" },
		{ 1200, -1, "ctxtop got no CPU for 1200 ms, or was stopped" },
	};
	char buf[96];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		lateness_text(buf, sizeof(buf), cases[i].late * NSEC_PER_MSEC,
			      cases[i].waited < 0 ? -1 : cases[i].waited * NSEC_PER_MSEC);
		assert_string_equal(buf, cases[i].words);
	}
}

static void test_counted(void **state)
{
	struct lateness l;
	int64_t first;

	(void)state;
	lateness_open(&l);
	first = lateness_waited(&l);
	if (first < 0) {
		lateness_close(&l);
		skip_for("# skipped: needs /proc/thread-self/schedstat");
	}
	assert_true(lateness_waited(&l) >= first);
	lateness_close(&l);
}

static void test_not_counted(void **state)
{
	struct lateness l = { .fd = -1 };

	(void)state;
	lateness_begin(&l);
	assert_int_equal(lateness_waited(&l), -1);
	lateness_close(&l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_counted),
		cmocka_unit_test(test_not_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
