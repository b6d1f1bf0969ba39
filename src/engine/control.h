/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * control: orders about settings, in the engine thread: a value is checked and encoded here, written by
 * the guardian, and answered by events. Orders queue while one is on its way.
 *
 * Invariant: nothing here waits for the guardian, and nothing here writes. Every order that is taken in
 * is answered, EV_ANSWER with its id; one that takes a while is answered twice, -EINPROGRESS first.
 */
#ifndef CTXTOP_CONTROL_H
#define CTXTOP_CONTROL_H

#include "engine/observer.h"
#include "guardian/guardian_call.h"
#include "settings/catalogue.h"
#include "settings/setting.h"
#include "stream/order.h"

/* What it works with; all of it outlives it. */
struct control_config {
	struct catalogue *catalogue;	 /* grows by what is watched from now on */
	const struct sysroot *root;	 /* of the running machine */
	const struct guardian *guardian; /* NULL: there is none */
	bool ipc_joined;		 /* IPC sysctls are those of the workers */
	bool writable;
	const char *note;    /* why not */
	const char *journal; /* the guardian's; NULL: where it belongs */
};

enum control_stage { CONTROL_RESTS, CONTROL_WRITES, CONTROL_COUNTS };

/* The settings that one order concerns, by name; owned. */
struct control_names {
	char **name;
	size_t n;
};

struct control {
	struct control_config cfg;
	struct observer *observer; /* NULL: no setting is watched */
	post_fn post;
	void *arg;
	bool writable;
	char note[160];
	struct control_names changed; /* what would be put back now */
	bool reported;		      /* EV_CONTROL was posted */

	struct order *queue; /* [n] waiting, oldest first */
	size_t n, size;
	bool recount; /* somebody changed a setting: is it still ours? */

	enum control_stage stage;
	struct guardian_call call;
	struct order order;	       /* CONTROL_WRITES: what is on its way */
	const struct setting *setting; /* SET, STEP: of it */
	char wanted[SETTING_TEXT];     /* SET, STEP: the value, normalised */
	int64_t begun_ns;
	bool patience_lost, woken;

	/* for the thread that owns it */
	bool cut;	/* what is measured changes: the running slice is of no use */
	int64_t settle; /* slices that begin within this time from now on are void; taken by it */
};

void control_init(struct control *c, const struct control_config *cfg, struct observer *observer,
		  post_fn post, void *arg);
/* True: the guardian was asked something whose answer has not come yet. */
bool control_free(struct control *c);

/* SET, STEP, UNDO, UNDO_ALL, WATCH, STRIP. */
void control_order(struct control *c, const struct order *o);
/* Somebody changed a setting: how many are ours now? */
void control_recount(struct control *c);

/* What to poll: the guardian's descriptor and for what; -1: it is dead, or there is none. */
int control_fd(const struct control *c, short *events);
/* When it is to be stepped at the latest, monotonic ns; INT64_MAX: when the descriptor is ready. */
int64_t control_due(const struct control *c);
/* Do what can be done now. */
void control_step(struct control *c);
/* Is a write on its way? Slices are void meanwhile. */
bool control_writes(const struct control *c);

#endif
