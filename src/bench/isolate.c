// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * isolate: unshare(CLONE_NEWIPC), with a user namespace where that takes one.
 *
 * Invariant: user and group ids are mapped one to one right after the user namespace was made, since
 * POSIX queues refuse unmapped owners (EOVERFLOW).
 */
#include "bench/isolate.h"
#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static int write_text(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC), ret;

	if (fd < 0)
		return -errno;
	ret = write_all(fd, text, strlen(text));
	close(fd);
	return ret;
}

static int map_ids(uid_t uid, gid_t gid)
{
	char line[64];
	int ret;

	/* after the change of credentials /proc/self belongs to root until this says otherwise */
	prctl(PR_SET_DUMPABLE, 1);
	text_format(line, sizeof(line), "%u %u 1", (unsigned)uid, (unsigned)uid);
	ret = write_text("/proc/self/uid_map", line);
	if (ret)
		return ret;
	ret = write_text("/proc/self/setgroups", "deny");
	if (ret && ret != -ENOENT)
		return ret;
	text_format(line, sizeof(line), "%u %u 1", (unsigned)gid, (unsigned)gid);
	return write_text("/proc/self/gid_map", line);
}

bool isolate_ipc(char *text, size_t size)
{
	uid_t uid = geteuid();
	gid_t gid = getegid();
	char words[96];
	int code;

	if (!unshare(CLONE_NEWIPC)) {
		text_format(text, size, "own IPC namespace");
		return true;
	}
	if (!unshare(CLONE_NEWUSER | CLONE_NEWIPC)) {
		code = -map_ids(uid, gid);
		text_format(text, size, "own IPC and user namespace%s%s",
			    code ? ", ids not mapped: " : "",
			    code ? strerror_r(code, words, sizeof(words)) : "");
		return true;
	}
	text_format(text, size, "the host's IPC namespace (unshare: %s)",
		    strerror_r(errno, words, sizeof(words)));
	return false;
}
