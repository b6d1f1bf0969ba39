/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * changes_restore: compare and put back a set of changed files.
 *
 * Invariant: a file whose present value is neither ours nor the wanted one is not written (unless
 * forced), and what could not be put back stays in the list and in the journal.
 */
#ifndef CTXTOP_CHANGES_RESTORE_H
#define CTXTOP_CHANGES_RESTORE_H

#include "guardian/changes.h"

enum target_state { TARGET_NEW, TARGET_OURS, TARGET_FOREIGN, TARGET_GONE, TARGET_FAILED };

struct target {
	struct change *c;
	const char *to; /* NULL: the value at start; then nothing of it is left in force */
	enum target_state state;
	int code;
	char words[240];
};

/*
 * All of @t one after the other, retried where one file forbids another; companions stand last. Outcomes of
 * each are added to @out. Changes that are back at their start leave the list.
 */
void restore_run(struct changes *ch, struct target *t, size_t n, bool force,
		 struct outcome_list *out);

/* Targets for the changes of @ch that @want (NULL: all) says yes to: newest first, companions last. */
struct target *restore_targets(struct changes *ch,
			       bool (*want)(const struct change *, const void *), const void *arg,
			       size_t *n);

/* Is what @c has now ours (or already as at start)? For showing: writes nothing. */
bool restore_is_ours(const struct changes *ch, const struct change *c, const char *now);

/* The present value of @c. 0 or -errno with words. */
int restore_read(const struct change *c, char *buf, size_t size, struct err *e);

#endif
