/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * aim: does a set of measurements keep an aim? Answered by an interval, never by a single number.
 *
 * Pure. Invariant: "missed" and "kept" are said only where the whole interval lies on that side.
 */
#ifndef CTXTOP_TESTS_AIM_H
#define CTXTOP_TESTS_AIM_H

#include <stdbool.h>
#include <stddef.h>

enum aim_verdict { AIM_NONE, AIM_KEPT, AIM_MISSED, AIM_OPEN };

struct aim_result {
	enum aim_verdict verdict;
	double middle, low,
		high; /* geometric mean and its 95 % interval; NaN: fewer than two numbers */
	size_t more;  /* AIM_OPEN: so many more would decide if the scatter stays; 0: unknown */
};

/* Above this many more measurements nobody waits: aim_result.more is 0. */
#define AIM_PATIENCE 10000

/*
 * Judge @n measurements @x, all above 0: ratios of pairs, or values. Student's interval at 95 % on
 * their logarithms, so that a ratio and its inverse are judged alike. @aim is the least that is wanted
 * where @at_least, else the most; 0 is no aim (AIM_NONE).
 */
void aim_judge(const double *x, size_t n, double aim, bool at_least, struct aim_result *out);

#endif
