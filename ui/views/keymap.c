// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * keymap: the keys that work in every view.
 *
 * Invariant: the views stand in the order of views.def.
 */
#include "views/keymap.h"

#include "views/view.h"

static void keymap_add(struct keymap *m, const struct key_help *keys, enum view_id leads_to)
{
	if (!keys)
		return;
	m->table[m->n].keys = keys;
	m->table[m->n].leads_to = leads_to;
	m->n++;
}

void keymap_make(struct keymap *m)
{
	m->n = 0;
	keymap_add(m, keys_first, VIEWS);
	for (int v = 0; v < VIEWS; v++)
		keymap_add(m, views[v]->jumps, (enum view_id)v);
	keymap_add(m, keys_last, VIEWS);
}

const struct key_help *keymap_find(int key, enum view_id *leads_to)
{
	struct keymap m;

	keymap_make(&m);
	for (size_t i = 0; i < m.n; i++) {
		const struct key_help *k = key_find(m.table[i].keys, key);

		*leads_to = m.table[i].leads_to;
		if (k)
			return k;
	}
	return NULL;
}
