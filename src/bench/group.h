/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * group: what the workers of one method have in common, for those who make it (party), count it (usage)
 * and are in it (worker).
 *
 * Invariant: a zeroed group holds nothing.
 */
#ifndef CTXTOP_GROUP_H
#define CTXTOP_GROUP_H

#include <sys/types.h>

#include "base/base.h"
#include "bench/ledger.h"
#include "bench/methods.h"
#include "machine/placement.h"

struct worker_files; /* usage.h */

/* What one worker tells the core; nobody else writes to its cache lines while it loops. */
struct worker_slot {
	_Alignas(128) struct loop_count count;
	_Atomic int error; /* errno of the call that failed */
	char call[24];
};

/* Shared by the core and all workers; behind it lie the slots, the pids, the method's own memory. */
struct party_control {
	_Atomic uint32_t ready, go;
};

struct group {
	struct method_choice choice;
	struct method_size size;
	struct party party;
	struct party_control *control;
	struct worker_slot *slot; /* [size.workers] */
	pid_t *pid;		  /* [size.workers] */
	size_t map_size;
	int cpu[PLACE_SIDES]; /* -1 = free */
	unsigned forked;
	struct worker_files *files; /* [forked]; NULL: too many to keep files of each */
	struct ledger *ledger;
};

#endif
