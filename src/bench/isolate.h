/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * isolate: an IPC namespace for the runner and its workers.
 *
 * Invariant: whatever fails, the process goes on in the host's namespace and the words say so.
 */
#ifndef CTXTOP_ISOLATE_H
#define CTXTOP_ISOLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/base.h"

/*
 * Move the calling process (single-threaded) into an IPC namespace of its own; an ordinary user
 * needs a user namespace with it. Words for people into @text. True if it worked.
 */
bool isolate_ipc(char *text, size_t size);
/*
 * Move the calling thread, and the threads it makes later, into the IPC namespace of process @pid: its
 * sysctls (kernel.msgmni...) are then those that /proc/sys shows and takes. Needs root. 0 or -errno with
 * words.
 */
int isolate_join(pid_t pid, struct err *e);

#endif
