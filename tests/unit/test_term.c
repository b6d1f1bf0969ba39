// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_term: on pseudo-terminals of many kinds: which are taken, what is painted, and how much is written.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "base/base.h"
#include "term/theme.h"
#include "../lib/termcase.h"

TERMCASE_OWN_WRITE

static void test_every_terminal(void **state)
{
	static const struct {
		const char *name, *used, *rmcup, *cnorm;
		enum depth depth;
	} kinds[] = {
		{ "xterm-256color", "xterm-256color", "\033[?1049l", "\033[?25h", DEPTH_256 },
		{ "xterm", "xterm", "\033[?1049l", "\033[?25h", DEPTH_16 },
		{ "linux", "linux", NULL, "\033[?25h", DEPTH_16 },
		{ "vt100", "vt100", NULL, NULL, DEPTH_MONO },
		{ "screen", "screen", "\033[?1049l", "\033[?25h", DEPTH_16 },
		{ "tmux-256color", "tmux-256color", "\033[?1049l", "\033[?25h", DEPTH_256 },
		{ "nonsense", "vt100", NULL, NULL, DEPTH_MONO },
		{ "xterm-nonsense", "xterm-256color", "\033[?1049l", "\033[?25h", DEPTH_256 },
		{ NULL, "vt100", NULL, NULL, DEPTH_MONO },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		termcase_run(kinds[i].name, "C.UTF-8", 120, 40, termcase_paint);
		if (found->start)
			fail_msg("%s: %s", kinds[i].name, found->err.text);
		assert_string_equal(found->caps.name, kinds[i].used);
		assert_int_equal(found->caps.note[0] != 0,
				 !kinds[i].name || strcmp(kinds[i].name, kinds[i].used));
		assert_int_equal(found->caps.depth, kinds[i].depth);
		assert_true(found->caps.utf8);
		assert_int_equal(found->width, 120);
		assert_int_equal(found->height, 40);
		assert_int_equal(found->paint, 0);
		assert_true(found->raw);
		assert_true(found->handlers_kept);
		if (kinds[i].rmcup)
			assert_true(tty_last_at(kinds[i].rmcup) > tty_last_at("method"));
		if (kinds[i].cnorm)
			assert_true(tty_last_at(kinds[i].cnorm) > tty_last_at("method"));
		/* pictures are for screens that can show them; none redefines the palette */
		assert_true(tty_said("\xe6\xbc\xa2\xe5\xad\x97"));
		assert_false(tty_said("\033]4;"));
		assert_false(tty_said("\033]104"));
		assert_false(tty_said("\033]P"));
		assert_false(tty_said("\033]R"));
	}
}

static void test_dumb_is_refused(void **state)
{
	(void)state;
	termcase_run("dumb", "C.UTF-8", 80, 24, termcase_paint);
	assert_int_equal(found->start, -ENOTTY);
	assert_non_null(strstr(found->err.text, "ctxtop run"));
	assert_int_equal(tty.len, 0);
}

static void test_any_size(void **state)
{
	static const int sizes[][2] = { { 1, 1 },  { 2, 1 },   { 1, 5 },
					{ 20, 5 }, { 80, 24 }, { 500, 200 } };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		termcase_run("xterm-256color", "C.UTF-8", sizes[i][0], sizes[i][1], termcase_paint);
		assert_int_equal(found->start, 0);
		assert_int_equal(found->width, sizes[i][0]);
		assert_int_equal(found->height, sizes[i][1]);
		assert_int_equal(found->paint, 0);
	}
}

static void test_few_writes_and_bytes(void **state)
{
	(void)state;
	termcase_run("xterm-256color", "C.UTF-8", 160, 48, termcase_paint);
	assert_int_equal(found->paint, 0);
	print_message("160x48: first picture %d writes, next %d writes, %d bytes\n",
		      found->first_writes, found->next_writes, found->next_bytes);
	assert_in_range(found->first_writes, 1, 3); /* curses' buffer holds no whole one */
	assert_in_range(found->next_writes, 1, 2);
	assert_in_range(found->next_bytes, 1, 6144); /* 23 rows that change all over */
}

