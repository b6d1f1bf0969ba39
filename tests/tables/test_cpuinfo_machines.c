// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_cpuinfo_machines: every *cpuinfo text in tests/machines must say what its CPU is.
 *
 * Invariant: a clock is found where the text states one, and nowhere else.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "machine/cpu.h"

static void check_file(const struct sysroot *root, const char *name)
{
	struct textbuf text = { 0 };
	struct cpu_facts f;

	if (sysroot_read(root, name, &text))
		fail_msg("%s cannot be read", name);
	cpu_facts_from_cpuinfo(&f, text.data);
	if (!f.type[0])
		fail_msg("%s: no type", name);
	/* a text that states a clock anywhere must give one, and the other way round */
	if (f.has_mhz != (strstr(text.data, "MHz") != NULL || strstr(text.data, "GHz") != NULL ||
			  strstr(text.data, "[Hz]") != NULL))
		fail_msg("%s: clock %d %s", name, f.has_mhz, f.mhz_source);
	if (f.has_mhz && (f.nominal_mhz < 50 || f.nominal_mhz > 6000))
		fail_msg("%s: %f MHz", name, f.nominal_mhz);
	textbuf_free(&text);
}

static void test_machines(void **state)
{
	const struct dirent *d;
	struct sysroot root;
	size_t n = 0;
	DIR *dir;

	(void)state;
	dir = opendir("tests/machines");
	assert_non_null(dir);
	assert_int_equal(sysroot_open(&root, "tests/machines"), 0);
	while ((d = readdir(dir))) {
		size_t len = strlen(d->d_name);

		if (strstr(d->d_name, "cpuinfo") && len && d->d_name[len - 1] != '~') {
			check_file(&root, d->d_name);
			n++;
		}
	}
	closedir(dir);
	sysroot_close(&root);
	assert_true(n > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_machines) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
