// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_verdict: the judge round by round, the words, the headline.
 *
 * Invariant: the noise of all rounds comes from one sequence of integers, the same everywhere.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <math.h>
#include <string.h>

#include "model/compare_tests.h"
#include "stream/event.h"
#include "model/verdict.h"

static double lcg_noise(uint32_t *q)
{
	*q = *q * 1103515245u + 12345u;
	return ((*q >> 16) & 0x7fff) / 32768.0 * .06 - .03;
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
	/* a weaker one too, but for the headline the strongest counts */
	begin(100, 0);
	for (int i = 0; i < 10; i++)
		feed(i < 5 ? .2 : .06, 0);
	assert_int_equal(judge.v.look, 10);
	assert_true(judge.v.p > first.p);
	assert_true(judge.v.p_least == first.p);
}

/* A long way down, then a small step up: up by the placebo, down by neff, so neither. */
static void test_directions(void **state)
{
	struct verdict_round before[200];
	double x[200], y[5];
	struct neff_test n;
	struct t_test t;

	(void)state;
	for (size_t i = 0; i < 200; i++) {
		x[i] = 9 + .5 - .5 * (double)i / 200;
		before[i] = (struct verdict_round){ .ln_rate = x[i] };
	}
	judge_begin(&judge, before, 200, 0);
	for (size_t i = 0; i < 5; i++) {
		struct verdict_round r = { .ln_rate = y[i] = 9.04 + 1e-4 * (double)(i % 2) };

		judge_add(&judge, &r);
	}
	assert_int_equal(neff_test(x, 200, y, 5, &n), 0);
	assert_int_equal(placebo_test(x, 200, y, 5, &t), 0);
	assert_true(n.t.d < 0 && n.t.p < .05 && t.d > 0 && t.p < .05);
	assert_true(judge.v.state != VERDICT_DIFFERENCE);
	assert_true(judge.v.p == 1);
	assert_true(judge.v.lo < 0 && judge.v.hi > 0);
}

/* However close to nothing an interval comes, it does not read as nothing. */
static void test_words_close(void **state)
{
	(void)state;
	judge.v = (struct verdict){ .state = VERDICT_DIFFERENCE,
				    .n = 60,
				    .m = 20,
				    .look = 20,
				    .neff_n = 60,
				    .neff_m = 20,
				    .d = log(1.5),
				    .lo = log(1.0004),
				    .hi = log(2.2),
				    .p = .04967,
				    .rate_before = 1000 };
	expect_words("x before   kernel.foo=0    N=60  (Neff 60)\n"
		     "+ after    kernel.foo=10   N=20  (Neff 20)\n"
		     "Difference at 95.0% confidence                     "
		     "before/after, not randomised\n"
		     "        +500 (+0.40..+1200) loops/s\n"
		     "        x1.50 (x1.0004..x2.2)   (AR(1) Neff, placebo p<0.05)");
	judge.v.d = log1p(.0456);
	judge.v.lo = log1p(.0001);
	judge.v.hi = log1p(.09);
	expect_words("x before   kernel.foo=0    N=60  (Neff 60)\n"
		     "+ after    kernel.foo=10   N=20  (Neff 20)\n"
		     "Difference at 95.0% confidence                     "
		     "before/after, not randomised\n"
		     "        +45.6 +/- 45.5 loops/s\n"
		     "        +4.56% +/- 4.55%        (AR(1) Neff, placebo p<0.05)");
	judge.v.d = log1p(-.0456);
	judge.v.lo = log1p(-.09);
	judge.v.hi = log1p(-.0206);
	judge.v.p = .012;
	expect_words("x before   kernel.foo=0    N=60  (Neff 60)\n"
		     "+ after    kernel.foo=10   N=20  (Neff 20)\n"
		     "Difference at 95.0% confidence                     "
		     "before/after, not randomised\n"
		     "        -46 +/- 25 loops/s\n"
		     "        -4.6% +/- 2.5%          (AR(1) Neff, placebo p=0.012)");
}

