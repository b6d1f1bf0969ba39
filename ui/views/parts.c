// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * parts: pieces of pictures that several panels and views are made of.
 *
 * Invariant: what is missing is said in words or left empty, never drawn as 0.
 */
#include "views/parts.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "draw/scale.h"
#include "draw/words.h"

#define AXIS_W 8 /* "  1.18M" and the tick */

style_t part_series_style(const struct frame *f, size_t i)
{
	unsigned n = 0;

	for (size_t k = 1; k <= i && k < f->nseries; k++)
		if (strcmp(f->series[k].info->method, f->series[k - 1].info->method))
			n++;
	return (style_t)(STYLE_METHOD + n % 12);
}

void part_series_name(char *buf, size_t size, const struct series_info *info)
{
	text_format(buf, size, "%s %s", info->label, info->placement);
}

const struct frame_series *part_selected(const struct frame *f, const struct screen *s)
{
	if (!f->nseries)
		return NULL;
	return &f->series[MIN(s->selected, f->nseries - 1)];
}

int64_t part_hold(const struct frame *f)
{
	/* a round and a half, so that one late slice makes no hole */
	if (f->round_s > 0)
		return (int64_t)(f->round_s * 1.5 * (double)NSEC_PER_SEC);
	return MAX(f->slice_ns, NSEC_PER_MSEC) * (int64_t)(f->nseries + 1) * 3;
}

int64_t part_wall(const struct frame *f, int64_t t_ns)
{
	return f->wall_ns - (f->t_ns - t_ns);
}

void part_per_mhz(char *buf, size_t size, bool has, double v)
{
	if (!has || !isfinite(v))
		text_copy(buf, size, "--");
	else if (fabs(v) < 999.9995)
		text_format(buf, size, "%.3f", v);
	else
		words_number(buf, size, v, 8);
}

void part_sd(char *buf, size_t size, const struct figures *fig)
{
	bool has = fig && (fig->have & FIG_STDDEV) && fig->average > 0;

	words_percent(buf, size, has, has ? fig->stddev / fig->average : 0);
}

void part_metric(char *buf, size_t size, const struct figures *fig, enum metric_id id)
{
	bool has = metric_has(&fig->metrics, id);
	double v = fig->metrics.v[id];

	switch (metric_table[id].show) {
	case METRIC_AS_PERCENT:
		words_percent(buf, size, has, v);
		return;
	case METRIC_AS_MHZ:
		words_rate(buf, size, has, v, 6);
		return;
	case METRIC_AS_CPUS:
		if (has)
			text_format(buf, size, "%.2f", v);
		else
			text_copy(buf, size, "--");
		return;
	case METRIC_AS_RATE:
		break;
	case METRIC_AS_DEFAULT:
		if (metric_table[id].how != METRIC_PER_LOOP)
			break;
		words_per_loop(buf, size, has, v);
		return;
	}
	words_rate(buf, size, has, v, 8);
}

/* Cell of instant @t in a history of @w cells, -1 outside. */
static int cell_of(const struct canvas *c, const struct frame *f, const struct screen *s, int w,
		   int64_t t)
{
	int64_t t0, t1;
	int col;

	screen_axis(s, f, &t0, &t1);
	col = spark_column(t, t0, t1, (size_t)(w * c->glyphs->xsub));
	return col < 0 ? -1 : col / c->glyphs->xsub;
}

static void draw_marks(struct canvas *c, struct rect r, const struct frame *f,
		       const struct screen *s)
{
	for (size_t i = 0; i < f->nmarks; i++) {
		int x = cell_of(c, f, s, r.w, f->mark[i].t_ns);

		for (int y = 0; x >= 0 && y < r.h; y++)
			canvas_char(c, r.x + x, r.y + y, STYLE_MARK, c->glyphs->mark);
	}
}

static int history_columns(struct canvas *c, int w, const struct point *p, size_t n,
			   int64_t hold_ns, const struct frame *f, const struct screen *s,
			   struct column *col)
{
	int64_t t0, t1;

