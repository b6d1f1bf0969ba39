// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * setting_path: settings that stand in no catalogue: sysctls and sysfs files by name or path, with
 * the kind guessed, and the files that are never written.
 *
 * Invariant: nothing is opened for writing; a file that acts when written to, or whose old value
 * could not be put back, is refused with the reason.
 */
#include "settings/catalogue.h"
#include "settings/setting.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "settings/setting_int.h"

#define SYSCTLS "/proc/sys/"

/* ---- names of sysctls: '.' between the parts, '/' for a '.' within one ---- */

static void swap(char *text)
{
	for (char *p = text; *p; p++)
		*p = *p == '.' ? '/' : *p == '/' ? '.' : *p;
}

void sysctl_name(const char *path, char *name, size_t size)
{
	if (!strncmp(path, SYSCTLS, strlen(SYSCTLS)))
		path += strlen(SYSCTLS);
	text_copy(name, size, path);
	swap(name);
}

void sysctl_path(const char *name, char *path, size_t size)
{
	size_t sep = strcspn(name, "./");

	text_format(path, size, "%s%s", SYSCTLS, name);
	/* a name whose first separator is '/' is written with slashes already */
	if (name[sep] != '/' && strlen(path) > strlen(SYSCTLS))
		swap(path + strlen(SYSCTLS));
}

/* ---- what is never written ---- */

#define ACTS	 "it acts when written to, it holds no value"
#define PANICS	 "it can bring the machine down"
#define PROGRAMS "it names a program that the kernel runs as root"
#define FOR_GOOD "it cannot be taken back before the next boot"
#define PROCESS	 "it moves or stops processes"

/* Without '/': the last part of the path; with: the whole of it. */
static const struct refused_path {
	const char *pattern, *why;
} refused_paths[] = {
	{ "drop_caches", ACTS },
	{ "compact*memory", ACTS },
	{ "compact", ACTS },
	{ "*flush", ACTS },
	{ "clear_*", ACTS },
	{ "reset*", ACTS },
	{ "rescan*", ACTS },
	{ "remove*", ACTS },
	{ "delete", ACTS },
	{ "bind", ACTS },
	{ "unbind*", ACTS },
	{ "new_id", ACTS },
	{ "driver_override", ACTS },
	{ "uevent", ACTS },
	{ "probe", ACTS },
	{ "release", ACTS },
	{ "trigger*", ACTS },
	{ "*_trigger", ACTS },
	{ "trace_marker*", ACTS },
	{ "stat_refresh", ACTS },
	{ "reclaim", ACTS },
	{ "memory.reclaim", ACTS },
	{ "register", ACTS },
	{ "autoconf_store", ACTS },
	{ "eject", ACTS },
	{ "*/memory/*/online", PANICS },
	{ "*/memory/*/state", PANICS },
	{ "/sys/power/*", PANICS },
	{ "/sys/kernel/reboot/*", PANICS },
	{ "/sys/firmware/*", FOR_GOOD },
	{ "/sys/fs/selinux/*", FOR_GOOD },
	{ "/sys/kernel/security/*", FOR_GOOD },
	{ "/sys/kernel/livepatch/*", PANICS },
	{ "sysrq*", PANICS },
	{ "*panic*", PANICS },
	{ "crash*", PANICS },
	{ "kexec_*", FOR_GOOD },
	{ "modules_disabled", FOR_GOOD },
	{ "tainted", FOR_GOOD },
	{ "/proc/sys/kernel/seccomp/*", FOR_GOOD },
	{ "/proc/sys/kernel/usermodehelper/*", FOR_GOOD },
	{ "/proc/sys/kernel/core_pattern", PROGRAMS },
	{ "/proc/sys/kernel/modprobe", PROGRAMS },
	{ "/proc/sys/kernel/hotplug", PROGRAMS },
	{ "/proc/sys/kernel/poweroff_cmd", PROGRAMS },
	{ "/sys/kernel/uevent_helper", PROGRAMS },
	{ "/proc/sys/kernel/cad_pid", PROCESS },
	{ "/proc/sys/kernel/ns_last_pid", ACTS },
	{ "/proc/sys/kernel/*_next_id", ACTS },
	{ "/proc/sys/fs/binfmt_misc/*", PROGRAMS },
	{ "cgroup.procs", PROCESS },
	{ "cgroup.threads", PROCESS },
	{ "cgroup.kill", PROCESS },
	{ "cgroup.freeze", PROCESS },
	{ "freezer.state", PROCESS },
	{ "tasks", PROCESS },
	{ "release_agent", PROGRAMS },
};

