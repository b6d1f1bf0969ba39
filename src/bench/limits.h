/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * limits: which limit of the machine a failed call has run into, in words.
 *
 * Invariant: a limit is named as reached only if its own figures say so.
 */
#ifndef CTXTOP_LIMITS_H
#define CTXTOP_LIMITS_H

#include <stddef.h>

/*
 * What stands behind @code of @call, " (kernel.msgmni queues exist already)", or "" if nothing is
 * known of it. For EAGAIN of fork() the limits of processes are read and the one reached is named.
 */
void limit_hint(const char *call, int code, char *buf, size_t size);

#endif
