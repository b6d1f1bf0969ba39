/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * term_meter: what painting costs the line to the terminal: pictures and bytes a second.
 *
 * Invariant: bytes are those that the kernel counted for this thread, so that what curses writes is in
 * them whole; where the kernel does not count they are missing.
 */
#ifndef CTXTOP_TERM_METER_H
#define CTXTOP_TERM_METER_H

#include <stdbool.h>
#include <stdint.h>

struct term_traffic {
	uint64_t frames, skipped; /* painted, and left out because the terminal took nothing */
	uint64_t bytes;
	bool has_bytes;
	bool has_rate; /* a second is over */
	double frames_per_s, bytes_per_s;
};

struct term_meter {
	struct term_traffic traffic;
	int fd; /* counts of this thread, -1: none */
	uint64_t before;
	int64_t since_ns;
	uint64_t since_frames, since_bytes;
};

void meter_open(struct term_meter *m, int64_t now);
void meter_close(struct term_meter *m);
/* Round the writing of one picture. */
void meter_begin(struct term_meter *m);
void meter_end(struct term_meter *m, int64_t now);
void meter_skip(struct term_meter *m);

#endif
