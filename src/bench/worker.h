/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * worker: what runs in a worker's process, from its fork to its end by a signal.
 *
 * Invariant: a worker owns nothing: memory, descriptors and System V objects are the group's, so that
 * killing it at any instant loses nothing. What enter() makes for itself goes with the process.
 */
#ifndef CTXTOP_WORKER_H
#define CTXTOP_WORKER_H

#include <time.h>

#include "bench/group.h"

/* Be worker @w of @g, a child of @parent; @close_fds as in party_start(). */
void worker_main(struct group *g, unsigned w, pid_t parent, const int *close_fds)
	__attribute__((noreturn));

/* futex(2) on a word that the processes of a group share. */
long worker_futex(_Atomic uint32_t *word, int op, uint32_t value, const struct timespec *ts);

#endif
