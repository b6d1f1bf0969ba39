// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * runner_main: what runs in the runner's process: turns of workers, and the timing of their slices.
 *
 * Invariant: the runner reads no file of its own accord and writes nothing but packets; between
 * commands it sleeps.
 */
#include "bench/runner_main.h"
#include "base/stdio.h"
#include "machine/cpu.h"
#include "bench/isolate.h"
#include "bench/orphans.h"
#include "bench/party.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define LEFT_ALONE_MS 1000
#define TOGETHER_NS   (10 * NSEC_PER_MSEC)
#define STALLED_NS    NSEC_PER_SEC
#define LONG_PARTS    100 /* a loop that takes more of a slice is timed by its end */

struct state {
	int fd, sigfd;
	int close_fds[4]; /* what workers must not keep */
	struct ledger *ledger;
	cpu_set_t *allowed; /* as ctxtop was started */
	size_t set_size;
	struct group group;
	bool active;
};

enum woken { WOKEN_TIME, WOKEN_CUT, WOKEN_CHILD, WOKEN_GONE };

static int send_reply(struct state *st, const struct runner_reply *r)
{
	return send(st->fd, r, sizeof(*r), MSG_NOSIGNAL) == sizeof(*r) ? 0 : -EPIPE;
}

static int send_failed(struct state *st, const struct err *e)
{
	struct runner_reply r = { .said = RUNNER_FAILED, .code = e->code };

	text_copy(r.text, sizeof(r.text), e->text);
	return send_reply(st, &r);
}

/* ---- where the runner itself runs ---- */

static cpu_set_t *read_affinity(size_t *size)
{
	for (int n = 1024; n <= 1 << 20; n *= 2) {
		cpu_set_t *set = CPU_ALLOC(n);

		if (!set)
			return NULL;
		*size = CPU_ALLOC_SIZE(n);
		CPU_ZERO_S(*size, set);
		if (!sched_getaffinity(0, *size, set))
			return set;
		CPU_FREE(set);
		if (errno != EINVAL)
			return NULL;
	}
	return NULL;
}

static void go_anywhere(const struct state *st)
{
	sched_setaffinity(0, st->set_size, st->allowed);
}

/* Keep off the CPUs of the workers where there are others. */
static void keep_off(const struct state *st, const int cpu[PLACE_SIDES])
{
	cpu_set_t *set = malloc(st->set_size);

	if (!set)
		return;
	memcpy(set, st->allowed, st->set_size);
	for (unsigned i = 0; i < PLACE_SIDES; i++)
		if (cpu[i] >= 0)
			CPU_CLR_S(cpu[i], st->set_size, set);
	if (CPU_COUNT_S(st->set_size, set))
		sched_setaffinity(0, st->set_size, set);
	free(set);
}

/* ---- waiting ---- */

static void drain_sigchld(struct state *st)
{
	struct signalfd_siginfo si;

	while (read(st->sigfd, &si, sizeof(si)) == sizeof(si))
		;
}

/* Sleep until @end, a CUT, the end of a worker, or the end of the dashboard. */
static enum woken wait_until(struct state *st, int64_t end)
{
	for (;;) {
		struct pollfd pfd[2] = { { .fd = st->fd, .events = POLLIN },
					 { .fd = st->sigfd, .events = POLLIN } };
		int64_t left = end - now_ns();
		struct timespec ts = { .tv_sec = left / NSEC_PER_SEC,
				       .tv_nsec = left % NSEC_PER_SEC };
		struct runner_cmd cmd;

		if (left <= 0)
			return WOKEN_TIME;
		if (ppoll(pfd, 2, &ts, NULL) <= 0)
			continue;
		if (pfd[1].revents) {
			drain_sigchld(st);
			return WOKEN_CHILD;
		}
		if (recv(st->fd, &cmd, sizeof(cmd), 0) <= 0)
			return WOKEN_GONE;
		return WOKEN_CUT; /* nothing else is ever sent before the reply */
	}
}

/* ---- a turn ---- */

static void end_group(struct state *st)
{
	if (st->active) {
		party_stop(&st->group);
		orphans_end();
	}
	st->active = false;
	drain_sigchld(st);
}

static int fail(struct state *st, const struct err *e)
{
	end_group(st);
	return send_failed(st, e);
}

/* As wait_until(), with the end of a worker looked into: -errno and words if one really ended. */
static int wait_workers(struct state *st, int64_t end, bool *cut, struct err *e)
{
	for (;;) {
		switch (wait_until(st, end)) {
		case WOKEN_TIME:
			return 0;
		case WOKEN_CUT:
			*cut = true;
			return 0;
		case WOKEN_CHILD:
			if (party_failed(&st->group, e))
				return -e->code;
			break;
		case WOKEN_GONE:
			end_group(st);
			_exit(0);
		}
	}
}

