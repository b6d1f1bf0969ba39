// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * theme_find: where theme files are, in order: a folder that was asked for, the user's, the
 * installed ones, those beside the program, btop's; then the built-in theme.
 *
 * Invariant: reads only; of themes with the same name the first folder wins, in the list and in loading.
 */
#include "term/theme.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SUFFIX	    ".theme"
#define MAX_FOLDERS 32
#define MAX_SIZE    (64 * 1024) /* of a theme file */

struct folders {
	char path[MAX_FOLDERS][4096];
	size_t n;
};

static void add_folder(struct folders *f, const char *base, size_t len, const char *below)
{
	/* the XDG base directory specification: relative paths are to be ignored */
	if (f->n == MAX_FOLDERS || !len || base[0] != '/' ||
	    len + strlen(below) >= sizeof(f->path[0]))
		return;
	snprintf(f->path[f->n++], sizeof(f->path[0]), "%.*s%s", (int)len, base, below);
}

/* $XDG_CONFIG_HOME or ~/.config, and themes of @program in it. */
static void add_user(struct folders *f, const char *program)
{
	const char *base = getenv("XDG_CONFIG_HOME");
	char below[64];
	struct passwd *pw;

	snprintf(below, sizeof(below), "/%s/themes", program);
	if (base && base[0] == '/') {
		add_folder(f, base, strlen(base), below);
		return;
	}
	snprintf(below, sizeof(below), "/.config/%s/themes", program);
	base = getenv("HOME");
	if (!base || !*base) {
		pw = getpwuid(geteuid());
		base = pw ? pw->pw_dir : "";
	}
	add_folder(f, base, strlen(base), below);
}

static void add_installed(struct folders *f, const char *program)
{
	const char *p = getenv("XDG_DATA_DIRS"), *end;
	char below[64];

	snprintf(below, sizeof(below), "/%s/themes", program);
	if (!p || !*p)
		p = "/usr/local/share:/usr/share";
	for (;; p = end + 1) {
		end = strchrnul(p, ':');
		add_folder(f, p, (size_t)(end - p), below);
		if (!*end)
			return;
	}
}

/* As installed below any prefix, and as in the source tree, where the program lies in build/. */
static void add_beside(struct folders *f)
{
	char exe[4096];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	char *slash;

	if (n <= 0)
		return;
	exe[n] = '\0';
	slash = strrchr(exe, '/');
	if (!slash)
		return;
	add_folder(f, exe, (size_t)(slash - exe), "/../share/ctxtop/themes");
	add_folder(f, exe, (size_t)(slash - exe), "/../themes");
}

static struct folders *find_folders(const char *dir)
{
	struct folders *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	if (dir && *dir && strlen(dir) < sizeof(f->path[0]))
		text_copy(f->path[f->n++], sizeof(f->path[0]), dir);
	add_user(f, "ctxtop");
	add_installed(f, "ctxtop");
	add_beside(f);
	add_user(f, "btop");
	add_installed(f, "btop");
	return f;
}

/* The text of a theme file, malloc'd; NULL with errno. */
static char *read_text(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat st;
	char *text = NULL;
	ssize_t n = 0, got = 0;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) < 0)
		goto out;
	if (!S_ISREG(st.st_mode) || st.st_size > MAX_SIZE) {
		errno = S_ISREG(st.st_mode) ? EFBIG : EINVAL;
		goto out;
	}
	text = malloc(MAX_SIZE + 1);
	if (!text)
		goto out;
	while (got < MAX_SIZE && (n = read(fd, text + got, (size_t)(MAX_SIZE - got))) > 0)
		got += n;
	text[got] = '\0';
	if (n < 0) {
		free(text);
		text = NULL;
	}
out:
	n = errno;
	close(fd);
	errno = (int)n;
	return text;
}

/* "nord.theme" -> "nord"; false if it is no theme's file name. */
static bool theme_name(char *name, size_t size, const char *file)
{
	size_t n = strlen(file);

	if (n <= strlen(SUFFIX) || strcmp(file + n - strlen(SUFFIX), SUFFIX) || file[0] == '.')
		return false;
	n -= strlen(SUFFIX);
	if (n >= size)
		return false;
	memcpy(name, file, n);
	name[n] = '\0';
	for (const char *p = name; *p; p++)
		if ((unsigned char)*p < 32 || *p == 127)
			return false; /* names are printed on terminals */
	return true;
}

