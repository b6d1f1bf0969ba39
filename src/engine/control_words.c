// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * control_words: outcomes in words.
 *
 * Invariant: the first file that was written stands for all of its setting.
 */
#include "engine/control_words.h"

#include <string.h>

bool control_is_ours(const struct outcome *o)
{
	if (o->kind != OUTCOME_IN_FORCE || o->code)
		return o->kind == OUTCOME_IN_FORCE;
	return !o->words[0] && (outcome_is_held(o) || strcmp(o->now, o->before) != 0);
}

void control_words_set(const struct setting *s, const char *value, const struct outcome_list *l,
		       char *buf, size_t size)
{
	char shown[SETTING_TEXT];
	const struct outcome *o = NULL;

	setting_format(s, value, shown, sizeof(shown));
	for (size_t i = 0; i < l->n && !o; i++)
		if (l->o[i].kind == OUTCOME_SET || l->o[i].kind == OUTCOME_DIFFERS)
			o = &l->o[i];
	if (o && o->kind == OUTCOME_DIFFERS)
		text_format(buf, size, "%s: the kernel made it %s", s->name, o->now);
	else
		text_format(buf, size, "%s %s   (%s)", s->name, shown,
			    o ? o->shell : "nothing to write");
}

static const char *for_people(const struct catalogue *c, const struct outcome *o, char *buf,
			      size_t size)
{
	const struct setting *s = catalogue_find(c, o->name);
	char value[SETTING_TEXT];

	text_copy(buf, size, o->now);
	if (s && !setting_normalise(s, false, o->now, value, sizeof(value)))
		setting_format(s, value, buf, size);
	return buf;
}

static bool is_back(const struct outcome *o)
{
	return o->kind == OUTCOME_RESTORED || o->kind == OUTCOME_SET;
}

/* How many settings are as they were; a setting may have several files. */
static size_t count_back(const struct outcome_list *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++) {
		bool again = false;

		for (size_t k = 0; k < i && !again; k++)
			again = is_back(&l->o[k]) && !strcmp(l->o[k].name, l->o[i].name);
		n += is_back(&l->o[i]) && !again;
	}
	return n;
}

void control_words_undo(const struct catalogue *c, const struct outcome_list *l, char *buf,
			size_t size)
{
	const struct outcome *first = NULL, *left = NULL;
	char shown[SETTING_TEXT];
	size_t n = count_back(l);

	for (size_t i = 0; i < l->n; i++) {
		const struct outcome *o = &l->o[i];

		if (is_back(o))
			first = first ? first : o;
		else if (o->words[0])
			left = left ? left : o;
	}
	if (left)
		text_copy(buf, size, left->words);
	else if (n == 1)
		text_format(buf, size, "%s is %s again   (%s)", first->name,
			    for_people(c, first, shown, sizeof(shown)), first->shell);
	else
		text_format(buf, size, "%zu settings are as they were", n);
}

void control_words_killed(const struct outcome_list *l, char *buf, size_t size)
{
	text_format(buf, size, "the guardian was killed; %zu settings were put back",
		    outcome_count(l, OUTCOME_RESTORED));
}
