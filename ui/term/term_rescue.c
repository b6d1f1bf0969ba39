// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_rescue: put the terminal right from a signal handler, without curses.
 *
 * Invariant: term_emergency() calls only functions that POSIX lists as async-signal-safe, on data
 * that was complete before it was armed.
 */
#include "term/term_rescue.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "term/term.h"

static struct {
	volatile sig_atomic_t armed, answers;
	int fd;
	bool have_settings;
	struct termios settings;
	char text[512];
	size_t len;
} rescue = { .fd = -1 };

int rescue_save(int fd)
{
	rescue.fd = fd;
	rescue.have_settings = tcgetattr(fd, &rescue.settings) == 0;
	return rescue.have_settings ? 0 : -errno;
}

void rescue_clear(void)
{
	rescue.armed = 0;
	rescue.len = 0;
}

void rescue_add(const char *sequence)
{
	const char *p = sequence, *end;

	while (p && *p && rescue.len < sizeof(rescue.text)) {
		end = p[0] == '$' && p[1] == '<' ? strchr(p, '>') : NULL;
		if (end)
			p = end + 1;
		else
			rescue.text[rescue.len++] = *p++;
	}
}

void rescue_arm(bool on)
{
	rescue.armed = on;
}

void rescue_answers(bool expected)
{
	rescue.answers = expected;
}

void rescue_settings(void)
{
	if (rescue.have_settings)
		while (tcsetattr(rescue.fd, TCSANOW, &rescue.settings) < 0 && errno == EINTR)
			;
}

void term_emergency(void)
{
	int saved = errno;
	sigset_t set, old;
	size_t done = 0;
	ssize_t n;

	if (!rescue.armed)
		return;
	rescue.armed = 0;
	/* from the background, changing the settings would stop us */
	sigemptyset(&set);
	sigaddset(&set, SIGTTOU);
	sigprocmask(SIG_BLOCK, &set, &old);
	while (done < rescue.len) {
		n = write(rescue.fd, rescue.text + done, rescue.len - done);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		done += (size_t)n;
	}
	if (rescue.answers)
		tcflush(rescue.fd, TCIFLUSH);
	rescue_settings();
	sigprocmask(SIG_SETMASK, &old, NULL);
	errno = saved;
}
