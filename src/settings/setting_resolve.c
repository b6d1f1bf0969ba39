// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * setting_resolve: where a setting stands on this machine, whether it can be read and changed, and
 * the reason in words when not.
 *
 * Invariant: nothing is opened for writing, not even to try: whether a write is allowed is asked by
 * access(2); only the write itself can tell for sure.
 */
#include "settings/setting.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "settings/setting_int.h"

#define DEBUGFS "/sys/kernel/debug"
#define TRACEFS "/sys/kernel/tracing"

static void because(struct setting_here *h, enum setting_access access, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static void because(struct setting_here *h, enum setting_access access, const char *fmt, ...)
{
	va_list ap;

	h->access = access;
	va_start(ap, fmt);
	text_vformat(h->reason, sizeof(h->reason), fmt, ap);
	va_end(ap);
}

static bool starts(const char *path, const char *folder)
{
	return !strncmp(path, folder, strlen(folder)) && path[strlen(folder)] == '/';
}

/* The lockdown mode in brackets, "" where there is none or it cannot be known. */
static void lockdown(const struct sysroot *root, char *mode, size_t size)
{
	char line[128];

	mode[0] = '\0';
	if (sysroot_line(root, "/sys/kernel/security/lockdown", line, sizeof(line)))
		return;
	if (codec_normalise(SETTING_BRACKET, NULL, false, line, mode, size) ||
	    !strcmp(mode, "none"))
		mode[0] = '\0';
}

/* Is this root only the root of a user namespace, as in most containers? */
static bool inner_root(const struct sysroot *root)
{
	char line[128];

	if (sysroot_line(root, "/proc/self/uid_map", line, sizeof(line)))
		return false;
	return !word_in(line, "4294967295");
}

static bool mounted(const struct sysroot *root, const char *folder)
{
	struct stat here, above;
	char up[64];

	path_beside(folder, "", up, sizeof(up));
	if (fstatat(root->dirfd, path_below(folder), &here, 0) ||
	    fstatat(root->dirfd, path_below(up), &above, 0))
		return true; /* unknown: then the general reason serves */
	return here.st_dev != above.st_dev;
}

static bool only_below(const struct setting *s, const char *folder)
{
	for (size_t i = 0; i < SETTING_PATHS && s->path[i]; i++)
		if (!starts(s->path[i], DEBUGFS) && !starts(s->path[i], folder))
			return false;
	return true;
}

/* No candidate has a match: is it hidden, not mounted, or not there at all? */
static void explain_absent(struct setting_here *h, const struct sysroot *root)
{
	const struct setting *s = h->setting;

	if (!root->live) {
		because(h, ACCESS_NONE, "absent on this captured machine");
		return;
	}
	for (size_t i = 0; i < SETTING_PATHS && s->path[i]; i++) {
		size_t plain = strcspn(s->path[i], "*?[");
		char path[SETTING_RAW];

		text_format(path, sizeof(path), "%.*s", (int)plain, s->path[i]);
		if (faccessat(root->dirfd, path_below(path), F_OK, 0) && errno == EACCES) {
			because(h, ACCESS_NONE, "needs root to look there");
			return;
		}
	}
	if (starts(s->path[0], DEBUGFS) && !mounted(root, DEBUGFS))
		because(h, ACCESS_NONE, "debugfs is not mounted (mount -t debugfs debugfs %s)",
			DEBUGFS);
	else if (only_below(s, TRACEFS) && !mounted(root, TRACEFS))
		because(h, ACCESS_NONE, "tracefs is not mounted (mount -t tracefs tracefs %s)",
			TRACEFS);
	else if (s->needs)
		because(h, ACCESS_NONE, "absent: %s", s->needs);
	else
		because(h, ACCESS_NONE, "absent: no %s here", s->path[0]);
}

static void explain_read(struct setting_here *h, const struct sysroot *root, int code)
{
	char mode[32], words[64];

	lockdown(root, mode, sizeof(mode));
	if (code == EINVAL && h->setting->kind == SETTING_BOOL && h->setting->word)
		because(h, ACCESS_NONE, "absent: %s",
			h->setting->needs ? h->setting->needs : "no such word in the list");
	else if (code == EINVAL)
		because(h, ACCESS_NONE, "its text is not a %s",
			setting_kind_name(h->setting->kind));
	else if ((code == EACCES || code == EPERM) && geteuid())
		because(h, ACCESS_NONE, "needs root to read it");
	else if (code == EPERM && mode[0])
		because(h, ACCESS_NONE, "lockdown (%s) refuses it", mode);
	else if (code == EPERM || code == EACCES)
		because(h, ACCESS_NONE, "the kernel refuses to show it");
	else if (code == ENOENT || code == ENODEV)
		because(h, ACCESS_NONE, "absent: it cannot be opened any more");
	else
		because(h, ACCESS_NONE, "cannot be read: %s",
			strerror_r(code, words, sizeof(words)));
}

/* May this file be written, as far as asking can tell? */
static bool check_file(struct setting_here *h, const struct sysroot *root, const char *path)
{
	const char *below = path_below(path);
	char words[64];
	struct stat st;

	if (fstatat(root->dirfd, below, &st, 0) == 0 && !(st.st_mode & 0222)) {
		because(h, ACCESS_READ, "read-only (mode %04o)", st.st_mode & 07777);
		return false;
	}
	if (faccessat(root->dirfd, below, W_OK, AT_EACCESS) == 0)
		return true;
	if (errno == EROFS)
		because(h, ACCESS_READ, "on a read-only file system (a container?)");
	else if (geteuid())
		because(h, ACCESS_READ, "needs root");
	else if (inner_root(root))
		because(h, ACCESS_READ, "needs the machine's root, this is a container's");
	else
		because(h, ACCESS_READ, "the kernel refuses writing (%s)",
			strerror_r(errno, words, sizeof(words)));
	return false;
}

/* Values that could not be put back, or that leave nothing to choose. */
static bool check_value(struct setting_here *h, const struct sysroot *root, const char *value)
{
	const struct setting *s = h->setting;
	const char *why = setting_value_refused(s, value);
	struct setting_values v;

	if (why) {
		because(h, ACCESS_READ, "now \"%.24s\": %s", value, why);
		return false;
	}
	if (s->kind != SETTING_CHOICE && s->kind != SETTING_BRACKET)
		return true;
	setting_values(h, root, &v);
	if (v.n == 1 && !strcmp(v.value[0], value)) {
		because(h, ACCESS_READ, "only \"%s\" to choose here", value);
		return false;
	}
	if (s->kind != SETTING_CHOICE || s->choices_file)
		return true;
	for (size_t i = 0; i < v.n; i++)
		if (!strcmp(v.value[i], value))
			return true;
	because(h, ACCESS_READ, "now \"%.40s\", which cannot be put back", value);
	return false;
}

static void check_write(struct setting_here *h, const struct sysroot *root,
			const struct setting_value *v)
{
	const struct setting *s = h->setting;
	char mode[32];

	if (s->flags & SETTING_SHOW) {
		because(h, ACCESS_READ, "shown only, never changed by ctxtop");
		return;
	}
	if (!root->live) {
		because(h, ACCESS_READ, "a captured machine: nothing to change");
		return;
	}
	for (size_t i = 0; i < h->npaths; i++) {
		/* a pattern of the user's may have matched what is never written */
		const char *why = s->flags & SETTING_USER ? setting_path_refused(h->path[i]) : NULL;

		if (why) {
			because(h, ACCESS_READ, "never changed by ctxtop: %s", why);
			return;
		}
		if (!check_file(h, root, h->path[i]))
			return;
	}
	lockdown(root, mode, sizeof(mode));
	if (mode[0] && starts(h->path[0], DEBUGFS) && !strstr(h->path[0], "/tracing/")) {
		because(h, ACCESS_READ, "lockdown (%s) refuses it", mode);
		return;
	}
	if (v->mixed || check_value(h, root, v->text))
		h->access = ACCESS_WRITE;
}

/* Two files for every folder that has both. */
static int split_range(const struct setting *s, const struct sysroot *root, struct paths *folders)
{
	struct paths p = { 0 };
	int ret = 0;

	for (size_t i = 0; i < folders->n && !ret; i++) {
		char low[SETTING_RAW], high[SETTING_RAW];

		text_format(low, sizeof(low), "%s/%s", folders->path[i], s->low);
		text_format(high, sizeof(high), "%s/%s", folders->path[i], s->high);
		if (!sysroot_exists(root, low) || !sysroot_exists(root, high))
			continue;
		ret = paths_add(&p, low);
		if (!ret)
			ret = paths_add(&p, high);
	}
	paths_free(folders);
	*folders = p;
	return ret;
}

int setting_resolve(struct setting_here *h, const struct setting *s, const struct sysroot *root)
{
	struct setting_value v;
	struct paths p = { 0 };
	int ret = 0;

	*h = (struct setting_here){ .setting = s };
	for (unsigned i = 0; i < SETTING_PATHS && s->path[i] && !p.n && !ret; i++) {
		ret = paths_match(&p, root, s->path[i]);
		if (!ret && s->kind == SETTING_RANGE)
			ret = split_range(s, root, &p);
		h->pattern = i;
	}
	if (ret) {
		paths_free(&p);
		because(h, ACCESS_NONE, "no memory");
		return ret;
	}
	h->path = p.path;
	h->npaths = p.n;
	h->inverted = s->inverted & (1u << h->pattern);
	if (!p.n) {
		h->pattern = 0;
		explain_absent(h, root);
		return 0;
	}
	ret = setting_read(h, root, &v);
	if (ret)
		explain_read(h, root, -ret);
	else
		check_write(h, root, &v);
	return 0;
}

void setting_here_free(struct setting_here *h)
{
	struct paths p = { .path = h->path, .n = h->npaths };

	paths_free(&p);
	*h = (struct setting_here){ 0 };
}
