// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * tune: changing settings by way of the guardian.
 *
 * Invariant: every call leaves `changes` true to what the guardian holds.
 */
#include "app/tune.h"
#include "base/text.h"
#include "guardian/sysfile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int tune_init(struct tune *t, const char *config, struct err *e)
{
	int ret;

	memset(t, 0, sizeof(*t));
	ret = sysroot_open(&t->root, "/");
	if (ret)
		return err_sys(e, -ret, "/");
	ret = catalogue_init(&t->catalogue);
	if (ret)
		return err_set(e, ENOMEM, "no memory for the catalogue of settings");
	if (!config)
		return 0;
	ret = catalogue_read(&t->catalogue, config, e);
	if (ret != -ENOENT && ret != -EACCES)
		return ret;
	*e = (struct err){ 0 }; /* there need not be one */
	return 0;
}

void tune_guardian(struct tune *t, const struct guardian *g)
{
	struct err e = { 0 };

	t->guardian = g;
	t->writable = !guardian_status(g, &e);
	text_copy(t->note, sizeof(t->note), t->writable ? "" : e.text);
}

void tune_free(struct tune *t)
{
	catalogue_free(&t->catalogue);
	sysroot_close(&t->root);
}

int tune_id(const struct tune *t, const char *name)
{
	for (size_t i = 0; i < t->catalogue.n; i++)
		if (!strcmp(t->catalogue.item[i]->name, name))
			return (int)i;
	return -1;
}

static void note_id(const struct tune *t, const char *name, struct tuned *out)
{
	int id = tune_id(t, name);

	for (size_t i = 0; i < out->n; i++)
		if (out->id[i] == id)
			return;
	if (id >= 0 && out->n < ARRAY_SIZE(out->id))
		out->id[out->n++] = id;
}

/* Is there anything to put back? Not if it reads as at the start, or somebody else made it what it is now. */
static bool is_ours_still(const struct outcome *o)
{
	if (o->kind != OUTCOME_IN_FORCE || o->code)
		return o->kind == OUTCOME_IN_FORCE;
	return !o->words[0] && (!strcmp(o->path, SYSFILE_HELD) || strcmp(o->now, o->before) != 0);
}

void tune_count(struct tune *t)
{
	struct outcome_list l = { 0 };
	struct tuned names = { 0 };

	if (!t->guardian || guardian_list(t->guardian, &l, NULL)) {
		outcome_free(&l);
		return;
	}
	for (size_t i = 0; i < l.n; i++)
		if (is_ours_still(&l.o[i]))
			note_id(t, l.o[i].name, &names);
	t->changes = (unsigned)names.n;
	outcome_free(&l);
}

/* What to say of a change that was made: the first file that was written stands for all. */
static void answer_set(const struct setting *s, const char *value, const struct outcome_list *l,
		       struct tuned *out)
{
	char shown[SETTING_TEXT];
	const struct outcome *o = NULL;

	setting_format(s, value, shown, sizeof(shown));
	for (size_t i = 0; i < l->n && !o; i++)
		if (l->o[i].kind == OUTCOME_SET || l->o[i].kind == OUTCOME_DIFFERS)
			o = &l->o[i];
	if (o && o->kind == OUTCOME_DIFFERS)
		text_format(out->answer, sizeof(out->answer), "%s: the kernel made it %s", s->name,
			    o->now);
	else
		text_format(out->answer, sizeof(out->answer), "%s %s   (%s)", s->name, shown,
			    o ? o->shell : "nothing to write");
}

static int change(struct tune *t, const struct setting_here *h, const char *value,
		  struct tuned *out, struct err *e)
{
	struct writes w = { 0 };
	struct outcome_list l = { 0 };
	int ret = setting_encode(h, &t->root, value, &w, e);

	if (!ret && !w.n)
		text_format(out->answer, sizeof(out->answer), "%s is %s already", h->setting->name,
			    value);
	if (!ret && w.n) {
		/* what is held is let go of by an undo, not by a value */
		if (w.item[0].kind == WRITE_HELD && !w.item[0].value[0])
			ret = guardian_undo(t->guardian, h->setting->name, false, &l, e);
		else
			ret = guardian_set(t->guardian, &w, &l, e);
		if (!ret) {
			note_id(t, h->setting->name, out);
			answer_set(h->setting, value, &l, out);
		}
	}
	writes_free(&w);
	outcome_free(&l);
	return ret;
}

/* Find @name here and call for the change; words of whatever stands against it. */
static void with_setting(struct tune *t, const char *name, const char *typed, int dir,
			 struct tuned *out)
{
	const struct setting *s = catalogue_find(&t->catalogue, name);
	struct setting_here h = { 0 };
	struct setting_values values = { 0 };
	struct setting_value now;
	char value[SETTING_TEXT];
	const char *next = value;
	struct err e = { 0 };
	int ret = 0;

