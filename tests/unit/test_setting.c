// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_setting: resolving, reading, choosing, checking and encoding over small machines made here.
 *
 * Invariant: nothing of the running machine is read or written but this program's own folder.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/tempdir.h"
#include "settings/catalogue.h"
#include "settings/setting.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CPU    "sys/devices/system/cpu/"
#define POLICY CPU "cpufreq/policy%d/"
#define DEBUG  "sys/kernel/debug/sched/"

struct place {
	char dir[256];
	struct sysroot root;
	struct catalogue c;
	struct setting_here h;
	struct setting_value v;
	struct setting_values values;
	struct writes o;
	struct err e;
	char out[SETTING_TEXT];
};

static int setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	if (!p)
		return -1;
	tempdir_make(p->dir, sizeof(p->dir));
	if (sysroot_open(&p->root, p->dir) || catalogue_init(&p->c))
		return -1;
	p->root.live = true; /* a folder of our own may be "changed" */
	*state = p;
	return 0;
}

static int teardown(void **state)
{
	struct place *p = *state;

	setting_here_free(&p->h);
	writes_free(&p->o);
	catalogue_free(&p->c);
	sysroot_close(&p->root);
	tempdir_remove(p->dir);
	free(p);
	return 0;
}

static const struct setting *find(struct place *p, const char *name)
{
	const struct setting *s = catalogue_find(&p->c, name);

	assert_non_null(s);
	return s;
}

/* Resolve by name; the value is in p->v when it can be read. */
static void here(struct place *p, const char *name)
{
	setting_here_free(&p->h);
	assert_int_equal(setting_resolve(&p->h, find(p, name), &p->root), 0);
	p->v = (struct setting_value){ 0 };
	if (p->h.access != ACCESS_NONE)
		assert_int_equal(setting_read(&p->h, &p->root, &p->v), 0);
	setting_values(&p->h, &p->root, &p->values);
}

static void encode(struct place *p, const char *value)
{
	writes_free(&p->o);
	if (setting_encode(&p->h, &p->root, value, &p->o, &p->e))
		fail_msg("%s", p->e.text);
}

static void expect_write(const struct place *p, size_t i, const char *end, const char *raw)
{
	const struct write_item *w;
	size_t len;

	assert_true(i < p->o.n);
	w = &p->o.item[i];
	len = strlen(w->path);
	assert_true(len >= strlen(end));
	assert_string_equal(w->path + len - strlen(end), end);
	assert_string_equal(w->value, raw);
}

static int check(struct place *p, const char *typed)
{
	return setting_check(&p->h, &p->root, typed, p->out, sizeof(p->out), &p->e);
}

static void expect_typed(struct place *p, const char *typed, const char *value)
{
	if (check(p, typed))
		fail_msg("%s: %s", typed, p->e.text);
	assert_string_equal(p->out, value);
}

/* ---- kinds ---- */

static void a_bool_reads_0_1_and_y_n(void **state)
{
	struct place *p = *state;
	const char *path = "sys/module/haltpoll/parameters/guest_halt_poll_allow_shrink";

	tempdir_write(p->dir, "Y\n", "%s", path);
	here(p, "haltpoll.guest_halt_poll_allow_shrink");
	assert_string_equal(p->v.text, "1");
	assert_int_equal(p->values.n, 2);
	encode(p, "0");
	assert_int_equal(p->o.n, 1);
	expect_write(p, 0, "allow_shrink", "0");
	encode(p, "1");
	assert_int_equal(p->o.n, 0); /* it is so already */
	expect_typed(p, "Off", "0");
	expect_typed(p, "true", "1");
	assert_int_equal(check(p, "maybe"), -EINVAL);
	assert_true(codec_same("Y", "1"));
	assert_false(codec_same("Y", "0"));
}

static void a_number_takes_units_and_keeps_its_bounds(void **state)
{
	struct place *p = *state;

	tempdir_write(p->dir, "200000\n", "sys/module/haltpoll/parameters/guest_halt_poll_ns");
	here(p, "haltpoll.guest_halt_poll_ns");
	assert_string_equal(p->v.text, "200000");
	expect_typed(p, " 50us ", "50000");
	expect_typed(p, "1.5ms", "1500000");
	expect_typed(p, "0x10", "16");
	assert_int_equal(check(p, "2s"), -EINVAL);
	assert_non_null(strstr(p->e.text, "0..1000000000"));
	assert_int_equal(check(p, "0.5ns"), -EINVAL);
	assert_int_equal(check(p, "-1"), -EINVAL);
	assert_int_equal(check(p, "010"), -EINVAL); /* octal to the kernel */
	assert_int_equal(check(p, "3GHz"), -EINVAL);
	assert_int_equal(check(p, ""), -EINVAL);
	setting_format(p->h.setting, "200000", p->out, sizeof(p->out));
	assert_string_equal(p->out, "200 us");
	encode(p, "0");
	expect_write(p, 0, "guest_halt_poll_ns", "0");
}

