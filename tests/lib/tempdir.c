// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * tempdir: a temporary folder that stands for a machine's / in tests.
 *
 * Invariant: nothing outside the folder made is written or removed.
 */
#include "tempdir.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"

__attribute__((noreturn)) static void give_up(const char *what)
{
	perror(what);
	exit(1);
}

void tempdir_make(char *dir, size_t size)
{
	const char *tmp = getenv("TMPDIR");

	text_format(dir, size, "%s/ctxtop-test-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(dir))
		give_up(dir);
}

void tempdir_write_bytes(const char *dir, const void *data, size_t len, const char *path)
{
	char full[512];
	int fd;

	text_format(full, sizeof(full), "%s/%s", dir, path);
	for (char *p = full + strlen(dir) + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		mkdir(full, 0755); /* one that cannot be made shows at open() */
		*p = '/';
	}
	fd = open(full, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (fd < 0 || write_all(fd, data, len) || close(fd))
		give_up(full);
}

void tempdir_write(const char *dir, const char *text, const char *path, ...)
{
	char name[256];
	va_list ap;

	va_start(ap, path);
	text_vformat(name, sizeof(name), path, ap);
	va_end(ap);
	tempdir_write_bytes(dir, text, strlen(text), name);
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

void tempdir_remove(const char *dir)
{
	if (nftw(dir, remove_one, 16, FTW_DEPTH | FTW_PHYS))
		give_up(dir);
}
