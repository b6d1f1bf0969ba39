/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * identity: which boot, process and network namespace this is: what sets a journal of now apart from one of
 * another time or place.
 *
 * Invariant: only reads.
 */
#ifndef CTXTOP_IDENTITY_H
#define CTXTOP_IDENTITY_H

#include "base/base.h"

/* The kernel's boot id. 0 or -errno with words. */
int identity_boot(char *buf, size_t size, struct err *e);
/* When process @pid began, in clock ticks since boot; 0 = unknown. */
unsigned long long identity_start_time(long pid);
/* The inode of this process's network namespace; 0 = unknown. */
uint64_t identity_netns(void);

#endif
