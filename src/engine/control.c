// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * control: the queue of orders, the one that is on its way, and its answer.
 *
 * Invariant: the guardian is asked one thing at a time, and after each write how many settings are
 * changed now, so that `changed` names them whenever an undo begins.
 */
#include "engine/control_int.h"
#include "engine/control_words.h"
#include "guardian/undo.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#define QUEUE_MOST  256
#define PATIENCE_NS (100 * NSEC_PER_MSEC) /* an order that takes longer says so */
#define WAKE_NS	    (5 * NSEC_PER_SEC)	  /* has somebody stopped the guardian? */

/* ---- answers ---- */

void control_answer(struct control *c, uint32_t order, int code, const char *words)
{
	struct event *ev = event_new(EV_ANSWER, now_ns(), wall_ns());

	if (!ev)
		return;
	ev->u.answer.order = order;
	ev->u.answer.code = code;
	text_copy(ev->text, sizeof(ev->text), words);
	c->post(c->arg, ev);
}

static void post_control(struct control *c)
{
	struct event *ev = event_new(EV_CONTROL, now_ns(), wall_ns());

	if (!ev)
		return;
	ev->u.control.writable = c->writable;
	ev->u.control.changes = (uint32_t)c->changed.n;
	text_copy(ev->text, sizeof(ev->text), c->note);
	c->post(c->arg, ev);
	c->reported = true;
}

/* ---- names of settings ---- */

static void names_clear(struct control_names *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->name[i]);
	free(l->name);
	*l = (struct control_names){ 0 };
}

static void names_add(struct control_names *l, const char *name)
{
	char **grown, *copy;

	for (size_t i = 0; i < l->n; i++)
		if (!strcmp(l->name[i], name))
			return;
	grown = realloc(l->name, (l->n + 1) * sizeof(*grown));
	copy = strdup(name);
	if (grown)
		l->name = grown;
	if (!grown || !copy) {
		free(copy);
		return;
	}
	l->name[l->n++] = copy;
}

void control_look_at(struct control *c, const char *name)
{
	int id = c->observer ? observer_find(c->observer, name) : -1;

	if (id >= 0)
		c->settle = MAX(c->settle,
				observer_look_at(c->observer, (size_t)id, c->post, c->arg));
}

void control_expect(struct control *c, const char *name)
{
	int id = c->observer ? observer_find(c->observer, name) : -1;

	if (id >= 0)
		observer_expect(c->observer, (size_t)id);
}

void control_expect_changed(struct control *c)
{
	for (size_t i = 0; i < c->changed.n; i++)
		control_expect(c, c->changed.name[i]);
}

/* What the guardian wrote is what makes a change our own. */
static void note_written(struct control *c, const struct outcome_list *l)
{
	for (size_t i = 0; c->observer && i < l->n; i++) {
		const struct outcome *o = &l->o[i];
		bool back = o->kind == OUTCOME_RESTORED;
		int id;

		if (!back && o->kind != OUTCOME_SET && o->kind != OUTCOME_DIFFERS)
			continue;
		id = observer_find(c->observer, o->name);
		if (id >= 0)
			observer_wrote_raw(c->observer, (size_t)id, o->now, back);
	}
}

static void look_at_written(struct control *c)
{
	if (c->observer)
		c->settle = MAX(c->settle, observer_answered(c->observer, c->post, c->arg));
}

/* ---- on their way ---- */

void control_begun(struct control *c, enum control_stage stage)
{
	c->stage = stage;
	c->begun_ns = now_ns();
	c->patience_lost = c->woken = false;
	c->cut |= stage == CONTROL_WRITES;
}

static const char nothing_to_undo[] = "nothing to undo: no setting is changed by ctxtop";

static void begin_count(struct control *c)
{
	c->recount = false;
	if (c->writable && !guardian_call_begin(&c->call, c->cfg.guardian, WIRE_LIST, 0, ""))
		control_begun(c, CONTROL_COUNTS);
}

static void next(struct control *c)
{
	while (c->stage == CONTROL_RESTS && (c->recount || c->n)) {
		if (c->recount) {
			begin_count(c);
			continue;
		}
		c->order = c->queue[0];
		memmove(c->queue, c->queue + 1, --c->n * sizeof(*c->queue));
		control_begin(c);
	}
}

/* ---- the answer of the guardian ---- */

static void answered_write(struct control *c)
{
	const struct guardian_call *call = &c->call;
	char words[200];

	if (!call->ret && c->setting && c->observer) {
		int id = observer_find(c->observer, c->setting->name);

		if (id >= 0)
			observer_wrote(c->observer, (size_t)id, c->wanted);
	}
	note_written(c, &call->out);
	look_at_written(c);
	if (c->setting && call->ret)
		text_copy(words, sizeof(words), call->err.text);
	else if (c->setting)
		control_words_set(c->setting, c->wanted, &call->out, words, sizeof(words));
	else if (call->ret == -ENOENT || (!call->ret && !call->out.n))
		text_copy(words, sizeof(words), nothing_to_undo);
	else if (call->ret)
		text_copy(words, sizeof(words), call->err.text);
	else
		control_words_undo(c->cfg.catalogue, &call->out, words, sizeof(words));
	control_answer(c, c->order.id, call->ret, words);
	c->recount = true;
}

