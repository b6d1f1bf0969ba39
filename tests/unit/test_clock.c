// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_clock: the running clock is either a plausible figure or an error with words. Its value is
 * not judged: the machine may be loaded by others.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/skip.h"

#include <errno.h>
#include <sched.h>

#include "machine/cpu.h"

static void test_running(void **state)
{
	(void)state;
	for (int i = 0; i < 5; i++) {
		struct err e = { 0 };
		double mhz = -1;
		int ret = cpu_running_mhz(&mhz, &e);

		if (!ret) {
			assert_true(mhz > 100 && mhz < 10000);
			continue;
		}
		assert_true(ret == -EAGAIN || ret == -ENOTSUP);
		assert_int_equal(e.code, -ret);
		assert_string_not_equal(e.text, "");
		assert_true(mhz == -1);
	}
}

static void test_without_err(void **state)
{
	double mhz = 0;
	int ret = cpu_running_mhz(&mhz, NULL);

	(void)state;
	assert_true(ret == 0 || ret == -EAGAIN || ret == -ENOTSUP);
}

/* The caller's affinity is the caller's business. */
static void test_leaves_affinity(void **state)
{
	cpu_set_t before, after;
	struct sysroot root;
	struct cpu_facts f;
	double mhz;

	(void)state;
	CPU_ZERO(&before);
	CPU_ZERO(&after);
	if (sched_getaffinity(0, sizeof(before), &before))
		skip_for("more CPUs than a cpu_set_t holds");
	assert_int_equal(sysroot_open(&root, "/"), 0);
	cpu_facts(&f, &root);
	sysroot_close(&root);
	cpu_running_mhz(&mhz, NULL);
	assert_int_equal(sched_getaffinity(0, sizeof(after), &after), 0);
	assert_true(CPU_EQUAL(&before, &after));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_running),
		cmocka_unit_test(test_without_err),
		cmocka_unit_test(test_leaves_affinity),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
