// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sysfile: the only place that opens the machine's settings for writing.
 *
 * Invariant: a path is looked at twice, as text before it is opened and as what was opened after.
 */
#include "guardian/sysfile.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum { MISC_MAJOR_DEVICES = 10 };

static const char *const roots[] = { "/proc/sys", "/sys" };

/* The root @path is below; *@rel is what follows it. */
static const char *root_of(const char *path, const char **rel)
{
	for (size_t i = 0; i < ARRAY_SIZE(roots); i++) {
		size_t n = strlen(roots[i]);

		if (strncmp(path, roots[i], n) || path[n] != '/')
			continue;
		*rel = path + n + 1;
		return roots[i];
	}
	return NULL;
}

static bool is_plain(const char *rel)
{
	for (const char *p = rel;; p++) {
		size_t n = strcspn(p, "/");

		if (!n || (n == 1 && p[0] == '.') || (n == 2 && p[0] == '.' && p[1] == '.'))
			return false;
		for (size_t i = 0; i < n; i++)
			if (iscntrl((unsigned char)p[i]))
				return false;
		p += n;
		if (!*p)
			return true;
	}
}

int sysfile_check(const char *path, struct err *e)
{
	const char *rel;

	if (strlen(path) >= SYSFILE_PATH)
		return err_set(e, ENAMETOOLONG, "%.60s...: the path is too long", path);
	if (!root_of(path, &rel) || !is_plain(rel))
		return err_set(e, EPERM, "%s: not a plain path below /proc/sys or /sys", path);
	return 0;
}

/* ---- opening ---- */

int sysfile_walk(const char *root, const char *rel, int flags)
{
	char path[SYSFILE_PATH + 16], real[PATH_MAX], *step, *save = NULL;
	size_t n = strlen(root);
	int fd, next;

	text_format(path, sizeof(path), "%s/%s", root, rel);
	if (!realpath(path, real))
		return -errno;
	if (strncmp(real, root, n) || real[n] != '/')
		return -EXDEV;
	fd = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0)
		return -errno;
	for (step = strtok_r(real + n, "/", &save); fd >= 0 && step;) {
		char *after = strtok_r(NULL, "/", &save);

		next = openat(fd, step,
			      (after ? O_PATH | O_DIRECTORY : flags) | O_NOFOLLOW | O_CLOEXEC);
		if (next < 0)
			next = -errno;
		close(fd);
		fd = next;
		step = after;
	}
	return fd;
}

static int open_beneath(const char *root, const char *rel, int flags)
{
	struct open_how how = { .flags = (uint64_t)(flags | O_CLOEXEC),
				.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS };
	int dir = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC), fd;

	if (dir < 0)
		return -errno;
	do {
		fd = (int)syscall(SYS_openat2, dir, rel, &how, sizeof(how));
	} while (fd < 0 && (errno == EINTR || errno == EAGAIN));
	if (fd < 0)
		fd = -errno;
	close(dir);
	/* EPERM: how filters of older container engines answer calls they do not know */
	if (fd == -ENOSYS || fd == -EPERM)
		fd = sysfile_walk(root, rel, flags);
	return fd;
}

static bool is_kernel_fs(int fd)
{
	static const long kinds[] = { PROC_SUPER_MAGIC, SYSFS_MAGIC,	    DEBUGFS_MAGIC,
				      TRACEFS_MAGIC,	CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC };
	struct statfs fs;

	if (fstatfs(fd, &fs))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if ((long)fs.f_type == kinds[i])
			return true;
	return false;
}

static const char *errno_words(int code, bool writing)
{
	bool root = geteuid() == 0;

	switch (code) {
	case EACCES:
		if (root)
			return writing ? "the kernel lets nobody write it (read-only here)"
				       : "the kernel lets nobody read it, so it could not be put "
					 "back";
		return writing ? "needs root" : "may not be read without root";
	case EPERM:
		return root ? "the kernel refuses it here (lockdown, or it manages this itself)"
			    : "needs root";
	case EROFS:
		return "the file system is mounted read-only (a container?)";
	case EINVAL:
	case ERANGE:
	case EOVERFLOW:
		return "the kernel refuses this value (out of range, or not now)";
	case ENOENT:
	case ENODEV:
	case ENXIO:
		return "not there (absent on this machine, or gone)";
	case EBUSY:
		return "busy: another setting, or a device in use, forbids it now";
	default:
		return NULL;
	}
}