/* A buffer too small cuts the words, no more. */
static void test_words_cut_off(void **state)
{
	static const struct verdict_labels labels = { .before = "a", .after = "b", .unit = "c" };
	char whole[600], part[600];

	(void)state;
	begin(60, 0);
	for (int i = 0; i < 5; i++)
		feed(.2, 0);
	verdict_words(&judge.v, &labels, whole, sizeof(whole));
	for (size_t size = 1; size < strlen(whole); size++) {
		memset(part, 'X', sizeof(part));
		assert_int_equal(verdict_words(&judge.v, &labels, part, size), size - 1);
		assert_memory_equal(part, whole, size - 1);
		assert_int_equal(part[size - 1], 0);
		assert_int_equal(part[size], 'X');
	}
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
	begin(60, 0);
	for (int i = 0; i < 5; i++)
		feed(0, .3);
	assert_true(judge.v.load_changed);
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
	double limit;
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
	assert_int_equal(verdict_holm(v, 12, &limit, &family), 2);
	assert_int_equal(family, 12);
	assert_true(limit == 1e-4);
	/* series that are never judged do not make the others pay */
	for (size_t i = 3; i < 12; i++)
		v[i].state = VERDICT_NEVER;
	v[5].next = 0;
	expect_headline(v, 12, "3 of 3 series differ");
	v[0].state = v[2].state = VERDICT_HIDDEN;
	expect_headline(v, 12, "no difference proven in 3 series, 1 taken one by one");
	v[1].p_least = .01;
	expect_headline(v, 12, "1 of 3 series differs");
	/* nor do those that never came to a look */
	v[3] = (struct verdict){ .state = VERDICT_WAITING, .next = 5 };
	expect_headline(v, 4, "1 of 4 series differs, still looking");
	v[3] = (struct verdict){ .state = VERDICT_WAITING, .cut = true };
	expect_headline(v, 4, "1 of 3 series differs");
	expect_headline(v, 0, "no series was judged");
}

/* .001, .2, .012, .013, .04 at 5 %: .001 <= .05/5, .012 <= .05/4, .013 <= .05/3, .04 > .05/2. */
static void test_holm(void **state)
{
	static const double p[] = { .001, .2, .012, .013, .04 };
	static const double none[] = { .03, .026,
				       .04 }; /* the least fails, and with it the others */
	struct verdict v[300] = { 0 };
	double limit;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(p); i++)
		v[i] = (struct verdict){ .p_least = p[i],
					 .state = p[i] < .05 ? VERDICT_DIFFERENCE : VERDICT_SAME };
	assert_int_equal(verdict_holm(v, 5, &limit, NULL), 3);
	assert_true(limit == .013);
	for (size_t i = 0; i < ARRAY_SIZE(none); i++)
		v[i] = (struct verdict){ .p_least = none[i], .state = VERDICT_DIFFERENCE };
	assert_int_equal(verdict_holm(v, 3, &limit, NULL), 0);
	assert_true(limit < 0);
	assert_int_equal(verdict_holm(v, 0, NULL, NULL), 0);
	/* many at once, all the same */
	for (size_t i = 0; i < 300; i++)
		v[i] = (struct verdict){ .p_least = .0001, .state = VERDICT_DIFFERENCE };
	assert_int_equal(verdict_holm(v, 300, &limit, NULL), 300);
}

/* More of a round was measured after its first value was given: that one counts, in the next look. */
static void test_amend(void **state)
{
	struct verdict_round before[60], r;

	(void)state;
	noise = 1;
	for (size_t i = 0; i < 60; i++)
		before[i] = round_of(0, 0);
	judge_begin(&judge, before, 60, 0);
	r = round_of(0, 0);
	judge_amend(&judge, &r); /* there is none yet */
	assert_int_equal(judge.v.m, 0);
	judge_add(&judge, &r);
	r.ln_rate += 1;
	judge_amend(&judge, &r);
	assert_int_equal(judge.v.m, 1);
	assert_true(judge.y[0] == r.ln_rate);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_looks),
		cmocka_unit_test(test_too_few),
		cmocka_unit_test(test_never),
		cmocka_unit_test(test_figures),
		cmocka_unit_test(test_words_difference),
		cmocka_unit_test(test_latched),
		cmocka_unit_test(test_directions),
		cmocka_unit_test(test_words_close),
		cmocka_unit_test(test_words_cut_off),
		cmocka_unit_test(test_factor),
		cmocka_unit_test(test_words_same),
		cmocka_unit_test(test_noisy),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_load),
		cmocka_unit_test(test_before_segment),
		cmocka_unit_test(test_headline),
		cmocka_unit_test(test_holm),
		cmocka_unit_test(test_amend),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
