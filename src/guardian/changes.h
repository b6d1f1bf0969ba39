/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * changes: the settings that are changed now, the steps in which they were, and the ways back.
 *
 * Invariant: nothing is written that the journal does not know; a value is put back only where the
 * present one is still ours. Used by the guardian, and by `ctxtop undo` when there is none left.
 */
#ifndef CTXTOP_CHANGES_H
#define CTXTOP_CHANGES_H

#include "guardian/journal_file.h"
#include "guardian/outcome.h"

struct step {
	char *name;
	struct step_value {
		char *path;
		char *before;
	} * v;
	size_t n;
};

struct changes {
	struct change_list list;
	struct step **step; /* oldest first */
	size_t nsteps;
	struct journal_file j;
	char place[JOURNAL_PATH];
	long pid; /* of the dashboard */
	bool read_only;
	bool rewrite; /* after a kill: a write that was cut short may have had half its effect */
};

/* @place: the journal's path, NULL = where it belongs. */
void changes_init(struct changes *ch, const char *place, long pid, bool read_only);
/* Free the memory; the journal is let go of, and removed if nothing is in force. */
void changes_end(struct changes *ch);

/* Can settings be changed? 0, or -errno with the reason. Takes and lets go of the journal. */
int changes_writable(struct changes *ch, struct err *e);

/*
 * Do @w as one step. 0: every file was written (each as SET or DIFFERS; with `partial` at least one, the
 * others as REFUSED). Else -errno with the words of the first refusal, and what had been written is
 * withdrawn.
 */
int changes_set(struct changes *ch, const struct writes *w, struct outcome_list *out,
		struct err *e);

/* The last step back, to the values before it. -ENOENT: there is none. */
int changes_undo_last(struct changes *ch, struct outcome_list *out, struct err *e);
/*
 * Every file of setting @name (also a path; also an inherited one) to its value at start. @force: also
 * where somebody else changed it since. -ENOENT: no such change.
 */
int changes_undo(struct changes *ch, const char *name, bool force, struct outcome_list *out,
		 struct err *e);
/* All of this ctxtop to their values at start, newest first. */
void changes_undo_all(struct changes *ch, bool force, struct outcome_list *out);
/* What changes_undo_all() had to leave alone is given up: the journal forgets it, but not what failed. */
void changes_give_up(struct changes *ch);
/* Leave all changes in force and forget them; what is held stays held. */
void changes_keep_all(struct changes *ch, struct outcome_list *out);
/* What is in the list, oldest first. */
void changes_list(const struct changes *ch, struct outcome_list *out);
/* What is in force, with what a killed ctxtop left in the journal. */
void changes_show(struct changes *ch, struct outcome_list *out);

#endif
