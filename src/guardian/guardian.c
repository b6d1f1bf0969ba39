// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * guardian: its start, its life, its end.
 *
 * Invariant: it removes only what stands in the ledger, by keys that ctxtop made up itself, and writes
 * settings only through `changes`.
 */
#include "guardian/guardian.h"
#include "base/stdio.h"
#include "guardian/changes.h"
#include "guardian/guardian_serve.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define HARD_TO_KILL "-500" /* oom_score_adj: whoever is short of memory takes others first */

struct ends {
	int life, calls, parent; /* parent: a pidfd, -1 where the kernel has none */
};

static void guardian_ignore_signals(void)
{
	static const int ignored[] = { SIGINT,	SIGTERM,   SIGHUP,  SIGQUIT, SIGPIPE,
				       SIGTSTP, SIGUSR1,   SIGUSR2, SIGTTIN, SIGTTOU,
				       SIGALRM, SIGVTALRM, SIGXCPU, SIGXFSZ };
	sigset_t none;

	for (size_t i = 0; i < ARRAY_SIZE(ignored); i++)
		signal(ignored[i], SIG_IGN);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static void guardian_be_spared(void)
{
	int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	/* refused to ordinary users: then it is as likely to be taken as any */
	if (write(fd, HARD_TO_KILL, strlen(HARD_TO_KILL)) < 0)
		errno = 0;
	close(fd);
}

static void close_between(int from, int to)
{
	if (from > to)
		return;
#ifdef SYS_close_range
	if (!syscall(SYS_close_range, (unsigned)from, (unsigned)to, 0))
		return;
#endif
	to = MIN(to, (int)sysconf(_SC_OPEN_MAX));
	for (int fd = from; fd <= to; fd++)
		close(fd);
}

/* Whatever else the dashboard has open is not the guardian's: it must not keep it alive. */
static void guardian_close_others(const struct ends *ends)
{
	const int keep[] = { ends->life, ends->calls, ends->parent };
	int from = STDERR_FILENO + 1;

	for (;;) {
		int next = INT32_MAX;

		for (size_t i = 0; i < ARRAY_SIZE(keep); i++)
			if (keep[i] >= from && keep[i] < next)
				next = keep[i];
		if (next == INT32_MAX)
			break;
		close_between(from, next - 1);
		from = next + 1;
	}
	close_between(from, INT32_MAX);
}

/* Answer calls until the dashboard is gone: its socket is closed, or its process has ended. */
static void guardian_serve(const struct ends *ends, struct changes *ch, pid_t from)
{
	struct serving s = { .ch = ch, .fd = ends->calls, .from = from };

	for (;;) {
		struct pollfd pfd[2] = { { .fd = ends->calls, .events = POLLIN },
					 { .fd = ends->parent, .events = POLLIN } };

		if (poll(pfd, 2, -1) < 0) {
			if (errno == EINTR)
				continue;
			break;
		}
		if (pfd[1].revents) /* calls of the dead are not answered */
			break;
		if (pfd[0].revents && serve_packet(&s) == -EPIPE)
			break;
	}
	serve_end(&s);
	close(ends->calls);
}

static void guardian_undo_rest(struct changes *ch)
{
	struct outcome_list nobody_hears = { 0 };

	changes_undo_all(ch, false, &nobody_hears);
	outcome_free(&nobody_hears);
	changes_give_up(ch);
	changes_end(ch);
}

static void guardian_wait_for_end(int life)
{
	char byte;
	ssize_t n;

	do {
		n = read(life, &byte,
			 1); /* nobody writes: this ends when nobody is left who could */
	} while (n > 0 || (n < 0 && errno == EINTR));
}

static void __attribute__((noreturn))
guardian_main(struct ends *ends, const struct guardian_config *c, pid_t parent)
{
	struct changes ch;

	prctl(PR_SET_NAME, "ctxtop-guardian");
	setsid();
	guardian_ignore_signals();
	quiet_stdio();
	guardian_be_spared();
	ends->parent = (int)syscall(SYS_pidfd_open, parent, 0);
	if (getppid() != parent && ends->parent >= 0) { /* too late: it may name somebody else */
		close(ends->parent);
		ends->parent = -1;
	}
	guardian_close_others(ends);
	changes_init(&ch, c->journal, parent, c->read_only);
	guardian_serve(ends, &ch, parent);
	guardian_undo_rest(&ch);
	guardian_wait_for_end(ends->life);
	if (c->ledger)
		ledger_sweep(c->ledger);
	_exit(0);
}

static void close_pair(const int fd[2])
{
	close(fd[0]);
	close(fd[1]);
}

static int guardian_fail(struct err *e, const char *what, int life[2], int calls[2])
{
	int code = errno;

	close_pair(life);
	if (calls)
		close_pair(calls);
	return err_sys(e, code, "%s for the guardian", what);
}

static pid_t fork_deaf(void)
{
	sigset_t all, old;
	pid_t pid;

	/* the child must be deaf before the first signal can reach it */
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &old);
	pid = fork();
	if (pid)
		sigprocmask(SIG_SETMASK, &old, NULL);
	return pid;
}

int guardian_start(struct guardian *g, const struct guardian_config *c, struct err *e)
{
	struct ends ends = { .parent = -1 };
	int life[2], calls[2], yes = 1;
	pid_t self = getpid();

	*g = (struct guardian){ .pid = -1, .life_fd = -1, .fd = -1 };
	if (pipe2(life, O_CLOEXEC))
		return err_sys(e, errno, "pipe for the guardian");
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, calls))
		return guardian_fail(e, "socketpair", life, NULL);
	/* the runner and the workers inherit the other end: the sender is looked at */
	if (setsockopt(calls[0], SOL_SOCKET, SO_PASSCRED, &yes, sizeof(yes)))
		return guardian_fail(e, "SO_PASSCRED", life, calls);
	g->pid = fork_deaf();
	if (g->pid < 0)
		return guardian_fail(e, "fork", life, calls);
	if (!g->pid) {
		close(life[1]);
		close(calls[1]);
		ends.life = life[0];
		ends.calls = calls[0];
		guardian_main(&ends, c, self);
	}
	close(life[0]);
	close(calls[0]);
	g->life_fd = life[1];
	g->fd = calls[1];
	return 0;
}

void guardian_wake(const struct guardian *g)
{
	if (g->pid > 0)
		kill(g->pid, SIGCONT);
}

static void let_go(struct guardian *g)
{
	close(g->fd);
	close(g->life_fd);
	g->fd = g->life_fd = -1;
	guardian_wake(g);
}

void guardian_stop(struct guardian *g)
{
	if (g->pid <= 0)
		return;
	let_go(g);
	while (waitpid(g->pid, NULL, 0) < 0 && errno == EINTR)
		;
	g->pid = -1;
}

void guardian_leave(struct guardian *g)
{
	let_go(g);
	g->pid = -1;
}