static void a_number_may_be_a_word(void **state)
{
	struct place *p = *state;

	for (int i = 0; i < 12; i++)
		tempdir_write(p->dir, "0\n", CPU "cpu%d/power/pm_qos_resume_latency_us", i);
	tempdir_write(p->dir, "haltpoll\n", CPU "cpuidle/current_governor");
	here(p, "cpu.resume_latency_us");
	assert_int_equal(p->h.npaths, 12);
	assert_non_null(strstr(p->h.path[2], "cpu2/")); /* natural order: 2 before 10 */
	assert_false(p->v.mixed);
	expect_typed(p, "n/a", "n/a");
	expect_typed(p, "no latency allowed", "n/a");
	assert_int_equal(check(p, "never"), -EINVAL);
	tempdir_write(p->dir, "n/a\n", CPU "cpu3/power/pm_qos_resume_latency_us");
	here(p, "cpu.resume_latency_us");
	assert_true(p->v.mixed);
	assert_string_equal(p->v.text, "0 / n/a");
	encode(p, "n/a");
	assert_int_equal(p->o.n, 11); /* cpu3 has it already */
	encode(p, "0");
	assert_int_equal(p->o.n, 1);
	expect_write(p, 0, "cpu3/power/pm_qos_resume_latency_us", "0");
}

static void a_choice_offers_what_the_machine_has(void **state)
{
	struct place *p = *state;

	tempdir_write(p->dir, "menu\n", CPU "cpuidle/current_governor");
	tempdir_write(p->dir, "menu teo haltpoll \n", CPU "cpuidle/available_governors");
	here(p, "cpuidle.governor");
	assert_int_equal(p->h.access, ACCESS_WRITE);
	assert_int_equal(p->values.n, 3);
	assert_string_equal(setting_step(p->h.setting, &p->values, "menu", 1), "teo");
	assert_string_equal(setting_step(p->h.setting, &p->values, "menu", -1), "haltpoll");
	expect_typed(p, "teo", "teo");
	assert_int_equal(check(p, "ladder"), -EINVAL);
	assert_non_null(strstr(p->e.text, "menu, teo, haltpoll"));
	tempdir_write(p->dir, "menu\n", CPU "cpuidle/available_governors");
	here(p, "cpuidle.governor");
	assert_int_equal(p->h.access, ACCESS_READ);
	assert_non_null(strstr(p->h.reason, "only \"menu\""));
	assert_int_equal(setting_encode(&p->h, &p->root, "menu", &p->o, &p->e), -EPERM);
}

static void brackets_are_square_or_round(void **state)
{
	struct place *p = *state;

	tempdir_write(p->dir, "always [madvise] never\n",
		      "sys/kernel/mm/transparent_hugepage/enabled");
	tempdir_write(p->dir, "none voluntary (full) lazy\n", DEBUG "preempt");
	here(p, "transparent_hugepage.enabled");
	assert_string_equal(p->v.text, "madvise");
	assert_int_equal(p->values.n, 3);
	encode(p, "never");
	expect_write(p, 0, "enabled", "never");
	here(p, "sched.preempt");
	assert_string_equal(p->v.text, "full");
	assert_int_equal(p->values.n, 4);
	expect_typed(p, "lazy", "lazy");
	assert_int_equal(check(p, "(full)"), -EINVAL);
}

static void masks_have_one_form(void **state)
{
	struct place *p = *state;
	const char *path = "sys/devices/virtual/net/lo/queues/rx-0/rps_cpus";

	tempdir_write(p->dir, "00000000,00000003\n", "%s", path);
	tempdir_write(p->dir, "0-39\n", CPU "online");
	here(p, "lo.rps_cpus");
	assert_string_equal(p->v.text, "3");
	assert_true(codec_same("0,00000003", "3"));
	expect_typed(p, "0xF", "f");
	expect_typed(p, "all", "ffffffffff");
	encode(p, "ffffffffff");
	expect_write(p, 0, "rps_cpus", "ff,ffffffff");
	assert_int_equal(check(p, "0-1"), -EINVAL);
	assert_string_equal(p->values.value[0], "0");
	assert_string_equal(p->values.value[1], "1");
	assert_string_equal(p->values.value[2], "2");
	assert_string_equal(p->values.value[3], "fffffffffe");
	tempdir_write(p->dir, "3\n", "sys/devices/virtual/workqueue/cpumask");
	tempdir_write(p->dir, "0-1\n", CPU "online");
	here(p, "workqueue.cpumask");
	assert_int_equal(check(p, "0"), -EINVAL);
	for (size_t i = 0; i < p->values.n; i++)
		assert_string_not_equal(p->values.value[i], "0");
}

