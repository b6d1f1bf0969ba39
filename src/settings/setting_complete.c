// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * setting_complete: names that go on from what was typed.
 *
 * Invariant: only folders are listed, no file is opened; what is refused by its name is not offered.
 */
#include "settings/catalogue.h"
#include "settings/setting.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "settings/setting_int.h"

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool have(const struct paths *p, const char *name)
{
	for (size_t i = 0; i < p->n; i++)
		if (!strcmp(p->path[i], name))
			return true;
	return false;
}

/* Entries of one folder of /proc/sys whose name begins as the last part of @prefix does. */
static int list_folder(struct paths *p, const struct sysroot *root, const char *prefix)
{
	char folder[SETTING_RAW], path[2 * SETTING_RAW], name[SETTING_RAW];
	const char *dot = strrchr(prefix, '.');
	size_t head = dot ? (size_t)(dot - prefix) + 1 : 0;
	struct dirent *d;
	int fd, ret = 0;
	DIR *dir;

	text_format(name, sizeof(name), "%.*s", (int)head, prefix);
	if (head)
		name[head - 1] = '\0';
	sysctl_path(name, folder, sizeof(folder));
	fd = openat(root->dirfd, path_below(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	dir = fd < 0 ? NULL : fdopendir(fd);
	if (!dir) {
		if (fd >= 0)
			close(fd);
		return 0;
	}
	while (!ret && (d = readdir(dir))) {
		char part[256];

		if (d->d_name[0] == '.')
			continue;
		text_copy(part, sizeof(part), d->d_name);
		for (char *q = part; *q; q++)
			*q = *q == '.' ? '/' : *q;
		if (strncmp(part, prefix + head, strlen(prefix + head)))
			continue;
		text_format(path, sizeof(path), "%s%s%s", folder, head ? "/" : "", d->d_name);
		if (d->d_type != DT_DIR && setting_path_refused(path))
			continue;
		text_format(path, sizeof(path), "%.*s%s%s", (int)head, prefix, part,
			    d->d_type == DT_DIR ? "." : "");
		if (!have(p, path))
			ret = paths_add(p, path);
	}
	closedir(dir);
	return ret;
}

int setting_complete(const struct catalogue *c, const struct sysroot *root, const char *prefix,
		     char ***names)
{
	struct paths p = { 0 };
	char **more;
	int ret = 0;

	*names = NULL;
	for (size_t i = 0; i < c->n && !ret; i++)
		if (!strncmp(c->item[i]->name, prefix, strlen(prefix)))
			ret = paths_add(&p, c->item[i]->name);
	if (!ret && prefix[0] != '/')
		ret = list_folder(&p, root, prefix);
	if (ret) {
		paths_free(&p);
		return ret;
	}
	if (p.n)
		qsort(p.path, p.n, sizeof(*p.path), by_name);
	more = realloc(p.path, (p.n + 1) * sizeof(*more));
	if (!more) {
		paths_free(&p);
		return -ENOMEM;
	}
	more[p.n] = NULL;
	*names = more;
	return (int)p.n;
}

void setting_names_free(char **names)
{
	for (size_t i = 0; names && names[i]; i++)
		free(names[i]);
	free(names);
}
