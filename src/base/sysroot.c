// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sysroot: reading below a root folder.
 *
 * Invariant: every path is resolved below dirfd, links and ".." included, so that a captured machine
 * is never mixed with the running one.
 */
#include "base/sysroot.h"
#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int sysroot_open(struct sysroot *r, const char *path)
{
	r->dirfd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (r->dirfd < 0)
		return -errno;
	text_copy(r->path, sizeof(r->path), path);
	r->live = !strcmp(path, "/");
	return 0;
}

void sysroot_close(struct sysroot *r)
{
	if (r->dirfd >= 0)
		close(r->dirfd);
	r->dirfd = -1;
}

static const char *relative(const char *path)
{
	while (*path == '/')
		path++;
	return *path ? path : ".";
}

/* A descriptor or -errno. */
static int open_below(const struct sysroot *r, const char *path, int flags)
{
	struct open_how how = { .flags = (unsigned)flags, .resolve = RESOLVE_IN_ROOT };
	long fd = -1;

	/* a captured tree may hold absolute links; on the running machine they are right as they are */
	if (!r->live) {
		fd = syscall(SYS_openat2, r->dirfd, relative(path), &how, sizeof(how));
		/* older than Linux 5.6, or a sandbox that does not know it */
		if (fd >= 0 || (errno != ENOSYS && errno != EPERM))
			return fd < 0 ? -errno : (int)fd;
	}
	fd = openat(r->dirfd, relative(path), flags);
	return fd < 0 ? -errno : (int)fd;
}

int sysroot_fd(const struct sysroot *r, const char *path)
{
	/* a captured tree may hold anything: a pipe that nobody writes into is not waited for */
	return open_below(r, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

static int textbuf_reserve(struct textbuf *b, size_t want)
{
	size_t size = MAX(b->size, (size_t)4096);
	char *data;

	while (size < want)
		size *= 2;
	if (size == b->size)
		return 0;
	data = realloc(b->data, size);
	if (!data)
		return -ENOMEM;
	b->data = data;
	b->size = size;
	return 0;
}

int textbuf_read_fd(struct textbuf *b, int fd)
{
	b->len = 0;
	for (;;) {
		ssize_t n;
		int ret = textbuf_reserve(b, b->len + 2);

		if (ret)
			return ret;
		n = pread(fd, b->data + b->len, b->size - b->len - 1, b->len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		b->len += n;
		b->data[b->len] = '\0';
		if (n == 0)
			return 0;
	}
}

int sysroot_read(const struct sysroot *r, const char *path, struct textbuf *b)
{
	int fd = sysroot_fd(r, path), ret;

	if (fd < 0)
		return fd;
	ret = textbuf_read_fd(b, fd);
	close(fd);
	return ret;
}

void textbuf_free(struct textbuf *b)
{
	free(b->data);
	*b = (struct textbuf){ 0 };
}

int sysroot_line(const struct sysroot *r, const char *path, char *buf, size_t size)
{
	int fd = sysroot_fd(r, path);
	ssize_t n;

	buf[0] = '\0';
	if (fd < 0)
		return fd;
	do {
		n = read(fd, buf, size - 1);
	} while (n < 0 && errno == EINTR);
	if (n < 0) {
		n = -errno;
		buf[0] = '\0';
	} else {
		buf[n] = '\0';
		buf[strcspn(buf, "\n")] = '\0';
		n = 0;
	}
	close(fd);
	return (int)n;
}

bool sysroot_exists(const struct sysroot *r, const char *path)
{
	int fd = open_below(r, path, O_PATH | O_CLOEXEC);

	if (fd < 0)
		return false;
	close(fd);
	return true;
}
