/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sampler: the engine's thread. It rotates the slices, reads the probes between them and carries out
 * orders; two pipes connect it with the main thread: orders go in, events come out.
 *
 * Invariant: nothing is shared but what travels through the pipes, by pointer or by value. After an
 * event with `baton` nothing is measured until the baton is back, at most 20 ms; a slice that ran
 * although it was not back is disturbed.
 */
#ifndef CTXTOP_SAMPLER_H
#define CTXTOP_SAMPLER_H

#include "base/sysroot.h"
#include "bench/runner.h"
#include "engine/control.h"
#include "engine/schedule.h"
#include "stream/event.h"
#include "stream/order.h"

struct sampler_config {
	const char *label;		      /* of the run, "" = none */
	struct control_config control;	      /* what may be changed, and how */
	const struct setting *const *setting; /* to be watched; must outlive the sampler */
	size_t nsettings;
	const struct sysroot *root;
	int64_t slice_ns;
	uint64_t rounds;     /* 0 = without end */
	int64_t duration_ns; /* 0 = without end */
};

struct sampler;

/* Start the thread. @plan is copied; @runner is used by the thread alone until sampler_stop(). */
struct sampler *sampler_start(const struct sampler_config *cfg, const struct plan *plan,
			      struct runner *runner, struct ledger *ledger, struct err *e);
/* Poll this for events. */
int sampler_fd(const struct sampler *s);
/* The next event, the caller's to free; NULL: none waits. */
struct event *sampler_next(struct sampler *s);
/* Give an order. 0; -EAGAIN: too many wait. Never waits. */
int sampler_order(struct sampler *s, const struct order *o);
/*
 * End the thread and wait for it; events still in the pipe are freed. True: the guardian was asked
 * something whose answer has not come yet.
 */
bool sampler_stop(struct sampler *s);

#endif
