// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * arrivals: a fingerprint of the folders and lists in which things appear.
 *
 * Invariant: what cannot be read is a part of the fingerprint as well: that it can be read now is news.
 */
#include "settings/arrivals.h"

#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "settings/setting_int.h"

#define BASIS UINT64_C(14695981039346656037)
#define PRIME UINT64_C(1099511628211)

void arrivals_open(struct arrivals *a, const struct sysroot *root)
{
	*a = (struct arrivals){ .mounts = -1 };
	if (root->live)
		a->mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
}

void arrivals_close(struct arrivals *a)
{
	if (a->mounts >= 0)
		close(a->mounts);
	a->mounts = -1;
}

static uint64_t add(uint64_t print, const void *bytes, size_t n)
{
	for (const unsigned char *p = bytes; n--; p++)
		print = (print ^ *p) * PRIME;
	return print;
}

/* A folder: how many folders it holds, and when it last got or lost something, as far as it says so. */
static uint64_t add_folder(uint64_t print, const struct sysroot *root, const char *path)
{
	struct stat st = { 0 };
	int64_t of[4];

	if (fstatat(root->dirfd, path_below(path), &st, 0))
		return add(print, "-", 1);
	of[0] = (int64_t)st.st_dev;
	of[1] = (int64_t)st.st_nlink;
	of[2] = st.st_mtim.tv_sec;
	of[3] = st.st_mtim.tv_nsec;
	return add(print, of, sizeof(of));
}

/* The names of the interfaces, not their counters. */
static uint64_t add_interfaces(uint64_t print, const struct sysroot *root)
{
	struct textbuf b = { 0 };

	if (!sysroot_read(root, "/proc/net/dev", &b)) {
		for (const char *line = b.data; *line; line += strcspn(line, "\n")) {
			line += strspn(line, "\n");
			print = add(print, line, strcspn(line, ":\n"));
		}
	}
	textbuf_free(&b);
	return print;
}

static uint64_t fingerprint(const struct sysroot *root)
{
	static const char *const folders[] = {
		"/sys/module",
		"/sys/devices/system/cpu",
		"/sys/devices/system/cpu/cpufreq",
		"/sys/devices/virtual/net",
		"/sys/kernel/debug",
		"/sys/kernel/tracing",
	};
	char online[256] = "";
	uint64_t print = BASIS;

	for (size_t i = 0; i < ARRAY_SIZE(folders); i++)
		print = add_folder(print, root, folders[i]);
	if (!sysroot_line(root, "/sys/devices/system/cpu/online", online, sizeof(online)))
		print = add(print, online, strlen(online));
	return add_interfaces(print, root);
}

/* The kernel tells it once for each open file; the list need not be read. */
static bool mounts_changed(const struct arrivals *a)
{
	struct pollfd pfd = { .fd = a->mounts, .events = POLLPRI };

	return a->mounts >= 0 && poll(&pfd, 1, 0) > 0 && pfd.revents & POLLPRI;
}

bool arrivals_look(struct arrivals *a, const struct sysroot *root)
{
	uint64_t print = fingerprint(root);
	bool mounts = mounts_changed(a), news = a->looked && (mounts || print != a->print);

	a->print = print;
	a->looked = true;
	return news;
}
