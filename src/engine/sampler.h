/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sampler: the thread that rotates the slices and reads the probes between them, and the two pipes
 * that connect it with the main thread: events come out, orders go in.
 *
 * Invariant: nothing is shared but what travels through the pipes, by pointer or by value. After an
 * event with `baton` the sampler measures nothing until the baton is back, at most 20 ms.
 */
#ifndef CTXTOP_SAMPLER_H
#define CTXTOP_SAMPLER_H

#include "stream/event.h"
#include "bench/runner.h"
#include "engine/schedule.h"
#include "base/sysroot.h"

struct setting;

struct sampler_config {
	const struct setting *const *setting; /* to be watched; must outlive the sampler */
	size_t nsettings;
	bool ipc_joined; /* IPC sysctls are those of the workers (isolate_join()) */
	pid_t guardian;	 /* whose writes are our own, 0 = none */
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
/* Hand the baton back. */
void sampler_ack(struct sampler *s);
/* Cut the running slice short. */
void sampler_cut(struct sampler *s);
/* Nothing of the running turn counts (the program was stopped and goes on). */
void sampler_void(struct sampler *s, const char *why);
/* Length of the slices from the next one on. */
void sampler_slice(struct sampler *s, int64_t ns);
/* Look at the settings at once; @own: the id of the one that we changed, -1 = none. */
void sampler_look(struct sampler *s, int own);
/* Watch one more setting, which must outlive the sampler. */
void sampler_watch(struct sampler *s, const struct setting *setting);
/* End the turn that runs and begin none until sampler_resume(); returns when the workers are gone. */
void sampler_pause(struct sampler *s);
void sampler_resume(struct sampler *s);
/* Ask it to end; the events up to EV_END still come. */
void sampler_finish(struct sampler *s);
/* End the thread and wait for it; events still in the pipe are freed. */
void sampler_stop(struct sampler *s);

#endif
