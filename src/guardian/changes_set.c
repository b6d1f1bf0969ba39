// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * changes_set: one change: look, write the journal, write the files, read back.
 *
 * Invariant: the journal has all lines of the change before its first write.
 */
#include "guardian/changes_int.h"
#include "guardian/identity.h"
#include "guardian/changes_restore.h"
#include "guardian/sysfile.h"
#include "settings/codec.h"
#include "settings/shell.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- looking ---- */

static int doing_refuse(struct doing *d, struct doing_file *f)
{
	f->skip = true;
	if (!d->failed)
		d->failed = f;
	return -f->e.code;
}

static int doing_check_value(struct doing_file *f)
{
	const char *value = f->wanted->value;
	char *end;

	if (f->wanted->kind == WRITE_ALSO)
		return 0;
	if (!value || strchr(value, '\n') || strlen(value) >= SETTING_RAW)
		return err_set(&f->e, EINVAL, "%s: the value must be one line", f->wanted->path);
	if (!doing_is_held(f))
		return 0;
	errno = 0;
	strtol(value, &end, 10);
	if (errno || end == value || *end || value[0] == '-' || strlen(value) > 9)
		return err_set(&f->e, EINVAL, "%s: \"%s\" is no time in microseconds",
			       f->wanted->path, value);
	return 0;
}

static int doing_look_held(struct doing *d, struct doing_file *f)
{
	char now[SETTING_RAW];
	int fd;

	if (strcmp(f->wanted->path, SYSFILE_HELD))
		return err_set(&f->e, EPERM, "%s: only %s can be held", f->wanted->path,
			       SYSFILE_HELD);
	text_copy(f->path, sizeof(f->path), SYSFILE_HELD);
	f->c = change_find(&d->ch->list, f->path);
	fd = f->c ? f->c->fd : sysfile_hold(&f->e);
	if (fd < 0)
		return fd;
	sysfile_hold_read(fd, now, sizeof(now));
	if (!f->c) {
		f->c = change_add(&d->ch->list, WRITE_HELD, f->path, now);
		f->fresh = f->c != NULL;
		if (f->c)
			f->c->fd = fd;
		else
			close(fd);
	}
	/* of what is held, the value before is what was asked for, not what is in force */
	f->before = strdup(f->c && f->c->ours ? f->c->ours : now);
	return f->c && f->before ? 0 : err_set(&f->e, ENOMEM, "no memory");
}

static int doing_look_file(struct doing *d, struct doing_file *f)
{
	char now[SETTING_RAW];
	int ret = sysfile_canonical(f->wanted->path, f->path, &f->e);

	if (!ret)
		ret = sysfile_read(f->path, now, sizeof(now), &f->e);
	if (ret)
		return ret;
	f->before = strdup(now);
	f->c = change_find(&d->ch->list, f->path);
	if (!f->c) {
		f->c = change_add(&d->ch->list, f->wanted->kind, f->path, now);
		f->fresh = f->c != NULL;
	}
	return f->c && f->before ? 0 : err_set(&f->e, ENOMEM, "no memory");
}

static bool doing_is_twice(const struct doing *d, const struct doing_file *f)
{
	for (const struct doing_file *p = d->file; p < f; p++)
		if (!p->skip && p->c == f->c)
			return true;
	return false;
}

static int doing_look(struct doing *d, struct doing_file *f)
{
	int ret = doing_check_value(f);

	if (!ret)
		ret = doing_is_held(f) ? doing_look_held(d, f) : doing_look_file(d, f);
	if (!ret && doing_is_twice(d, f)) {
		f->skip = true;
		if (f->wanted->kind != WRITE_ALSO)
			ret = err_set(&f->e, EINVAL, "%s: named twice in one change", f->path);
	}
	/* a companion that is absent here has nothing to save */
	if (f->wanted->kind == WRITE_ALSO && (ret == -ENOENT || ret == -ENODEV)) {
		f->skip = true;
		return 0;
	}
	return ret ? doing_refuse(d, f) : 0;
}

/* ---- the journal ---- */

static const char *doing_main_path(const struct doing *d)
{
	for (size_t i = 0; i < d->n; i++)
		if (!d->file[i].skip && d->file[i].wanted->kind != WRITE_ALSO)
			return d->file[i].path;
	return NULL;
}