static void answered_count(struct control *c)
{
	size_t before = c->changed.n;

	if (c->call.ret)
		return;
	names_clear(&c->changed);
	for (size_t i = 0; i < c->call.out.n; i++)
		if (control_is_ours(&c->call.out.o[i]))
			names_add(&c->changed, c->call.out.o[i].name);
	if (!c->reported || c->changed.n != before)
		post_control(c);
}

/* What it had changed is put back here; nothing can be changed any more. */
static void guardian_died(struct control *c)
{
	struct outcome_list l = { 0 };
	struct err e = { 0 };
	char words[160];
	/* where nothing could be changed nothing is to be put back: least of all with --read-only */
	int ret = c->writable ? undo_restore(c->cfg.journal, false, &l, &e) : 0;

	if (c->stage == CONTROL_WRITES)
		control_answer(c, c->order.id, -EPIPE,
			       "the guardian process is gone: settings cannot be changed any more");
	if (c->stage != CONTROL_RESTS)
		guardian_call_end(&c->call);
	c->stage = CONTROL_RESTS;
	c->cfg.guardian = NULL;
	c->writable = c->recount = false;
	text_copy(c->note, sizeof(c->note),
		  "the guardian process was killed: settings can be seen, not changed");
	control_expect_changed(c);
	names_clear(&c->changed);
	note_written(c, &l);
	look_at_written(c);
	post_control(c);
	control_words_killed(&l, words, sizeof(words));
	control_answer(c, 0, ret, ret ? e.text : words);
	outcome_free(&l);
	next(c); /* the others are told that it is in vain */
}

static void answered(struct control *c)
{
	enum control_stage stage = c->stage;

	if (c->call.ret == -EPIPE) {
		guardian_died(c);
		return;
	}
	c->stage = CONTROL_RESTS;
	if (stage == CONTROL_WRITES)
		answered_write(c);
	else
		answered_count(c);
	guardian_call_end(&c->call);
	next(c);
}

/* Does an order wait for the guardian, and does nobody know yet? */
static bool is_waited_for(const struct control *c)
{
	return !c->patience_lost && (c->stage == CONTROL_WRITES || c->n);
}

static void say_it_takes_long(struct control *c)
{
	char words[100];

	if (c->stage != CONTROL_WRITES) {
		control_answer(c, c->queue[0].id, -EINPROGRESS,
			       "the guardian is busy: it waits ...");
		return;
	}
	text_format(words, sizeof(words), "setting %s ...", c->setting ? c->setting->name : "back");
	control_answer(c, c->order.id, -EINPROGRESS, words);
}

static void be_patient(struct control *c, int64_t now)
{
	if (is_waited_for(c) && now - c->begun_ns >= PATIENCE_NS) {
		c->patience_lost = true;
		say_it_takes_long(c);
	}
	if (!c->woken && now - c->begun_ns >= WAKE_NS) {
		c->woken = true;
		guardian_wake(c->cfg.guardian);
	}
}

static bool is_dead(const struct control *c)
{
	struct pollfd pfd = { .fd = c->cfg.guardian->fd };

	return poll(&pfd, 1, 0) > 0 && pfd.revents & (POLLHUP | POLLERR);
}

void control_step(struct control *c)
{
	if (!c->cfg.guardian)
		return;
	if (c->stage == CONTROL_RESTS) {
		if (is_dead(c))
			guardian_died(c);
		return;
	}
	if (guardian_call_step(&c->call))
		answered(c);
	else
		be_patient(c, now_ns());
}

/* ---- for the thread that owns it ---- */

void control_init(struct control *c, const struct control_config *cfg, struct observer *observer,
		  post_fn post, void *arg)
{
	*c = (struct control){ .cfg = *cfg, .observer = observer, .post = post, .arg = arg };
	c->writable = cfg->writable && cfg->guardian;
	text_copy(c->note, sizeof(c->note), cfg->note ? cfg->note : "");
	post_control(c);
}

bool control_free(struct control *c)
{
	bool owed = c->stage != CONTROL_RESTS && c->call.sent == c->call.n;

	if (c->stage != CONTROL_RESTS)
		guardian_call_end(&c->call);
	names_clear(&c->changed);
	free(c->queue);
	*c = (struct control){ 0 };
	return owed;
}

void control_order(struct control *c, const struct order *o)
{
	if (c->n == c->size) {
		size_t size = c->size ? 2 * c->size : 8;
		struct order *q = size > QUEUE_MOST ? NULL : realloc(c->queue, size * sizeof(*q));

		if (!q) {
			control_answer(c, o->id, -EBUSY,
				       "too many changes of settings are waiting");
			return;
		}
		c->queue = q;
		c->size = size;
	}
	c->queue[c->n++] = *o;
	next(c);
	control_step(c);
}

void control_recount(struct control *c)
{
	c->recount = c->writable;
	next(c);
}

int control_fd(const struct control *c, short *events)
{
	if (!c->cfg.guardian)
		return -1;
	*events = c->stage == CONTROL_RESTS ? 0 : guardian_call_events(&c->call);
	return c->cfg.guardian->fd;
}

int64_t control_due(const struct control *c)
{
	if (c->stage == CONTROL_RESTS)
		return INT64_MAX;
	if (is_waited_for(c))
		return c->begun_ns + PATIENCE_NS;
	return c->woken ? INT64_MAX : c->begun_ns + WAKE_NS;
}

bool control_writes(const struct control *c)
{
	return c->stage == CONTROL_WRITES;
}
