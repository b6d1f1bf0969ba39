// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * tty: run a piece of a program on a pseudo-terminal and read along.
 *
 * Invariant: a child that hangs is ended by its alarm; tty_finish() compares the settings of the line.
 */
#include "tty.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <locale.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utmp.h>

#define PATIENCE_S 60 /* a child that has not ended by then hangs */

struct tty tty;

void tty_open(int width, int height)
{
	struct winsize ws = { .ws_row = (unsigned short)height, .ws_col = (unsigned short)width };

	memset(&tty, 0, sizeof(tty));
	assert_int_equal(openpty(&tty.master, &tty.slave, NULL, NULL, &ws), 0);
	assert_int_equal(tcgetattr(tty.slave, &tty.before), 0);
}

void tty_start(const char *name, const char *locale, void (*body)(void))
{
	fflush(NULL);
	tty.child = fork();
	assert_true(tty.child >= 0);
	if (tty.child)
		return;
	alarm(PATIENCE_S);
	close(tty.master);
	if (login_tty(tty.slave))
		_exit(3);
	if (name)
		setenv("TERM", name, 1);
	else
		unsetenv("TERM");
	unsetenv("COLORTERM");
	unsetenv("LINES");
	unsetenv("COLUMNS");
	unsetenv("NO_COLOR");
	if (!setlocale(LC_ALL, locale))
		_exit(4);
	body();
	_exit(0);
}

void *tty_share(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	assert_true(p != MAP_FAILED);
	return p;
}

void tty_drain(const bool *until)
{
	struct pollfd p = { .fd = tty.master, .events = POLLIN };
	ssize_t n;

	for (;;) {
		pid_t ended = waitpid(tty.child, &tty.status, WNOHANG);

		while (poll(&p, 1, 10) > 0 && tty.len < sizeof(tty.out) - 1) {
			n = read(tty.master, tty.out + tty.len, sizeof(tty.out) - 1 - tty.len);
			if (n <= 0)
				break;
			tty.len += (size_t)n;
		}
		if (ended == tty.child || (until && *(const volatile bool *)until))
			break;
	}
	tty.out[tty.len] = '\0';
}

void tty_finish(void)
{
	struct termios after;

	tty_drain(NULL);
	if (!WIFEXITED(tty.status) || WEXITSTATUS(tty.status))
		fail_msg("the child ended with status %#x", tty.status);
	assert_int_equal(tcgetattr(tty.slave, &after), 0);
	assert_int_equal(after.c_iflag, tty.before.c_iflag);
	assert_int_equal(after.c_oflag, tty.before.c_oflag);
	assert_int_equal(after.c_cflag, tty.before.c_cflag);
	assert_int_equal(after.c_lflag, tty.before.c_lflag);
	assert_memory_equal(after.c_cc, tty.before.c_cc, sizeof(after.c_cc));
	close(tty.master);
	close(tty.slave);
}

bool tty_said(const char *s)
{
	return memmem(tty.out, tty.len, s, strlen(s)) != NULL;
}

long tty_last_at(const char *s)
{
	for (long i = (long)tty.len - (long)strlen(s); i >= 0; i--)
		if (!memcmp(tty.out + i, s, strlen(s)))
			return i;
	return -1;
}

int tty_times(const char *s)
{
	int n = 0;

	for (size_t i = 0; i + strlen(s) <= tty.len; i++)
		n += !memcmp(tty.out + i, s, strlen(s));
	return n;
}
