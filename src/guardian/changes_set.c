// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * changes_set: one order: look, write the journal, write the files, read back.
 *
 * Invariant: the journal has all lines of the order before its first write.
 */
#include "guardian/changes_int.h"
#include "guardian/identity.h"
#include "guardian/restore.h"
#include "guardian/sysfile.h"
#include "settings/value.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- looking ---- */

static int refuse(struct doing *d, struct item *it)
{
	it->skip = true;
	if (!d->failed)
		d->failed = it;
	return -it->e.code;
}

static int check_value(struct item *it)
{
	const char *value = it->o->value;
	char *end;

	if (it->o->kind == CHANGE_ALSO)
		return 0;
	if (!value || strchr(value, '\n') || strlen(value) >= VALUE_MAX)
		return err_set(&it->e, EINVAL, "%s: the value must be one line", it->o->path);
	if (!item_is_held(it))
		return 0;
	errno = 0;
	strtol(value, &end, 10);
	if (errno || end == value || *end || value[0] == '-' || strlen(value) > 9)
		return err_set(&it->e, EINVAL, "%s: \"%s\" is no time in microseconds", it->o->path,
			       value);
	return 0;
}

static int look_held(struct doing *d, struct item *it)
{
	char now[VALUE_MAX];
	int fd;

	if (strcmp(it->o->path, SYSFILE_HELD))
		return err_set(&it->e, EPERM, "%s: only %s can be held", it->o->path, SYSFILE_HELD);
	text_copy(it->path, sizeof(it->path), SYSFILE_HELD);
	it->c = change_find(&d->ch->list, it->path);
	fd = it->c ? it->c->fd : sysfile_hold(&it->e);
	if (fd < 0)
		return fd;
	sysfile_hold_read(fd, now, sizeof(now));
	if (!it->c) {
		it->c = change_add(&d->ch->list, CHANGE_HELD, it->path, now);
		it->fresh = it->c != NULL;
		if (it->c)
			it->c->fd = fd;
		else
			close(fd);
	}
	/* of what is held, the value before is what was asked for, not what is in force */
	it->before = strdup(it->c && it->c->ours ? it->c->ours : now);
	return it->c && it->before ? 0 : err_set(&it->e, ENOMEM, "no memory");
}

static int look_file(struct doing *d, struct item *it)
{
	char now[VALUE_MAX];
	int ret = sysfile_canonical(it->o->path, it->path, &it->e);

	if (!ret)
		ret = sysfile_read(it->path, now, sizeof(now), &it->e);
	if (ret)
		return ret;
	it->before = strdup(now);
	it->c = change_find(&d->ch->list, it->path);
	if (!it->c) {
		it->c = change_add(&d->ch->list, it->o->kind, it->path, now);
		it->fresh = it->c != NULL;
	}
	return it->c && it->before ? 0 : err_set(&it->e, ENOMEM, "no memory");
}

static bool is_twice(const struct doing *d, const struct item *it)
{
	for (const struct item *p = d->it; p < it; p++)
		if (!p->skip && p->c == it->c)
			return true;
	return false;
}

static int look(struct doing *d, struct item *it)
{
	int ret = check_value(it);

	if (!ret)
		ret = item_is_held(it) ? look_held(d, it) : look_file(d, it);
	if (!ret && is_twice(d, it)) {
		it->skip = true;
		if (it->o->kind != CHANGE_ALSO)
			ret = err_set(&it->e, EINVAL, "%s: named twice in one order", it->path);
	}
	/* a companion that is absent here has nothing to save */
	if (it->o->kind == CHANGE_ALSO && (ret == -ENOENT || ret == -ENODEV)) {
		it->skip = true;
		return 0;
	}
	return ret ? refuse(d, it) : 0;
}

/* ---- the journal ---- */

static const char *main_path(const struct doing *d)
{
	for (size_t i = 0; i < d->n; i++)
		if (!d->it[i].skip && d->it[i].o->kind != CHANGE_ALSO)
			return d->it[i].path;
	return NULL;
}

