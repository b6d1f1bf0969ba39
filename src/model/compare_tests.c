// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * compare_tests: Student, Welch, Welch with effective counts, placebo-t, Holm.
 *
 * Invariant: a difference within rounding of the numbers counts as none, so that two sets of one
 * and the same number never differ, whatever is left over in their sums.
 */
#include "model/compare_tests.h"

#include <errno.h>
#include <math.h>

#include <gsl/gsl_cdf.h>

#define R_MAX	  0.95	/* beyond it the effective count would hang on noise in r */
#define ROUNDING  1e-12 /* relative to the numbers */
#define CONFIDENT 0.95

static double mean_of(const double *x, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i];
	return sum / (double)n;
}

static double clear_rounding(double v, double scale)
{
	return fabs(v) <= ROUNDING * fabs(scale) ? 0 : v;
}

void summary_of(struct summary *s, const double *x, size_t n)
{
	double m2 = 0;

	*s = (struct summary){ .n = n };
	if (!n)
		return;
	s->mean = mean_of(x, n);
	for (size_t i = 0; i < n; i++)
		m2 += (x[i] - s->mean) * (x[i] - s->mean);
	if (n > 1)
		s->sd = clear_rounding(sqrt(m2 / (double)(n - 1)), s->mean);
}

/* Half-width and p of out->d, whose standard error and degrees of freedom stand. */
static void finish(struct t_test *out)
{
	out->half = gsl_cdf_tdist_Pinv((1 + CONFIDENT) / 2, out->df) * out->se;
	if (out->se > 0)
		out->p = 2 * gsl_cdf_tdist_Q(fabs(out->d) / out->se, out->df);
	else
		out->p = out->d == 0;
	/* the two tails meet in the middle: rounding must not take p above 1 */
	out->p = fmin(out->p, 1);
}

int welch_test(const struct summary *x, const struct summary *y, double nx, double ny,
	       struct t_test *out)
{
	double u, w;

	if (!(nx > 1 && ny > 1))
		return -EINVAL;
	u = x->sd * x->sd / nx;
	w = y->sd * y->sd / ny;
	out->d = clear_rounding(y->mean - x->mean, x->mean);
	out->se = sqrt(u + w);
	out->df = 1;
	if (u + w > 0) {
		/* shares of the sum: squares of tiny variances would underflow */
		double a = u / (u + w), b = w / (u + w);

		out->df = fmax(1, 1 / (a * a / (nx - 1) + b * b / (ny - 1)));
	}
	finish(out);
	return 0;
}

static double lag1(const double *x, const struct summary *s)
{
	double sum = 0, squares = 0, n = (double)s->n, r;

	if (s->sd <= 0)
		return 0;
	for (size_t i = 0; i < s->n; i++) {
		double e = x[i] - s->mean;

		squares += e * e;
		if (i)
			sum += e * (x[i - 1] - s->mean);
	}
	r = sum / squares;
	r += (1 + 3 * r) / n;
	return fmin(fmax(r, 0), R_MAX);
}

static double worth(double n, double r)
{
	return fmax(2, n * (1 - r) / (1 + r));
}

int neff_test(const double *x, size_t n, const double *y, size_t m, struct neff_test *out)
{
	struct summary sx, sy;
	double dn = (double)n, dm = (double)m;

	if (n < 3 || m < 3)
		return -EINVAL;
	summary_of(&sx, x, n);
	summary_of(&sy, y, m);
	out->rx = lag1(x, &sx);
	out->ry = lag1(y, &sy);
	out->r = (dn * out->rx + dm * out->ry) / (dn + dm);
	out->nx = worth(dn, out->r);
	out->ny = worth(dm, out->r);
	return welch_test(&sx, &sy, out->nx, out->ny, &out->t);
}

/* Root mean square, about 0, of the differences of adjacent windows of @m. */
static double usual_difference(const double *x, size_t n, size_t m)
{
	double first = mean_of(x, m), second = mean_of(x + m, m), squares = 0, dm = (double)m;
	size_t count = n - 2 * m + 1;

	for (size_t k = 0; k < count; k++) {
		if (k) {
			first += (x[k + m - 1] - x[k - 1]) / dm;
			second += (x[k + 2 * m - 1] - x[k + m - 1]) / dm;
		}
		squares += (second - first) * (second - first);
	}
	return clear_rounding(sqrt(squares / (double)count), first);
}

/* A history of n holds about n / m windows of m that are not the same numbers again. */
static double placebo_df(size_t n, size_t m)
{
	return fmax(1, (double)n / (double)m - 1);
}

int placebo_test(const double *x, size_t n, const double *y, size_t m, struct t_test *out)
{
	double before;

	if (!m || n / 3 < m)
		return -EINVAL;
	before = mean_of(x + n - m, m);
	out->d = clear_rounding(mean_of(y, m) - before, before);
	out->se = usual_difference(x, n, m);
	out->df = placebo_df(n, m);
	finish(out);
	return 0;
}

static double found_in_80_percent(double se, double df)
{
	return (gsl_cdf_tdist_Pinv((1 + CONFIDENT) / 2, df) + gsl_cdf_tdist_Pinv(0.8, df)) * se;
}

int detectable_change(const double *x, size_t n, size_t m, double *change)
{
	struct summary s;
	struct t_test t;
	double r;

	if (m < 3 || n / 3 < m)
		return -EINVAL;
	summary_of(&s, x, n);
	r = lag1(x, &s);
	/* the rounds to come are taken to scatter as those before do */
	welch_test(&s, &s, worth((double)n, r), worth((double)m, r), &t);
	*change = fmax(found_in_80_percent(t.se, t.df),
		       found_in_80_percent(usual_difference(x, n, m), placebo_df(n, m)));
	return 0;
}
