// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * spark: history as characters: sparklines and graphs.
 *
 * Pure. Invariant: a column without data stays empty (a gap), it is never drawn as 0; columns stand
 * on a grid of absolute time, so that a picture moves by whole columns and never shimmers.
 */
#include "draw/spark.h"

#include <math.h>

#include "base/base.h"

/* One-row levels from low to high, and what shades the space between mean and highest. */
static const struct {
	uint32_t level[8];
	int nlevels;
	uint32_t part[8]; /* a graph's top cell, 1 .. ysub sub-cells full */
	uint32_t shade;
} ramps[GLYPH_SETS] = {
	[GLYPH_BLOCK] = { { 0x2581, 0x2582, 0x2583, 0x2584, 0x2585, 0x2586, 0x2587, 0x2588 },
			  8,
			  { 0x2581, 0x2582, 0x2583, 0x2584, 0x2585, 0x2586, 0x2587, 0x2588 },
			  0x2591 },
	[GLYPH_TTY] = { { 0x2591, 0x2592, 0x2593, 0x2588 }, 4, { 0x2584, 0x2588 }, 0x2591 },
	[GLYPH_ASCII] = { { '.', ':', '-', '=', '+', '*', '#', '@' }, 8, { '.', ':', '#' }, '\'' },
};

/* The grid: @ncols columns of @step ns, the last one holds @t1. */
static int64_t grid_start(int64_t t0, int64_t t1, size_t ncols, int64_t *step)
{
	int64_t s = t1 > t0 && ncols ? (t1 - t0) / (int64_t)ncols : 0, last;

	s = MAX(s, 1);
	last = t1 / s;
	if (last * s < t1)
		last++;
	*step = s;
	return (last - (int64_t)ncols) * s;
}

int spark_column(int64_t t, int64_t t0, int64_t t1, size_t ncols)
{
	int64_t step, start = grid_start(t0, t1, ncols, &step), col;

	if (t <= start || !ncols)
		return -1;
	col = (t - start - 1) / step;
	return col < (int64_t)ncols ? (int)col : -1;
}

/* Index of the first point later than @t; histories are long, windows short. */
static size_t first_after(const struct point *p, size_t n, int64_t t)
{
	size_t lo = 0, hi = n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (p[mid].t_ns <= t)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

void spark_resample(const struct point *p, size_t n, int64_t t0, int64_t t1, int64_t hold_ns,
		    struct column *out, size_t ncols)
{
	int64_t step, start = grid_start(t0, t1, ncols, &step), held_t = 0;
	struct column held = { 0 };
	size_t i;

	i = first_after(p, n, start);
	if (i) {
		const struct point *b = &p[i - 1];

		held = (struct column){ !(b->flags & POINT_GAP), b->mean, b->low, b->high };
		held_t = b->t_ns;
	}
	for (size_t col = 0; col < ncols; col++) {
		int64_t end = start + ((int64_t)col + 1) * step;
		struct column c = { 0 };
		double sum = 0, weight = 0;

		for (; i < n && p[i].t_ns <= end; i++) {
			double w = MAX(p[i].n, 1);

			held.has = false;
			if (p[i].flags & POINT_GAP)
				continue;
			c.low = c.has ? MIN(c.low, p[i].low) : p[i].low;
			c.high = c.has ? MAX(c.high, p[i].high) : p[i].high;
			c.has = true;
			sum += w * p[i].mean;
			weight += w;
			held = (struct column){ true, p[i].mean, p[i].low, p[i].high };
			held_t = p[i].t_ns;
		}
		if (c.has) {
			c.mean = (float)(sum / weight);
			if (held.has)
				held = c;
		} else if (held.has && end - step - held_t <= hold_ns) {
			c = held;
		}
		out[col] = c;
	}
}

bool spark_range(const struct column *c, size_t n, double *lo, double *hi)
{
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		if (!c[i].has)
			continue;
		*lo = any ? MIN(*lo, (double)c[i].mean) : (double)c[i].mean;
		*hi = any ? MAX(*hi, (double)c[i].mean) : (double)c[i].mean;
		any = true;
	}
	return any;
}

/* Share of the way from @lo to @hi, 0..1; in the middle where there is no way. */
static double share(double v, double lo, double hi)
{
	if (!(hi > lo))
		return 0.5;
	v = (v - lo) / (hi - lo);
	return v > 0 ? MIN(v, 1.0) : 0.0;
}