static void print_item(struct doing *d, struct item *it, const char *main, FILE *out)
{
	struct change *c = it->c;

	if (it->fresh) {
		change_text(it->o->kind == CHANGE_ALSO ? &c->main : &c->want,
			    it->o->kind == CHANGE_ALSO ? main : it->o->value);
		c->pid = d->ch->pid;
		c->start = identity_start_time(d->ch->pid);
		c->netns = identity_netns();
		journal_print_change(out, d->ch->j.boot, c);
	} else if (it->o->kind == CHANGE_ALSO) {
		change_text(&c->main, main);
		journal_print_also(out, c->path, main);
	} else {
		change_text(&c->want, it->o->value);
		journal_print_want(out, c->path, it->o->value);
		if (c->kind == CHANGE_ALSO)
			c->kind = it->o->kind;
	}
}

static int write_journal(struct doing *d, struct err *e)
{
	const char *main = main_path(d);
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);
	int ret;

	if (!out)
		return err_set(e, ENOMEM, "no memory");
	for (size_t i = 0; i < d->n; i++)
		if (!d->it[i].skip)
			print_item(d, &d->it[i], main, out);
	ret = fclose(out) ? err_set(e, ENOMEM, "no memory")
			  : journal_append(&d->ch->j, text, len, e);
	free(text);
	if (!ret)
		return 0;
	for (size_t i = 0; i < d->n; i++) { /* no line, no write: nothing is on its way */
		if (d->it[i].skip)
			continue;
		change_text(&d->it[i].c->want, NULL);
		change_text(&d->it[i].c->main, NULL);
	}
	return ret;
}

/* ---- the files ---- */

static void write_files(struct doing *d)
{
	for (size_t i = 0; i < d->n; i++) {
		struct item *it = &d->it[i];
		int ret;

		if (it->skip || it->o->kind == CHANGE_ALSO)
			continue;
		if (item_is_held(it))
			ret = sysfile_hold_set(it->c->fd, (int32_t)strtol(it->o->value, NULL, 10),
					       &it->e);
		else
			ret = sysfile_write(it->path, it->o->value, &it->e);
		it->written = !ret;
		if (!ret)
			continue;
		if (!d->failed)
			d->failed = it;
		if (!d->o->partial)
			return;
	}
}

/* What was read back is ours if we wrote it, or if it moved together with what we wrote. */
static void settle(struct doing *d, struct item *it, const char *now)
{
	struct change *c = it->c;

	it->now = strdup(now);
	if (item_is_held(it))
		now = it->written ? it->o->value : it->before;
	if (it->written || !c->ours || !value_same(now, it->before))
		change_text(&c->ours, now);
	change_text(&c->want, NULL);
	change_text(&c->main, NULL);
	if (!it->written && it->o->kind != CHANGE_ALSO)
		return;
	change_text(&c->name, d->o->name);
	c->inherited = false;
}

static void read_back(struct doing *d)
{
	char now[VALUE_MAX], *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	for (size_t i = 0; i < d->n; i++) {
		struct item *it = &d->it[i];

		if (it->skip)
			continue;
		if (restore_read(it->c, now, sizeof(now), NULL))
			text_copy(now, sizeof(now), it->written ? it->o->value : it->before);
		settle(d, it, now);
		if (out)
			journal_print_set(out, it->path, it->c->ours ? it->c->ours : now);
	}
	if (out && !fclose(out) && len)
		journal_append(&d->ch->j, text, len, NULL);
	free(text);
}

static bool moved_any(const struct doing *d)
{
	for (size_t i = 0; i < d->n; i++)
		if (item_is_moved(&d->it[i]))
			return true;
	return false;
}

/* ---- afterwards ---- */

/* What had been written goes back to what it was before the order. */
static void withdraw(struct doing *d, struct outcome_list *out)
{
	struct target *t = calloc(d->n + 1, sizeof(*t));
	struct outcome_list back = { 0 };
	size_t n = 0;

	if (!t)
		return;
	for (size_t i = d->n; i-- > 0;)
		if (d->it[i].o->kind != CHANGE_ALSO && item_is_moved(&d->it[i]))
			t[n++].c = d->it[i].c;
	for (size_t i = 0; i < d->n; i++)
		if (!d->it[i].skip && d->it[i].o->kind == CHANGE_ALSO)
			t[n++].c = d->it[i].c;
	for (size_t k = 0; k < n; k++)
		for (size_t i = 0; i < d->n; i++)
			if (d->it[i].c == t[k].c && !d->it[i].fresh)
				t[k].to = d->it[i].before;
	restore_run(d->ch, t, n, false, &back);
	for (size_t i = 0; i < back.n; i++)
		if (back.o[i].kind != OUTCOME_RESTORED)
			outcome_add(out, &back.o[i]);
	outcome_free(&back);
	free(t);
}

