// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_pace: what the line can take, found out by questions: with a clock of the test's own, and on a pty that is
 * drained like a serial line of 9600 baud.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "draw/canvas.h"
#include "draw/glyphs.h"
#include "term/key.h"
#include "term/term.h"
#include "term/term_pace.h"
#include "../lib/tty.h"

#define MSEC NSEC_PER_MSEC

/*
 * With the test's own clock
 */

static struct pace pace;
static int64_t now;

static void start(unsigned bytes_per_s, unsigned fps)
{
	now = 5 * NSEC_PER_SEC;
	pace_start(&pace, now, bytes_per_s);
	pace_fps(&pace, fps);
	assert_true(pace_sends(&pace, now, 0));
}

static void test_no_picture_before_the_answer(void **state)
{
	(void)state;
	start(0, 5);
	now += 2 * MSEC;
	assert_true(pace_ready(&pace, now)); /* nothing is known yet */
	pace_answered(&pace, now);
	assert_true(pace_sends(&pace, now, 3000));
	assert_false(pace_ready(&pace, now + 10 * NSEC_PER_SEC));
	now += 3 * MSEC;
	pace_answered(&pace, now);
	assert_true(pace_ready(&pace, now));
	assert_int_equal(pace_most(&pace), 0); /* a quick line takes any picture */
	/* an answer that nobody asked for */
	pace_answered(&pace, now);
	assert_true(pace_sends(&pace, now, 100));
	assert_false(pace_ready(&pace, now));
	/* one that was lost does not stop the screen for good: soon, since it is known how long one takes */
	assert_false(pace_ready(&pace, now + PACE_SOON_NS + 4 * pace.trip_ns - 1));
	assert_true(pace_ready(&pace, now + PACE_SOON_NS + 4 * pace.trip_ns));
	/* the first picture on a line that is not known */
	start(0, 5);
	pace_answered(&pace, now);
	assert_true(pace_sends(&pace, now, 8000));
	assert_false(pace_ready(&pace, now + PACE_LOST_NS - 1));
	assert_true(pace_ready(&pace, now + PACE_LOST_NS));
}

static void test_silent_terminals(void **state)
{
	(void)state;
	start(0, 5);
	for (int i = 0; i < 20; i++) {
		now += 200 * MSEC;
		assert_true(pace_ready(&pace, now));
		assert_int_equal(pace_sends(&pace, now, 1000), i < 4);
		assert_int_equal(pace_most(&pace), 0);
	}
	/* a person asked for few pictures, or the line's speed is known */
	start(0, 1);
	assert_int_equal(pace_most(&pace), PACE_FEW_BYTES);
	start(960, 5);
	assert_int_equal(pace_most(&pace), 192);
	start(960, 1);
	assert_int_equal(pace_most(&pace), PACE_FEW_BYTES);
	start(30, 5);
	assert_int_equal(pace_most(&pace), PACE_LEAST);
	/* it answers after all: then what it shows counts */
	start(0, 1);
	now += 3 * NSEC_PER_SEC;
	pace_answered(&pace, now);
	assert_int_equal(pace_most(&pace), 0);
	assert_true(pace_sends(&pace, now, 1000));
}

/* A line of @rate bytes a second behind @trip of distance: the bytes of the picture after @n ones. */
static size_t settled(double rate, int64_t trip, int n)
{
	size_t bytes;

	start(0, 5);
	now += trip + (int64_t)(20 / rate * 1e9);
	pace_answered(&pace, now);
	for (int i = 0; i < n; i++) {
		bytes = pace_most(&pace) ? pace_most(&pace) : 4000;
		assert_true(pace_ready(&pace, now));
		assert_true(pace_sends(&pace, now, bytes));
		now += trip + (int64_t)((double)bytes / rate * 1e9);
		pace_answered(&pace, now);
		now += 50 * MSEC;
	}
	return pace_most(&pace);
}

static void test_slow_lines_get_little_at_a_time(void **state)
{
	(void)state;
	assert_in_range(settled(960, 0, 1), 150, 250);
	assert_in_range(settled(960, 0, 20), 120, 250);
	assert_in_range(settled(960, 300 * MSEC, 20), 120, 250);
	assert_in_range(settled(5760, 50 * MSEC, 20), 800, 1400);
	/* far away is not slow */
	assert_int_equal(settled(1e6, 400 * MSEC, 20), 0);
	/* a line that was slow for a while gets whole pictures again */
	settled(960, 0, 5);
	for (int i = 0; i < 80; i++) {
		assert_true(pace_sends(&pace, now, pace_most(&pace)));
		now += MSEC;
		pace_answered(&pace, now);
	}
	assert_int_equal(pace_most(&pace), 0);
}

/*
 * On a pty
 */

struct findings {
	int start, paints, cut, skipped, key, plain;
	bool ready, over;
	size_t before_key; /* bytes of pictures that were sent when the key came */
};

static struct findings *found;
static struct canvas canvas;

/* Numbers that all change; the pressed key in row 20. */
static void draw(int frame, int key)
{
	canvas_resize(&canvas, 80, 24);
	canvas.glyphs = &glyph_sets[GLYPH_BRAILLE];
	for (int y = 1; y < 14; y++)
		for (int x = 0; x < 6; x++)
			canvas_printf(&canvas, 8 + 12 * x, y, STYLE_NORMAL, "%10d",
				      (frame * 7919 + x * 104729 + y * 1299709) % 1000000);
	if (key)
		canvas_put(&canvas, 1, 20, STYLE_NORMAL, "key pressed");
}

