// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * changes_restore: compare, put back, verify.
 *
 * Invariant: whose a value is gets decided before anything of the set is written, since putting one
 * file back may move another.
 */
#include "guardian/changes_restore.h"
#include "guardian/identity.h"
#include "guardian/sysfile.h"
#include "settings/codec.h"
#include "settings/shell.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PASSES	     4
#define PASS_WAIT_NS (10 * NSEC_PER_MSEC) /* for what is busy */
#define BRIEF	     48

int restore_read(const struct change *c, char *buf, size_t size, struct err *e)
{
	int ret;

	if (c->kind != WRITE_HELD)
		return sysfile_read(c->path, buf, size, e);
	ret = sysfile_hold_read(c->fd, buf, size);
	return ret ? err_sys(e, -ret, "%s", c->path) : 0;
}

static const char *target_goal(const struct target *t)
{
	return t->to ? t->to : t->c->old;
}

/* ---- whose value it is ---- */

static bool restore_has_all_words(const char *list, const char *words)
{
	char copy[SETTING_RAW], *save = NULL;

	text_copy(copy, sizeof(copy), words);
	for (char *w = strtok_r(copy, " \t\n", &save); w; w = strtok_r(NULL, " \t\n", &save))
		if (!word_in(list, w))
			return false;
	return true;
}

static bool restore_is_at(const struct change *c, const char *now, const char *to)
{
	return c->kind == WRITE_WORDS ? restore_has_all_words(now, to) : codec_same(now, to);
}

static bool restore_is_written_by_us(const struct change *c, const char *now)
{
	if (c->ours && codec_same(now, c->ours))
		return true;
	if (!c->want)
		return false;
	return restore_is_at(c, now, c->want) ||
	       codec_same_over(now, c->want, c->ours ? c->ours : c->old);
}

/*
 * A companion that was not read back when its change or undo was cut short: ours if any file of that
 * change had been written. Only one change can be on its way, so its files are those that are still wanted.
 */
static bool restore_is_moved_by_us(const struct changes *ch, const struct change *c)
{
	char now[SETTING_RAW];

	for (size_t i = 0; c->main && i < ch->list.n; i++) {
		const struct change *x = ch->list.c[i];

		if (x != c && x->want && !restore_read(x, now, sizeof(now), NULL) &&
		    restore_is_written_by_us(x, now))
			return true;
	}
	return false;
}

bool restore_is_ours(const struct changes *ch, const struct change *c, const char *now)
{
	return restore_is_at(c, now, c->old) || restore_is_written_by_us(c, now) ||
	       restore_is_moved_by_us(ch, c);
}

static bool restore_is_of_network(const char *path)
{
	return !strncmp(path, "/proc/sys/net/", 14) || strstr(path, "/net/");
}

static void target_look(struct changes *ch, struct target *t, bool force)
{
	char now[SETTING_RAW], brief[3][BRIEF];
	const struct change *c = t->c;
	struct err e = { 0 };
	int ret;

	if (restore_is_of_network(c->path) && c->netns && c->netns != identity_netns()) {
		t->state = TARGET_FOREIGN;
		text_format(t->words, sizeof(t->words),
			    "%s: changed in another network namespace, out of reach from here",
			    c->path);
		return;
	}
	ret = restore_read(c, now, sizeof(now), &e);
	if (ret) {
		bool gone = ret == -ENOENT || ret == -ENODEV || ret == -ENXIO;

		t->state = gone ? TARGET_GONE : TARGET_FAILED;
		t->code = -ret;
		text_copy(t->words, sizeof(t->words), e.text);
		return;
	}
	t->code = 0;
	t->words[0] = '\0';
	t->state = TARGET_OURS;
	if (force || restore_is_at(c, now, target_goal(t)) || restore_is_written_by_us(c, now) ||
	    (!t->to && restore_is_ours(ch, c, now)))
		return;
	t->state = TARGET_FOREIGN;
	word_brief(brief[0], BRIEF, now);
	word_brief(brief[1], BRIEF, c->ours ? c->ours : c->want ? c->want : c->old);
	word_brief(brief[2], BRIEF, c->old);
	text_format(t->words, sizeof(t->words),
		    "%s is %s; ctxtop had made it %s, it was %s before: left alone", c->path,
		    brief[0], brief[1], brief[2]);
}

