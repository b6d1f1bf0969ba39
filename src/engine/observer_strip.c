// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * observer_strip: which settings stand on the strip of the overview, and the letter of each.
 *
 * Invariant: a setting keeps its letter, whatever else comes, goes or cannot be changed: those of the
 * catalogue have theirs on every machine; one that is put there gets a letter that no other has.
 */
#include "engine/observer_int.h"
#include "settings/proposal.h"

#include <string.h>

/* For settings to which the catalogue gives none. Enough that those on the strip never need each other's. */
static const char spare_keys[] = "zJPVadijlmcADILMC";

/* Who has this letter? o->n: nobody. */
static size_t owner_of(const struct observer *o, char key)
{
	size_t i = 0;

	while (i < o->n && o->told[i].key != key)
		i++;
	return i;
}

/* One that nobody has; else one whose owner has left the strip. 0: there is none. */
static char spare_key(struct observer *o)
{
	for (const char *k = spare_keys; *k; k++)
		if (owner_of(o, *k) == o->n)
			return *k;
	for (const char *k = spare_keys; *k; k++) {
		struct told *t = &o->told[owner_of(o, *k)];

		if (t->on_strip)
			continue;
		t->key = 0;
		return *k;
	}
	return 0;
}

bool observer_on_strip(struct observer *o, size_t id, const struct watch_state *st, bool acts)
{
	struct told *t = &o->told[id];

	/* what was proposed once stays */
	if (!t->chosen && acts && proposal_wanted(st->setting, o->root))
		t->on_strip = true;

	if (!st->known || !t->on_strip)
		return false;
	if (!t->key)
		t->key = spare_key(o);
	return true;
}
