// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_record: the recording as a file: what is written, and on a full disk.
 *
 * Invariant: each test has a folder of its own, which is gone afterwards.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/skip.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stream/event.h"
#include "stream/record.h"
#include "../lib/any_event.h"
#include "../lib/replay.h"
#include "../lib/tempdir.h"

/* A folder of its own for each test. */
static int make_dir(void **state)
{
	static char dir[80];

	tempdir_make(dir, sizeof(dir));
	*state = dir;
	return 0;
}

static int remove_dir(void **state)
{
	tempdir_remove(*state);
	return 0;
}

struct seen {
	unsigned n, kind[EV_KINDS];
};

static int count(void *arg, const struct event *ev)
{
	struct seen *s = arg;

	s->kind[ev->kind]++;
	s->n++;
	return 0;
}

static void test_recorder(void **state)
{
	struct recorder rec, twice;
	struct seen seen = { 0 };
	struct err e = { 0 };
	size_t recorded = 0;
	char path[90];

	text_format(path, sizeof(path), "%s/r", (char *)*state);
	assert_int_equal(recorder_open(&rec, path, &e), 0);
	any_event_seed(7);
	for (int kind = 0; kind < EV_KINDS; kind++) {
		struct event *ev;

		if (kind == EV_NONE)
			continue;
		ev = any_event_recorded(kind) ? any_event(kind) : event_new(kind, 1, 2);
		recorder_write(&rec, ev);
		event_free(ev);
	}
	assert_int_equal(recorder_open(&twice, path, &e), -EEXIST);
	assert_non_null(strstr(e.text, "exists"));
	/* every line is on disk before the file is closed */
	assert_int_equal(replay(path, count, &seen, &e), 0);
	for (int kind = 0; kind < EV_KINDS; kind++)
		recorded += any_event_recorded(kind);
	assert_int_equal(seen.n, recorded);
	assert_int_equal(recorder_close(&rec, &e), 0);
	for (int kind = 0; kind < EV_KINDS; kind++)
		assert_int_equal(seen.kind[kind], any_event_recorded(kind) ? 1 : 0);
}

struct times {
	int64_t t_ns[3], since_ns[3];
	size_t n;
};

static int note_time(void *arg, const struct event *ev)
{
	struct times *t = arg;

	assert_true(t->n < ARRAY_SIZE(t->t_ns));
	t->since_ns[t->n] = event_since(ev);
	t->t_ns[t->n++] = ev->t_ns;
	return 0;
}

/* A reader seeks by time: no event of a recording is older than the one before it. */
static void test_in_order(void **state)
{
	static const int64_t given[] = { 10, 5, 20 };
	struct recorder rec;
	struct times seen = { 0 };
	struct err e = { 0 };
	char path[90];

	text_format(path, sizeof(path), "%s/r", (char *)*state);
	assert_int_equal(recorder_open(&rec, path, &e), 0);
	for (size_t i = 0; i < ARRAY_SIZE(given); i++) {
		struct event *ev = event_new(i ? EV_SLICE : EV_START, given[i], 1);

		ev->since_ns = i ? given[i] - 2 : 0;
		recorder_write(&rec, ev);
		assert_int_equal(ev->t_ns, given[i]); /* the event is not touched */
		event_free(ev);
	}
	assert_int_equal(recorder_close(&rec, &e), 0);
	assert_int_equal(replay(path, note_time, &seen, &e), 0);
	assert_int_equal(seen.n, 3);
	assert_true(seen.t_ns[0] == 10 && seen.t_ns[1] == 10 && seen.t_ns[2] == 20);
	assert_true(seen.since_ns[1] == 3 && seen.since_ns[2] == 18);
}

static void test_disk_full(void **state)
{
	struct recorder rec = { 0 };
	struct event *ev = event_new(EV_MARK, 1, 2);
	struct err e = { 0 };

	(void)state;
	rec.file = fopen("/dev/full", "w");
	if (!rec.file)
		skip_for("no /dev/full");
	strcpy(rec.path, "/dev/full");
	recorder_write(&rec, ev);
	assert_int_equal(rec.err.code, ENOSPC);
	recorder_write(&rec, ev);
	assert_int_equal(recorder_close(&rec, &e), -ENOSPC);
	assert_non_null(strstr(e.text, "/dev/full"));
	event_free(ev);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_recorder, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(test_in_order, make_dir, remove_dir),
		cmocka_unit_test(test_disk_full),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
