/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * scale: the range of values that a history is drawn over: widened so that noise does not look like a
 * step, and rounded for an axis.
 *
 * Pure. Invariant: what goes in lies within what comes out.
 */
#ifndef CTXTOP_SCALE_H
#define CTXTOP_SCALE_H

#define SCALE_LEAST 0.05 /* least height of a sparkline or graph, as share of the level */

/* Widen *lo..*hi to SCALE_LEAST of the level. */
void scale_widen(double *lo, double *hi);
/* Round axis bounds that enclose lo..hi: multiples of 1, 2 or 5 x 10^k, about @steps of them. */
void scale_axis(double lo, double hi, int steps, double *axis_lo, double *axis_hi, double *step);

#endif
