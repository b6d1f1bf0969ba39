/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * spark: history as characters: sparklines and graphs.
 *
 * Pure. Invariant: a column without data stays empty (a gap), it is never drawn as 0.
 */
#ifndef CTXTOP_SPARK_H
#define CTXTOP_SPARK_H

#include "model/ring.h"
#include "draw/canvas.h"

/* One column of a resampled history. */
struct column {
	bool has;
	float mean, low, high;
};

/*
 * History between @t0 and @t1 in @ncols columns: a column's mean (weighted by slices), lowest and
 * highest. A column without a point repeats its left neighbour if the point is at most @hold_ns
 * old (rounds are longer than columns), else stays empty; nothing is held across a gap. Columns
 * are (t1 - t0) / ncols long and stand on a grid of absolute time whose last column holds @t1: the
 * picture moves by whole columns.
 */
void spark_resample(const struct point *p, size_t n, int64_t t0, int64_t t1, int64_t hold_ns,
		    struct column *out, size_t ncols);
/* The column of that grid in which instant @t lies, -1 if in none. */
int spark_column(int64_t t, int64_t t0, int64_t t1, size_t ncols);

/* Lowest and highest mean of the columns that have one. False if none has. */
bool spark_range(const struct column *c, size_t n, double *lo, double *hi);

/*
 * Draw @ncols * xsub columns into @w = ncols cells of one row, scaled lo..hi (hi <= lo: middle).
 * With @style STYLE_GRADIENT a cell's style is by its height, else all are drawn in @style.
 */
void spark_line(struct canvas *cv, int x, int y, int w, style_t style, const struct column *c,
		double lo, double hi);

/*
 * A filled graph in @r: columns r.w * xsub, from the bottom, scaled lo..hi. Full up to the mean, every
 * other dot (or a shade) from there to the highest; what lies above the lowest is drawn dim.
 */
void spark_graph(struct canvas *cv, struct rect r, style_t style, const struct column *c, double lo,
		 double hi);

#endif
