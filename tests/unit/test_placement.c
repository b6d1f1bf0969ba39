// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_placement: the choice of CPUs on machines made by hand, CPU lists, and reading the topology
 * from a small /sys written into a temporary folder.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/skip.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine/placement.h"
#include "../lib/tempdir.h"

struct machine {
	const char *what;
	size_t n;
	struct topo_cpu cpu[20];
};

/* cpu, core, package, llc */
static struct machine one = { "1 CPU", 1, { { 3, 0, 0, 0 } } };
static struct machine vm = { "2 vCPU", 2, { { 0, 0, 0, 0 }, { 1, 1, 0, 0 } } };
static struct machine siblings = { "2 siblings", 2, { { 0, 0, 0, 0 }, { 1, 0, 0, 0 } } };
static struct machine smt = {
	"4 cores, 8 threads, siblings 4 apart",
	8,
	{ { 0, 0, 0, 0 },
	  { 1, 1, 0, 0 },
	  { 2, 2, 0, 0 },
	  { 3, 3, 0, 0 },
	  { 4, 0, 0, 0 },
	  { 5, 1, 0, 0 },
	  { 6, 2, 0, 0 },
	  { 7, 3, 0, 0 } },
};
/* core_id repeats in the second package */
static struct machine sockets = {
	"2 packages of 2 cores",
	4,
	{ { 0, 0, 0, 0 }, { 1, 1, 0, 0 }, { 2, 0, 1, 2 }, { 3, 1, 1, 2 } },
};
static struct machine single_core_sockets = {
	"2 packages of 1 core",
	4,
	{ { 0, 0, 0, 0 }, { 1, 0, 0, 0 }, { 2, 0, 1, 2 }, { 3, 0, 1, 2 } },
};
static struct machine complexes = {
	"1 package, each core its own last-level cache",
	2,
	{ { 0, 0, 0, 0 }, { 4, 4, 0, 4 } },
};
static struct machine unknown = {
	"/sys tells nothing",
	3,
	{ { 1, -1, -1, -1 }, { 5, -1, -1, -1 }, { 6, -1, -1, -1 } },
};

static const struct {
	const struct machine *m;
	const char *place;
	const char *cpus; /* NULL: refused */
	const char *text; /* relation, or what the reason must say */
} cases[] = {
	{ &one, "same", "3 3", "" },
	{ &one, "free", "-1 -1", "" },
	{ &one, "cross", NULL, "only one CPU is allowed here (affinity mask 3)" },
	{ &one, "smt", NULL, "only one CPU" },
	{ &one, "pair=3:3", "3 3", "" },
	{ &one, "pair=3:4", NULL, "CPU 4 is not among those allowed here (1)" },
	{ &vm, "cross", "0 1", "llc" },
	{ &vm, "llc", "0 1", "llc" },
	{ &vm, "pair=1:0", "1 0", "llc" },
	{ &vm, "smt", NULL, "no two allowed CPUs are siblings of one core" },
	{ &vm, "socket", NULL, "packages" },
	{ &siblings, "cross", "0 1", "smt" },
	{ &siblings, "pair=0:1", "0 1", "smt" },
	{ &siblings, "llc", NULL, "last-level cache" },
	{ &smt, "cross", "0 1", "llc" },
	{ &smt, "smt", "0 4", "smt" },
	{ &smt, "pair=2:6", "2 6", "smt" },
	{ &smt, "pair=6:3", "6 3", "llc" },
	{ &sockets, "cross", "0 1", "llc" },
	{ &sockets, "socket", "0 2", "socket" },
	{ &sockets, "pair=3:0", "3 0", "socket" },
	{ &sockets, "smt", NULL, "siblings" },
	{ &single_core_sockets, "cross", "0 2", "socket" },
	{ &single_core_sockets, "smt", "0 1", "smt" },
	{ &complexes, "cross", "0 4", "package" },
	{ &complexes, "pair=4:0", "4 0", "package" },
	{ &complexes, "llc", NULL, "last-level cache" },
	{ &unknown, "cross", "1 5", "" },
	{ &unknown, "pair=6:5", "6 5", "" },
	{ &unknown, "llc", NULL, "tells nothing" },
	{ &unknown, "smt", NULL, "tells nothing" },
	{ &unknown, "same", "1 1", "" },
};

static struct place place_named(const char *name)
{
	struct place_list l = { 0 };
	struct err e = { 0 };
	struct place p;

	if (placements_select(name, &l, &e))
		fail_msg("%s", e.text);
	assert_int_equal(l.n, 1);
	p = l.item[0];
	places_free(&l);
	return p;
}

