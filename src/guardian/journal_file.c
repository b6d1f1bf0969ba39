// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * journal_file: opening, locking, appending, compacting, removing.
 *
 * Invariant: what is appended is whole lines, or the file is cut back to where it was.
 */
#include "guardian/journal_file.h"
#include "guardian/identity.h"
#include "base/sysroot.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define COMPACT_ABOVE (256 * 1024)
#define LOCK_TRIES    20 /* others hold it for an instant to look into it */
#define LOCK_WAIT_NS  (5 * NSEC_PER_MSEC)

void journal_place(char *buf, size_t size)
{
	const char *dir = geteuid() == 0 ? "/run" : secure_getenv("XDG_RUNTIME_DIR");

	if (dir && dir[0] == '/' && !faccessat(AT_FDCWD, dir, W_OK | X_OK, AT_EACCESS))
		text_format(buf, size, "%s/ctxtop.journal", dir);
	else
		text_format(buf, size, "/dev/shm/ctxtop-%u.journal", (unsigned)geteuid());
}

/* ---- the text ---- */

static char *read_text(int fd, size_t *len)
{
	struct textbuf b = { 0 };

	if (textbuf_read_fd(&b, fd)) {
		textbuf_free(&b);
		return NULL;
	}
	*len = b.len;
	return b.data;
}

static long owner_of(int fd, const char *boot)
{
	struct change_list l = { 0 };
	struct journal_note note = { 0 };
	size_t len;
	char *text = read_text(fd, &len);

	if (text)
		journal_replay(&l, text, len, boot, &note);
	free(text);
	change_free_all(&l);
	return note.owner;
}

/* ---- opening ---- */

static int open_file(const char *path, enum journal_mode mode, struct err *e)
{
	int flags = O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;

	for (int i = 0; i < LOCK_TRIES; i++) {
		int fd = -1;

		if (mode == JOURNAL_MAKE)
			fd = open(path, flags | O_CREAT | O_EXCL, 0600);
		if (fd < 0 && (mode != JOURNAL_MAKE || errno == EEXIST))
			fd = open(path, flags);
		if (fd >= 0)
			return fd;
		if (mode != JOURNAL_MAKE || errno != ENOENT)
			break; /* else it was removed in between */
	}
	if (errno == ENOENT && mode != JOURNAL_MAKE)
		return err_set(e, ENOENT, "%s: there is no undo journal", path);
	if (errno == ELOOP)
		return err_set(e, ELOOP, "the undo journal %s is a symbolic link: remove it", path);
	return err_sys(e, errno, "the undo journal %s cannot be opened", path);
}

static int check_file(int fd, const char *path, struct err *e)
{
	struct stat st;

	if (fstat(fd, &st))
		return err_sys(e, errno, "the undo journal %s", path);
	if (!S_ISREG(st.st_mode))
		return err_set(e, EPERM, "the undo journal %s is no regular file: remove it", path);
	if (st.st_uid != geteuid())
		return err_set(e, EPERM, "the undo journal %s belongs to user %u, not to %u", path,
			       (unsigned)st.st_uid, (unsigned)geteuid());
	if (st.st_mode & (S_IWGRP | S_IWOTH) || st.st_nlink > 1)
		return err_set(e, EPERM, "the undo journal %s can be written by others: remove it",
			       path);
	return 0;
}

static int lock_file(int fd, struct err *e, const char *boot)
{
	const struct timespec ts = { .tv_nsec = LOCK_WAIT_NS };
	long pid;

	for (int i = 0; i < LOCK_TRIES; i++) {
		if (!flock(fd, LOCK_EX | LOCK_NB))
			return 0;
		if (errno != EWOULDBLOCK && errno != EINTR)
			return err_sys(e, errno, "the lock of the undo journal");
		nanosleep(&ts, NULL);
	}
	pid = owner_of(fd, boot);
	if (pid)
		return err_set(e, EBUSY, "another ctxtop (pid %ld) holds the undo journal", pid);
	return err_set(e, EBUSY, "another ctxtop holds the undo journal");
}

