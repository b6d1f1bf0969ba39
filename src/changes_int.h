/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * changes_int: what the two files of `changes` share.
 *
 * Invariant: only changes.c and changes_set.c include this.
 */
#ifndef CTXTOP_CHANGES_INT_H
#define CTXTOP_CHANGES_INT_H

#include "changes.h"

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

#endif
