/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * parts: names, styles and figures that several panels and views show, the same in all of them.
 *
 * Pure. Invariant: a figure that is missing reads "--".
 */
#ifndef CTXTOP_PARTS_H
#define CTXTOP_PARTS_H

#include "model/frame.h"
#include "term/style.h"

/* The style of the method that series @i belongs to. */
style_t part_series_style(const struct frame *f, size_t i);
/* "SIGUSR1 cross" */
void part_series_name(char *buf, size_t size, const struct series_info *info);
/* "21.705": a rate per MHz in at most 8 columns, "--" if !@has. */
void part_per_mhz(char *buf, size_t size, bool has, double v);
/* The share of the average that the standard deviation is, per cent. */
void part_sd(char *buf, size_t size, const struct figures *fig);
/* The figure @id of metrics.def, scaled and in at most 8 columns. */
void part_metric(char *buf, size_t size, const struct figures *fig, enum metric_id id);

/* " 7 s old " where the rates of @p are older than a few seconds while it measures, else "". */
void part_age(char *buf, size_t size, const struct frame_probe *p, const struct frame *f);

/* "mark", "gap": the kind of a line of the log, and its style. */
const char *part_log_kind(enum log_kind kind, style_t *style);

#endif
