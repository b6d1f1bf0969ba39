/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * report: a frame as text for people or programs: table, ctxbench's layout, JSON, CSV.
 *
 * Invariant: a missing figure is "--" in tables, null in JSON, empty in CSV; never 0 or NaN.
 */
#ifndef CTXTOP_REPORT_H
#define CTXTOP_REPORT_H

#include <stdio.h>

#include "model/frame.h"

struct report_format {
	const char *name, *summary;
	/* Write the whole report to @out. 0 or -errno (ENOSPC, EPIPE...). */
	int (*write)(FILE *out, const struct frame *f);
};

/* table, ctxbench, json, csv; ended by a NULL name. */
extern const struct report_format report_formats[];
/* NULL for an unknown name. */
const struct report_format *report_format_find(const char *name);

#endif
