// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_aim: the judge of the bench.
 *
 * Invariant: chance comes from one seed; limits are those of the binomial distribution.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "../lib/aim.h"
#include "../lib/chance.h"
#include "base/base.h"

static void near(double a, double b)
{
	if (fabs(a - b) > 1e-9 * fabs(b))
		fail_msg("%.12g is not %.12g", a, b);
}

/* ln x = -.1, 0, .1: mean 0, sd .1; t(.975, 2) = 4.30265272991, half = t .1 / sqrt(3). */
static void test_by_hand(void **state)
{
	const double x[] = { exp(-0.1), 1, exp(0.1) };
	double half = 4.302652729911275 * 0.1 / sqrt(3);
	struct aim_result r;

	(void)state;
	aim_judge(x, 3, 0, true, &r);
	assert_int_equal(r.verdict, AIM_NONE);
	near(r.middle, 1);
	near(r.low, exp(-half));
	near(r.high, exp(half));
	aim_judge(x, 3, exp(-half) * 0.999, true, &r);
	assert_int_equal(r.verdict, AIM_KEPT);
	aim_judge(x, 3, exp(half) * 1.001, true, &r);
	assert_int_equal(r.verdict, AIM_MISSED);
	aim_judge(x, 3, exp(half) * 1.001, false, &r);
	assert_int_equal(r.verdict, AIM_KEPT);
	aim_judge(x, 3, exp(-half) * 0.999, false, &r);
	assert_int_equal(r.verdict, AIM_MISSED);
	/* .1 away: t(.975, 5) / sqrt(6) = 1.0494, t(.975, 6) / sqrt(7) = .9248: seven numbers would do */
	aim_judge(x, 3, exp(-0.1), true, &r);
	assert_int_equal(r.verdict, AIM_OPEN);
	assert_int_equal(r.more, 4);
}

static void test_edges(void **state)
{
	const double one[] = { 5 }, same[] = { 8192, 8192, 8192 };
	struct aim_result r;

	(void)state;
	aim_judge(one, 0, 1, true, &r);
	assert_int_equal(r.verdict, AIM_OPEN);
	assert_true(isnan(r.middle));
	/* one number is no interval, whatever it is */
	aim_judge(one, 1, 1, true, &r);
	assert_int_equal(r.verdict, AIM_OPEN);
	near(r.middle, 5);
	assert_true(isnan(r.low) && isnan(r.high));
	assert_int_equal(r.more, 0);
	/* what does not scatter is decided at once, on its aim as well */
	aim_judge(same, 3, 8192, false, &r);
	assert_int_equal(r.verdict, AIM_KEPT);
	aim_judge(same, 3, 8192, true, &r);
	assert_int_equal(r.verdict, AIM_KEPT);
	aim_judge(same, 3, 8191, false, &r);
	assert_int_equal(r.verdict, AIM_MISSED);
	/* on the aim itself no number of measurements tells */
	aim_judge((const double[]){ 0.5, 2 }, 2, 1, true, &r);
	assert_int_equal(r.verdict, AIM_OPEN);
	assert_int_equal(r.more, 0);
}

/* So many more as are named bring the interval off the aim, one less does not. */
static void test_more(void **state)
{
	(void)state;
	for (double distance = 0.01; distance < 0.1; distance += 0.01) {
		double x[4000];
		struct aim_result r, then;
		size_t n = 6;

		for (size_t i = 0; i < ARRAY_SIZE(x); i++)
			x[i] = exp(i % 2 ? 0.1 : -0.1);
		aim_judge(x, n, exp(-distance), true, &r);
		if (r.verdict != AIM_OPEN)
			continue;
		assert_true(r.more > 0 && n + r.more < ARRAY_SIZE(x));
		/* the sample deviation of 6 is not that of more: an even number more differs by a little */
		aim_judge(x, n + 2 * r.more, exp(-distance), true, &then);
		assert_int_equal(then.verdict, AIM_KEPT);
		aim_judge(x, n + r.more / 2, exp(-distance), true, &then);
		assert_int_equal(then.verdict, AIM_OPEN);
	}
}

/*
 * 4000 sets of 7 ratios that scatter by 5 %. On the aim either side is named in 2.5 % of the sets (five
 * standard deviations: 1.27 to 3.73 %), 10 % above it is kept nearly always and never missed.
 */
static void test_by_chance(void **state)
{
	enum { SETS = 4000, PAIRS = 7 };
	uint64_t seed = 20261201;
	int kept = 0, missed = 0, sure = 0;

	(void)state;
	for (int set = 0; set < SETS; set++) {
		double x[PAIRS];
		struct aim_result r;

		for (int i = 0; i < PAIRS; i++)
			x[i] = 0.98 * exp(0.05 * chance_normal(&seed));
		aim_judge(x, PAIRS, 0.98, true, &r);
		kept += r.verdict == AIM_KEPT;
		missed += r.verdict == AIM_MISSED;
		aim_judge(x, PAIRS, 0.98 / 1.1, true, &r);
		sure += r.verdict == AIM_KEPT;
		assert_int_not_equal(r.verdict, AIM_MISSED);
	}
	assert_in_range(kept, SETS * 127 / 10000, SETS * 373 / 10000);
	assert_in_range(missed, SETS * 127 / 10000, SETS * 373 / 10000);
	assert_true(sure > SETS * 9 / 10);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_by_hand),
		cmocka_unit_test(test_edges),
		cmocka_unit_test(test_more),
		cmocka_unit_test(test_by_chance),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
