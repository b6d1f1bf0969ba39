/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * probes: the reading side of the probes: kept descriptors, buffers, the cost of each reading, and
 * how often it may be read.
 *
 * Invariant: no probe takes more than 0.5 % of a CPU: one whose reading costs c is not read again
 * before 200 c have passed.
 */
#ifndef CTXTOP_PROBES_H
#define CTXTOP_PROBES_H

#include "base/base.h"
#include "probes/probe.h"
#include "base/sysroot.h"

/* A reading that costs c is not repeated before PROBE_BUDGET * c: 0.5 % of a CPU. */
#define PROBE_BUDGET 200

struct probe_reader {
	const struct probe *probe;
	const struct sysroot *root;
	int fd;		/* kept; -1 before the first reading */
	struct err err; /* why it cannot be read, code 0 = it can */
	struct textbuf text;
	struct table table[2]; /* the newest reading and the one before */
	unsigned now;	       /* index of the newest */
	bool valid[2];	       /* does table[i] hold a reading? */
	int64_t time_ns[2];    /* monotonic time of each, in the middle of the read */
	int64_t tried_ns;      /* monotonic time of the last attempt, failed or not */
	int64_t cost_ns;       /* smoothed CPU time of reading and parsing; 0 = never tried */
};

void probe_reader_init(struct probe_reader *pr, enum probe_id id, const struct sysroot *root);
void probe_reader_free(struct probe_reader *pr);
/* May it be read at @now_ns without passing its budget? */
bool probe_reader_due(const struct probe_reader *pr, int64_t now_ns);
/*
 * Read: the newest table becomes the one before. A torn text is read again up to three times; a
 * kept descriptor whose file went is opened anew. On failure pr->err says why, -errno is returned,
 * the newest reading stays and the one before is forgotten, so that a difference already taken is
 * not taken for a new one.
 */
int probe_reader_read(struct probe_reader *pr);
/*
 * Difference of the two readings and the time between them. 0; -ENODATA before there are two, or
 * when the last attempt failed; -ENOMEM.
 */
int probe_reader_delta(const struct probe_reader *pr, struct delta *out, int64_t *window_ns);

#endif
