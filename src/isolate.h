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

/*
 * Move the calling process (single-threaded) into an IPC namespace of its own; an ordinary user
 * needs a user namespace with it. Words for people into @text. True if it worked.
 */
bool isolate_ipc(char *text, size_t size);

#endif
