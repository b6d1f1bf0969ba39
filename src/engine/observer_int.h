/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * observer_int: what observer.c and observer_whose.c have in common.
 *
 * Invariant: no other file includes this.
 */
#ifndef CTXTOP_OBSERVER_INT_H
#define CTXTOP_OBSERVER_INT_H

#include "engine/observer.h"
#include "settings/watch.h"
#include "settings/who.h"

/* What an order of ours made of a setting. */
struct own_write {
	size_t id;
	bool any; /* whatever it is now */
	char value[SETTING_TEXT];
};

struct held_change {
	struct event *ev; /* all but its author */
	enum setting_kind kind;
	char path[256]; /* the file that changed, "" = none */
	char old[SETTING_TEXT], new[SETTING_TEXT];
};

struct observer {
	const struct sysroot *root;
	struct watch *watch;
	struct who *who; /* NULL: nobody tells */
	bool ipc_joined; /* IPC sysctls are those of the workers */
	struct told {
		bool known, was_told, on_strip;
		bool chosen;   /* the user has put it on the strip, or taken it off */
		bool expected; /* an order of ours about it is on its way */
		enum setting_access access;
		size_t nfiles;
		char key; /* its letter on the strip; 0: it was never on it */
	} * told;
	size_t n, size;
	struct own_write *own;
	size_t nown;
	struct held_change *held;
	size_t nheld;
	/* during a look */
	post_fn post;
	void *arg;
	int64_t void_ns;
};

/* observer_strip.c: on the strip? Then it has its letter from now on. @acts: proposal_acts() */
bool observer_on_strip(struct observer *o, size_t id, const struct watch_state *st, bool acts);
/* Fill in who made this change. */
void observer_name_author(struct observer *o, const struct held_change *h);

#endif