	w = MIN(w, PART_CELLS);
	screen_axis(s, f, &t0, &t1);
	spark_resample(p, n, t0, t1, hold_ns, col, (size_t)(w * c->glyphs->xsub));
	return w * c->glyphs->xsub;
}

void part_history(struct canvas *c, int x, int y, int w, style_t style, const struct point *p,
		  size_t n, int64_t hold_ns, const struct frame *f, const struct screen *s)
{
	struct column col[PART_CELLS * 2];
	double lo, hi;
	int ncols;

	if (w < 1)
		return;
	ncols = history_columns(c, w, p, n, hold_ns, f, s, col);
	if (spark_range(col, (size_t)ncols, &lo, &hi)) {
		scale_widen(&lo, &hi);
		spark_line(c, x, y, ncols / c->glyphs->xsub, style, col, lo, hi);
	}
	draw_marks(c, (struct rect){ x, y, w, 1 }, f, s);
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
		int cell = cell_of(c, r->f, r->s, r->w, r->f->mark[i].t_ns);

		if (cell >= at - 1 && cell <= at + len)
			return false;
	}
	canvas_put(c, x + at, y, style, text);
	return true;
}

void part_ruler(struct canvas *c, int x, int y, int w, uint32_t line, const struct frame *f,
		const struct screen *s)
{
	struct ruler r = { f, s, w };
	int64_t t0, t1, step;
	char buf[32];
	int from = 0, to = w;

	if (w < 4)
		return;
	screen_axis(s, f, &t0, &t1);
	canvas_fill(c, (struct rect){ x, y, w, 1 }, STYLE_DIM, line);
	for (size_t i = 0; i < f->nmarks; i++) {
		int at = cell_of(c, f, s, w, f->mark[i].t_ns);

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
static void graph_axis(const struct column *col, int n, int steps, double *lo, double *hi,
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

static void draw_values(struct canvas *c, struct rect r, double lo, double hi, double step)
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

void part_graph(struct canvas *c, struct rect r, const struct frame *f, const struct screen *s,
		size_t i)
{
	const struct frame_series *fs = &f->series[i];
	struct column col[PART_CELLS * 2];
	struct rect g = { r.x + AXIS_W, r.y, MIN(r.w - AXIS_W, PART_CELLS), r.h - 1 };
	double lo, hi, step;
	int ncols;

	if (g.w < 4 || g.h < 1)
		return;
	ncols = history_columns(c, g.w, fs->point, fs->npoints, part_hold(f), f, s, col);
	if (!spark_range(col, (size_t)ncols, &lo, &hi)) {
		canvas_put(c, g.x, g.y + g.h / 2, STYLE_DIM,
			   fs->state == SERIES_UNAVAILABLE ? fs->reason
			   : fs->npoints		   ? "nothing was measured in this span"
							   : "not measured yet");
		part_ruler(c, g.x, g.y + g.h, g.w, c->glyphs->h, f, s);
		return;
	}
	graph_axis(col, ncols, MAX(g.h / 2, 1), &lo, &hi, &step);
	spark_graph(c, g, part_series_style(f, i), col, lo, hi);
	draw_marks(c, g, f, s);
	draw_values(c, (struct rect){ r.x, r.y, AXIS_W, g.h }, lo, hi, step);
	part_ruler(c, g.x, g.y + g.h, g.w, c->glyphs->h, f, s);
}

const char *part_log_kind(enum log_kind kind, style_t *style)
{
	static const struct {
		const char *word;
		style_t style;
	} kinds[] = {
		[LOG_MARK] = { "mark", STYLE_MARK },	 [LOG_EPOCH] = { "epoch", STYLE_BRIGHT },
		[LOG_GAP] = { "gap", STYLE_WARN },	 [LOG_FAULT] = { "FAULT", STYLE_CRIT },
		[LOG_STATE] = { "state", STYLE_NORMAL }, [LOG_HOTPLUG] = { "cpu", STYLE_WARN },
		[LOG_SETTING] = { "set", STYLE_MARK },
	};
	size_t i = MIN((size_t)kind, ARRAY_SIZE(kinds) - 1);

	*style = kinds[i].style;
	return kinds[i].word;
}
