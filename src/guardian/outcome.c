// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * outcome: lists of outcomes.
 *
 * Invariant: a failed addition leaves the list as it was.
 */
#include "guardian/outcome.h"
#include "guardian/sysfile.h"
#include "base/base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[OUTCOMES] = {
	[OUTCOME_SET] = "set",
	[OUTCOME_DIFFERS] = "set otherwise",
	[OUTCOME_SAVED] = "saved",
	[OUTCOME_REFUSED] = "refused",
	[OUTCOME_WITHDRAWN] = "withdrawn",
	[OUTCOME_IN_FORCE] = "changed",
	[OUTCOME_INHERITED] = "left by a killed ctxtop",
	[OUTCOME_RESTORED] = "restored",
	[OUTCOME_LEFT] = "left alone",
	[OUTCOME_GONE] = "gone",
	[OUTCOME_FAILED] = "not restored",
	[OUTCOME_KEPT] = "kept",
};

const char *outcome_name(enum outcome_kind kind)
{
	return (unsigned)kind < OUTCOMES ? names[kind] : "?";
}

static void clear(struct outcome *o)
{
	free(o->name);
	free(o->path);
	free(o->before);
	free(o->now);
	free(o->words);
	free(o->shell);
}

static char *copy(const char *text)
{
	return strdup(text ? text : "");
}

int outcome_add(struct outcome_list *l, const struct outcome *o)
{
	struct outcome c = { .kind = o->kind,
			     .code = o->code,
			     .name = copy(o->name),
			     .path = copy(o->path),
			     .before = copy(o->before),
			     .now = copy(o->now),
			     .words = copy(o->words),
			     .shell = copy(o->shell) };
	struct outcome *grown = realloc(l->o, (l->n + 1) * sizeof(*l->o));

	if (grown)
		l->o = grown;
	if (!grown || !c.name || !c.path || !c.before || !c.now || !c.words || !c.shell) {
		clear(&c);
		return -ENOMEM;
	}
	l->o[l->n++] = c;
	return 0;
}

size_t outcome_count(const struct outcome_list *l, enum outcome_kind kind)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++)
		n += l->o[i].kind == kind;
	return n;
}

bool outcome_is_held(const struct outcome *o)
{
	return !strcmp(o->path, SYSFILE_HELD);
}

void outcome_free(struct outcome_list *l)
{
	for (size_t i = 0; i < l->n; i++)
		clear(&l->o[i]);
	free(l->o);
	*l = (struct outcome_list){ 0 };
}
