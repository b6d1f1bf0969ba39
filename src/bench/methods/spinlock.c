// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * spinlock: a word in shared memory is handed over; who waits spins and never sleeps.
 *
 * Invariant: only the worker whose number stands in the word writes it.
 */
#include "bench/method.h"

static int spinlock_lead(struct party *p)
{
	turn_give(p->shared, 1);
	while (!turn_is(p->shared, 0))
		cpu_relax();
	return 0;
}

static int spinlock_follow(struct party *p)
{
	while (!turn_is(p->shared, 1))
		cpu_relax();
	turn_give(p->shared, 0);
	return 0;
}

METHOD_TIGHT(spinlock)

const struct method method_spinlock = {
	.name = "spinlock",
	.label = "spinlock",
	.summary = "one store to shared memory, the other process stores back; waiting by spinning",
	.groups = "classic sched",
	.version = 1,
	.unit = "loops/s",
	.size = { .workers = 2, .shared = sizeof(struct turn_word) },
	.flags = METHOD_SPINS,
	.lead = spinlock_lead,
	.follow = spinlock_follow,
	.lead_all = spinlock_lead_all,
	.follow_all = spinlock_follow_all,
};
