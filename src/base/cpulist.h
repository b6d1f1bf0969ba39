/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cpulist: lists of CPU numbers as the kernel writes and takes them, "0-3,8".
 *
 * Pure. Invariant: a text that is no list changes nothing.
 */
#ifndef CTXTOP_CPULIST_H
#define CTXTOP_CPULIST_H

#include <stddef.h>

/*
 * An ascending list of CPU numbers as the kernel writes them, "0-3,8". What does not fit is cut
 * before a comma and marked by "...".
 */
void cpulist_format(char *buf, size_t size, const int *cpu, size_t n);
/*
 * Copy @list as the kernel wrote it, without blanks at its ends. What does not fit is cut before a
 * comma, and marked with the number of all its CPUs: "0,4,8,... (44 CPUs)".
 */
void cpulist_shorten(char *buf, size_t size, const char *list);
/*
 * Parse such a list, calling @each (may be NULL) per CPU, in the order of the text. "" holds no
 * CPU, nor does "(null)", which old kernels print. Number of CPUs, or -EINVAL without any call.
 */
int cpulist_parse(const char *text, void (*each)(void *arg, int cpu), void *arg);

#endif
