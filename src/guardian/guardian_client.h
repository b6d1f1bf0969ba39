/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * guardian_client: calls of the guardian that are waited for: before the measuring begins, and after it.
 * While it runs they are guardian_call.h's, which never wait.
 *
 * Every call waits for the answer: microseconds to some hundred (a governor or tracing: tens of ms). One
 * thread at a time. All return 0 or -errno with words in @e, and add what became of each file to @out;
 * -EPIPE: the guardian is dead (then undo_restore() of undo.h puts back what it had changed).
 *
 * Invariant: a change is made whole or, with the caller dead half way, not at all.
 */
#ifndef CTXTOP_GUARDIAN_CLIENT_H
#define CTXTOP_GUARDIAN_CLIENT_H

#include "guardian/changes.h"
#include "guardian/guardian.h"

/* 0: settings can be changed. -EPERM: --read-only; -EBUSY: another ctxtop does; ... with the reason. */
int guardian_status(const struct guardian *g, struct err *e);
/* As changes_set(): all files of @w as one step. */
int guardian_set(const struct guardian *g, const struct writes *w, struct outcome_list *out,
		 struct err *e);
/* The last step back. -ENOENT: none. */
int guardian_undo_last(const struct guardian *g, struct outcome_list *out, struct err *e);
/* Setting or path @name back to its start. @force: even if somebody else changed it since. */
int guardian_undo(const struct guardian *g, const char *name, bool force, struct outcome_list *out,
		  struct err *e);
int guardian_undo_all(const struct guardian *g, bool force, struct outcome_list *out,
		      struct err *e);
/* Read and write IPC sysctls in the IPC namespace of process @pid from now on: where the workers live. */
int guardian_join(const struct guardian *g, pid_t pid, struct err *e);
/* What is in force (OUTCOME_IN_FORCE) and what a killed ctxtop left (OUTCOME_INHERITED). */
int guardian_list(const struct guardian *g, struct outcome_list *out, struct err *e);
/*
 * The normal end: undo all (@keep: keep all), and say what was restored (OUTCOME_RESTORED), what was
 * left and why (OUTCOME_LEFT, _GONE, _FAILED). -EIO: something could not be put back; `ctxtop undo` can try
 * again. guardian_stop() follows.
 */
int guardian_finish(const struct guardian *g, bool keep, struct outcome_list *out, struct err *e);

#endif
