/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * spawner: the process that forks runners, one after another, for runner.c alone.
 *
 * Invariant: it holds the runner's end of the socket, the IPC namespace and the guardian's pipe for as
 * long as the dashboard lives, and reads the socket only while there is no runner.
 */
#ifndef CTXTOP_SPAWNER_H
#define CTXTOP_SPAWNER_H

#include <sys/types.h>

#include "bench/ledger.h"

/* Serve RUNNER_START on @fd until @parent, whose child this is, has closed it or ended. */
void spawner_main(int fd, struct ledger *ledger, int life_fd, pid_t parent)
	__attribute__((noreturn));

#endif
