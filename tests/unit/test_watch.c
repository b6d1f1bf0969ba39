// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_watch: changes, files that go and come back, the budget, over a folder made here.
 *
 * Invariant: nothing of the running machine is read but this program's own folder.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/procs.h"
#include "../lib/tempdir.h"
#include "settings/catalogue.h"
#include "settings/watch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define TIMER	 "proc/sys/kernel/timer_migration"
#define RESUME	 "sys/devices/system/cpu/cpu%d/power/pm_qos_resume_latency_us"
#define TOO_LONG (20 * NSEC_PER_SEC)

/*
 * The error of every pread(), while set, and the CPU time it takes. This program's pread() stands in front of
 * the C library's.
 */
static int pread_errno;
static int64_t pread_cost_ns;

static int64_t cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * NSEC_PER_SEC + t.tv_nsec;
}

ssize_t pread(int fd, void *buf, size_t size, off_t offset)
{
	int64_t end = cpu_ns() + pread_cost_ns;

	while (pread_cost_ns && cpu_ns() < end)
		;
	if (pread_errno) {
		errno = pread_errno;
		return -1;
	}
	return syscall(SYS_pread64, fd, buf, size, offset);
}

struct place {
	char dir[256];
	struct sysroot root;
	struct catalogue c;
	struct watch *w;
	struct watch_change last;
	char path[512]; /* of last */
	int seen;
	size_t fds; /* open before anything is watched */
};

static int setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	if (!p)
		return -1;
	pread_errno = 0;
	pread_cost_ns = 0;
	tempdir_make(p->dir, sizeof(p->dir));
	if (sysroot_open(&p->root, p->dir) || catalogue_init(&p->c))
		return -1;
	p->w = watch_new(&p->root);
	p->fds = procs_fds(getpid());
	*state = p;
	return p->w ? 0 : -1;
}

static int teardown(void **state)
{
	struct place *p = *state;

	watch_free(p->w);
	catalogue_free(&p->c);
	sysroot_close(&p->root);
	tempdir_remove(p->dir);
	free(p);
	return 0;
}

static void take(void *arg, const struct watch_change *c)
{
	struct place *p = arg;

	p->last = *c;
	snprintf(p->path, sizeof(p->path), "%s", c->path ? c->path : "");
	p->last.path = NULL;
	p->seen++;
}

static int add(struct place *p, const char *name)
{
	const struct setting *s = catalogue_find(&p->c, name);
	int i;

	assert_non_null(s);
	i = watch_add(p->w, s);
	assert_true(i >= 0);
	return i;
}

static size_t kept(const struct place *p)
{
	return procs_fds(getpid()) - p->fds;
}

static int scan(struct place *p)
{
	int n;

	p->seen = 0;
	n = watch_scan(p->w, take, p);
	assert_int_equal(n, p->seen);
	return n;
}

/* Scan until something was reported. */
static void wait_for_change(struct place *p)
{
	int64_t end = now_ns() + TOO_LONG;

	while (!scan(p)) {
		if (now_ns() > end)
			fail_msg("nothing was noticed");
		usleep(1000);
	}
}

static void drop(struct place *p, const char *path)
{
	char full[512];

	snprintf(full, sizeof(full), "%s/%s", p->dir, path);
	assert_int_equal(unlink(full), 0);
}

static void expect(const struct place *p, enum watch_what what, const char *old, const char *new)
{
	assert_int_equal(p->last.what, what);
	assert_string_equal(p->last.old, old);
	assert_string_equal(p->last.new, new);
	assert_true(p->last.before_ns <= p->last.after_ns);
}

static void a_change_is_reported_once_with_its_interval(void **state)
{
	struct place *p = *state;
	struct watch_state st;
	int64_t before, between;
	int i;

	tempdir_write(p->dir, "1\n", TIMER);
	before = now_ns();
	i = add(p, "kernel.timer_migration");
	assert_int_equal(add(p, "kernel.timer_migration"), i);
	assert_int_equal(scan(p), 0);
	between = now_ns();
	tempdir_write(p->dir, "0\n", TIMER);
	assert_int_equal(scan(p), 1);
	expect(p, WATCH_CHANGED, "1", "0");
	assert_true(p->last.before_ns >= before && p->last.before_ns <= between);
	assert_true(p->last.after_ns >= between && p->last.after_ns <= now_ns());
	assert_string_equal(p->path, "/" TIMER);
	assert_int_equal(scan(p), 0);
	watch_state(p->w, i, &st);
	assert_true(st.known);
	assert_string_equal(st.value.text, "0");
	assert_int_equal(st.here->npaths, 1);
}

static void another_form_of_the_same_value_is_no_change(void **state)
{
	struct place *p = *state;
	const char *path = "sys/module/haltpoll/parameters/guest_halt_poll_allow_shrink";

	tempdir_write(p->dir, "Y\n", "%s", path);
	add(p, "haltpoll.guest_halt_poll_allow_shrink");
	tempdir_write(p->dir, "1\n", "%s", path);
	assert_int_equal(scan(p), 0);
	tempdir_write(p->dir, "N\n", "%s", path);
	assert_int_equal(scan(p), 1);
	expect(p, WATCH_CHANGED, "1", "0");
}

