// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_record: the recording as a file: written, torn, broken, newer, on a full disk.
 *
 * Invariant: each test has a folder of its own, which is gone afterwards.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stream/event.h"
#include "stream/record.h"
#include "../lib/any_event.h"

/* A folder of its own for each test. */
static int make_dir(void **state)
{
	char *dir = strdup("/tmp/ctxtop-test-XXXXXX");

	*state = dir;
	return dir && mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
	char path[80];

	text_format(path, sizeof(path), "%s/r", (char *)*state);
	unlink(path);
	rmdir(*state);
	free(*state);
	return 0;
}

static void put_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

struct seen {
	unsigned n, kind[EV_KINDS];
	int fail_at, rc;
};

static int count(void *arg, struct event *ev)
{
	struct seen *s = arg;

	s->kind[ev->kind]++;
	event_free(ev);
	return (int)++s->n == s->fail_at ? s->rc : 0;
}

#define START                                                                                   \
	"{\"ctxtop\":\"0.1\",\"format\":1,\"kind\":\"start\",\"t_ns\":1,\"wall_ns\":2,\"slice_" \
	"ns\":9}\n"
#define MARK "{\"kind\":\"mark\",\"t_ns\":1,\"wall_ns\":2}\n"

static void test_recorder(void **state)
{
	struct recorder rec, twice;
	struct seen seen = { 0 };
	struct err e = { 0 };
	size_t recorded = 0;
	char path[80];

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
	assert_int_equal(recording_read(path, count, &seen, &e), 0);
	for (int kind = 0; kind < EV_KINDS; kind++)
		recorded += any_event_recorded(kind);
	assert_int_equal(seen.n, recorded);
	assert_int_equal(recorder_close(&rec, &e), 0);
	for (int kind = 0; kind < EV_KINDS; kind++)
		assert_int_equal(seen.kind[kind], any_event_recorded(kind) ? 1 : 0);
}

static void test_disk_full(void **state)
{
	struct recorder rec = { 0 };
	struct event *ev = event_new(EV_MARK, 1, 2);
	struct err e = { 0 };

	(void)state;
	rec.file = fopen("/dev/full", "w");
	if (!rec.file)
		skip();
	strcpy(rec.path, "/dev/full");
	recorder_write(&rec, ev);
	assert_int_equal(rec.err.code, ENOSPC);
	recorder_write(&rec, ev);
	assert_int_equal(recorder_close(&rec, &e), -ENOSPC);
	assert_non_null(strstr(e.text, "/dev/full"));
	event_free(ev);
}

static void test_torn_and_broken(void **state)
{
	/* text, result, events that were handed on */
	static const struct {
		const char *text;
		int rc;
		unsigned n;
		const char *words;
	} c[] = {
		{ START MARK, 0, 2, "" },
		{ START MARK "{\"kind\":\"ma", 0, 2, "" },
		{ START MARK "{\"kind\":\"ma\n", 0, 2, "" },
		{ START "\n" MARK "\n\n", 0, 3 - 1, "" },
		{ START "{\"kind\":\"ma\n" MARK, -EINVAL, 1, ":2: " },
		{ START START MARK, 0, 3, "" },
		{ MARK, -EINVAL, 0, "not a recording" },
		{ "hello\n", -EINVAL, 0, "not a recording" },
		{ "hello\n" START, -EINVAL, 0, "not a recording" },
		{ "", -EINVAL, 0, "empty" },
		{ "\n\n", -EINVAL, 0, "empty" },
		{ "{\"ctxtop\":\"9.7\",\"format\":2,\"kind\":\"start\"}\n", -EPROTONOSUPPORT, 0,
		  "9.7 in format 2" },
		{ START "{\"ctxtop\":\"9.7\",\"format\":2,\"kind\":\"start\"}\n", -EPROTONOSUPPORT,
		  1, "newer ctxtop" },
	};
	char path[80];

	text_format(path, sizeof(path), "%s/r", (char *)*state);
	for (size_t i = 0; i < ARRAY_SIZE(c); i++) {
		struct seen seen = { 0 };
		struct err e = { 0 };

		put_file(path, c[i].text);
		assert_int_equal(recording_read(path, count, &seen, &e), c[i].rc);
		assert_int_equal(seen.n, c[i].n);
		assert_non_null(strstr(e.text, c[i].words));
		if (c[i].rc)
			assert_non_null(strstr(e.text, path));
	}
}

static void test_apply_stops(void **state)
{
	struct seen seen = { .fail_at = 2, .rc = -ENOMEM };
	struct err e = { 0 };
	char path[80];

	text_format(path, sizeof(path), "%s/r", (char *)*state);
	put_file(path, START MARK MARK);
	assert_int_equal(recording_read(path, count, &seen, &e), -ENOMEM);
	assert_int_equal(seen.n, 2);
	assert_non_null(strstr(e.text, ":2:"));
	assert_int_equal(recording_read("/nonexistent/r", count, &seen, &e), -ENOENT);
	assert_true(recording_read(*state, count, &seen, &e) < 0);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_recorder, make_dir, remove_dir),
		cmocka_unit_test(test_disk_full),
		cmocka_unit_test_setup_teardown(test_torn_and_broken, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(test_apply_stops, make_dir, remove_dir),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
