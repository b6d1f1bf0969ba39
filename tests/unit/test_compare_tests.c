// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_compare_tests: the comparisons against published figures, and against figures that three
 * separate implementations (C, Python, R) agreed on.
 *
 * Invariant: an expected figure is a text, and ours must print the same digits.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/compare_tests.h"

/* @value printed with as many decimals (or, with an exponent, digits) as @expected has. */
static void expect_digits(const char *what, double value, const char *expected)
{
	const char *point = strchr(expected, '.'), *e = strchr(expected, 'e');
	int decimals = 0;
	char got[64];

	if (point)
		decimals = (int)((e ? e : expected + strlen(expected)) - point) - 1;
	snprintf(got, sizeof(got), e ? "%.*e" : "%.*f", decimals, value);
	if (strcmp(got, expected))
		fail_msg("%s: %s, expected %s", what, got, expected);
}

struct published {
	const char *name;
	struct summary x, y;
	const char *d, *percent;
	const char *welch_df, *welch_half, *welch_p;
};

/* ministat's results on FreeBSD, 2006, from N, Avg and Stddev; half-widths with the exact t. */
static const struct published published[] = {
	{ .name = "preemption",
	  .x = { 7, 101.78429, 1.4606717 },
	  .y = { 4, 93.53, 2.2081365 },
	  .d = "-8.25429",
	  .percent = "-8.10959",
	  .welch_df = "4.5457",
	  .welch_half = "3.27094",
	  .welch_p = "0.001628" },
	{ .name = "netperf stream",
	  .x = { 5, 4178.016, 46.300782 },
	  .y = { 5, 4519.416, 38.960833 },
	  .d = "341.4",
	  .percent = "8.17134",
	  .welch_df = "7.7730",
	  .welch_half = "62.7234",
	  .welch_p = "1.881e-06" },
	{ .name = "netperf loopback rr",
	  .x = { 5, 27964.662, 163.75044 },
	  .y = { 5, 39463.23, 645.1375 },
	  .d = "11498.6",
	  .percent = "41.1182",
	  .welch_df = "4.5133",
	  .welch_half = "790.666",
	  .welch_p = "7.296e-07" },
	{ .name = "stream_rx",
	  .x = { 5, 7693.382, 27.071167 },
	  .y = { 5, 7830.482, 57.216535 },
	  .d = "137.1",
	  .percent = "1.78205",
	  .welch_df = "5.7054",
	  .welch_half = "70.1423",
	  .welch_p = "0.003296" },
	{ .name = "stream_tx",
	  .x = { 5, 4679.212, 36.651045 },
	  .y = { 5, 4671.276, 31.004687 },
	  .d = "-7.936",
	  .percent = "-0.16960",
	  .welch_df = "7.7861",
	  .welch_half = "49.7454",
	  .welch_p = "0.7215" },
	{ .name = "sendfile",
	  .x = { 5, 7490.258, 24.844414 },
	  .y = { 5, 7369.944, 42.886543 },
	  .d = "-120.314",
	  .percent = "-1.60627",
	  .welch_df = "6.4130",
	  .welch_half = "53.401",
	  .welch_p = "0.001306" },
	{ .name = "10GbE rr",
	  .x = { 5, 29827.82, 89.80339 },
	  .y = { 6, 33556.268, 137.33838 },
	  .d = "3728.45",
	  .percent = "12.4999",
	  .welch_df = "8.6129",
	  .welch_half = "157.092",
	  .welch_p = "3.303e-12" },
};

static void test_published(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(published); i++) {
		const struct published *b = &published[i];
		struct t_test t;

		assert_int_equal(welch_test(&b->x, &b->y, (double)b->x.n, (double)b->y.n, &t), 0);
		expect_digits(b->name, t.d, b->d);
		expect_digits(b->name, 100 * t.d / b->x.mean, b->percent);
		expect_digits(b->name, t.df, b->welch_df);
		expect_digits(b->name, t.half, b->welch_half);
		expect_digits(b->name, t.p, b->welch_p);
	}
}