/* Is the file under the name still the one that was locked? */
static bool is_named(int fd, const char *path)
{
	struct stat a, b;

	return !fstat(fd, &a) && !lstat(path, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static int open_locked(struct journal_file *j, enum journal_mode mode, struct err *e)
{
	for (int i = 0; i < LOCK_TRIES; i++) {
		int fd = open_file(j->path, mode, e);
		int ret = fd < 0 ? fd : check_file(fd, j->path, e);

		if (!ret)
			ret = lock_file(fd, e, j->boot);
		if (!ret && is_named(fd, j->path)) {
			j->fd = fd;
			return 0;
		}
		if (fd >= 0)
			close(fd);
		if (ret)
			return ret;
	}
	return err_set(e, EBUSY, "the undo journal %s comes and goes", j->path);
}

static int read_journal(struct journal_file *j, enum journal_mode mode, struct change_list *l,
			struct err *e)
{
	struct journal_note note;
	size_t len = 0;
	char *text = read_text(j->fd, &len);
	int ret = text ? journal_replay(l, text, len, j->boot, &note) : -EIO;

	free(text);
	if (ret)
		return err_sys(e, -ret, "the undo journal %s cannot be read", j->path);
	j->owner = note.owner;
	j->bad = note.bad;
	j->len = l->n ? note.complete : 0;
	if (!l->n)
		change_free_all(l);
	if (mode != JOURNAL_LOOK && j->len != len && ftruncate(j->fd, (off_t)j->len))
		return err_sys(e, errno, "the undo journal %s cannot be written", j->path);
	return 0;
}

static int append_owner(struct journal_file *j, long pid, struct err *e)
{
	char line[128];

	text_format(line, sizeof(line), "owner %s %ld\n", j->boot, pid);
	return journal_append(j, line, strlen(line), e);
}

int journal_open(struct journal_file *j, const char *path, enum journal_mode mode, long pid,
		 struct change_list *l, struct err *e)
{
	int ret;

	*j = (struct journal_file){ .fd = -1 };
	text_copy(j->path, sizeof(j->path), path);
	ret = identity_boot(j->boot, sizeof(j->boot), e);
	if (!ret)
		ret = open_locked(j, mode, e);
	if (ret)
		return ret;
	ret = read_journal(j, mode, l, e);
	if (!ret && mode != JOURNAL_LOOK && (j->owner != pid || !j->len))
		ret = append_owner(j, pid, e);
	if (ret) {
		journal_close(j, mode == JOURNAL_MAKE && !l->n);
		change_free_all(l);
	}
	return ret;
}

int journal_append(struct journal_file *j, const char *text, size_t len, struct err *e)
{
	ssize_t n;
	int code;

	if (j->fd < 0 || j->broken)
		return err_set(e, EIO, "the undo journal cannot be written: nothing is changed");
	do {
		n = write(j->fd, text, len);
	} while (n < 0 && errno == EINTR);
	if (n == (ssize_t)len) {
		j->len += len;
		return 0;
	}
	code = n < 0 ? errno : ENOSPC;
	/* half a line would swallow the next one */
	if (n > 0 && ftruncate(j->fd, (off_t)j->len))
		j->broken = true;
	return err_sys(e, code, "the undo journal %s cannot be written, so nothing is changed",
		       j->path);
}

/* ---- compacting ---- */

static int write_new(const char *path, const char *text, size_t len)
{
	int fd;

	unlink(path); /* of one that died while it wrote */
	fd = open(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return fd;
	if (!write_all(fd, text, len) && !flock(fd, LOCK_EX | LOCK_NB))
		return fd;
	close(fd);
	unlink(path);
	return -1;
}

void journal_compact(struct journal_file *j, const struct change_list *l, long pid)
{
	char path[JOURNAL_PATH + 8], *text = NULL;
	size_t len = 0;
	FILE *out;
	int fd;

	if (j->fd < 0 || j->broken || j->len < COMPACT_ABOVE)
		return;
	out = open_memstream(&text, &len);
	if (!out)
		return;
	journal_print_owner(out, j->boot, pid);
	for (size_t i = 0; i < l->n; i++)
		journal_print_change(out, j->boot, l->c[i]);
	text_format(path, sizeof(path), "%s.new", j->path);
	fd = fclose(out) ? -1 : write_new(path, text, len);
	free(text);
	if (fd < 0)
		return;
	if (rename(path, j->path)) {
		unlink(path);
		close(fd);
		return;
	}
	close(j->fd);
	j->fd = fd;
	j->len = len;
}

void journal_close(struct journal_file *j, bool remove)
{
	if (j->fd < 0)
		return;
	/* while it is locked: whoever waits for it finds the name gone, and makes a new one */
	if (remove)
		unlink(j->path);
	close(j->fd);
	j->fd = -1;
}