static int fail(struct err *e, int code, const char *path, bool writing)
{
	const char *words = errno_words(code, writing);

	return words ? err_set(e, code, "%s: %s", path, words) : err_sys(e, code, "%s", path);
}

static int open_setting(const char *path, int flags, struct err *e)
{
	const char *rel, *root = root_of(path, &rel);
	struct stat st;
	int fd, ret = sysfile_check(path, e);

	if (ret)
		return ret;
	fd = open_beneath(root, rel, flags & O_PATH ? flags : flags | O_NONBLOCK | O_NOCTTY);
	if (fd == -EXDEV || fd == -ELOOP)
		return err_set(e, EPERM, "%s: leads out of %s", path, root);
	if (fd < 0)
		return fail(e, -fd, path, (flags & O_ACCMODE) != O_RDONLY);
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && is_kernel_fs(fd))
		return fd;
	close(fd);
	return err_set(e, EPERM, "%s: not a setting of the kernel", path);
}

int sysfile_canonical(const char *path, char out[SYSFILE_PATH], struct err *e)
{
	int fd = open_setting(path, O_PATH, e);
	char link[64], real[PATH_MAX];
	ssize_t n;

	if (fd < 0)
		return fd;
	text_format(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, real, sizeof(real) - 1);
	if (n < 0)
		n = -errno;
	close(fd);
	if (n < 0)
		return err_sys(e, (int)-n, "%s: its name", path);
	real[n] = '\0';
	n = sysfile_check(real, e);
	if (!n)
		text_copy(out, SYSFILE_PATH, real);
	return (int)n;
}

/* ---- reading and writing ---- */

int sysfile_read(const char *path, char *buf, size_t size, struct err *e)
{
	int fd = open_setting(path, O_RDONLY, e);
	size_t len = 0;
	ssize_t n = 1;

	if (fd < 0)
		return fd;
	while (n > 0 && len + 1 < size) {
		n = read(fd, buf + len, size - 1 - len);
		if (n < 0 && errno == EINTR)
			n = 1;
		else if (n > 0)
			len += n;
	}
	if (n < 0)
		n = -errno;
	close(fd);
	buf[len] = '\0';
	if (n < 0)
		return fail(e, (int)-n, path, false);
	if (len + 1 >= size)
		return err_set(e, EFBIG, "%s: too long to be saved", path);
	if (strlen(buf) != len)
		return err_set(e, EILSEQ, "%s: not a text", path);
	return 0;
}

int sysfile_write(const char *path, const char *value, struct err *e)
{
	int fd = open_setting(path, O_WRONLY, e), code;
	size_t len = strlen(value);
	char *line;
	ssize_t n;

	if (fd < 0)
		return fd;
	line = malloc(len + 2);
	if (!line) {
		close(fd);
		return err_set(e, ENOMEM, "no memory");
	}
	memcpy(line, value, len);
	memcpy(line + len, "\n", 2);
	do {
		n = write(fd, line, len + 1);
	} while (n < 0 && errno == EINTR);
	code = errno;
	free(line);
	close(fd);
	if (n < 0)
		return fail(e, code, path, true);
	if ((size_t)n != len + 1)
		return err_set(e, EIO, "%s: only %zd of %zu bytes were taken", path, n, len + 1);
	return 0;
}

/* ---- the held device ---- */

int sysfile_hold(struct err *e)
{
	int fd = open(SYSFILE_HELD, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	struct stat st;

	if (fd < 0)
		return fail(e, errno, SYSFILE_HELD, true);
	if (!fstat(fd, &st) && S_ISCHR(st.st_mode) && major(st.st_rdev) == MISC_MAJOR_DEVICES)
		return fd;
	close(fd);
	return err_set(e, EPERM, "%s: not the kernel's device", SYSFILE_HELD);
}

int sysfile_hold_set(int fd, int32_t us, struct err *e)
{
	ssize_t n = write(fd, &us, sizeof(us));

	if (n < 0)
		return fail(e, errno, SYSFILE_HELD, true);
	return n == sizeof(us) ? 0 : err_set(e, EIO, "%s: not taken", SYSFILE_HELD);
}

int sysfile_hold_read(int fd, char *buf, size_t size)
{
	int32_t us;
	ssize_t n = pread(fd, &us, sizeof(us), 0);

	text_format(buf, size, "%s", "");
	if (n != sizeof(us))
		return n < 0 ? -errno : -EIO;
	text_format(buf, size, "%d", (int)us);
	return 0;
}
