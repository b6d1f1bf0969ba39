// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_verdict: the comparisons against published and cross-checked figures, the judge round by
 * round, the words.
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

#include "../../src/compare_tests.h"
#include "../../src/event.h"
#include "../../src/verdict.h"

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
	const char *d, *half, *percent, *percent_half, *pooled, *p;
	const char *welch_df, *welch_half, *welch_p;
};

/* ministat's results on FreeBSD, 2006, from N, Avg and Stddev; half-widths with the exact t. */
static const struct published published[] = {
	{ .name = "preemption",
	  .x = { 7, 101.78429, 1.4606717 },
	  .y = { 4, 93.53, 2.2081365 },
	  .d = "-8.25429",
	  .half = "2.47528",
	  .percent = "-8.10959",
	  .pooled = "1.74576",
	  .p = "3.528e-05",
	  .welch_df = "4.5457",
	  .welch_half = "3.27094",
	  .welch_p = "0.001628" },
	{ .name = "netperf stream",
	  .x = { 5, 4178.016, 46.300782 },
	  .y = { 5, 4519.416, 38.960833 },
	  .d = "341.4",
	  .half = "62.4047",
	  .percent = "8.17134",
	  .pooled = "42.7885",
	  .p = "1.463e-06",
	  .welch_df = "7.7730",
	  .welch_half = "62.7234",
	  .welch_p = "1.881e-06" },
	{ .name = "netperf loopback rr",
	  .x = { 5, 27964.662, 163.75044 },
	  .y = { 5, 39463.23, 645.1375 },
	  .d = "11498.6",
	  .half = "686.412",
	  .percent = "41.1182",
	  .pooled = "470.647",
	  .p = "2.216e-10",
	  .welch_df = "4.5133",
	  .welch_half = "790.666",
	  .welch_p = "7.296e-07" },
	{ .name = "stream_rx",
	  .x = { 5, 7693.382, 27.071167 },
	  .y = { 5, 7830.482, 57.216535 },
	  .d = "137.1",
	  .half = "65.277",
	  .percent = "1.78205",
	  .pooled = "44.7581",
	  .p = "0.001283",
	  .welch_df = "5.7054",
	  .welch_half = "70.1423",
	  .welch_p = "0.003296" },
	{ .name = "stream_tx",
	  .x = { 5, 4679.212, 36.651045 },
	  .y = { 5, 4671.276, 31.004687 },
	  .d = "-7.936",
	  .half = "49.508",
	  .percent = "-0.16960",
	  .pooled = "33.9455",
	  .p = "0.7212",
	  .welch_df = "7.7861",
	  .welch_half = "49.7454",
	  .welch_p = "0.7215" },
	{ .name = "sendfile",
	  .x = { 5, 7490.258, 24.844414 },
	  .y = { 5, 7369.944, 42.886543 },
	  .d = "-120.314",
	  .half = "51.113",
	  .percent = "-1.60627",
	  .pooled = "35.0464",
	  .p = "6.248e-04",
	  .welch_df = "6.4130",
	  .welch_half = "53.401",
	  .welch_p = "0.001306" },
	{ .name = "10GbE rr",
	  .x = { 5, 29827.82, 89.80339 },
	  .y = { 6, 33556.268, 137.33838 },
	  .d = "3728.45",
	  .half = "162.442",
	  .percent = "12.4999",
	  .pooled = "118.588",
	  .p = "1.831e-12",
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
		double s;

		assert_int_equal(student_test(&b->x, &b->y, 0.95, &t, &s), 0);
		expect_digits(b->name, t.d, b->d);
		expect_digits(b->name, t.half, b->half);
		expect_digits(b->name, 100 * t.d / b->x.mean, b->percent);
		expect_digits(b->name, s, b->pooled);
		expect_digits(b->name, t.p, b->p);
		/* only stream_tx was published as "No difference proven" */
		assert_int_equal(fabs(t.d) > t.half, i != 4);
		assert_int_equal(welch_test(&b->x, &b->y, (double)b->x.n, (double)b->y.n, &t), 0);
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
	double s;

	(void)state;
	summary_of(&x, iguana, ARRAY_SIZE(iguana));
	summary_of(&y, chameleon, ARRAY_SIZE(chameleon));
	expect_digits("mean", x.mean, "300");
	expect_digits("sd", x.sd, "238.04761");
	expect_digits("mean", y.mean, "540");
	expect_digits("sd", y.sd, "299.08193");
	assert_int_equal(student_test(&x, &y, 0.95, &t, &s), 0);
	expect_digits("pooled", s, "264.159");
	expect_digits("df", t.df, "10");
	expect_digits("t", t.d / t.se, "1.5516");
	expect_digits("p", t.p, "0.1518");
	expect_digits("low", t.d - t.half, "-104.639");
	expect_digits("high", t.d + t.half, "584.639");
	/* ministat -c 80: its t for 10 degrees of freedom is 1.372 */
	expect_digits("table half", 1.372 * t.se, "212.215");
	assert_int_equal(student_test(&x, &y, 0.80, &t, NULL), 0);
	expect_digits("half", t.half / t.se, "1.372");
	assert_true(t.d > t.half);
	assert_int_equal(student_test(&x, &y, 0.90, &t, NULL), 0);
	assert_true(t.d < t.half);
	assert_int_equal(welch_test(&x, &y, 7, 5, &t), 0);
	expect_digits("t", t.d / t.se, "1.4888");
	expect_digits("df", t.df, "7.4254");
	expect_digits("p", t.p, "0.1777");
}

static void test_ministat_small(void **state)
{
	static const double a[] = { 3, 4, 6 }, b[] = { 13, 15, 17, 18 }, same[] = { 7, 7, 7 };
	struct summary x, y;
	struct t_test t = { .d = 99 };
	double s;

	(void)state;
	summary_of(&x, a, 3);
	summary_of(&y, b, 4);
	assert_int_equal(student_test(&x, &y, 0.95, &t, &s), 0);
	expect_digits("d", t.d, "11.4167");
	expect_digits("pooled", s, "1.97062");
	expect_digits("table half", 2.571 * t.se, "3.86957");
	expect_digits("%", 100 * t.d / x.mean, "263.462");
	summary_of(&x, same, 3);
	summary_of(&y, same, 3);
	assert_int_equal(student_test(&x, &y, 0.95, &t, &s), 0);
	assert_true(t.d == 0 && t.half == 0 && t.p == 1 && s == 0);
	t.d = 99;
	summary_of(&x, same, 2);
	assert_int_equal(student_test(&x, &y, 0.95, &t, &s), -EINVAL);
	assert_int_equal(student_test(&y, &x, 0.95, &t, &s), -EINVAL);
	assert_int_equal(student_test(&y, &y, 1, &t, &s), -EINVAL);
	assert_true(t.d == 99);
}

static const double vx[] = { 10.02, 10.05, 10.04, 10.01, 9.98,	9.97,  10.00, 10.03, 10.06, 10.05,
			     10.02, 9.99,  9.96,  9.98,	 10.01, 10.03, 10.02, 10.00, 10.01, 10.04 };
static const double vy[] = { 10.09, 10.11, 10.12, 10.10, 10.08, 10.07, 10.09, 10.11 };

static void test_neff(void **state)
{
	struct neff_test n;

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

static void test_holm(void **state)
{
	static const double p[] = { .001, .2, .012, .013, .04 };
	static const bool expected[] = { true, false, true, true, false };
	bool reject[5];

	(void)state;
	assert_int_equal(holm(p, 5, 0.05, reject), 3);
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(reject[i], expected[i]);
	/* the least fails: those that would pass by themselves do not stand either */
	assert_int_equal(holm((const double[]){ .03, .026, .04 }, 3, 0.05, reject), 0);
	assert_int_equal(holm((const double[]){ .05 }, 1, 0.05, reject), 1);
	assert_int_equal(holm(p, 0, 0.05, reject), 0);
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

/* -- the judge ------------------------------------------------------------------------------- */

static struct judge judge;
static uint32_t noise;

/* A round of rate 10000 times exp(@shift), noise +-3 %. */
static struct verdict_round round_of(double shift, double load)
{
	return (struct verdict_round){ .ln_rate = log(10000) + shift + lcg_noise(&noise),
				       .has_load = true,
				       .other_load = load };
}

static void begin(size_t n, double load)
{
	struct verdict_round before[250];

	noise = 1;
	for (size_t i = 0; i < n; i++)
		before[i] = round_of(0, load);
	judge_begin(&judge, before, n, 0);
}

static bool feed(double shift, double load)
{
	struct verdict_round r = round_of(shift, load);

	return judge_add(&judge, &r);
}

static void expect_short(const char *expected)
{
	char got[16];

	verdict_short(&judge.v, got, sizeof(got));
	assert_string_equal(got, expected);
}

static void expect_words(const char *expected)
{
	static const struct verdict_labels labels = { .before = "kernel.foo=0",
						      .after = "kernel.foo=10",
						      .unit = "loops/s" };
	char got[600];
	size_t len = verdict_words(&judge.v, &labels, got, sizeof(got));

	assert_int_equal(len, strlen(got));
	assert_string_equal(got, expected);
}

static void test_looks(void **state)
{
	static const struct {
		unsigned n, last;
	} can[] = { { 15, 5 },	 { 29, 5 },   { 30, 10 },  { 59, 10 }, { 60, 20 },
		    { 119, 20 }, { 120, 40 }, { 200, 40 }, { 250, 40 } };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(can); i++) {
		unsigned looked = 0;

		begin(can[i].n, 0);
		assert_int_equal(judge.v.last, can[i].last);
		assert_int_equal(judge.v.next, 5);
		assert_int_equal(judge.v.n, MIN(can[i].n, VERDICT_BEFORE_MAX));
		for (unsigned m = 1; m <= 100; m++) {
			/* no noise after the change: nothing can be found by chance */
			struct verdict_round r = { .ln_rate = log(10000) };
			bool look = judge_add(&judge, &r);

			assert_int_equal(look, m <= can[i].last &&
						       (m == 5 || m == 10 || m == 20 || m == 40));
			looked += look;
			assert_int_equal(judge.v.m, MIN(m, can[i].last));
		}
		assert_true(looked > 0);
		assert_int_equal(judge.v.look, can[i].last);
		assert_int_equal(judge.v.next, 0);
		assert_int_equal(judge.v.state, VERDICT_SAME);
		expect_short("~");
	}
}

static void test_too_few(void **state)
{
	(void)state;
	begin(11, 0);
	assert_int_equal(judge.v.state, VERDICT_TOO_FEW);
	expect_words("needs 4 more rounds before a change can be judged");
	expect_short("--");
	for (int i = 0; i < 30; i++)
		assert_false(feed(1, 0));
	assert_int_equal(judge.v.state, VERDICT_TOO_FEW);
	begin(14, 0);
	expect_words("needs 1 more round before a change can be judged");
	begin(0, 0);
	assert_int_equal(judge.v.needs, 15);
	begin(15, 0);
	assert_int_equal(judge.v.state, VERDICT_WAITING);
}

static void test_never(void **state)
{
	struct verdict_round before[30];

	(void)state;
	for (size_t i = 0; i < 30; i++)
		before[i] = round_of(0, 0);
	judge_begin(&judge, before, 30, SERIES_SLICE_BOUND | SERIES_CROSS);
	for (int i = 0; i < 30; i++)
		assert_false(feed(2, 0));
	assert_int_equal(judge.v.state, VERDICT_NEVER);
	expect_short("--");
	expect_words("never judged: one loop takes time slices of the scheduler");
	judge_begin(&judge, before, 30, SERIES_CROSS);
	assert_int_equal(judge.v.state, VERDICT_WAITING);
}

/* The judge's figures are those of the two tests on the same rounds. */
static void test_figures(void **state)
{
	struct verdict_round before[60];
	double x[60], y[5], sum = 0;
	struct neff_test n;
	struct t_test t;

	(void)state;
	noise = 3;
	for (size_t i = 0; i < 60; i++) {
		before[i] = round_of(0, 0);
		x[i] = before[i].ln_rate;
		sum += exp(x[i]);
	}
	judge_begin(&judge, before, 60, 0);
	assert_true(judge.v.detectable > 0.01 && judge.v.detectable < 0.25);
	for (size_t i = 0; i < 5; i++) {
		struct verdict_round r = round_of(.08, 0);

		y[i] = r.ln_rate;
		assert_int_equal(judge_add(&judge, &r), i == 4);
	}
	assert_int_equal(neff_test(x, 60, y, 5, &n), 0);
	assert_int_equal(placebo_test(x, 60, y, 5, &t), 0);
	assert_int_equal(judge.v.state, VERDICT_DIFFERENCE);
	assert_true(judge.v.d == n.t.d);
	assert_true(judge.v.p == fmax(n.t.p, t.p));
	assert_true(judge.v.lo == fmin(n.t.d - n.t.half, t.d - t.half));
	assert_true(judge.v.hi == fmax(n.t.d + n.t.half, t.d + t.half));
	assert_true(judge.v.neff_n == n.nx && judge.v.neff_m == n.ny);
	assert_true(fabs(judge.v.rate_before / (sum / 60) - 1) < 1e-12);
}

static void test_words_difference(void **state)
{
	(void)state;
	begin(120, .2);
	for (int i = 0; i < 3; i++)
		assert_false(feed(.08, 1.1));
	expect_words("can't tell yet: 3 of 5 rounds");
	expect_short("3/40");
	for (int i = 0; i < 2; i++)
		feed(.08, 1.1);
	assert_int_equal(judge.v.state, VERDICT_DIFFERENCE);
	for (int i = 0; i < 15; i++)
		feed(.08, 1.1);
	assert_int_equal(judge.v.look, 20);
	expect_words(
		"x before   kernel.foo=0    N=120 (Neff 114)\n"
		"+ after    kernel.foo=10   N=20  (Neff 19)\n"
		"Difference at 95.0% confidence                     before/after, not randomised\n"
		"        +830 +/- 180 loops/s\n"
		"        +8.3% +/- 1.8%          (AR(1) Neff, placebo p<0.001)\n"
		"20 of 40 rounds, next look at 40\n"
		"other load changed 0.2 -> 1.1 CPUs at the same time");
	expect_short("+8.3%");
}

static void test_latched(void **state)
{
	struct verdict first;

	(void)state;
	begin(100, 0);
	for (int i = 0; i < 5; i++)
		feed(.2, 0);
	assert_int_equal(judge.v.state, VERDICT_DIFFERENCE);
	first = judge.v;
	/* the effect turns round: the verdict of the first look stands, with its figures */
	for (int i = 0; i < 15; i++)
		feed(-.6, 0);
	assert_int_equal(judge.v.state, VERDICT_DIFFERENCE);
	assert_int_equal(judge.v.look, 5);
	assert_int_equal(judge.v.m, 20);
	assert_true(judge.v.d == first.d && judge.v.lo == first.lo && judge.v.p == first.p);
	/* and a second look that says the same with more rounds replaces them */
	begin(100, 0);
	for (int i = 0; i < 10; i++)
		feed(.2, 0);
	assert_int_equal(judge.v.look, 10);
	assert_true(judge.v.hi - judge.v.lo < first.hi - first.lo);
	assert_true(judge.v.p_least <= judge.v.p && judge.v.p_least <= first.p);
}

static void test_factor(void **state)
{
	(void)state;
	begin(100, 0);
	for (int i = 0; i < 20; i++)
		feed(log(8.1), 0);
	expect_short("x8.1");
	expect_words(
		"x before   kernel.foo=0    N=100 (Neff 92)\n"
		"+ after    kernel.foo=10   N=20  (Neff 18)\n"
		"Difference at 95.0% confidence                     before/after, not randomised\n"
		"        +71100 (+70000..+72000) loops/s\n"
		"        x8.1 (x7.9..x8.2)       (AR(1) Neff, placebo p<0.001)");
	begin(100, 0);
	for (int i = 0; i < 20; i++)
		feed(log(.0123), 0);
	expect_short("x0.012");
	begin(100, 0);
	for (int i = 0; i < 20; i++)
		feed(log(1.31), 0);
	expect_short("x1.31");
	begin(100, 0);
	for (int i = 0; i < 20; i++)
		feed(-.1, 0);
	expect_short("-9.5%");
	/* nothing makes the column wider */
	for (double shift = -200; shift <= 200; shift += 7.3) {
		char got[32];

		begin(60, 0);
		for (int i = 0; i < 20; i++)
			feed(shift, 0);
		assert_int_equal(judge.v.state, VERDICT_DIFFERENCE);
		assert_true(verdict_short(&judge.v, got, sizeof(got)) <= 7);
	}
	expect_short("x>99999");
}

static void test_words_same(void **state)
{
	(void)state;
	begin(60, 0);
	for (int i = 0; i < 5; i++)
		feed(0, 0);
	expect_short("5/20");
	expect_words("x before   kernel.foo=0    N=60  (Neff 58)\n"
		     "+ after    kernel.foo=10   N=5   (Neff 5)\n"
		     "No difference proven at 95.0% confidence (if any: -2.2%..+3.7%)\n"
		     "        before/after, not randomised\n"
		     "5 of 20 rounds, next look at 10");
	for (int i = 0; i < 15; i++)
		feed(0, 0);
	expect_short("~");
	expect_words("x before   kernel.foo=0    N=60  (Neff 58)\n"
		     "+ after    kernel.foo=10   N=20  (Neff 19)\n"
		     "No difference proven at 95.0% confidence (if any: -2.9%..+2.0%)\n"
		     "        before/after, not randomised");
}

/* A history with two modes: little can be said, and "~" would say too much. */
static void test_noisy(void **state)
{
	struct verdict_round before[60];

	(void)state;
	noise = 1;
	for (size_t i = 0; i < 60; i++)
		before[i] = round_of(i / 10 % 2 ? .7 : 0, 0);
	judge_begin(&judge, before, 60, 0);
	assert_true(judge.v.detectable > 1);
	for (int i = 0; i < 20; i++)
		feed(i % 2 ? .7 : 0, 0);
	assert_int_equal(judge.v.state, VERDICT_HIDDEN);
	expect_short("noisy");
	expect_words("x before   kernel.foo=0    N=60  (Neff 13)\n"
		     "+ after    kernel.foo=10   N=20  (Neff 4)\n"
		     "can't tell: this machine's noise hides anything below x5.0\n"
		     "        before/after, not randomised");
}

static void test_cut(void **state)
{
	(void)state;
	begin(60, 0);
	for (int i = 0; i < 3; i++)
		feed(.5, 0);
	judge_cut(&judge, "kernel.bar");
	for (int i = 0; i < 20; i++)
		assert_false(feed(.5, 0));
	expect_words("can't tell: 3 of 5 rounds, cut short by kernel.bar");
	expect_short("--");
	begin(60, 0);
	for (int i = 0; i < 7; i++)
		feed(0, 0);
	judge_cut(&judge, "kernel.bar");
	judge_cut(&judge, "the second is not the one that cut it");
	assert_true(judge.v.cut);
	assert_int_equal(judge.v.look, 5);
	expect_short("~");
	expect_words("x before   kernel.foo=0    N=60  (Neff 58)\n"
		     "+ after    kernel.foo=10   N=5   (Neff 5)\n"
		     "No difference proven at 95.0% confidence (if any: -2.2%..+3.7%)\n"
		     "        before/after, not randomised\n"
		     "cut short by kernel.bar");
	/* one that had its last look was not cut short */
	begin(15, 0);
	for (int i = 0; i < 5; i++)
		feed(0, 0);
	judge_cut(&judge, "kernel.bar");
	assert_false(judge.v.cut);
}

static void test_load(void **state)
{
	struct verdict_round before[60];

	(void)state;
	begin(60, .2);
	for (int i = 0; i < 5; i++)
		feed(0, .49);
	assert_false(judge.v.load_changed);
	begin(60, .75);
	for (int i = 0; i < 5; i++)
		feed(0, .25);
	assert_true(judge.v.load_changed);
	assert_true(judge.v.load_before == .75 && judge.v.load_after == .25);
	/* only the last m rounds before count, as many as after */
	for (size_t i = 0; i < 60; i++)
		before[i] = round_of(0, i < 55 ? 2 : .5);
	judge_begin(&judge, before, 60, 0);
	for (int i = 0; i < 5; i++)
		feed(0, .5);
	assert_false(judge.v.load_changed);
	for (int i = 0; i < 5; i++)
		feed(0, .5);
	assert_true(judge.v.load_changed);
	assert_true(judge.v.load_before == 1.25);
	/* unknown in most of the rounds: nothing is said */
	for (size_t i = 0; i < 60; i++)
		before[i].has_load = i < 57;
	judge_begin(&judge, before, 60, 0);
	for (int i = 0; i < 5; i++)
		feed(0, 5);
	assert_false(judge.v.load_changed);
}

/* Of more rounds than fit, the newest are taken; a rate that has no logarithm is no round. */
static void test_before_segment(void **state)
{
	struct verdict_round before[260];

	(void)state;
	noise = 1;
	for (size_t i = 0; i < 260; i++)
		before[i] = round_of(i < 60 ? 3 : 0, 0);
	judge_begin(&judge, before, 260, 0);
	assert_int_equal(judge.v.n, 200);
	for (size_t i = 0; i < 200; i++)
		assert_true(judge.x[i] == before[60 + i].ln_rate);
	before[100].ln_rate = -INFINITY;
	before[259].ln_rate = NAN;
	judge_begin(&judge, before + 60, 200, 0);
	assert_int_equal(judge.v.n, 198);
	assert_true(judge.x[39] == before[99].ln_rate && judge.x[40] == before[101].ln_rate);
	assert_false(judge_add(&judge, &before[100]));
	assert_int_equal(judge.v.m, 0);
	assert_true(isfinite(verdict_ln_rate(0, 1)));
	assert_true(fabs(verdict_ln_rate(1000, NSEC_PER_SEC / 10) - log(10005)) < 1e-12);
}

static void test_detectable_rounds(void **state)
{
	struct verdict_round before[60];
	double change = -1;

	(void)state;
	noise = 1;
	for (size_t i = 0; i < 60; i++)
		before[i] = round_of(0, 0);
	assert_int_equal(verdict_detectable(before, 14, &change), -EINVAL);
	assert_true(change == -1);
	assert_int_equal(verdict_detectable(before, 60, &change), 0);
	judge_begin(&judge, before, 60, 0);
	assert_true(change == judge.v.detectable);
}

static void expect_headline(const struct verdict *v, size_t n, const char *expected)
{
	char got[160];

	verdict_headline(v, n, got, sizeof(got));
	assert_string_equal(got, expected);
}

static void test_headline(void **state)
{
	struct verdict v[12] = { 0 };
	bool differs[12];
	size_t family;

	(void)state;
	expect_headline(v, 12, "no series was judged");
	for (size_t i = 0; i < 12; i++)
		v[i] = (struct verdict){ .state = VERDICT_TOO_FEW, .needs = 3 + (unsigned)i };
	expect_headline(v, 12, "needs 3 more rounds before a change can be judged");
	for (size_t i = 0; i < 12; i++)
		v[i] = (struct verdict){ .state = VERDICT_WAITING, .next = 5, .last = 20 };
	expect_headline(v, 12, "can't tell yet");
	for (size_t i = 0; i < 12; i++)
		v[i] = (struct verdict){
			.state = i < 3 ? VERDICT_DIFFERENCE : VERDICT_SAME,
			.look = 20,
			.p_least = i < 3 ? 1e-4 : .2,
		};
	expect_headline(v, 12, "3 of 12 series differ");
	v[1].p_least = .03;
	v[5].next = 20;
	expect_headline(v, 12, "2 of 12 series differ, 3 taken one by one, still looking");
	assert_int_equal(verdict_holm(v, 12, differs, &family), 2);
	assert_int_equal(family, 12);
	assert_true(differs[0] && !differs[1] && differs[2] && !differs[3]);
	/* series that are never judged do not make the others pay */
	for (size_t i = 3; i < 12; i++)
		v[i].state = VERDICT_NEVER;
	v[5].next = 0;
	expect_headline(v, 12, "3 of 3 series differ");
	v[0].state = v[2].state = VERDICT_HIDDEN;
	expect_headline(v, 12, "no difference proven in 3 series, 1 taken one by one");
	v[1].p_least = .01;
	expect_headline(v, 12, "1 of 3 series differs");
	expect_headline(v, 0, "no series was judged");
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_published),
		cmocka_unit_test(test_quantiles),
		cmocka_unit_test(test_ministat_example),
		cmocka_unit_test(test_ministat_small),
		cmocka_unit_test(test_neff),
		cmocka_unit_test(test_placebo),
		cmocka_unit_test(test_lcg),
		cmocka_unit_test(test_holm),
		cmocka_unit_test(test_constant),
		cmocka_unit_test(test_detectable),
		cmocka_unit_test(test_looks),
		cmocka_unit_test(test_too_few),
		cmocka_unit_test(test_never),
		cmocka_unit_test(test_figures),
		cmocka_unit_test(test_words_difference),
		cmocka_unit_test(test_latched),
		cmocka_unit_test(test_factor),
		cmocka_unit_test(test_words_same),
		cmocka_unit_test(test_noisy),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_load),
		cmocka_unit_test(test_before_segment),
		cmocka_unit_test(test_detectable_rounds),
		cmocka_unit_test(test_headline),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
