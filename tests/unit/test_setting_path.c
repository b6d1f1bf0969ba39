// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_setting_path: settings by path and by name, guessed kinds, refusals, completion, sections of
 * the configuration, the printed list.
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
#include "settings/settings_list.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct place {
	char dir[256];
	struct sysroot root;
	struct catalogue c;
	struct err e;
};

static int setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	if (!p)
		return -1;
	tempdir_make(p->dir, sizeof(p->dir));
	if (sysroot_open(&p->root, p->dir) || catalogue_init(&p->c))
		return -1;
	p->root.live = true;
	*state = p;
	return 0;
}

static int teardown(void **state)
{
	struct place *p = *state;

	catalogue_free(&p->c);
	sysroot_close(&p->root);
	tempdir_remove(p->dir);
	free(p);
	return 0;
}

static const struct setting *named(struct place *p, const char *name)
{
	const struct setting *s = catalogue_name(&p->c, &p->root, name, &p->e);

	if (!s)
		fail_msg("%s: %s", name, p->e.text);
	return s;
}

static void expect_refused(struct place *p, const char *name, const char *words)
{
	p->e.text[0] = '\0';
	if (catalogue_name(&p->c, &p->root, name, &p->e))
		fail_msg("%s was taken", name);
	if (!strstr(p->e.text, words))
		fail_msg("%s: \"%s\" does not say \"%s\"", name, p->e.text, words);
}

/* ---- names ---- */

static void names_of_sysctls_go_both_ways(void **state)
{
	static const char *const pairs[][2] = {
		{ "kernel.timer_migration", "/proc/sys/kernel/timer_migration" },
		{ "net.ipv4.conf.eth0/100.forwarding",
		  "/proc/sys/net/ipv4/conf/eth0.100/forwarding" },
	};
	char text[200];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++) {
		sysctl_path(pairs[i][0], text, sizeof(text));
		assert_string_equal(text, pairs[i][1]);
		sysctl_name(pairs[i][1], text, sizeof(text));
		assert_string_equal(text, pairs[i][0]);
	}
	sysctl_path("net/ipv4/conf/eth0.100/forwarding", text, sizeof(text));
	assert_string_equal(text, pairs[1][1]);
}

static void known_files_are_known_by_path(void **state)
{
	struct place *p = *state;
	const struct setting *s;

	tempdir_write(p->dir, "1\n", "proc/sys/kernel/timer_migration");
	assert_ptr_equal(named(p, "/proc/sys/kernel/timer_migration"),
			 catalogue_find(&p->c, "kernel.timer_migration"));
	assert_ptr_equal(named(p, "kernel/timer_migration"),
			 catalogue_find(&p->c, "kernel.timer_migration"));
	tempdir_write(p->dir, "0\n", "sys/devices/virtual/net/lo/queues/rx-0/rps_cpus");
	assert_ptr_equal(named(p, "/sys/devices/virtual/net/lo/queues/rx-0/rps_cpus"),
			 catalogue_find(&p->c, "lo.rps_cpus"));
	/* one policy of two is like the entry, but a setting of its own */
	for (int i = 0; i < 2; i++)
		tempdir_write(p->dir, "menu\n",
			      "sys/devices/system/cpu/cpufreq/policy%d/scaling_governor", i);
	s = named(p, "/sys/devices/system/cpu/cpufreq/policy1/scaling_governor");
	assert_int_equal(s->kind, SETTING_CHOICE);
	assert_string_equal(s->choices_file, "scaling_available_governors");
	assert_string_equal(s->path[0], "/sys/devices/system/cpu/cpufreq/policy1/scaling_governor");
	assert_null(s->path[1]);
	assert_string_equal(s->name, s->path[0]);
	assert_ptr_equal(named(p, s->name), s);
}

static void kinds_are_guessed_from_the_present_text(void **state)
{
	static const struct {
		const char *path, *text;
		enum setting_kind kind;
	} rows[] = {
		{ "proc/sys/fs/some_number", "17\n", SETTING_NUMBER },
		{ "proc/sys/fs/some_flag", "0\n", SETTING_NUMBER },
		{ "sys/module/x/parameters/y", "N\n", SETTING_BOOL },
		{ "proc/sys/fs/three", "1\t2\t3\n", SETTING_VECTOR },
		{ "sys/kernel/x/choice", "one [two] three\n", SETTING_BRACKET },
		{ "sys/kernel/x/cpumask", "00000000,0000000f\n", SETTING_MASK },
		{ "sys/kernel/x/some_affinity", "0f\n", SETTING_MASK },
		{ "sys/kernel/x/use_cpus", "0-3,8\n", SETTING_CPULIST },
		{ "proc/sys/fs/words", "hello world\n", SETTING_TEXT_LINE },
		{ "proc/sys/fs/octal", "0022\n", SETTING_TEXT_LINE },
		{ "proc/sys/fs/empty", "\n", SETTING_TEXT_LINE },
	};
	struct place *p = *state;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct setting *s;
		char path[128];

		tempdir_write(p->dir, rows[i].text, "%s", rows[i].path);
		snprintf(path, sizeof(path), "/%s", rows[i].path);
		s = named(p, path);
		if (s->kind != rows[i].kind)
			fail_msg("%s is taken for a %s", path, setting_kind_name(s->kind));
		assert_true(s->flags & SETTING_USER);
	}
	assert_string_equal(named(p, "fs.some_flag")->demo[1], "1");
	assert_int_equal(named(p, "fs.some_flag")->kind, SETTING_NUMBER);
}

