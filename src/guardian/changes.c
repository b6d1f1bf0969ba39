// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * changes: steps, the ways back, the list.
 *
 * Invariant: a path in a step is a path in the list; the journal is held as long as anything of this
 * ctxtop is in force.
 */
#include "guardian/changes_int.h"
#include "guardian/changes_restore.h"
#include "settings/codec.h"
#include "settings/shell.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void changes_init(struct changes *ch, const char *place, long pid, bool read_only)
{
	*ch = (struct changes){ .pid = pid, .read_only = read_only };
	ch->j.fd = -1;
	if (place)
		text_copy(ch->place, sizeof(ch->place), place);
	else
		journal_place(ch->place, sizeof(ch->place));
}

static bool changes_have_own(const struct changes *ch)
{
	for (size_t i = 0; i < ch->list.n; i++)
		if (!ch->list.c[i]->inherited)
			return true;
	return false;
}

void changes_end(struct changes *ch)
{
	while (ch->nsteps)
		step_drop(ch, ch->step[ch->nsteps - 1]);
	free(ch->step);
	ch->step = NULL;
	journal_close(&ch->j, !ch->list.n);
	for (size_t i = 0; i < ch->list.n; i++)
		if (ch->list.c[i]->fd >= 0)
			close(ch->list.c[i]->fd);
	change_free_all(&ch->list);
}

/* ---- the journal ---- */

int changes_take_journal(struct changes *ch, struct err *e)
{
	if (ch->read_only)
		return err_set(e, EPERM, "ctxtop was started with --read-only");
	if (ch->j.fd >= 0)
		return 0;
	return journal_open(&ch->j, ch->place, JOURNAL_MAKE, ch->pid, &ch->list, e);
}

void changes_release_journal(struct changes *ch)
{
	if (changes_have_own(ch)) {
		journal_compact(&ch->j, &ch->list, ch->pid);
		return;
	}
	journal_close(&ch->j, !ch->list.n);
	change_free_all(&ch->list); /* what is inherited stands in the journal */
}

int changes_writable(struct changes *ch, struct err *e)
{
	int ret = changes_take_journal(ch, e);

	if (!ret)
		changes_release_journal(ch);
	return ret;
}

/* ---- steps ---- */

struct step *step_new(struct changes *ch, const char *name, size_t n)
{
	struct step **grown = realloc(ch->step, (ch->nsteps + 1) * sizeof(*grown));
	struct step *s = calloc(1, sizeof(*s));

	if (grown)
		ch->step = grown;
	if (s) {
		s->name = strdup(name);
		s->v = calloc(n + 1, sizeof(*s->v));
	}
	if (!grown || !s || !s->name || !s->v) {
		if (s) {
			free(s->name);
			free(s->v);
		}
		free(s);
		return NULL;
	}
	ch->step[ch->nsteps++] = s;
	return s;
}

int step_add(struct step *s, const char *path, const char *before)
{
	struct step_value v = { .path = strdup(path), .before = strdup(before) };

	if (!v.path || !v.before) {
		free(v.path);
		free(v.before);
		return -ENOMEM;
	}
	s->v[s->n++] = v;
	return 0;
}

void step_drop(struct changes *ch, struct step *s)
{
	size_t i = 0;

	while (i < ch->nsteps && ch->step[i] != s)
		i++;
	if (i == ch->nsteps)
		return;
	ch->nsteps--;
	memmove(&ch->step[i], &ch->step[i + 1], (ch->nsteps - i) * sizeof(struct step *));
	for (i = 0; i < s->n; i++) {
		free(s->v[i].path);
		free(s->v[i].before);
	}
	free(s->v);
	free(s->name);
	free(s);
}

static const char *step_value_before(const struct step *s, const char *path)
{
	for (size_t i = 0; i < s->n; i++)
		if (!strcmp(s->v[i].path, path))
			return s->v[i].before;
	return NULL;
}

bool steps_have(const struct changes *ch, const char *path, const struct step *but)
{
	for (size_t i = 0; i < ch->nsteps; i++)
		if (ch->step[i] != but && step_value_before(ch->step[i], path))
			return true;
	return false;
}

/* Take the values out of all steps whose paths are not in the list any more. */
static void steps_prune(struct changes *ch)
{
	for (size_t i = ch->nsteps; i-- > 0;) {
		struct step *s = ch->step[i];
		size_t kept = 0;

		for (size_t k = 0; k < s->n; k++) {
			if (change_find(&ch->list, s->v[k].path)) {
				s->v[kept++] = s->v[k];
				continue;
			}
			free(s->v[k].path);
			free(s->v[k].before);
		}
		s->n = kept;
		if (!kept)
			step_drop(ch, s);
	}
}

/* After a step back each change bears the name of the last step it is in. */
static void steps_name_changes(struct changes *ch)
{
	for (size_t i = 0; i < ch->list.n; i++)
		for (size_t k = 0; k < ch->nsteps; k++)
			if (step_value_before(ch->step[k], ch->list.c[i]->path))
				change_text(&ch->list.c[i]->name, ch->step[k]->name);
}

/* ---- the ways back ---- */

static bool change_is_in_step(const struct change *c, const void *step)
{
	return step_value_before(step, c->path) != NULL;
}

