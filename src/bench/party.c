// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * party: making and ending groups of workers. What a worker does itself is worker.c, what is read of
 * it usage.c.
 *
 * Invariant: a worker owns nothing: memory, descriptors and System V objects are the group's, made
 * before the fork, so that killing the workers at any instant loses nothing.
 */
#include "bench/party.h"
#include "bench/limits.h"
#include "bench/usage.h"
#include "bench/worker.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define BARRIER_NS	  (2 * NSEC_PER_SEC)
#define BARRIER_WORKER_NS NSEC_PER_MSEC

/* Behind the control: slots, pids, the method's memory, the last two on pages of their own. */
static int map_memory(struct group *g)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t slots = sizeof(struct worker_slot);
	size_t pids = (slots + g->size.workers * sizeof(struct worker_slot) + page - 1) / page *
		      page;
	size_t own = (pids + g->size.workers * sizeof(pid_t) + page - 1) / page * page;
	char *p;

	g->map_size = own + (g->size.shared + page - 1) / page * page;
	p = mmap(NULL, g->map_size, PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (p == MAP_FAILED)
		return -errno;
	g->control = (struct party_control *)p;
	g->slot = (struct worker_slot *)(p + slots);
	g->pid = (pid_t *)(p + pids);
	g->party.pid = g->pid;
	g->party.shared = p + own;
	return 0;
}

static int make_objects(struct group *g)
{
	struct party *p = &g->party;

	p->failed = "mmap";
	if (map_memory(g))
		return -errno;
	p->fd = malloc((g->size.fds + 1) * sizeof(*p->fd));
	if (!p->fd)
		return -ENOMEM;
	for (unsigned i = 0; i < g->size.fds; i++)
		p->fd[i] = -1;
	if (g->size.msq) {
		p->failed = "msgget";
		p->msq = ledger_msgget(g->ledger);
		if (p->msq < 0)
			return p->msq;
	}
	if (g->size.sem) {
		p->failed = "semget";
		p->sem = ledger_semget(g->ledger, g->size.sem);
		if (p->sem < 0)
			return p->sem;
	}
	return 0;
}

static void close_fds(struct party *p, unsigned n)
{
	for (unsigned i = 0; p->fd && i < n; i++) {
		if (p->fd[i] >= 0)
			close(p->fd[i]);
		p->fd[i] = -1;
	}
}

static int fork_crew(struct group *g, unsigned until, const int *unwanted)
{
	pid_t self = getpid();

	g->party.failed = "fork";
	while (g->forked < until) {
		pid_t pid = fork();

		if (pid < 0)
			return -errno;
		if (!pid)
			worker_main(g, g->forked, self, unwanted);
		g->pid[g->forked++] = pid;
	}
	return 0;
}

/* Each crew is forked with its own descriptors alone: thousands of workers would share theirs all. */
static int fork_workers(struct group *g, const int *unwanted)
{
	const struct method *m = g->choice.method;
	int ret = 0;

	while (!ret && g->forked < g->size.workers) {
		unsigned until = MIN(g->forked + g->size.crew, g->size.workers);

		if (g->forked)
			close_fds(&g->party, g->size.fds);
		g->party.crew = g->forked / g->size.crew;
		ret = m->setup ? m->setup(&g->party) : 0;
		if (!ret)
			ret = fork_crew(g, until, unwanted);
	}
	return ret;
}

/* Wait until every worker stands at the barrier. */
static int gather(struct group *g, struct err *e)
{
	int64_t end = now_ns() + BARRIER_NS + g->forked * BARRIER_WORKER_NS;

	for (;;) {
		uint32_t ready = atomic_load(&g->control->ready);
		struct timespec step = { .tv_nsec = 20 * NSEC_PER_MSEC };

		if (ready == g->forked)
			return 0;
		if (party_failed(g, e))
			return -e->code;
		if (now_ns() > end)
			return err_set(e, ETIMEDOUT, "%u of %u workers did not start in time",
				       g->forked - ready, g->forked);
		worker_futex(&g->control->ready, FUTEX_WAIT, ready, &step);
	}
}

static int call_failed(struct err *e, const char *call, int code, const char *where)
{
	char words[96], hint[160];

	limit_hint(call, code, hint, sizeof(hint));
	return err_set(e, code, "%s%s: %s%s", call, where, strerror_r(code, words, sizeof(words)),
		       hint);
}

int party_start(struct group *g, const struct method_choice *c, const int cpu[PLACE_SIDES],
		struct ledger *ledger, const int *unwanted, struct err *e)
{
	int ret;

