/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * throttle: was something else than the loops' own cost in the way of a slice: the quota of the workers'
 * control group, the hypervisor, the limit of real-time tasks?
 *
 * Invariant: a slice is flagged only by what was counted or holds while it ran, and says what it was.
 */
#ifndef CTXTOP_THROTTLE_H
#define CTXTOP_THROTTLE_H

#include "engine/readings.h"
#include "machine/cgroup.h"

struct throttle {
	const struct sysroot *root;
	struct cgroup cgroup; /* of the workers, who stay in their maker's */
	int64_t looked_ns;    /* when it was last looked up */
	bool counts;	      /* its throttling was read when the slice began */
	double rt_share; /* of a CPU's time for real-time tasks, where the workers are such; 0: no limit */
};

/* @root: the running machine, or a captured one, where no worker is ever held back. */
void throttle_init(struct throttle *t, const struct sysroot *root);
void throttle_free(struct throttle *t);
/* Slices of workers that @maker made begin. */
void throttle_begin(struct throttle *t, pid_t maker);
/* One is over: set METRIC_throttled, and where they were held back SLICE_THROTTLED with words. */
void throttle_slice(struct throttle *t, struct slice *sl);
/* The same for what the hypervisor took of @sl, by what was read at its ends. */
void throttle_steal(struct slice *sl, const struct readings *rd);

#endif
