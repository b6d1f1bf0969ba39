// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_figures: the figures of a series, against numbers worked out by hand.
 *
 * Invariant: a figure is present exactly when a slice carried both of its numbers.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "model/model_int.h"
#include "stream/rate.h"

#define MS NSEC_PER_MSEC

static const struct series_info info = { .unit = "loops/s" };

static void near(double got, double want)
{
	assert_true(fabs(got - want) <= 1e-9 * fabs(want));
}

static void figure(const struct figures *f, enum metric_id id, double want)
{
	assert_true(metric_has(&f->metrics, id));
	near(f->metrics.v[id], want);
}

static struct slice plain(int64_t wall_ns, uint64_t loops)
{
	return (struct slice){ .wall_ns = wall_ns, .loops = loops };
}

static void test_nothing(void **state)
{
	struct sums s = { 0 };
	struct figures f;

	(void)state;
	memset(&f, 0xff, sizeof(f));
	sums_figures(&s, DIVISOR_NOMINAL, 1000, &f);
	assert_int_equal(f.have, 0);
	assert_int_equal(f.n, 0);
	assert_int_equal(f.voided, 0);
}

/* Rates 1000, 3000, 2000: mean 2000, sample deviation sqrt((1 + 1 + 0) * 1e6 / 2) = 1000. */
static void test_rates(void **state)
{
	struct slice a = plain(100 * MS, 100), b = plain(50 * MS, 150), c = plain(1000 * MS, 2000);
	struct sums s = { 0 };
	struct figures f;

	(void)state;
	sums_add(&s, &info, &a);
	sums_figures(&s, DIVISOR_NOMINAL, 0, &f);
	assert_int_equal(f.have, FIG_RATE);
	near(f.average, 1000);
	sums_add(&s, &info, &b);
	sums_add(&s, &info, &c);
	sums_figures(&s, DIVISOR_NOMINAL, 500, &f);
	assert_int_equal(f.have, FIG_RATE | FIG_STDDEV | FIG_PER_MHZ);
	assert_int_equal(f.n, 3);
	near(f.low, 1000);
	near(f.high, 3000);
	near(f.average, 2000);
	near(f.stddev, 1000);
	near(f.low_per_mhz, 2);
	near(f.high_per_mhz, 6);
	near(f.average_per_mhz, 4);
}

/* A slice of no loop has a rate of 0, and a logarithm all the same. */
static void test_logarithm(void **state)
{
	(void)state;
	assert_true(series_rate(&info, 0, 1) == 0);
	near(series_rate(&info, 1000, 100 * MS), 10000);
	assert_true(isfinite(series_ln_rate(&info, 0, 1)));
	assert_true(fabs(series_ln_rate(&info, 1000, 100 * MS) - log(10005)) < 1e-12);
}

/* By the running clock each slice is divided by its own: 1000/500 = 2 and 3000/1000 = 3. */
static void test_divisors(void **state)
{
	struct slice a = plain(100 * MS, 100), b = plain(100 * MS, 300),
		     none = plain(100 * MS, 900);
	struct sums s = { 0 };
	struct figures f;

	(void)state;
	metric_set(&a.metrics, METRIC_mhz, 500);
	metric_set(&b.metrics, METRIC_mhz, 1000);
	sums_add(&s, &info, &none);
	sums_figures(&s, DIVISOR_RUNNING, 100, &f);
	assert_int_equal(f.have & FIG_PER_MHZ, 0); /* never the other clock instead */
	assert_false(metric_has(&f.metrics, METRIC_mhz));
	sums_add(&s, &info, &a);
	sums_add(&s, &info, &b);
	sums_figures(&s, DIVISOR_RUNNING, 100, &f);
	assert_true(f.have & FIG_PER_MHZ);
	near(f.low_per_mhz, 2);
	near(f.high_per_mhz, 3);
	near(f.average_per_mhz, 2.5);
	figure(&f, METRIC_mhz, 750);
	sums_figures(&s, DIVISOR_NOMINAL, 0, &f); /* the nominal one is not known */
	assert_int_equal(f.have & FIG_PER_MHZ, 0);
	sums_figures(&s, DIVISOR_NOMINAL, 100, &f);
	near(f.low_per_mhz, 10);
	near(f.high_per_mhz, 90);
	a.metrics.v[METRIC_mhz] = 0; /* a clock of 0 is none */
	memset(&s, 0, sizeof(s));
	sums_add(&s, &info, &a);
	sums_figures(&s, DIVISOR_RUNNING, 0, &f);
	assert_int_equal(f.have & FIG_PER_MHZ, 0);
}

