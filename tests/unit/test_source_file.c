// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_source_file: recordings as a source: torn, broken, newer, compressed, and as they come through a
 * pipe.
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
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "stream/source_file.h"
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

static void put_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

struct seen {
	unsigned n;
};

static int count(void *arg, const struct event *ev)
{
	struct seen *s = arg;

	(void)ev;
	s->n++;
	return 0;
}

#define START                                                                                   \
	"{\"ctxtop\":\"0.1\",\"format\":1,\"kind\":\"start\",\"t_ns\":1,\"wall_ns\":2,\"slice_" \
	"ns\":9}\n"
#define MARK "{\"kind\":\"mark\",\"t_ns\":1,\"wall_ns\":2}\n"

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
		{ "{\"ctxtop\":\"9.7\",\"format\":3,\"kind\":\"start\"}\n", -EPROTONOSUPPORT, 0,
		  "9.7 in format 3" },
		{ START "{\"ctxtop\":\"9.7\",\"format\":3,\"kind\":\"start\"}\n", -EPROTONOSUPPORT,
		  1, "newer ctxtop" },
	};
	char path[90];

	text_format(path, sizeof(path), "%s/r", (char *)*state);
	for (size_t i = 0; i < ARRAY_SIZE(c); i++) {
		struct seen seen = { 0 };
		struct err e = { 0 };

		put_file(path, c[i].text);
		assert_int_equal(replay(path, count, &seen, &e), c[i].rc);
		assert_int_equal(seen.n, c[i].n);
		assert_non_null(strstr(e.text, c[i].words));
		if (c[i].rc)
			assert_non_null(strstr(e.text, path));
	}
}

static void test_cannot_open(void **state)
{
	struct seen seen = { 0 };
	struct err e = { 0 };

	assert_int_equal(replay("/nonexistent/r", count, &seen, &e), -ENOENT);
	assert_non_null(strstr(e.text, "/nonexistent/r"));
	assert_int_equal(replay(*state, count, &seen, &e), -EISDIR);
	assert_non_null(strstr(e.text, *state));
	assert_int_equal(seen.n, 0);
}

/* One line longer than any buffer, and many more than one read takes. */
static void test_long(void **state)
{
	struct seen seen = { 0 };
	struct err e = { 0 };
	char path[90];
	FILE *f;

	text_format(path, sizeof(path), "%s/r", (char *)*state);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(START, f);
	fputs("{\"kind\":\"mark\",\"t_ns\":1,\"wall_ns\":2,\"other\":\"", f);
	for (int i = 0; i < 300000; i++)
		fputc('x', f);
	fputs("\"}\n", f);
	for (int i = 0; i < 5000; i++)
		fputs(MARK, f);
	assert_int_equal(fclose(f), 0);
	assert_int_equal(replay(path, count, &seen, &e), 0);
	assert_int_equal(seen.n, 5002);
}

static void put_gzip(const char *path, const char *mode, const char *text, int times)
{
	gzFile f = gzopen(path, mode);

	assert_non_null(f);
	for (int i = 0; i < times; i++)
		assert_true(gzputs(f, text) > 0);
	assert_int_equal(gzclose(f), Z_OK);
}

/* Two members; the second one cut off at every length, as a killed writer leaves it. */
static void test_gzip(void **state)
{
	struct seen seen = { 0 };
	struct err e = { 0 };
	struct stat first, st;
	char path[90];

	text_format(path, sizeof(path), "%s/r", (char *)*state);
	put_gzip(path, "wb", START, 1);
	assert_int_equal(stat(path, &first), 0);
	put_gzip(path, "ab", MARK, 5000);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(replay(path, count, &seen, &e), 0);
	assert_int_equal(seen.n, 5001);
	for (off_t size = st.st_size - 1; size >= first.st_size; size--) {
		seen.n = 0;
		assert_int_equal(truncate(path, size), 0);
		assert_int_equal(replay(path, count, &seen, &e), 0);
		assert_true(seen.n >= 1 && seen.n <= 5001);
	}
}

static void test_damaged_gzip(void **state)
{
	struct seen seen = { 0 };
	struct err e = { 0 };
	char path[90];
	FILE *f;

	text_format(path, sizeof(path), "%s/r", (char *)*state);
	put_gzip(path, "wb", START, 1);
	f = fopen(path, "a");
	assert_non_null(f);
	fputs("and then something else altogether", f);
	assert_int_equal(fclose(f), 0);
	assert_int_equal(replay(path, count, &seen, &e), -EINVAL);
	assert_non_null(strstr(e.text, "damaged"));
	assert_non_null(strstr(e.text, path));
}

