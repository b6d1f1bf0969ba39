// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * methods: the table of methods, groups, and the reading of lists of both.
 *
 * Pure. Invariant: the table's order is the order of every listing and report.
 */
#include "bench/methods.h"
#include "bench/methods_params.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const struct method *const methods[METHODS] = {
#define METHOD(name) [METHOD_##name] = &method_##name,
#include "bench/methods.def"
#undef METHOD
};

const struct method_group method_groups[] = {
	{ "classic", "the methods of ctxbench" },
	{ "ipc", "inter-process communication through the kernel" },
	{ "sched", "the scheduler alone" },
	{ NULL, NULL },
};

const char *method_kind_name(enum method_kind kind)
{
	static const char *const name[METHOD_KINDS] = {
		[METHOD_ROUND_TRIP] = "round trip",
		[METHOD_SOLO] = "solo",
		[METHOD_STREAM] = "stream",
		[METHOD_GROUP] = "group",
	};

	return name[kind];
}

bool method_in_group(const struct method *m, const char *group)
{
	size_t len = strlen(group);

	for (const char *p = m->groups; *p; p += strspn(p, " ")) {
		size_t n = strcspn(p, " ");

		if (n == len && !strncmp(p, group, n))
			return true;
		p += n;
	}
	return false;
}

/* ---- lists ---- */

struct method_table {
	const struct method *const *method;
	size_t n;
};

static bool is_group(const char *word)
{
	for (const struct method_group *g = method_groups; g->name; g++)
		if (!strcmp(g->name, word))
			return true;
	return false;
}

static size_t place_of(const struct method_table *t, const struct method *m)
{
	size_t i = 0;

	while (t->method[i] != m)
		i++;
	return i;
}

static bool choice_equal(const struct method_choice *a, const struct method_choice *b)
{
	return a->method == b->method && !memcmp(a->param, b->param, sizeof(a->param));
}

/* Behind those of its method and of methods before it. */
static int choice_add(const struct method_table *t, struct method_list *l,
		      const struct method_choice *c)
{
	struct method_choice *item;
	size_t at = l->n;

	for (size_t i = 0; i < l->n; i++)
		if (choice_equal(&l->item[i], c))
			return 0;
	item = realloc(l->item, (l->n + 1) * sizeof(*item));
	if (!item)
		return -ENOMEM;
	l->item = item;
	for (; at && place_of(t, item[at - 1].method) > place_of(t, c->method); at--)
		item[at] = item[at - 1];
	item[at] = *c;
	l->n++;
	return 0;
}

/* Take out @c, or all of its method. */
static void choice_remove(struct method_list *l, const struct method_choice *c, bool all)
{
	size_t kept = 0;

	for (size_t i = 0; i < l->n; i++)
		if (all ? l->item[i].method != c->method : !choice_equal(&l->item[i], c))
			l->item[kept++] = l->item[i];
	l->n = kept;
}

static int unknown(const struct method_table *t, const char *word, struct err *e)
{
	char names[240] = "all";
	size_t n = strlen(names);

	for (const struct method_group *g = method_groups; g->name; g++)
		n += text_format(names + n, sizeof(names) - n, " %s", g->name);
	for (size_t i = 0; i < t->n; i++)
		n += text_format(names + n, sizeof(names) - n, " %s", t->method[i]->name);
	return err_set(e, EINVAL, "no method or group '%.40s'; there are: %s", word, names);
}

/* One word of a list, without its '-'; @params: what stands behind its first colon, NULL = nothing. */
static int choose(const struct method_table *t, const char *word, const char *params, bool out,
		  struct method_list *l, struct err *e)
{
	bool all = !strcmp(word, "all"), group = all || is_group(word), found = group;

	if (group && params)
		return err_set(e, EINVAL, "'%s' is a group; parameters go with one method", word);
	for (size_t i = 0; i < t->n; i++) {
		struct method_choice c = { .method = t->method[i] };
		int ret;

		if (group ? !all && !method_in_group(c.method, word) : strcmp(c.method->name, word))
			continue;
		found = true;
		method_params_default(&c);
		ret = params ? method_params_read(&c, params, e) : 0;
		if (ret)
			return ret;
		if (out)
			choice_remove(l, &c, !params);
		else if (choice_add(t, l, &c))
			return err_set(e, ENOMEM, "no memory for the methods");
	}
	return found ? 0 : unknown(t, word, e);
}

static int read_list(const struct method_table *t, const char *list, struct method_list *l,
		     struct err *e)
{
	while (*list) {
		size_t n = strcspn(list, ",");
		bool out = *list == '-';
		char word[160], *params;
		int ret;

		text_format(word, sizeof(word), "%.*s", (int)n - out, list + out);
		params = strchr(word, ':');
		if (params)
			*params++ = '\0';
		if (n && n >= sizeof(word))
			return unknown(t, word, e);
		ret = n ? choose(t, word, params, out, l, e) : 0;
		if (ret)
			return ret;
		list += n + (list[n] == ',');
	}
	if (!l->n)
		return err_set(e, EINVAL, "no method is chosen; 'ctxtop list methods' shows them");
	return 0;
}

int methods_select_of(const struct method *const *table, size_t n, const char *list,
		      struct method_list *out, struct err *e)
{
	const struct method_table t = { table, n };
	struct method_list got = { 0 };
	int ret = read_list(&t, list, &got, e);

	if (ret)
		methods_free(&got);
	else
		*out = got;
	return ret;
}

int methods_select(const char *list, struct method_list *out, struct err *e)
{
	return methods_select_of(methods, METHODS, list, out, e);
}

void methods_free(struct method_list *l)
{
	free(l->item);
	*l = (struct method_list){ 0 };
}