static void doing_print(struct doing *d, struct doing_file *f, const char *main, FILE *out)
{
	struct change *c = f->c;

	if (f->fresh) {
		change_text(f->wanted->kind == WRITE_ALSO ? &c->main : &c->want,
			    f->wanted->kind == WRITE_ALSO ? main : f->wanted->value);
		c->pid = d->ch->pid;
		c->start = identity_start_time(d->ch->pid);
		c->netns = identity_netns();
		journal_print_change(out, d->ch->j.boot, c);
	} else if (f->wanted->kind == WRITE_ALSO) {
		change_text(&c->main, main);
		journal_print_also(out, c->path, main);
	} else {
		change_text(&c->want, f->wanted->value);
		journal_print_want(out, c->path, f->wanted->value);
		if (c->kind == WRITE_ALSO)
			c->kind = f->wanted->kind;
	}
}

static int doing_write_journal(struct doing *d, struct err *e)
{
	const char *main = doing_main_path(d);
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);
	int ret;

	if (!out)
		return err_set(e, ENOMEM, "no memory");
	for (size_t i = 0; i < d->n; i++)
		if (!d->file[i].skip)
			doing_print(d, &d->file[i], main, out);
	ret = fclose(out) ? err_set(e, ENOMEM, "no memory")
			  : journal_append(&d->ch->j, text, len, e);
	free(text);
	if (!ret)
		return 0;
	for (size_t i = 0; i < d->n; i++) { /* no line, no write: nothing is on its way */
		if (d->file[i].skip)
			continue;
		change_text(&d->file[i].c->want, NULL);
		change_text(&d->file[i].c->main, NULL);
	}
	return ret;
}

/* ---- the files ---- */

static void doing_write_files(struct doing *d)
{
	for (size_t i = 0; i < d->n; i++) {
		struct doing_file *f = &d->file[i];
		int ret;

		if (f->skip || f->wanted->kind == WRITE_ALSO)
			continue;
		if (doing_is_held(f))
			ret = sysfile_hold_set(f->c->fd,
					       (int32_t)strtol(f->wanted->value, NULL, 10), &f->e);
		else
			ret = sysfile_write(f->path, f->wanted->value, &f->e);
		f->written = !ret;
		if (!ret)
			continue;
		if (!d->failed)
			d->failed = f;
		if (!d->w->partial)
			return;
	}
}

/* What was read back is ours if we wrote it, or if it moved together with what we wrote. */
static void doing_settle(struct doing *d, struct doing_file *f, const char *now)
{
	struct change *c = f->c;

	f->now = strdup(now);
	if (doing_is_held(f))
		now = f->written ? f->wanted->value : f->before;
	if (f->written || !c->ours || !codec_same(now, f->before))
		change_text(&c->ours, now);
	change_text(&c->want, NULL);
	change_text(&c->main, NULL);
	if (!f->written && f->wanted->kind != WRITE_ALSO)
		return;
	change_text(&c->name, d->w->name);
	c->inherited = false;
}

static void doing_read_back(struct doing *d)
{
	char now[SETTING_RAW], *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	for (size_t i = 0; i < d->n; i++) {
		struct doing_file *f = &d->file[i];

		if (f->skip)
			continue;
		if (restore_read(f->c, now, sizeof(now), NULL))
			text_copy(now, sizeof(now), f->written ? f->wanted->value : f->before);
		doing_settle(d, f, now);
		if (out)
			journal_print_set(out, f->path, f->c->ours ? f->c->ours : now);
	}
	if (out && !fclose(out) && len)
		journal_append(&d->ch->j, text, len, NULL);
	free(text);
}

static bool doing_moved_any(const struct doing *d)
{
	for (size_t i = 0; i < d->n; i++)
		if (doing_is_moved(&d->file[i]))
			return true;
	return false;
}

/* ---- afterwards ---- */