static void test_choose(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct topology t = { (struct topo_cpu *)cases[i].m->cpu, cases[i].m->n };
		const char *what = cases[i].m->what, *name = cases[i].place;
		struct place place = place_named(name);
		char got[64];
		struct err e = { 0 };
		struct placed out;
		int ret = placement_choose(&t, &place, &out, &e);

		if (!cases[i].cpus) {
			if (ret != -ENODEV || e.code != ENODEV || !strstr(e.text, cases[i].text))
				fail_msg("%s, %s: %d \"%s\"", what, name, ret, e.text);
			continue;
		}
		if (ret)
			fail_msg("%s, %s: %d %s", what, name, ret, e.text);
		text_format(got, sizeof(got), "%d %d", out.cpu[0], out.cpu[1]);
		if (strcmp(got, cases[i].cpus) || strcmp(out.relation, cases[i].text))
			fail_msg("%s, %s: %s (%s)", what, name, got, out.relation);
	}
}

/* possible 0-191, present 0-23, online 4-20 */
static void test_choose_gaps(void **state)
{
	struct topo_cpu cpu[17];
	struct topology t = { cpu, ARRAY_SIZE(cpu) };
	struct placed out;

	(void)state;
	for (int i = 0; i < 17; i++)
		cpu[i] = (struct topo_cpu){ i + 4, i + 4, (i + 4) / 12, (i + 4) / 12 * 12 };
	assert_int_equal(placement_choose(&t, &(struct place){ .kind = PLACE_SAME }, &out, NULL),
			 0);
	assert_int_equal(out.cpu[1], 4);
	assert_int_equal(placement_choose(&t, &(struct place){ .kind = PLACE_CROSS }, &out, NULL),
			 0);
	assert_int_equal(out.cpu[0], 4);
	assert_int_equal(out.cpu[1], 5);
	assert_int_equal(placement_choose(&t, &(struct place){ .kind = PLACE_SOCKET }, &out, NULL),
			 0);
	assert_int_equal(out.cpu[0], 4);
	assert_int_equal(out.cpu[1], 12);
}

static void test_choose_nothing(void **state)
{
	struct place same = { .kind = PLACE_SAME };
	struct topology none = { NULL, 0 };
	struct placed out;
	struct err e = { 0 };

	(void)state;
	assert_int_equal(placement_choose(&none, &same, &out, &e), -ENODEV);
	assert_string_not_equal(e.text, "");
}

static void check_list(const char *list, const char *want)
{
	struct place_list l = { 0 };
	char got[200] = "";
	size_t n = 0;
	struct err e = { 0 };

	if (placements_select(list, &l, &e))
		fail_msg("%s: %s", list, e.text);
	for (size_t i = 0; i < l.n; i++) {
		n += text_format(got + n, sizeof(got) - n, "%s%s", i ? " " : "",
				 placement_name(l.item[i].kind));
		if (l.item[i].kind == PLACE_PAIR)
			n += text_format(got + n, sizeof(got) - n, "=%d:%d", l.item[i].cpu[0],
					 l.item[i].cpu[1]);
	}
	assert_string_equal(got, want);
	places_free(&l);
}

static void test_select(void **state)
{
	static const char *const bad[] = {
		"same,nosuch", "",	    ",",	 "same cross",	 "sam",	     "pair",
		"pair=",       "pair=1",    "pair=1:",	 "pair=:1",	 "pair=1:x", "pair=1:2:3",
		"pair=-1:2",   "pair=1:+2", "pair=1 :2", "pair=1:99999", "Same",     "pair=1:2x",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct place untouched = { .kind = PLACE_FREE };
		struct place_list l = { &untouched, 1 };
		struct err e = { 0 };

		assert_int_equal(placements_select(bad[i], &l, &e), -EINVAL);
		assert_string_not_equal(e.text, "");
		assert_true(l.item == &untouched && l.n == 1);
	}
	check_list(" same , cross,", "same cross");
	check_list("free,cross,same,cross", "same cross free"); /* in their own order, once each */
	check_list("pair=5:2,free,pair=0:1,same,pair=5:2", "same free pair=5:2 pair=0:1");
	for (int p = 0; p < PLACEMENTS; p++) {
		if (p != PLACE_PAIR)
			check_list(placement_name(p), placement_name(p));
		assert_string_not_equal(placement_summary(p), "");
	}
}

static void collect(void *arg, int cpu)
{
	int *list = arg; /* list[0] is the length */

	list[++list[0]] = cpu;
}

