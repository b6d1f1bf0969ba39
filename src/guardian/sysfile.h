/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sysfile: opening, reading and writing the files of settings on the running machine.
 *
 * Invariant: nothing is opened but regular files of kernel file systems that resolve below /proc/sys
 * or /sys, and the device /dev/cpu_dma_latency; a file is never truncated or made; a value is one
 * write().
 */
#ifndef CTXTOP_SYSFILE_H
#define CTXTOP_SYSFILE_H

#include "base/base.h"

#define SYSFILE_PATH 512 /* the longest path, its end included */
#define SYSFILE_HELD "/dev/cpu_dma_latency"

/* 0 if @path is absolute, plain (no "..", "//") and below /proc/sys or /sys; else -EPERM with words. */
int sysfile_check(const char *path, struct err *e);

/* The name under which the kernel has the file: links resolved, so that two names of one file are one. */
int sysfile_canonical(const char *path, char out[SYSFILE_PATH], struct err *e);

/* The whole text of @path. -EFBIG if it does not fit, -EILSEQ if it holds a NUL; else 0 or -errno. */
int sysfile_read(const char *path, char *buf, size_t size, struct err *e);

/* @value and a newline in one write(). 0 or -errno with words; -EIO if only a part was taken. */
int sysfile_write(const char *path, const char *value, struct err *e);

/* Open /dev/cpu_dma_latency and keep it. A descriptor or -errno with words. */
int sysfile_hold(struct err *e);
/* Ask through @fd for at most @us microseconds. */
int sysfile_hold_set(int fd, int32_t us, struct err *e);
/* The limit in force now, whoever asked for it, as text ("2000000000" = none). */
int sysfile_hold_read(int fd, char *buf, size_t size);

/*
 * Open @rel below @root where the kernel has no openat2(): links are resolved first, then every step
 * is made without following any. Public for the tests.
 */
int sysfile_walk(const char *root, const char *rel, int flags);

#endif