static void lists_of_cpus_have_one_form(void **state)
{
	struct place *p = *state;

	tempdir_write(p->dir, "0-3\n", "proc/sys/kernel/watchdog_cpumask");
	tempdir_write(p->dir, "0-3\n", CPU "online");
	here(p, "kernel.watchdog_cpumask");
	assert_string_equal(p->v.text, "0-3");
	expect_typed(p, "0,1,2", "0-2");
	assert_int_equal(check(p, "3-1"), -EINVAL);
	assert_int_equal(check(p, ""), -EINVAL);
}

static void vectors_keep_their_number_of_numbers(void **state)
{
	struct place *p = *state;

	tempdir_write(p->dir, "4096\t131072\t6291456\n", "proc/sys/net/ipv4/tcp_rmem");
	here(p, "net.ipv4.tcp_rmem");
	assert_string_equal(p->v.text, "4096 131072 6291456");
	expect_typed(p, "1\t2  3", "1 2 3");
	assert_int_equal(check(p, "1 2"), -EINVAL);
	assert_non_null(strstr(p->e.text, "3 numbers"));
	encode(p, "4096 131072 6291456");
	assert_int_equal(p->o.n, 0);
	encode(p, "1 2 3");
	expect_write(p, 0, "tcp_rmem", "1 2 3");
}

static void words_of_a_list_are_bools(void **state)
{
	struct place *p = *state;

	tempdir_write(p->dir, "GENTLE NO_NEXT_BUDDY TTWU_QUEUE NO_HRTICK\n", DEBUG "features");
	here(p, "sched.features.TTWU_QUEUE");
	assert_string_equal(p->v.text, "1");
	encode(p, "0");
	expect_write(p, 0, "features", "NO_TTWU_QUEUE");
	assert_int_equal(p->o.item[0].kind, WRITE_WORDS);
	here(p, "sched.features.NEXT_BUDDY");
	assert_string_equal(p->v.text, "0");
	encode(p, "1");
	expect_write(p, 0, "features", "NEXT_BUDDY");
	here(p, "sched.features.RUN_TO_PARITY");
	assert_int_equal(p->h.access, ACCESS_NONE);
	assert_non_null(strstr(p->h.reason, "no such feature"));
}

static void a_held_descriptor_has_a_limit_or_none(void **state)
{
	struct place *p = *state;

	tempdir_write(p->dir, "2000000000\n", "dev/cpu_dma_latency");
	here(p, "cpu_dma_latency");
	assert_string_equal(p->v.text, "none");
	expect_typed(p, "10us", "10");
	expect_typed(p, "None", "none");
	assert_int_equal(check(p, "2000000000"), -EINVAL);
	encode(p, "10");
	expect_write(p, 0, "cpu_dma_latency", "10");
	assert_int_equal(p->o.item[0].kind, WRITE_HELD);
	encode(p, "none");
	expect_write(p, 0, "cpu_dma_latency", "");
	setting_format(p->h.setting, "10", p->out, sizeof(p->out));
	assert_string_equal(p->out, "10 us");
}

/* ---- places ---- */

static void old_and_new_homes_are_one_setting(void **state)
{
	struct place *p = *state;

	tempdir_write(p->dir, "3000000\n", "proc/sys/kernel/sched_min_granularity_ns");
	here(p, "sched.base_slice_ns");
	assert_int_equal(p->h.pattern, 2);
	tempdir_write(p->dir, "700000\n", DEBUG "base_slice_ns");
	here(p, "sched.base_slice_ns");
	assert_int_equal(p->h.pattern, 0);
	assert_int_equal(p->h.npaths, 1);
	assert_string_equal(p->v.text, "700000");
}

static void no_turbo_means_the_opposite(void **state)
{
	struct place *p = *state;

	tempdir_write(p->dir, "0\n", CPU "intel_pstate/no_turbo");
	here(p, "cpufreq.boost");
	assert_true(p->h.inverted);
	assert_string_equal(p->v.text, "1");
	encode(p, "0");
	expect_write(p, 0, "no_turbo", "1");
	tempdir_write(p->dir, "1\n", CPU "cpufreq/boost");
	here(p, "cpufreq.boost");
	assert_false(p->h.inverted);
	assert_string_equal(p->v.text, "1");
	encode(p, "0");
	expect_write(p, 0, "cpufreq/boost", "0");
}