/* One round of methods: a row changes all over, some figures elsewhere. */
static void body_typical(void)
{
	if (!termcase_begin(true, false))
		return;
	for (int i = 0; i < 6; i++) {
		termcase_draw(160, 48, 0);
		for (int y = 2; y < 14; y++)
			for (int x = 0; x < 6; x++)
				canvas_printf(&termcase_canvas, 60 + x * 12, y, STYLE_NORMAL,
					      "%10d",
					      (i * 7919 + x * 104729 + y * 1299709) % 1000000);
		for (int x = 0; x < 40; x++)
			canvas_char(&termcase_canvas, 16 + x, 4 + i, STYLE_METHOD,
				    0x2800 + (uint32_t)((x + i) * 7919 % 255));
		for (int x = 0; x < 50; x++)
			canvas_char(&termcase_canvas, 2 + x, 40,
				    x < 20 + i ? STYLE_CPU_USER : STYLE_CPU_SYSTEM, '|');
		termcase_await_room();
		termcase_writes = termcase_bytes = 0;
		found->paint |= term_paint(&termcase_canvas);
		if (!i)
			continue;
		found->next_writes = MAX(found->next_writes, termcase_writes);
		found->next_bytes = MAX(found->next_bytes, termcase_bytes);
	}
	term_restore();
}

static void test_typical_change_is_small(void **state)
{
	(void)state;
	termcase_run("xterm-256color", "C.UTF-8", 160, 48, body_typical);
	print_message("160x48, typical change: %d writes, %d bytes\n", found->next_writes,
		      found->next_bytes);
	assert_int_equal(found->paint, 0);
	assert_in_range(found->next_writes, 1, 2);
	assert_in_range(found->next_bytes, 1, 4096);
}

/* What the meter counts is what went out. */
static void body_metered(void)
{
	if (!termcase_begin(true, false))
		return;
	termcase_bytes = 0;
	for (int i = 0; i < 5; i++) {
		termcase_draw(120, 40, i);
		termcase_await_room();
		found->paint |= term_paint(&termcase_canvas);
	}
	found->next_bytes = termcase_bytes;
	found->traffic = *term_traffic();
	term_restore();
}

static void test_meter(void **state)
{
	(void)state;
	termcase_run("xterm-256color", "C.UTF-8", 120, 40, body_metered);
	assert_int_equal(found->paint, 0);
	assert_int_equal(found->traffic.frames, 5);
	assert_int_equal(found->traffic.skipped, 0);
	assert_true(found->next_bytes > 1000);
	if (found->traffic.has_bytes) /* not every kernel counts */
		assert_int_equal(found->traffic.bytes, found->next_bytes);
}

static void body_same_again(void)
{
	if (!termcase_begin(true, false))
		return;
	termcase_draw(80, 24, 1);
	found->paint = term_paint(&termcase_canvas);
	termcase_await_room();
	termcase_writes = termcase_bytes = 0;
	termcase_draw(80, 24, 1);
	found->paint |= term_paint(&termcase_canvas);
	found->next_bytes = termcase_bytes;
	termcase_await_room();
	term_repaint();
	found->paint |= term_paint(&termcase_canvas);
	found->behind_bytes = termcase_bytes;
	term_restore();
}

static void test_no_change_writes_nothing(void **state)
{
	(void)state;
	termcase_run("xterm-256color", "C.UTF-8", 80, 24, body_same_again);
	assert_int_equal(found->paint, 0);
	assert_int_equal(found->next_bytes, 0);
	assert_true(found->behind_bytes > 1000); /* and a repaint sends all of it */
}

static void test_no_utf8_no_wide_bytes(void **state)
{
	(void)state;
	termcase_run("xterm-256color", "C", 120, 40, termcase_paint);
	assert_int_equal(found->start, 0);
	assert_false(found->caps.utf8);
	for (size_t i = 0; i < tty.len; i++)
		assert_true((unsigned char)tty.out[i] < 128);
	assert_true(tty_said("ctxtop ?"));
}

static void body_no_color(void)
{
	if (!termcase_begin(false, false))
		return;
	termcase_draw(80, 24, 1);
	found->paint = term_paint(&termcase_canvas);
	term_restore();
}

