// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sem: two System V semaphores of one set, each process raises the other's and waits for its own.
 *
 * Invariant: both semaphores start at 0 and never exceed 1.
 */
#include "bench/method.h"

#include <errno.h>
#include <sys/ipc.h>
#include <sys/sem.h>

static int step(struct party *p, unsigned short num, short op)
{
	struct sembuf sb = { .sem_num = num, .sem_op = op };

	p->failed = "semop";
	return semop(p->sem, &sb, 1) ? -errno : 0;
}

static int sem_lead(struct party *p)
{
	int ret = step(p, 0, 1);

	return ret ? ret : step(p, 1, -1);
}

static int sem_follow(struct party *p)
{
	int ret = step(p, 0, -1);

	return ret ? ret : step(p, 1, 1);
}

const struct method method_sem = {
	.name = "sem",
	.label = "semaphore",
	.summary = "semop() +1 on the other process's semaphore, which raises ours: two hand-overs",
	.groups = "classic ipc",
	.version = 1,
	.unit = "loops/s",
	.size = { .workers = 2, .sem = 2 },
	.lead = sem_lead,
	.follow = sem_follow,
};
