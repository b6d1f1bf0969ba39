/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * session: one measuring run, with a screen or without: the processes in their order, the plan, the
 * sampler, the model and the recording.
 *
 * Invariant: session_start() forks guardian and runner before any thread or curses exists;
 * session_stop() leaves no process, thread, descriptor or System V object.
 */
#ifndef CTXTOP_SESSION_H
#define CTXTOP_SESSION_H

#include "app/config.h"
#include "guardian/guardian.h"
#include "model/model.h"
#include "stream/record.h"
#include "bench/runner.h"
#include "engine/sampler.h"
#include "app/tune.h"

struct session {
	struct config config;
	struct sysroot root;
	struct ledger *ledger;
	struct guardian guardian;
	struct runner runner;
	struct plan plan;
	struct sampler *sampler;
	struct tune tune;
	const struct setting **settings; /* [nsettings] those watched from the start */
	size_t nsettings;
	bool keep; /* leave changed settings as they are */
	struct model *model;
	bool recording;
	struct recorder recorder;
};

/* Block the signals that the loops read by signalfd, in this thread and all later ones. The descriptor or -errno. */
int session_signals(void);

/* Everything but the sampler. 0 or -errno with words; nothing is left on failure. */
int session_start(struct session *s, const struct config *c, struct err *e);
/* The sampler thread; from now on events come. 0 or -errno with words. */
int session_sample(struct session *s, struct err *e);
/* Write @ev to the recording, if there is one. */
void session_record(struct session *s, const struct event *ev);
/* Take @ev into the model and free it. */
void session_take(struct session *s, struct event *ev);
/* Both. */
void session_apply(struct session *s, struct event *ev);
/* End everything. 0, or -errno with words when the recording is incomplete. */
int session_stop(struct session *s, struct err *e);
/* After all is cleaned up: die of @sig, so that the shell sees 128 + n. */
void session_die(int sig) __attribute__((noreturn));

#endif
