/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * setting_int: what the files of the settings share among themselves.
 *
 * Invariant: nothing outside src/setting*.c, src/settings*.c and src/watch.c includes this.
 */
#ifndef CTXTOP_SETTING_INT_H
#define CTXTOP_SETTING_INT_H

#include "settings/setting.h"

/* Words of a text, one after the other. */
struct words {
	const char *p;
};

/* The next word (no blanks, tabs, newlines) and its length; NULL at the end. */
const char *words_next(struct words *w, size_t *len);
/* Is @word one of the words of @text? */
bool words_have(const char *text, const char *word);
/* Runs of white space as one blank, none at the ends. 0; -E2BIG. */
int text_squeeze(const char *text, char *out, size_t size);
/*
 * A whole decimal (or 0x hex) number between INT64_MIN and UINT64_MAX into its one form. 0; -EINVAL
 * for anything else, also for a leading 0 that would make it octal to the kernel.
 */
int number_normalise(const char *text, size_t len, char *out, size_t size);
/* A normalised number. False: out of the range of int64. */
bool number_value(const char *text, int64_t *value);

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
