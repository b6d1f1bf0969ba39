// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * runner: the dashboard's side: start of spawner and runner, packets to them and from them, their end.
 *
 * Invariant: a spawner that was started is reaped by runner_stop().
 */
#include "bench/runner.h"
#include "bench/spawner.h"

#include <errno.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int runner_again(struct runner *r, struct err *e)
{
	struct runner_reply hello;

	if (runner_send(r, &(struct runner_cmd){ .op = RUNNER_START }) || runner_recv(r, &hello))
		return err_set(e, EPIPE, "the process that starts the runner has ended");
	if (hello.said == RUNNER_FAILED)
		return err_set(e, hello.code, "%s", hello.text);
	if (hello.said != RUNNER_HELLO)
		return err_set(e, ECHILD, "the runner process ended at its start");
	r->pid = hello.pid;
	r->own_ipc = hello.own_ipc;
	text_copy(r->isolation, sizeof(r->isolation), hello.text);
	return 0;
}

int runner_start(struct runner *r, struct ledger *ledger, int life_fd, struct err *e)
{
	pid_t self = getpid();
	int fd[2], ret;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fd))
		return err_sys(e, errno, "socketpair for the runner");
	*r = (struct runner){ .pid = -1, .fd = fd[0] };
	r->spawner = fork();
	if (r->spawner < 0) {
		int code = errno;

		close(fd[0]);
		close(fd[1]);
		return err_sys(e, code, "fork of the runner");
	}
	if (!r->spawner) {
		close(fd[0]);
		spawner_main(fd[1], ledger, life_fd, self);
	}
	close(fd[1]);
	ret = runner_again(r, e);
	if (ret)
		runner_stop(r);
	return ret;
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

void runner_kill(const struct runner *r)
{
	/* the runner has the spawner's death signal; it may be the one that was stopped */
	if (r->spawner > 0)
		kill(r->spawner, SIGKILL);
}

int runner_stop(struct runner *r)
{
	int status = -1;

	if (r->fd >= 0)
		close(r->fd);
	r->fd = r->pid = -1;
	if (r->spawner <= 0)
		return -1;
	for (int ms = 0;; ms++) {
		pid_t got = waitpid(r->spawner, &status, WNOHANG);

		if (got == r->spawner || (got < 0 && errno != EINTR))
			break;
		if (ms == 1000)
			runner_kill(r);
		usleep(1000);
	}
	r->spawner = -1;
	return status;
}
