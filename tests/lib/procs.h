/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * procs: what a process has: children, descriptors, state; and waiting for a condition.
 *
 * Invariant: only reads /proc; a process that is gone has nothing.
 */
#ifndef CTXTOP_TESTS_PROCS_H
#define CTXTOP_TESTS_PROCS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The living children of @pid (no zombies), at most @most into @child; how many there are. */
size_t procs_children(pid_t pid, pid_t *child, size_t most);
/* Open descriptors of @pid. */
size_t procs_fds(pid_t pid);
/* State letter as in /proc/PID/stat; 0 = gone. */
char procs_state(pid_t pid);
/* System V queues and semaphore sets in the caller's IPC namespace. */
size_t procs_sysv(void);
/* Private resident memory in kB; 0 unknown. */
size_t procs_private_kb(pid_t pid);
/* Wait until @what(arg) is true, at most 20 s. Was it? */
bool procs_wait(bool (*what)(void *arg), void *arg);

#endif
