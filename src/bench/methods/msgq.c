// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * msgq: one int through a System V message queue and another one back.
 *
 * Invariant: at most one message is on the way; type 1 goes to the follower, type 2 to the leader.
 */
#include "bench/method.h"

#include <errno.h>
#include <sys/ipc.h>
#include <sys/msg.h>

struct message {
	long type;
	int body;
};

static int send_type(struct party *p, long type)
{
	struct message m = { .type = type };

	p->failed = "msgsnd";
	return msgsnd(p->msq, &m, sizeof(m.body), 0) ? -errno : 0;
}

static int receive_type(struct party *p, long type)
{
	struct message m;

	p->failed = "msgrcv";
	return msgrcv(p->msq, &m, sizeof(m.body), type, 0) < 0 ? -errno : 0;
}

static int msgq_lead(struct party *p)
{
	int ret = send_type(p, 1);

	return ret ? ret : receive_type(p, 2);
}

static int msgq_follow(struct party *p)
{
	int ret = receive_type(p, 1);

	return ret ? ret : send_type(p, 2);
}

const struct method method_msgq = {
	.name = "msgq",
	.label = "message queue",
	.summary = "msgsnd() of 4 bytes, the other process answers with 4 bytes: two messages",
	.groups = "classic ipc",
	.version = 1,
	.unit = "loops/s",
	.size = { .workers = 2, .msq = 1 },
	.lead = msgq_lead,
	.follow = msgq_follow,
};
