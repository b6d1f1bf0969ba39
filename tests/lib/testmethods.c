// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * testmethods: a solo method that sleeps, a stream of blocks, a group of any size, one that forks.
 *
 * Invariant: none of them loads the machine.
 */
#include "testmethods.h"

#include <errno.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"

struct sleeper_notes *sleeper_notes;

int testmethods_init(void)
{
	void *p = mmap(NULL, sizeof(*sleeper_notes), PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	sleeper_notes = p == MAP_FAILED ? NULL : p;
	return sleeper_notes ? 0 : -1;
}

static int sleep_us(struct party *p, int64_t us)
{
	struct timespec ts = { us / 1000000, us % 1000000 * 1000 };

	p->failed = "nanosleep";
	return nanosleep(&ts, NULL) ? -errno : 0;
}

/* ---- sleeper ---- */

static int sleeper_lead(struct party *p)
{
	int ret = sleep_us(p, p->param[0]);
	uint64_t n = sleeper_notes->n;

	sleeper_notes->end_ns[n % SLEEPER_LOOPS] = now_ns();
	sleeper_notes->n = n + 1;
	return ret;
}

static const struct method method_sleeper = {
	.name = "sleeper",
	.label = "sleeper",
	.summary = "one nanosleep()",
	.groups = "sys",
	.version = 1,
	.kind = METHOD_SOLO,
	.unit = "loops/s",
	.param = { { "us", 7000, 1, 10000000, "us", NULL, "length of one sleep" } },
	.size = { .workers = 1 },
	.lead = sleeper_lead,
};

/* ---- blocks ---- */

static const char *const blocks_ways[] = { "small", "large", NULL };

static int blocks_setup(struct party *p)
{
	p->failed = "pipe";
	return pipe(p->fd) ? -errno : 0;
}

static int blocks_lead(struct party *p)
{
	static char block[1 << 20];

	p->failed = "write";
	return write(p->fd[1], block, (size_t)p->param[0]) == p->param[0] ? 0 : -errno;
}

static int blocks_follow(struct party *p)
{
	static char block[1 << 20];
	ssize_t left = p->param[0];

	p->failed = "read";
	while (left) {
		ssize_t n = read(p->fd[0], block, (size_t)left);

		if (n <= 0)
			return n ? -errno : -EPIPE;
		left -= n;
	}
	return 0;
}

static double blocks_scale(const int64_t *param)
{
	return (double)param[0] / 1e6;
}

static const struct method method_blocks = {
	.name = "blocks",
	.label = "blocks",
	.summary = "one block through a pipe",
	.groups = "ipc",
	.version = 1,
	.kind = METHOD_STREAM,
	.unit = "MB/s",
	.flags = METHOD_FOLLOWERS_COUNT,
	.param = { { "size", 64 << 10, 1, 1 << 20, "B", NULL, "bytes of a block" },
		   { "way", 0, 0, 1, "", blocks_ways, "no difference" } },
	.size = { .workers = 2, .fds = 2 },
	.scale = blocks_scale,
	.setup = blocks_setup,
	.lead = blocks_lead,
	.follow = blocks_follow,
};

/* ---- crowd ---- */

static void crowd_resize(const int64_t *param, struct method_size *size)
{
	size->workers = (unsigned)param[0];
}

static int crowd_setup(struct party *p)
{
	p->failed = "pipe";
	return pipe(p->fd) ? -errno : 0;
}

static int crowd_step(struct party *p)
{
	return sleep_us(p, 20000);
}

static const struct method method_crowd = {
	.name = "crowd",
	.label = "crowd",
	.summary = "one sleep of 20 ms of one of many",
	.groups = "sched",
	.version = 1,
	.kind = METHOD_GROUP,
	.unit = "messages/s",
	.places = METHOD_FREE | METHOD_CROSS,
	.param = { { "workers", 10, 2, 6000, "workers", NULL, "how many" } },
	.size = { .crew = 40, .fds = 2 },
	.turn_ns = 300 * NSEC_PER_MSEC,
	.resize = crowd_resize,
	.setup = crowd_setup,
	.lead = crowd_step,
	.follow = crowd_step,
};

/* ---- forker ---- */

static int forker_lead(struct party *p)
{
	pid_t pid = fork();

	p->failed = "fork";
	if (pid < 0)
		return -errno;
	while (!pid) /* until somebody ends it */
		pause();
	return sleep_us(p, 1000);
}

static const struct method method_forker = {
	.name = "forker",
	.label = "forker",
	.summary = "one fork() of a process that stays",
	.groups = "proc",
	.version = 1,
	.kind = METHOD_SOLO,
	.unit = "loops/s",
	.size = { .workers = 1 },
	.lead = forker_lead,
};

const struct method *const testmethods[TESTMETHODS] = {
	[TEST_SLEEPER] = &method_sleeper,
	[TEST_BLOCKS] = &method_blocks,
	[TEST_CROWD] = &method_crowd,
	[TEST_FORKER] = &method_forker,
};
