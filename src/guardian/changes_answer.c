// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * changes_answer: what became of each file of an order, in words.
 *
 * Invariant: only looks; changes nothing.
 */
#include "guardian/changes_int.h"
#include "settings/value.h"

bool item_is_held(const struct item *it)
{
	return it->o->kind == CHANGE_HELD;
}

bool item_is_moved(const struct item *it)
{
	if (it->skip || !it->now)
		return false;
	return item_is_held(it) ? it->written : !value_same(it->before, it->now);
}

static bool is_as_asked(const struct item *it)
{
	if (!it->now)
		return false;
	if (it->o->kind == CHANGE_WORDS)
		return value_has_word(it->now, it->o->value);
	return value_same(it->now, it->o->value);
}

static void words_differs(const struct item *it, char *buf, size_t size)
{
	char now[48];

	value_brief(now, sizeof(now), it->now ? it->now : "?");
	if (item_is_held(it))
		text_format(buf, size, "%s: in force is %s, asked for by somebody else", it->path,
			    now);
	else if (!item_is_moved(it))
		text_format(buf, size, "%s: took no effect, it still is %s", it->path, now);
	else
		text_format(buf, size, "%s: the kernel made it %s", it->path, now);
}

void item_answer(const struct doing *d, const struct item *it, bool withdrawn,
		 struct outcome_list *out)
{
	char words[240] = "", shell[2 * VALUE_MAX] = "";
	struct outcome o = { .kind = OUTCOME_SAVED,
			     .code = it->e.code,
			     .name = (char *)d->o->name,
			     .path = it->path[0] ? (char *)it->path : (char *)it->o->path,
			     .before = it->before,
			     .now = it->now,
			     .words = words,
			     .shell = shell };

	if (it->o->kind != CHANGE_ALSO && it->o->value)
		value_shell(shell, sizeof(shell), o.path, it->o->value);
	if (it->e.code) {
		o.kind = OUTCOME_REFUSED;
		text_copy(words, sizeof(words), it->e.text);
	} else if (it->o->kind != CHANGE_ALSO) {
		if (!it->written)
			return; /* the order ended before its turn */
		o.kind = is_as_asked(it) ? OUTCOME_SET : OUTCOME_DIFFERS;
		if (withdrawn)
			o.kind = OUTCOME_WITHDRAWN;
		else if (o.kind == OUTCOME_DIFFERS)
			words_differs(it, words, sizeof(words));
	} else if (it->skip || withdrawn) {
		return;
	}
	outcome_add(out, &o);
}
