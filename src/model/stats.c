// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * stats: running figures, median, histogram.
 *
 * Invariant: constant memory however long the series.
 */
#include "model/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void running_add(struct running *r, double x)
{
	double d = x - r->mean;

	if (!r->n || x < r->low)
		r->low = x;
	if (!r->n || x > r->high)
		r->high = x;
	r->n++;
	r->mean += d / (double)r->n;
	/* the old and the new distance: no difference of two large sums is ever taken */
	r->m2 += d * (x - r->mean);
}

bool running_stddev(const struct running *r, double *sd)
{
	if (r->n < 2)
		return false;
	*sd = sqrt(r->m2 / (double)(r->n - 1));
	return true;
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double median(double *work, size_t n)
{
	qsort(work, n, sizeof(*work), compare_doubles);
	if (n % 2)
		return work[n / 2];
	/* halves first: the sum of two large numbers could overflow */
	return work[n / 2 - 1] / 2 + work[n / 2] / 2;
}

void histogram(const double *x, size_t n, double lo, double hi, unsigned *bin, size_t nbins)
{
	if (!nbins)
		return;
	memset(bin, 0, nbins * sizeof(*bin));
	for (size_t i = 0; i < n; i++) {
		double at;

		if (!(hi > lo)) {
			bin[nbins / 2]++;
			continue;
		}
		at = (x[i] - lo) / (hi - lo) * (double)nbins;
		/* written so that the cast sees only what fits, whatever x is */
		if (!(at >= 0))
			bin[0]++;
		else if (at >= (double)nbins)
			bin[nbins - 1]++;
		else
			bin[(size_t)at]++;
	}
}
