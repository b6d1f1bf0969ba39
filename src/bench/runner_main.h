/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * runner_main: the runner's own process: runner_main.c serves commands, runner_slice.c measures.
 *
 * Invariant: it dies with its parent.
 */
#ifndef CTXTOP_RUNNER_MAIN_H
#define CTXTOP_RUNNER_MAIN_H

#include <sched.h>

#include "bench/party.h"
#include "bench/runner_cmd.h"

struct runner_state {
	int fd, sigfd;
	int close_fds[4]; /* what workers must not keep */
	struct ledger *ledger;
	cpu_set_t *allowed; /* as ctxtop was started */
	size_t set_size;
	struct group group;
	bool active;   /* there are workers */
	bool released; /* they loop */
};

/* Say @hello, then serve commands on @fd until it is closed. @parent: the spawner. */
void runner_main(int fd, struct ledger *ledger, int life_fd, pid_t parent,
		 const struct runner_reply *hello) __attribute__((noreturn));

/* Signals of runner and spawner: a descriptor that tells of SIGCHLD, or -1. */
int runner_signals(void);

/* End the workers, if there are any, and all that they forked. */
void runner_end_group(struct runner_state *st);
/* 0, or -EPIPE: nobody is there any more. */
int runner_reply_send(struct runner_state *st, const struct runner_reply *r);
/* End the workers and say why. */
int runner_reply_failed(struct runner_state *st, const struct err *e);

/* runner_slice.c: carry out RUNNER_SLICE. 0 or -EPIPE. */
int runner_slices(struct runner_state *st, const struct runner_cmd *cmd);

#endif
