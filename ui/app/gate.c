// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * gate: a table of intents, and what was let through last.
 *
 * Invariant: undoing changes settings as well.
 */
#include "app/gate.h"

#include <stddef.h>

static bool changes_settings(enum intent_kind kind)
{
	switch (kind) {
	case INTENT_STEP:
	case INTENT_SET:
	case INTENT_UNDO:
	case INTENT_UNDO_ALL:
	case INTENT_PRESET:
		return true;
	default:
		return false;
	}
}

const char *gate_refuses(struct gate *g, enum intent_kind kind, const struct gate_key *key)
{
	bool moved = g->moved == key->reads;

	/* what this key does to the screen concerns the keys after it */
	if (g->look != key->look)
		g->moved = key->reads;
	g->look = key->look;
	if (!changes_settings(kind))
		return NULL;
	if (!key->trusted)
		return "no setting is changed so soon after Esc: press it once more";
	if (g->reads == key->reads)
		return "keys came all at once: only the first one changed a setting";
	if (moved)
		return "keys came all at once: this one's name was not on the screen yet, nothing "
		       "done";
	g->reads = key->reads;
	return NULL;
}
