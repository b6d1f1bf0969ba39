/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * scan: reading the texts of /proc by hand: lines, numbers, labels, the header that names the CPUs.
 *
 * Pure and without memory of its own. Invariant: nothing looks at or beyond scan.end, and every
 * byte is looked at a constant number of times.
 */
#ifndef CTXTOP_SCAN_H
#define CTXTOP_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct table;

/* A piece of text, from p up to and without end; reading moves p. */
struct scan {
	const char *p, *end;
};

/* The next line without its newline into @line. False at the end of the text. */
bool scan_line(struct scan *text, struct scan *line);
/* Skip blanks; false when nothing else is left. */
bool scan_more(struct scan *s);
/*
 * Skip blanks and read one unsigned decimal number that ends at a blank or at the end. False (and
 * @s unmoved) when the next word is not such a number or passes 2^64 - 1: "5-edge" is no number.
 */
bool scan_number(struct scan *s, uint64_t *value);
/* Read numbers until @max of them are read or the next word is none. How many were read. */
size_t scan_numbers(struct scan *s, uint64_t *value, size_t max);
/* The width of the next word with the blanks before it, if scan_number() would read it; else 0. */
size_t scan_number_width(const struct scan *s);
/*
 * Everything before the first ':' without blanks around it into @buf (cut where it does not fit),
 * and move behind the ':'. False when there is none, or nothing or several words before it.
 */
bool scan_label(struct scan *s, char *buf, size_t size);
/*
 * All that is left into @buf: blanks around it dropped, runs of blanks as one (their width changes
 * with the width of the counters), anything but printable ASCII as '?', cut where it does not fit.
 */
void scan_text(struct scan *s, char *buf, size_t size);
/*
 * Read "CPU0 CPU1 CPU5": a column of @t for each. 0; -EINVAL when the line is not of that form or
 * the numbers do not rise; -ENOMEM.
 */
int scan_header(struct scan *line, struct table *t);
/*
 * A text that is such a header and then rows, blank lines left out: @row reads each into @t. 0;
 * -EINVAL without a header, -EAGAIN with nothing behind it, else what the first failing row said.
 */
int scan_table(const char *text, size_t len, struct table *t,
	       int (*row)(struct table *t, struct scan *line));

#endif