static void triggers_and_other_places_are_refused(void **state)
{
	static const char *const triggers[] = {
		"vm.drop_caches",
		"vm.compact_memory",
		"net.ipv4.route.flush",
		"kernel.sysrq",
		"kernel.panic",
		"kernel.panic_on_oops",
		"kernel.hung_task_panic",
		"kernel.modules_disabled",
		"kernel.kexec_load_disabled",
		"kernel.core_pattern",
		"kernel.modprobe",
		"/sys/power/state",
		"/sys/bus/pci/rescan",
		"/sys/bus/pci/drivers/x/unbind",
		"/sys/fs/cgroup/a/cgroup.procs",
		"/sys/kernel/mm/ksm/clear_x",
		"/sys/kernel/debug/tracing/trace_marker",
		"/sys/devices/system/memory/memory1/online",
	};
	struct place *p = *state;

	for (size_t i = 0; i < ARRAY_SIZE(triggers); i++) {
		char path[256];

		if (triggers[i][0] == '/')
			snprintf(path, sizeof(path), "%s", triggers[i]);
		else
			sysctl_path(triggers[i], path, sizeof(path));
		tempdir_write(p->dir, "0\n", "%s", path + 1);
		expect_refused(p, triggers[i], "is refused");
	}
	tempdir_write(p->dir, "x\n", "etc/passwd");
	tempdir_write(p->dir, "x\n", "proc/version");
	expect_refused(p, "/etc/passwd", "not a file below");
	expect_refused(p, "/proc/version", "not a file below");
	expect_refused(p, "/proc/sys/../version", "not a file below");
	expect_refused(p, "/sys/../etc/passwd", "not a file below");
	expect_refused(p, "/sys/kernel/*", "not a file below");
	expect_refused(p, "nothing.of_this_name", "no setting");
	tempdir_write(p->dir, "x\n", "sys/kernel/folder/file");
	expect_refused(p, "/sys/kernel/folder", "not a file that holds");
	tempdir_write(p->dir, "one\ntwo\n", "sys/kernel/two_lines");
	expect_refused(p, "/sys/kernel/two_lines", "more than one line");
}

static void links_are_followed_but_not_out(void **state)
{
	struct place *p = *state;
	char path[512];

	tempdir_write(p->dir, "5\n", "sys/devices/real/value");
	tempdir_write(p->dir, "x\n", "etc/secret");
	tempdir_write(p->dir, "x\n", "sys/class/keep");
	snprintf(path, sizeof(path), "%s/sys/class/link", p->dir);
	assert_int_equal(symlink("../devices/real", path), 0);
	snprintf(path, sizeof(path), "%s/sys/class/out", p->dir);
	assert_int_equal(symlink("../../etc/secret", path), 0);
	assert_string_equal(named(p, "/sys/class/link/value")->path[0], "/sys/devices/real/value");
	expect_refused(p, "/sys/class/out", "leads out");
}

static void single_values_of_a_path_are_refused(void **state)
{
	struct place *p = *state;
	const struct setting *s;
	struct setting_here h;
	char out[SETTING_TEXT];

	tempdir_write(p->dir, "4096\n", "proc/sys/vm/dirty_bytes");
	s = named(p, "vm.dirty_bytes");
	assert_int_equal(setting_resolve(&h, s, &p->root), 0);
	assert_int_equal(h.access, ACCESS_WRITE);
	assert_int_equal(setting_check(&h, &p->root, "0", out, sizeof(out), &p->e), -EPERM);
	assert_int_equal(setting_check(&h, &p->root, "8192", out, sizeof(out), &p->e), 0);
	setting_here_free(&h);
	tempdir_write(p->dir, "0\n", "proc/sys/vm/dirty_bytes");
	assert_int_equal(setting_resolve(&h, s, &p->root), 0);
	assert_int_equal(h.access, ACCESS_READ); /* its 0 could not be put back */
	setting_here_free(&h);
}

