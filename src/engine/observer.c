// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * observer: watch and who together, speaking in events.
 *
 * Invariant: a change is told once, after the setting itself was.
 */
#include "engine/observer.h"
#include "settings/watch.h"
#include "settings/who.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPECT_NS    (1 * NSEC_PER_SEC)
#define AUTHOR_TRIES 4
#define AUTHOR_US    1500
/* Slices that begin sooner after a change count for nothing. */
#define LEAST_VOID_NS (250 * NSEC_PER_MSEC)

struct observer {
	struct watch *watch;
	struct who *who; /* NULL: nobody tells */
	bool ipc_joined; /* IPC sysctls are those of the workers */
	struct told {
		bool known, was_told;
		enum setting_access access;
		int64_t expected_ns;
	} told[SETTINGS_MAX];
	size_t n;
	/* during a look */
	post_fn post;
	void *arg;
	int64_t void_ns;
};

struct observer *observer_new(const struct sysroot *root, const struct setting *const *setting,
			      size_t n, pid_t guardian, bool ipc_joined)
{
	struct observer *o = calloc(1, sizeof(*o));

	if (!o)
		return NULL;
	o->ipc_joined = ipc_joined;
	o->watch = watch_new(root);
	if (!o->watch) {
		free(o);
		return NULL;
	}
	if (root->live && !who_open(&o->who, NULL) && guardian > 0)
		who_ours(o->who, guardian);
	for (size_t i = 0; i < n; i++)
		observer_add(o, setting[i]);
	return o;
}

void observer_free(struct observer *o)
{
	if (!o)
		return;
	who_close(o->who);
	watch_free(o->watch);
	free(o);
}

static void mark_files(struct observer *o, const struct setting_here *h)
{
	for (size_t i = 0; o->who && h && i < h->npaths; i++)
		who_add(o->who, h->path[i]);
}

int observer_add(struct observer *o, const struct setting *setting)
{
	struct watch_state st;
	int id;

	if (o->n == SETTINGS_MAX)
		return -E2BIG;
	id = watch_add(o->watch, setting);
	if (id < 0)
		return id;
	o->n = MAX(o->n, (size_t)id + 1);
	watch_state(o->watch, (size_t)id, &st);
	mark_files(o, st.here);
	return id;
}

static bool only_new_tasks(const struct setting *s)
{
	return s->reaches != REACH_NOW && s->reaches != REACH_FAULT;
}

static void fill_info(struct setting_info *info, size_t id, const struct watch_state *st,
		      bool ipc_joined)
{
	const struct setting *s = st->setting;
	char shown[SETTING_TEXT];

	info->id = (uint16_t)id;
	info->settle_ms = setting_settle_ms(s);
	info->rows = s->rows;
	text_copy(info->name, sizeof(info->name), s->name);
	text_copy(info->group, sizeof(info->group), s->group ? s->group : "other");
	text_copy(info->help, sizeof(info->help), s->help ? s->help : "");
	if (st->here && st->here->npaths)
		text_copy(info->path, sizeof(info->path), st->here->path[0]);
	if (st->here)
		text_copy(info->reason, sizeof(info->reason), st->here->reason);
	if ((s->flags & SETTING_NS_IPC) && !ipc_joined)
		text_copy(info->reason, sizeof(info->reason),
			  "the host's: the workers' own IPC namespace cannot be entered");
	else if (st->here && st->here->access == ACCESS_WRITE && !(s->flags & SETTING_SHOW))
		info->flags |= SETTING_CAN_CHANGE;
	else if (!info->reason[0])
		text_copy(info->reason, sizeof(info->reason),
			  "shown only, ctxtop does not change it");
	if (s->risk & RISK_ASK)
		info->flags |= SETTING_ASKS;
	if (st->known && (s->flags & SETTING_FIRST))
		info->flags |= SETTING_STRIP;
	if (only_new_tasks(s))
		info->flags |= SETTING_NEW_TASKS;
	if (!st->known) {
		info->flags |= SETTING_ABSENT;
		return;
	}
	text_copy(info->value, sizeof(info->value), st->value.text);
	setting_format(s, st->value.text, shown, sizeof(shown));
	text_copy(info->shown, sizeof(info->shown), shown);
}

