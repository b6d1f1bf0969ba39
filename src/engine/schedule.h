/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * schedule: which series there are (method x placement) and which one is measured next.
 *
 * Pure. Invariant: a series that cannot run is part of the plan, with the reason; it is tried again
 * now and then, and never holds the others up.
 */
#ifndef CTXTOP_SCHEDULE_H
#define CTXTOP_SCHEDULE_H

#include "stream/event.h"
#include "bench/methods.h"
#include "machine/placement.h"

struct planned {
	struct series_info info;
	unsigned method; /* enum method_id */
	struct placed placed;
	int64_t warm_ns;
	bool possible;	  /* false: not on this machine, @reason says why; never tried */
	char reason[200]; /* why it does not run now, "" = it does */
	int64_t retry_ns; /* monotonic time before which it is left alone */
};

struct plan {
	struct planned series[SERIES_MAX];
	size_t n;
	size_t next;	  /* position in the round */
	uint32_t round;	  /* complete rounds */
	bool round_begun; /* a series of the present round was handed out */
};

/* All chosen methods in all chosen placements. 0 or -E2BIG with words. */
int plan_make(struct plan *p, const bool method[METHODS], const bool place[PLACEMENTS],
	      const struct topology *topo, struct err *e);
/*
 * The next series to measure at @now_ns, or NULL: none can run now. *@wrapped: a round was completed
 * before it.
 */
struct planned *plan_next(struct plan *p, int64_t now_ns, bool *wrapped);
/* It failed: leave it alone for @pause_ns. True if the reason is new. */
bool plan_failed(struct planned *s, const char *reason, int64_t now_ns, int64_t pause_ns);
/* It ran. True if it had a reason not to before. */
bool plan_worked(struct planned *s);

#endif
