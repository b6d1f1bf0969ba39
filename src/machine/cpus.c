// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * cpus: lists of CPUs, from the affinity mask, /proc and /sys.
 *
 * Invariant: what is returned is ascending and without repetition.
 */
#include "machine/cpus.h"

#include "base/base.h"
#include "base/cpulist.h"
#include "machine/placement.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct list {
	int *cpu;
	size_t n, size;
	bool failed;
};

static void list_add(void *arg, int cpu)
{
	struct list *l = arg;

	if (l->n && l->cpu[l->n - 1] >= cpu)
		return;
	if (l->n == l->size) {
		size_t size = l->size ? 2 * l->size : 64;
		int *p = realloc(l->cpu, size * sizeof(*p));

		if (!p) {
			l->failed = true;
			return;
		}
		l->cpu = p;
		l->size = size;
	}
	l->cpu[l->n++] = cpu;
}

/* What was collected, to the caller: how many, or -errno. */
static int list_give(struct list *l, int **cpus)
{
	if (l->failed || !l->n) {
		free(l->cpu);
		return l->failed ? -ENOMEM : -ENODATA;
	}
	*cpus = l->cpu;
	return (int)l->n;
}

/* The lines "cpuN" at the beginning of /proc/stat. */
static void take_stat(struct list *l, const char *text)
{
	for (const char *p = text; !strncmp(p, "cpu", 3);) {
		char *end;
		long cpu;

		if (p[3] >= '0' && p[3] <= '9') {
			cpu = strtol(p + 3, &end, 10);
			if (*end == ' ' && cpu <= INT32_MAX)
				list_add(l, (int)cpu);
		}
		p += strcspn(p, "\n");
		p += *p == '\n';
	}
}

int cpus_online(const struct sysroot *root, int **cpus)
{
	struct textbuf b = { 0 };
	struct list l = { 0 };

	*cpus = NULL;
	if (!sysroot_read(root, "/proc/stat", &b))
		take_stat(&l, b.data);
	textbuf_free(&b);
	return l.n || l.failed ? list_give(&l, cpus) : cpus_online_in_sys(root, cpus);
}

int cpus_online_in_sys(const struct sysroot *root, int **cpus)
{
	struct textbuf b = { 0 };
	struct list l = { 0 };

	*cpus = NULL;
	if (!sysroot_read(root, "/sys/devices/system/cpu/online", &b))
		cpulist_parse(b.data, list_add, &l);
	textbuf_free(&b);
	return list_give(&l, cpus);
}

int cpus_allowed(const struct sysroot *root, int **cpus)
{
	const char *key = "\nCpus_allowed_list:", *at;
	struct textbuf b = { 0 };
	struct list l = { 0 };

	if (root->live)
		return affinity_read(cpus);
	*cpus = NULL;
	if (!sysroot_read(root, "/proc/self/status", &b)) {
		at = strstr(b.data, key);
		if (at) {
			char line[4096];

			at += strlen(key);
			text_format(line, sizeof(line), "%.*s", (int)strcspn(at, "\n"), at);
			cpulist_parse(line, list_add, &l);
		}
	}
	textbuf_free(&b);
	return list_give(&l, cpus);
}