static int begin(struct state *st, const struct runner_cmd *cmd)
{
	struct runner_reply ready = { .said = RUNNER_READY };
	struct err e = { 0 };
	bool cut = false;
	int ret;

	end_group(st);
	if (!cmd->choice.method) {
		err_set(&e, EINVAL, "no such method");
		return send_failed(st, &e);
	}
	go_anywhere(st);
	if (party_start(&st->group, &cmd->choice, cmd->cpu, st->ledger, st->close_fds, &e))
		return send_failed(st, &e);
	st->active = true;
	keep_off(st, cmd->cpu);
	if (cmd->timed)
		party_time_loops(&st->group);
	party_release(&st->group);
	ret = wait_workers(st, now_ns() + cmd->warm_ns, &cut, &e);
	if (!ret && cut)
		ret = err_set(&e, ECANCELED, "cut short while it warmed up");
	return ret ? fail(st, &e) : send_reply(st, &ready);
}

/* ---- a slice ---- */

struct slicing {
	struct loops from, to;
	struct usage before, after;
	unsigned looks, together; /* for workers that are not pinned */
	bool cut;
};

static int stalled(struct state *st, int64_t since, struct err *e)
{
	err_set(e, ETIME, "stalled: not one loop in %.1f s", (double)(now_ns() - since) / 1e9);
	return fail(st, e);
}

/* Are loops so long that a slice of @slice_ns may be off by more than a hundredth? */
static bool is_long(const struct group *g, int64_t slice_ns)
{
	struct loops l;

	party_loops(g, &l);
	return l.t_ns - g->released_ns > (int64_t)(l.n + 1) * slice_ns / LONG_PARTS;
}

/* From where it is counted; of loops that are timed one has to have ended. */
static int slice_from(struct state *st, int64_t slice_ns, struct slicing *sl, struct err *e)
{
	int64_t begun = now_ns();
	int ret = 0;

	if (is_long(&st->group, slice_ns))
		party_time_loops(&st->group);
	while (!party_loops(&st->group, &sl->from) && !sl->cut && !ret) {
		if (sl->from.t_ns - begun > MAX(STALLED_NS, slice_ns))
			return stalled(st, begun, e);
		ret = wait_workers(st, now_ns() + slice_ns / LONG_PARTS, &sl->cut, e);
	}
	return ret ? fail(st, e) : 0;
}

/* Until @end; for unpinned workers look now and then whether they share a CPU. */
static int measure(struct state *st, int64_t end, struct slicing *sl, struct err *e)
{
	bool is_free = st->group.cpu[0] < 0;

	while (!sl->cut) {
		int64_t step = is_free ? MIN(end, now_ns() + TOGETHER_NS) : end;
		int ret = wait_workers(st, step, &sl->cut, e);

		if (ret || step == end)
			return ret;
		ret = usage_together(&st->group);
		sl->looks += ret >= 0;
		sl->together += ret > 0;
	}
	return 0;
}

/* As long as was asked for, and on until there is a loop. */
static int measure_all(struct state *st, int64_t slice_ns, struct slicing *sl, struct err *e)
{
	int64_t end = sl->from.t_ns + slice_ns;

	for (;;) {
		if (measure(st, end, sl, e))
			return fail(st, e);
		party_loops(&st->group, &sl->to);
		if (sl->to.n > sl->from.n || sl->cut)
			return 0;
		if (sl->to.t_ns - sl->from.t_ns > MAX(STALLED_NS, slice_ns))
			return stalled(st, sl->from.t_ns, e);
		end += slice_ns;
	}
}

static int send_slice(struct state *st, const struct slicing *sl)
{
	struct runner_reply r = { .said = RUNNER_SLICED, .cut = sl->cut };
	const struct usage *u0 = &sl->before, *u1 = &sl->after;

	r.loops = sl->to.n - sl->from.n;
	r.timed = sl->to.end_ns != sl->to.t_ns;
	r.t_ns = sl->to.end_ns;
	r.wall_ns = sl->to.end_ns - sl->from.end_ns;
	r.read_ns = sl->to.t_ns;
	metrics_between(&r.metrics, &u0->metrics, &u1->metrics,
			(double)r.wall_ns / (double)(u1->t_ns - u0->t_ns));
	memcpy(r.cpu, u1->cpu, sizeof(r.cpu));
	if (sl->looks)
		metric_set(&r.metrics, METRIC_same_share, (double)sl->together / sl->looks);
	return send_reply(st, &r);
}

