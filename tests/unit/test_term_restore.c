// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_term_restore: what the terminal is left like: at the end, in a crash, while stopped, after a resize.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/base.h"
#include "views/keys.h"
#include "../lib/termcase.h"

TERMCASE_OWN_WRITE

static void test_mouse_goes_off_before_echo_goes_on(void **state)
{
	(void)state;
	termcase_run("xterm-256color", "C.UTF-8", 80, 24, termcase_paint);
	assert_true(tty_said("1000h"));
	assert_true(found->mouse_off_seen);
	assert_true(found->no_echo_at_mouse_off);
	assert_true(tty_last_at("1000l") > tty_last_at("1000h"));
	assert_true(tty_last_at("1000l") < tty_last_at("\033[?1049l"));
}

static void body_emergency(void)
{
	if (!termcase_begin(true, true))
		return;
	termcase_draw(80, 24, 1);
	found->paint = term_paint(&termcase_canvas);
	termcase_writes = 0;
	term_emergency();
	found->next_writes = termcase_writes;
	term_emergency();
	_exit(termcase_writes == 1 ? 0 : 5);
}

static void test_emergency(void **state)
{
	static const char *const undone[] = { "\033[?1000l", "\033[?25h", "\033[?1049l" };

	(void)state;
	termcase_run("xterm-256color", "C.UTF-8", 80, 24, body_emergency);
	assert_int_equal(found->next_writes, 1);
	for (size_t i = 0; i < ARRAY_SIZE(undone); i++)
		assert_true(tty_last_at(undone[i]) > tty_last_at("method"));
	assert_true(tty_last_at("1000l") < tty_last_at("\033[?1049l"));
}

static void body_suspend(void)
{
	struct termios t;

	if (!termcase_begin(true, true))
		return;
	termcase_draw(80, 24, 1);
	found->paint = term_paint(&termcase_canvas);
	term_suspend();
	found->restored_between = !tcgetattr(0, &t) &&
				  (t.c_lflag & (ECHO | ICANON)) == (ECHO | ICANON);
	termcase_bytes = 0;
	found->paint |= term_paint(&termcase_canvas);
	found->restored_between &= termcase_bytes == 0;
	term_resume();
	found->raw = termcase_is_raw();
	termcase_await_room();
	found->paint |= term_paint(&termcase_canvas);
	found->next_bytes = termcase_bytes;
	term_restore();
}

static void test_suspend_and_resume(void **state)
{
	(void)state;
	termcase_run("xterm-256color", "C.UTF-8", 80, 24, body_suspend);
	assert_int_equal(found->paint, 0);
	assert_true(found->restored_between);
	assert_true(found->raw);
	assert_true(found->next_bytes > 1000); /* everything again */
	assert_int_equal(tty_times("\033[?1049h"), tty_times("\033[?1049l"));
	assert_int_equal(tty_times("\033[?1000h"), 2);
	assert_in_range(tty_times("\033[?1000l"), 2, 3); /* the rescue says it once more */
	assert_true(tty_last_at("\033[?25l") > tty_last_at("\033[?1049h"));
	assert_false(tty_said("\033]104"));
}

static void body_resize(void)
{
	static const int sizes[][2] = { { 40, 10 }, { 1, 1 }, { 200, 60 },
					{ 80, 24 }, { 3, 2 }, { 100, 30 } };
	int w, h;

	if (!termcase_begin(true, true))
		return;
	for (int i = 0; i < 60; i++) {
		struct winsize ws = { .ws_col = (unsigned short)sizes[i % 6][0],
				      .ws_row = (unsigned short)sizes[i % 6][1] };

		ioctl(1, TIOCSWINSZ, &ws);
		term_resized(&w, &h);
		if (w != ws.ws_col || h != ws.ws_row)
			_exit(5);
		termcase_draw(w, h, i);
		found->paint |= term_paint(&termcase_canvas);
		/* a canvas that is still of the old size does no harm */
		termcase_draw(90, 27, i);
		found->paint |= term_paint(&termcase_canvas);
		if (term_key(NULL) != -1)
			_exit(6);
	}
	term_restore();
}

static void test_resize_storm(void **state)
{
	(void)state;
	signal(SIGWINCH, SIG_DFL);
	termcase_run("xterm-256color", "C.UTF-8", 80, 24, body_resize);
	assert_int_equal(found->paint, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_mouse_goes_off_before_echo_goes_on),
		cmocka_unit_test(test_emergency),
		cmocka_unit_test(test_suspend_and_resume),
		cmocka_unit_test(test_resize_storm),
	};

	return cmocka_run_group_tests_name("term_restore", tests, termcase_share, NULL);
}
