/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * history: what was measured over the time axis: in a line, in a graph, with the marks.
 *
 * Pure but for the local time zone. Invariant: a sparkline is scaled to its own lowest and highest in
 * the window, but never to less than SCALE_LEAST of its level: noise must not look like a step.
 */
#ifndef CTXTOP_HISTORY_H
#define CTXTOP_HISTORY_H

#include "draw/canvas.h"
#include "draw/spark.h"
#include "views/screen_state.h"

#define HISTORY_CELLS	   512 /* widest history in cells */
#define HISTORY_HOLD_PROBE (6 * NSEC_PER_SEC)

/* How long a point of a series is held to the right; one of a probe: HISTORY_HOLD_PROBE. */
int64_t history_hold(const struct frame *f);
/* A sparkline over the time axis in @w cells, with the marks. */
void history_line(struct canvas *c, int x, int y, int w, style_t style, const struct point *p,
		  size_t n, int64_t hold_ns, const struct frame *f, const struct screen *s);
/* The ruler below or above it: spans, the marks' letters, the wall clock at the right. */
void history_ruler(struct canvas *c, int x, int y, int w, uint32_t line, const struct frame *f,
		   const struct screen *s);
/* A graph of series @i with value axis, ruler and marks that fills @r. */
void history_graph(struct canvas *c, struct rect r, const struct frame *f, const struct screen *s,
		   size_t i);

#endif
