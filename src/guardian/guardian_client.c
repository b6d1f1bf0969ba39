// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * guardian_client: calls that are waited for.
 *
 * Invariant: every answer is read to its end.
 */
#include "guardian/guardian_client.h"
#include "guardian/guardian_call.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

/* Step @c to its end; its outcomes are added to @out. */
static int carry_through(struct guardian_call *c, int begun, struct outcome_list *out,
			 struct err *e)
{
	int ret;

	if (begun)
		return err_set(e, -begun, "no memory");
	/* somebody may have stopped it: an answer would be waited for without end */
	guardian_wake(c->guardian);
	while (!guardian_call_step(c)) {
		struct pollfd pfd = { .fd = c->guardian->fd, .events = guardian_call_events(c) };

		if (poll(&pfd, 1, -1) < 0 && errno != EINTR)
			break;
	}
	for (size_t i = 0; out && i < c->out.n; i++)
		outcome_add(out, &c->out.o[i]);
	ret = c->ret;
	if (ret && e)
		*e = c->err;
	guardian_call_end(c);
	return ret;
}

static int ask(const struct guardian *g, enum wire_op op, unsigned flags, const char *name,
	       struct outcome_list *out, struct err *e)
{
	struct guardian_call c;

	return carry_through(&c, guardian_call_begin(&c, g, op, flags, name), out, e);
}

int guardian_status(const struct guardian *g, struct err *e)
{
	return ask(g, WIRE_STATUS, 0, "", NULL, e);
}

int guardian_set(const struct guardian *g, const struct writes *w, struct outcome_list *out,
		 struct err *e)
{
	struct guardian_call c;

	return carry_through(&c, guardian_call_set(&c, g, w), out, e);
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
