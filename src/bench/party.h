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

#include <stdatomic.h>

#include "base/base.h"
#include "base/metrics.h"
#include "bench/ledger.h"
#include "bench/method.h"

/* What the workers tell the core, in shared memory; the leader's count has a cache line of its own. */
struct party_control {
	_Atomic uint32_t ready, go;
	pid_t pid[PARTY_WORKERS];
	struct {
		_Atomic int error; /* errno of the call that failed */
		char call[24];
	} worker[PARTY_WORKERS];
	_Alignas(128) _Atomic uint64_t loops;
	char pad[128 - sizeof(uint64_t)];
};

struct worker_files {
	int stat, status, sched; /* kept descriptors below /proc/PID, -1 */
	clockid_t cpu_clock;
	bool has_clock;
};

struct group {
	const struct method *method;
	struct party party;
	struct party_control *control;
	size_t map_size;
	int cpu[PARTY_WORKERS]; /* -1 = free */
	unsigned forked;
	struct worker_files files[PARTY_WORKERS];
	struct ledger *ledger;
};

/* Sums over the workers. A counter that one of them does not show is missing. */
struct usage {
	int64_t t_ns;
	struct metrics metrics;
	int16_t cpu[PARTY_WORKERS]; /* ran there last, -1 unknown */
};

/*
 * Make the group: objects, set-up, fork, pin, wait until all stand at the barrier (at most 2 s).
 * @cpu: one per worker, -1 = not pinned. @close_fds: descriptors the workers must not keep, ended by
 * -1. On failure nothing is left and words say which call failed. 0 or -errno.
 */
int party_start(struct group *g, const struct method *m, const int *cpu, struct ledger *ledger,
		const int *close_fds, struct err *e);
/* Open the barrier. */
void party_release(struct group *g);
/* Loops so far and the time of that reading, taken together within a few microseconds. */
uint64_t party_loops(const struct group *g, int64_t *t_ns);
/* Counters of the workers so far. */
void party_usage(const struct group *g, struct usage *u);
/* Are all workers on the same CPU at this instant? -1 unknown. */
int party_together(const struct group *g);
/* Has a worker ended? Then 1 and words ("msgsnd in worker 0: ...", "worker 1 was killed by signal 9"). */
int party_failed(struct group *g, struct err *e);
/* Kill, reap, unmap, close, remove. Safe on a zeroed or failed group. */
void party_stop(struct group *g);

#endif
