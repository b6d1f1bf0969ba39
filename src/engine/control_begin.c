// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * control_begin: an order about a setting, looked up, checked, encoded, and sent.
 *
 * Invariant: what cannot be done is answered here, with the reason, and never reaches the guardian.
 */
#include "engine/control_int.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Send the change to c->wanted. 0, 1: there is nothing to write; -errno with words. */
static int change(struct control *c, const struct setting_here *h, struct err *e)
{
	struct writes w = { 0 };
	int ret = setting_encode(h, c->cfg.root, c->wanted, &w, e);

	if (!ret && !w.n) {
		err_set(e, 0, "%s is %s already", h->setting->name, c->wanted);
		ret = 1;
	} else if (!ret) {
		/* what is held is let go of by an undo, not by a value */
		if (w.item[0].kind == WRITE_HELD && !w.item[0].value[0])
			ret = guardian_call_begin(&c->call, c->cfg.guardian, WIRE_UNDO, 0,
						  h->setting->name);
		else
			ret = guardian_call_set(&c->call, c->cfg.guardian, &w);
		if (ret)
			err_set(e, -ret, "no memory for the order");
	}
	writes_free(&w);
	return ret;
}

/* The value to go to, into c->wanted: @typed, or by @dir from the present one. */
static int work_out(struct control *c, const struct setting_here *h, const char *typed, int64_t dir,
		    struct err *e)
{
	const char *name = h->setting->name, *next;
	struct setting_values values = { 0 };
	struct setting_value now;

	if (h->access != ACCESS_WRITE || h->setting->flags & SETTING_SHOW ||
	    ((h->setting->flags & SETTING_NS_IPC) && !c->cfg.ipc_joined))
		return err_set(e, EPERM, "%s: %s", name,
			       h->reason[0] ? h->reason : "shown only, ctxtop does not change it");
	if (typed)
		return setting_check(h, c->cfg.root, typed, c->wanted, sizeof(c->wanted), e);
	if (setting_read(h, c->cfg.root, &now))
		return err_set(e, EIO, "%s cannot be read now", name);
	setting_values(h, c->cfg.root, &values);
	next = setting_step(h->setting, &values, now.text, dir < 0 ? -1 : 1);
	if (!next)
		return err_set(e, EINVAL, "%s: type a value (e)", name);
	text_copy(c->wanted, sizeof(c->wanted), next);
	return 0;
}

static void begin_change(struct control *c, const char *name, const char *typed)
{
	const struct setting *s = catalogue_find(c->cfg.catalogue, name);
	struct setting_here h = { 0 };
	struct err e = { 0 };
	int ret;

	if (!s)
		ret = err_set(&e, ENOENT, "no setting %.60s; 'a' adds one by name or path", name);
	else if (!c->writable)
		ret = err_set(&e, EPERM, "%s", c->note);
	else if (setting_resolve(&h, s, c->cfg.root))
		ret = err_set(&e, ENOMEM, "no memory");
	else
		ret = work_out(c, &h, typed, c->order.arg, &e);
	if (!ret) {
		control_look_at(c, s->name);
		ret = change(c, &h, &e);
	}
	if (ret) {
		control_answer(c, c->order.id, MIN(ret, 0), e.text);
	} else {
		c->setting = s;
		control_expect(c, s->name);
		control_begun(c, CONTROL_WRITES);
	}
	setting_here_free(&h);
}

static void begin_set(struct control *c)
{
	const char *text = c->order.text, *eq = strchr(text, '=');
	char name[64];

	if (!eq || eq == text) {
		control_answer(c, c->order.id, -EINVAL, "type NAME=VALUE");
		return;
	}
	text_format(name, sizeof(name), "%.*s", (int)MIN(eq - text, 63), text);
	begin_change(c, name, eq + 1);
}

static void begin_undo(struct control *c)
{
	enum wire_op op = c->order.kind == ORDER_UNDO ? WIRE_UNDO_LAST : WIRE_UNDO_ALL;

	c->setting = NULL;
	if (!c->writable) {
		control_answer(c, c->order.id, -EPERM, c->note);
	} else if (guardian_call_begin(&c->call, c->cfg.guardian, op, 0, "")) {
		control_answer(c, c->order.id, -ENOMEM, "no memory for the order");
	} else {
		control_expect_changed(c);
		control_begun(c, CONTROL_WRITES);
	}
}

static void watch(struct control *c)
{
	const struct setting *s = catalogue_find(c->cfg.catalogue, c->order.text);
	char words[160];
	struct err e = { 0 };

	if (s) {
		text_format(words, sizeof(words), "%s is watched already", c->order.text);
		control_answer(c, c->order.id, 0, words);
		return;
	}
	s = catalogue_name(c->cfg.catalogue, c->cfg.root, c->order.text, &e);
	if (s && (!c->observer || observer_add(c->observer, s) < 0))
		err_set(&e, ENOMEM, "no memory to watch %.60s", s->name);
	if (e.code) {
		control_answer(c, c->order.id, -e.code, e.text);
		return;
	}
	observer_tell(c->observer, c->post, c->arg);
	text_format(words, sizeof(words), "%s is watched from now on", s->name);
	control_answer(c, c->order.id, 0, words);
}

static void strip(struct control *c)
{
	int id = c->observer ? observer_find(c->observer, c->order.text) : -1;

	if (id >= 0)
		observer_strip(c->observer, (size_t)id, c->post, c->arg);
	control_answer(c, c->order.id, id < 0 ? -ENOENT : 0, id < 0 ? "it is not watched" : "");
}

void control_begin(struct control *c)
{
	switch (c->order.kind) {
	case ORDER_SET:
		begin_set(c);
		break;
	case ORDER_STEP:
		begin_change(c, c->order.text, NULL);
		break;
	case ORDER_UNDO:
	case ORDER_UNDO_ALL:
		begin_undo(c);
		break;
	case ORDER_WATCH:
		watch(c);
		break;
	case ORDER_STRIP:
		strip(c);
		break;
	default:
		control_answer(c, c->order.id, -ENOTSUP, "no order about settings");
		break;
	}
}
