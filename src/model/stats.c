// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * stats: running figures.
 *
 * Invariant: constant memory however long the series.
 */
#include "model/stats.h"

#include <math.h>

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