static int load_file(struct theme *t, const char *path, const char *name, struct err *e)
{
	struct err inner = { 0 };
	char *text = read_text(path);
	int r;

	if (!text)
		return err_sys(e, errno, "cannot read the theme %s", path);
	r = theme_parse(t, text, &inner);
	free(text);
	if (r)
		return err_set(e, -r, "%s, %s", path, inner.text);
	text_copy(t->name, sizeof(t->name), name);
	text_copy(t->path, sizeof(t->path), path);
	return 0;
}

static int not_found(const char *name, const char *dir, struct err *e)
{
	char names[180] = "";
	struct theme_list l;
	size_t n = 0;

	if (!theme_list(&l, dir)) {
		for (size_t i = 0; i < l.n; i++)
			n += text_format(names + n, sizeof(names) - n, " %s", l.entry[i].name);
		theme_list_free(&l);
	}
	return err_set(e, ENOENT, "no theme '%.32s'; there are:%s", name, names);
}

int theme_load(struct theme *t, const char *name, const char *dir, struct err *e)
{
	char file[64], path[4096 + 80];
	struct folders *f;
	const char *slash = strrchr(name, '/');
	size_t i;
	int r = 0;

	if (slash) {
		if (!theme_name(file, sizeof(file), slash + 1))
			text_copy(file, sizeof(file), slash + 1);
		return load_file(t, name, file, e);
	}
	if (!theme_name(file, sizeof(file), name))
		text_copy(file, sizeof(file), name);
	f = find_folders(dir);
	if (!f)
		return err_sys(e, ENOMEM, "cannot look for the theme");
	for (i = 0; i < f->n; i++) {
		snprintf(path, sizeof(path), "%s/%s%s", f->path[i], file, SUFFIX);
		if (access(path, R_OK) == 0) {
			r = load_file(t, path, file, e);
			break;
		}
	}
	if (i == f->n && !strcmp(file, "default"))
		theme_builtin(t);
	else if (i == f->n)
		r = not_found(name, dir, e);
	free(f);
	return r;
}

static bool listed(const struct theme_list *l, const char *name)
{
	for (size_t i = 0; i < l->n; i++)
		if (!strcmp(l->entry[i].name, name))
			return true;
	return false;
}

static int list_add(struct theme_list *l, const char *name, const char *folder, const char *file)
{
	struct theme_entry *grown, *entry;

	if (listed(l, name))
		return 0;
	grown = realloc(l->entry, (l->n + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	l->entry = grown;
	entry = &grown[l->n++];
	memset(entry, 0, sizeof(*entry));
	text_copy(entry->name, sizeof(entry->name), name);
	if (file)
		text_format(entry->path, sizeof(entry->path), "%s/%s", folder, file);
	return 0;
}

static int list_folder(struct theme_list *l, const char *folder)
{
	DIR *d = opendir(folder);
	struct dirent *de;
	char name[64];
	int r = 0;

	if (!d)
		return 0;
	while (!r && (de = readdir(d)))
		if (theme_name(name, sizeof(name), de->d_name))
			r = list_add(l, name, folder, de->d_name);
	closedir(d);
	return r;
}

static int by_name(const void *a, const void *b)
{
	const struct theme_entry *x = a, *y = b;

	return strcmp(x->name, y->name);
}

int theme_list(struct theme_list *l, const char *dir)
{
	struct folders *f = find_folders(dir);
	int r = f ? 0 : -ENOMEM;

	memset(l, 0, sizeof(*l));
	for (size_t i = 0; f && !r && i < f->n; i++)
		r = list_folder(l, f->path[i]);
	if (!r)
		r = list_add(l, "default", "", NULL);
	free(f);
	if (r)
		theme_list_free(l);
	else
		qsort(l->entry, l->n, sizeof(*l->entry), by_name);
	return r;
}

void theme_list_free(struct theme_list *l)
{
	free(l->entry);
	memset(l, 0, sizeof(*l));
}
