/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * asking: the guardian's calls, each begun and waited for in one.
 *
 * Invariant: all return 0 or -errno with words in @e, and add what became of each file to @out; -EPIPE:
 * the guardian is dead.
 */
#ifndef CTXTOP_TESTS_ASKING_H
#define CTXTOP_TESTS_ASKING_H

#include "guardian/guardian_client.h"

/* As changes_set(): all files of @w as one step. */
int asking_set(const struct guardian *g, const struct writes *w, struct outcome_list *out,
	       struct err *e);
/* The last step back. -ENOENT: none. */
int asking_undo_last(const struct guardian *g, struct outcome_list *out, struct err *e);
/* Setting or path @name back to its start. @force: even if somebody else changed it since. */
int asking_undo(const struct guardian *g, const char *name, bool force, struct outcome_list *out,
		struct err *e);
int asking_undo_all(const struct guardian *g, bool force, struct outcome_list *out, struct err *e);
/* What is in force (OUTCOME_IN_FORCE) and what a killed ctxtop left (OUTCOME_INHERITED). */
int asking_list(const struct guardian *g, struct outcome_list *out, struct err *e);
/*
 * The normal end: undo all (@keep: keep all), and say what was restored (OUTCOME_RESTORED), what was left
 * and why (OUTCOME_LEFT, _GONE, _FAILED). -EIO: something could not be put back. guardian_stop() follows.
 */
int asking_finish(const struct guardian *g, bool keep, struct outcome_list *out, struct err *e);

#endif