/* Single values of files in no entry that cannot be taken back. */
static const struct refused_value {
	const char *path, *value, *why;
} refused_values[] = {
	{ "/proc/sys/kernel/yama/ptrace_scope", "3", FOR_GOOD },
	{ "/proc/sys/vm/dirty_bytes", "0", "the kernel takes no 0: set vm.dirty_ratio" },
	{ "/proc/sys/vm/dirty_background_bytes", "0",
	  "the kernel takes no 0: set vm.dirty_background_ratio" },
};

const char *setting_path_refused(const char *path)
{
	const char *last = strrchr(path, '/');

	last = last ? last + 1 : path;
	for (size_t i = 0; i < ARRAY_SIZE(refused_paths); i++) {
		const char *pattern = refused_paths[i].pattern;

		if (!fnmatch(pattern, strchr(pattern, '/') ? path : last, 0))
			return refused_paths[i].why;
	}
	return NULL;
}

/* ---- the kind from the present text ---- */

static bool hex_groups(const char *text)
{
	return strchr(text, ',') && !text[strspn(text, "0123456789abcdefABCDEF,")] &&
	       strcspn(text, ",") == 8;
}

enum setting_kind setting_guess(const char *path, const char *raw)
{
	char text[SETTING_RAW], value[SETTING_TEXT];
	const char *last = strrchr(path, '/');
	bool about_cpus;

	last = last ? last + 1 : path;
	about_cpus = strstr(last, "cpus") || strstr(last, "cpumask") || strstr(last, "affinity") ||
		     strstr(last, "bitmap");
	if (word_squeeze(raw, text, sizeof(text)) || !text[0])
		return SETTING_TEXT_LINE;
	if (!strcmp(text, "Y") || !strcmp(text, "N"))
		return SETTING_BOOL;
	if (hex_groups(text) ||
	    (about_cpus && !text[strspn(text, "0123456789abcdefABCDEF")] && strlen(text) != 1))
		return SETTING_MASK;
	if (about_cpus && strpbrk(text, "-,") && !text[strspn(text, "0123456789-,")])
		return SETTING_CPULIST;
	if (strpbrk(text, "[(") && strchr(text, ' ') &&
	    !codec_normalise(SETTING_BRACKET, NULL, false, text, value, sizeof(value)))
		return SETTING_BRACKET;
	if (!codec_normalise(SETTING_VECTOR, NULL, false, text, value, sizeof(value)))
		return strchr(text, ' ') ? SETTING_VECTOR : SETTING_NUMBER;
	return SETTING_TEXT_LINE;
}

/* ---- a setting by path ---- */

static bool allowed_place(const char *path)
{
	return (!strncmp(path, "/proc/sys/", 10) || !strncmp(path, "/sys/", 5)) &&
	       !strpbrk(path, "*?[\n\\\"' ") && !strstr(path, "/../") && !strstr(path, "//") &&
	       !strstr(path, "/./");
}

/* The real place of the file below the root, without symbolic links. */
static int real_path(const struct sysroot *root, const char *path, char *real, size_t size)
{
	char link[64], base[SETTING_RAW], full[SETTING_RAW];
	int fd = openat(root->dirfd, path_below(path), O_PATH | O_CLOEXEC);
	struct stat st;
	ssize_t n, b;
	int ret = 0;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode))
		ret = -EINVAL;
	text_format(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, full, sizeof(full) - 1);
	text_format(link, sizeof(link), "/proc/self/fd/%d", root->dirfd);
	b = readlink(link, base, sizeof(base) - 1);
	close(fd);
	if (ret)
		return ret;
	if (n < 0 || b < 0)
		return -EIO;
	full[n] = base[b] = '\0';
	if (b == 1)
		b = 0; /* the root is "/" */
	if (strncmp(full, base, b) || full[b] != '/')
		return -EXDEV;
	if (text_format(real, size, "%s", full + b) + 1 >= size)
		return -ENAMETOOLONG;
	return 0;
}

static int locate(const struct sysroot *root, const char *name, char *path, size_t size,
		  struct err *e)
{
	char asked[SETTING_RAW];
	const char *why;
	int ret;

