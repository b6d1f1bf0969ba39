// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_machines: every probe over the texts in tests/machines.
 *
 * Invariant: what a parser reads is read a second time in a naive way; a probe without a text fails.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/naive.h"
#include "../lib/rows.h"
#include "base/sysroot.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#define MACHINES "tests/machines"

static const struct probe *probe_for(const char *name)
{
	const char *stat = strstr(name, "stat");

	if (strstr(name, "interrupts"))
		return &probe_interrupts;
	if (strstr(name, "softirqs"))
		return &probe_softirqs;
	/* "sysstat.cpuinfo" is none */
	while (stat && strstr(stat + 1, "stat"))
		stat = strstr(stat + 1, "stat");
	return stat && !stat[4] ? &probe_cpustat : NULL;
}

static void check_table(const char *name, const struct probe *p, const struct table *t,
			const char *text)
{
	const char *bad = p == &probe_cpustat ? naive_stat(t, text) : naive_grid(t, text);
	struct delta d = { 0 };
	size_t gauges = 0;

	if (bad)
		fail_msg("%s: %s", name, bad);
	if (!t->nrows || !t->ncols)
		fail_msg("%s: empty", name);
	for (size_t r = 0; r < t->nrows; r++) {
		const struct table_row *row = &t->row[r];

		if (!*row->label || row->class >= ROW_CLASSES)
			fail_msg("%s: row %zu", name, r);
		if (row->flags & ROW_GAUGE && table_cells_const(t, r)[0])
			gauges++;
	}
	assert_int_equal(table_delta(t, t, &d), 0);
	assert_int_equal(d.ncells, gauges);
	delta_free(&d);
}

/*
 * A machine that ticks has a row for it; only a guest or an old kernel has no rescheduling row, and a
 * guest of Xen has one a CPU beside the sum.
 */
static void check_classes(const char *name, const struct table *t)
{
	size_t n[ROW_CLASSES] = { 0 };

	for (size_t r = 0; r < t->nrows; r++)
		n[t->row[r].class]++;
	if (!n[ROW_TICK] || !n[ROW_DEVICE])
		fail_msg("%s: %zu rows of class tick, %zu devices", name, n[ROW_TICK],
			 n[ROW_DEVICE]);
	if (n[ROW_TICK] > 4 || n[ROW_NMI] > 2 || n[ROW_RESCHED] > t->ncols + 1)
		fail_msg("%s: %zu ticks, %zu NMIs, %zu rescheduling", name, n[ROW_TICK], n[ROW_NMI],
			 n[ROW_RESCHED]);
}

static void test_folder(void **state)
{
	struct textbuf text = { 0 };
	struct sysroot root;
	struct table t = { 0 };
	struct dirent *de;
	unsigned interrupts = 0, softirqs = 0, stats = 0;
	DIR *dir;

	(void)state;
	assert_int_equal(sysroot_open(&root, MACHINES), 0);
	dir = opendir(MACHINES);
	assert_non_null(dir);
	while ((de = readdir(dir))) {
		const struct probe *p = probe_for(de->d_name);
		int ret;

		if (!p)
			continue;
		assert_int_equal(sysroot_read(&root, de->d_name, &text), 0);
		ret = parse_text(p, &t, text.data);
		if (ret)
			fail_msg("%s: %d", de->d_name, ret);
		check_table(de->d_name, p, &t, text.data);
		if (p == &probe_interrupts)
			check_classes(de->d_name, &t);
		interrupts += p == &probe_interrupts;
		softirqs += p == &probe_softirqs;
		stats += p == &probe_cpustat;
	}
	assert_true(interrupts > 0 && softirqs > 0 && stats > 0);
	closedir(dir);
	sysroot_close(&root);
	textbuf_free(&text);
	table_free(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_folder),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