/* 100 loops with 200 + 10 switches, 300 without the counter, 100 with 190 + 0: 400 / 200 = 2. */
static void test_ratios_of_what_was_counted(void **state)
{
	struct slice a = plain(100 * MS, 100), b = plain(100 * MS, 300), c = plain(100 * MS, 100);
	struct sums s = { 0 };
	struct figures f;

	(void)state;
	metric_set(&a.metrics, METRIC_nvcsw, 200);
	metric_set(&a.metrics, METRIC_nivcsw, 10);
	metric_set(&a.metrics, METRIC_cpu_ns, 5 * MS);
	metric_set(&a.metrics, METRIC_faults, 50);
	metric_set(&a.metrics, METRIC_migrations, 3);
	metric_set(&c.metrics, METRIC_nvcsw, 190);
	metric_set(&c.metrics, METRIC_nivcsw, 0);
	metric_set(&c.metrics, METRIC_migrations, 4);
	b.metrics.v[METRIC_nvcsw] = 12345;	    /* not counted: no bit says so */
	metric_set(&b.metrics, METRIC_nivcsw, 777); /* half of a sum is none */
	sums_add(&s, &info, &a);
	sums_add(&s, &info, &c);
	sums_figures(&s, DIVISOR_NOMINAL, 0, &f);
	figure(&f, METRIC_switches, 2);
	figure(&f, METRIC_nivcsw, 0.05);
	sums_add(&s, &info, &b);
	sums_figures(&s, DIVISOR_NOMINAL, 0, &f);
	assert_int_equal(f.have, FIG_RATE | FIG_STDDEV);
	figure(&f, METRIC_switches, 2);
	figure(&f, METRIC_cpu_ns, 50);
	figure(&f, METRIC_faults, 0.5);
	figure(&f, METRIC_migrations, 7);
	assert_false(metric_has(&f.metrics, METRIC_same_share));
}

/* 220 interrupts in 110 ms of which 100 ms were the slice of 100 loops: 200 / 100 = 2 a loop. */
static void test_interrupts_by_window(void **state)
{
	struct slice a = plain(100 * MS, 100), b = plain(100 * MS, 700);
	struct sums s = { 0 };
	struct figures f;

	(void)state;
	metric_set(&a.metrics, METRIC_irq_ns, 110 * MS);
	for (int i = 0; i < ROW_CLASSES; i++)
		metric_set(&a.metrics, METRIC_IRQ_OF(i), 0);
	metric_set(&a.metrics, METRIC_IRQ_OF(ROW_RESCHED), 220);
	metric_set(&a.metrics, METRIC_IRQ_OF(ROW_ERR), 5);
	sums_add(&s, &info, &a);
	sums_add(&s, &info, &b);
	sums_figures(&s, DIVISOR_NOMINAL, 0, &f);
	figure(&f, METRIC_irq_resched, 2);
	figure(&f, METRIC_ipi, 2);
	figure(&f, METRIC_irq, 2); /* an error is no interrupt */
	figure(&f, METRIC_irq_tick, 0);
}

