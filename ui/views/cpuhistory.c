// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * cpuhistory: the kinds of CPU time over time, from the cpustat probe's rows.
 *
 * Invariant: a column's height is the busy share of all time counted in that column, whatever unit
 * the rows are counted in; guest time, which the kernel puts into the user rows too, counts once.
 */
#include "views/cpuhistory.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "draw/spark.h"
#include "probes/probe.h"
#include "views/axis.h"
#include "views/cpubar.h"
#include "draw/words.h"

#define ROWS	16
#define COLS	256
#define LABEL_W 6
#define HOLD_NS (6 * NSEC_PER_SEC)

struct history {
	const struct frame_probe *probe;
	struct column col[ROWS][COLS];
	double tick[ROWS]; /* of the column that is drawn */
};

/* A row's time in the present column; 0 without one. */
static double *cpuhistory_ticks_of(struct history *h, const char *row)
{
	for (size_t i = 0; i < h->probe->nrows; i++)
		if (!strcmp(h->probe->row[i].row->label, row))
			return &h->tick[i];
	return NULL;
}

static void cpuhistory_take_off(struct history *h, const char *row, const char *part)
{
	double *a = cpuhistory_ticks_of(h, row), *b = cpuhistory_ticks_of(h, part);

	if (a && b)
		*a = MAX(*a - *b, 0.0);
}

/* Sum of all time in column @x, with the rows' shares in tick[]. */
static double cpuhistory_take_column(struct history *h, int x)
{
	double all = 0;

	for (size_t i = 0; i < h->probe->nrows; i++) {
		const struct column *c = &h->col[i][x];

		h->tick[i] = 0;
		if (!(h->probe->row[i].row->flags & ROW_SUM) && c->has && isfinite(c->mean))
			h->tick[i] = c->mean;
	}
	cpuhistory_take_off(h, "user", "guest");
	cpuhistory_take_off(h, "nice", "guest_nice");
	for (size_t i = 0; i < h->probe->nrows; i++)
		all += h->tick[i];
	return all;
}

static void cpuhistory_draw_column(struct canvas *c, int x, int bottom, int height,
				   struct history *h, double all)
{
	struct cpubar_letter l;
	double sum = 0;
	int at = 0;

	for (size_t k = 0; cpubar_letter(k, &l); k++) {
		const double *tick = cpuhistory_ticks_of(h, l.row);
		int end;

		sum += tick ? *tick : 0;
		end = (int)lround(MIN(sum / all, 1.0) * height);
		for (; at < end; at++)
			canvas_char(c, x, bottom - at, l.style, (unsigned char)l.letter);
	}
	if (!at)
		canvas_char(c, x, bottom, STYLE_DIM, c->glyphs->utf8 ? 0xb7 : '.');
}

static void cpuhistory_draw_axes(struct canvas *c, struct rect r, const struct frame *f,
				 const struct screen *s, int64_t span_ns)
{
	const struct glyphs *g = c->glyphs;
	int bottom = r.y + r.h - 1;
	char buf[32];

	for (int y = r.y; y < bottom; y++) {
		int from_top = y - r.y, h = r.h - 1;

		if (!from_top || from_top == h / 2)
			canvas_field(c, r.x, y, -(LABEL_W - 1), STYLE_DIM,
				     from_top ? "50%" : "100%");
		canvas_char(c, r.x + LABEL_W - 1, y, STYLE_DIM, g->tick);
	}
	canvas_char(c, r.x + LABEL_W - 1, bottom, STYLE_DIM, g->bl);
	for (int x = r.x + LABEL_W; x < r.x + r.w; x++)
		canvas_char(c, x, bottom, STYLE_DIM, g->h);
	words_span(buf, sizeof(buf), -span_ns);
	canvas_put(c, r.x + LABEL_W, bottom, STYLE_DIM, buf);
	words_clock(buf, sizeof(buf), s->end_ns ? f->wall_ns - (f->t_ns - s->end_ns) : f->wall_ns);
	canvas_put(c, r.x + r.w - text_width(buf), bottom, STYLE_DIM, buf);
}

void cpuhistory_draw(struct canvas *c, struct rect r, const struct frame *f, const struct screen *s)
{
	struct history h = { .probe = &f->probe[PROBE_cpustat] };
	int w = MIN(r.w - LABEL_W, COLS);
	int64_t t0, t1;

	if (r.h < 5 || w < 16 || !h.probe->available || h.probe->nrows > ROWS)
		return;
	axis_ends(s, f, &t0, &t1);
	for (size_t i = 0; i < h.probe->nrows; i++)
		spark_resample(h.probe->row[i].point, h.probe->row[i].npoints, t0, t1, HOLD_NS,
			       h.col[i], (size_t)w);
	r.w = w + LABEL_W;
	cpuhistory_draw_axes(c, r, f, s, t1 - t0);
	for (int x = 0; x < w; x++) {
		double all = cpuhistory_take_column(&h, x);

		if (all > 0)
			cpuhistory_draw_column(c, r.x + LABEL_W + x, r.y + r.h - 2, r.h - 1, &h,
					       all);
	}
}
