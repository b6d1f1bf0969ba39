// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * worker: a worker's own start, the barrier, and its loops.
 *
 * Invariant: between two loops the core does nothing but count, and note the clock where loops are
 * timed.
 */
#include "bench/worker.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

long worker_futex(_Atomic uint32_t *word, int op, uint32_t value, const struct timespec *ts)
{
	return syscall(SYS_futex, word, op, value, ts, NULL, 0);
}

static void worker_fail(struct group *g, unsigned w, const char *call, int error)
{
	text_copy(g->slot[w].call, sizeof(g->slot[w].call), call ? call : "loop");
	atomic_store(&g->slot[w].error, error ? error : EPROTO);
	_exit(1);
}

static int worker_pin(int cpu)
{
	cpu_set_t *set;
	size_t size;
	int ret;

	set = CPU_ALLOC(cpu + 1);
	if (!set)
		return -ENOMEM;
	size = CPU_ALLOC_SIZE(cpu + 1);
	CPU_ZERO_S(size, set);
	CPU_SET_S(cpu, size, set);
	ret = sched_setaffinity(0, size, set) ? -errno : 0;
	CPU_FREE(set);
	return ret;
}

/* What the runner had blocked or caught is its own matter: a worker starts with a clean slate. */
static void worker_signals(void)
{
	sigset_t none;

	for (int sig = 1; sig < SIGRTMIN; sig++)
		signal(sig, SIG_DFL);
	/* a Ctrl-C at the terminal is for the dashboard, which ends the workers itself */
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	signal(SIGTSTP, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/*
 * Started under chrt(1), the dashboard may be a real-time task; a worker never is: two that spin as
 * SCHED_FIFO keep the runner, which would end them, from running for good.
 */
static void worker_policy(void)
{
	struct sched_param sp = { 0 };
	int policy = sched_getscheduler(0);

	if (policy == SCHED_FIFO || policy == SCHED_RR)
		sched_setscheduler(0, SCHED_OTHER, &sp);
}

/* Only the last one wakes the runner: one of thousands would wake it thousands of times. */
static void barrier_wait(struct party_control *c, unsigned nworkers)
{
	if (atomic_fetch_add(&c->ready, 1) + 1 == nworkers)
		worker_futex(&c->ready, FUTEX_WAKE, INT_MAX, NULL);
	while (!atomic_load(&c->go))
		worker_futex(&c->go, FUTEX_WAIT, 0, NULL);
}

/* ---- loops, until one fails ---- */

static int loop_uncounted(struct party *p, int (*step)(struct party *))
{
	int ret;

	while (!(ret = step(p)))
		;
	return ret;
}

/* 0: from now on loops are timed. */
static int loop_counted(struct party *p, int (*step)(struct party *), struct loop_count *c)
{
	int ret;

	while (!(ret = step(p)))
		if (loop_done(c))
			return 0;
	return ret;
}

/* The end of loop n stands in end_ns[n % 2] before n does: whoever reads n twice alike has its end. */
static int loop_timed(struct party *p, int (*step)(struct party *), struct loop_count *c)
{
	uint64_t n = atomic_load_explicit(&c->loops, memory_order_relaxed);
	int ret;

	while (!(ret = step(p))) {
		n++;
		atomic_store_explicit(&c->end_ns[n % 2], now_ns(), memory_order_relaxed);
		atomic_store_explicit(&c->loops, n, memory_order_release);
	}
	return ret;
}

static int worker_loops(struct group *g, struct party *p)
{
	const struct method *m = g->choice.method;
	unsigned side = m->follow ? method_side(m, p->param, p->worker) : 0;
	bool counts = side == (m->flags & METHOD_FOLLOWERS_COUNT ? 1 : 0);
	int (*step)(struct party *) = side ? m->follow : m->lead;
	struct loop_count *c = &g->slot[p->worker].count;
	int ret;

	if (!counts)
		return side && m->follow_all ? m->follow_all(p) : loop_uncounted(p, step);
	ret = !side && m->lead_all ? m->lead_all(p, c) : loop_counted(p, step, c);
	return ret ? ret : loop_timed(p, step, c);
}

void worker_main(struct group *g, unsigned w, pid_t parent, const int *close_fds)
{
	const struct method *m = g->choice.method;
	struct party *p = &g->party;
	int cpu = g->cpu[method_side(m, g->choice.param, w)], ret;
	char name[16];

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	worker_signals();
	worker_policy();
	for (; *close_fds >= 0; close_fds++)
		close(*close_fds);
	text_format(name, sizeof(name), "ctx:%.9s/%u", m->name, w);
	prctl(PR_SET_NAME, name);
	p->worker = w;
	p->failed = "sched_setaffinity";
	ret = cpu >= 0 ? worker_pin(cpu) : 0;
	if (!ret && m->enter)
		ret = m->enter(p);
	if (ret)
		worker_fail(g, w, p->failed, -ret);
	barrier_wait(g->control, g->size.workers);
	ret = worker_loops(g, p);
	worker_fail(g, w, p->failed, -ret);
	_exit(1);
}