static void test_void_cut_disturbed(void **state)
{
	struct slice a = plain(100 * MS, 100), v = plain(100 * MS, 900), none = plain(0, 0);
	struct sums s = { 0 };
	struct figures f;

	(void)state;
	v.flags = SLICE_VOID | SLICE_CUT;
	metric_set(&v.metrics, METRIC_cpu_ns, 5);
	metric_set(&v.metrics, METRIC_irq_ns, 5);
	metric_set(&v.metrics, METRIC_other_load, 5);
	none.flags = SLICE_VOID; /* not even time: no division by it */
	sums_add(&s, &info, &v);
	sums_add(&s, &info, &none);
	sums_figures(&s, DIVISOR_NOMINAL, 100, &f);
	assert_int_equal(f.have, 0);
	assert_int_equal(f.voided, 2);
	a.flags = SLICE_CUT;
	sums_add(&s, &info, &a);
	a.flags = SLICE_DISTURBED;
	sums_add(&s, &info, &a);
	sums_figures(&s, DIVISOR_NOMINAL, 100, &f);
	assert_int_equal(f.n, 2);
	assert_int_equal(f.voided, 2);
	assert_int_equal(f.cut, 1);
	assert_int_equal(f.disturbed, 1);
	near(f.average, 1000);
}

/* No loops, but valid (a slice that was cut): ratios do not divide by 0. */
static void test_no_loops(void **state)
{
	struct slice a = plain(100 * MS, 0);
	struct sums s = { 0 };
	struct figures f;

	(void)state;
	for (int i = 0; i < METRICS; i++)
		if (metric_table[i].how == METRIC_PER_LOOP)
			metric_set(&a.metrics, i, 1);
	sums_add(&s, &info, &a);
	sums_figures(&s, DIVISOR_NOMINAL, 0, &f);
	assert_int_equal(f.have, FIG_RATE);
	assert_true(f.metrics.have == 0);
	assert_true(f.average == 0);
}

static void test_means(void **state)
{
	struct slice a = plain(100 * MS, 10), b = a;
	struct sums s = { 0 };
	struct figures f;

	(void)state;
	metric_set(&a.metrics, METRIC_same_share, 0.25);
	metric_set(&b.metrics, METRIC_same_share, 0.75);
	metric_set(&a.metrics, METRIC_other_load, 1.5);
	metric_set(&b.metrics, METRIC_other_load, 0.5);
	metric_set(&a.metrics, METRIC_steal, 0.1);
	metric_set(&b.metrics, METRIC_steal, 0);
	sums_add(&s, &info, &a);
	sums_add(&s, &info, &b);
	sums_figures(&s, DIVISOR_NOMINAL, 0, &f);
	figure(&f, METRIC_same_share, 0.5);
	figure(&f, METRIC_other_load, 1);
	figure(&f, METRIC_steal, 0.05);
}

/*
 * The load of others is a difference of two readings of different grain (ticks of 10 ms, CPU time
 * to the nanosecond): single slices may come out below 0, and must, or the mean would be too high;
 * what is shown never does.
 */
static void test_other_load_is_not_negative(void **state)
{
	static const double load[] = { -0.1, 0.3, -0.1 };
	struct sums s = { 0 }, t = { 0 };
	struct figures f;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(load); i++) {
		struct slice a = plain(100 * MS, 10);

		metric_set(&a.metrics, METRIC_other_load, load[i]);
		sums_add(&s, &info, &a);
		metric_set(&a.metrics, METRIC_other_load, -0.1);
		sums_add(&t, &info, &a);
	}
	sums_figures(&s, DIVISOR_NOMINAL, 0, &f);
	figure(&f, METRIC_other_load, 0.1 / 3);
	sums_figures(&t, DIVISOR_NOMINAL, 0, &f);
	figure(&f, METRIC_other_load, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nothing),
		cmocka_unit_test(test_rates),
		cmocka_unit_test(test_logarithm),
		cmocka_unit_test(test_divisors),
		cmocka_unit_test(test_ratios_of_what_was_counted),
		cmocka_unit_test(test_interrupts_by_window),
		cmocka_unit_test(test_void_cut_disturbed),
		cmocka_unit_test(test_no_loops),
		cmocka_unit_test(test_means),
		cmocka_unit_test(test_other_load_is_not_negative),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