/*
 * Changes that this order made and that changed nothing are none. Companions stay as long as what may
 * move them is changed.
 */
static void drop_empty(struct doing *d, bool failed)
{
	bool moved = !failed && moved_any(d);
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	for (size_t i = 0; i < d->n; i++) {
		struct item *it = &d->it[i];
		struct change *c = it->fresh ? change_find(&d->ch->list, it->path) : NULL;

		if (!c || (moved && (item_is_moved(it) || it->o->kind == CHANGE_ALSO)))
			continue;
		if (c->kind != CHANGE_HELD && c->ours && !value_same(c->ours, c->old))
			continue; /* could not be withdrawn */
		if (out)
			journal_print_done(out, c->path, "unchanged");
		if (c->fd >= 0)
			close(c->fd);
		change_remove(&d->ch->list, c);
	}
	if (out && !fclose(out) && len)
		journal_append(&d->ch->j, text, len, NULL);
	free(text);
}

static int make_step(struct doing *d)
{
	struct step *s = moved_any(d) ? step_new(d->ch, d->o->name, d->n) : NULL;

	if (!s)
		return moved_any(d) ? -ENOMEM : 0;
	for (size_t i = 0; i < d->n; i++) {
		const struct item *it = &d->it[i];

		if (it->skip || !(item_is_moved(it) || it->o->kind == CHANGE_ALSO))
			continue;
		if (step_add(s, it->path, it->before))
			return -ENOMEM;
	}
	return 0;
}

static bool look_all(struct doing *d)
{
	size_t mains = 0;

	for (size_t i = 0; i < d->n; i++) {
		d->it[i].o = &d->o->item[i];
		if (look(d, &d->it[i]) && !d->o->partial)
			return false;
		mains += !d->it[i].skip && d->it[i].o->kind != CHANGE_ALSO;
	}
	return mains > 0;
}

static bool wrote_any(const struct doing *d)
{
	for (size_t i = 0; i < d->n; i++)
		if (d->it[i].written)
			return true;
	return false;
}

static int carry_out(struct doing *d, struct outcome_list *out, struct err *e)
{
	bool failed = !look_all(d);
	int ret = 0;

	if (!failed) {
		ret = write_journal(d, e);
		if (ret)
			return ret;
		write_files(d);
		read_back(d);
		failed = d->failed && (!d->o->partial || !wrote_any(d));
	}
	for (size_t i = 0; i < d->n; i++)
		if (d->it[i].o)
			item_answer(d, &d->it[i], failed, out);
	if (!failed)
		return make_step(d) ? err_set(e, ENOMEM, "changed, but no memory for the step") : 0;
	if (moved_any(d))
		withdraw(d, out);
	if (!d->failed)
		return err_set(e, EINVAL, "an order without a file to write");
	if (e)
		*e = d->failed->e;
	return -d->failed->e.code;
}

int changes_set(struct changes *ch, const struct change_request *o, struct outcome_list *out,
		struct err *e)
{
	struct doing d = { .ch = ch, .o = o, .n = o->n };
	int ret = changes_take_journal(ch, e);

	if (ret)
		return ret;
	d.it = calloc(o->n + 1, sizeof(*d.it));
	if (!d.it)
		ret = err_set(e, ENOMEM, "no memory");
	else
		ret = carry_out(&d, out, e);
	if (d.it)
		drop_empty(&d, ret != 0);
	for (size_t i = 0; d.it && i < o->n; i++) {
		free(d.it[i].before);
		free(d.it[i].now);
	}
	free(d.it);
	changes_release_journal(ch);
	return ret;
}
