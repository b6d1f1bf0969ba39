/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare_tests: the comparisons of two sets of numbers that ctxtop's verdicts rest on.
 *
 * Pure, nothing is allocated. Invariant: no result holds a NaN; a test for which there are too few
 * numbers returns -EINVAL and leaves its result alone.
 */
#ifndef CTXTOP_COMPARE_TESTS_H
#define CTXTOP_COMPARE_TESTS_H

#include "base/base.h"

/* What is left of a set of numbers once it is read: enough for the tests on independent numbers. */
struct summary {
	size_t n;
	double mean;
	double sd; /* sample standard deviation, n - 1; 0 when n < 2 */
};

void summary_of(struct summary *s, const double *x, size_t n);

/* One comparison: second set minus first set, in the unit of the numbers. */
struct t_test {
	double d;    /* the difference */
	double se;   /* its standard error; 0 when neither set scatters */
	double df;   /* degrees of freedom, need not be whole */
	double half; /* half-width of the confidence interval around d */
	double p;    /* two-sided */
};

/*
 * Welch's comparison at 95 % (B. L. Welch, Biometrika 34, 1947), with @nx and @ny numbers' worth of
 * knowledge in the two sets (their counts, or fewer where neighbours resemble each other).
 * -EINVAL: @nx or @ny not above 1.
 */
int welch_test(const struct summary *x, const struct summary *y, double nx, double ny,
	       struct t_test *out);

struct neff_test {
	struct t_test t;
	double rx, ry, r; /* lag-1 autocorrelation of each set, and pooled; 0..0.95 */
	double nx, ny;	  /* what the sets are worth in independent numbers, at least 2 */
};

/*
 * Welch's comparison after the counts were cut down for autocorrelation of the AR(1) kind,
 * n (1 - r) / (1 + r), r with the correction for small n of M. G. Kendall (Biometrika 41, 1954).
 * @x, @y in time order. -EINVAL: fewer than three numbers in a set.
 */
int neff_test(const double *x, size_t n, const double *y, size_t m, struct neff_test *out);

/*
 * How far do two adjacent windows of @m numbers usually differ in @x[0..n), and is y[0..m) further
 * from the last @m of @x than that? Catches drift and changes of mode, which neff_test() does not.
 * out->se is the root mean square of the usual differences. -EINVAL: m == 0 or n < 3 m.
 */
int placebo_test(const double *x, size_t n, const double *y, size_t m, struct t_test *out);

/*
 * Smallest true difference that neff_test() and placebo_test() at 5 % would both find in 80 % of
 * cases, with @m numbers after @x[0..n); in the unit of the numbers. -EINVAL: m < 3 or n < 3 m.
 */
int detectable_change(const double *x, size_t n, size_t m, double *change);

#endif
