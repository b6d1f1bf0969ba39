/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * who: who wrote a setting: fanotify knows the process, the watch knows what the value is.
 *
 * A helper thread waits for the events, because a writer such as sysctl(8) is gone before the slice
 * ends; what it learns comes back through a pipe. Invariant: no state is shared with that thread; it
 * sleeps unless one of the marked files is touched.
 *
 * Not seen: writes through another mount of proc or from another PID or network namespace, and what
 * the kernel changes by itself. See the kernel's fanotify(7).
 */
#ifndef CTXTOP_WHO_H
#define CTXTOP_WHO_H

#include <sys/types.h>

#include "base/base.h"

/* A write and a change belong together when it is reported no later after the change was seen. */
#define WHO_NEAR_NS (300 * NSEC_PER_MSEC)

struct who;

struct writer {
	pid_t pid;    /* 0: of another PID namespace */
	bool ours;    /* one of who_ours() */
	int64_t t_ns; /* CLOCK_MONOTONIC, a little after the write */
	char comm[32];
	char cmdline[128]; /* arguments with blanks between; "" when it was gone already */
};

/*
 * Begin. 0; -EPERM for ordinary users and -ENOSYS for kernels without it, with words: then changes
 * have no author. Starts a thread: not before the forks of the helper processes.
 */
int who_open(struct who **w, struct err *e);
void who_close(struct who *w);
/* Mark a file of the running machine. 0 or -errno. Marking it again does no harm. */
int who_add(struct who *w, const char *path);
/* Take over what the thread learned since, without waiting. Number of writes. */
int who_read(struct who *w);
/* A process of ctxtop's own that writes settings: the guardian. */
void who_ours(struct who *w, pid_t pid);
/*
 * The writer of the file @path in the interval in which it changed, or the first reported after it, no
 * later than WHO_NEAR_NS. False: nobody was seen (yet: ask again at the next slice boundary).
 */
bool who_find(const struct who *w, const char *path, int64_t before_ns, int64_t after_ns,
	      struct writer *out);
#endif