int changes_undo_last(struct changes *ch, struct outcome_list *out, struct err *e)
{
	struct step *s = ch->nsteps ? ch->step[ch->nsteps - 1] : NULL;
	struct target *t;
	size_t n;

	if (!s)
		return err_set(e, ENOENT, "nothing is changed, so nothing can be undone");
	t = restore_targets(ch, change_is_in_step, s, &n);
	if (!t)
		return err_set(e, ENOMEM, "no memory");
	for (size_t i = 0; i < n; i++) {
		const char *before = step_value_before(s, t[i].c->path);

		/* where the list began with this step, its end is the start */
		if (steps_have(ch, t[i].c->path, s) ||
		    (t[i].c->kind != WRITE_HELD && !codec_same(before, t[i].c->old)))
			t[i].to = before;
	}
	restore_run(ch, t, n, false, out);
	free(t);
	step_drop(ch, s);
	steps_prune(ch);
	steps_name_changes(ch);
	changes_release_journal(ch);
	return 0;
}

static bool change_is_called(const struct change *c, const void *name)
{
	return !strcmp(c->name, name) || !strcmp(c->path, name);
}

static bool change_is_own(const struct change *c, const void *arg)
{
	(void)arg;
	return !c->inherited;
}

static void changes_undo_set(struct changes *ch, bool (*want)(const struct change *, const void *),
			     const void *arg, bool force, struct outcome_list *out)
{
	size_t n;
	struct target *t = restore_targets(ch, want, arg, &n);

	if (!t)
		return;
	restore_run(ch, t, n, force, out);
	free(t);
	steps_prune(ch);
}

/* The files of the steps called @name, and of the changes that were last made by it. */
struct named {
	const struct changes *ch;
	const char *name;
};

static bool change_is_of_setting(const struct change *c, const void *arg)
{
	const struct named *w = arg;

	if (change_is_called(c, w->name))
		return true;
	for (size_t i = 0; i < w->ch->nsteps; i++)
		if (!strcmp(w->ch->step[i]->name, w->name) &&
		    step_value_before(w->ch->step[i], c->path))
			return true;
	return false;
}

int changes_undo(struct changes *ch, const char *name, bool force, struct outcome_list *out,
		 struct err *e)
{
	struct named w = { .ch = ch, .name = name };
	size_t before = out->n;
	int ret = changes_take_journal(ch, e);

	if (ret)
		return ret;
	changes_undo_set(ch, change_is_of_setting, &w, force, out);
	changes_release_journal(ch);
	return out->n > before ? 0 : err_set(e, ENOENT, "%s is not changed", name);
}

void changes_undo_all(struct changes *ch, bool force, struct outcome_list *out)
{
	changes_undo_set(ch, change_is_own, NULL, force, out);
	while (ch->nsteps)
		step_drop(ch, ch->step[ch->nsteps - 1]);
	changes_release_journal(ch);
}

static void changes_forget(struct changes *ch, struct change *c, const char *why)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	if (out) {
		journal_print_done(out, c->path, why);
		if (!fclose(out))
			journal_append(&ch->j, text, len, NULL);
		free(text);
	}
	if (c->fd >= 0)
		close(c->fd);
	change_remove(&ch->list, c);
}

void changes_give_up(struct changes *ch)
{
	char now[SETTING_RAW];

	for (size_t i = ch->list.n; i-- > 0;) {
		struct change *c = ch->list.c[i];
		int ret;

		if (c->inherited)
			continue;
		ret = restore_read(c, now, sizeof(now), NULL);
		if (ret == -ENOENT || ret == -ENODEV || ret == -ENXIO)
			changes_forget(ch, c, "gone");
		else if (!ret && !restore_is_ours(ch, c, now))
			changes_forget(ch, c, "left");
	}
	steps_prune(ch);
	changes_release_journal(ch);
}

static void changes_add_shown(struct outcome_list *out, const struct change *c,
			      enum outcome_kind kind, const char *words)
{
	char now[SETTING_RAW] = "", shell[SHELL_LINE];
	struct err e = { 0 };
	int ret = restore_read(c, now, sizeof(now), &e);

	shell_line(shell, sizeof(shell), c->path, c->kind == WRITE_HELD ? NULL : c->old);
	outcome_add(out, &(struct outcome){ .kind = kind,
					    .code = -ret,
					    .name = c->name,
					    .path = c->path,
					    .before = c->old,
					    .now = now,
					    .words = ret ? e.text : (char *)words,
					    .shell = shell });
}

void changes_keep_all(struct changes *ch, struct outcome_list *out)
{
	for (size_t i = 0; i < ch->list.n;) {
		struct change *c = ch->list.c[i];

		if (c->inherited) {
			i++;
		} else if (c->kind == WRITE_HELD) {
			changes_add_shown(out, c, OUTCOME_IN_FORCE,
					  "is held only as long as ctxtop runs");
			i++;
		} else {
			changes_add_shown(out, c, OUTCOME_KEPT, "");
			changes_forget(ch, c, "kept");
		}
	}
	steps_prune(ch);
	changes_release_journal(ch);
}

void changes_list(const struct changes *ch, struct outcome_list *out)
{
	char now[SETTING_RAW], words[128];

	for (size_t i = 0; i < ch->list.n; i++) {
		const struct change *c = ch->list.c[i];

		words[0] = '\0';
		if (c->kind != WRITE_HELD && !restore_read(c, now, sizeof(now), NULL) &&
		    !restore_is_ours(ch, c, now))
			text_format(words, sizeof(words), "somebody else changed it since");
		changes_add_shown(out, c, c->inherited ? OUTCOME_INHERITED : OUTCOME_IN_FORCE,
				  words);
	}
}

void changes_show(struct changes *ch, struct outcome_list *out)
{
	/* what was inherited is only in the journal as long as nothing is changed */
	if (ch->j.fd < 0 && !ch->read_only && !access(ch->place, F_OK))
		changes_take_journal(ch, NULL);
	changes_list(ch, out);
	if (ch->j.fd >= 0)
		changes_release_journal(ch);
}
