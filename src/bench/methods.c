// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * methods: the table of methods, groups, and the reading of lists of both.
 *
 * Pure. Invariant: the table's order is the order of every listing and report.
 */
#include "bench/methods.h"

#include <errno.h>
#include <string.h>

const struct method *const methods[METHODS] = {
#define METHOD(name) [METHOD_##name] = &method_##name,
#include "bench/methods.def"
#undef METHOD
};

const struct method_group method_groups[] = {
	{ "classic", "sigusr1,msgq,pipe,sem,spin-yield,spinlock" },
	{ "ipc", "sigusr1,msgq,pipe,sem" },
	{ "sched", "spin-yield,spinlock" },
	{ NULL, NULL },
};

const struct method *method_find(const char *name)
{
	for (size_t i = 0; i < METHODS; i++)
		if (!strcmp(methods[i]->name, name))
			return methods[i];
	return NULL;
}

static bool choose(const char *word, bool value, bool chosen[METHODS], unsigned depth);

static bool choose_list(const char *list, bool value, bool chosen[METHODS], unsigned depth)
{
	char word[32];

	while (*list) {
		size_t n = strcspn(list, ",");

		if (n >= sizeof(word))
			return false;
		memcpy(word, list, n);
		word[n] = '\0';
		if (n && !choose(word, value, chosen, depth))
			return false;
		list += n + (list[n] == ',');
	}
	return true;
}

/* One name or group into @chosen; groups hold names only, @depth stops anything else. */
static bool choose(const char *word, bool value, bool chosen[METHODS], unsigned depth)
{
	for (size_t i = 0; i < METHODS; i++) {
		if (strcmp(methods[i]->name, word) && strcmp(word, "all"))
			continue;
		chosen[i] = value;
		if (strcmp(word, "all"))
			return true;
	}
	if (!strcmp(word, "all"))
		return true;
	for (const struct method_group *g = method_groups; g->name && !depth; g++)
		if (!strcmp(g->name, word))
			return choose_list(g->members, value, chosen, depth + 1);
	return false;
}

static int unknown(const char *word, struct err *e)
{
	char names[160] = "all";

	for (const struct method_group *g = method_groups; g->name; g++)
		text_format(names + strlen(names), sizeof(names) - strlen(names), " %s", g->name);
	for (size_t i = 0; i < METHODS; i++)
		text_format(names + strlen(names), sizeof(names) - strlen(names), " %s",
			    methods[i]->name);
	return err_set(e, EINVAL, "no method or group '%s'; there are: %s", word, names);
}

int methods_select(const char *list, bool chosen[METHODS], struct err *e)
{
	bool got[METHODS] = { false }, any = false;
	char word[32];

	while (*list) {
		size_t n = strcspn(list, ",");
		bool out = *list == '-';

		text_format(word, sizeof(word), "%.*s", (int)n - out, list + out);
		if (n && (n >= sizeof(word) || !choose(word, !out, got, 0)))
			return unknown(word, e);
		list += n + (list[n] == ',');
	}
	for (size_t i = 0; i < METHODS; i++)
		any |= got[i];
	if (!any)
		return err_set(e, EINVAL, "no method is chosen; 'ctxtop list methods' shows them");
	memcpy(chosen, got, sizeof(got));
	return 0;
}
