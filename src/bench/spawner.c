// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * spawner: waits for a START, forks a runner, waits for its end, cleans up behind it, says so.
 *
 * Invariant: what was sent to a runner that died is thrown away; only a START begins the next one.
 */
#include "bench/spawner.h"
#include "base/stdio.h"
#include "bench/isolate.h"
#include "bench/orphans.h"
#include "bench/runner_main.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define END_MS 500 /* a runner that is to end by itself has so long */

struct spawner {
	int fd, sigfd, life_fd;
	struct ledger *ledger;
	struct runner_reply hello; /* of each runner; all share the namespace */
};

static void spawner_reply(const struct spawner *s, const struct runner_reply *r)
{
	if (send(s->fd, r, sizeof(*r), MSG_NOSIGNAL) != sizeof(*r))
		_exit(0); /* nobody is there any more, and there is no runner */
}

static void wait_for_start(const struct spawner *s)
{
	struct runner_cmd cmd;
	ssize_t n;

	do {
		n = recv(s->fd, &cmd, sizeof(cmd), 0);
		if (n == 0 || (n < 0 && errno != EINTR))
			_exit(0);
	} while (n != sizeof(cmd) || cmd.op != RUNNER_START);
}

static void drain(int sigfd)
{
	struct signalfd_siginfo si;

	while (read(sigfd, &si, sizeof(si)) == sizeof(si))
		;
}

/* Until the runner has ended, whose status it is; when the dashboard has, it is made to. */
static int wait_for_end(const struct spawner *s, pid_t pid)
{
	bool gone = false;
	int status;

	for (;;) {
		struct pollfd pfd[2] = { { .fd = s->sigfd, .events = POLLIN },
					 { .fd = gone ? -1 : s->fd } };
		pid_t got = waitpid(pid, &status, WNOHANG);
		int n;

		if (got == pid)
			return status;
		n = poll(pfd, 2, gone ? END_MS : -1);
		if (gone && n == 0)
			kill(pid, SIGKILL);
		drain(s->sigfd);
		gone |= n > 0 && (pfd[1].revents & (POLLHUP | POLLERR));
	}
}

static void run_one(struct spawner *s)
{
	struct runner_reply died = { .said = RUNNER_DIED };
	pid_t self = getpid(), pid = fork();

	if (pid < 0) {
		struct runner_reply failed = { .said = RUNNER_FAILED, .code = errno };
		struct err e;

		err_sys(&e, failed.code, "fork of the runner");
		text_copy(failed.text, sizeof(failed.text), e.text);
		spawner_reply(s, &failed);
		return;
	}
	if (!pid) {
		close(s->sigfd);
		runner_main(s->fd, s->ledger, s->life_fd, self, &s->hello);
	}
	died.status = wait_for_end(s, pid);
	orphans_end();
	ledger_sweep(s->ledger);
	spawner_reply(s, &died);
}

void spawner_main(int fd, struct ledger *ledger, int life_fd, pid_t parent)
{
	struct spawner s = { .fd = fd, .ledger = ledger, .life_fd = life_fd };

	prctl(PR_SET_NAME, "ctxtop-spawner");
	quiet_stdio();
	s.sigfd = runner_signals();
	if (s.sigfd < 0)
		_exit(1);
	s.hello.said = RUNNER_HELLO;
	s.hello.own_ipc = isolate_ipc(s.hello.text, sizeof(s.hello.text));
	/* after the namespaces: a change of credentials clears the death signal */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	for (;;) {
		wait_for_start(&s);
		run_one(&s);
	}
}
