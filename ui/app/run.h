/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * run: measuring without a screen, and the reports of runs and recordings.
 *
 * Invariant: standard output carries the report and nothing else; progress and complaints go to
 * standard error.
 */
#ifndef CTXTOP_RUN_H
#define CTXTOP_RUN_H

#include "app/config.h"

/* `ctxtop run`. Exit status 0, 1 (failed while running) or 2 (wrong usage). */
int run_measure(const struct config *c);
/* `ctxtop report FILE`. */
int run_report(const struct config *c, const char *path);

#endif
