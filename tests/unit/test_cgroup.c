// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_cgroup: quota and throttling of control groups of both versions, from texts, and on this machine
 * from a group made for it.
 *
 * Invariant: a group made here is removed whatever happens; where none may be made, the reason is said.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/skip.h"
#include "../lib/tempdir.h"
#include "machine/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void test_stat(void **state)
{
	uint64_t ns = 7;

	(void)state;
	assert_true(cgroup_parse_stat("usage_usec 9\nnr_periods 4\nnr_throttled 3\n"
				      "throttled_usec 1200\n",
				      &ns));
	assert_int_equal(ns, 1200000);
	assert_true(cgroup_parse_stat("nr_periods 4\nnr_throttled 3\nthrottled_time 55\n", &ns));
	assert_int_equal(ns, 55);
	assert_false(cgroup_parse_stat("usage_usec 9\nuser_usec 4\n", &ns));
	assert_false(cgroup_parse_stat("throttled_usec x\n", &ns));
	assert_false(cgroup_parse_stat("", &ns));
	assert_int_equal(ns, 55);
}

static void test_max(void **state)
{
	double cpus = 7;

	(void)state;
	assert_true(cgroup_parse_max("50000 100000", &cpus));
	assert_true(cpus == 0.5);
	assert_true(cgroup_parse_max("400000 100000\n", &cpus));
	assert_true(cpus == 4);
	assert_false(cgroup_parse_max("max 100000", &cpus));
	assert_false(cgroup_parse_max("-1 100000", &cpus));
	assert_false(cgroup_parse_max("50000", &cpus));
	assert_false(cgroup_parse_max("50000 0", &cpus));
	assert_false(cgroup_parse_max("", &cpus));
	assert_true(cpus == 4);
}

