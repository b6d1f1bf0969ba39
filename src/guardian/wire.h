/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * wire: the packets between the dashboard and its guardian: a head and texts one after the other.
 *
 * Invariant: a packet that was received has as many terminated texts as its head says.
 */
#ifndef CTXTOP_WIRE_H
#define CTXTOP_WIRE_H

#include <sys/types.h>

#include "base/base.h"
#include "guardian/outcome.h"

#define WIRE_TEXTS 6
#define WIRE_MAX   (64 * 1024)

enum wire_op {
	WIRE_SET = 1, /* name: a change begins */
	WIRE_ITEM,    /* path, value: a file of it */
	WIRE_COMMIT,  /* do it */
	WIRE_STATUS,
	WIRE_UNDO_LAST,
	WIRE_UNDO, /* name */
	WIRE_UNDO_ALL,
	WIRE_LIST,
	WIRE_FINISH,
	WIRE_JOIN, /* name: the process whose IPC namespace is to be written */
	/* the answers: any number of outcomes, then the end */
	WIRE_OUTCOME,
	WIRE_END, /* words */
};

enum wire_flags { WIRE_PARTIAL = 1 << 0, WIRE_FORCE = 1 << 1, WIRE_KEEP_ALL = 1 << 2 };

struct wire_head {
	uint32_t op, flags, kind, ntexts;
	int32_t code;
};

struct wire {
	struct wire_head head;
	const char *text[WIRE_TEXTS]; /* received: into buf; all set, "" where not sent */
	size_t len;
	char buf[WIRE_MAX];
};

/* Send @head with the first head->ntexts of @text; over-long texts are cut. 0 or -EPIPE. */
int wire_send(int fd, const struct wire_head *head, const char *const *text);
/* The same without waiting for room: else -EAGAIN. */
int wire_send_now(int fd, const struct wire_head *head, const char *const *text);
/*
 * The next packet; waits. @from: the process that may send (SO_PASSCRED is set on @fd), 0 = any. 0; -EPIPE
 * the other end is gone; -EPROTO not a packet of this kind; -EACCES another process sent it.
 */
int wire_recv(int fd, pid_t from, struct wire *w);
/* The same from anybody and without waiting: -EAGAIN where none has come. */
int wire_recv_now(int fd, struct wire *w);
int wire_send_outcome(int fd, const struct outcome *o);
/* Add what a WIRE_OUTCOME says to @l. 0 or -ENOMEM. */
int wire_take_outcome(const struct wire *w, struct outcome_list *l);

#endif