/* half = t x se: with d = 0 and se = 1 the half-width is the quantile. */
static void test_quantiles(void **state)
{
	static const struct {
		double n;
		const char *t;
	} q[] = { { 2, "12.706204736" },
		  { 3, "4.302652730" },
		  { 4.3, "3.024874462" },
		  { 10, "2.262157163" },
		  { 101, "1.983971519" } };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(q); i++) {
		/* all the scatter is in one set, worth n: n - 1 degrees of freedom */
		struct summary x = { 5, 0, sqrt(q[i].n) }, y = { 5, 0, 0 };
		struct t_test t;

		assert_int_equal(welch_test(&x, &y, q[i].n, 7, &t), 0);
		expect_digits("t", t.half, q[i].t);
	}
}

static const double iguana[] = { 50, 200, 150, 400, 750, 400, 150 };
static const double chameleon[] = { 150, 400, 720, 500, 930 };

static void test_ministat_example(void **state)
{
	struct summary x, y;
	struct t_test t;

	(void)state;
	summary_of(&x, iguana, ARRAY_SIZE(iguana));
	summary_of(&y, chameleon, ARRAY_SIZE(chameleon));
	expect_digits("mean", x.mean, "300");
	expect_digits("sd", x.sd, "238.04761");
	expect_digits("mean", y.mean, "540");
	expect_digits("sd", y.sd, "299.08193");
	assert_int_equal(welch_test(&x, &y, 7, 5, &t), 0);
	expect_digits("t", t.d / t.se, "1.4888");
	expect_digits("df", t.df, "7.4254");
	expect_digits("p", t.p, "0.1777");
}

static const double vx[] = { 10.02, 10.05, 10.04, 10.01, 9.98,	9.97,  10.00, 10.03, 10.06, 10.05,
			     10.02, 9.99,  9.96,  9.98,	 10.01, 10.03, 10.02, 10.00, 10.01, 10.04 };
static const double vy[] = { 10.09, 10.11, 10.12, 10.10, 10.08, 10.07, 10.09, 10.11 };

static void test_neff(void **state)
{
	struct neff_test n;
	double ramp[200];

	(void)state;
	assert_int_equal(neff_test(vx, 20, vy, 8, &n), 0);
	expect_digits("rx", n.rx, "0.7221751935");
	expect_digits("ry", n.ry, "0.6600825472");
	expect_digits("r", n.r, "0.7044344374");
	expect_digits("n'", n.nx, "3.4681951511");
	expect_digits("m'", n.ny, "2");
	expect_digits("df", n.t.df, "3.3129108018");
	expect_digits("d", n.t.d, "0.0827500000");
	expect_digits("half", n.t.half, "0.0578664366");
	expect_digits("p", n.t.p, "0.01865992657");
	assert_int_equal(neff_test(vx, 20, vy, 5, &n), 0);
	expect_digits("d", n.t.d, "0.0865");
	expect_digits("half", n.t.half, "0.0506223900");
	expect_digits("df", n.t.df, "3.6656703682");
	expect_digits("p", n.t.p, "0.009894425225");
	for (size_t i = 0; i < 200; i++)
		ramp[i] = (double)i;
	assert_int_equal(neff_test(ramp, 200, ramp, 200, &n), 0);
	expect_digits("r of a ramp", n.r, "0.9500000000");
	expect_digits("its worth", n.nx, "5.1282051282");
	assert_int_equal(neff_test(vx, 2, vy, 5, &n), -EINVAL);
	assert_int_equal(neff_test(vx, 5, vy, 2, &n), -EINVAL);
}

static void test_placebo(void **state)
{
	struct t_test t;

	(void)state;
	assert_int_equal(placebo_test(vx, 20, vy, 4, &t), 0);
	expect_digits("T", t.d, "0.0875");
	expect_digits("rms", t.se, "0.0339612336");
	expect_digits("df", t.df, "4");
	expect_digits("p", t.p, "0.06155664766");
	assert_int_equal(placebo_test(vx, 20, vy, 6, &t), 0);
	expect_digits("T", t.d, "0.0766666667");
	expect_digits("rms", t.se, "0.0147719287");
	expect_digits("df", t.df, "2.333333");
	expect_digits("p", t.p, "0.02516098829");
	assert_int_equal(placebo_test(vx, 20, vy, 7, &t), -EINVAL);
	assert_int_equal(placebo_test(vx, 20, vy, 0, &t), -EINVAL);
}

