/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * changes_int: what the files of `changes` share.
 *
 * Invariant: only changes.c, changes_set.c and changes_answer.c include this.
 */
#ifndef CTXTOP_CHANGES_INT_H
#define CTXTOP_CHANGES_INT_H

#include "guardian/changes.h"
#include "guardian/sysfile.h"

/* Hold the journal, with what a killed ctxtop left as inherited changes. 0 or -errno with the reason. */
int changes_take_journal(struct changes *ch, struct err *e);
/* Let go of it if nothing of this ctxtop is in force. */
void changes_release_journal(struct changes *ch);

/* A new last step called @name with room for @n values. NULL: no memory. */
struct step *step_new(struct changes *ch, const char *name, size_t n);
/* 0 or -ENOMEM. */
int step_add(struct step *s, const char *path, const char *before);
void step_drop(struct changes *ch, struct step *s);
/* Is @path a part of any step but @but? */
bool steps_have(const struct changes *ch, const char *path, const struct step *but);

/* One file of a change that is being made. */
struct doing_file {
	const struct write_item *wanted;
	char path[SYSFILE_PATH];
	char *before, *now;
	struct change *c;
	bool fresh; /* c was added for it */
	bool skip;  /* refused, or a companion that is there already */
	bool written;
	struct err e;
};

/* The change. */
struct doing {
	struct changes *ch;
	const struct writes *w;
	struct doing_file *file;
	size_t n;
	const struct doing_file *failed; /* the first */
};

bool doing_is_held(const struct doing_file *f);
/* Does it read otherwise than before the change? */
bool doing_is_moved(const struct doing_file *f);
/* Add what became of @f; nothing for a file whose turn did not come. */
void doing_answer(const struct doing *d, const struct doing_file *f, bool withdrawn,
		  struct outcome_list *out);

#endif
