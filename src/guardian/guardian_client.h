/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * guardian_client: calls of the guardian that are waited for, before the measuring begins. While it runs
 * they are guardian_call.h's, which never wait.
 *
 * One thread at a time. All return 0 or -errno with words in @e; -EPIPE: the guardian is dead (then
 * undo_restore() of undo.h puts back what it had changed).
 *
 * Invariant: every answer is read to its end.
 */
#ifndef CTXTOP_GUARDIAN_CLIENT_H
#define CTXTOP_GUARDIAN_CLIENT_H

#include "guardian/guardian_call.h"

/* 0: settings can be changed. -EPERM: --read-only; -EBUSY: another ctxtop does; ... with the reason. */
int guardian_status(const struct guardian *g, struct err *e);
/* Read and write IPC sysctls in the IPC namespace of process @pid from now on: where the workers live. */
int guardian_join(const struct guardian *g, pid_t pid, struct err *e);
/*
 * Step the call @c to its end, however long it takes, and free it. What became of each file is added to
 * @out (may be NULL).
 */
int guardian_wait(struct guardian_call *c, struct outcome_list *out, struct err *e);

#endif
