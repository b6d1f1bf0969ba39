// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * guardian_call: packets out, outcomes in, without waiting.
 *
 * Invariant: every packet is sent whole or not yet.
 */
#include "guardian/guardian_call.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

struct guardian_packet {
	struct wire_head head;
	char *text[2];
};

static bool call_over(struct guardian_call *c, int ret)
{
	c->ret = ret;
	if (ret == -EPIPE)
		err_set(&c->err, EPIPE,
			"the guardian process is gone: settings cannot be changed any more");
	else if (ret == -ENOMEM)
		err_set(&c->err, ENOMEM, "no memory");
	return true;
}

/* Room for @n packets and one that comes in. */
static int call_reserve(struct guardian_call *c, const struct guardian *g, size_t n)
{
	*c = (struct guardian_call){ .guardian = g };
	c->packet = calloc(n, sizeof(*c->packet));
	c->in = malloc(sizeof(*c->in));
	return c->packet && c->in ? 0 : -ENOMEM;
}

static int call_add(struct guardian_call *c, struct wire_head head, const char *a, const char *b)
{
	struct guardian_packet *p = &c->packet[c->n++];

	p->head = head;
	p->head.ntexts = b ? 2 : 1;
	p->text[0] = strdup(a ? a : "");
	p->text[1] = strdup(b ? b : "");
	return p->text[0] && p->text[1] ? 0 : -ENOMEM;
}

int guardian_call_begin(struct guardian_call *c, const struct guardian *g, enum wire_op op,
			unsigned flags, const char *name)
{
	int ret = call_reserve(c, g, 1);

	if (!ret)
		ret = call_add(c, (struct wire_head){ .op = op, .flags = flags }, name, NULL);
	if (ret)
		guardian_call_end(c);
	return ret;
}

int guardian_call_set(struct guardian_call *c, const struct guardian *g, const struct writes *w)
{
	struct wire_head head = { .op = WIRE_SET, .flags = w->partial ? WIRE_PARTIAL : 0 };
	int ret = call_reserve(c, g, w->n + 2);

	if (!ret)
		ret = call_add(c, head, w->name, NULL);
	for (size_t i = 0; !ret && i < w->n; i++) {
		head = (struct wire_head){ .op = WIRE_ITEM, .kind = w->item[i].kind };
		ret = call_add(c, head, w->item[i].path, w->item[i].value ? w->item[i].value : "");
	}
	if (!ret)
		ret = call_add(c, (struct wire_head){ .op = WIRE_COMMIT }, "", NULL);
	if (ret)
		guardian_call_end(c);
	return ret;
}

short guardian_call_events(const struct guardian_call *c)
{
	return c->sent < c->n ? POLLIN | POLLOUT : POLLIN;
}

bool guardian_call_step(struct guardian_call *c)
{
	int fd = c->guardian->fd, ret = 0;

	while (c->sent < c->n) {
		const struct guardian_packet *p = &c->packet[c->sent];

		ret = wire_send_now(fd, &p->head, (const char *const *)p->text);
		if (ret == -EAGAIN)
			break;
		if (ret)
			return call_over(c, -EPIPE);
		c->sent++;
	}
	for (;;) {
		ret = wire_recv_now(fd, c->in);
		if (ret == -EAGAIN)
			return false;
		if (ret)
			return call_over(c, -EPIPE);
		if (c->skip) {
			c->skip -= c->in->head.op == WIRE_END;
			continue;
		}
		if (c->in->head.op == WIRE_OUTCOME && wire_take_outcome(c->in, &c->out))
			return call_over(c, -ENOMEM);
		if (c->in->head.op != WIRE_END)
			continue;
		if (c->in->head.code)
			err_set(&c->err, -c->in->head.code, "%s", c->in->text[0]);
		return call_over(c, c->in->head.code);
	}
}

void guardian_call_end(struct guardian_call *c)
{
	for (size_t i = 0; i < c->n; i++) {
		free(c->packet[i].text[0]);
		free(c->packet[i].text[1]);
	}
	free(c->packet);
	free(c->in);
	outcome_free(&c->out);
	*c = (struct guardian_call){ 0 };
}
