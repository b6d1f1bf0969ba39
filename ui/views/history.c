// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * history: what was measured over the time axis: in a line, in a graph, with the marks.
 *
 * Invariant: what is missing is said in words or left empty, never drawn as 0.
 */
#include "views/history.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "draw/scale.h"
#include "draw/words.h"
#include "views/axis.h"
#include "views/parts.h"

#define AXIS_W 8 /* "  1.18M" and the tick */

int64_t history_hold(const struct frame *f)
{
	/* a round and a half, so that one late slice makes no hole */
	if (f->round_s > 0)
		return (int64_t)(f->round_s * 1.5 * (double)NSEC_PER_SEC);
	return MAX(f->slice_ns, NSEC_PER_MSEC) * (int64_t)(f->nseries + 1) * 3;
}

/* Cell of instant @t in a history of @w cells, -1 outside. */
static int history_cell(const struct canvas *c, const struct frame *f, const struct screen *s,
			int w, int64_t t)
{
	int64_t t0, t1;
	int col;

	axis_ends(s, f, &t0, &t1);
	col = spark_column(t, t0, t1, (size_t)(w * c->glyphs->xsub));
	return col < 0 ? -1 : col / c->glyphs->xsub;
}

static void history_marks(struct canvas *c, struct rect r, const struct frame *f,
			  const struct screen *s)
{
	for (size_t i = 0; i < f->nmarks; i++) {
		int x = history_cell(c, f, s, r.w, f->mark[i].t_ns);

		for (int y = 0; x >= 0 && y < r.h; y++)
			canvas_char(c, r.x + x, r.y + y, STYLE_MARK, c->glyphs->mark);
	}
}

static int history_columns(struct canvas *c, int w, const struct point *p, size_t n,
			   int64_t hold_ns, const struct frame *f, const struct screen *s,
			   struct column *col)
{
	int64_t t0, t1;

	w = MIN(w, HISTORY_CELLS);
	axis_ends(s, f, &t0, &t1);
	spark_resample(p, n, t0, t1, hold_ns, col, (size_t)(w * c->glyphs->xsub));
	return w * c->glyphs->xsub;
}

void history_line(struct canvas *c, int x, int y, int w, style_t style, const struct point *p,
		  size_t n, int64_t hold_ns, const struct frame *f, const struct screen *s)
{
	struct column col[HISTORY_CELLS * 2];
	double lo, hi;
	int ncols;

	if (w < 1)
		return;
	ncols = history_columns(c, w, p, n, hold_ns, f, s, col);
	if (spark_range(col, (size_t)ncols, &lo, &hi)) {
		scale_widen(&lo, &hi);
		spark_line(c, x, y, ncols / c->glyphs->xsub, style, col, lo, hi);
	}
	history_marks(c, (struct rect){ x, y, w, 1 }, f, s);
}

/* The least round span of time that takes at least @cells cells. */
static int64_t ruler_step(int64_t window_ns, int w, int cells)
{
	static const int seconds[] = { 1,   2,	 5,   10,   15,	  30,	60,   120,
				       300, 600, 900, 1800, 3600, 7200, 14400 };

	for (size_t i = 0; i < ARRAY_SIZE(seconds); i++) {
		int64_t step = seconds[i] * NSEC_PER_SEC;

		if ((double)step * w / (double)window_ns >= cells)
			return step;
	}
	return 0;
}

struct ruler {
	const struct frame *f;
	const struct screen *s;
	int w;
};

/* A label of the ruler, unless it would cover a mark's letter. */
static bool ruler_label(struct canvas *c, int x, int y, int at, style_t style, const char *text,
			const struct ruler *r)
{
	int len = (int)strlen(text);

	if (at < 0 || at + len > r->w)
		return false;
	for (size_t i = 0; i < r->f->nmarks; i++) {
		int cell = history_cell(c, r->f, r->s, r->w, r->f->mark[i].t_ns);

		if (cell >= at - 1 && cell <= at + len)
			return false;
	}
	canvas_put(c, x + at, y, style, text);
	return true;
}

