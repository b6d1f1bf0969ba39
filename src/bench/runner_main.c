// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * runner_main: what runs in the runner's process: turns of workers, and the timing of their slices.
 *
 * Invariant: the runner reads no file of its own accord and writes nothing but packets; between
 * commands it sleeps.
 */
#include "bench/runner_main.h"
#include "machine/cpu.h"
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

int runner_reply_send(struct runner_state *st, const struct runner_reply *r)
{
	return send(st->fd, r, sizeof(*r), MSG_NOSIGNAL) == sizeof(*r) ? 0 : -EPIPE;
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

static void go_anywhere(const struct runner_state *st)
{
	sched_setaffinity(0, st->set_size, st->allowed);
}

/* Keep off the CPUs of the workers where there are others. */
static void keep_off(const struct runner_state *st, const int cpu[PLACE_SIDES])
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

/* ---- a turn ---- */

void runner_end_group(struct runner_state *st)
{
	struct signalfd_siginfo si;

	if (st->active) {
		party_stop(&st->group);
		orphans_end();
	}
	st->active = st->released = false;
	while (read(st->sigfd, &si, sizeof(si)) == sizeof(si))
		;
}

int runner_reply_failed(struct runner_state *st, const struct err *e)
{
	struct runner_reply r = { .said = RUNNER_FAILED, .code = e->code };

	runner_end_group(st);
	text_copy(r.text, sizeof(r.text), e->text);
	return runner_reply_send(st, &r);
}

static int begin(struct runner_state *st, const struct runner_cmd *cmd)
{
	struct runner_reply ready = { .said = RUNNER_READY };
	struct err e = { 0 };

	runner_end_group(st);
	if (!cmd->choice.method) {
		err_set(&e, EINVAL, "no such method");
		return runner_reply_failed(st, &e);
	}
	go_anywhere(st);
	if (party_start(&st->group, &cmd->choice, cmd->cpu, st->ledger, st->close_fds, &e))
		return runner_reply_failed(st, &e);
	st->active = true;
	keep_off(st, cmd->cpu);
	return runner_reply_send(st, &ready);
}

static void measure_mhz(struct runner_state *st, int cpu, struct runner_reply *r)
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

static int end(struct runner_state *st, const struct runner_cmd *cmd)
{
	struct runner_reply r = { .said = RUNNER_ENDED };

	runner_end_group(st);
	if (cmd->mhz_cpu >= 0)
		measure_mhz(st, cmd->mhz_cpu, &r);
	return runner_reply_send(st, &r);
}

static int obey(struct runner_state *st, const struct runner_cmd *cmd)
{
	switch (cmd->op) {
	case RUNNER_BEGIN:
		return begin(st, cmd);
	case RUNNER_SLICE:
		return runner_slices(st, cmd);
	case RUNNER_END:
		return end(st, cmd);
	case RUNNER_START:
	case RUNNER_CUT: /* came too late: what it was meant for is over */
		return 0;
	}
	return -EINVAL;
}

static void serve(struct runner_state *st)
{
	for (;;) {
		struct pollfd pfd = { .fd = st->fd, .events = POLLIN };
		struct runner_cmd cmd;
		int n = poll(&pfd, 1, st->active ? LEFT_ALONE_MS : -1);

		if (n == 0)
			runner_end_group(st);
		if (n <= 0)
			continue;
		if (recv(st->fd, &cmd, sizeof(cmd), 0) != sizeof(cmd))
			break;
		if (obey(st, &cmd))
			break;
	}
	runner_end_group(st);
}

/* The terminal's signals are for the dashboard; TERM and KILL end the runner, and the workers with it. */
int runner_signals(void)
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

void runner_main(int fd, struct ledger *ledger, int life_fd, pid_t parent,
		 const struct runner_reply *hello)
{
	struct runner_state st = { .fd = fd, .ledger = ledger };
	struct runner_reply r = *hello;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
	prctl(PR_SET_NAME, "ctxtop-runner");
	st.sigfd = runner_signals();
	st.allowed = read_affinity(&st.set_size);
	if (st.sigfd < 0 || !st.allowed)
		_exit(1);
	st.close_fds[0] = fd;
	st.close_fds[1] = st.sigfd;
	st.close_fds[2] = life_fd;
	st.close_fds[3] = -1;
	prctl(PR_SET_TIMERSLACK, 1);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	raise_limits();
	r.pid = getpid();
	if (!runner_reply_send(&st, &r))
		serve(&st);
	_exit(0);
}