static void test_path(void **state)
{
	static const struct {
		const char *mounts, *line, *want;
		size_t depth;
	} c[] = {
		{ "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n", "0::/user.slice/a",
		  "/sys/fs/cgroup/user.slice/a", 14 },
		{ "30 23 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw", "0::/",
		  "/sys/fs/cgroup", 14 },
		/* version 1, its controllers together or alone */
		{ "11 1 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n",
		  "4:cpu,cpuacct:/a", "/sys/fs/cgroup/cpu,cpuacct/a", 26 },
		{ "10 1 0:28 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
		  "11 1 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n",
		  "1:cpu:/", "/sys/fs/cgroup/cpu", 18 },
		/* a container's: its own group is the top of the mount */
		{ "11 1 0:29 /docker/f00 /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n",
		  "1:cpu:/docker/f00", "/sys/fs/cgroup/cpu", 18 },
		{ "11 1 0:29 /docker/f00 /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n",
		  "1:cpu:/docker/f00/x", "/sys/fs/cgroup/cpu/x", 18 },
		{ "11 1 0:29 /docker/f00 /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n",
		  "1:cpu:/docker/f000", "/sys/fs/cgroup/cpu", 18 },
		{ "30 23 0:26 /../.. /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n", "0::/../other",
		  "/sys/fs/cgroup", 14 },
		{ "30 23 0:26 / /mnt/c\\040g rw - cgroup2 cgroup2 rw\n", "0::/a", "/mnt/c g/a", 8 },
		{ "10 1 0:28 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n", "1:cpu:/a",
		  NULL, 0 },
		{ "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n", "4:memory:/a", NULL, 0 },
		{ "30 23 0:26 /\n", "0::/a", NULL, 0 },
		{ "", "0::/a", NULL, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(c); i++) {
		char path[256] = "";
		size_t depth = 0;
		bool found = cgroup_path(c[i].mounts, c[i].line, path, sizeof(path), &depth);

		if (found != (c[i].want != NULL) || (found && strcmp(path, c[i].want)) ||
		    depth != c[i].depth)
			fail_msg("%zu: %s, %zu", i, path, depth);
	}
}

/* The quota and the throttling of a group above hold back what is below it. */
static void test_levels(void **state)
{
	struct sysroot root;
	struct cgroup c;
	char dir[64];
	int64_t ns;

	(void)state;
	tempdir_make(dir, sizeof(dir));
	tempdir_write(dir, "9:cpuset:/\n1:cpu:/a/b\n0::/\n", "proc/77/cgroup");
	tempdir_write(dir, "11 1 0:29 / /cg rw - cgroup cgroup rw,cpu\n", "proc/self/mountinfo");
	tempdir_write(dir, "150000\n", "cg/a/cpu.cfs_quota_us");
	tempdir_write(dir, "100000\n", "cg/a/cpu.cfs_period_us");
	tempdir_write(dir, "-1\n", "cg/a/b/cpu.cfs_quota_us");
	tempdir_write(dir, "100000\n", "cg/a/b/cpu.cfs_period_us");
	tempdir_write(dir, "nr_throttled 5\nthrottled_time 1000\n", "cg/a/cpu.stat");
	tempdir_write(dir, "nr_throttled 0\nthrottled_time 0\n", "cg/a/b/cpu.stat");
	assert_int_equal(sysroot_open(&root, dir), 0);
	assert_int_equal(cgroup_open(&c, &root, 77), 0);
	assert_int_equal(c.n, 2);
	assert_true(c.has_quota && c.quota == 1.5);
	assert_true(cgroup_throttled(&c, &ns));
	assert_int_equal(ns, 0); /* before it was looked at */
	tempdir_write(dir, "nr_throttled 6\nthrottled_time 1700\n", "cg/a/cpu.stat");
	tempdir_write(dir, "nr_throttled 1\nthrottled_time 300\n", "cg/a/b/cpu.stat");
	assert_true(cgroup_throttled(&c, &ns));
	assert_int_equal(ns, 700);
	assert_true(cgroup_throttled(&c, &ns));
	assert_int_equal(ns, 0);
	assert_false(cgroup_moved(&c, &root, 77));
	tempdir_write(dir, "1:cpu:/a\n", "proc/77/cgroup");
	assert_true(cgroup_moved(&c, &root, 77));
	cgroup_close(&c);
	assert_int_equal(cgroup_open(&c, &root, 78), -ENOENT);
	assert_false(cgroup_throttled(&c, &ns));
	assert_false(c.has_quota);
	cgroup_close(&c);
	sysroot_close(&root);
	tempdir_remove(dir);
}

/* ---- on this machine ---- */

static char group[1100];
static pid_t child;

static int put(const char *file, const char *text)
{
	char path[1200];
	ssize_t n;
	int fd;

	text_format(path, sizeof(path), "%s/%s", group, file);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	n = write(fd, text, strlen(text));
	close(fd);
	return n < 0 ? -errno : 0;
}

/* A group below this process's own, with a tenth of a CPU. False: none may be made. */
static bool make_group(const struct sysroot *root)
{
	struct textbuf mounts = { 0 };
	char path[1024];
	struct cgroup c;
	size_t depth;
	bool found;

	cgroup_open(&c, root, 0);
	found = !sysroot_read(root, "/proc/self/mountinfo", &mounts) &&
		cgroup_path(mounts.data, c.group, path, sizeof(path), &depth);
	textbuf_free(&mounts);
	cgroup_close(&c);
	if (!found)
		return false;
	text_format(group, sizeof(group), "%s/ctxtop-test-%d", path, (int)getpid());
	if (mkdir(group, 0755))
		return false;
	if (!put("cpu.max", "10000 100000"))
		return true;
	return !put("cpu.cfs_period_us", "100000") && !put("cpu.cfs_quota_us", "10000");
}

static int remove_group(void **state)
{
	(void)state;
	if (child > 0) {
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
	}
	return group[0] ? rmdir(group) : 0;
}

static void test_here(void **state)
{
	struct sysroot root;
	int64_t ns = 0, end;
	char text[32];
	struct cgroup c;

	(void)state;
	assert_int_equal(sysroot_open(&root, "/"), 0);
	if (!make_group(&root)) {
		skip_for("no control group with a quota can be made here: %s", strerror(errno));
	}
	child = fork();
	assert_true(child >= 0);
	if (!child)
		for (;;)
			;
	text_format(text, sizeof(text), "%d", (int)child);
	assert_int_equal(put("cgroup.procs", text), 0);
	assert_int_equal(cgroup_open(&c, &root, child), 0);
	assert_true(c.has_quota && c.quota == 0.1);
	end = now_ns() + 20 * NSEC_PER_SEC;
	while (!ns && now_ns() < end) {
		usleep(20000);
		assert_true(cgroup_throttled(&c, &ns));
	}
	assert_true(ns > 0);
	cgroup_close(&c);
	sysroot_close(&root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stat),
		cmocka_unit_test(test_max),
		cmocka_unit_test(test_path),
		cmocka_unit_test(test_levels),
		cmocka_unit_test_teardown(test_here, remove_group),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
