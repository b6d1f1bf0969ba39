/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * naive: the texts of /proc read a second time, in the slow and plain way, to check the parsers.
 *
 * Invariant: shares no code with src/scan.c or src/probes/.
 */
#ifndef CTXTOP_TESTS_NAIVE_H
#define CTXTOP_TESTS_NAIVE_H

#include "probes/table.h"

/*
 * Does @t hold what @text of the form of /proc/interrupts and /proc/softirqs says: columns, labels,
 * and the sum of each row? NULL if so, else words (in a static buffer).
 */
const char *naive_grid(const struct table *t, const char *text);
/* The same for /proc/stat. */
const char *naive_stat(const struct table *t, const char *text);

#endif
