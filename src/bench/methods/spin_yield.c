// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * spin_yield: a word in shared memory is handed over; who waits calls sched_yield() in its spin.
 *
 * Invariant: only the worker whose number stands in the word writes it.
 */
#include "bench/method.h"

#include <sched.h>

static int spin_yield_lead(struct party *p)
{
	turn_give(p->shared, 1);
	while (!turn_is(p->shared, 0))
		sched_yield();
	return 0;
}

static int spin_yield_follow(struct party *p)
{
	while (!turn_is(p->shared, 1))
		sched_yield();
	turn_give(p->shared, 0);
	return 0;
}

METHOD_TIGHT(spin_yield)

const struct method method_spin_yield = {
	.name = "spin-yield",
	.label = "spin+yield",
	.summary = "one store to shared memory, the other process stores back; waiting by "
		   "sched_yield()",
	.groups = "classic sched",
	.version = 1,
	.unit = "loops/s",
	.size = { .workers = 2, .shared = sizeof(struct turn_word) },
	.flags = METHOD_SPINS | METHOD_YIELDS,
	.lead = spin_yield_lead,
	.follow = spin_yield_follow,
	.lead_all = spin_yield_lead_all,
	.follow_all = spin_yield_follow_all,
};
