/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * guardian: the process that writes settings, the only one, and that puts the machine back when nobody
 * else can: it outlives the dashboard and the runner, whatever killed them.
 *
 * Invariant: forked first, in a session of its own, deaf to the terminal's signals. When the dashboard is
 * gone it undoes all changes; when the runner is gone too (the life pipe, whose writing end only those
 * two hold, is at its end) it removes the System V objects that are left, and ends.
 */
#ifndef CTXTOP_GUARDIAN_H
#define CTXTOP_GUARDIAN_H

#include <sys/types.h>

#include "base/base.h"
#include "bench/ledger.h"

struct guardian {
	pid_t pid;
	int life_fd; /* writing end; inherited by the runner, closed by the workers */
	int fd; /* calls (guardian_call.h); others close it. Its hang-up: the guardian is dead */
};

struct guardian_config {
	struct ledger *ledger; /* may be NULL */
	const char *journal;   /* NULL: where it belongs (journal_file.h) */
	bool read_only;	       /* refuse to change anything */
};

/* Fork it. 0 or -errno. */
int guardian_start(struct guardian *g, const struct guardian_config *c, struct err *e);
/* If somebody stopped it (SIGSTOP) it goes on: an answer would be waited for without end. */
void guardian_wake(const struct guardian *g);
/* Let it go (after the runner has ended) and reap it. What is still changed, it undoes. */
void guardian_stop(struct guardian *g);
/* The same without waiting: the kernel holds it up, and it goes on alone. */
void guardian_leave(struct guardian *g);

#endif
