/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * party: a group of workers of one method: made, pinned, held at a barrier, released, watched,
 * killed, reaped.
 *
 * Invariant: party_stop() leaves no process, descriptor, mapping or System V object of the group,
 * whatever state it was in. Workers die with the process that made them (PR_SET_PDEATHSIG).
 */
#ifndef CTXTOP_PARTY_H
#define CTXTOP_PARTY_H

#include "bench/group.h"

/* A reading of the counters of all who count, and when it was taken. */
struct loops {
	uint64_t n;
	int64_t t_ns;	/* of the reading */
	int64_t end_ns; /* when loop number n ended, where loops are timed; else t_ns */
};

/*
 * Make the group: objects, set-up, fork, pin, wait until all stand at the barrier (at most 2 s, and
 * longer by 1 ms a worker). @cpu: of each side of the workers, -1 = not pinned. @close_fds: descriptors
 * the workers must not keep, ended by -1. On failure nothing is left and words say which call failed.
 * 0 or -errno.
 */
int party_start(struct group *g, const struct method_choice *c, const int cpu[PLACE_SIDES],
		struct ledger *ledger, const int *close_fds, struct err *e);
/* Open the barrier. @counts: where loops are timed, the first begins now; else when one has ended. */
void party_release(struct group *g, bool counts);
/*
 * From now on who counts notes the clock at the end of each loop. False: it does already, or cannot, as in
 * groups of many counters.
 */
bool party_time_loops(struct group *g);
/* Do they? */
bool party_timed(const struct group *g);
/*
 * Loops so far. The count and its time are taken together within a few microseconds. False: loops are
 * timed, and not one has ended since.
 */
bool party_loops(const struct group *g, struct loops *l);
/* Has a worker ended? Then 1 and words ("msgsnd in worker 0: ...", "worker 1 was killed by signal 9"). */
int party_failed(struct group *g, struct err *e);
/* Kill, reap, unmap, close, remove. Safe on a zeroed or failed group. */
void party_stop(struct group *g);

#endif
