// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * rate: loops and time to a rate.
 *
 * Pure. Invariant: a rate and its logarithm are of the same unit.
 */
#include "stream/rate.h"

#include <math.h>

static double rate(const struct series_info *info, double loops, int64_t wall_ns)
{
	/* a series recorded before there were scales has 0 */
	return loops * (info->scale > 0 ? info->scale : 1) * 1e9 / (double)wall_ns;
}

double series_rate(const struct series_info *info, uint64_t loops, int64_t wall_ns)
{
	return rate(info, (double)loops, wall_ns);
}

double series_ln_rate(const struct series_info *info, uint64_t loops, int64_t wall_ns)
{
	return log(rate(info, (double)loops + 0.5, wall_ns));
}
