/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * source_file: a recording as a source, from a file or a pipe, plain or compressed by gzip.
 *
 * Invariant: it is read as far as events are asked for, never as a whole.
 */
#ifndef CTXTOP_SOURCE_FILE_H
#define CTXTOP_SOURCE_FILE_H

#include "stream/source.h"

/*
 * Open @path; "-": standard input. A regular file has no `fd` to poll, and next() always gives an event or
 * the end; of a pipe, a terminal or a socket next() takes what is there.
 *
 * next() passes over kinds this version does not know, and ends with words at a broken line that is not
 * the last ("FILE:LINE: what", -EINVAL), at what does not begin with EV_START, and at a newer format
 * (-EPROTONOSUPPORT). 0 or -errno with words.
 */
int source_file_open(const char *path, struct source **source, struct err *e);

#endif
