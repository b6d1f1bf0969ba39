// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * pipe: one byte through a pipe and one back through another.
 *
 * Invariant: at most one byte is on the way.
 */
#include "bench/method.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum { THERE_READ, THERE_WRITE, BACK_READ, BACK_WRITE };

static int pipe_setup(struct party *p)
{
	p->failed = "pipe";
	if (pipe2(&p->fd[THERE_READ], O_CLOEXEC) || pipe2(&p->fd[BACK_READ], O_CLOEXEC))
		return -errno;
	return 0;
}

static int put(struct party *p, int fd)
{
	char byte = 0;

	p->failed = "write";
	return write(fd, &byte, 1) == 1 ? 0 : -errno;
}

static int get(struct party *p, int fd)
{
	char byte;

	p->failed = "read";
	return read(fd, &byte, 1) == 1 ? 0 : -errno;
}

static int pipe_lead(struct party *p)
{
	int ret = put(p, p->fd[THERE_WRITE]);

	return ret ? ret : get(p, p->fd[BACK_READ]);
}

static int pipe_follow(struct party *p)
{
	int ret = get(p, p->fd[THERE_READ]);

	return ret ? ret : put(p, p->fd[BACK_WRITE]);
}

const struct method method_pipe = {
	.name = "pipe",
	.label = "pipes",
	.summary = "write() of one byte, the other process writes one back through a second pipe",
	.groups = "classic ipc",
	.version = 1,
	.unit = "loops/s",
	.size = { .workers = 2, .fds = 4 },
	.setup = pipe_setup,
	.lead = pipe_lead,
	.follow = pipe_follow,
};
