// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_procstat: the few numbers of /proc/PID/{stat,status,sched}.
 *
 * Invariant: a text that does not hold the number is refused, never read as 0.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "bench/procstat.h"

/* Fields 3 to 52: minflt (10) is 101, majflt (12) 7, processor (39) 5. */
#define REST                                                                                       \
	"S 1 2 3 0 -1 4194560 101 900 7 800 1 2 3 4 20 0 1 0 12345 4096 128 18446744073709551615 " \
	"1 1 0 0 0 0 0 0 0 0 0 0 17 5 0 0 0 0 0 0 0 0 0 0 0 0 0\n"

static void test_stat(void **state)
{
	static const char *const names[] = { "bash",	 "a b c",      "(",  ")",
					     "x) (y",	 ") (",	       "",   ") R 9 9 9 9",
					     "(sd-pam)", "ctx:pipe/1", "\n", "a) S 1 (b" };
	char text[600];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		uint64_t faults = 0;
		int cpu = -9;

		text_format(text, sizeof(text), "4711 (%s) %s", names[i], REST);
		assert_true(procstat_stat(text, &faults, &cpu));
		assert_int_equal(faults, 108);
		assert_int_equal(cpu, 5);
	}
}

static void test_stat_broken(void **state)
{
	static const char *const bad[] = {
		"",
		"4711",
		"4711 (bash)",
		"4711 (bash) ",
		"4711 (bash) S 1 2 3",
		"4711 (bash)S 1 2 3 0 -1 4194560 101 900 7 800",
		"4711 (bash) S 1 2 3 0 -1 4194560 x 900 7 800 1 2 3 4 20 0 1 0 12345 4096 128 1 1 "
		"1 0 0 0 0 0 0 0 0 0 0 17 5 0",
		"4711 (bash) S 1 2 3 0 -1 4194560 1 900 7 800 1 2 3 4 20 0 1 0 12345 4096 128 1 1 "
		"1 0 0 0 0 0 0 0 0 0 0 17 -1 0",
	};
	char text[600];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		uint64_t faults = 77;
		int cpu = 88;

		assert_false(procstat_stat(bad[i], &faults, &cpu));
		assert_int_equal(faults, 77);
		assert_int_equal(cpu, 88);
	}
	/* cut anywhere before the CPU: refused, not misread */
	for (size_t n = 0; n < strlen("4711 (bash) " REST) - 36; n++) {
		uint64_t faults = 77;
		int cpu = 88;

		text_format(text, sizeof(text), "%.*s", (int)n, "4711 (bash) " REST);
		assert_false(procstat_stat(text, &faults, &cpu));
	}
}

static void test_own_stat(void **state)
{
	uint64_t faults = 0, vol, invol;
	char text[8192];
	int cpu = -1;
	size_t n;
	FILE *f;

	(void)state;
	f = fopen("/proc/self/stat", "re");
	assert_non_null(f);
	n = fread(text, 1, sizeof(text) - 1, f);
	fclose(f);
	text[n] = '\0';
	assert_true(procstat_stat(text, &faults, &cpu));
	assert_true(faults > 0 && cpu >= 0);
	f = fopen("/proc/self/status", "re");
	assert_non_null(f);
	n = fread(text, 1, sizeof(text) - 1, f);
	fclose(f);
	text[n] = '\0';
	assert_true(procstat_status(text, &vol, &invol));
}

static void test_status(void **state)
{
	uint64_t a = 1, b = 2;

	(void)state;
	assert_true(procstat_status("Name:\tx\nvoluntary_ctxt_switches:\t123\n"
				    "nonvoluntary_ctxt_switches:\t45\n",
				    &a, &b));
	assert_int_equal(a, 123);
	assert_int_equal(b, 45);
	/* the longer word ends with the shorter one: neither stands for the other */
	a = 1;
	assert_false(procstat_status("nonvoluntary_ctxt_switches:\t45\n", &a, &b));
	assert_int_equal(a, 1);
	assert_true(procstat_status("nonvoluntary_ctxt_switches:\t4\nvoluntary_ctxt_switches:\t3",
				    &a, &b));
	assert_int_equal(a, 3);
	assert_int_equal(b, 4);
	/* a process that calls itself so */
	assert_false(procstat_status("Name:\tvoluntary_ctxt_switches:\t9\n"
				     "nonvoluntary_ctxt_switches:\t4\n",
				     &a, &b));
	assert_false(procstat_status("", &a, &b));
	assert_false(
		procstat_status("voluntary_ctxt_switches:\nnonvoluntary_ctxt_switches:\n", &a, &b));
	assert_false(procstat_status("\n\n\n", &a, &b));
}

static void test_sched(void **state)
{
	uint64_t n = 5;

	(void)state;
	assert_true(procstat_sched("ctx:pipe/0 (12, #threads: 1)\n"
				   "-------------------------\n"
				   "se.exec_start            :       123.456\n"
				   "se.nr_migrations         :            17\n"
				   "nr_switches              :            99\n",
				   &n));
	assert_int_equal(n, 17);
	assert_false(procstat_sched("nr_switches              :            99\n", &n));
	assert_false(procstat_sched("se.nr_migrations_cold    :            99\n", &n));
	assert_false(procstat_sched("", &n));
	assert_int_equal(n, 17);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stat),	 cmocka_unit_test(test_stat_broken),
		cmocka_unit_test(test_own_stat), cmocka_unit_test(test_status),
		cmocka_unit_test(test_sched),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
