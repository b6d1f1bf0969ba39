/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * runner: the process that makes the workers, in an IPC namespace of its own, and times their slices.
 *
 * The runner is forked by a spawner, which is forked by the dashboard before any thread exists, and does
 * nothing else: so a runner that died can be followed by another one, in the same IPC namespace.
 *
 * Invariant: both are single-threaded; the spawner dies with the dashboard, the runner with the spawner,
 * and the workers with the runner. Workers nobody asks about for a second are ended (the dashboard was
 * stopped).
 */
#ifndef CTXTOP_RUNNER_H
#define CTXTOP_RUNNER_H

#include <sys/types.h>

#include "bench/ledger.h"
#include "bench/runner_cmd.h"

struct runner {
	pid_t spawner, pid;
	int fd;		     /* sequenced packets; poll it for a reply */
	bool own_ipc;	     /* it and the workers have an IPC namespace of their own */
	char isolation[200]; /* "own IPC namespace", ... */
};

/*
 * Fork the spawner, and by it the runner. @life_fd: the guardian's pipe (guardian.h), which both hold
 * open and the workers do not. Waits for the runner's HELLO. 0 or -errno.
 */
int runner_start(struct runner *r, struct ledger *ledger, int life_fd, struct err *e);
/* After DIED: another one. Waits for its HELLO. 0, or -errno with words. */
int runner_again(struct runner *r, struct err *e);
/* 0 or -EPIPE: the spawner is gone, and the runner with it. */
int runner_send(const struct runner *r, const struct runner_cmd *cmd);
/* The next reply; waits for it. 0 or -EPIPE. */
int runner_recv(const struct runner *r, struct runner_reply *reply);
/* End both by force: -EPIPE is what comes next. For a runner that does not answer. */
void runner_kill(const struct runner *r);
/*
 * End both and reap the spawner; at most 1 s, then by force. Returns the spawner's wait status, -1 if it
 * was reaped before.
 */
int runner_stop(struct runner *r);

#endif
