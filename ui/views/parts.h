/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * parts: pieces of pictures that several panels and views are made of.
 *
 * Pure but for the local time zone. Invariant: a sparkline is scaled to its own lowest and highest in
 * the window, but never to less than SCALE_LEAST of its level: noise must not look like a step.
 */
#ifndef CTXTOP_PARTS_H
#define CTXTOP_PARTS_H

#include "views/view.h"

#define PART_CELLS 512 /* widest history in cells */

/* The style of the method that series @i belongs to. */
style_t part_series_style(const struct frame *f, size_t i);
/* "SIGUSR1 cross" */
void part_series_name(char *buf, size_t size, const struct series_info *info);
/* The selected series (clamped), NULL if there is none. */
const struct frame_series *part_selected(const struct frame *f, const struct screen *s);
/* How long a point is held to the right, for series. For probes PART_HOLD_PROBE. */
int64_t part_hold(const struct frame *f);
#define PART_HOLD_PROBE (6 * NSEC_PER_SEC)

/* The wall clock at instant @t_ns of the frame's monotonic clock. */
int64_t part_wall(const struct frame *f, int64_t t_ns);

/* "21.705": a rate per MHz in at most 8 columns, "--" if !@has. */
void part_per_mhz(char *buf, size_t size, bool has, double v);
/* The share of the average that the standard deviation is, per cent. */
void part_sd(char *buf, size_t size, const struct figures *fig);
/* Rescheduling and function call interrupts together. */
void part_metric(char *buf, size_t size, const struct figures *fig, enum metric_id id);

/* "mark", "gap": the kind of a line of the log, and its style. */
const char *part_log_kind(enum log_kind kind, style_t *style);

/* A sparkline over the time axis in @w cells, with the marks. */
void part_history(struct canvas *c, int x, int y, int w, style_t style, const struct point *p,
		  size_t n, int64_t hold_ns, const struct frame *f, const struct screen *s);
/* The ruler below or above it: spans, the marks' letters, the wall clock at the right. */
void part_ruler(struct canvas *c, int x, int y, int w, uint32_t line, const struct frame *f,
		const struct screen *s);
/* A graph of series @i with value axis, ruler and marks that fills @r. */
void part_graph(struct canvas *c, struct rect r, const struct frame *f, const struct screen *s,
		size_t i);

#endif
