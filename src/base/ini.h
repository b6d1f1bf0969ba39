/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ini: an INI file, read whole and once: its sections, keys and values with their lines. A wrapper
 * around inih, which does the parsing.
 *
 * Invariant: what was loaded is sound: every line was a section, "key = value", a comment or empty, and
 * none was cut. Every error has one line of words that begins with the file, if need be with the line.
 */
#ifndef CTXTOP_INI_H
#define CTXTOP_INI_H

#include "base/base.h"

#define INI_FILE_MAX (1024 * 1024) /* bytes of a file */
#define INI_LINE_MAX 198	   /* bytes of a line: inih's buffer without newline and end */

struct ini_entry {
	const char *section;	 /* "" in front of the first */
	const char *key, *value; /* key NULL: the line of the section itself */
	unsigned line;		 /* 1 is the first */
};

/* Zeroed: empty. */
struct ini {
	struct ini_entry *entry;
	size_t n;
	char *texts; /* of the entries */
	char name[128];
};

/*
 * The file @path: a plain file (or /dev/null) of at most INI_FILE_MAX bytes. 0 or -errno (-EINVAL for
 * what stands in it); nothing to free then.
 */
int ini_load(struct ini *ini, const char *path, struct err *e);
/* The same from @len bytes of text, called @name in words. */
int ini_load_text(struct ini *ini, const char *text, size_t len, const char *name, struct err *e);
void ini_free(struct ini *ini);

/* "FILE:LINE: words", control characters replaced: for what is wrong with a sound line. -EINVAL. */
int ini_wrong(const struct ini *ini, unsigned line, struct err *e, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

#endif
