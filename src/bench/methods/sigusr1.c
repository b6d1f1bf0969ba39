// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sigusr1: SIGUSR1 back and forth between two processes, delivered to a handler as in ctxbench.
 *
 * Invariant: race-free: the signal is blocked except inside sigsuspend(), so that one that comes
 * early stays pending; it is sent to the two workers' own process ids and to nobody else.
 */
#include "bench/method.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

static volatile sig_atomic_t caught;
static sigset_t waiting;

static void on_usr1(int sig)
{
	(void)sig;
	caught = 1;
}

static int sigusr1_enter(struct party *p)
{
	struct sigaction sa = { .sa_handler = on_usr1 };
	sigset_t block;

	sigemptyset(&block);
	sigaddset(&block, SIGUSR1);
	sigprocmask(SIG_BLOCK, &block, &waiting);
	sigdelset(&waiting, SIGUSR1);
	p->failed = "sigaction";
	return sigaction(SIGUSR1, &sa, NULL) ? -errno : 0;
}

static void wait_usr1(void)
{
	while (!caught)
		sigsuspend(&waiting);
	caught = 0;
}

static int sigusr1_lead(struct party *p)
{
	if (kill(p->pid[1], SIGUSR1)) {
		p->failed = "kill";
		return -errno;
	}
	wait_usr1();
	return 0;
}

static int sigusr1_follow(struct party *p)
{
	wait_usr1();
	if (kill(p->pid[0], SIGUSR1)) {
		p->failed = "kill";
		return -errno;
	}
	return 0;
}

const struct method method_sigusr1 = {
	.name = "sigusr1",
	.label = "SIGUSR1",
	.summary = "kill(SIGUSR1) to the other process, which answers with SIGUSR1: two signals",
	.groups = "classic ipc",
	.version = 1,
	.unit = "loops/s",
	.size = { .workers = 2 },
	.enter = sigusr1_enter,
	.lead = sigusr1_lead,
	.follow = sigusr1_follow,
};
