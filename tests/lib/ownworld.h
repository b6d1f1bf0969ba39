/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ownworld: a place where a test may change settings: network, IPC and mount namespaces of its own, one
 * such test at a time, and a parent that puts the machine's own settings back whatever the test does.
 *
 * Invariant: only the settings named to ownworld_enter() may be changed outside the namespaces.
 */
#ifndef CTXTOP_TESTS_OWNWORLD_H
#define CTXTOP_TESTS_OWNWORLD_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Called first in main(). Returns in a child; its parent waits, puts @paths back (@n of them, those that
 * can be read) and ends with the child's status, or with 1 if one had to be put back. Where the test
 * cannot have such a place (no root), ownworld_missing() says why and nothing was made.
 */
void ownworld_enter(const char *const *paths, size_t n);
const char *ownworld_missing(void);

/* The text of a file without its last newline; "?" if it cannot be read. Static, 8 in turn. */
const char *ownworld_read(const char *path);
/* As another program would write it. */
bool ownworld_write(const char *path, const char *text);

/* All settings below /proc/sys/kernel, vm, fs and net that can be read. */
struct snapshot {
	char **path, **text;
	size_t n;
};

void snapshot_take(struct snapshot *s);
void snapshot_free(struct snapshot *s);
/*
 * Take those that differ in @b out of @a: what changes by itself. Returns how many; the names of the first
 * ones into @names.
 */
size_t snapshot_differ(struct snapshot *a, const struct snapshot *b, bool drop, char *names,
		       size_t size);

#endif
