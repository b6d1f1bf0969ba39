/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * stats: running figures of a series of numbers.
 *
 * Pure. Invariant: constant memory however long the series.
 */
#ifndef CTXTOP_STATS_H
#define CTXTOP_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Mean and variance by Welford's method (Technometrics 4, 1962), lowest and highest. */
struct running {
	uint64_t n;
	double mean, m2, low, high;
};

void running_add(struct running *r, double x);
/* Sample standard deviation (n - 1). False while n < 2. */
bool running_stddev(const struct running *r, double *sd);

#endif
