// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * runner: the dashboard's side: start of the runner, packets to it and from it, its end.
 *
 * Invariant: a runner that was started is reaped by runner_stop().
 */
#include "bench/runner.h"
#include "bench/runner_main.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int runner_start(struct runner *r, struct ledger *ledger, int life_fd, struct err *e)
{
	struct runner_reply hello;
	pid_t self = getpid();
	int fd[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fd))
		return err_sys(e, errno, "socketpair for the runner");
	r->pid = fork();
	if (r->pid < 0) {
		int code = errno;

		close(fd[0]);
		close(fd[1]);
		return err_sys(e, code, "fork of the runner");
	}
	if (!r->pid) {
		close(fd[0]);
		runner_main(fd[1], ledger, life_fd, self);
	}
	close(fd[1]);
	r->fd = fd[0];
	if (runner_recv(r, &hello) || hello.said != RUNNER_HELLO) {
		runner_stop(r);
		return err_set(e, ECHILD, "the runner process ended at its start");
	}
	r->own_ipc = hello.own_ipc;
	text_copy(r->isolation, sizeof(r->isolation), hello.text);
	return 0;
}

int runner_send(const struct runner *r, const struct runner_cmd *cmd)
{
	return send(r->fd, cmd, sizeof(*cmd), MSG_NOSIGNAL) == sizeof(*cmd) ? 0 : -EPIPE;
}

int runner_recv(const struct runner *r, struct runner_reply *reply)
{
	ssize_t n;

	do {
		n = recv(r->fd, reply, sizeof(*reply), 0);
	} while (n < 0 && errno == EINTR);
	return n == sizeof(*reply) ? 0 : -EPIPE;
}

int runner_stop(struct runner *r)
{
	int status = -1;

	if (r->fd >= 0)
		close(r->fd);
	r->fd = -1;
	if (r->pid <= 0)
		return -1;
	for (int ms = 0;; ms++) {
		pid_t got = waitpid(r->pid, &status, WNOHANG);

		if (got == r->pid || (got < 0 && errno != EINTR))
			break;
		if (ms == 1000)
			kill(r->pid, SIGKILL);
		usleep(1000);
	}
	r->pid = -1;
	return status;
}
