/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * keymap: the keys that work in every view: the global ones, and those that lead to a view.
 *
 * Invariant: help, key bar and the looking up of a key go through the same tables in the same order.
 */
#ifndef CTXTOP_KEYMAP_H
#define CTXTOP_KEYMAP_H

#include "views/keys.h"
#include "views/view_id.h"

#define KEYMAP_TABLES (VIEWS + 2)

struct keymap {
	struct {
		const struct key_help *keys;
		enum view_id leads_to; /* VIEWS: nowhere */
	} table[KEYMAP_TABLES];
	size_t n;
};

void keymap_make(struct keymap *m);
/* The entry of @key, NULL if it does nothing everywhere; *@leads_to is the view it shows, or VIEWS. */
const struct key_help *keymap_find(int key, enum view_id *leads_to);

#endif
