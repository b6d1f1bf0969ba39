// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * isolate_join: into the IPC namespace of the workers, to see and set its sysctls.
 *
 * Invariant: on failure the thread stays where it was.
 */
#include "bench/isolate.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

int isolate_join(pid_t pid, struct err *e)
{
	char path[64];
	int fd, ret;

	text_format(path, sizeof(path), "/proc/%d/ns/ipc", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return err_sys(e, errno, "%s", path);
	ret = setns(fd, CLONE_NEWIPC) ? err_sys(e, errno, "the workers' IPC namespace") : 0;
	close(fd);
	return ret;
}
