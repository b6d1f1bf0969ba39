/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * usage: what the workers of a group used so far, from /proc and their CPU clocks.
 *
 * Invariant: what could not be read of every worker is missing, never a sum of some. Of more than
 * USAGE_WORKERS only the CPU time is known: reading files of thousands takes longer than a slice may
 * be off, and keeping them open more descriptors than there may be.
 */
#ifndef CTXTOP_USAGE_H
#define CTXTOP_USAGE_H

#include <time.h>

#include "base/base.h"
#include "base/metrics.h"
#include "bench/group.h"
#include "machine/placement.h"

#define USAGE_WORKERS 128

struct worker_files {
	int stat, status, sched; /* kept descriptors below /proc/PID, -1 */
	clockid_t cpu_clock;
	bool has_clock;
};

struct usage {
	struct metrics metrics;
	int64_t t_ns;
	int16_t cpu[PLACE_SIDES]; /* where the first worker of each side ran last, -1 unknown */
};

/* Open what is read of the workers of @g, which all are forked. 0 or -ENOMEM. */
int usage_open(struct group *g);
void usage_close(struct group *g);
/* Counters of the workers so far. */
void usage_read(const struct group *g, struct usage *u);
/* Are all workers on the same CPU at this instant? -1 unknown. */
int usage_together(const struct group *g);

#endif
