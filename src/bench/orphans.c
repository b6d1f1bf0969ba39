// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * orphans: children by /proc, killed until none is left.
 *
 * Invariant: costs one system call where there are none.
 */
#include "bench/orphans.h"
#include "base/base.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATIENCE_NS NSEC_PER_SEC

/* Kill those that the list names now; more may come to light in the next one. */
static void kill_listed(void)
{
	char path[64], buf[4096], *at = buf, *end;
	ssize_t n;
	int fd;

	text_format(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
	fd = open(path, O_RDONLY | O_CLOEXEC);
	n = fd < 0 ? -1 : read(fd, buf, sizeof(buf) - 1);
	if (fd >= 0)
		close(fd);
	buf[MAX(n, (ssize_t)0)] = '\0';
	for (;;) {
		long pid = strtol(at, &end, 10);

		/* a number that the end of the buffer has cut is another process's */
		if (end == at || *end != ' ')
			return;
		kill((pid_t)pid, SIGKILL);
		at = end;
	}
}

void orphans_end(void)
{
	int64_t give_up = now_ns() + PATIENCE_NS;
	pid_t pid;

	while ((pid = waitpid(-1, NULL, WNOHANG)) >= 0 && now_ns() < give_up) {
		if (pid)
			continue;
		kill_listed();
		usleep(100);
	}
}