static void what_goes_comes_back(void **state)
{
	struct place *p = *state;
	struct watch_state st;
	int i;

	tempdir_write(p->dir, "1\n", TIMER);
	i = add(p, "kernel.timer_migration");
	assert_int_equal(kept(p), 1);
	drop(p, TIMER);
	assert_int_equal(scan(p), 1);
	expect(p, WATCH_GONE, "1", "");
	assert_true(p->last.reason[0]);
	assert_int_equal(scan(p), 0);
	assert_int_equal(kept(p), 0);
	watch_state(p->w, i, &st);
	assert_false(st.known);
	tempdir_write(p->dir, "0\n", TIMER);
	wait_for_change(p);
	expect(p, WATCH_CAME, "", "0");
	assert_int_equal(kept(p), 1);
}

static void a_driver_that_goes_is_noticed(void **state)
{
	struct place *p = *state;

	tempdir_write(p->dir, "1\n", TIMER);
	add(p, "kernel.timer_migration");
	pread_errno = ENODEV;
	assert_int_equal(scan(p), 1);
	expect(p, WATCH_GONE, "1", "");
	pread_errno = 0;
	wait_for_change(p);
	expect(p, WATCH_CAME, "", "1");
}

static void what_never_was_here_is_found_when_it_comes(void **state)
{
	struct place *p = *state;
	struct watch_state st;
	int i = add(p, "kernel.timer_migration");

	watch_state(p->w, i, &st);
	assert_false(st.known);
	assert_int_equal(st.here->access, ACCESS_NONE);
	assert_true(st.here->reason[0]);
	assert_int_equal(scan(p), 0);
	tempdir_write(p->dir, "1\n", TIMER);
	wait_for_change(p);
	expect(p, WATCH_CAME, "", "1");
}

static void rubbish_is_gone_not_a_value(void **state)
{
	struct place *p = *state;

	tempdir_write(p->dir, "1\n", TIMER);
	add(p, "kernel.timer_migration");
	tempdir_write(p->dir, "perhaps\n", TIMER);
	assert_int_equal(scan(p), 1);
	expect(p, WATCH_GONE, "1", "");
	tempdir_write(p->dir, "1\n", TIMER);
	wait_for_change(p);
	expect(p, WATCH_CAME, "", "1");
}

static void many_files_make_one_value(void **state)
{
	struct place *p = *state;

	for (int cpu = 0; cpu < 3; cpu++)
		tempdir_write(p->dir, "0\n", RESUME, cpu);
	add(p, "cpu.resume_latency_us");
	tempdir_write(p->dir, "10\n", RESUME, 1);
	assert_int_equal(scan(p), 1);
	expect(p, WATCH_CHANGED, "0", "0 / 10");
	assert_non_null(strstr(p->path, "/cpu1/"));
	drop(p, "sys/devices/system/cpu/cpu1/power/pm_qos_resume_latency_us");
	assert_int_equal(scan(p), 1);
	expect(p, WATCH_CHANGED, "0 / 10", "0");
	tempdir_write(p->dir, "5\n", RESUME, 7); /* a CPU comes */
	wait_for_change(p);
	expect(p, WATCH_CHANGED, "0", "0 / 5");
}

static void ranges_are_pairs(void **state)
{
	struct place *p = *state;
	const char *folder = "sys/devices/system/cpu/cpufreq/policy0";

	tempdir_write(p->dir, "800000\n", "%s/scaling_min_freq", folder);
	tempdir_write(p->dir, "2000000\n", "%s/scaling_max_freq", folder);
	add(p, "cpufreq.range");
	tempdir_write(p->dir, "1000000\n", "%s/scaling_max_freq", folder);
	assert_int_equal(scan(p), 1);
	expect(p, WATCH_CHANGED, "800000 2000000", "800000 1000000");
	assert_non_null(strstr(p->path, "scaling_max_freq"));
}

static void one_can_be_looked_at_alone(void **state)
{
	struct place *p = *state;
	int i;

	tempdir_write(p->dir, "1\n", TIMER);
	tempdir_write(p->dir, "60\n", "proc/sys/vm/swappiness");
	add(p, "kernel.timer_migration");
	i = add(p, "vm.swappiness");
	tempdir_write(p->dir, "0\n", TIMER);
	tempdir_write(p->dir, "10\n", "proc/sys/vm/swappiness");
	assert_int_equal(watch_look(p->w, i, take, p), 1);
	expect(p, WATCH_CHANGED, "60", "10");
	assert_int_equal(scan(p), 1);
	expect(p, WATCH_CHANGED, "1", "0");
}

