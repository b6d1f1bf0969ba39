// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * ownworld: namespaces, the parent that restores, snapshots.
 *
 * Invariant: shares no code with what it tests.
 */
#include "ownworld.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TEXT = 4096, TURNS = 8 };

static char missing[160];

const char *ownworld_missing(void)
{
	return missing[0] ? missing : NULL;
}

static bool read_file(const char *path, char *buf, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t n = fd < 0 ? -1 : read(fd, buf, size - 1);

	if (fd >= 0)
		close(fd);
	if (n < 0)
		return false;
	buf[n] = '\0';
	return true;
}

const char *ownworld_read(const char *path)
{
	static char buf[TURNS][TEXT];
	static unsigned turn;
	char *b = buf[turn++ % TURNS];

	if (!read_file(path, b, TEXT))
		return "?";
	b[strcspn(b, "\n")] = '\0';
	return b;
}

bool ownworld_write(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : write(fd, text, strlen(text));

	if (fd >= 0)
		close(fd);
	return n == (ssize_t)strlen(text);
}

/* One test program at a time: they would see each other's changes. The lock ends with the process. */
static void wait_for_turn(void)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/dev/shm/ctxtop-tests-%u.lock", (unsigned)geteuid());
	fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0 || flock(fd, LOCK_EX))
		perror(path);
}

/* What is in brackets, if anything is: that is what can be written. */
static void written(char *out, const char *raw)
{
	const char *open = strchr(raw, '['), *shut = open ? strchr(open, ']') : NULL;

	if (shut)
		sprintf(out, "%.*s", (int)(shut - open - 1), open + 1);
	else
		strcpy(out, raw);
}

static bool put_back(const char *path, const char *was)
{
	char now[TEXT], text[TEXT];

	if (!read_file(path, now, sizeof(now)) || !strcmp(now, was))
		return true;
	fprintf(stderr, "# %s was left as %s# and is put back to %s", path, now, was);
	written(text, was);
	ownworld_write(path, text);
	return false;
}

static int attend(pid_t child, const char *const *paths, char (*was)[TEXT], size_t n)
{
	int status, code;

	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
	if (WIFSIGNALED(status))
		printf("not ok - ended by signal %d (%s)\n", WTERMSIG(status),
		       strsignal(WTERMSIG(status)));
	for (int turn = 0; turn < 2; turn++) /* twice: some move others */
		for (size_t i = 0; i < n; i++)
			if (was[i][0] && !put_back(paths[i], was[i]))
				code = 1;
	return code;
}

void ownworld_enter(const char *const *paths, size_t n)
{
	char(*was)[TEXT] = calloc(n + 1, sizeof(*was));
	pid_t child;

	if (!was || geteuid()) {
		snprintf(missing, sizeof(missing), "needs root");
		free(was);
		return;
	}
	wait_for_turn();
	for (size_t i = 0; i < n; i++)
		if (!read_file(paths[i], was[i], TEXT))
			was[i][0] = '\0';
	fflush(NULL);
	child = fork();
	if (child > 0)
		exit(attend(child, paths, was, n));
	free(was);
	if (child < 0 || unshare(CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC) ||
	    mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL))
		snprintf(missing, sizeof(missing), "own namespaces: %s", strerror(errno));
}

/* ---- snapshots ---- */

static struct snapshot *filling;

static int add(const char *path, const struct stat *st, int kind, struct FTW *ftw)
{
	/* what counts, or is drawn anew at each read, or acts when it is read */
	static const char *const skip[] = { "/random/",	    "/binfmt_misc/",  "stat_refresh",
					    "ns_last_pid",  "/file-nr",	      "/inode-nr",
					    "/inode-state", "/dentry-state",  "/aio-nr",
					    "/pty/nr",	    "conntrack_count" };
	char text[TEXT];

	(void)ftw;
	for (size_t i = 0; i < sizeof(skip) / sizeof(skip[0]); i++)
		if (strstr(path, skip[i]))
			return 0;
	if (kind != FTW_F || !(st->st_mode & 0444) || !read_file(path, text, sizeof(text)))
		return 0;
	filling->path = realloc(filling->path, (filling->n + 1) * sizeof(char *));
	filling->text = realloc(filling->text, (filling->n + 1) * sizeof(char *));
	if (!filling->path || !filling->text)
		abort();
	filling->path[filling->n] = strdup(path);
	filling->text[filling->n++] = strdup(text);
	return 0;
}

void snapshot_take(struct snapshot *s)
{
	static const char *const roots[] = { "/proc/sys/kernel", "/proc/sys/vm", "/proc/sys/fs",
					     "/proc/sys/net" };

	*s = (struct snapshot){ 0 };
	filling = s;
	for (size_t i = 0; i < sizeof(roots) / sizeof(roots[0]); i++)
		nftw(roots[i], add, 16, FTW_PHYS);
}

void snapshot_free(struct snapshot *s)
{
	for (size_t i = 0; i < s->n; i++) {
		free(s->path[i]);
		free(s->text[i]);
	}
	free(s->path);
	free(s->text);
	*s = (struct snapshot){ 0 };
}

static const char *text_of(const struct snapshot *s, const char *path, size_t hint)
{
	if (hint < s->n && !strcmp(s->path[hint], path))
		return s->text[hint];
	for (size_t i = 0; i < s->n; i++)
		if (!strcmp(s->path[i], path))
			return s->text[i];
	return "(gone)";
}

size_t snapshot_differ(struct snapshot *a, const struct snapshot *b, bool drop, char *names,
		       size_t size)
{
	size_t found = 0, kept = 0;

	names[0] = '\0';
	for (size_t i = 0; i < a->n; i++) {
		const char *now = text_of(b, a->path[i], i);
		size_t len = strlen(names);

		if (!strcmp(now, a->text[i])) {
			a->path[kept] = a->path[i];
			a->text[kept++] = a->text[i];
			continue;
		}
		found++;
		snprintf(names + len, size - len, " %s: %.*s -> %.*s;", a->path[i],
			 (int)strcspn(a->text[i], "\n"), a->text[i], (int)strcspn(now, "\n"), now);
		if (!drop) {
			a->path[kept] = a->path[i];
			a->text[kept++] = a->text[i];
			continue;
		}
		free(a->path[i]);
		free(a->text[i]);
	}
	a->n = kept;
	return found;
}