	if (!s)
		ret = err_set(&e, ENOENT, "no setting %.60s; 'a' adds one by name or path", name);
	else if (!t->writable)
		ret = err_set(&e, EPERM, "%s", t->note);
	else if (setting_resolve(&h, s, &t->root))
		ret = err_set(&e, ENOMEM, "no memory");
	else if (h.access != ACCESS_WRITE || s->flags & SETTING_SHOW ||
		 ((s->flags & SETTING_NS_IPC) && !t->ipc_joined))
		ret = err_set(&e, EPERM, "%s: %s", name,
			      h.reason[0] ? h.reason : "shown only, ctxtop does not change it");
	else if (typed)
		ret = setting_check(&h, &t->root, typed, value, sizeof(value), &e);
	else if (setting_read(&h, &t->root, &now))
		ret = err_set(&e, EIO, "%s cannot be read now", name);
	else {
		setting_values(&h, &t->root, &values);
		next = setting_step(s, &values, now.text, dir);
		if (!next)
			ret = err_set(&e, EINVAL, "%s: type a value (e)", name);
	}
	if (!ret)
		ret = change(t, &h, next, out, &e);
	if (ret)
		text_copy(out->answer, sizeof(out->answer), e.text);
	setting_here_free(&h);
	tune_count(t);
}

void tune_step(struct tune *t, const char *name, int dir, struct tuned *out)
{
	memset(out, 0, sizeof(*out));
	with_setting(t, name, NULL, dir, out);
}

void tune_set(struct tune *t, const char *assignment, struct tuned *out)
{
	const char *eq = strchr(assignment, '=');
	char name[64];

	memset(out, 0, sizeof(*out));
	if (!eq || eq == assignment) {
		text_copy(out->answer, sizeof(out->answer), "type NAME=VALUE");
		return;
	}
	text_format(name, sizeof(name), "%.*s", (int)MIN(eq - assignment, 63), assignment);
	with_setting(t, name, eq + 1, 0, out);
}

/* The value that a file has now as the setting's view shows it. */
static const char *for_people(const struct tune *t, const struct outcome *o, char *buf, size_t size)
{
	const struct setting *s = catalogue_find(&t->catalogue, o->name);
	char value[SETTING_TEXT];

	text_copy(buf, size, o->now);
	if (s && !setting_normalise(s, false, o->now, value, sizeof(value)))
		setting_format(s, value, buf, size);
	return buf;
}

/* How an undo went, in one line; everything in detail stands in the log and comes at the end. */
static void answer_undo(const struct tune *t, const struct outcome_list *l, struct tuned *out)
{
	const struct outcome *first = NULL, *left = NULL;
	char shown[SETTING_TEXT];

	for (size_t i = 0; i < l->n; i++) {
		const struct outcome *o = &l->o[i];

		if (o->kind == OUTCOME_RESTORED || o->kind == OUTCOME_SET) {
			note_id(t, o->name, out);
			first = first ? first : o;
		} else if (o->words[0]) {
			left = left ? left : o;
		}
	}
	if (left)
		text_copy(out->answer, sizeof(out->answer), left->words);
	else if (out->n == 1)
		text_format(out->answer, sizeof(out->answer), "%s is %s again   (%s)", first->name,
			    for_people(t, first, shown, sizeof(shown)), first->shell);
	else
		text_format(out->answer, sizeof(out->answer), "%zu settings are as they were",
			    out->n);
}

static const char nothing_to_undo[] = "nothing to undo: no setting is changed by ctxtop";

void tune_undo(struct tune *t, bool all, struct tuned *out)
{
	struct outcome_list l = { 0 };
	struct err e = { 0 };
	int ret;

	memset(out, 0, sizeof(*out));
	if (!t->writable) {
		text_copy(out->answer, sizeof(out->answer), t->note);
		return;
	}
	ret = all ? guardian_undo_all(t->guardian, false, &l, &e)
		  : guardian_undo_last(t->guardian, &l, &e);
	if (ret)
		text_copy(out->answer, sizeof(out->answer),
			  ret == -ENOENT ? nothing_to_undo : e.text);
	else if (!l.n)
		text_copy(out->answer, sizeof(out->answer), nothing_to_undo);
	else
		answer_undo(t, &l, out);
	outcome_free(&l);
	tune_count(t);
}

const struct setting *tune_add(struct tune *t, const char *name, struct err *e)
{
	return catalogue_name(&t->catalogue, &t->root, name, e);
}

int tune_print(const struct outcome_list *l)
{
	int failed = 0;

	for (size_t i = 0; i < l->n; i++) {
		const struct outcome *o = &l->o[i];
		char line[2000];
		size_t n;

		n = text_format(line, sizeof(line), "%s: %s", outcome_name(o->kind), o->path);
		if (o->words[0])
			n += text_format(line + n, sizeof(line) - n, ": %s", o->words);
		else if (o->kind == OUTCOME_INHERITED)
			n += text_format(line + n, sizeof(line) - n, " is %s, was %s", o->now,
					 o->before);
		else if (strcmp(o->path, SYSFILE_HELD)) /* its value only says "none" */
			n += text_format(line + n, sizeof(line) - n, " is %s", o->now);
		if (o->shell[0])
			text_format(line + n, sizeof(line) - n, "   (%s)", o->shell);
		text_printable(line);
		fprintf(stderr, "ctxtop: %s\n", line);
		failed += o->kind == OUTCOME_FAILED;
	}
	return failed;
}

int tune_finish(struct tune *t, bool keep)
{
	struct outcome_list l = { 0 };
	struct err e = { 0 };
	int ret;

	if (!t->guardian || !t->writable)
		return 0;
	ret = guardian_finish(t->guardian, keep, &l, &e);
	tune_print(&l);
	if (ret)
		fprintf(stderr, "ctxtop: %s\n", e.text);
	outcome_free(&l);
	return ret ? -EIO : 0;
}
