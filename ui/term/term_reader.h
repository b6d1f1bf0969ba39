/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * term_reader: bytes from the line into the parser, and its time-outs as something to poll for.
 *
 * Invariant: nothing is waited for; what was read is parsed in order, whatever is made of it.
 */
#ifndef CTXTOP_TERM_READER_H
#define CTXTOP_TERM_READER_H

#include "term/term_input.h"
#include "term/term_line.h"

struct reader {
	struct term_line *line;
	struct input input;
	unsigned char buf[1024];
	size_t have, at;
	unsigned reads;	  /* how many read() brought something */
	int64_t event_ns; /* when the last event's bytes were read */
	bool gone;
};

void reader_init(struct reader *r, struct term_line *line, bool utf8);
/* The next event that is there; false: none, and reader.gone says whether the terminal is. */
bool reader_next(struct reader *r, struct input_event *ev);

#endif
