/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * layout: which panels and columns fit into a screen of this size, and where.
 *
 * Pure. Invariant: panels never overlap and never leave the area; the list of methods never
 * vanishes while there is a row for it.
 */
#ifndef CTXTOP_LAYOUT_H
#define CTXTOP_LAYOUT_H

#include "draw/canvas.h"

enum panel { PANEL_METHODS, PANEL_DETAIL, PANEL_CPUS, PANEL_IRQS, PANEL_EVENTS, PANELS };

struct layout {
	struct rect panel[PANELS]; /* h == 0: not shown */
	bool framed;		   /* room for frames round the panels */
	bool cpus_line, irqs_line; /* shrunk to one line each */
};

/* What the panels would like: rows of content. */
struct layout_wish {
	int series, cpus, irqs, events;
	unsigned panels; /* bit i: panel wanted */
	int strip;	 /* lines of settings above the events, in the same panel */
};

void layout_overview(struct layout *l, struct rect area, const struct layout_wish *w);

/* Columns of the methods table, in screen order. */
enum column_id {
	COL_NAME,
	COL_SPARK,
	COL_NOW,
	COL_LOW,
	COL_HIGH,
	COL_AVERAGE,
	COL_AVG_MHZ,
	COL_LOW_MHZ,
	COL_HIGH_MHZ,
	COL_SWITCHES,
	COL_IRQ,
	COL_CPU_US,
	COL_SD,
	COL_VERDICT,
	COLUMNS
};

struct layout_columns {
	struct {
		int x, w; /* w == 0: not shown */
	} col[COLUMNS];
};

/*
 * Columns for a table of @width. @per_mhz: low and high per MHz are wanted; @verdict: a setting was
 * changed. What goes first when room is short: cost of a loop, sd, now, high, low,
 * avg/MHz; the average and the verdict stay.
 */
void layout_columns(struct layout_columns *l, int width, bool per_mhz, bool verdict);

#endif
