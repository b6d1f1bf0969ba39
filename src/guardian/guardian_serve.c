// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * guardian_serve: packets in, changes made, outcomes out.
 *
 * Invariant: what was called for is done whether or not somebody is left to hear the answer.
 */
#include "guardian/guardian_serve.h"
#include "bench/isolate.h"
#include "guardian/wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS_MAX = 65536 };

static void serve_drop(struct serving *s)
{
	writes_free(&s->w);
	free(s->name);
	s->name = NULL;
	s->spoilt = false;
}

void serve_end(struct serving *s)
{
	serve_drop(s);
}

static void serve_begin(struct serving *s, const struct wire *in)
{
	serve_drop(s);
	s->name = strdup(in->text[0]);
	s->w = (struct writes){ .name = s->name, .partial = in->head.flags & WIRE_PARTIAL };
	s->spoilt = !s->name;
}

static void serve_item(struct serving *s, const struct wire *in)
{
	if (s->w.n >= ITEMS_MAX || in->head.kind >= WRITE_KINDS ||
	    writes_add(&s->w, in->head.kind, in->text[0], in->text[1]))
		s->spoilt = true;
}

static int serve_change(struct serving *s, struct outcome_list *out, struct err *e)
{
	int ret = s->spoilt || !s->name ? err_set(e, EPROTO, "the change did not come whole")
					: changes_set(s->ch, &s->w, out, e);

	serve_drop(s);
	return ret;
}

static int serve_finish(struct serving *s, unsigned flags, struct outcome_list *out, struct err *e)
{
	size_t failed;

	if (flags & WIRE_KEEP_ALL)
		changes_keep_all(s->ch, out);
	changes_undo_all(s->ch, false, out);
	changes_give_up(s->ch);
	failed = outcome_count(out, OUTCOME_FAILED);
	return failed ? err_set(e, EIO, "%zu settings could not be put back", failed) : 0;
}

static int serve_call(struct serving *s, const struct wire *w, struct outcome_list *out,
		      struct err *e)
{
	bool force = w->head.flags & WIRE_FORCE;

	switch (w->head.op) {
	case WIRE_COMMIT:
		return serve_change(s, out, e);
	case WIRE_STATUS:
		return changes_writable(s->ch, e);
	case WIRE_UNDO_LAST:
		return changes_undo_last(s->ch, out, e);
	case WIRE_UNDO:
		return changes_undo(s->ch, w->text[0], force, out, e);
	case WIRE_UNDO_ALL:
		changes_undo_all(s->ch, force, out);
		return 0;
	case WIRE_LIST:
		changes_show(s->ch, out);
		return 0;
	case WIRE_JOIN:
		return isolate_join((pid_t)strtol(w->text[0], NULL, 10), e);
	case WIRE_FINISH:
		return serve_finish(s, w->head.flags, out, e);
	default:
		return err_set(e, EPROTO, "no such call");
	}
}

static int serve_answer(struct serving *s, const struct wire *w)
{
	struct wire_head end = { .op = WIRE_END, .ntexts = 1 };
	struct outcome_list out = { 0 };
	struct err e = { 0 };
	const char *words = e.text;
	int ret = 0;

	end.code = serve_call(s, w, &out, &e);
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
		serve_begin(s, &w);
		return 0;
	case WIRE_ITEM:
		serve_item(s, &w);
		return 0;
	default:
		return serve_answer(s, &w);
	}
}