static void names_are_completed_a_level_at_a_time(void **state)
{
	struct place *p = *state;
	char **names;
	int n;

	tempdir_write(p->dir, "1\n", "proc/sys/kernel/timer_migration");
	tempdir_write(p->dir, "1\n", "proc/sys/kernel/timer_other");
	tempdir_write(p->dir, "1\n", "proc/sys/net/ipv4/x");
	tempdir_write(p->dir, "1\n", "proc/sys/vm/drop_caches");
	tempdir_write(p->dir, "1\n", "proc/sys/net/ipv4/conf/eth0.7/x");
	n = setting_complete(&p->c, &p->root, "kernel.timer", &names);
	assert_int_equal(n, 2);
	assert_string_equal(names[0], "kernel.timer_migration");
	assert_string_equal(names[1], "kernel.timer_other");
	assert_null(names[2]);
	setting_names_free(names);
	n = setting_complete(&p->c, &p->root, "vm.drop", &names);
	assert_int_equal(n, 0);
	setting_names_free(names);
	/* some are refused by the whole of their path only */
	tempdir_write(p->dir, "core\n", "proc/sys/kernel/core_pattern");
	tempdir_write(p->dir, "0\n", "proc/sys/kernel/core_pipe_limit");
	tempdir_write(p->dir, "0\n", "proc/sys/net/core_pattern");
	n = setting_complete(&p->c, &p->root, "kernel.core_p", &names);
	assert_int_equal(n, 1);
	assert_string_equal(names[0], "kernel.core_pipe_limit");
	setting_names_free(names);
	n = setting_complete(&p->c, &p->root, "net.core_p", &names);
	assert_int_equal(n, 1);
	assert_string_equal(names[0], "net.core_pattern");
	setting_names_free(names);
	n = setting_complete(&p->c, &p->root, "net.ipv4.conf.e", &names);
	assert_int_equal(n, 1);
	assert_string_equal(names[0], "net.ipv4.conf.eth0/7.");
	setting_names_free(names);
	n = setting_complete(&p->c, &p->root, "ne", &names);
	assert_true(n > 1);
	assert_string_equal(names[0], "net.");
	setting_names_free(names);
}

/* ---- configuration ---- */

static int parse(struct catalogue *c, const char *text, const char *name, struct err *e)
{
	struct ini file;
	int ret = ini_load_text(&file, text, strlen(text), name, e);

	if (ret)
		return ret;
	ret = catalogue_take(c, &file, e);
	ini_free(&file);
	return ret;
}

static void sections_become_settings(void **state)
{
	static const char text[] = "[ctxtop]\nslice = 100\n"
				   "[setting my.number]\npath = /sys/kernel/a*/x\n"
				   "path = /proc/sys/kernel/x\nkind = number\nmin = 1\nmax = 9\n"
				   "values = 1, 5, 9\nunit = us\nrisk = hang, power\n"
				   "reaches = new tasks\nsettle-ms = 300\nhelp = Does something.\n"
				   "[setting vm.some]\n"
				   "[setting vm.swappiness]\nvalues = 10,20\n"
				   "[setting my.flag]\npath = /sys/kernel/no_x\nkind = bool\n"
				   "inverted = yes\n";
	struct place *p = *state;
	const struct setting *s, *old = catalogue_find(&p->c, "vm.swappiness");
	size_t before = p->c.n;

	if (parse(&p->c, text, "test.conf", &p->e))
		fail_msg("%s", p->e.text);
	assert_int_equal(p->c.n, before + 3);
	s = catalogue_find(&p->c, "my.number");
	assert_int_equal(s->kind, SETTING_NUMBER);
	assert_string_equal(s->path[0], "/sys/kernel/a*/x");
	assert_string_equal(s->path[1], "/proc/sys/kernel/x");
	assert_string_equal(s->demo[2], "9");
	assert_int_equal(s->risk, RISK_HANG | RISK_POWER);
	assert_int_equal(s->reaches, REACH_TASK);
	assert_int_equal(setting_settle_ms(s), 300);
	assert_string_equal(catalogue_find(&p->c, "vm.some")->path[0], "/proc/sys/vm/some");
	s = catalogue_find(&p->c, "vm.swappiness");
	assert_ptr_not_equal(s, old);
	assert_string_equal(s->demo[0], "10");
	assert_null(s->demo[2]);
	assert_int_equal(s->max, old->max);
	assert_true(catalogue_find(&p->c, "my.flag")->inverted & 1);
}