	if (name[0] == '/')
		text_format(asked, sizeof(asked), "%s", name);
	else
		sysctl_path(name, asked, sizeof(asked));
	if (!allowed_place(asked))
		return err_set(e, EINVAL, "%.100s is not a file below /proc/sys or /sys", asked);
	ret = real_path(root, asked, path, size);
	if (ret == -EINVAL)
		return err_set(e, EINVAL, "%.150s is not a file that holds a value", asked);
	if (ret == -EXDEV || (!ret && !allowed_place(path)))
		return err_set(e, EINVAL, "%.100s leads out of /proc/sys and /sys", asked);
	if (ret && name[0] != '/')
		return err_sys(e, -ret, "no setting \"%.80s\" is known, and %.80s", name, asked);
	if (ret)
		return err_sys(e, -ret, "cannot look at %.150s", asked);
	why = setting_path_refused(path);
	return why ? err_set(e, EPERM, "%.120s is refused: %s", path, why) : 0;
}

static bool matches(const struct setting *s, const char *path, unsigned *which)
{
	for (unsigned i = 0; i < SETTING_PATHS && s->path[i]; i++)
		if (s->kind != SETTING_RANGE && !s->word &&
		    !fnmatch(s->path[i], path, FNM_PATHNAME)) {
			*which = i;
			return true;
		}
	return false;
}

/* An entry with exactly this file, or what such a file of many is like. */
static const struct setting *known(struct catalogue *c, const struct sysroot *root,
				   const char *path, struct setting *like)
{
	for (size_t i = 0; i < c->n; i++) {
		struct setting_here h;
		unsigned which;
		bool alone;

		if (!matches(c->item[i], path, &which))
			continue;
		if (setting_resolve(&h, c->item[i], root))
			return NULL;
		alone = h.npaths == 1 && !strcmp(h.path[0], path);
		setting_here_free(&h);
		if (alone)
			return c->item[i];
		*like = *c->item[i];
		like->inverted = (like->inverted >> which) & 1;
		return NULL;
	}
	return NULL;
}

static void fill_new(struct setting *s, const struct sysroot *root, const char *path,
		     const char *name)
{
	char raw[SETTING_RAW];

	if (!s->help) {
		s->help = "Added by its path; its kind was guessed from its present value.";
		s->group = "other";
		s->kind = SETTING_TEXT_LINE;
		if (!setting_read_raw(s, root, path, raw))
			s->kind = setting_guess(path, raw);
		if (s->kind == SETTING_NUMBER && (!strcmp(raw, "0") || !strcmp(raw, "1"))) {
			s->demo[0] = "0";
			s->demo[1] = "1";
		}
	}
	s->name = name;
	for (size_t i = 1; i < SETTING_PATHS; i++)
		s->path[i] = NULL;
	s->path[0] = path;
	s->flags = (s->flags | SETTING_USER) & ~(unsigned)SETTING_FIRST;
	for (size_t i = 0, n = 0; i < ARRAY_SIZE(refused_values) && n < SETTING_REFUSED; i++)
		if (!strcmp(refused_values[i].path, path))
			s->refused[n++] = (struct setting_refusal){ refused_values[i].value,
								    refused_values[i].why };
}

const struct setting *catalogue_name(struct catalogue *c, const struct sysroot *root,
				     const char *name, struct err *e)
{
	const struct setting *s = catalogue_find(c, name);
	char path[SETTING_RAW], own[SETTING_RAW], raw[SETTING_RAW];
	struct setting fresh = { 0 };
	int ret;

	if (s)
		return s;
	if (locate(root, name, path, sizeof(path), e))
		return NULL;
	if (!strncmp(path, SYSCTLS, strlen(SYSCTLS)))
		sysctl_name(path, own, sizeof(own));
	else
		text_copy(own, sizeof(own), path);
	s = catalogue_find(c, own);
	if (!s)
		s = known(c, root, path, &fresh);
	if (s)
		return s;
	ret = setting_read_raw(&(struct setting){ .kind = SETTING_TEXT_LINE }, root, path, raw);
	if (ret) {
		err_sys(e, -ret, "cannot read %.120s, so it could not be put back", path);
		return NULL;
	}
	if (strlen(raw) >= SETTING_TEXT || strchr(raw, '\n')) {
		err_set(e, EINVAL, "%.120s holds more than one line of value", path);
		return NULL;
	}
	fill_new(&fresh, root, path, own);
	s = catalogue_add(c, &fresh);
	if (!s)
		err_set(e, ENOMEM, "no memory for %.120s", path);
	return s;
}
