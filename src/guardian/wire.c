// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * wire: packing and unpacking.
 *
 * Invariant: one call is one packet; nothing is kept between calls.
 */
#include "guardian/wire.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#define TEXT_MOST (WIRE_MAX / WIRE_TEXTS - 16)

static int send_packet(int fd, const struct wire_head *head, const char *const *text, int flags)
{
	struct iovec iov[1 + 2 * WIRE_TEXTS] = { { .iov_base = (void *)head,
						   .iov_len = sizeof(*head) } };
	struct msghdr msg = { .msg_iov = iov, .msg_iovlen = 1 };
	size_t total = sizeof(*head);
	ssize_t n;

	for (uint32_t i = 0; i < head->ntexts && i < WIRE_TEXTS; i++) {
		const char *t = text[i] ? text[i] : "";
		size_t len = strnlen(t, TEXT_MOST);

		iov[msg.msg_iovlen++] = (struct iovec){ .iov_base = (void *)t, .iov_len = len };
		iov[msg.msg_iovlen++] = (struct iovec){ .iov_base = "", .iov_len = 1 };
		total += len + 1;
	}
	do {
		n = sendmsg(fd, &msg, MSG_NOSIGNAL | flags);
	} while (n < 0 && errno == EINTR);
	if (n < 0 && errno == EAGAIN)
		return -EAGAIN;
	return n == (ssize_t)total ? 0 : -EPIPE;
}

int wire_send(int fd, const struct wire_head *head, const char *const *text)
{
	return send_packet(fd, head, text, 0);
}

int wire_send_now(int fd, const struct wire_head *head, const char *const *text)
{
	return send_packet(fd, head, text, MSG_DONTWAIT);
}

static int unpack(struct wire *w)
{
	const char *p, *end = w->buf + w->len;

	if (w->len < sizeof(w->head))
		return -EPROTO;
	memcpy(&w->head, w->buf, sizeof(w->head));
	if (w->head.ntexts > WIRE_TEXTS)
		return -EPROTO;
	p = w->buf + sizeof(w->head);
	for (uint32_t i = 0; i < WIRE_TEXTS; i++) {
		const char *stop;

		w->text[i] = "";
		if (i >= w->head.ntexts)
			continue;
		stop = memchr(p, '\0', (size_t)(end - p));
		if (!stop)
			return -EPROTO;
		w->text[i] = p;
		p = stop + 1;
	}
	return p == end ? 0 : -EPROTO;
}

static pid_t sender(struct msghdr *msg)
{
	struct cmsghdr *c = CMSG_FIRSTHDR(msg);
	struct ucred cred;

	if (!c || c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_CREDENTIALS)
		return -1;
	memcpy(&cred, CMSG_DATA(c), sizeof(cred));
	return cred.pid;
}

static int recv_packet(int fd, pid_t from, struct wire *w, int flags)
{
	union {
		struct cmsghdr align;
		char room[CMSG_SPACE(sizeof(struct ucred))];
	} control;
	struct iovec iov = { .iov_base = w->buf, .iov_len = sizeof(w->buf) };
	struct msghdr msg = { .msg_iov = &iov,
			      .msg_iovlen = 1,
			      .msg_control = &control,
			      .msg_controllen = sizeof(control) };
	ssize_t n;

	do {
		n = recvmsg(fd, &msg, MSG_CMSG_CLOEXEC | flags);
	} while (n < 0 && errno == EINTR);
	if (n < 0 && errno == EAGAIN)
		return -EAGAIN;
	if (n <= 0)
		return -EPIPE;
	if (from && sender(&msg) != from)
		return -EACCES;
	w->len = (size_t)n;
	return unpack(w);
}

int wire_recv(int fd, pid_t from, struct wire *w)
{
	return recv_packet(fd, from, w, 0);
}

int wire_recv_now(int fd, struct wire *w)
{
	return recv_packet(fd, 0, w, MSG_DONTWAIT);
}

int wire_send_outcome(int fd, const struct outcome *o)
{
	struct wire_head head = {
		.op = WIRE_OUTCOME, .kind = o->kind, .code = o->code, .ntexts = WIRE_TEXTS
	};
	const char *text[WIRE_TEXTS] = { o->name, o->path, o->before, o->now, o->words, o->shell };

	return wire_send(fd, &head, text);
}

int wire_take_outcome(const struct wire *w, struct outcome_list *l)
{
	struct outcome o = { .kind = w->head.kind,
			     .code = w->head.code,
			     .name = (char *)w->text[0],
			     .path = (char *)w->text[1],
			     .before = (char *)w->text[2],
			     .now = (char *)w->text[3],
			     .words = (char *)w->text[4],
			     .shell = (char *)w->text[5] };

	return outcome_add(l, &o);
}
