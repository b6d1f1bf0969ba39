// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_term_typed: what is typed and clicked on a pseudo-terminal, and what its end looks like.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "views/keys.h"
#include "../lib/termcase.h"

TERMCASE_OWN_WRITE

/* Collect keys until 'Q'. */
static void body_keys(void)
{
	struct pollfd p;
	int key;

	if (!termcase_begin(true, true))
		return;
	found->ready = true;
	p = (struct pollfd){ .fd = term_fd(), .events = POLLIN };
	for (;;) {
		struct term_mouse *m = &found->mouse[found->nkeys];

		key = term_key(m);
		if (key < 0) {
			poll(&p, 1, -1);
			continue;
		}
		if (key == 'Q' || found->nkeys == 31)
			break;
		found->keys[found->nkeys++] = key;
	}
	term_restore();
}

static void type_into(const char *name, const char *text)
{
	termcase_open(80, 24);
	tty_start(name, "C.UTF-8", body_keys);
	tty_drain(&found->ready);
	assert_int_equal(syscall(SYS_write, tty.master, text, strlen(text)), strlen(text));
	tty_finish();
}

static void test_keys(void **state)
{
	static const int want[] = {
		'a',	       0xe9,	      CT_UP,	     CT_DOWN,	   CT_HOME,
		CT_END,	       CT_PGUP,	      CT_F1,	     CT_F1 + 4,	   CT_F12,
		CT_BACKTAB,    CT_TAB,	      CT_ENTER,	     CT_BACKSPACE, CTRL_KEY('c'),
		CTRL_KEY('z'), CTRL_KEY('l'), CTRL_KEY('s'), CT_DELETE,
	};

	(void)state;
	type_into("xterm-256color",
		  "a\xc3\xa9\033OA\033[B\033[H\033[4~\033[5~\033OP\033[15~\033[24~"
		  "\033[Z\t\r\x7f\x03\x1a\x0c\x13\033[3~Q");
	assert_int_equal(found->nkeys, ARRAY_SIZE(want));
	for (size_t i = 0; i < ARRAY_SIZE(want); i++)
		assert_int_equal(found->keys[i], want[i]);
	/* a vt100 description knows few keys; what sits behind it sends more */
	type_into("vt100", "\033[5~\033[21~Q");
	assert_int_equal(found->nkeys, 2);
	assert_int_equal(found->keys[0], CT_PGUP);
	assert_int_equal(found->keys[1], CT_F1 + 9);
}

static void test_mouse(void **state)
{
	(void)state;
	type_into("xterm-256color", "\033[<0;11;6M\033[<0;11;6m\033[<0;11;6M\033[<0;11;6m"
				    "\033[<64;3;4M\033[<65;300;4MQ");
	assert_int_equal(found->nkeys, 4);
	assert_int_equal(found->keys[0], CT_MOUSE);
	assert_int_equal(found->mouse[0].x, 10);
	assert_int_equal(found->mouse[0].y, 5);
	assert_false(found->mouse[0].twice);
	assert_int_equal(found->keys[1], CT_MOUSE);
	assert_int_equal(found->keys[2], CT_WHEEL_UP);
	assert_int_equal(found->keys[3], CT_WHEEL_DOWN);
	assert_int_equal(found->mouse[3].x, 299);
	assert_true(found->mouse[1].twice);
	/* the old way; a click with the right button and a broken report are nothing */
	type_into("screen", "\033[M +&\033[M#+&\033[M\"+&\033[<0;1;xq\033[<2;1;1MQ");
	assert_int_equal(found->nkeys, 2);
	assert_int_equal(found->keys[0], CT_MOUSE);
	assert_int_equal(found->mouse[0].x, 10);
	assert_int_equal(found->mouse[0].y, 5);
	assert_int_equal(found->keys[1], 'q');
}

/* Wait for the end of the terminal. */
static void body_hangup(void)
{
	struct pollfd p;
	int key;

	signal(SIGHUP, SIG_IGN);
	if (!termcase_begin(true, true))
		return;
	termcase_draw(80, 24, 1);
	term_paint(&termcase_canvas);
	found->ready = true;
	p = (struct pollfd){ .fd = term_fd(), .events = POLLIN };
	while ((key = term_key(NULL)) == -1)
		poll(&p, 1, -1);
	found->keys[0] = key;
	termcase_draw(80, 24, 2);
	found->paint = term_paint(&termcase_canvas);
	term_restore();
}

static void test_hangup(void **state)
{
	(void)state;
	termcase_open(80, 24);
	tty_start("xterm-256color", "C.UTF-8", body_hangup);
	tty_drain(&found->ready);
	close(tty.slave);
	close(tty.master);
	assert_int_equal(waitpid(tty.child, &tty.status, 0), tty.child);
	assert_true(WIFEXITED(tty.status) && !WEXITSTATUS(tty.status));
	assert_int_equal(found->keys[0], CT_EOF);
	assert_int_equal(found->paint, -EIO);
}

/* Standard input is /dev/null: keys come from the terminal all the same. */
static void body_no_stdin(void)
{
	int fd = open("/dev/null", O_RDONLY);

	dup2(fd, 0);
	close(fd);
	body_keys();
}

static void test_stdin_is_no_terminal(void **state)
{
	(void)state;
	termcase_open(80, 24);
	tty_start("xterm-256color", "C.UTF-8", body_no_stdin);
	tty_drain(&found->ready);
	assert_int_equal(found->start, 0);
	assert_int_equal(syscall(SYS_write, tty.master, "\033[AQ", 4), 4);
	tty_finish();
	assert_int_equal(found->nkeys, 1);
	assert_int_equal(found->keys[0], CT_UP);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_mouse),
		cmocka_unit_test(test_hangup),
		cmocka_unit_test(test_stdin_is_no_terminal),
	};

	return cmocka_run_group_tests_name("term_typed", tests, termcase_share, NULL);
}