static int slice(struct state *st, const struct runner_cmd *cmd)
{
	struct slicing sl = { 0 };
	struct err e = { 0 };
	int ret;

	if (!st->active) {
		err_set(&e, ESTALE, "the workers were ended, nobody asked for a slice in time");
		return send_failed(st, &e);
	}
	usage_read(&st->group, &sl.before);
	ret = slice_from(st, cmd->slice_ns, &sl, &e);
	if (!ret && st->active)
		ret = measure_all(st, cmd->slice_ns, &sl, &e);
	if (ret || !st->active) /* it was said why */
		return ret;
	usage_read(&st->group, &sl.after);
	return send_slice(st, &sl);
}

static void measure_mhz(struct state *st, int cpu, struct runner_reply *r)
{
	cpu_set_t *set = calloc(1, st->set_size);
	double mhz;

	if (!set)
		return; /* not known is a state: the slice goes without */
	CPU_SET_S(cpu, st->set_size, set);
	if (!sched_setaffinity(0, st->set_size, set) && !cpu_running_mhz(&mhz, NULL))
		metric_set(&r->metrics, METRIC_mhz, mhz);
	go_anywhere(st);
	free(set);
}

static int end(struct state *st, const struct runner_cmd *cmd)
{
	struct runner_reply r = { .said = RUNNER_ENDED };

	end_group(st);
	if (cmd->mhz_cpu >= 0)
		measure_mhz(st, cmd->mhz_cpu, &r);
	return send_reply(st, &r);
}

static int obey(struct state *st, const struct runner_cmd *cmd)
{
	switch (cmd->op) {
	case RUNNER_BEGIN:
		return begin(st, cmd);
	case RUNNER_SLICE:
		return slice(st, cmd);
	case RUNNER_END:
		return end(st, cmd);
	case RUNNER_CUT: /* came too late: what it was meant for is over */
		return 0;
	}
	return -EINVAL;
}

static void serve(struct state *st)
{
	for (;;) {
		struct pollfd pfd = { .fd = st->fd, .events = POLLIN };
		struct runner_cmd cmd;
		int n = poll(&pfd, 1, st->active ? LEFT_ALONE_MS : -1);

		if (n == 0)
			end_group(st);
		if (n <= 0)
			continue;
		if (recv(st->fd, &cmd, sizeof(cmd), 0) != sizeof(cmd))
			break;
		if (obey(st, &cmd))
			break;
	}
	end_group(st);
}

/* The terminal's signals are for the dashboard; TERM and KILL end the runner, and the workers with it. */
static int runner_signals(void)
{
	static const int ignored[] = { SIGINT,	SIGQUIT, SIGTSTP, SIGHUP,  SIGPIPE,   SIGUSR1,
				       SIGUSR2, SIGTTIN, SIGTTOU, SIGALRM, SIGVTALRM, SIGXFSZ };
	sigset_t set;

	for (size_t i = 0; i < ARRAY_SIZE(ignored); i++)
		signal(ignored[i], SIG_IGN);
	signal(SIGTERM, SIG_DFL);
	sigemptyset(&set);
	sigprocmask(SIG_SETMASK, &set, NULL);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* A crowd of workers needs more descriptors than a shell grants by itself. */
static void raise_limits(void)
{
	struct rlimit lim;

	if (getrlimit(RLIMIT_NOFILE, &lim) || lim.rlim_cur == lim.rlim_max)
		return;
	lim.rlim_cur = lim.rlim_max;
	setrlimit(RLIMIT_NOFILE, &lim);
}

void runner_main(int fd, struct ledger *ledger, int life_fd, pid_t parent)
{
	struct runner_reply hello = { .said = RUNNER_HELLO };
	struct state st = { .fd = fd, .ledger = ledger };

	prctl(PR_SET_NAME, "ctxtop-runner");
	quiet_stdio();
	st.sigfd = runner_signals();
	st.allowed = read_affinity(&st.set_size);
	if (st.sigfd < 0 || !st.allowed)
		_exit(1);
	st.close_fds[0] = fd;
	st.close_fds[1] = st.sigfd;
	st.close_fds[2] = life_fd;
	st.close_fds[3] = -1;
	hello.own_ipc = isolate_ipc(hello.text, sizeof(hello.text));
	/* after the namespaces: a change of credentials clears the death signal */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
	prctl(PR_SET_TIMERSLACK, 1);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	raise_limits();
	if (!send_reply(&st, &hello))
		serve(&st);
	_exit(0);
}
