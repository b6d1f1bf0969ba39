// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * guardian_client: the dashboard's side of the orders.
 *
 * Invariant: every order that has an answer reads it to its end.
 */
#include "guardian/guardian_client.h"
#include "guardian/wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int gone(struct err *e)
{
	return err_set(e, EPIPE,
		       "the guardian process is gone: settings cannot be changed any more");
}

static int hear(const struct guardian *g, struct outcome_list *out, struct err *e)
{
	struct wire *w = malloc(sizeof(*w));
	int ret = w ? 0 : -ENOMEM;

	while (!ret) {
		ret = wire_recv(g->fd, 0, w);
		if (ret || w->head.op == WIRE_END)
			break;
		if (w->head.op == WIRE_OUTCOME && out)
			wire_take_outcome(w, out);
	}
	if (ret) {
		free(w);
		return ret == -ENOMEM ? err_set(e, ENOMEM, "no memory") : gone(e);
	}
	ret = w->head.code;
	if (ret)
		err_set(e, -ret, "%s", w->text[0]);
	free(w);
	return ret;
}

static int ask(const struct guardian *g, enum wire_op op, unsigned flags, const char *name,
	       struct outcome_list *out, struct err *e)
{
	struct wire_head head = { .op = op, .flags = flags, .ntexts = 1 };

	guardian_wake(g);
	if (wire_send(g->fd, &head, &name))
		return gone(e);
	return hear(g, out, e);
}

int guardian_status(const struct guardian *g, struct err *e)
{
	return ask(g, WIRE_STATUS, 0, "", NULL, e);
}

int guardian_set(const struct guardian *g, const struct change_request *o, struct outcome_list *out,
		 struct err *e)
{
	struct wire_head head = { .op = WIRE_SET,
				  .flags = o->partial ? WIRE_PARTIAL : 0,
				  .ntexts = 1 };

	if (wire_send(g->fd, &head, &o->name))
		return gone(e);
	for (size_t i = 0; i < o->n; i++) {
		const char *text[2] = { o->item[i].path, o->item[i].value };

		head = (struct wire_head){ .op = WIRE_ITEM, .kind = o->item[i].kind, .ntexts = 2 };
		if (wire_send(g->fd, &head, text))
			return gone(e);
	}
	return ask(g, WIRE_COMMIT, 0, "", out, e);
}

int guardian_set_one(const struct guardian *g, const char *name, const char *path,
		     const char *value, struct outcome_list *out, struct err *e)
{
	struct change_item item = { .path = path, .value = value };
	struct change_request o = { .name = name, .item = &item, .n = 1 };

	if (!strcmp(path, "/dev/cpu_dma_latency"))
		item.kind = CHANGE_HELD;
	return guardian_set(g, &o, out, e);
}

int guardian_undo_last(const struct guardian *g, struct outcome_list *out, struct err *e)
{
	return ask(g, WIRE_UNDO_LAST, 0, "", out, e);
}

int guardian_undo(const struct guardian *g, const char *name, bool force, struct outcome_list *out,
		  struct err *e)
{
	return ask(g, WIRE_UNDO, force ? WIRE_FORCE : 0, name, out, e);
}

int guardian_undo_all(const struct guardian *g, bool force, struct outcome_list *out, struct err *e)
{
	return ask(g, WIRE_UNDO_ALL, force ? WIRE_FORCE : 0, "", out, e);
}

int guardian_keep(const struct guardian *g, const char *name, struct outcome_list *out,
		  struct err *e)
{
	return ask(g, WIRE_KEEP, 0, name ? name : "", out, e);
}

int guardian_join(const struct guardian *g, pid_t pid, struct err *e)
{
	char name[16];

	text_format(name, sizeof(name), "%d", (int)pid);
	return ask(g, WIRE_JOIN, 0, name, NULL, e);
}

int guardian_list(const struct guardian *g, struct outcome_list *out, struct err *e)
{
	return ask(g, WIRE_LIST, 0, "", out, e);
}

int guardian_finish(const struct guardian *g, bool keep, struct outcome_list *out, struct err *e)
{
	return ask(g, WIRE_FINISH, keep ? WIRE_KEEP_ALL : 0, "", out, e);
}
