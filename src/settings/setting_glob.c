// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * setting_glob: the files below a root folder that match a pattern.
 *
 * Invariant: only folders are opened, only to list them; the order is the same in every run, with
 * numbers in their natural order.
 */
#include "settings/setting_int.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* More files than any machine has CPUs, times the states of each. */
#define PATHS_MAX 65536

const char *path_below(const char *path)
{
	path += strspn(path, "/");
	return *path ? path : ".";
}

void path_beside(const char *path, const char *name, char *buf, size_t size)
{
	const char *slash = strrchr(path, '/');

	if (name[0] == '/' || !slash)
		text_format(buf, size, "%s", name);
	else
		text_format(buf, size, "%.*s/%s", (int)(slash - path), path, name);
}

int paths_add(struct paths *p, const char *path)
{
	if (p->n == PATHS_MAX)
		return 0;
	if (p->n == p->size) {
		size_t size = p->size ? p->size * 2 : 4;
		char **more = realloc(p->path, size * sizeof(*more));

		if (!more)
			return -ENOMEM;
		p->path = more;
		p->size = size;
	}
	p->path[p->n] = strdup(path);
	if (!p->path[p->n])
		return -ENOMEM;
	p->n++;
	return 0;
}

void paths_free(struct paths *p)
{
	for (size_t i = 0; i < p->n; i++)
		free(p->path[i]);
	free(p->path);
	*p = (struct paths){ 0 };
}

static int by_version(const void *a, const void *b)
{
	return strverscmp(*(char *const *)a, *(char *const *)b);
}

static int match_rest(struct paths *p, const struct sysroot *root, const char *done,
		      const char *rest);

/* @done ends with '/'; @part (@len bytes) holds a wildcard. */
static int match_folder(struct paths *p, const struct sysroot *root, const char *done,
			const char *part, size_t len)
{
	char pattern[256], path[SETTING_RAW];
	struct dirent *d;
	DIR *dir;
	int fd, ret = 0;

	if (len >= sizeof(pattern))
		return 0;
	memcpy(pattern, part, len);
	pattern[len] = '\0';
	fd = openat(root->dirfd, path_below(done), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	dir = fd < 0 ? NULL : fdopendir(fd);
	if (!dir) {
		if (fd >= 0)
			close(fd);
		return 0;
	}
	while (!ret && (d = readdir(dir))) {
		if (d->d_name[0] == '.' || fnmatch(pattern, d->d_name, FNM_PERIOD))
			continue;
		if (text_format(path, sizeof(path), "%s%s", done, d->d_name) + 1 >= sizeof(path))
			continue;
		ret = match_rest(p, root, path, part + len);
	}
	closedir(dir);
	return ret;
}

/* Match what follows @done; @rest is empty or begins with '/'. */
static int match_rest(struct paths *p, const struct sysroot *root, const char *done,
		      const char *rest)
{
	size_t fixed = 0, part = 0;
	char path[SETTING_RAW];

	if (!rest[strspn(rest, "/")])
		return sysroot_exists(root, done) ? paths_add(p, done) : 0;
	/* take whole parts along until one holds a wildcard */
	for (;;) {
		part = fixed + strspn(rest + fixed, "/");
		if (!rest[part])
			break;
		if (strcspn(rest + part, "*?[") < strcspn(rest + part, "/"))
			break;
		fixed = part + strcspn(rest + part, "/");
	}
	if (!rest[part]) {
		text_format(path, sizeof(path), "%s%.*s", done, (int)fixed, rest);
		return sysroot_exists(root, path) ? paths_add(p, path) : 0;
	}
	if (text_format(path, sizeof(path), "%s%.*s/", done, (int)fixed, rest) + 1 >= sizeof(path))
		return 0;
	return match_folder(p, root, path, rest + part, strcspn(rest + part, "/"));
}

int paths_match(struct paths *p, const struct sysroot *root, const char *pattern)
{
	size_t before = p->n;
	int ret = match_rest(p, root, "", pattern);

	if (p->n > before + 1)
		qsort(p->path + before, p->n - before, sizeof(*p->path), by_version);
	return ret;
}