/* What had been written goes back to what it was before the change. */
static void doing_withdraw(struct doing *d, struct outcome_list *out)
{
	struct target *t = calloc(d->n + 1, sizeof(*t));
	struct outcome_list back = { 0 };
	size_t n = 0;

	if (!t)
		return;
	for (size_t i = d->n; i-- > 0;)
		if (d->file[i].wanted->kind != WRITE_ALSO && doing_is_moved(&d->file[i]))
			t[n++].c = d->file[i].c;
	for (size_t i = 0; i < d->n; i++)
		if (!d->file[i].skip && d->file[i].wanted->kind == WRITE_ALSO)
			t[n++].c = d->file[i].c;
	for (size_t k = 0; k < n; k++)
		for (size_t i = 0; i < d->n; i++)
			if (d->file[i].c == t[k].c && !d->file[i].fresh)
				t[k].to = d->file[i].before;
	restore_run(d->ch, t, n, false, &back);
	for (size_t i = 0; i < back.n; i++)
		if (back.o[i].kind != OUTCOME_RESTORED)
			outcome_add(out, &back.o[i]);
	outcome_free(&back);
	free(t);
}

/*
 * Files that this change took into the list and did not change leave it. Companions stay as long as what may
 * move them is changed.
 */
static void doing_drop_empty(struct doing *d, bool failed)
{
	bool moved = !failed && doing_moved_any(d);
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	for (size_t i = 0; i < d->n; i++) {
		struct doing_file *f = &d->file[i];
		struct change *c = f->fresh ? change_find(&d->ch->list, f->path) : NULL;

		if (!c || (moved && (doing_is_moved(f) || f->wanted->kind == WRITE_ALSO)))
			continue;
		if (c->kind != WRITE_HELD && c->ours && !codec_same(c->ours, c->old))
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

static int doing_make_step(struct doing *d)
{
	struct step *s = doing_moved_any(d) ? step_new(d->ch, d->w->name, d->n) : NULL;

	if (!s)
		return doing_moved_any(d) ? -ENOMEM : 0;
	for (size_t i = 0; i < d->n; i++) {
		const struct doing_file *f = &d->file[i];

		if (f->skip || !(doing_is_moved(f) || f->wanted->kind == WRITE_ALSO))
			continue;
		if (step_add(s, f->path, f->before))
			return -ENOMEM;
	}
	return 0;
}

static bool doing_look_all(struct doing *d)
{
	size_t mains = 0;

	for (size_t i = 0; i < d->n; i++) {
		d->file[i].wanted = &d->w->item[i];
		if (doing_look(d, &d->file[i]) && !d->w->partial)
			return false;
		mains += !d->file[i].skip && d->file[i].wanted->kind != WRITE_ALSO;
	}
	return mains > 0;
}

static bool doing_wrote_any(const struct doing *d)
{
	for (size_t i = 0; i < d->n; i++)
		if (d->file[i].written)
			return true;
	return false;
}

static int doing_carry_out(struct doing *d, struct outcome_list *out, struct err *e)
{
	bool failed = !doing_look_all(d);
	int ret = 0;

	if (!failed) {
		ret = doing_write_journal(d, e);
		if (ret)
			return ret;
		doing_write_files(d);
		doing_read_back(d);
		failed = d->failed && (!d->w->partial || !doing_wrote_any(d));
	}
	for (size_t i = 0; i < d->n; i++)
		if (d->file[i].wanted)
			doing_answer(d, &d->file[i], failed, out);
	if (!failed)
		return doing_make_step(d)
			       ? err_set(e, ENOMEM, "changed, but no memory for the step")
			       : 0;
	if (doing_moved_any(d))
		doing_withdraw(d, out);
	if (!d->failed)
		return err_set(e, EINVAL, "a change without a file to write");
	if (e)
		*e = d->failed->e;
	return -d->failed->e.code;
}

int changes_set(struct changes *ch, const struct writes *w, struct outcome_list *out, struct err *e)
{
	struct doing d = { .ch = ch, .w = w, .n = w->n };
	int ret = changes_take_journal(ch, e);

	if (ret)
		return ret;
	d.file = calloc(w->n + 1, sizeof(*d.file));
	if (!d.file)
		ret = err_set(e, ENOMEM, "no memory");
	else
		ret = doing_carry_out(&d, out, e);
	if (d.file)
		doing_drop_empty(&d, ret != 0);
	for (size_t i = 0; d.file && i < w->n; i++) {
		free(d.file[i].before);
		free(d.file[i].now);
	}
	free(d.file);
	changes_release_journal(ch);
	return ret;
}
