/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * spark: history as characters: sparklines, graphs, bars; and the glyph sets they are drawn with.
 *
 * Pure. Invariant: a column without data stays empty (a gap), it is never drawn as 0.
 */
#ifndef CTXTOP_SPARK_H
#define CTXTOP_SPARK_H

#include "model/ring.h"
#include "draw/canvas.h"

enum glyph_set { GLYPH_BRAILLE, GLYPH_BLOCK, GLYPH_TTY, GLYPH_ASCII, GLYPH_SETS };

struct glyphs {
	const char *name;
	int xsub, ysub; /* sub-cells of a graph cell: braille 2 x 4, block 1 x 8, ascii 1 x 3 */
	uint32_t h, v, tl, tr, bl, br, tee_l, tee_r; /* frames */
	uint32_t mark;				     /* vertical line of a mark */
	uint32_t pointer;			     /* beside the selected row */
	uint32_t tick;				     /* on an axis */
	uint32_t bar;				     /* full cell of a load bar */
	bool utf8;
};
extern const struct glyphs glyph_sets[GLYPH_SETS];

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

/* Round axis bounds that enclose lo..hi: multiples of 1, 2 or 5 x 10^k, about @steps of them. */
void spark_axis(double lo, double hi, int steps, double *axis_lo, double *axis_hi, double *step);

/* "49922", "1.18M", "417k", "3.21": a rate in at most @w columns; "##" where even that is too narrow. */
void format_rate(char *buf, size_t size, double v, int w);
/* "2m", "1m30s", "4h": a span of time for axes. */
void format_span(char *buf, size_t size, int64_t ns);

#endif
