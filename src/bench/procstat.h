/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * procstat: the few numbers of /proc/PID/stat, status and sched that a slice carries.
 *
 * Pure. Invariant: a number that is not in the text is reported as absent, never as 0.
 */
#ifndef CTXTOP_PROCSTAT_H
#define CTXTOP_PROCSTAT_H

#include <stdbool.h>
#include <stdint.h>

/* /proc/PID/stat: page faults (minor and major) and the CPU it ran on last. False: not of that form. */
bool procstat_stat(const char *text, uint64_t *faults, int *cpu);
/* /proc/PID/status: voluntary and involuntary context switches. */
bool procstat_status(const char *text, uint64_t *voluntary, uint64_t *involuntary);
/* /proc/PID/sched: migrations (only kernels with scheduler debugging have it). */
bool procstat_sched(const char *text, uint64_t *migrations);

#endif