/* What was not known to be ours, and was found to be. */
static void target_print_found(struct target *t, FILE *out)
{
	char now[SETTING_RAW];
	struct change *c = t->c;

	if (!(c->main || c->want) || restore_read(c, now, sizeof(now), NULL) ||
	    change_text(&c->ours, now))
		return;
	change_text(&c->want, NULL);
	change_text(&c->main, NULL);
	journal_print_set(out, c->path, now);
}

static void target_print_intended(const struct target *t, const char *main, FILE *out)
{
	if (t->c->kind == WRITE_ALSO && main)
		journal_print_also(out, t->c->path, main);
	else
		journal_print_want(out, t->c->path, target_goal(t));
}

/* An undo is journalled as a change is: killed half way, the next one must find what is ours. */
static void restore_note_ours(struct changes *ch, struct target *t, size_t n)
{
	const char *main = NULL;
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		return;
	for (size_t i = 0; i < n; i++) {
		if (t[i].state != TARGET_OURS || t[i].c->kind == WRITE_HELD)
			continue;
		target_print_found(&t[i], out);
		if (!main && t[i].c->kind != WRITE_ALSO)
			main = t[i].c->path;
	}
	for (size_t i = 0; i < n; i++)
		if (t[i].state == TARGET_OURS && t[i].c->kind != WRITE_HELD)
			target_print_intended(&t[i], main, out);
	if (!fclose(out) && len)
		journal_append(&ch->j, text, len, NULL);
	free(text);
}

/* ---- writing ---- */

static int target_write_words(const struct change *c, const char *now, const char *to,
			      struct err *e)
{
	char copy[SETTING_RAW], *save = NULL;
	int ret = 0;

	text_copy(copy, sizeof(copy), to);
	for (char *w = strtok_r(copy, " \t\n", &save); w && !ret;
	     w = strtok_r(NULL, " \t\n", &save))
		if (!word_in(now, w))
			ret = sysfile_write(c->path, w, e);
	return ret;
}

static int target_write_held(struct change *c, const char *to, struct err *e)
{
	if (to)
		return sysfile_hold_set(c->fd, (int32_t)strtol(to, NULL, 10), e);
	if (c->fd >= 0)
		close(c->fd);
	c->fd = -1;
	return 0;
}

static int target_write_goal(struct target *t, const char *now, struct err *e)
{
	char text[SETTING_RAW];

	if (t->c->kind == WRITE_WORDS)
		return target_write_words(t->c, now, target_goal(t), e);
	codec_text(text, sizeof(text), target_goal(t));
	return sysfile_write(t->c->path, text, e);
}

/* One file in one pass. True: it is where it should be, or nothing can be done about it. */
static bool target_put_back(struct changes *ch, struct target *t, bool force)
{
	char now[SETTING_RAW];
	struct err e = { 0 };
	int ret;

	if (t->state == TARGET_GONE) /* a CPU that came back brings its files */
		target_look(ch, t, force);
	if (t->state == TARGET_FOREIGN || t->state == TARGET_GONE)
		return true;
	ret = restore_read(t->c, now, sizeof(now), &e);
	if (!ret && restore_is_at(t->c, now, target_goal(t))) {
		t->state = TARGET_OURS;
		/* some values read so already and cannot be written: no matter */
		if (ch->rewrite && t->c->kind == WRITE_FILE)
			target_write_goal(t, now, NULL);
		return true;
	}
	if (!ret)
		ret = target_write_goal(t, now, &e);
	t->state = ret ? TARGET_FAILED : TARGET_OURS;
	t->code = -ret;
	text_copy(t->words, sizeof(t->words), e.text);
	return false; /* looked at again in the next pass */
}

static void target_verify(struct target *t)
{
	char now[SETTING_RAW], brief[2][BRIEF];
	struct err e = { 0 };

	if (t->state != TARGET_OURS)
		return;
	if (restore_read(t->c, now, sizeof(now), &e)) {
		t->state = TARGET_FAILED;
		t->code = e.code;
		text_copy(t->words, sizeof(t->words), e.text);
		return;
	}
	if (restore_is_at(t->c, now, target_goal(t)))
		return;
	t->state = TARGET_FAILED;
	t->code = EIO;
	word_brief(brief[0], BRIEF, target_goal(t));
	word_brief(brief[1], BRIEF, now);
	text_format(t->words, sizeof(t->words), "%s was given %s and reads %s", t->c->path,
		    brief[0], brief[1]);
}