static void test_cpulist_parse(void **state)
{
	static const char *const bad[] = { "x",	 "1,",	"1,,2",	 "3-1",	    "1-",
					   "-1", "1 2", "99999", "0-70000", "1-2-3" };
	int list[64] = { 0 };

	(void)state;
	assert_int_equal(cpulist_parse("0-3,8\n", collect, list), 5);
	assert_int_equal(list[0], 5);
	assert_int_equal(list[4], 3);
	assert_int_equal(list[5], 8);
	assert_int_equal(cpulist_parse("", NULL, NULL), 0);
	assert_int_equal(cpulist_parse("\n", NULL, NULL), 0);
	assert_int_equal(cpulist_parse("(null)\n", NULL, NULL), 0);
	assert_int_equal(cpulist_parse("4-20", NULL, NULL), 17);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		list[0] = 0;
		if (cpulist_parse(bad[i], collect, list) != -EINVAL || list[0])
			fail_msg("\"%s\" passed", bad[i]);
	}
}

static void test_cpulist_format(void **state)
{
	static const int cpu[] = { 0, 1, 2, 3, 8, 10, 11, 191 };
	char buf[64];

	(void)state;
	cpulist_format(buf, sizeof(buf), cpu, ARRAY_SIZE(cpu));
	assert_string_equal(buf, "0-3,8,10-11,191");
	cpulist_format(buf, 16, cpu, ARRAY_SIZE(cpu));
	assert_string_equal(buf, "0-3,8,10-11,191");
	cpulist_format(buf, 15, cpu, ARRAY_SIZE(cpu));
	assert_string_equal(buf, "0-3,8,...");
	cpulist_format(buf, 4, cpu, ARRAY_SIZE(cpu));
	assert_string_equal(buf, "...");
	cpulist_format(buf, sizeof(buf), cpu, 0);
	assert_string_equal(buf, "");
	cpulist_format(buf, 1, cpu, 3);
	assert_string_equal(buf, "");
}

static void test_cpulist_shorten(void **state)
{
	char buf[64];

	(void)state;
	cpulist_shorten(buf, sizeof(buf), " 0-3,8\n");
	assert_string_equal(buf, "0-3,8");
	cpulist_shorten(buf, 6, "0-3,8");
	assert_string_equal(buf, "0-3,8");
	cpulist_shorten(buf, 24, "0,4,8,12,16,20,24,28,32,36");
	assert_string_equal(buf, "0,4,8,12,... (10 CPUs)");
	cpulist_shorten(buf, 22, "0,4,8,12,16,20,24,28,32,36");
	assert_string_equal(buf, "0,4,8,... (10 CPUs)");
	cpulist_shorten(buf, 8, "0,4,8,12,16,20,24,28,32,36");
	assert_string_equal(buf, "...");
}

static void write_cpu(const char *dir, int cpu, const char *siblings_list, const char *core,
		      const char *l2, const char *l3)
{
	char base[64];

	text_format(base, sizeof(base), "sys/devices/system/cpu/cpu%d", cpu);
	tempdir_write(dir, "0\n", "%s/topology/physical_package_id", base);
	tempdir_write(dir, core, "%s/topology/core_id", base);
	if (siblings_list)
		tempdir_write(dir, siblings_list, "%s/topology/thread_siblings_list", base);
	tempdir_write(dir, "1\n", "%s/cache/index0/level", base);
	tempdir_write(dir, "Instruction\n", "%s/cache/index0/type", base);
	tempdir_write(dir, "0-63\n", "%s/cache/index0/shared_cpu_list", base);
	tempdir_write(dir, "2\n", "%s/cache/index1/level", base);
	tempdir_write(dir, "Unified\n", "%s/cache/index1/type", base);
	tempdir_write(dir, l2, "%s/cache/index1/shared_cpu_list", base);
	if (!l3)
		return;
	tempdir_write(dir, "3\n", "%s/cache/index2/level", base);
	tempdir_write(dir, "Unified\n", "%s/cache/index2/type", base);
	tempdir_write(dir, l3, "%s/cache/index2/shared_cpu_list", base);
}

