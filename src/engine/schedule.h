/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * schedule: which series there are (method x parameters x placement) and which one is measured next.
 *
 * Rounds, weighted: in one round each series has at most one turn. One whose turn takes long (set-up,
 * warm-up, a least time of slices) stays out of rounds, so that it takes at most PLAN_SHARE times as
 * much of a round as the cheapest. The first round has them all.
 *
 * Pure. Invariant: series ids are positions; the order follows from the plan and the length of slices
 * alone. A series that cannot run is part of the plan, with the reason; it is tried again now and then,
 * and never holds the others up.
 */
#ifndef CTXTOP_SCHEDULE_H
#define CTXTOP_SCHEDULE_H

#include "stream/event.h"
#include "bench/methods.h"
#include "machine/placement.h"

struct planned {
	struct series_info info;
	struct method_choice choice;
	struct place place;
	struct placed placed;
	int64_t warm_ns;
	bool timed;	  /* its loops were long the last time: time them from the first one on */
	bool possible;	  /* false: not on this machine, @reason says why; never tried */
	char reason[200]; /* why it does not run now, "" = it does */
	int64_t retry_ns; /* monotonic time before which it is left alone */
	uint32_t
		uncounted; /* so many turns of it go by before probes are read around one (plan_counts()) */
	uint32_t counted; /* turns that were, since plan_count_anew() */
};

struct plan {
	struct planned *series;
	size_t n;
	size_t next;	  /* position in the round */
	uint32_t pass;	  /* how often the position came round */
	uint32_t round;	  /* complete rounds: passes in which something was measured */
	bool round_begun; /* a series of the present round was handed out */
};

/*
 * All chosen methods in all chosen placements that they have; of placements that are equal on this
 * machine the first. 0, or -E2BIG (-ENOMEM) with words. plan_free() it.
 */
int plan_make(struct plan *p, const struct method_list *methods, const struct place_list *places,
	      const struct topology *topo, struct err *e);
/* The same from lists as they are typed. Also -EINVAL with words. */
int plan_read(struct plan *p, const char *methods, const char *places, const struct topology *topo,
	      struct err *e);
/*
 * CPUs came or went: find the CPUs of @s anew. True: they are others now, or it became possible or
 * impossible; info, placed, possible and reason are changed, its id is not.
 */
bool plan_place(struct planned *s, const struct topology *topo);
/* A copy of its own. 0 or -ENOMEM. */
int plan_copy(struct plan *to, const struct plan *from);
void plan_free(struct plan *p);

/* How many slices of @slice_ns a turn of @s has. */
unsigned plan_slices(const struct planned *s, int64_t slice_ns);
/* The next series to measure at @now_ns with slices of @slice_ns, or NULL: none can run now. */
struct planned *plan_next(struct plan *p, int64_t now_ns, int64_t slice_ns);
/* Its turn came to nothing: it is next once more. */
void plan_again(struct plan *p, const struct planned *s);
/* It failed: leave it alone for @pause_ns. True if the reason is new. */
bool plan_failed(struct planned *s, const char *reason, int64_t now_ns, int64_t pause_ns);
/* It ran. True if it had a reason not to before. */
bool plan_worked(struct planned *s);

/*
 * Probes are read around one turn of PLAN_COUNTED of each series: what they count of a loop is a mean over
 * those, and reading them around each would cost as much CPU as all else the engine does. Around the first one
 * they always are; after that the series take turns, so that readings are spread over a round.
 */
#define PLAN_COUNTED 5
/* Are they around the turn of @s that begins now? */
bool plan_counts(struct planned *s);
/* They were, and that turn's slices count. */
void plan_was_counted(struct planned *s);
/* Figures start again, or something changed: the next turn of each series is one. */
void plan_count_anew(struct plan *p);

#endif
