/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * watch_file: the files of watched settings; a part of watch.
 *
 * Invariant: only watch.c and watch_file.c include this.
 */
#ifndef CTXTOP_WATCH_FILE_H
#define CTXTOP_WATCH_FILE_H

#include "settings/setting.h"

/* All of them. */
struct watch_files {
	const struct sysroot *root;
	size_t kept; /* open descriptors */
};

struct watch_file {
	int fd;		/* kept; -1: none, open at each reading */
	char *raw;	/* last text; NULL: could not be read */
	size_t raw_len; /* room in raw */
};

/* The present text into @raw (SETTING_RAW bytes). 0 or -errno. */
int watch_file_read(struct watch_files *w, struct watch_file *f, const struct setting *s,
		    const char *path, char *raw);
/* Make @raw the last text. 0 or -ENOMEM. */
int watch_file_remember(struct watch_file *f, const char *raw);
void watch_file_forget(struct watch_file *f);
void watch_file_free(struct watch_files *w, struct watch_file *f);

#endif
