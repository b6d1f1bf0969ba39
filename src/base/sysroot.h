/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sysroot: read the texts of /proc and /sys below a root folder, "/" or a captured machine.
 *
 * Invariant: only reads; a path given here begins with "/" and never leaves the root, neither by ".."
 * nor by a link of a captured machine (before Linux 5.6 the latter is not kept).
 */
#ifndef CTXTOP_SYSROOT_H
#define CTXTOP_SYSROOT_H

#include <stddef.h>
#include <stdbool.h>

struct sysroot {
	int dirfd;	 /* the root folder */
	bool live;	 /* true for "/": the running machine */
	char path[4096]; /* as the user gave it */
};

/* A growing text buffer, reused between reads; text is always terminated. Zeroed = empty. */
struct textbuf {
	char *data;
	size_t len, size;
};

/* Open @path as root. 0 or -errno. */
int sysroot_open(struct sysroot *r, const char *path);
void sysroot_close(struct sysroot *r);

/* Open a file below the root, O_RDONLY|O_CLOEXEC. A descriptor or -errno. */
int sysroot_fd(const struct sysroot *r, const char *path);

/* Read a whole file by a kept descriptor, from offset 0, until read() returns 0. 0 or -errno. */
int textbuf_read_fd(struct textbuf *b, int fd);
/* Open, read, close. 0 or -errno. */
int sysroot_read(const struct sysroot *r, const char *path, struct textbuf *b);
void textbuf_free(struct textbuf *b);

/* First line of a small file without its newline into @buf. 0 or -errno (@buf is then ""). */
int sysroot_line(const struct sysroot *r, const char *path, char *buf, size_t size);
bool sysroot_exists(const struct sysroot *r, const char *path);

#endif
