// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_reader: read, parse, set the alarm.
 *
 * Invariant: a time-out counts only when nothing is left to be read: a byte that waits in the line has
 * arrived in time.
 */
#include "term/term_reader.h"

#include <string.h>

void reader_init(struct reader *r, struct term_line *line, bool utf8)
{
	memset(r, 0, sizeof(*r));
	r->line = line;
	input_init(&r->input, utf8);
}

static bool parse(struct reader *r, struct input_event *ev)
{
	while (r->at < r->have)
		if (input_byte(&r->input, r->buf[r->at++], r->event_ns, ev))
			return true;
	return false;
}

static bool fill(struct reader *r)
{
	int n = line_read(r->line, r->buf, sizeof(r->buf));

	r->at = 0;
	r->have = n > 0 ? (size_t)n : 0;
	r->gone = n < 0;
	r->reads += n > 0;
	r->event_ns = now_ns();
	return n > 0;
}

bool reader_next(struct reader *r, struct input_event *ev)
{
	do {
		if (parse(r, ev))
			return true;
	} while (fill(r));
	if (!r->gone && input_quiet(&r->input, r->event_ns, ev))
		return true;
	line_alarm(r->line, r->gone ? 0 : input_deadline(&r->input));
	return false;
}