static void machine_with_policies(struct place *p, int n)
{
	for (int i = 0; i < n; i++) {
		tempdir_write(p->dir, i ? "powersave\n" : "performance\n",
			      POLICY "scaling_governor", i);
		tempdir_write(p->dir, "performance powersave\n",
			      POLICY "scaling_available_governors", i);
		tempdir_write(p->dir, "balance_power\n", POLICY "energy_performance_preference", i);
		tempdir_write(p->dir, "1000000\n", POLICY "scaling_min_freq", i);
		tempdir_write(p->dir, "2000000\n", POLICY "scaling_max_freq", i);
		tempdir_write(p->dir, "800000\n", POLICY "cpuinfo_min_freq", i);
		tempdir_write(p->dir, "3600000\n", POLICY "cpuinfo_max_freq", i);
	}
}

static void every_policy_keeps_its_own_value(void **state)
{
	struct place *p = *state;

	machine_with_policies(p, 3);
	here(p, "cpufreq.governor");
	assert_int_equal(p->h.npaths, 3);
	assert_true(p->v.mixed);
	assert_string_equal(p->v.text, "performance / powersave");
	encode(p, "performance");
	assert_int_equal(p->o.n, 5); /* three companions, two files that differ */
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(p->o.item[i].kind, WRITE_ALSO);
		expect_write(p, i, "energy_performance_preference", "");
	}
	expect_write(p, 3, "policy1/scaling_governor", "performance");
	expect_write(p, 4, "policy2/scaling_governor", "performance");
}

static void the_end_that_must_goes_first(void **state)
{
	struct place *p = *state;

	machine_with_policies(p, 1);
	here(p, "cpufreq.range");
	assert_string_equal(p->v.text, "1000000 2000000");
	assert_int_equal(p->values.n, 3);
	assert_string_equal(p->values.value[0], "800000 3600000");
	assert_string_equal(p->values.value[1], "3600000 3600000");
	encode(p, "3000000 3600000"); /* above the present upper end */
	assert_int_equal(p->o.n, 2);
	expect_write(p, 0, "scaling_max_freq", "3600000");
	expect_write(p, 1, "scaling_min_freq", "3000000");
	encode(p, "800000 900000"); /* below the present lower end */
	expect_write(p, 0, "scaling_min_freq", "800000");
	expect_write(p, 1, "scaling_max_freq", "900000");
	encode(p, "1000000 1500000");
	assert_int_equal(p->o.n, 1);
	expect_typed(p, "1GHz 2.4GHz", "1000000 2400000");
	expect_typed(p, "1200MHz", "1200000 1200000");
	assert_int_equal(check(p, "2GHz 1GHz"), -EINVAL);
	assert_int_equal(check(p, "1GHz 4GHz"), -EINVAL);
	assert_int_equal(check(p, "1GHz 2GHz 3GHz"), -EINVAL);
	setting_format(p->h.setting, p->v.text, p->out, sizeof(p->out));
	assert_string_equal(p->out, "1 GHz .. 2 GHz");
}

static void companions_are_saved_first(void **state)
{
	struct place *p = *state;

	tempdir_write(p->dir, "1\n", "proc/sys/kernel/watchdog");
	tempdir_write(p->dir, "0\n", "proc/sys/kernel/nmi_watchdog");
	tempdir_write(p->dir, "1\n", "proc/sys/kernel/soft_watchdog");
	here(p, "kernel.watchdog");
	encode(p, "0");
	assert_int_equal(p->o.n, 3);
	expect_write(p, 0, "nmi_watchdog", "");
	expect_write(p, 1, "soft_watchdog", "");
	expect_write(p, 2, "/watchdog", "0");
	assert_int_equal(p->o.item[0].kind, WRITE_ALSO);
	assert_int_equal(p->o.item[1].kind, WRITE_ALSO);
	assert_int_equal(p->o.item[2].kind, WRITE_FILE);
	encode(p, "1");
	assert_int_equal(p->o.n, 0); /* nothing to change, nothing to save */
}

