// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * limits: RLIMIT_NPROC, pids.max of the cgroups above, threads-max and pid_max, against what is used.
 *
 * Invariant: only files that every user may read; what cannot be read is not named.
 */
#include "bench/limits.h"
#include "base/base.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define NEAR 8 /* others come and go while this is read */

static bool read_text(const char *path, char *buf, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, buf, size - 1);

	if (fd >= 0)
		close(fd);
	if (n <= 0)
		return false;
	buf[n] = '\0';
	return true;
}

/* False also for "max". */
static bool read_number(const char *path, long long *v)
{
	char buf[64], *end;

	if (!read_text(path, buf, sizeof(buf)))
		return false;
	*v = strtoll(buf, &end, 10);
	return end != buf;
}

static bool reached(long long used, long long limit)
{
	return used + NEAR >= limit;
}

/* All threads of the machine: "0.1 0.2 0.3 running/ALL last". */
static long long threads_of_all(void)
{
	char buf[128];
	const char *slash;

	if (!read_text("/proc/loadavg", buf, sizeof(buf)))
		return 0;
	slash = strchr(buf, '/');
	return slash ? strtoll(slash + 1, NULL, 10) : 0;
}

/* Threads of the calling user, by the owners of /proc/PID. */
static long long threads_of_user(void)
{
	DIR *dir = opendir("/proc");
	struct dirent *d;
	long long n = 0;

	while (dir && (d = readdir(dir))) {
		char path[300];
		struct stat st;

		if (d->d_name[0] < '0' || d->d_name[0] > '9')
			continue;
		text_format(path, sizeof(path), "/proc/%s/task", d->d_name);
		/* a link for each thread, and "." and ".." */
		if (!stat(path, &st) && st.st_uid == getuid())
			n += (long long)st.st_nlink - 2;
	}
	if (dir)
		closedir(dir);
	return n;
}

/* pids.max of @path, which ends in a slash, or of a cgroup above it, up to the mount. */
static bool cgroup_reached(const char *mount, char *path, char *buf, size_t size)
{
	for (;;) {
		char file[4400];
		long long limit, used;
		char *slash;

		text_format(file, sizeof(file), "%s%s/pids.max", mount, path);
		if (read_number(file, &limit)) {
			text_format(file, sizeof(file), "%s%s/pids.current", mount, path);
			if (read_number(file, &used) && reached(used, limit)) {
				text_format(buf, size,
					    " (pids.max = %lld of the cgroup %s is reached)", limit,
					    *path ? path : "/");
				return true;
			}
		}
		slash = strrchr(path, '/');
		if (!slash)
			return false;
		*slash = '\0';
	}
}

/* A line of /proc/self/cgroup: "4:pids:/a/b" (v1) or "0::/a/b" (v2). */
static bool cgroups_reached(char *buf, size_t size)
{
	char text[8192], *line, *rest = text;

	if (!read_text("/proc/self/cgroup", text, sizeof(text)))
		return false;
	while ((line = strsep(&rest, "\n"))) {
		char *names = strchr(line, ':'), *path = names ? strchr(names + 1, ':') : NULL;
		static const char *const v2[] = { "/sys/fs/cgroup", "/sys/fs/cgroup/unified" };

		if (!path)
			continue;
		*path++ = '\0';
		if (!strcmp(names + 1, "pids") &&
		    cgroup_reached("/sys/fs/cgroup/pids", path, buf, size))
			return true;
		for (size_t i = 0; i < ARRAY_SIZE(v2) && !names[1]; i++) {
			char copy[4096];

			text_copy(copy, sizeof(copy), path);
			if (cgroup_reached(v2[i], copy, buf, size))
				return true;
		}
	}
	return false;
}

/* root is above RLIMIT_NPROC. */
static bool nproc_reached(char *buf, size_t size)
{
	struct rlimit lim;

	if (!geteuid() || getrlimit(RLIMIT_NPROC, &lim) || lim.rlim_cur == RLIM_INFINITY ||
	    !reached(threads_of_user(), (long long)lim.rlim_cur))
		return false;
	text_format(buf, size, " (RLIMIT_NPROC = %llu is reached: ulimit -u)",
		    (unsigned long long)lim.rlim_cur);
	return true;
}

static void processes_hint(char *buf, size_t size)
{
	static const struct {
		const char *path, *name;
	} whole[] = {
		{ "/proc/sys/kernel/threads-max", "kernel.threads-max" },
		{ "/proc/sys/kernel/pid_max", "kernel.pid_max" },
	};
	long long used = threads_of_all(), limit;

	if (nproc_reached(buf, size) || cgroups_reached(buf, size))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(whole); i++) {
		if (!read_number(whole[i].path, &limit) || !reached(used, limit))
			continue;
		text_format(buf, size, " (%s = %lld is reached)", whole[i].name, limit);
		return;
	}
	text_copy(buf, size,
		  " (a limit of processes: ulimit -u, pids.max of a cgroup, kernel.threads-max, "
		  "kernel.pid_max)");
}

void limit_hint(const char *call, int code, char *buf, size_t size)
{
	buf[0] = '\0';
	if (!strcmp(call, "msgget") && code == ENOSPC)
		text_copy(buf, size, " (kernel.msgmni queues exist already)");
	else if (!strcmp(call, "semget") && code == ENOSPC)
		text_copy(buf, size, " (kernel.sem allows no further set)");
	else if (!strcmp(call, "fork") && code == EAGAIN)
		processes_hint(buf, size);
	else if (code == EMFILE || code == ENFILE)
		text_copy(buf, size, " (descriptor limit: ulimit -n)");
	else if (!strcmp(call, "sched_setaffinity") && code == EINVAL)
		text_copy(buf, size, " (the CPU went offline or left the cpuset)");
}
