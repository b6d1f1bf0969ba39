/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cgroup: how much CPU time the control group of a process may use, and for how long it was held back.
 *
 * Invariant: reads only. Version 1 and 2 are both known; a quota of any group above counts too, for it
 * holds back what is below it.
 */
#ifndef CTXTOP_CGROUP_H
#define CTXTOP_CGROUP_H

#include <sys/types.h>

#include "base/base.h"
#include "base/sysroot.h"

#define CGROUP_LEVELS 16 /* groups above one another that are looked at */

struct cgroup_level {
	int fd; /* of its cpu.stat */
	uint64_t throttled_ns;
};

struct cgroup {
	struct cgroup_level level[CGROUP_LEVELS];
	size_t n;
	bool has_quota;
	double quota;	 /* CPUs: the least of the group and of those above it */
	char group[256]; /* line of /proc/PID/cgroup it was found by */
};

/*
 * Find the group of @pid (0: the calling process). 0; -ENOENT: there is none whose CPU time is
 * controlled; else -errno. @c is valid in every case.
 */
int cgroup_open(struct cgroup *c, const struct sysroot *root, pid_t pid);
void cgroup_close(struct cgroup *c);
/* Has @pid moved to another group since? */
bool cgroup_moved(const struct cgroup *c, const struct sysroot *root, pid_t pid);
/*
 * The time for which CPUs of the group were held back since the call before, summed over CPUs; of groups
 * above one another that which was held back longest. False: no group, or the first call.
 */
bool cgroup_throttled(struct cgroup *c, int64_t *ns);

/* Pure. What cpu.stat says, of either version. False: nothing of throttling. */
bool cgroup_parse_stat(const char *text, uint64_t *throttled_ns);
/* Pure. "50000 100000" of cpu.max as CPUs. False: "max", or no such text. */
bool cgroup_parse_max(const char *text, double *cpus);
/*
 * Pure. Where the group of the line @line of /proc/PID/cgroup ("1:cpu:/a", "0::/a") stands, by the text
 * of /proc/PID/mountinfo, into @path; @depth: bytes of it that are the mount point. False: not mounted.
 */
bool cgroup_path(const char *mountinfo, const char *line, char *path, size_t size, size_t *depth);

#endif
