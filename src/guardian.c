// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * guardian: removes the System V objects that a killed dashboard and runner left in the host's IPC
 * namespace (in a namespace of their own they go with it).
 *
 * Invariant: it removes only what stands in the ledger, by keys that ctxtop made up itself.
 */
#include "guardian.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

void quiet_stdio(void)
{
	int fd = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (fd < 0)
		return;
	dup2(fd, STDIN_FILENO);
	dup2(fd, STDOUT_FILENO);
	if (fd > STDERR_FILENO)
		close(fd);
}

static void __attribute__((noreturn)) guardian_main(int fd, struct ledger *ledger)
{
	static const int ignored[] = { SIGINT,	SIGTERM, SIGHUP,  SIGQUIT, SIGPIPE,
				       SIGTSTP, SIGUSR1, SIGUSR2, SIGTTIN, SIGTTOU };
	sigset_t none;
	char byte;
	ssize_t n;

	prctl(PR_SET_NAME, "ctxtop-guardian");
	setsid();
	for (size_t i = 0; i < ARRAY_SIZE(ignored); i++)
		signal(ignored[i], SIG_IGN);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	quiet_stdio();
	do {
		n = read(fd, &byte, 1); /* nobody writes: this ends when nobody is left who could */
	} while (n > 0 || (n < 0 && errno == EINTR));
	ledger_sweep(ledger);
	_exit(0);
}

int guardian_start(struct guardian *g, struct ledger *ledger, struct err *e)
{
	int fd[2];

	if (pipe2(fd, O_CLOEXEC))
		return err_sys(e, errno, "pipe for the guardian");
	g->pid = fork();
	if (g->pid < 0) {
		int code = errno;

		close(fd[0]);
		close(fd[1]);
		return err_sys(e, code, "fork of the guardian");
	}
	if (!g->pid) {
		close(fd[1]);
		guardian_main(fd[0], ledger);
	}
	close(fd[0]);
	g->life_fd = fd[1];
	return 0;
}

void guardian_stop(struct guardian *g)
{
	if (g->pid <= 0)
		return;
	close(g->life_fd);
	while (waitpid(g->pid, NULL, 0) < 0 && errno == EINTR)
		;
	g->pid = -1;
}
