// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * cgroup: quota and throttling of control groups.
 *
 * Invariant: files stay open from one reading to the next; a group that was removed gives nothing.
 */
#include "machine/cgroup.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool cgroup_parse_stat(const char *text, uint64_t *throttled_ns)
{
	static const struct {
		const char *key;
		uint64_t ns;
	} keys[] = {
		{ "throttled_usec ", 1000 }, /* version 2 */
		{ "throttled_time ", 1 },    /* version 1 */
	};

	for (const char *p = text; *p; p += strcspn(p, "\n"), p += *p == '\n')
		for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
			size_t len = strlen(keys[i].key);

			if (strncmp(p, keys[i].key, len) || p[len] < '0' || p[len] > '9')
				continue;
			*throttled_ns = strtoull(p + len, NULL, 10) * keys[i].ns;
			return true;
		}
	return false;
}

bool cgroup_parse_max(const char *text, double *cpus)
{
	char *end;
	long long quota = strtoll(text, &end, 10), period;

	if (end == text || quota <= 0 || *end != ' ')
		return false;
	period = strtoll(end, NULL, 10);
	if (period <= 0)
		return false;
	*cpus = (double)quota / (double)period;
	return true;
}

/* ---- where a group stands ---- */

/* Is @word one of the comma separated @list, which ends at a blank, a colon or the text's end? */
static bool in_list(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (const char *p = list;; p++) {
		size_t n = strcspn(p, ",: \n");

		if (n == len && !strncmp(p, word, len))
			return true;
		p += n;
		if (*p != ',')
			return false;
	}
}

/* Field @i (0 the first) of a line of fields with one blank between; NULL: it has not so many. */
static const char *field(const char *line, unsigned i)
{
	for (; i; i--) {
		line += strcspn(line, " \n");
		if (*line++ != ' ')
			return NULL;
	}
	return line;
}

/* A field of mountinfo, where blanks stand as "\040". */
static void copy_field(char *buf, size_t size, const char *p)
{
	size_t n = 0;

	while (*p && *p != ' ' && *p != '\n' && n + 1 < size) {
		if (!strncmp(p, "\\040", 4)) {
			buf[n++] = ' ';
			p += 4;
		} else {
			buf[n++] = *p++;
		}
	}
	buf[n] = '\0';
}

/* Is this line of mountinfo the mount of version 2, or of the controller "cpu"? */
static bool is_mount(const char *line, bool v2)
{
	const char *end = line + strcspn(line, "\n"), *dash = strstr(line, " - "), *super;

	if (!dash || dash > end)
		return false;
	if (v2)
		return !strncmp(dash + 3, "cgroup2 ", 8);
	super = field(dash + 3, 2);
	return !strncmp(dash + 3, "cgroup ", 7) && super && in_list(super, "cpu");
}

bool cgroup_path(const char *mountinfo, const char *line, char *path, size_t size, size_t *depth)
{
	const char *names = strchr(line, ':'), *group = names ? strchr(names + 1, ':') : NULL;
	bool v2 = names && names[1] == ':';
	char at[1024], top[1024], below[1024];

	if (!group || (!v2 && !in_list(names + 1, "cpu")))
		return false;
	text_format(below, sizeof(below), "%.*s", (int)strcspn(group + 1, "\n"), group + 1);
	for (const char *p = mountinfo; *p; p += strcspn(p, "\n"), p += *p == '\n') {
		size_t len;

		if (!is_mount(p, v2) || !field(p, 4))
			continue;
		copy_field(top, sizeof(top), field(p, 3));
		copy_field(at, sizeof(at), field(p, 4));
		len = strcmp(top, "/") ? strlen(top) : 0;
		/* a container sees its own group as the mount's top, whatever it is called outside */
		if (strncmp(below, top, len) || (len && below[len] && below[len] != '/') ||
		    !strncmp(below, "/..", 3))
			below[0] = '\0', len = 0;
		*depth = strlen(at);
		text_format(path, size, "%s%s", at, below + len);
		len = strlen(path);
		while (len > *depth && path[len - 1] == '/')
			path[--len] = '\0';
		return true;
	}
	return false;
}

