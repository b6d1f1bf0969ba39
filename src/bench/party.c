// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * party: making and ending groups of workers.
 *
 * Invariant: a worker owns nothing: memory, descriptors and System V objects are the group's, made
 * before the fork, so that killing the workers at any instant loses nothing.
 */
#include "bench/party.h"
#include "bench/procstat.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define BARRIER_NS (2 * NSEC_PER_SEC)

static long futex(_Atomic uint32_t *word, int op, uint32_t value, const struct timespec *ts)
{
	return syscall(SYS_futex, word, op, value, ts, NULL, 0);
}

/* ---- in the worker ---- */

static void worker_fail(struct group *g, unsigned w, const char *call, int error)
{
	text_copy(g->control->worker[w].call, sizeof(g->control->worker[w].call),
		  call ? call : "loop");
	atomic_store(&g->control->worker[w].error, error ? error : EPROTO);
	_exit(1);
}

static int pin(int cpu)
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

static void barrier_wait(struct party_control *c)
{
	atomic_fetch_add(&c->ready, 1);
	futex(&c->ready, FUTEX_WAKE, INT_MAX, NULL);
	while (!atomic_load(&c->go))
		futex(&c->go, FUTEX_WAIT, 0, NULL);
}

/* One loop after the other, each counted, until one fails. */
static int lead_all(struct party *p, const struct method *m, _Atomic uint64_t *loops)
{
	int (*lead)(struct party *) = m->lead;
	uint64_t n = 0;
	int ret;

	while (!(ret = lead(p)))
		atomic_store_explicit(loops, ++n, memory_order_relaxed);
	return ret;
}

static int follow_all(struct party *p, const struct method *m)
{
	int (*follow)(struct party *) = m->follow;
	int ret;

	while (!(ret = follow(p)))
		;
	return ret;
}

static void worker_loop(struct group *g, struct party *p)
{
	_Atomic uint64_t *loops = &g->control->loops;
	const struct method *m = g->method;
	int ret;

	if (p->worker == 0)
		ret = m->lead_all ? m->lead_all(p, loops) : lead_all(p, m, loops);
	else
		ret = m->follow_all ? m->follow_all(p) : follow_all(p, m);
	worker_fail(g, p->worker, p->failed, -ret);
}

static void __attribute__((noreturn))
worker_main(struct group *g, unsigned w, pid_t parent, const int *close_fds)
{
	struct party *p = &g->party;
	char name[16];
	int ret;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	worker_signals();
	worker_policy();
	for (; *close_fds >= 0; close_fds++)
		close(*close_fds);
	text_format(name, sizeof(name), "ctx:%.9s/%u", g->method->name, w);
	prctl(PR_SET_NAME, name);
	p->worker = w;
	p->failed = "sched_setaffinity";
	ret = g->cpu[w] >= 0 ? pin(g->cpu[w]) : 0;
	if (!ret && g->method->enter)
		ret = g->method->enter(p);
	if (ret)
		worker_fail(g, w, p->failed, -ret);
	barrier_wait(g->control);
	worker_loop(g, p);
	_exit(1);
}

/* ---- in the runner ---- */