struct times {
	int64_t last, until;
	unsigned n;
};

static int note_time(void *arg, const struct event *ev)
{
	struct times *t = arg;

	assert_true(ev->t_ns >= t->last);
	t->last = ev->t_ns;
	if (ev->kind == EV_SLICE)
		t->until = event_until(ev);
	t->n++;
	return 0;
}

/* In format 1 time steps back: events come in order all the same, and a slice keeps its own time. */
static void test_backward_steps(void **state)
{
	struct times seen = { 0 };
	struct err e = { 0 };
	char path[90];

	text_format(path, sizeof(path), "%s/r", (char *)*state);
	put_file(path, START "{\"kind\":\"mark\",\"t_ns\":500,\"wall_ns\":2}\n"
			     "{\"kind\":\"slice\",\"t_ns\":400,\"wall_ns\":2,\"slice\":{\"series\":"
			     "0,\"round\":0,"
			     "\"wall_ns\":100,\"loops\":7}}\n"
			     "{\"kind\":\"mark\",\"t_ns\":600,\"wall_ns\":2}\n");
	assert_int_equal(replay(path, note_time, &seen, &e), 0);
	assert_int_equal(seen.n, 4);
	assert_int_equal(seen.until, 400);
	for (int i = 0; i < 2; i++) {
		seen = (struct times){ 0 };
		assert_int_equal(replay(i ? "tests/logs/one-cpu.jsonl"
					  : "tests/logs/two-cpus.jsonl",
					note_time, &seen, &e),
				 0);
		assert_true(seen.n > 100);
	}
}

static void say(int fd, const char *text)
{
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
}

/* What is there comes at once; half a line waits for its other half; nothing ever blocks. */
static void test_pipe(void **state)
{
	struct source *s;
	struct event *ev;
	struct err e = { 0 };
	char path[90];
	int fd[2];

	(void)state;
	assert_int_equal(pipe(fd), 0);
	text_format(path, sizeof(path), "/dev/fd/%d", fd[0]);
	assert_int_equal(source_file_open(path, &s, &e), 0);
	assert_true(s->fd >= 0);
	assert_int_equal(s->next(s, &ev, &e), 0);
	assert_null(ev);
	say(fd[1], START "{\"kind\":\"mark\",");
	assert_int_equal(s->next(s, &ev, &e), 0);
	assert_int_equal(ev->kind, EV_START);
	event_free(ev);
	assert_int_equal(s->next(s, &ev, &e), 0);
	assert_null(ev);
	say(fd[1], "\"t_ns\":1,\"wall_ns\":2}\n{\"kind\":\"ma");
	assert_int_equal(s->next(s, &ev, &e), 0);
	assert_int_equal(ev->kind, EV_MARK);
	event_free(ev);
	close(fd[1]);
	assert_int_equal(s->next(s, &ev, &e), -ENODATA);
	assert_int_equal(s->next(s, &ev, &e), -ENODATA);
	assert_int_equal(s->close(s, &e), 0);
	close(fd[0]);
}

static void test_takes_no_orders(void **state)
{
	struct order o = { .kind = ORDER_MARK, .id = 1 };
	struct source *s;
	struct err e = { 0 };
	char path[90];

	text_format(path, sizeof(path), "%s/r", (char *)*state);
	put_file(path, START);
	assert_int_equal(source_file_open(path, &s, &e), 0);
	assert_int_equal(s->fd, -1);
	assert_int_equal(s->order(s, &o, &e), -ENOTSUP);
	assert_true(strlen(e.text) > 10);
	assert_int_equal(s->close(s, &e), 0);
}

#define OWN_DIR(test) cmocka_unit_test_setup_teardown(test, make_dir, remove_dir)

int main(void)
{
	static const struct CMUnitTest tests[] = {
		OWN_DIR(test_torn_and_broken),
		OWN_DIR(test_cannot_open),
		OWN_DIR(test_long),
		OWN_DIR(test_gzip),
		OWN_DIR(test_damaged_gzip),
		cmocka_unit_test(test_pipe),
		OWN_DIR(test_takes_no_orders),
		OWN_DIR(test_backward_steps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
