/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rows: look-ups in a table that tests share.
 *
 * Invariant: a row is found by its label (and the beginning of its text), never by its index.
 */
#ifndef CTXTOP_TESTS_ROWS_H
#define CTXTOP_TESTS_ROWS_H

#include "probes/probe.h"

#define NO_ROW SIZE_MAX

/* The first row of that label whose text begins with @text; NO_ROW if none. */
size_t find_row(const struct table *t, const char *label, const char *text);
/* Parse a terminated text into @t (cleared here). What the probe returns. */
int parse_text(const struct probe *p, struct table *t, const char *text);
/* What cell (@row, @col) moved by in @d; 0 if it is not there. */
uint64_t delta_at(const struct delta *d, size_t row, size_t col);

#endif
