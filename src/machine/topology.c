// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * topology: which CPUs this thread may use, and how they belong together.
 *
 * Invariant: what /sys does not say is -1, never a guess.
 */
#include "machine/placement.h"

#include "machine/cpus.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_MASK_BITS (1 << 20)
#define MAX_CACHES    16
#define CPU_DIR	      "/sys/devices/system/cpu"

static int mask_to_list(const cpu_set_t *set, size_t bytes, int **cpus)
{
	int n = CPU_COUNT_S(bytes, set), k = 0;
	int *list = calloc((size_t)n + 1, sizeof(*list));

	if (!list)
		return -ENOMEM;
	for (size_t c = 0; c < bytes * 8 && k < n; c++)
		if (CPU_ISSET_S(c, bytes, set))
			list[k++] = (int)c;
	*cpus = list;
	return k;
}

int affinity_read(int **cpus)
{
	long possible = sysconf(_SC_NPROCESSORS_CONF);
	int bits = possible > 1024 ? (int)MIN(possible, (long)MAX_MASK_BITS) : 1024;

	*cpus = NULL;
	/* EINVAL: the kernel's masks are wider than ours; its limit counts, not the CPUs it has */
	for (; bits <= MAX_MASK_BITS; bits *= 2) {
		size_t bytes = CPU_ALLOC_SIZE(bits);
		cpu_set_t *set = CPU_ALLOC(bits);
		int ret;

		if (!set)
			return -ENOMEM;
		CPU_ZERO_S(bytes, set);
		ret = sched_getaffinity(0, bytes, set) ? -errno : mask_to_list(set, bytes, cpus);
		CPU_FREE(set);
		if (ret != -EINVAL)
			return ret;
	}
	return -EINVAL;
}

static void keep_lowest(void *arg, int cpu)
{
	int *lowest = arg;

	if (*lowest < 0 || cpu < *lowest)
		*lowest = cpu;
}

/* The lowest CPU of a list in /sys, which names the group for all its members; -1 unknown. */
static int lowest_in(const struct sysroot *root, const char *path)
{
	char text[4096];
	int lowest = -1;

	if (sysroot_line(root, path, text, sizeof(text)))
		return -1;
	cpulist_parse(text, keep_lowest, &lowest);
	return lowest;
}

/*
 * The same of a mask, "00000000,0000000c": words of 32 bits in hexadecimal, the highest first. Kernels
 * before 2.6.26 have no lists, and some containers show the masks alone.
 */
static int lowest_in_mask(const struct sysroot *root, const char *path)
{
	char text[4096];
	int bit = 0;

	if (sysroot_line(root, path, text, sizeof(text)) || strlen(text) + 1 == sizeof(text))
		return -1;
	for (size_t i = strlen(text); i-- > 0;) {
		const char *digits = "0123456789abcdef", *d = strchr(digits, text[i] | 0x20);

		if (text[i] == ',' || text[i] == ' ')
			continue;
		if (!d)
			return -1;
		if (d > digits)
			return bit + __builtin_ctz((unsigned)(d - digits));
		bit += 4;
	}
	return -1;
}

/* The lowest CPU of a group below /sys/devices/system/cpu that stands as a list, or as a mask. */
static int lowest_of(const struct sysroot *root, int cpu, const char *list, const char *mask)
{
	char path[128];
	int lowest;

	text_format(path, sizeof(path), CPU_DIR "/cpu%d/%s", cpu, list);
	lowest = lowest_in(root, path);
	if (lowest >= 0)
		return lowest;
	text_format(path, sizeof(path), CPU_DIR "/cpu%d/%s", cpu, mask);
	return lowest_in_mask(root, path);
}

/* A small number in /sys; -1 unknown, which the kernel too writes for an id it does not know. */
static int id_in(const struct sysroot *root, const char *path)
{
	char text[32], *end;
	long v;

	if (sysroot_line(root, path, text, sizeof(text)))
		return -1;
	v = strtol(text, &end, 10);
	return end == text || *end || v < 0 || v > INT32_MAX ? -1 : (int)v;
}

static int read_core(const struct sysroot *root, int cpu, bool by_siblings)
{
	char path[128];

	if (by_siblings)
		return lowest_of(root, cpu, "topology/thread_siblings_list",
				 "topology/thread_siblings");
	text_format(path, sizeof(path), CPU_DIR "/cpu%d/topology/core_id", cpu);
	return id_in(root, path);
}

/* Of the caches that hold data, the one of the highest level. */
static int read_llc(const struct sysroot *root, int cpu)
{
	int best_level = 0, llc = -1;

	for (int i = 0; i < MAX_CACHES; i++) {
		char path[128], mask[64], type[32];
		int level;

		text_format(path, sizeof(path), CPU_DIR "/cpu%d/cache/index%d/level", cpu, i);
		level = id_in(root, path);
		if (level <= best_level)
			continue;
		text_format(path, sizeof(path), CPU_DIR "/cpu%d/cache/index%d/type", cpu, i);
		if (!sysroot_line(root, path, type, sizeof(type)) && !strcmp(type, "Instruction"))
			continue;
		text_format(path, sizeof(path), "cache/index%d/shared_cpu_list", i);
		text_format(mask, sizeof(mask), "cache/index%d/shared_cpu_map", i);
		llc = lowest_of(root, cpu, path, mask);
		best_level = level;
	}
	return llc;
}

int topology_of(struct topology *t, const struct sysroot *root, const int *cpus, size_t n)
{
	char path[128];
	bool by_siblings;

	*t = (struct topology){ 0 };
	t->cpu = calloc(n + 1, sizeof(*t->cpu));
	if (!t->cpu)
		return -ENOMEM;
	t->ncpus = n;
	/* one source for all CPUs: ids of the two kinds must not be compared */
	by_siblings = n && read_core(root, cpus[0], true) >= 0;
	for (size_t i = 0; i < n; i++) {
		struct topo_cpu *c = &t->cpu[i];

		c->cpu = cpus[i];
		c->core = read_core(root, c->cpu, by_siblings);
		text_format(path, sizeof(path), CPU_DIR "/cpu%d/topology/physical_package_id",
			    c->cpu);
		c->package = id_in(root, path);
		c->llc = read_llc(root, c->cpu);
	}
	return 0;
}

int topology_read(struct topology *t, const struct sysroot *root)
{
	int *cpus, n, ret;

	*t = (struct topology){ 0 };
	n = cpus_allowed(root, &cpus);
	if (n == -ENODATA)
		n = cpus_online(root, &cpus);
	if (n < 0)
		return n;
	ret = topology_of(t, root, cpus, (size_t)n);
	free(cpus);
	return ret;
}

void topology_free(struct topology *t)
{
	free(t->cpu);
	*t = (struct topology){ 0 };
}
