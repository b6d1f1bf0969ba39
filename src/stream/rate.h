/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rate: how fast a series ran, in its unit. The one place where loops are divided by time.
 *
 * Pure. Invariant: every rate that is shown, summed or judged comes from here.
 */
#ifndef CTXTOP_RATE_H
#define CTXTOP_RATE_H

#include "stream/event.h"

/* The rate in the unit of @info. @wall_ns > 0. */
double series_rate(const struct series_info *info, uint64_t loops, int64_t wall_ns);
/* ln of the rate; half a loop is added so that a slice of none has one too. @wall_ns > 0. */
double series_ln_rate(const struct series_info *info, uint64_t loops, int64_t wall_ns);

#endif
