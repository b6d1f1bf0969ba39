// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * watch_file: one file of a watched setting: its kept descriptor and its last text.
 *
 * Invariant: a descriptor is kept only while reading by it works.
 */
#include "settings/watch_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Beyond so many files a scan opens and closes: descriptors are for more than this. */
#define WATCH_KEPT_MAX 384

static void watch_file_close(struct watch_files *w, struct watch_file *f)
{
	if (f->fd < 0)
		return;
	close(f->fd);
	f->fd = -1;
	w->kept--;
}

/* Was the file of the kept descriptor removed? In a captured machine it still can be read. */
static bool watch_file_replaced(const struct watch_files *w, int fd)
{
	struct stat st;

	return !w->root->live && fstat(fd, &st) == 0 && st.st_nlink == 0;
}

int watch_file_read(struct watch_files *w, struct watch_file *f, const struct setting *s,
		    const char *path, char *raw)
{
	int fd, ret;

	if (f->fd >= 0 && watch_file_replaced(w, f->fd))
		watch_file_close(w, f);
	if (f->fd >= 0) {
		ret = setting_raw_fd(s, f->fd, raw);
		if (ret != -ENODEV && ret != -ENOENT)
			return ret;
		watch_file_close(w, f);
	}
	fd = sysroot_fd(w->root, path);
	if (fd < 0)
		return fd;
	ret = setting_raw_fd(s, fd, raw);
	if (ret || w->kept >= WATCH_KEPT_MAX) {
		close(fd);
		return ret;
	}
	f->fd = fd;
	w->kept++;
	return 0;
}

int watch_file_remember(struct watch_file *f, const char *raw)
{
	size_t len = strlen(raw) + 1;

	if (len > f->raw_len || !f->raw) {
		char *more = realloc(f->raw, MAX(len, (size_t)24));

		if (!more)
			return -ENOMEM;
		f->raw = more;
		f->raw_len = MAX(len, (size_t)24);
	}
	memcpy(f->raw, raw, len);
	return 0;
}

void watch_file_forget(struct watch_file *f)
{
	free(f->raw);
	f->raw = NULL;
	f->raw_len = 0;
}

void watch_file_free(struct watch_files *w, struct watch_file *f)
{
	watch_file_close(w, f);
	watch_file_forget(f);
}