void history_ruler(struct canvas *c, int x, int y, int w, uint32_t line, const struct frame *f,
		   const struct screen *s)
{
	struct ruler r = { f, s, w };
	int64_t t0, t1, step;
	char buf[32];
	int from = 0, to = w;

	if (w < 4)
		return;
	axis_ends(s, f, &t0, &t1);
	canvas_fill(c, (struct rect){ x, y, w, 1 }, STYLE_DIM, line);
	for (size_t i = 0; i < f->nmarks; i++) {
		int at = history_cell(c, f, s, w, f->mark[i].t_ns);

		if (at >= 0)
			canvas_char(c, x + at, y, STYLE_MARK, (unsigned char)f->mark[i].letter);
	}
	words_span(buf, sizeof(buf), t0 - t1);
	if (ruler_label(c, x, y, 0, STYLE_DIM, buf, &r))
		from = (int)strlen(buf) + 1;
	words_clock(buf, sizeof(buf), s->end_ns ? s->end_wall_ns : f->wall_ns);
	if (w >= 24 &&
	    ruler_label(c, x, y, w - (int)strlen(buf), s->end_ns ? STYLE_WARN : STYLE_DIM, buf, &r))
		to = w - (int)strlen(buf) - 1;
	step = ruler_step(t1 - t0, w, 12);
	for (int64_t back = step; step && back < t1 - t0; back += step) {
		int at = (int)((double)w * (double)(t1 - t0 - back) / (double)(t1 - t0));

		words_span(buf, sizeof(buf), -back);
		at -= (int)strlen(buf) / 2;
		if (at > from && at + (int)strlen(buf) < to &&
		    ruler_label(c, x, y, at, STYLE_DIM, buf, &r))
			to = at;
	}
}

/* The axis for what the columns hold: from 0, or close around the values if they lie far from it. */
static void graph_scale(const struct column *col, int n, int steps, double *lo, double *hi,
			double *step)
{
	double least = INFINITY, most = -INFINITY;

	for (int i = 0; i < n; i++) {
		if (!col[i].has)
			continue;
		least = fmin(least, col[i].low);
		most = fmax(most, col[i].high);
	}
	scale_widen(&least, &most);
	if (least < most / 2)
		least = MIN(least, 0);
	scale_axis(least, most, steps, lo, hi, step);
}

static void graph_values(struct canvas *c, struct rect r, double lo, double hi, double step)
{
	char buf[16];

	for (int row = 0; row < r.h; row++)
		canvas_char(c, r.x + AXIS_W - 1, r.y + row, STYLE_DIM, c->glyphs->v);
	for (double v = lo + step; v < hi + step / 2; v += step) {
		int cell = (int)ceil((v - lo) / (hi - lo) * r.h - 1e-6) - 1;

		if (cell < 0 || cell >= r.h)
			continue;
		words_number(buf, sizeof(buf), v, AXIS_W - 2);
		canvas_field(c, r.x, r.y + r.h - 1 - cell, -(AXIS_W - 1), STYLE_DIM, buf);
		canvas_char(c, r.x + AXIS_W - 1, r.y + r.h - 1 - cell, STYLE_DIM, c->glyphs->tick);
	}
	words_number(buf, sizeof(buf), lo, AXIS_W - 2);
	canvas_field(c, r.x, r.y + r.h, -(AXIS_W - 1), STYLE_DIM, buf);
	canvas_char(c, r.x + AXIS_W - 1, r.y + r.h, STYLE_DIM, c->glyphs->bl);
}

void history_graph(struct canvas *c, struct rect r, const struct frame *f, const struct screen *s,
		   size_t i)
{
	const struct frame_series *fs = &f->series[i];
	struct column col[HISTORY_CELLS * 2];
	struct rect g = { r.x + AXIS_W, r.y, MIN(r.w - AXIS_W, HISTORY_CELLS), r.h - 1 };
	double lo, hi, step;
	int ncols;

	if (g.w < 4 || g.h < 1)
		return;
	ncols = history_columns(c, g.w, fs->point, fs->npoints, history_hold(f), f, s, col);
	if (!spark_range(col, (size_t)ncols, &lo, &hi)) {
		canvas_put(c, g.x, g.y + g.h / 2, STYLE_DIM,
			   fs->state == SERIES_UNAVAILABLE ? fs->reason
			   : fs->npoints		   ? "nothing was measured in this span"
							   : "not measured yet");
		history_ruler(c, g.x, g.y + g.h, g.w, c->glyphs->h, f, s);
		return;
	}
	graph_scale(col, ncols, MAX(g.h / 2, 1), &lo, &hi, &step);
	spark_graph(c, g, part_series_style(f, i), col, lo, hi);
	history_marks(c, g, f, s);
	graph_values(c, (struct rect){ r.x, r.y, AXIS_W, g.h }, lo, hi, step);
	history_ruler(c, g.x, g.y + g.h, g.w, c->glyphs->h, f, s);
}
