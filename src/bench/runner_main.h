/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * runner_main: the runner's own process, for runner.c alone.
 *
 * Invariant: it dies with its parent.
 */
#ifndef CTXTOP_RUNNER_MAIN_H
#define CTXTOP_RUNNER_MAIN_H

#include "bench/runner.h"

/* Serve commands on @fd until it is closed. @parent: whose child this is; see runner_start(). */
void runner_main(int fd, struct ledger *ledger, int life_fd, pid_t parent)
	__attribute__((noreturn));

#endif
