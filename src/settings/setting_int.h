/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * setting_int: what the files of the settings share among themselves.
 *
 * Invariant: nothing outside src/setting*.c, src/settings*.c and src/watch.c includes this.
 */
#ifndef CTXTOP_SETTING_INT_H
#define CTXTOP_SETTING_INT_H

#include "settings/setting.h"

/* Paths, sorted so that cpu10 comes behind cpu2. */
struct paths {
	char **path;
	size_t n, size;
};

int paths_add(struct paths *p, const char *path);
void paths_free(struct paths *p);
/* All files (or folders) that match @pattern below @root, added to @p. 0 or -ENOMEM. */
int paths_match(struct paths *p, const struct sysroot *root, const char *pattern);
/* @path relative to the root's descriptor. */
const char *path_below(const char *path);
/* "@name beside @path" or @name itself when it begins with '/'. */
void path_beside(const char *path, const char *name, char *buf, size_t size);

/* Why @value is never written, or NULL. */
const char *setting_value_refused(const struct setting *s, const char *value);

/* The kind of a file guessed from its name and its raw text. */
enum setting_kind setting_guess(const char *path, const char *raw);

#endif