static double lcg_noise(uint32_t *q)
{
	*q = *q * 1103515245u + 12345u;
	return ((*q >> 16) & 0x7fff) / 32768.0 * .06 - .03;
}

static void test_lcg(void **state)
{
	double x[30], y[10];
	struct neff_test n;
	struct t_test t;
	uint32_t q = 1;

	(void)state;
	for (size_t i = 0; i < 30; i++)
		x[i] = 10 + lcg_noise(&q);
	for (size_t i = 0; i < 10; i++)
		y[i] = 10.05 + lcg_noise(&q);
	expect_digits("x first", x[0], "10.0008312988");
	expect_digits("x last", x[29], "10.0171240234");
	expect_digits("y last", y[9], "10.0696142578");
	assert_int_equal(neff_test(x, 30, y, 10, &n), 0);
	expect_digits("d", n.t.d, "0.0581496582");
	expect_digits("half", n.t.half, "0.0158135358");
	expect_digits("p", n.t.p, "1.2345216e-05");
	expect_digits("df", n.t.df, "9.50340752");
	expect_digits("r", n.r, "0.22375343");
	assert_int_equal(placebo_test(x, 30, y, 10, &t), 0);
	expect_digits("T", t.d, "0.0557755127");
	expect_digits("rms", t.se, "0.0110849074");
	expect_digits("df", t.df, "2");
	expect_digits("p", t.p, "0.037302125");
}

/* Sets of one number each differ or do not; what summing leaves over is no difference. */
static void test_constant(void **state)
{
	double x[30], y[10];
	struct neff_test n;
	struct t_test t;

	(void)state;
	for (int same = 0; same < 2; same++) {
		for (size_t i = 0; i < 30; i++)
			x[i] = log(12345.678);
		for (size_t i = 0; i < 10; i++)
			y[i] = same ? x[0] : x[0] + 1e-3;
		assert_int_equal(neff_test(x, 30, y, 10, &n), 0);
		assert_int_equal(placebo_test(x, 30, y, 10, &t), 0);
		assert_true(n.t.p == same && t.p == same);
		assert_true(n.t.half == 0 && t.half == 0);
	}
}

/* detectable_change() against its definition, put together from the tests' own figures. */
static void test_detectable(void **state)
{
	double change, x[60], mirror[20], t975, t80 = 1.0607; /* t.80 at 2 degrees of freedom */
	struct summary s = { 5, 0, 1 }, none = { 5, 0, 0 };
	struct t_test t;
	uint32_t q = 7;

	(void)state;
	for (size_t i = 0; i < 60; i++)
		x[i] = 5 + (i < 20 ? 0 : 2) + lcg_noise(&q);
	memcpy(mirror, x + 40, sizeof(mirror));
	assert_int_equal(welch_test(&s, &none, 3, 3, &t), 0);
	t975 = t.half / t.se;
	assert_int_equal(placebo_test(x, 60, mirror, 20, &t), 0);
	assert_int_equal(detectable_change(x, 60, 20, &change), 0);
	/* a step in the history: the placebo's part is the larger one */
	assert_true(fabs(change / ((t975 + t80) * t.se) - 1) < 1e-4);
	assert_int_equal(detectable_change(x, 59, 20, &change), -EINVAL);
	assert_int_equal(detectable_change(x, 60, 2, &change), -EINVAL);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_published),	 cmocka_unit_test(test_quantiles),
		cmocka_unit_test(test_ministat_example), cmocka_unit_test(test_neff),
		cmocka_unit_test(test_placebo),		 cmocka_unit_test(test_lcg),
		cmocka_unit_test(test_constant),	 cmocka_unit_test(test_detectable),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
