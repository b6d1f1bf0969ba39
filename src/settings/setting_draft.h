/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * setting_draft: an entry of the catalogue that a section [setting NAME] of the config file makes, key
 * by key.
 *
 * Invariant: its texts live as long as the draft does.
 */
#ifndef CTXTOP_SETTING_DRAFT_H
#define CTXTOP_SETTING_DRAFT_H

#include "settings/setting.h"

struct draft {
	struct setting s;
	char pool[8192]; /* the texts of s */
	size_t used;
	size_t npaths, ncompanions;
	bool kind_given;
};

/* Begin with a copy of @base (NULL: with nothing), called @name. */
void draft_begin(struct draft *d, const struct setting *base, const char *name);
/* One line "key = value". 0; -EINVAL with words that name key, value and what is wanted. */
int draft_set(struct draft *d, const char *key, const char *value, struct err *e);
/* Fill in what follows from the rest, and check that all fits together. 0; -EINVAL with words. */
int draft_finish(struct draft *d, struct err *e);

#endif