/* Is there a sequence ESC [ ... m with one of the colours 30..49 in it? */
static bool colored(void)
{
	for (size_t i = 0; i + 1 < tty.len; i++) {
		const char *p = tty.out + i;
		bool color = false;

		if (p[0] != '\033' || p[1] != '[')
			continue;
		for (p += 2; strchr("0123456789;", *p) && *p; p++)
			color |= (p[-1] == '[' || p[-1] == ';') && (*p == '3' || *p == '4') &&
				 p[1] >= '0' && p[1] <= '9';
		if (color && *p == 'm')
			return true;
	}
	return false;
}

static void test_without_colors(void **state)
{
	(void)state;
	termcase_run("xterm-256color", "C.UTF-8", 80, 24, termcase_paint);
	assert_true(colored());
	termcase_run("xterm-256color", "C.UTF-8", 80, 24, body_no_color);
	assert_int_equal(found->caps.depth, DEPTH_MONO);
	assert_false(colored());
	assert_true(tty_said("\033[1m") || tty_said(";1m"));
	/* and no mouse was asked for */
	assert_false(tty_said("1000h"));
}

static void body_themes(void)
{
	static const char *const names[] = { "light", "tty16", "mono", "cividis", "default" };
	struct theme t;

	if (!termcase_begin(true, false))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (theme_load(&t, names[i], "themes", &found->err))
			_exit(5);
		term_theme(&t);
		termcase_draw(80, 24, (int)i);
		found->paint |= term_paint(&termcase_canvas);
	}
	term_restore();
}

static void test_themes_on_few_pairs(void **state)
{
	static const char *const kinds[] = { "xterm", "linux", "screen", "xterm-256color",
					     "vt100" };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		termcase_run(kinds[i], "C.UTF-8", 80, 24, body_themes);
		assert_int_equal(found->paint, 0);
		assert_false(tty_said("\033]4;"));
	}
}

static void body_stalled(void)
{
	if (!termcase_begin(true, false))
		return;
	termcase_draw(80, 24, 1);
	found->paint = term_paint(&termcase_canvas);
	tcflow(1, TCOOFF);
	termcase_draw(80, 24, 2);
	termcase_bytes = 0;
	if (term_ready() || term_paint(&termcase_canvas) != 1)
		_exit(5);
	found->behind_bytes = termcase_bytes;
	tcflow(1, TCOON);
	termcase_await_room();
	found->paint |= term_paint(&termcase_canvas);
	found->next_bytes = termcase_bytes;
	found->traffic = *term_traffic();
	term_restore();
}

static void test_stalled_terminal_is_not_waited_for(void **state)
{
	(void)state;
	termcase_run("xterm-256color", "C.UTF-8", 80, 24, body_stalled);
	assert_int_equal(found->paint, 0);
	assert_int_equal(found->traffic.skipped, 1);
	assert_int_equal(found->traffic.frames, 2);
	assert_int_equal(found->behind_bytes, 0);
	assert_true(found->next_bytes > 100);
}

static void body_no_stdout(void)
{
	int fd = open("/dev/null", O_WRONLY);

	dup2(fd, 1);
	close(fd);
	termcase_begin(true, true);
}

static void test_stdout_is_no_terminal(void **state)
{
	(void)state;
	termcase_run("xterm-256color", "C.UTF-8", 80, 24, body_no_stdout);
	assert_int_equal(found->start, -ENOTTY);
	assert_non_null(strstr(found->err.text, "ctxtop run"));
	assert_int_equal(tty.len, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_terminal),
		cmocka_unit_test(test_dumb_is_refused),
		cmocka_unit_test(test_any_size),
		cmocka_unit_test(test_few_writes_and_bytes),
		cmocka_unit_test(test_typical_change_is_small),
		cmocka_unit_test(test_meter),
		cmocka_unit_test(test_no_change_writes_nothing),
		cmocka_unit_test(test_no_utf8_no_wide_bytes),
		cmocka_unit_test(test_without_colors),
		cmocka_unit_test(test_themes_on_few_pairs),
		cmocka_unit_test(test_stalled_terminal_is_not_waited_for),
		cmocka_unit_test(test_stdout_is_no_terminal),
	};

	return cmocka_run_group_tests_name("term", tests, termcase_share, NULL);
}