static void tell_one(struct observer *o, size_t id, post_fn post, void *arg)
{
	struct told *t = &o->told[id];
	struct watch_state st;
	struct event *ev;

	watch_state(o->watch, id, &st);
	if (t->was_told && t->known == st.known && st.here && t->access == st.here->access)
		return;
	ev = event_new(EV_SETTING, now_ns(), wall_ns());
	if (!ev)
		return;
	t->was_told = true;
	t->known = st.known;
	t->access = st.here ? st.here->access : ACCESS_NONE;
	fill_info(&ev->u.setting, id, &st, o->ipc_joined);
	mark_files(o, st.here);
	post(arg, ev);
}

void observer_tell(struct observer *o, post_fn post, void *arg)
{
	for (size_t i = 0; i < o->n; i++)
		tell_one(o, i, post, arg);
}

void observer_expect(struct observer *o, size_t id)
{
	if (id < SETTINGS_MAX)
		o->told[id].expected_ns = now_ns();
}

/* The kernel tells of a write a little after it: give it a moment before nobody is named. */
static bool find_author(struct observer *o, const struct watch_change *c, struct writer *w)
{
	for (int i = 0; i < AUTHOR_TRIES; i++) {
		if (who_find(o->who, c->path, c->before_ns, c->after_ns, w))
			return true;
		usleep(AUTHOR_US);
		who_read(o->who);
	}
	return false;
}

static void name_author(struct observer *o, const struct watch_change *c,
			struct setting_change *out)
{
	struct told *t = &o->told[c->index];
	struct writer w;

	if (t->expected_ns && c->after_ns - t->expected_ns < EXPECT_NS) {
		out->flags |= CHANGE_OWN;
		t->expected_ns = 0;
		return;
	}
	if (c->setting->kind == SETTING_HELD) {
		/* a limit that is held is no write: whoever holds it is not told */
		text_copy(out->who, sizeof(out->who), "another process");
		return;
	}
	if (!o->who)
		return;
	if (!find_author(o, c, &w)) {
		text_copy(out->who, sizeof(out->who), "kernel or another namespace");
		return;
	}
	if (w.ours)
		out->flags |= CHANGE_OWN;
	out->pid = (uint32_t)MAX(w.pid, 0);
	text_copy(out->who, sizeof(out->who), w.comm);
}

static void on_change(void *arg, const struct watch_change *c)
{
	struct observer *o = arg;
	int64_t settle = setting_settle_ms(c->setting) * NSEC_PER_MSEC;
	struct setting_change *out;
	char shown[SETTING_TEXT];
	struct event *ev;

	if (c->what != WATCH_CHANGED)
		return; /* observer_tell() says what became of it */
	ev = event_new(EV_CHANGE, c->after_ns, wall_ns());
	if (!ev)
		return;
	out = &ev->u.change;
	out->id = (uint16_t)c->index;
	out->before_ns = c->before_ns;
	out->after_ns = c->after_ns;
	text_copy(out->value, sizeof(out->value), c->new);
	setting_format(c->setting, c->old, shown, sizeof(shown));
	text_copy(out->old, sizeof(out->old), shown);
	setting_format(c->setting, c->new, shown, sizeof(shown));
	text_copy(out->now, sizeof(out->now), shown);
	name_author(o, c, out);
	o->void_ns = MAX(o->void_ns, MAX(settle, LEAST_VOID_NS));
	o->post(o->arg, ev);
}

int64_t observer_look(struct observer *o, bool force, post_fn post, void *arg)
{
	/* where the kernel tells that somebody wrote, the look is at once; else in its rhythm */
	if (o->who && who_read(o->who) > 0)
		force = true;
	if (!force && !watch_due(o->watch, now_ns()))
		return 0;
	o->post = post;
	o->arg = arg;
	o->void_ns = 0;
	watch_scan(o->watch, on_change, o);
	observer_tell(o, post, arg);
	return o->void_ns;
}
