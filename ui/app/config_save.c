// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * config_save: where the config file lies, and saving it.
 *
 * Invariant: saving never follows a symbolic link, never leaves half a file and never touches what
 * belongs to somebody else.
 */
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/config_text.h"

int config_path(char *buf, size_t size)
{
	const char *xdg = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	const char *between = "";
	const struct passwd *pw;

	/* the XDG rules: a path that is not absolute is to be ignored */
	if (!xdg || *xdg != '/') {
		if (!home || !*home) {
			pw = getpwuid(geteuid());
			home = pw ? pw->pw_dir : NULL;
		}
		if (!home || *home != '/')
			return -ENOENT;
		xdg = home;
		between = "/.config";
	}
	if (strlen(xdg) + strlen(between) + sizeof("/ctxtop/ctxtop.conf") > size)
		return -ENOENT;
	text_format(buf, size, "%s%s/ctxtop/ctxtop.conf", xdg, between);
	return 0;
}

/* The folder part of @path; "." when it has none. */
static void folder_of(char *buf, size_t size, const char *path)
{
	char *slash;

	text_copy(buf, size, path);
	slash = strrchr(buf, '/');
	if (!slash)
		text_copy(buf, size, ".");
	else
		slash[slash == buf] = '\0';
}

static int make_folders(char *dir, struct err *e)
{
	for (char *p = dir + 1;; p++) {
		char kept = *p;

		if (kept && kept != '/')
			continue;
		*p = '\0';
		if (mkdir(dir, 0700) && errno != EEXIST) {
			int code = errno;

			/* a folder above that we may not write into does exist all the same */
			if (access(dir, F_OK))
				return err_sys(e, code, "cannot make the folder %.150s", dir);
		}
		*p = kept;
		if (!kept)
			return 0;
	}
}

/*
 * A new file may come into our own folders and into those of root (/tmp), never into those of
 * another user: under sudo, HOME may still be theirs.
 */
static int check_folder(const char *dir, struct err *e)
{
	char at[4096];
	struct stat st;

	text_copy(at, sizeof(at), dir);
	while (stat(at, &st)) {
		if (errno != ENOENT || !strcmp(at, ".") || !strcmp(at, "/"))
			return err_sys(e, errno, "cannot look at the folder %.150s", at);
		folder_of(at, sizeof(at), at);
	}
	if (!S_ISDIR(st.st_mode))
		return err_sys(e, ENOTDIR, "cannot save below %.150s", at);
	if (st.st_uid && st.st_uid != geteuid())
		return err_set(e, EPERM,
			       "%.120s belongs to another user (uid %u): nothing is saved there; "
			       "set HOME or use --config",
			       at, st.st_uid);
	return 0;
}

/* May @path be replaced? *@mode: that of the file which stands there, or 0644. */
static int check_file(const char *path, const char *dir, mode_t *mode, struct err *e)
{
	struct stat st;

	*mode = 0644;
	if (lstat(path, &st)) {
		if (errno != ENOENT)
			return err_sys(e, errno, "cannot look at %.150s", path);
		return check_folder(dir, e);
	}
	if (S_ISLNK(st.st_mode))
		return err_set(e, ELOOP,
			       "%.120s is a symbolic link: it is not replaced; save with --config "
			       "and the path it leads to",
			       path);
	if (!S_ISREG(st.st_mode))
		return err_set(e, EINVAL, "%.150s is not a plain file", path);
	if (st.st_uid != geteuid())
		return err_set(e, EPERM,
			       "%.120s belongs to another user (uid %u): it is not changed", path,
			       st.st_uid);
	*mode = st.st_mode & 0777;
	return 0;
}

/* What the file at @path has beside our own section ([setting NAME]...) is the user's: keep it as it is. */
static int copy_other_sections(FILE *out, const char *path)
{
	FILE *in = fopen(path, "re");
	bool other = false;
	char *line = NULL;
	size_t size = 0;
	int rc = 0;

	if (!in)
		return errno == ENOENT ? 0 : -errno;
	while (!rc && getline(&line, &size, in) >= 0) {
		const char *p = line + strspn(line, " \t");

		if (*p == '[') {
			other = strncmp(p, "[ctxtop]", strlen("[ctxtop]")) != 0;
			if (other)
				fputc('\n', out);
		}
		if (other && *p != '\n' && fputs(line, out) < 0)
			rc = -EIO;
	}
	free(line);
	fclose(in);
	return rc;
}

/* Write the temporary file and put it in the place of @path. 0 or -errno. */
static int replace(const struct config *c, int fd, const char *temp, const char *path, mode_t mode)
{
	FILE *out = fdopen(fd, "w");
	int rc;

	if (!out) {
		rc = -errno;
		close(fd);
		return rc;
	}
	rc = config_write_options(c, out, true);
	if (!rc)
		rc = copy_other_sections(out, path);
	if (!rc && (fchmod(fd, mode) || fsync(fd)))
		rc = -errno;
	if (fclose(out) && !rc)
		rc = -errno;
	if (!rc && rename(temp, path))
		rc = -errno;
	return rc;
}

int config_save(const struct config *c, const char *path, struct err *e)
{
	char dir[4096], temp[4096];
	mode_t mode;
	int fd, rc;

	if (strlen(path) + sizeof("/.ctxtop.XXXXXX") > sizeof(temp))
		return err_sys(e, ENAMETOOLONG, "cannot save to %.150s", path);
	folder_of(dir, sizeof(dir), path);
	rc = check_file(path, dir, &mode, e);
	if (!rc)
		rc = make_folders(dir, e);
	if (rc)
		return rc;
	text_format(temp, sizeof(temp), "%s/.ctxtop.XXXXXX", dir);
	fd = mkostemp(temp, O_CLOEXEC);
	if (fd < 0)
		return err_sys(e, errno, "cannot write into the folder %.150s", dir);
	rc = replace(c, fd, temp, path, mode);
	if (!rc)
		return 0;
	unlink(temp);
	return err_sys(e, -rc, "cannot save %.150s", path);
}