static void errors_of_sections_name_file_and_line(void **state)
{
	static const struct {
		const char *text, *words;
	} rows[] = {
		{ "[setting a b]\npath = /sys/x\n", "t.conf:1: \"a b\" is no name" },
		{ "\n[setting x]\nkind = bool\n", "t.conf:2: setting x: a line \"path" },
		{ "[setting x]\npath = /etc/passwd\n", "t.conf:2: path = /etc/passwd: wanted" },
		{ "[setting x]\npath = /sys/../etc/passwd\n", "t.conf:2:" },
		{ "[setting x]\npath = /proc/sys/vm/drop_caches\n", "t.conf:2:" },
		{ "[setting x]\npath = /sys/x\nkind = colour\n", "t.conf:3: kind = colour" },
		{ "[setting x]\npath = /sys/x\nfoo = 1\n", "t.conf:3: unknown key \"foo\"" },
		{ "[setting x]\npath = /sys/x\nkind = number\nmin=5\nmax=1\n",
		  "t.conf:1: setting x: min" },
		{ "[setting x]\npath = /sys/x\nkind = number\nmax=9\nvalues=1,10\n",
		  "not within 0..9" },
		{ "[setting x]\npath = /sys/x\nkind = choice\n", "a choice needs choices" },
		{ "[setting x]\npath = /sys/x\nkind = held\n", "t.conf:3: kind = held" },
		{ "[setting x]\npath = /sys/x\nrisk = none at all\n", "t.conf:3: risk" },
		{ "[setting x]\npath = /sys/x\nrubbish\n", "t.conf:3: neither" },
		{ "[setting abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrst]\npath = /sys/x\n",
		  "t.conf:1: the name" },
	};
	struct place *p = *state;
	size_t before = p->c.n;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		assert_int_equal(parse(&p->c, rows[i].text, "t.conf", &p->e), -EINVAL);
		if (!strstr(p->e.text, rows[i].words))
			fail_msg("\"%s\" does not say \"%s\"", p->e.text, rows[i].words);
		assert_int_equal(p->c.n, before);
	}
	/* one bad section: none is taken */
	assert_int_equal(parse(&p->c, "[setting a]\npath=/sys/x\n[setting b]\nfoo=1\n", "t.conf",
			       &p->e),
			 -EINVAL);
	assert_null(catalogue_find(&p->c, "a"));
}

static void patterns_of_the_user_reach_no_trigger(void **state)
{
	struct place *p = *state;
	struct setting_here h;

	tempdir_write(p->dir, "0\n", "proc/sys/vm/drop_caches");
	assert_int_equal(parse(&p->c,
			       "[setting x]\npath = /proc/sys/vm/drop_c*\n"
			       "kind = number\n",
			       "t.conf", &p->e),
			 0);
	assert_int_equal(setting_resolve(&h, catalogue_find(&p->c, "x"), &p->root), 0);
	assert_int_equal(h.access, ACCESS_READ);
	assert_non_null(strstr(h.reason, "acts when written"));
	setting_here_free(&h);
}

/* ---- the list ---- */

static char *print(struct place *p,
		   int (*list)(FILE *, const struct catalogue *, const struct sysroot *))
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	assert_non_null(f);
	assert_int_equal(list(f, &p->c, &p->root), 0);
	assert_int_equal(fclose(f), 0);
	return text;
}

static void the_list_has_every_setting(void **state)
{
	struct place *p = *state;
	char *text;
	json_t *all, *o;
	size_t i, seen = 0;

	tempdir_write(p->dir, "1\n", "proc/sys/kernel/timer_migration");
	text = print(p, settings_list_text);
	for (i = 0; i < p->c.n; i++)
		assert_non_null(strstr(text, p->c.item[i]->name));
	assert_non_null(strstr(text, "absent"));
	free(text);
	text = print(p, settings_list_json);
	all = json_loads(text, 0, NULL);
	assert_non_null(all);
	assert_int_equal(json_array_size(all), p->c.n);
	json_array_foreach(all, i, o)
	{
		const char *name = json_string_value(json_object_get(o, "name"));

		if (strcmp(name, "kernel.timer_migration")) {
			assert_true(json_is_null(json_object_get(o, "value")));
			assert_true(json_is_string(json_object_get(o, "reason")));
			continue;
		}
		seen++;
		assert_string_equal(json_string_value(json_object_get(o, "value")), "1");
		assert_string_equal(json_string_value(json_object_get(o, "access")), "write");
		assert_true(json_is_null(json_object_get(o, "reason")));
		assert_int_equal(json_array_size(json_object_get(o, "paths")), 1);
		assert_int_equal(json_array_size(json_object_get(o, "possible_values")), 2);
	}
	assert_int_equal(seen, 1);
	json_decref(all);
	free(text);
}

#define test(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_of_sysctls_go_both_ways),
		test(known_files_are_known_by_path),
		test(kinds_are_guessed_from_the_present_text),
		test(triggers_and_other_places_are_refused),
		test(links_are_followed_but_not_out),
		test(single_values_of_a_path_are_refused),
		test(names_are_completed_a_level_at_a_time),
		test(sections_become_settings),
		test(errors_of_sections_name_file_and_line),
		test(patterns_of_the_user_reach_no_trigger),
		test(the_list_has_every_setting),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