static void the_budget_keeps_scans_apart(void **state)
{
	struct place *p = *state;
	int64_t before, after, cost;

	assert_false(watch_due(p->w, now_ns())); /* nothing to watch */
	tempdir_write(p->dir, "1\n", TIMER);
	add(p, "kernel.timer_migration");
	assert_true(watch_due(p->w, now_ns()));
	pread_cost_ns = NSEC_PER_MSEC;
	before = now_ns();
	cost = cpu_ns();
	scan(p);
	cost = cpu_ns() - cost;
	after = now_ns();
	assert_false(watch_due(p->w, after));
	assert_false(watch_due(p->w, before + WATCH_BUDGET * pread_cost_ns - 1));
	assert_true(watch_due(p->w, after + WATCH_BUDGET * cost));
}

static void all_settings_fit(void **state)
{
	struct place *p = *state;

	for (int cpu = 0; cpu < 500; cpu++)
		tempdir_write(p->dir, "0\n", RESUME, cpu);
	for (size_t i = 0; i < p->c.n; i++)
		assert_int_equal(watch_add(p->w, p->c.item[i]), (int)i);
	assert_true(kept(p) < 500); /* the others are opened at each reading */
	assert_int_equal(scan(p), 0);
	tempdir_write(p->dir, "7\n", RESUME, 499);
	assert_int_equal(scan(p), 1);
	expect(p, WATCH_CHANGED, "0", "0 / 7");
}

/* A module loaded, a CPU that comes: all is looked for at once, not one setting after the other. */
static void what_comes_along_is_found_by_the_next_scan(void **state)
{
	static const char poll_ns[] = "sys/module/haltpoll/parameters/guest_halt_poll_ns";
	struct place *p = *state;

	tempdir_write(p->dir, "1\n", "sys/module/other/parameters/one");
	tempdir_write(p->dir, "0\n", RESUME, 0);
	tempdir_write(p->dir, "0\n", "sys/devices/system/cpu/online");
	for (size_t i = 0; i < p->c.n; i++)
		assert_int_equal(watch_add(p->w, p->c.item[i]), (int)i);
	assert_int_equal(scan(p), 0);
	tempdir_write(p->dir, "200000\n", poll_ns);
	assert_int_equal(scan(p), 1);
	expect(p, WATCH_CAME, "", "200000");
	tempdir_write(p->dir, "0\n", poll_ns);
	assert_int_equal(scan(p), 1);
	expect(p, WATCH_CHANGED, "200000", "0");
	tempdir_write(p->dir, "5\n", RESUME, 1);
	tempdir_write(p->dir, "0-1\n", "sys/devices/system/cpu/online");
	assert_int_equal(scan(p), 1);
	expect(p, WATCH_CHANGED, "0", "0 / 5");
}

/* An interface: its files join those of a pattern. */
static void an_interface_that_comes_is_found(void **state)
{
	static const struct setting mtu = { .name = "mtu",
					    .path = { "/sys/class/net/*/mtu" },
					    .kind = SETTING_NUMBER };
	static const char list[] = "Inter-|   Receive\n face |bytes\n    lo: 1 2\n";
	struct place *p = *state;

	tempdir_write(p->dir, list, "proc/net/dev");
	tempdir_write(p->dir, "65536\n", "sys/class/net/lo/mtu");
	assert_true(watch_add(p->w, &mtu) >= 0);
	for (size_t i = 0; i < p->c.n; i++)
		assert_true(watch_add(p->w, p->c.item[i]) > 0);
	scan(p);
	tempdir_write(p->dir, "Inter-|   Receive\n face |bytes\n    lo: 3 4\n", "proc/net/dev");
	assert_int_equal(scan(p), 0); /* its counters are no news */
	tempdir_write(p->dir, "1500\n", "sys/class/net/d0/mtu");
	tempdir_write(p->dir, "Inter-|   Receive\n face |bytes\n    lo: 3 4\n    d0: 0 0\n",
		      "proc/net/dev");
	assert_int_equal(scan(p), 1);
	expect(p, WATCH_CHANGED, "65536", "1500 / 65536");
}

/* Before an order of ours: where it comes from is known then. */
static void a_look_finds_what_has_just_come(void **state)
{
	struct place *p = *state;
	int i = add(p, "kernel.timer_migration");

	assert_int_equal(watch_look(p->w, (size_t)i, take, p), 0);
	tempdir_write(p->dir, "1\n", TIMER);
	assert_int_equal(watch_look(p->w, (size_t)i, take, p), 1);
	expect(p, WATCH_CAME, "", "1");
	tempdir_write(p->dir, "0\n", TIMER);
	assert_int_equal(watch_look(p->w, (size_t)i, take, p), 1);
	expect(p, WATCH_CHANGED, "1", "0");
}

#define test(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(a_change_is_reported_once_with_its_interval),
		test(another_form_of_the_same_value_is_no_change),
		test(what_goes_comes_back),
		test(a_driver_that_goes_is_noticed),
		test(what_never_was_here_is_found_when_it_comes),
		test(rubbish_is_gone_not_a_value),
		test(many_files_make_one_value),
		test(ranges_are_pairs),
		test(one_can_be_looked_at_alone),
		test(the_budget_keeps_scans_apart),
		test(all_settings_fit),
		test(what_comes_along_is_found_by_the_next_scan),
		test(an_interface_that_comes_is_found),
		test(a_look_finds_what_has_just_come),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
