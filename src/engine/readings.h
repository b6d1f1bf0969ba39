/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * readings: the probes as the sampler uses them: read at both ends of a slice, turned into events.
 *
 * Invariant: every counted thing is told exactly once: what moved between two slices in a delta
 * without series, what moved during a slice in one with its series.
 */
#ifndef CTXTOP_READINGS_H
#define CTXTOP_READINGS_H

#include "stream/event.h"
#include "engine/probes.h"

struct readings {
	struct probe_reader reader[PROBES];
	struct table told[PROBES]; /* the shape that was posted last */
	bool failing[PROBES];	   /* a fault was posted */
	/* of each probe by itself, so that a file that is slow to read holds no other up */
	int64_t pair_ns[PROBES]; /* when the last slice at both ends of which it is read began */
	bool paired[PROBES];	 /* it is read at both ends of the slice that runs */
	bool cpus_changed;	 /* CPUs came or went since this was last cleared, by its reader */
	int64_t own_wall_ns, own_cpu_ns;
	long ticks_per_s;
	bool live; /* this machine is read, not a captured one */
	/* filled by readings_take() for the window that it closed */
	bool has_irq, has_load;
	int64_t irq_ns, load_ns;
	uint64_t irq[ROW_CLASSES];
	double busy, steal; /* CPUs */
};

typedef void (*post_fn)(void *arg, struct event *ev);

void readings_init(struct readings *r, const struct sysroot *root);
void readings_free(struct readings *r);
/*
 * A slice begins: read those probes that may be read at both of its ends within their budgets, each 0.5 %
 * of a CPU. False: none. Then readings_end() when it is over: @series is the slice's.
 */
bool readings_begin(struct readings *r, post_fn post, void *arg);
void readings_end(struct readings *r, uint16_t series, post_fn post, void *arg);
/*
 * Read every probe that is due (@force: all), post EV_TABLE, EV_DELTA and EV_FAULT; @series: the
 * slice that ends now, or NO_SERIES.
 */
void readings_take(struct readings *r, bool force, uint16_t series, post_fn post, void *arg);
/* CLOCK_MONOTONIC when a probe was last read, or tried; 0: never. */
int64_t readings_taken_ns(const struct readings *r);
/* Post EV_OWN: the CPU time of this process since the last call. */
void readings_own(struct readings *r, post_fn post, void *arg);

#endif
