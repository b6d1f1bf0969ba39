// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_fixtures_machine: machines whose CPUs were once reported wrongly, and what is right.
 *
 * Invariant: nothing of the machine that runs the test is looked at.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/fixture.h"
#include "../lib/tempdir.h"
#include "base/cpulist.h"
#include "machine/cpus.h"
#include "machine/host.h"
#include "machine/placement.h"

#include <stdlib.h>
#include <string.h>

/* Packages without a number, caches of their own: still siblings come last. */
static void test_cross_is_no_sibling(void **state)
{
	static const int cpus[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	struct placed placed;
	struct sysroot root;
	struct topology t;
	struct err e;

	(void)state;
	fixture_open(&root, "power-cross-smt");
	assert_int_equal(topology_of(&t, &root, cpus, ARRAY_SIZE(cpus)), 0);
	assert_int_equal(placement_choose(&t, &(struct place){ .kind = PLACE_CROSS }, &placed, &e),
			 0);
	assert_int_equal(placed.cpu[0], 0);
	assert_int_equal(placed.cpu[1], 2);
	assert_string_equal(placed.relation, "");
	topology_free(&t);
	sysroot_close(&root);
}

static struct host collect(const char *name)
{
	struct sysroot root;
	struct host h;

	fixture_open(&root, name);
	host_collect(&h, &root);
	sysroot_close(&root);
	return h;
}

/* 44 CPUs, every fourth number: the list stands there as a whole. */
static void test_long_list(void **state)
{
	struct host h = collect("online-cut");

	(void)state;
	assert_int_equal(h.ncpu_online, 44);
	assert_int_equal(h.ncpu_possible, 176);
	assert_int_equal(cpulist_parse(h.online, NULL, NULL), 44);
	assert_non_null(strstr(h.online, "168,172"));
}

/* A container's file system bends /sys and cpuinfo, not /proc/stat: one number, and why. */
static void test_two_sources(void **state)
{
	struct host h = collect("lxcfs-5-of-32-cpus");
	struct sysroot root;
	struct topology t;
	char text[80];

	(void)state;
	assert_int_equal(h.ncpu_online, 32);
	assert_int_equal(h.ncpu_possible, 32);
	assert_string_equal(h.online, "0-31");
	assert_non_null(strstr(h.cpus_note, "/proc/stat has 32 CPUs, /sys calls 5 online (0-4)"));
	assert_string_equal(h.warning[h.nwarning - 1], h.cpus_note);
	/* who may use which was not captured: no number is made up */
	assert_false(h.have & HOST_ALLOWED);
	host_cpus_text(&h, text, sizeof(text));
	assert_string_equal(text, "32 online");
	fixture_open(&root, "lxcfs-5-of-32-cpus");
	assert_int_equal(topology_read(&t, &root), 0);
	assert_int_equal(t.ncpus, 32);
	topology_free(&t);
	sysroot_close(&root);
}

/* A capture is one throughout: this machine's mask, name, clock and control group are not in it. */
static void test_captured(void **state)
{
	struct host h = collect("sysroot-mix");

	(void)state;
	assert_true(h.have & HOST_CAPTURED);
	assert_true(h.have & HOST_NOMINAL_MHZ);
	assert_true(h.nominal_mhz == 8000);
	assert_int_equal(h.ncpu_online, 2);
	assert_false(h.have & (HOST_ALLOWED | HOST_QUOTA));
	assert_string_equal(h.hostname, "");
}

/* Allowed CPUs and quota of a capture, where it holds them. */
static void test_captured_limits(void **state)
{
	char dir[64], text[80];
	struct sysroot root;
	struct topology t;
	struct host h;

	(void)state;
	tempdir_make(dir, sizeof(dir));
	tempdir_write(dir, "cpu  1 1 1 1\ncpu0 1 1 1 1\ncpu1 1 1 1 1\ncpu2 1 1 1 1\ncpu3 1 1 1 1\n",
		      "proc/stat");
	tempdir_write(dir, "0-7\n", "sys/devices/system/cpu/possible");
	tempdir_write(dir,
		      "Name:\tx\nCpus_allowed:\ta\nCpus_allowed_list:\t1,3\nMems_allowed:\t1\n",
		      "proc/self/status");
	tempdir_write(dir, "0::/a/b\n", "proc/self/cgroup");
	tempdir_write(dir, "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n",
		      "proc/self/mountinfo");
	tempdir_write(dir, "50000 100000\n", "sys/fs/cgroup/a/cpu.max");
	tempdir_write(dir, "max 100000\n", "sys/fs/cgroup/a/b/cpu.max");
	assert_int_equal(sysroot_open(&root, dir), 0);
	host_collect(&h, &root);
	host_cpus_text(&h, text, sizeof(text));
	assert_string_equal(text, "2 of 4 allowed, 8 possible, quota 0.5");
	assert_int_equal(topology_read(&t, &root), 0);
	assert_int_equal(t.ncpus, 2);
	assert_int_equal(t.cpu[0].cpu, 1);
	assert_int_equal(t.cpu[1].cpu, 3);
	topology_free(&t);
	sysroot_close(&root);
	tempdir_remove(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cross_is_no_sibling), cmocka_unit_test(test_long_list),
		cmocka_unit_test(test_two_sources),	    cmocka_unit_test(test_captured),
		cmocka_unit_test(test_captured_limits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