/* A dashboard: a picture five times a second, and at once for a key; until 'Q'. */
static void body(unsigned fps)
{
	struct pollfd p = { .events = POLLIN };
	struct term_caps caps;
	struct err e;
	int key;

	found->start = term_start(&caps, true, false, &e);
	if (found->start)
		return;
	term_fps(fps);
	found->ready = true;
	p.fd = term_fd();
	for (int i = 0;; i++) {
		if (term_ready()) {
			draw(i, found->key);
			found->cut += term_paint(&canvas) == 1;
			found->paints++;
		} else {
			found->skipped++;
		}
		poll(&p, 1, (int)(1000 / fps));
		while ((key = term_key(NULL)) >= 0 && key != 'Q')
			if (key == CT_PLAIN)
				found->plain++;
			else
				found->key = key;
		if (key == 'Q' || key == CT_EOF)
			break;
	}
	term_restore();
	found->over = true;
}

static void body_five(void)
{
	body(5);
}

static void body_one(void)
{
	body(1);
}

/* What the terminal at the other end has shown. */
static char shown[1 << 18];
static size_t nshown;
static bool answers;
static int column;

static void begin(void (*run)(void), const char *locale, bool answering, int answer_column)
{
	memset(found, 0, sizeof(*found));
	nshown = 0;
	answers = answering;
	column = answer_column;
	tty_open(80, 24);
	tty_start("xterm-256color", locale, run);
}

/* A line of 960 bytes a second for @ms: 48 bytes each 50 ms; the cursor is told when the question is shown. */
static void drain(int ms)
{
	char answer[24];
	ssize_t n;

	for (int t = 0; t < ms && !found->over; t += 50) {
		struct pollfd p = { .fd = tty.master, .events = POLLIN };
		size_t from = nshown > 3 ? nshown - 3 : 0;
		const char *q;

		usleep(50000);
		if (poll(&p, 1, 0) <= 0 || nshown + 48 >= sizeof(shown))
			continue;
		n = read(tty.master, shown + nshown, 48);
		if (n <= 0)
			return;
		nshown += (size_t)n;
		for (q = shown + from;
		     answers && (q = memmem(q, (size_t)(shown + nshown - q), "\033[6n", 4)); q++) {
			int len = snprintf(answer, sizeof(answer), "\033[1;%dR", column);

			assert_int_equal(write(tty.master, answer, (size_t)len), len);
			column = 1;
		}
	}
}

static bool is_shown(const char *words)
{
	return memmem(shown, nshown, words, strlen(words)) != NULL;
}

/* Bytes that the line carries between the key and what it does to the picture. */
static size_t key_takes(void)
{
	size_t at = nshown;

	assert_int_equal(write(tty.master, "k", 1), 1);
	for (int i = 0; i < 100 && !is_shown("key pressed"); i++)
		drain(50);
	assert_true(is_shown("key pressed"));
	return nshown - at;
}

static void end(void)
{
	assert_int_equal(write(tty.master, "Q", 1), 1);
	for (int i = 0; i < 200 && !found->over; i++)
		drain(50);
	tty_finish();
}

static void test_a_line_that_answers(void **state)
{
	size_t bytes;

	(void)state;
	begin(body_five, "C.UTF-8", true, 2);
	drain(6000);
	assert_true(found->ready);
	bytes = key_takes();
	end();
	print_message("960 B/s, answers: %d pictures, %d cut, the key was seen after %zu bytes\n",
		      found->paints, found->cut, bytes);
	assert_true(bytes < 960);
	assert_true(found->cut > 0);
	assert_int_equal(found->plain, 0);
	/* nothing of an answer is left for the shell */
	assert_int_equal(found->key, 'k');
}

static void test_a_silent_line(void **state)
{
	size_t bytes;

	(void)state;
	begin(body_one, "C.UTF-8", false, 2);
	drain(6000);
	bytes = key_takes();
	end();
	print_message("960 B/s, silent, --fps 1: %d pictures, the key was seen after %zu bytes\n",
		      found->paints, bytes);
	assert_true(bytes < 960 + 960); /* up to a second until it is painted */
}

static void test_wide_lines_are_found(void **state)
{
	(void)state;
	begin(body_five, "C.UTF-8", true, 3);
	drain(1500);
	end();
	assert_int_equal(found->plain, 1);
	begin(body_five, "C", true, 3); /* no question where only ASCII is sent */
	drain(1500);
	end();
	assert_int_equal(found->plain, 0);
}

static int share_findings(void **state)
{
	(void)state;
	found = tty_share(sizeof(*found));
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_picture_before_the_answer),
		cmocka_unit_test(test_silent_terminals),
		cmocka_unit_test(test_slow_lines_get_little_at_a_time),
		cmocka_unit_test(test_a_line_that_answers),
		cmocka_unit_test(test_a_silent_line),
		cmocka_unit_test(test_wide_lines_are_found),
	};

	return cmocka_run_group_tests_name("term_pace", tests, share_findings, NULL);
}
