/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * guardian: the process that puts the machine back when nobody else can: it outlives the dashboard
 * and the runner, whatever killed them.
 *
 * Invariant: forked first, in a session of its own, deaf to the terminal's signals; it acts once, when
 * both are gone, and ends. Its way to know is a pipe whose writing end only those two hold.
 */
#ifndef CTXTOP_GUARDIAN_H
#define CTXTOP_GUARDIAN_H

#include <sys/types.h>

#include "base.h"
#include "ledger.h"

struct guardian {
	pid_t pid;
	int life_fd; /* writing end; inherited by the runner, closed by the workers */
};

/* Fork it. 0 or -errno. */
int guardian_start(struct guardian *g, struct ledger *ledger, struct err *e);
/* Let it go (after the runner has ended) and reap it. */
void guardian_stop(struct guardian *g);

/* Standard input and output of the calling process become /dev/null: helpers hold no pipeline up. */
void quiet_stdio(void);

#endif
