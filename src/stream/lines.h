/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lines: a descriptor read line by line, plain or compressed by gzip, never more of it than a line needs.
 *
 * Invariant: what was read ahead is bounded by one line and one chunk; nothing waits unless asked to.
 */
#ifndef CTXTOP_LINES_H
#define CTXTOP_LINES_H

#include <stddef.h>

#include "base/base.h"

struct lines;

/* Read from @fd, which stays the caller's. NULL: no memory. */
struct lines *lines_new(int fd);
void lines_free(struct lines *l);
/*
 * The next line without its newline into *@text (ended by a NUL, good until the next call) and *@len; the
 * last one may lack the newline. @wait: until it is there, else -EAGAIN while it is not whole. 0;
 * -ENODATA at the end, also at one in the middle of a gzip member (the writer was killed); -errno with
 * words, in which @name stands.
 */
int lines_next(struct lines *l, bool wait, const char *name, char **text, size_t *len,
	       struct err *e);

#endif