	*g = (struct group){ .choice = *c, .ledger = ledger };
	g->size = method_size(c->method, c->param);
	g->party.msq = g->party.sem = -1;
	g->party.nworkers = g->size.workers;
	g->party.param = g->choice.param;
	memcpy(g->cpu, cpu, sizeof(g->cpu));
	ret = make_objects(g);
	if (!ret)
		ret = fork_workers(g, unwanted);
	if (ret)
		call_failed(e, g->party.failed ? g->party.failed : "setup", -ret, "");
	else
		ret = gather(g, e);
	if (!ret && usage_open(g))
		ret = err_set(e, ENOMEM, "no memory for what %u workers use", g->forked);
	if (ret)
		party_stop(g);
	return ret;
}

static bool counts_many(const struct group *g)
{
	return g->choice.method->kind == METHOD_GROUP;
}

/* Who counts, where one does. */
static struct loop_count *counter(const struct group *g)
{
	return &g->slot[g->choice.method->flags & METHOD_FOLLOWERS_COUNT ? 1 : 0].count;
}

void party_release(struct group *g, bool counts)
{
	if (counts)
		atomic_store(&counter(g)->end_ns[0], now_ns());
	atomic_store(&g->control->go, 1);
	worker_futex(&g->control->go, FUTEX_WAKE, INT_MAX, NULL);
}

/* ---- loops ---- */

static uint64_t count_all(const struct group *g)
{
	uint64_t sum = 0;

	if (!counts_many(g))
		return atomic_load_explicit(&counter(g)->loops, memory_order_relaxed);
	for (unsigned w = 0; w < g->forked; w++)
		sum += atomic_load_explicit(&g->slot[w].count.loops, memory_order_relaxed);
	return sum;
}

bool party_time_loops(struct group *g)
{
	return !counts_many(g) && !atomic_exchange(&counter(g)->timed, 1);
}

bool party_timed(const struct group *g)
{
	return atomic_load(&counter(g)->timed);
}

/* The newest loop whose end was noted. */
static bool last_end(struct loop_count *c, struct loops *l)
{
	for (;;) {
		uint64_t n = atomic_load_explicit(&c->loops, memory_order_acquire);

		l->end_ns = atomic_load_explicit(&c->end_ns[n % 2], memory_order_acquire);
		if (n == atomic_load_explicit(&c->loops, memory_order_relaxed)) {
			l->n = n;
			return l->end_ns;
		}
	}
}

bool party_loops(const struct group *g, struct loops *l)
{
	/* a preemption between the two clock readings would pair an old time with a new count */
	for (int i = 0; i < 8; i++) {
		int64_t before = now_ns(), after;

		l->n = count_all(g);
		after = now_ns();
		l->t_ns = l->end_ns = (before + after) / 2;
		if (after - before < 5 * NSEC_PER_USEC || counts_many(g))
			break;
	}
	return !party_timed(g) || last_end(counter(g), l);
}

/* ---- the end ---- */

static int say_end(const struct group *g, unsigned w, const siginfo_t *si, struct err *e)
{
	int error = atomic_load(&g->slot[w].error);
	char where[24];

	text_format(where, sizeof(where), " in worker %u", w);
	if (error)
		call_failed(e, g->slot[w].call, error, where);
	else if (si->si_code == CLD_EXITED)
		err_set(e, ECHILD, "worker %u ended by itself, status %d", w, si->si_status);
	else
		err_set(e, ECHILD, "worker %u was killed by signal %d (%s)", w, si->si_status,
			strsignal(si->si_status));
	return 1;
}

int party_failed(struct group *g, struct err *e)
{
	for (unsigned w = 0; w < g->forked; w++) {
		siginfo_t si = { 0 };

		if (waitid(P_PID, (id_t)g->pid[w], &si, WEXITED | WNOHANG | WNOWAIT))
			continue;
		if (si.si_pid)
			return say_end(g, w, &si, e);
	}
	return 0;
}

void party_stop(struct group *g)
{
	for (unsigned w = 0; w < g->forked; w++)
		kill(g->pid[w], SIGKILL);
	usage_close(g);
	for (unsigned w = 0; w < g->forked; w++)
		while (waitpid(g->pid[w], NULL, 0) < 0 && errno == EINTR)
			;
	if (g->choice.method && g->choice.method->teardown)
		g->choice.method->teardown(&g->party);
	if (g->choice.method) {
		close_fds(&g->party, g->size.fds);
		free(g->party.fd);
		ledger_msgrm(g->ledger, g->party.msq);
		ledger_semrm(g->ledger, g->party.sem);
	}
	if (g->control)
		munmap(g->control, g->map_size);
	*g = (struct group){ 0 };
}
