// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * layout: which panels and columns fit into a screen of this size, and where.
 *
 * Pure. Invariant: panels never overlap and never leave the area; the list of methods never
 * vanishes while there is a row for it. Room is given out in the reverse of the order of dropping:
 * methods, one line of interrupts, one line of CPUs, the panels of both, the graph, the events.
 */
#include "draw/layout.h"

#include <string.h>

#include "base/base.h"

#define FRAME_COLS   100 /* frames from this size on */
#define FRAME_ROWS   30
#define SIDE_COLS    76 /* CPUs and interrupts side by side */
#define BAND_ROWS    4	/* of content, at least: NMI, LOC, RES, CAL */
#define DETAIL_ROWS  5
#define DETAIL_PLUS  12 /* grown to this before the others grow */
#define EVENT_ROWS   2
#define STRIP_ROWS   3 /* of the strip, before the graph grows */
#define METHOD_LINES 1 /* headings */

/* Rows that each panel gets, its title or frame included. */
struct rows {
	int left; /* not given out yet */
	int head; /* rows of a frame or a title */
	int h[PANELS];
	bool side; /* CPUs and interrupts share their rows */
};

static bool wanted(const struct layout_wish *w, enum panel p)
{
	return w->panels & (1u << p);
}

static void give(struct rows *r, enum panel p, int n)
{
	n = MIN(n, r->left);
	if (n <= 0)
		return;
	r->h[p] += n;
	r->left -= n;
}

/* The rows that nothing takes away: methods, then a line each for interrupts and CPUs. */
static void give_first(struct rows *r, const struct layout_wish *w, bool framed)
{
	int need = MAX(w->series, 1) + METHOD_LINES + (framed ? 2 : 0), keep = 0;

	if (wanted(w, PANEL_METHODS)) {
		/* from 4 rows on there is one for the interrupts, from 6 on one for the CPUs */
		if (wanted(w, PANEL_IRQS) && r->left >= 4)
			keep++;
		if (wanted(w, PANEL_CPUS) && r->left >= 6)
			keep++;
		give(r, PANEL_METHODS, MIN(need, r->left - keep));
	}
	if (wanted(w, PANEL_IRQS))
		give(r, PANEL_IRQS, 1);
	if (wanted(w, PANEL_CPUS))
		give(r, PANEL_CPUS, 1);
}

/* Make a full panel of a line, if there is room for the least of it. */
static bool unfold(struct rows *r, const struct layout_wish *w, enum panel p, int rows)
{
	int more = r->head + MAX(MIN(rows, BAND_ROWS), 1) - r->h[p];

	if (!wanted(w, p) || r->left < more || !r->h[p])
		return false;
	give(r, p, more);
	return true;
}

/* CPUs and interrupts side by side: one line is given back, the rows of the other are shared. */
static bool unfold_side(struct rows *r, const struct layout_wish *w)
{
	int rows = MIN(MAX(w->irqs, w->cpus), BAND_ROWS);

	if (!r->h[PANEL_CPUS] || r->left + 1 < r->head + MAX(rows, 1) - 1)
		return false;
	r->left += r->h[PANEL_CPUS];
	r->h[PANEL_CPUS] = 0;
	give(r, PANEL_IRQS, r->head + MAX(rows, 1) - 1);
	r->side = true;
	return true;
}

static void grow(struct rows *r, enum panel p, int content)
{
	if (r->h[p])
		give(r, p, r->head + content - r->h[p]);
}

static void give_rest(struct rows *r, struct layout *l, const struct layout_wish *w)
{
	int band = r->side ? MAX(w->irqs, w->cpus) : w->irqs;

	if (wanted(w, PANEL_DETAIL) && r->left >= r->head + DETAIL_ROWS)
		give(r, PANEL_DETAIL, r->head + DETAIL_ROWS);
	if (wanted(w, PANEL_EVENTS) && r->left > r->head)
		give(r, PANEL_EVENTS,
		     r->head + MIN(EVENT_ROWS, MAX(w->events, 1)) + MIN(w->strip, STRIP_ROWS));
	/* frames cost much: no frame round a single row of a tall screen's rest */
	grow(r, PANEL_DETAIL, DETAIL_PLUS);
	if (!r->side && !l->cpus_line)
		grow(r, PANEL_CPUS, w->cpus);
	if (!l->irqs_line)
		grow(r, PANEL_IRQS, band);
	grow(r, PANEL_EVENTS, MAX(w->events, 1) + w->strip);
	if (r->h[PANEL_DETAIL])
		give(r, PANEL_DETAIL, r->left);
	else if (!l->irqs_line && r->h[PANEL_IRQS])
		give(r, PANEL_IRQS, r->left);
	else if (!l->cpus_line && r->h[PANEL_CPUS])
		give(r, PANEL_CPUS, r->left);
	else if (r->h[PANEL_METHODS])
		give(r, PANEL_METHODS, r->left);
}