static void target_put_back_held(struct target *t)
{
	struct err e = { 0 };

	t->code = -target_write_held(t->c, t->to, &e);
	t->state = t->code ? TARGET_FAILED : TARGET_OURS;
	text_copy(t->words, sizeof(t->words), e.text);
}

static void restore_put_back_all(struct changes *ch, struct target *t, size_t n, bool force)
{
	const struct timespec ts = { .tv_nsec = PASS_WAIT_NS };

	for (size_t i = 0; i < n; i++)
		if (t[i].c->kind == WRITE_HELD)
			target_put_back_held(&t[i]);
	for (int pass = 0; pass < PASSES; pass++) {
		bool all = true, failed = false;

		for (size_t i = 0; i < n; i++) {
			if (t[i].c->kind == WRITE_HELD)
				continue;
			all &= target_put_back(ch, &t[i], force);
			failed |= t[i].state == TARGET_FAILED;
		}
		if (all)
			break;
		if (failed && pass)
			nanosleep(&ts, NULL);
	}
	for (size_t i = 0; i < n; i++)
		if (t[i].c->kind != WRITE_HELD)
			target_verify(&t[i]);
}

/* ---- afterwards ---- */

static void target_report(const struct target *t, struct outcome_list *out)
{
	static const enum outcome_kind kinds[] = {
		[TARGET_NEW] = OUTCOME_FAILED,	  [TARGET_OURS] = OUTCOME_RESTORED,
		[TARGET_FOREIGN] = OUTCOME_LEFT,  [TARGET_GONE] = OUTCOME_GONE,
		[TARGET_FAILED] = OUTCOME_FAILED,
	};
	char now[SETTING_RAW] = "", shell[SHELL_LINE];
	const struct change *c = t->c;
	bool released = c->kind == WRITE_HELD && !t->to;

	if (released)
		text_copy(now, sizeof(now), c->old);
	else
		restore_read(c, now, sizeof(now), NULL);
	shell_line(shell, sizeof(shell), c->path, released ? NULL : target_goal(t));
	outcome_add(out, &(struct outcome){ .kind = kinds[t->state],
					    .code = t->code,
					    .name = c->name,
					    .path = c->path,
					    .before = c->old,
					    .now = now,
					    .words = (char *)t->words,
					    .shell = shell });
}

static void target_settle(struct changes *ch, struct target *t, FILE *lines)
{
	char now[SETTING_RAW];

	if (t->state != TARGET_OURS)
		return;
	if (!t->to) {
		journal_print_done(lines, t->c->path, "restored");
		change_remove(&ch->list, t->c);
		t->c = NULL;
		return;
	}
	if (restore_read(t->c, now, sizeof(now), NULL))
		text_copy(now, sizeof(now), t->to);
	change_text(&t->c->ours, now);
	journal_print_set(lines, t->c->path, now);
}

void restore_run(struct changes *ch, struct target *t, size_t n, bool force,
		 struct outcome_list *out)
{
	char *text = NULL;
	size_t len = 0;
	FILE *lines;

	for (size_t i = 0; i < n; i++)
		if (t[i].c->kind != WRITE_HELD)
			target_look(ch, &t[i], force);
	restore_note_ours(ch, t, n);
	restore_put_back_all(ch, t, n, force);
	for (size_t i = 0; i < n; i++)
		target_report(&t[i], out);
	lines = open_memstream(&text, &len);
	if (!lines) /* the journal says too much: an undo finds all at its place */
		return;
	for (size_t i = 0; i < n; i++)
		target_settle(ch, &t[i], lines);
	if (!fclose(lines) && len)
		journal_append(&ch->j, text, len, NULL);
	free(text);
}

struct target *restore_targets(struct changes *ch,
			       bool (*want)(const struct change *, const void *), const void *arg,
			       size_t *n)
{
	struct target *t = calloc(ch->list.n + 1, sizeof(*t));

	*n = 0;
	for (size_t i = ch->list.n; t && i-- > 0;)
		if (ch->list.c[i]->kind != WRITE_ALSO && (!want || want(ch->list.c[i], arg)))
			t[(*n)++].c = ch->list.c[i];
	for (size_t i = 0; t && i < ch->list.n; i++)
		if (ch->list.c[i]->kind == WRITE_ALSO && (!want || want(ch->list.c[i], arg)))
			t[(*n)++].c = ch->list.c[i];
	return t;
}