/* Bits of the lowest @level of four dots in the left or right half of a braille cell. */
static uint32_t braille_fill(int half, int level)
{
	static const uint8_t dot[2][4] = { { 0x40, 0x04, 0x02, 0x01 }, { 0x80, 0x20, 0x10, 0x08 } };
	uint32_t bits = 0;

	for (int i = 0; i < level && i < 4; i++)
		bits |= dot[half][i];
	return bits;
}

static int line_level(const struct column *c, double lo, double hi, int levels)
{
	if (!c->has || !isfinite(c->mean))
		return 0;
	return 1 + (int)lround(share(c->mean, lo, hi) * (levels - 1));
}

void spark_line(struct canvas *cv, int x, int y, int w, style_t style, const struct column *c,
		double lo, double hi)
{
	int set = (int)glyphs_of(cv);

	for (int i = 0; i < w; i++) {
		int level, levels;
		uint32_t ch = ' ';

		if (set == GLYPH_BRAILLE) {
			int a = line_level(&c[2 * i], lo, hi, 4);
			int b = line_level(&c[2 * i + 1], lo, hi, 4);

			levels = 4;
			level = MAX(a, b);
			if (level)
				ch = 0x2800 | braille_fill(0, a) | braille_fill(1, b);
		} else {
			levels = ramps[set].nlevels;
			level = line_level(&c[i], lo, hi, levels);
			if (level)
				ch = ramps[set].level[level - 1];
		}
		canvas_char(cv, x + i, y,
			    style == STYLE_GRADIENT && level
				    ? (style_t)(STYLE_GRADIENT + (level - 1) * 7 / (levels - 1))
				    : style,
			    ch);
	}
}

/* Sub-cells of a graph column that are full for @v; at least one, so that a low value is seen. */
static int graph_level(double v, double lo, double hi, int levels)
{
	return isfinite(v) ? MAX((int)lround(share(v, lo, hi) * levels), 1) : 0;
}

/* How a graph's column stands in one cell: sub-cells below low, below mean, below high. */
struct reach {
	int low, mean, high;
};

static struct reach reach_in_cell(const struct column *c, double lo, double hi, int cells, int ysub,
				  int cell)
{
	int levels = cells * ysub, base = cell * ysub;
	struct reach r = { 0, 0, 0 };

	if (!c->has)
		return r;
	r.low = MIN(MAX(graph_level(c->low, lo, hi, levels) - base, 0), ysub);
	r.mean = MIN(MAX(graph_level(c->mean, lo, hi, levels) - base, 0), ysub);
	r.high = MIN(MAX(graph_level(c->high, lo, hi, levels) - base, 0), ysub);
	return r;
}

/* Every other dot between mean and high. */
static uint32_t braille_shade(int half, struct reach r)
{
	uint32_t bits = 0;

	for (int i = r.mean; i < r.high; i++)
		if ((i + half) % 2)
			bits |= braille_fill(half, i + 1) & ~braille_fill(half, i);
	return bits;
}

void spark_graph(struct canvas *cv, struct rect r, style_t style, const struct column *c, double lo,
		 double hi)
{
	int set = (int)glyphs_of(cv), ysub = cv->glyphs->ysub;

	for (int row = 0; row < r.h; row++) {
		int cell = r.h - 1 - row;

		for (int i = 0; i < r.w; i++) {
			struct reach a, b = { 0, 0, 0 };
			uint32_t ch = ' ';
			style_t st;

			if (set == GLYPH_BRAILLE) {
				a = reach_in_cell(&c[2 * i], lo, hi, r.h, ysub, cell);
				b = reach_in_cell(&c[2 * i + 1], lo, hi, r.h, ysub, cell);
				ch = braille_fill(0, a.mean) | braille_fill(1, b.mean) |
				     braille_shade(0, a) | braille_shade(1, b);
				ch = ch ? 0x2800 | ch : ' ';
			} else {
				a = reach_in_cell(&c[i], lo, hi, r.h, ysub, cell);
				if (a.mean)
					ch = ramps[set].part[a.mean - 1];
				else if (a.high)
					ch = ramps[set].shade;
			}
			st = a.low || b.low ? style : STYLE_DIM;
			if (style == STYLE_GRADIENT && st != STYLE_DIM)
				st = (style_t)(STYLE_GRADIENT + cell * 7 / MAX(r.h - 1, 1));
			canvas_char(cv, r.x + i, r.y + row, st, ch);
		}
	}
}
