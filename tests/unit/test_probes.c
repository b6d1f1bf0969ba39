// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_probes: the reading side over a folder made here: kept descriptors, replaced and missing
 * files, torn texts, the budget.
 *
 * Invariant: nothing of the running machine is read but this program's own folder.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/rows.h"
#include "engine/probes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FIRST  "  CPU0 CPU1\nLOC: 10 20 Local timer interrupts\nERR: 1\n"
#define SECOND "  CPU0 CPU1\nLOC: 15 20 Local timer interrupts\nERR: 3\n"
#define TORN   "  CPU0 CPU1\nLOC: 15 Local timer interrupts\nERR: 3\n"

/* The error of the next pread(), once. This program's pread() stands in front of the C library's. */
static int pread_errno;

ssize_t pread(int fd, void *buf, size_t size, off_t offset)
{
	if (pread_errno) {
		errno = pread_errno;
		pread_errno = 0;
		return -1;
	}
	return syscall(SYS_pread64, fd, buf, size, offset);
}

struct place {
	char path[64];
	struct sysroot root;
	struct probe_reader pr;
	struct delta d;
};

static void path_of(const struct place *pl, const char *name, char *buf, size_t size)
{
	snprintf(buf, size, "%s/proc/%s", pl->path, name);
}

/* Write over the file as it stands: a kept descriptor sees it. */
static void put(const struct place *pl, const char *name, const char *text)
{
	char path[128];
	FILE *f;

	path_of(pl, name, path, sizeof(path));
	f = fopen(path, "w");
	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

static void drop(const struct place *pl, const char *name)
{
	char path[128];

	path_of(pl, name, path, sizeof(path));
	unlink(path);
}

static int setup(void **state)
{
	struct place *pl = calloc(1, sizeof(*pl));
	char proc[128];

	if (!pl)
		return -1;
	strcpy(pl->path, "/tmp/ctxtop-probes-XXXXXX");
	if (!mkdtemp(pl->path))
		return -1;
	path_of(pl, "", proc, sizeof(proc));
	if (mkdir(proc, 0700) || sysroot_open(&pl->root, pl->path))
		return -1;
	probe_reader_init(&pl->pr, PROBE_interrupts, &pl->root);
	*state = pl;
	return 0;
}

static int teardown(void **state)
{
	struct place *pl = *state;
	char proc[128];

	probe_reader_free(&pl->pr);
	delta_free(&pl->d);
	sysroot_close(&pl->root);
	drop(pl, "interrupts");
	drop(pl, "new");
	path_of(pl, "", proc, sizeof(proc));
	rmdir(proc);
	rmdir(pl->path);
	free(pl);
	return 0;
}

static void test_list(void **state)
{
	(void)state;
	for (int i = 0; i < PROBES; i++) {
		assert_non_null(probes[i]);
		assert_non_null(probes[i]->name);
		assert_non_null(probes[i]->summary);
		assert_int_equal(probes[i]->path[0], '/');
		assert_non_null(probes[i]->parse);
		for (int k = 0; k < i; k++)
			assert_string_not_equal(probes[i]->name, probes[k]->name);
	}
	assert_string_equal(probes[PROBE_cpustat]->name, "cpustat");
}

static void test_two_readings(void **state)
{
	struct place *pl = *state;
	struct probe_reader *pr = &pl->pr;
	int64_t window = -1, before = now_ns(), first;
	int fd;

	put(pl, "interrupts", FIRST);
	assert_int_equal(probe_reader_delta(pr, &pl->d, &window), -ENODATA);
	assert_int_equal(probe_reader_read(pr), 0);
	assert_int_equal(pr->err.code, 0);
	assert_int_equal(probe_reader_delta(pr, &pl->d, &window), -ENODATA);
	first = pr->time_ns[pr->now];
	assert_true(first >= before && first <= now_ns());
	fd = pr->fd;
	assert_true(fd >= 0);

	put(pl, "interrupts", SECOND);
	assert_int_equal(probe_reader_read(pr), 0);
	assert_int_equal(pr->fd, fd);
	assert_int_equal(probe_reader_delta(pr, &pl->d, &window), 0);
	assert_int_equal(window, pr->time_ns[pr->now] - first);
	assert_int_equal(pl->d.ncells, 2);
	assert_int_equal(delta_at(&pl->d, 0, 0), 5);
	assert_int_equal(delta_at(&pl->d, 1, 0), 2);

	assert_int_equal(probe_reader_read(pr), 0);
	assert_int_equal(probe_reader_delta(pr, &pl->d, &window), 0);
	assert_int_equal(pl->d.ncells, 0);
}

/* Another file of the same name takes its place: the kept descriptor would show the old one. */
static void test_replaced(void **state)
{
	struct place *pl = *state;
	char from[128], to[128];
	int64_t window;

	put(pl, "interrupts", FIRST);
	assert_int_equal(probe_reader_read(&pl->pr), 0);
	put(pl, "new", SECOND);
	path_of(pl, "new", from, sizeof(from));
	path_of(pl, "interrupts", to, sizeof(to));
	assert_int_equal(rename(from, to), 0);
	assert_int_equal(probe_reader_read(&pl->pr), 0);
	assert_int_equal(probe_reader_delta(&pl->pr, &pl->d, &window), 0);
	assert_int_equal(delta_at(&pl->d, 0, 0), 5);
}

static void test_missing(void **state)
{
	struct place *pl = *state;
	struct probe_reader *pr = &pl->pr;
	int64_t window;

	assert_int_equal(probe_reader_read(pr), -ENOENT);
	assert_int_equal(pr->err.code, ENOENT);
	assert_non_null(strstr(pr->err.text, "/proc/interrupts"));
	assert_non_null(strstr(pr->err.text, pl->path));
	assert_non_null(strstr(pr->err.text, strerror(ENOENT)));
	assert_null(strchr(pr->err.text, '\n'));
	assert_int_equal(pr->fd, -1);

	/* it appears, is read twice, and goes again */
	put(pl, "interrupts", FIRST);
	assert_int_equal(probe_reader_read(pr), 0);
	assert_int_equal(pr->err.code, 0);
	assert_int_equal(probe_reader_read(pr), 0);
	assert_int_equal(probe_reader_delta(pr, &pl->d, &window), 0);
	drop(pl, "interrupts");
	assert_int_equal(probe_reader_read(pr), -ENOENT);
	assert_int_equal(pr->err.code, ENOENT);
	assert_true(pr->valid[pr->now]);
	assert_int_equal(pr->table[pr->now].nrows, 2);
	assert_int_equal(probe_reader_delta(pr, &pl->d, &window), -ENODATA);

	/* what it counted meanwhile is in the next difference */
	put(pl, "interrupts", SECOND);
	assert_int_equal(probe_reader_read(pr), 0);
	assert_int_equal(probe_reader_delta(pr, &pl->d, &window), 0);
	assert_int_equal(delta_at(&pl->d, 0, 0), 5);
}

static void test_unreadable(void **state)
{
	struct place *pl = *state;

	put(pl, "interrupts", TORN);
	assert_int_equal(probe_reader_read(&pl->pr), -EAGAIN);
	assert_non_null(strstr(pl->pr.err.text, "/proc/interrupts"));
	assert_false(pl->pr.valid[0] || pl->pr.valid[1]);
	put(pl, "interrupts", "no interrupts\n");
	assert_int_equal(probe_reader_read(&pl->pr), -EINVAL);
	assert_int_equal(pl->pr.err.code, EINVAL);
	put(pl, "interrupts", "");
	assert_int_equal(probe_reader_read(&pl->pr), -EINVAL);
	put(pl, "interrupts", FIRST);
	assert_int_equal(probe_reader_read(&pl->pr), 0);
	assert_int_equal(pl->pr.err.code, 0);
}

/* A parser that calls the first @torn texts torn. */
static int torn, parsed;

static int torn_parse(struct table *t, const char *text, size_t len)
{
	assert_int_equal(t->nrows, 0);
	assert_int_equal(t->ncols, 0);
	assert_int_equal(text[len], '\0');
	parsed++;
	if (torn-- > 0) {
		/* half of a table is left behind */
		assert_int_equal(table_add_col(t, 9), 0);
		assert_non_null(table_add_row(t, "half", ""));
		return -EAGAIN;
	}
	return probe_interrupts.parse(t, text, len);
}

static void test_read_again(void **state)
{
	static const struct probe p = { .name = "torn",
					.path = "/proc/interrupts",
					.parse = torn_parse };
	struct place *pl = *state;

	put(pl, "interrupts", FIRST);
	pl->pr.probe = &p;
	torn = 3;
	parsed = 0;
	assert_int_equal(probe_reader_read(&pl->pr), 0);
	assert_int_equal(parsed, 4);
	assert_int_equal(pl->pr.table[pl->pr.now].nrows, 2);

	torn = 4;
	parsed = 0;
	assert_int_equal(probe_reader_read(&pl->pr), -EAGAIN);
	assert_int_equal(parsed, 4);
	assert_true(pl->pr.valid[pl->pr.now]);
	assert_int_equal(pl->pr.table[pl->pr.now].ncols, 2);
}

static void test_reopen(void **state)
{
	struct place *pl = *state;
	struct probe_reader *pr = &pl->pr;

	put(pl, "interrupts", FIRST);
	assert_int_equal(probe_reader_read(pr), 0);
	for (int i = 0; i < 2; i++) {
		/* what lies behind the kept descriptor went: the same reading opens anew */
		pread_errno = i ? ENOENT : ENODEV;
		assert_int_equal(probe_reader_read(pr), 0);
		assert_int_equal(pread_errno, 0);
		assert_true(pr->fd >= 0);
	}
	/* anything else: the reading fails with words, and the next one opens anew */
	pread_errno = EIO;
	assert_int_equal(probe_reader_read(pr), -EIO);
	assert_int_equal(pr->fd, -1);
	assert_non_null(strstr(pr->err.text, strerror(EIO)));
	assert_int_equal(probe_reader_read(pr), 0);
	assert_int_equal(pr->err.code, 0);
}

static void test_budget(void **state)
{
	struct place *pl = *state;
	struct probe_reader *pr = &pl->pr;

	assert_true(probe_reader_due(pr, 0));
	put(pl, "interrupts", FIRST);
	assert_int_equal(probe_reader_read(pr), 0);
	assert_true(pr->cost_ns > 0);
	assert_false(probe_reader_due(pr, pr->tried_ns));
	assert_false(probe_reader_due(pr, pr->tried_ns + 200 * pr->cost_ns - 1));
	assert_true(probe_reader_due(pr, pr->tried_ns + 200 * pr->cost_ns));

	/* a failed attempt counts too, and a new cost moves the old one by a quarter */
	drop(pl, "interrupts");
	pr->cost_ns = NSEC_PER_SEC;
	assert_int_equal(probe_reader_read(pr), -ENOENT);
	assert_true(pr->cost_ns >= NSEC_PER_SEC * 3 / 4);
	assert_true(pr->cost_ns < NSEC_PER_SEC);
	assert_false(probe_reader_due(pr, pr->tried_ns + 100 * NSEC_PER_SEC));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_list),
		cmocka_unit_test_setup_teardown(test_two_readings, setup, teardown),
		cmocka_unit_test_setup_teardown(test_replaced, setup, teardown),
		cmocka_unit_test_setup_teardown(test_missing, setup, teardown),
		cmocka_unit_test_setup_teardown(test_unreadable, setup, teardown),
		cmocka_unit_test_setup_teardown(test_read_again, setup, teardown),
		cmocka_unit_test_setup_teardown(test_reopen, setup, teardown),
		cmocka_unit_test_setup_teardown(test_budget, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