static void what_is_not_possible_has_its_reason(void **state)
{
	struct place *p = *state;

	here(p, "kernel.timer_migration");
	assert_int_equal(p->h.access, ACCESS_NONE);
	assert_non_null(strstr(p->h.reason, "absent"));
	tempdir_write(p->dir, "notsupported\n", CPU "smt/control");
	here(p, "smt.control");
	assert_int_equal(p->h.access, ACCESS_READ);
	assert_non_null(strstr(p->h.reason, "notsupported"));
	tempdir_write(p->dir, "forceoff\n", CPU "smt/control");
	here(p, "smt.control");
	assert_int_equal(p->h.access, ACCESS_READ);
	tempdir_write(p->dir, "on\n", CPU "smt/control");
	here(p, "smt.control");
	assert_int_equal(p->h.access, ACCESS_WRITE);
	assert_int_equal(check(p, "forceoff"), -EPERM);
	tempdir_write(p->dir, "many\n", "proc/sys/kernel/timer_migration");
	here(p, "kernel.timer_migration");
	assert_int_equal(p->h.access, ACCESS_NONE);
	assert_non_null(strstr(p->h.reason, "not a bool"));
}

static void modes_lockdown_and_captures_forbid_writing(void **state)
{
	struct place *p = *state;
	char path[512];

	tempdir_write(p->dir, "1\n", "proc/sys/kernel/timer_migration");
	snprintf(path, sizeof(path), "%s/proc/sys/kernel/timer_migration", p->dir);
	assert_int_equal(chmod(path, 0444), 0);
	here(p, "kernel.timer_migration");
	assert_int_equal(p->h.access, ACCESS_READ);
	assert_string_equal(p->h.reason, "read-only (mode 0444)");
	assert_int_equal(chmod(path, 0644), 0);
	tempdir_write(p->dir, "none [integrity] confidentiality\n", "sys/kernel/security/lockdown");
	tempdir_write(p->dir, "700000\n", DEBUG "base_slice_ns");
	here(p, "sched.base_slice_ns");
	assert_int_equal(p->h.access, ACCESS_READ);
	assert_string_equal(p->h.reason, "lockdown (integrity) refuses it");
	here(p, "kernel.timer_migration");
	assert_int_equal(p->h.access, ACCESS_WRITE);
	p->root.live = false;
	here(p, "kernel.timer_migration");
	assert_int_equal(p->h.access, ACCESS_READ);
	assert_non_null(strstr(p->h.reason, "captured"));
}

static void files_that_vanish_leave_the_others(void **state)
{
	struct place *p = *state;
	char path[512];

	machine_with_policies(p, 2);
	here(p, "cpufreq.governor");
	snprintf(path, sizeof(path), "%s/" CPU "cpufreq/policy0/scaling_governor", p->dir);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(setting_read(&p->h, &p->root, &p->v), 0);
	assert_string_equal(p->v.text, "powersave");
	snprintf(path, sizeof(path), "%s/" CPU "cpufreq/policy1/scaling_governor", p->dir);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(setting_read(&p->h, &p->root, &p->v), -ENOENT);
}

static void steps_find_the_nearest_number(void **state)
{
	struct place *p = *state;

	tempdir_write(p->dir, "42\n", "proc/sys/vm/swappiness");
	here(p, "vm.swappiness"); /* 60, 0, 100 */
	assert_string_equal(setting_step(p->h.setting, &p->values, "42", 1), "60");
	assert_string_equal(setting_step(p->h.setting, &p->values, "42", -1), "0");
	assert_string_equal(setting_step(p->h.setting, &p->values, "200", 1), "0");
	assert_string_equal(setting_step(p->h.setting, &p->values, "60", 1), "0");
	p->values.n = 1;
	assert_null(setting_step(p->h.setting, &p->values, "60", 1));
	p->values.n = 0;
	assert_null(setting_step(p->h.setting, &p->values, "60", 1));
}

#define test(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(a_bool_reads_0_1_and_y_n),
		test(a_number_takes_units_and_keeps_its_bounds),
		test(a_number_may_be_a_word),
		test(a_choice_offers_what_the_machine_has),
		test(brackets_are_square_or_round),
		test(masks_have_one_form),
		test(lists_of_cpus_have_one_form),
		test(vectors_keep_their_number_of_numbers),
		test(words_of_a_list_are_bools),
		test(a_held_descriptor_has_a_limit_or_none),
		test(old_and_new_homes_are_one_setting),
		test(no_turbo_means_the_opposite),
		test(every_policy_keeps_its_own_value),
		test(the_end_that_must_goes_first),
		test(companions_are_saved_first),
		test(what_is_not_possible_has_its_reason),
		test(modes_lockdown_and_captures_forbid_writing),
		test(files_that_vanish_leave_the_others),
		test(steps_find_the_nearest_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
