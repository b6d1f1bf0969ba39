// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * guardian_client: calls that are waited for.
 *
 * Invariant: every answer is read to its end.
 */
#include "guardian/guardian_client.h"

#include <errno.h>
#include <poll.h>

int guardian_wait(struct guardian_call *c, struct outcome_list *out, struct err *e)
{
	int ret;

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

static int client_ask(const struct guardian *g, enum wire_op op, const char *name, struct err *e)
{
	struct guardian_call c;

	if (guardian_call_begin(&c, g, op, 0, name))
		return err_set(e, ENOMEM, "no memory");
	return guardian_wait(&c, NULL, e);
}

int guardian_status(const struct guardian *g, struct err *e)
{
	return client_ask(g, WIRE_STATUS, "", e);
}

int guardian_join(const struct guardian *g, pid_t pid, struct err *e)
{
	char name[16];

	text_format(name, sizeof(name), "%d", (int)pid);
	return client_ask(g, WIRE_JOIN, name, e);
}
