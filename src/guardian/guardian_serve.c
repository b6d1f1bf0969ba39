// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * guardian_serve: packets in, changes made, outcomes out.
 *
 * Invariant: what was ordered is done whether or not somebody is left to hear the answer.
 */
#include "guardian/guardian_serve.h"
#include "bench/isolate.h"
#include "guardian/wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS_MAX = 65536 };

static void drop_order(struct serving *s)
{
	for (size_t i = 0; i < s->n; i++) {
		free((char *)s->item[i].path);
		free((char *)s->item[i].value);
	}
	free(s->item);
	free(s->name);
	s->item = NULL;
	s->name = NULL;
	s->n = 0;
	s->spoilt = false;
}

void serve_end(struct serving *s)
{
	drop_order(s);
}

static void begin_order(struct serving *s, const struct wire *w)
{
	drop_order(s);
	s->name = strdup(w->text[0]);
	s->flags = w->head.flags;
	s->spoilt = !s->name;
}

static void add_item(struct serving *s, const struct wire *w)
{
	struct change_item *grown = NULL;
	char *path = strdup(w->text[0]), *value = strdup(w->text[1]);

	if (s->n < ITEMS_MAX && w->head.kind < CHANGE_KINDS)
		grown = realloc(s->item, (s->n + 1) * sizeof(*grown));
	if (grown)
		s->item = grown;
	if (!grown || !path || !value) {
		free(path);
		free(value);
		s->spoilt = true;
		return;
	}
	s->item[s->n++] = (struct change_item){ .kind = w->head.kind,
						.path = path,
						.value = value };
}

static int do_order(struct serving *s, struct outcome_list *out, struct err *e)
{
	struct change_request o = {
		.name = s->name, .partial = s->flags & WIRE_PARTIAL, .item = s->item, .n = s->n
	};
	int ret = s->spoilt || !s->name ? err_set(e, EPROTO, "the order did not come whole")
					: changes_set(s->ch, &o, out, e);

	drop_order(s);
	return ret;
}

static int finish(struct serving *s, unsigned flags, struct outcome_list *out, struct err *e)
{
	size_t failed;

	if (flags & WIRE_KEEP_ALL)
		changes_keep(s->ch, NULL, out, NULL);
	changes_undo_all(s->ch, false, out);
	changes_give_up(s->ch);
	failed = outcome_count(out, OUTCOME_FAILED);
	return failed ? err_set(e, EIO, "%zu settings could not be put back", failed) : 0;
}

static int carry_out(struct serving *s, const struct wire *w, struct outcome_list *out,
		     struct err *e)
{
	bool force = w->head.flags & WIRE_FORCE;

	switch (w->head.op) {
	case WIRE_COMMIT:
		return do_order(s, out, e);
	case WIRE_STATUS:
		return changes_writable(s->ch, e);
	case WIRE_UNDO_LAST:
		return changes_undo_last(s->ch, out, e);
	case WIRE_UNDO:
		return changes_undo(s->ch, w->text[0], force, out, e);
	case WIRE_UNDO_ALL:
		changes_undo_all(s->ch, force, out);
		return 0;
	case WIRE_KEEP:
		return changes_keep(s->ch, w->text[0][0] ? w->text[0] : NULL, out, e);
	case WIRE_LIST:
		changes_show(s->ch, out);
		return 0;
	case WIRE_JOIN:
		return isolate_join((pid_t)strtol(w->text[0], NULL, 10), e);
	case WIRE_FINISH:
		return finish(s, w->head.flags, out, e);
	default:
		return err_set(e, EPROTO, "no such order");
	}
}

static int answer(struct serving *s, const struct wire *w)
{
	struct wire_head end = { .op = WIRE_END, .ntexts = 1 };
	struct outcome_list out = { 0 };
	struct err e = { 0 };
	const char *words = e.text;
	int ret = 0;

	end.code = carry_out(s, w, &out, &e);
	for (size_t i = 0; i < out.n && !ret; i++)
		ret = wire_send_outcome(s->fd, &out.o[i]);
	outcome_free(&out);
	return ret ? ret : wire_send(s->fd, &end, &words);
}

int serve_packet(struct serving *s)
{
	static struct wire w; /* large; the guardian has one thread */
	int ret = wire_recv(s->fd, s->from, &w);

	if (ret)
		return ret;
	switch (w.head.op) {
	case WIRE_SET:
		begin_order(s, &w);
		return 0;
	case WIRE_ITEM:
		add_item(s, &w);
		return 0;
	default:
		return answer(s, &w);
	}
}
