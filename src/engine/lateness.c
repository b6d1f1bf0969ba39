// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * lateness: schedstat read, and words.
 *
 * Invariant: without schedstat (CONFIG_SCHED_INFO=n) nothing else fails.
 */
#include "engine/lateness.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* CPU time, time on the run queue (ns), number of turns: Documentation/scheduler/sched-stats.rst */
static int64_t read_waited(int fd)
{
	char buf[80];
	ssize_t n = fd < 0 ? -1 : pread(fd, buf, sizeof(buf) - 1, 0);
	long long ns;

	if (n <= 0)
		return -1;
	buf[n] = '\0';
	return sscanf(buf, "%*u %lld", &ns) == 1 ? ns : -1;
}

void lateness_open(struct lateness *l)
{
	l->fd = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
	lateness_begin(l);
}

void lateness_close(struct lateness *l)
{
	if (l->fd >= 0)
		close(l->fd);
	l->fd = -1;
}

void lateness_begin(struct lateness *l)
{
	l->waited_ns = read_waited(l->fd);
}

int64_t lateness_waited(const struct lateness *l)
{
	int64_t now = read_waited(l->fd);

	return now < 0 || l->waited_ns < 0 ? -1 : now - l->waited_ns;
}

void lateness_text(char *buf, size_t size, int64_t late_ns, int64_t waited_ns)
{
	long long ms = late_ns / NSEC_PER_MSEC;

	if (waited_ns < 0)
		text_format(buf, size, "ctxtop got no CPU for %lld ms, or was stopped", ms);
	else if (waited_ns >= late_ns / 2)
		text_format(buf, size, "the machine was too busy: ctxtop got no CPU for %lld ms",
			    ms);
	else
		text_format(buf, size, "ctxtop was stopped for %lld ms", ms);
}
