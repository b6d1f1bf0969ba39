/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * term_line: the two ends of the terminal's line, keys in and pictures out, as descriptors.
 *
 * Invariant: nothing here waits for the terminal, but for line_swallow(), which ends in any case.
 */
#ifndef CTXTOP_TERM_LINE_H
#define CTXTOP_TERM_LINE_H

#include <stdio.h>

#include "base/base.h"

struct term_line {
	int in, out;
	FILE *tty; /* /dev/tty, where stdin is no terminal; else NULL */
	int ready; /* readable when keys are, or the alarm rings */
	int alarm;
};

enum line_state { LINE_READY, LINE_BEHIND, LINE_GONE };

/* Keys from stdin or else /dev/tty, pictures to stdout. 0, or -ENOTTY / -ENODEV with what to do. */
int line_open(struct term_line *l, struct err *e);
void line_close(struct term_line *l);
/* Where keys are read. */
FILE *line_keys(const struct term_line *l);
/* Does the terminal take a picture at the moment, or is it stalled, or gone? */
enum line_state line_state(const struct term_line *l);
/* What has arrived, without waiting: how many bytes, 0 = none, -EIO: the terminal is gone. */
int line_read(const struct term_line *l, void *buf, size_t size);
/* term_line.ready also becomes readable at @at_ns (CLOCK_MONOTONIC), 0: not by itself. */
void line_alarm(const struct term_line *l, int64_t at_ns);
/* The size that the kernel knows; false if it knows none. */
bool line_size(const struct term_line *l, int *width, int *height);
/* Bytes a second that the line is known to carry: a serial line's speed, or what somebody has set; 0: not known. */
unsigned line_speed(const struct term_line *l);
void line_say(const struct term_line *l, const char *sequence);
/* Throw away what arrives now, for at most a tenth of a second. */
void line_swallow(const struct term_line *l);
/* Wait for something to read, for at most @ms; false: nothing came. */
bool line_wait(const struct term_line *l, int ms);

#endif
