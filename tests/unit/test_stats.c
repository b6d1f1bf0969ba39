// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_stats: running figures against direct sums, median, histogram.
 *
 * Invariant: every expected figure is worked out here by another way, or by hand.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>

#include "base/base.h"
#include "model/stats.h"

static void test_running(void **state)
{
	/* hand-made: mean 5, squares of the distances 9+1+1+1+0+0+4+16 = 32, 32/7 */
	static const double x[] = { 2, 4, 4, 4, 5, 5, 7, 9 };
	struct running r = { 0 };
	double sd = -1;

	(void)state;
	assert_false(running_stddev(&r, &sd));
	running_add(&r, x[0]);
	assert_false(running_stddev(&r, &sd));
	assert_true(sd == -1);
	for (size_t i = 1; i < ARRAY_SIZE(x); i++)
		running_add(&r, x[i]);
	assert_int_equal(r.n, 8);
	assert_true(fabs(r.mean - 5) < 1e-12);
	assert_true(r.low == 2 && r.high == 9);
	assert_true(running_stddev(&r, &sd));
	assert_true(fabs(sd - sqrt(32.0 / 7)) < 1e-12);
}

static void test_running_negative_only(void **state)
{
	struct running r = { 0 };

	(void)state;
	running_add(&r, -3);
	running_add(&r, -5);
	assert_true(r.low == -5 && r.high == -3);
}

/* A large offset is where sums of squares lose every digit. */
static void test_running_offset(void **state)
{
	struct running r = { 0 };
	double sd;

	(void)state;
	for (int i = 0; i < 1000; i++)
		running_add(&r, 1e12 + (i % 2));
	assert_true(running_stddev(&r, &sd));
	assert_true(fabs(sd - sqrt(250.0 / 999)) < 1e-3);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_running),
		cmocka_unit_test(test_running_negative_only),
		cmocka_unit_test(test_running_offset),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
