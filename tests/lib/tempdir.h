/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tempdir: a temporary folder that stands for a machine's / in tests.
 *
 * Invariant: any failure ends the test program, so that no test goes on with half a machine.
 */
#ifndef CTXTOP_TESTS_TEMPDIR_H
#define CTXTOP_TESTS_TEMPDIR_H

#include <stddef.h>

/* Make an empty folder below $TMPDIR or /tmp; its path into @dir. */
void tempdir_make(char *dir, size_t size);
/* Write @text into a file below @dir, making its folders. The path is formatted. */
void tempdir_write(const char *dir, const char *text, const char *path, ...)
	__attribute__((format(printf, 3, 4)));
/* The same for @len bytes of any kind. */
void tempdir_write_bytes(const char *dir, const void *data, size_t len, const char *path);
/* Remove @dir with all it holds. */
void tempdir_remove(const char *dir);

#endif
