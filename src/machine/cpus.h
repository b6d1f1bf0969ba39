/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cpus: which CPUs a machine has, in each sense of the word.
 *
 * Invariant: each sense has one source, whose figure is shown everywhere. A captured machine is told by
 * its own files alone.
 */
#ifndef CTXTOP_CPUS_H
#define CTXTOP_CPUS_H

#include "base/sysroot.h"

/*
 * The CPUs that are online, ascending, malloc'd into @cpus: those with a line in /proc/stat, for load and
 * interrupts are shown of these; without that file those of /sys. How many, or -errno.
 */
int cpus_online(const struct sysroot *root, int **cpus);
/* Those that /sys calls online, which a container's view may bend. How many, or -errno. */
int cpus_online_in_sys(const struct sysroot *root, int **cpus);
/*
 * Those that the calling thread may use: its affinity mask, which a cpuset narrows. Of a captured machine
 * those that the capturing process might use; -ENODATA where it left no /proc/self/status.
 */
int cpus_allowed(const struct sysroot *root, int **cpus);

#endif