static void test_topology_of(void **state)
{
	static const int cpus[] = { 4, 5, 6, 9 };
	char dir[64];
	struct sysroot root;
	struct topology t;

	(void)state;
	tempdir_make(dir, sizeof(dir));
	write_cpu(dir, 4, "4,6\n", "0\n", "4,6\n", "4-6\n");
	write_cpu(dir, 5, "5\n", "0\n", "5\n", NULL); /* core_id repeats: another cluster */
	write_cpu(dir, 6, "4,6\n", "0\n", "4,6\n", "4-6\n");
	assert_int_equal(sysroot_open(&root, dir), 0);
	assert_int_equal(topology_of(&t, &root, cpus, ARRAY_SIZE(cpus)), 0);
	assert_int_equal(t.ncpus, 4);
	assert_int_equal(t.cpu[0].cpu, 4);
	assert_int_equal(t.cpu[0].core, 4);
	assert_int_equal(t.cpu[0].package, 0);
	assert_int_equal(t.cpu[0].llc, 4);
	assert_int_equal(t.cpu[1].core, 5);
	assert_int_equal(t.cpu[1].llc, 5);
	assert_int_equal(t.cpu[2].core, 4);
	assert_int_equal(t.cpu[2].llc, 4);
	assert_int_equal(t.cpu[3].cpu, 9);
	assert_int_equal(t.cpu[3].core, -1);
	assert_int_equal(t.cpu[3].package, -1);
	assert_int_equal(t.cpu[3].llc, -1);
	topology_free(&t);
	assert_null(t.cpu);
	sysroot_close(&root);
	tempdir_remove(dir);
}

static void test_topology_core_id(void **state)
{
	static const int cpus[] = { 0, 1 };
	char dir[64];
	struct sysroot root;
	struct topology t;

	(void)state;
	tempdir_make(dir, sizeof(dir));
	write_cpu(dir, 0, NULL, "7\n", "0\n", NULL);
	write_cpu(dir, 1, NULL, "-1\n", "1\n", NULL);
	assert_int_equal(sysroot_open(&root, dir), 0);
	assert_int_equal(topology_of(&t, &root, cpus, 2), 0);
	assert_int_equal(t.cpu[0].core, 7);
	assert_int_equal(t.cpu[1].core, -1);
	topology_free(&t);
	sysroot_close(&root);
	tempdir_remove(dir);
}

/* Kernels without lists have masks: words of 32 bits, the highest first. */
static void test_topology_masks(void **state)
{
	static const int cpus[] = { 0, 33 };
	const char *base = "sys/devices/system/cpu/cpu";
	char dir[64];
	struct sysroot root;
	struct topology t;

	(void)state;
	tempdir_make(dir, sizeof(dir));
	tempdir_write(dir, "00000001\n", "%s0/topology/thread_siblings", base);
	tempdir_write(dir, "2\n", "%s0/cache/index2/level", base);
	tempdir_write(dir, "00000002,00000001\n", "%s0/cache/index2/shared_cpu_map", base);
	tempdir_write(dir, "00000002,00000000\n", "%s33/topology/thread_siblings", base);
	tempdir_write(dir, "2\n", "%s33/cache/index2/level", base);
	tempdir_write(dir, "00000000,00000000\n", "%s33/cache/index2/shared_cpu_map", base);
	assert_int_equal(sysroot_open(&root, dir), 0);
	assert_int_equal(topology_of(&t, &root, cpus, 2), 0);
	assert_int_equal(t.cpu[0].core, 0);
	assert_int_equal(t.cpu[0].llc, 0);
	assert_int_equal(t.cpu[1].core, 33);
	assert_int_equal(t.cpu[1].llc, -1); /* a mask without any CPU */
	topology_free(&t);
	sysroot_close(&root);
	tempdir_remove(dir);
}

/* Only allowed CPUs are named, whatever the machine. */
static void test_topology_live(void **state)
{
	cpu_set_t set;
	struct sysroot root;
	struct topology t;

	(void)state;
	CPU_ZERO(&set);
	if (sched_getaffinity(0, sizeof(set), &set))
		skip_for("more CPUs than a cpu_set_t holds");
	assert_int_equal(sysroot_open(&root, "/"), 0);
	assert_int_equal(topology_read(&t, &root), 0);
	assert_int_equal(t.ncpus, CPU_COUNT(&set));
	for (size_t i = 0; i < t.ncpus; i++) {
		assert_true(CPU_ISSET(t.cpu[i].cpu, &set));
		if (i)
			assert_true(t.cpu[i].cpu > t.cpu[i - 1].cpu);
	}
	topology_free(&t);
	sysroot_close(&root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_choose),	       cmocka_unit_test(test_choose_gaps),
		cmocka_unit_test(test_choose_nothing), cmocka_unit_test(test_select),
		cmocka_unit_test(test_cpulist_parse),  cmocka_unit_test(test_cpulist_format),
		cmocka_unit_test(test_topology_of),    cmocka_unit_test(test_topology_core_id),
		cmocka_unit_test(test_topology_masks), cmocka_unit_test(test_cpulist_shorten),
		cmocka_unit_test(test_topology_live),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