/* The line of /proc/PID/cgroup that counts: the controller "cpu" of version 1, else version 2. */
static bool cpu_line(const char *text, char *buf, size_t size)
{
	const char *found = NULL;

	for (const char *p = text; *p; p += strcspn(p, "\n"), p += *p == '\n') {
		const char *names = strchr(p, ':');

		if (!names)
			break;
		if (in_list(names + 1, "cpu") || (names[1] == ':' && !found))
			found = p;
		if (found == p && names[1] != ':')
			break;
	}
	if (!found)
		return false;
	text_format(buf, size, "%.*s", (int)strcspn(found, "\n"), found);
	return true;
}

static int read_line(const struct sysroot *root, pid_t pid, char *buf, size_t size)
{
	struct textbuf b = { 0 };
	char path[64];
	int ret;

	text_format(path, sizeof(path), "/proc/%.0d%s/cgroup", (int)pid, pid ? "" : "self");
	ret = sysroot_read(root, path, &b);
	if (!ret && !cpu_line(b.data, buf, size))
		ret = -ENOENT;
	textbuf_free(&b);
	return ret;
}

/* ---- one group and those above it ---- */

static void take_quota(struct cgroup *c, const struct sysroot *root, const char *dir)
{
	char path[1100], text[64], period[32];
	double cpus;

	text_format(path, sizeof(path), "%s/cpu.max", dir);
	if (sysroot_line(root, path, text, sizeof(text))) {
		text_format(path, sizeof(path), "%s/cpu.cfs_period_us", dir);
		if (sysroot_line(root, path, period, sizeof(period)))
			return;
		text_format(path, sizeof(path), "%s/cpu.cfs_quota_us", dir);
		if (sysroot_line(root, path, text, 32))
			return;
		text_format(text + strlen(text), sizeof(text) - strlen(text), " %s", period);
	}
	if (!cgroup_parse_max(text, &cpus) || (c->has_quota && cpus >= c->quota))
		return;
	c->has_quota = true;
	c->quota = cpus;
}

static void take_level(struct cgroup *c, const struct sysroot *root, const char *dir)
{
	char path[1100], text[1024];
	uint64_t ns;
	ssize_t n;
	int fd;

	take_quota(c, root, dir);
	if (c->n == CGROUP_LEVELS)
		return;
	text_format(path, sizeof(path), "%s/cpu.stat", dir);
	fd = sysroot_fd(root, path);
	if (fd < 0)
		return;
	n = pread(fd, text, sizeof(text) - 1, 0);
	text[MAX(n, (ssize_t)0)] = '\0';
	if (cgroup_parse_stat(text, &ns))
		c->level[c->n++] = (struct cgroup_level){ fd, ns };
	else
		close(fd);
}

int cgroup_open(struct cgroup *c, const struct sysroot *root, pid_t pid)
{
	struct textbuf mounts = { 0 };
	char path[1024], *slash;
	size_t depth;
	int ret;

	*c = (struct cgroup){ 0 };
	ret = read_line(root, pid, c->group, sizeof(c->group));
	if (!ret)
		ret = sysroot_read(root, "/proc/self/mountinfo", &mounts);
	if (!ret && !cgroup_path(mounts.data, c->group, path, sizeof(path), &depth))
		ret = -ENOENT;
	textbuf_free(&mounts);
	if (ret)
		return ret;
	for (;;) {
		take_level(c, root, path);
		slash = strrchr(path, '/');
		if (strlen(path) <= depth || !slash)
			break;
		*slash = '\0';
	}
	return c->n ? 0 : -ENOENT;
}

void cgroup_close(struct cgroup *c)
{
	for (size_t i = 0; i < c->n; i++)
		close(c->level[i].fd);
	*c = (struct cgroup){ 0 };
}

bool cgroup_moved(const struct cgroup *c, const struct sysroot *root, pid_t pid)
{
	char now[sizeof(c->group)];

	return !read_line(root, pid, now, sizeof(now)) && strcmp(now, c->group);
}

bool cgroup_throttled(struct cgroup *c, int64_t *ns)
{
	bool any = false;

	*ns = 0;
	for (size_t i = 0; i < c->n; i++) {
		struct cgroup_level *l = &c->level[i];
		uint64_t now;
		char text[1024];
		ssize_t n = pread(l->fd, text, sizeof(text) - 1, 0);

		if (n <= 0)
			continue;
		text[n] = '\0';
		if (!cgroup_parse_stat(text, &now))
			continue;
		any = true;
		if (now > l->throttled_ns)
			*ns = MAX(*ns, (int64_t)(now - l->throttled_ns));
		l->throttled_ns = now;
	}
	return any;
}
