// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * observer: watch and who together, speaking in events.
 *
 * Invariant: a change is told once, after the setting itself was.
 */
#include "engine/observer_int.h"
#include "settings/proposal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Slices that begin sooner after a change count for nothing. */
#define LEAST_VOID_NS (250 * NSEC_PER_MSEC)

struct observer *observer_new(const struct sysroot *root, const struct setting *const *setting,
			      size_t n, pid_t guardian, bool ipc_joined)
{
	struct observer *o = calloc(1, sizeof(*o));

	if (!o)
		return NULL;
	o->root = root;
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
	for (size_t i = 0; i < o->nheld; i++)
		event_free(o->held[i].ev);
	free(o->held);
	free(o->own);
	free(o->told);
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
	struct told *t;
	int id;

	if (o->n == o->size) {
		size_t size = o->size ? 2 * o->size : 64;

		t = realloc(o->told, size * sizeof(*t));
		if (!t)
			return -ENOMEM;
		o->told = t;
		o->size = size;
	}
	id = watch_add(o->watch, setting);
	if (id < 0 || (size_t)id < o->n)
		return id;
	o->told[o->n++] = (struct told){ .key = setting->key };
	watch_state(o->watch, (size_t)id, &st);
	mark_files(o, st.here);
	return id;
}

int observer_find(const struct observer *o, const char *name)
{
	struct watch_state st;

	for (size_t i = 0; i < o->n; i++) {
		watch_state(o->watch, i, &st);
		if (!strcmp(st.setting->name, name))
			return (int)i;
	}
	return -1;
}

static bool only_new_tasks(const struct setting *s)
{
	return s->reaches != REACH_NOW && s->reaches != REACH_FAULT;
}

/* What the next value after @now is, in the form for people. */
static void next_value(const struct observer *o, const struct watch_state *st, const char *now,
		       char *buf, size_t size)
{
	struct setting_values v;
	char shown[SETTING_TEXT];
	const char *next;

	buf[0] = '\0';
	if (!st->here)
		return;
	setting_values(st->here, o->root, &v);
	next = setting_step(st->setting, &v, now, 1);
	if (!next)
		return;
	setting_format(st->setting, next, shown, sizeof(shown));
	text_copy(buf, size, shown);
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

static void tell_one(struct observer *o, size_t id, bool anyway, post_fn post, void *arg)
{
	struct told *t = &o->told[id];
	struct watch_state st;
	struct event *ev;
	bool acts;

	watch_state(o->watch, id, &st);
	if (!anyway && t->was_told && t->known == st.known && st.here &&
	    t->access == st.here->access && t->nfiles == st.here->npaths)
		return;
	ev = event_new(EV_SETTING, now_ns(), wall_ns());
	if (!ev)
		return;
	t->was_told = true;
	t->known = st.known;
	t->access = st.here ? st.here->access : ACCESS_NONE;
	t->nfiles = st.here ? st.here->npaths : 0;
	fill_info(&ev->u.setting, id, &st, o->ipc_joined);
	acts = st.here && proposal_acts(st.here, o->root);
	if (acts)
		ev->u.setting.flags |= SETTING_ACTS;
	if (st.known)
		next_value(o, &st, st.value.text, ev->u.setting.next, sizeof(ev->u.setting.next));
	if (observer_on_strip(o, id, &st, acts))
		ev->u.setting.flags |= SETTING_STRIP;
	ev->u.setting.key[0] = t->key;
	mark_files(o, st.here);
	post(arg, ev);
}

void observer_tell(struct observer *o, post_fn post, void *arg)
{
	for (size_t i = 0; i < o->n; i++)
		tell_one(o, i, false, post, arg);
}

void observer_strip(struct observer *o, size_t id, post_fn post, void *arg)
{
	struct watch_state st;

	if (id >= o->n)
		return;
	watch_state(o->watch, id, &st);
	o->told[id].on_strip = !(o->told[id].on_strip && st.known);
	o->told[id].chosen = true;
	tell_one(o, id, true, post, arg);
}

static void post_change(struct observer *o, const struct held_change *h)
{
	observer_name_author(o, h);
	h->ev->t_ns = now_ns();
	h->ev->wall_ns = wall_ns();
	o->post(o->arg, h->ev);
}

static bool hold_back(struct observer *o, const struct held_change *h)
{
	struct held_change *grown = realloc(o->held, (o->nheld + 1) * sizeof(*grown));

	if (!grown)
		return false;
	o->held = grown;
	o->held[o->nheld++] = *h;
	return true;
}

/* ---- looking ---- */

static void on_change(void *arg, const struct watch_change *c)
{
	struct observer *o = arg;
	int64_t settle = setting_settle_ms(c->setting) * NSEC_PER_MSEC;
	struct held_change h = { .kind = c->setting->kind };
	struct setting_change *out;
	struct watch_state st;
	char shown[SETTING_TEXT];

	if (c->what != WATCH_CHANGED)
		return; /* observer_tell() says what became of it */
	h.ev = event_new(EV_CHANGE, now_ns(), wall_ns());
	if (!h.ev)
		return;
	text_copy(h.path, sizeof(h.path), c->path ? c->path : "");
	text_copy(h.old, sizeof(h.old), c->old);
	text_copy(h.new, sizeof(h.new), c->new);
	out = &h.ev->u.change;
	out->id = (uint16_t)c->index;
	out->before_ns = c->before_ns;
	out->after_ns = c->after_ns;
	text_copy(out->value, sizeof(out->value), c->new);
	setting_format(c->setting, c->old, shown, sizeof(shown));
	text_copy(out->old, sizeof(out->old), shown);
	setting_format(c->setting, c->new, shown, sizeof(shown));
	text_copy(out->now, sizeof(out->now), shown);
	watch_state(o->watch, c->index, &st);
	next_value(o, &st, c->new, out->next, sizeof(out->next));
	o->void_ns = MAX(o->void_ns, MAX(settle, LEAST_VOID_NS));
	if (!o->told[c->index].expected || !hold_back(o, &h))
		post_change(o, &h);
}

static void begin_look(struct observer *o, post_fn post, void *arg)
{
	o->post = post;
	o->arg = arg;
	o->void_ns = 0;
}

int64_t observer_look_at(struct observer *o, size_t id, post_fn post, void *arg)
{
	begin_look(o, post, arg);
	if (o->who)
		who_read(o->who);
	watch_look(o->watch, id, on_change, o);
	tell_one(o, id, false, post, arg);
	return o->void_ns;
}

int64_t observer_answered(struct observer *o, post_fn post, void *arg)
{
	begin_look(o, post, arg);
	if (o->who)
		who_read(o->who);
	for (size_t i = 0; i < o->n; i++)
		if (o->told[i].expected)
			watch_look(o->watch, i, on_change, o);
	for (size_t i = 0; i < o->nheld; i++) {
		o->void_ns = MAX(o->void_ns, LEAST_VOID_NS);
		post_change(o, &o->held[i]);
	}
	o->nheld = o->nown = 0;
	for (size_t i = 0; i < o->n; i++)
		o->told[i].expected = false;
	observer_tell(o, post, arg);
	return o->void_ns;
}

int64_t observer_look(struct observer *o, bool force, post_fn post, void *arg)
{
	/* where the kernel reports that somebody wrote, the look is at once; else in its rhythm */
	if (o->who && who_read(o->who) > 0)
		force = true;
	if (!force && !watch_due(o->watch, now_ns()))
		return 0;
	begin_look(o, post, arg);
	watch_scan(o->watch, on_change, o);
	observer_tell(o, post, arg);
	return o->void_ns;
}
