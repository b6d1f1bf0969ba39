// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * identity: boot id, start time, network namespace.
 *
 * Invariant: always of the running machine, whatever machine --sysroot shows.
 */
#include "guardian/identity.h"
#include "base/sysroot.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { STAT_COMMAND = 2, STAT_STARTTIME = 22 }; /* fields of /proc/PID/stat, proc(5) */

static int live_line(const char *path, char *buf, size_t size)
{
	struct sysroot root;
	int ret = sysroot_open(&root, "/");

	if (ret)
		return ret;
	ret = sysroot_line(&root, path, buf, size);
	sysroot_close(&root);
	return ret;
}

int identity_boot(char *buf, size_t size, struct err *e)
{
	int ret = live_line("/proc/sys/kernel/random/boot_id", buf, size);

	if (!ret && (!*buf || strpbrk(buf, " \\")))
		ret = -EINVAL;
	return ret ? err_sys(e, -ret, "the boot id, which the undo journal needs") : 0;
}

unsigned long long identity_start_time(long pid)
{
	char path[64], line[1024], *p;

	text_format(path, sizeof(path), "/proc/%ld/stat", pid);
	if (live_line(path, line, sizeof(line)))
		return 0;
	p = strrchr(line, ')'); /* the command may hold anything */
	for (int field = STAT_COMMAND; p && field < STAT_STARTTIME; field++)
		p = strchr(p + 1, ' ');
	return p ? strtoull(p + 1, NULL, 10) : 0;
}

uint64_t identity_netns(void)
{
	struct stat st;

	return stat("/proc/self/ns/net", &st) ? 0 : st.st_ino;
}