static int open_proc(pid_t pid, const char *name)
{
	char path[64];

	text_format(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
	return open(path, O_RDONLY | O_CLOEXEC);
}

static void open_files(struct worker_files *wf, pid_t pid)
{
	wf->stat = open_proc(pid, "stat");
	wf->status = open_proc(pid, "status");
	wf->sched = open_proc(pid, "sched");
	wf->has_clock = clock_getcpuclockid(pid, &wf->cpu_clock) == 0;
}

static void close_files(struct worker_files *wf)
{
	if (wf->stat >= 0)
		close(wf->stat);
	if (wf->status >= 0)
		close(wf->status);
	if (wf->sched >= 0)
		close(wf->sched);
}

static int map_memory(struct group *g)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t head = (sizeof(struct party_control) + page - 1) / page * page;
	void *p;

	g->map_size = head + (g->method->shared_size + page - 1) / page * page;
	p = mmap(NULL, g->map_size, PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (p == MAP_FAILED)
		return -errno;
	g->control = p;
	g->party.shared = (char *)p + head;
	g->party.pid = g->control->pid;
	return 0;
}

static int make_objects(struct group *g)
{
	const struct method *m = g->method;
	struct party *p = &g->party;
	int ret;

	p->failed = "mmap";
	ret = map_memory(g);
	if (ret)
		return ret;
	if (m->nmsq) {
		p->failed = "msgget";
		p->msq = ledger_msgget(g->ledger);
		if (p->msq < 0)
			return p->msq;
	}
	if (m->nsem) {
		p->failed = "semget";
		p->sem = ledger_semget(g->ledger, m->nsem);
		if (p->sem < 0)
			return p->sem;
	}
	return m->setup ? m->setup(p) : 0;
}

static int fork_workers(struct group *g, const int *close_fds)
{
	pid_t self = getpid();

	g->party.failed = "fork";
	for (unsigned w = 0; w < g->method->nworkers; w++) {
		pid_t pid = fork();

		if (pid < 0)
			return -errno;
		if (!pid)
			worker_main(g, w, self, close_fds);
		g->control->pid[w] = pid;
		g->forked++;
		open_files(&g->files[w], pid);
	}
	return 0;
}

/* Wait until every worker stands at the barrier. */
static int gather(struct group *g, struct err *e)
{
	int64_t end = now_ns() + BARRIER_NS;

	for (;;) {
		uint32_t ready = atomic_load(&g->control->ready);
		struct timespec step = { .tv_nsec = 20 * NSEC_PER_MSEC };

		if (ready == g->forked)
			return 0;
		if (party_failed(g, e))
			return -e->code;
		if (now_ns() > end)
			return err_set(e, ETIMEDOUT, "%u of %u workers did not start within 2 s",
				       g->forked - ready, g->forked);
		futex(&g->control->ready, FUTEX_WAIT, ready, &step);
	}
}

static const char *limit_hint(const char *call, int code)
{
	if (!strcmp(call, "msgget") && code == ENOSPC)
		return " (kernel.msgmni queues exist already)";
	if (!strcmp(call, "semget") && code == ENOSPC)
		return " (kernel.sem allows no further set)";
	if (!strcmp(call, "fork") && code == EAGAIN)
		return " (process limit: ulimit -u, or the cgroup's pids.max)";
	if (code == EMFILE || code == ENFILE)
		return " (descriptor limit: ulimit -n)";
	if (!strcmp(call, "sched_setaffinity") && code == EINVAL)
		return " (the CPU went offline or left the cpuset)";
	return "";
}

static int call_failed(struct err *e, const char *call, int code, const char *where)
{
	char words[96];

	return err_set(e, code, "%s%s: %s%s", call, where, strerror_r(code, words, sizeof(words)),
		       limit_hint(call, code));
}

int party_start(struct group *g, const struct method *m, const int *cpu, struct ledger *ledger,
		const int *close_fds, struct err *e)
{
	int ret;

	*g = (struct group){ .method = m, .ledger = ledger };
	g->party.msq = g->party.sem = -1;
	g->party.nworkers = m->nworkers;
	for (int i = 0; i < PARTY_FDS; i++)
		g->party.fd[i] = -1;
	memcpy(g->cpu, cpu, sizeof(g->cpu));
	ret = make_objects(g);
	if (!ret)
		ret = fork_workers(g, close_fds);
	if (ret)
		call_failed(e, g->party.failed ? g->party.failed : "setup", -ret, "");
	else
		ret = gather(g, e);
	if (ret)
		party_stop(g);
	return ret;
}

void party_release(struct group *g)
{
	atomic_store(&g->control->go, 1);
	futex(&g->control->go, FUTEX_WAKE, INT_MAX, NULL);
}

uint64_t party_loops(const struct group *g, int64_t *t_ns)
{
	uint64_t loops = 0;

	/* a preemption between the two clock readings would pair an old time with a new count */
	for (int i = 0; i < 8; i++) {
		int64_t before = now_ns(), after;

		loops = atomic_load_explicit(&g->control->loops, memory_order_relaxed);
		after = now_ns();
		*t_ns = (before + after) / 2;
		if (after - before < 5 * NSEC_PER_USEC)
			break;
	}
	return loops;
}

static bool read_small(int fd, char *buf, size_t size)
{
	ssize_t n = fd < 0 ? -1 : pread(fd, buf, size - 1, 0);

	if (n <= 0)
		return false;
	buf[n] = '\0';
	return true;
}

/* What one worker has used until now, and the CPU it ran on last (-1 unknown). */
static void worker_usage(const struct worker_files *wf, struct metrics *m, int16_t *last_cpu)
{
	uint64_t a, b;
	struct timespec ts;
	char buf[8192];
	int cpu;

	*last_cpu = -1;
	if (wf->has_clock && !clock_gettime(wf->cpu_clock, &ts))
		metric_set(m, METRIC_cpu_ns, (double)(ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec));
	if (read_small(wf->stat, buf, sizeof(buf)) && procstat_stat(buf, &a, &cpu)) {
		metric_set(m, METRIC_faults, (double)a);
		*last_cpu = (int16_t)cpu;
	}
	if (read_small(wf->status, buf, sizeof(buf)) && procstat_status(buf, &a, &b)) {
		metric_set(m, METRIC_nvcsw, (double)a);
		metric_set(m, METRIC_nivcsw, (double)b);
	}
	if (read_small(wf->sched, buf, sizeof(buf)) && procstat_sched(buf, &a))
		metric_set(m, METRIC_migrations, (double)a);
}

void party_usage(const struct group *g, struct usage *u)
{
	int64_t before = now_ns();

	*u = (struct usage){ 0 };
	for (unsigned w = 0; w < g->forked; w++) {
		struct metrics one = { 0 };

		worker_usage(&g->files[w], &one, &u->cpu[w]);
		metrics_add(&u->metrics, &one, !w);
	}
	u->t_ns = (before + now_ns()) / 2;
}

int party_together(const struct group *g)
{
	char buf[1024];
	uint64_t faults;
	int first = -1, cpu;

	for (unsigned w = 0; w < g->forked; w++) {
		if (!read_small(g->files[w].stat, buf, sizeof(buf)) ||
		    !procstat_stat(buf, &faults, &cpu))
			return -1;
		if (w && cpu != first)
			return 0;
		first = cpu;
	}
	return 1;
}

static int say_end(const struct group *g, unsigned w, const siginfo_t *si, struct err *e)
{
	int error = atomic_load(&g->control->worker[w].error);
	char where[24];

	text_format(where, sizeof(where), " in worker %u", w);
	if (error)
		call_failed(e, g->control->worker[w].call, error, where);
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

		if (waitid(P_PID, (id_t)g->control->pid[w], &si, WEXITED | WNOHANG | WNOWAIT))
			continue;
		if (si.si_pid)
			return say_end(g, w, &si, e);
	}
	return 0;
}

void party_stop(struct group *g)
{
	for (unsigned w = 0; w < g->forked; w++)
		kill(g->control->pid[w], SIGKILL);
	for (unsigned w = 0; w < g->forked; w++) {
		while (waitpid(g->control->pid[w], NULL, 0) < 0 && errno == EINTR)
			;
		close_files(&g->files[w]);
	}
	if (g->method && g->method->teardown)
		g->method->teardown(&g->party);
	if (g->method) {
		for (int i = 0; i < PARTY_FDS; i++)
			if (g->party.fd[i] >= 0)
				close(g->party.fd[i]);
		ledger_msgrm(g->ledger, g->party.msq);
		ledger_semrm(g->ledger, g->party.sem);
	}
	if (g->control)
		munmap(g->control, g->map_size);
	*g = (struct group){ 0 };
}