static void place(struct layout *l, const struct rows *r, struct rect area)
{
	static const enum panel order[] = { PANEL_METHODS, PANEL_DETAIL, PANEL_CPUS, PANEL_IRQS,
					    PANEL_EVENTS };
	int y = area.y, w = area.w;

	for (size_t i = 0; i < ARRAY_SIZE(order); i++) {
		enum panel p = order[i];

		l->panel[p] = (struct rect){ area.x, y, w, r->h[p] };
		if (p == PANEL_IRQS && r->side) {
			int cw = w * 9 / 20;

			l->panel[PANEL_CPUS] = (struct rect){ area.x, y, cw, r->h[p] };
			l->panel[p].x += cw;
			l->panel[p].w -= cw;
		}
		y += r->h[p];
	}
}

void layout_overview(struct layout *l, struct rect area, const struct layout_wish *w)
{
	struct rows r = { .left = MAX(area.h, 0) };

	memset(l, 0, sizeof(*l));
	if (area.w < 1 || area.h < 1)
		return;
	l->framed = area.w >= FRAME_COLS && area.h >= FRAME_ROWS;
	r.head = l->framed ? 2 : 1;
	give_first(&r, w, l->framed);
	l->cpus_line = l->irqs_line = true;
	if (area.w >= SIDE_COLS && wanted(w, PANEL_IRQS) && wanted(w, PANEL_CPUS)) {
		if (unfold_side(&r, w))
			l->cpus_line = l->irqs_line = false;
	} else {
		l->irqs_line = !unfold(&r, w, PANEL_IRQS, w->irqs);
		l->cpus_line = (wanted(w, PANEL_IRQS) && l->irqs_line) ||
			       !unfold(&r, w, PANEL_CPUS, w->cpus);
	}
	give_rest(&r, l, w);
	place(l, &r, area);
}

/* Columns of the table that hold figures: width with the blank before it, least width of the table. */
static const struct {
	int w, from;
} column_size[COLUMNS] = {
	[COL_NOW] = { 9, 0 },	    [COL_LOW] = { 9, 0 },	 [COL_HIGH] = { 9, 0 },
	[COL_AVERAGE] = { 9, 0 },   [COL_AVG_MHZ] = { 9, 0 },	 [COL_LOW_MHZ] = { 9, 0 },
	[COL_HIGH_MHZ] = { 9, 0 },  [COL_SWITCHES] = { 8, 138 }, [COL_IRQ] = { 9, 138 },
	[COL_CPU_US] = { 12, 138 }, [COL_SD] = { 6, 0 },	 [COL_VERDICT] = { 9, 0 },
};

static const enum column_id keep[] = {
	COL_AVERAGE, COL_VERDICT, COL_AVG_MHZ,	COL_LOW, COL_HIGH,
	COL_NOW,     COL_SD,	  COL_SWITCHES, COL_IRQ, COL_CPU_US
};
static const enum column_id keep_mhz[] = { COL_AVERAGE,	 COL_VERDICT,  COL_AVG_MHZ, COL_LOW_MHZ,
					   COL_HIGH_MHZ, COL_LOW,      COL_HIGH,    COL_NOW,
					   COL_SD,	 COL_SWITCHES, COL_IRQ,	    COL_CPU_US };

/* Columns of the names and the least of the history; the verdict's column takes from both. */
static void lead_columns(int width, bool verdict, int *name, int *spark)
{
	*name = width >= 138 ? 24 : width >= 60 + 2 * verdict ? 21 : width >= 60 ? 20 : 16;
	*spark = width >= 100 ? 24 : width >= 76 && !verdict ? 18 : width >= 58 ? 12 : 0;
}

void layout_columns(struct layout_columns *l, int width, bool per_mhz, bool verdict)
{
	const enum column_id *order = per_mhz ? keep_mhz : keep;
	size_t n = per_mhz ? ARRAY_SIZE(keep_mhz) : ARRAY_SIZE(keep);
	int name, spark, left, x;

	memset(l, 0, sizeof(*l));
	if (width < 1)
		return;
	lead_columns(width, verdict, &name, &spark);
	name = MIN(name, width);
	left = width - name - (spark ? spark + 1 : 0);
	for (size_t i = 0; i < n && left > 0; i++) {
		int w = column_size[order[i]].w;

		if (width < column_size[order[i]].from || (order[i] == COL_VERDICT && !verdict))
			continue;
		if (w > left)
			break;
		l->col[order[i]].w = w;
		left -= w;
	}
	l->col[COL_NAME].w = name;
	if (spark)
		l->col[COL_SPARK].w = spark + left;
	x = name + (spark ? 0 : left);
	for (int i = COL_SPARK; i < COLUMNS; i++) {
		if (!l->col[i].w)
			continue;
		l->col[i].x = x;
		x += l->col[i].w + (i == COL_SPARK);
	}
}
