// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_line: open, ask and close the descriptors of the terminal.
 *
 * Invariant: only what line_open() opened is closed.
 */
#include "term/term_line.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int line_open(struct term_line *l, struct err *e)
{
	int fd;

	*l = (struct term_line){ .in = STDIN_FILENO, .out = STDOUT_FILENO };
	if (!isatty(l->out))
		return err_set(
			e, ENOTTY,
			"standard output is no terminal; use 'ctxtop run' to measure without one");
	if (isatty(l->in))
		return 0;
	fd = open("/dev/tty", O_RDONLY | O_CLOEXEC);
	l->tty = fd < 0 ? NULL : fdopen(fd, "r");
	if (!l->tty) {
		err_sys(e, ENODEV, "standard input is no terminal and /dev/tty cannot be opened");
		if (fd >= 0)
			close(fd);
		return -ENODEV;
	}
	l->in = fd;
	return 0;
}

void line_close(struct term_line *l)
{
	if (l->tty)
		fclose(l->tty);
	l->tty = NULL;
}

FILE *line_keys(const struct term_line *l)
{
	return l->tty ? l->tty : stdin;
}

enum line_state line_state(const struct term_line *l)
{
	struct pollfd p = { .fd = l->out, .events = POLLOUT };

	if (poll(&p, 1, 0) < 0 && errno != EINTR)
		return LINE_GONE;
	if (p.revents & (POLLHUP | POLLERR | POLLNVAL))
		return LINE_GONE;
	return p.revents & POLLOUT ? LINE_READY : LINE_BEHIND;
}

bool line_hung_up(const struct term_line *l, int error)
{
	struct pollfd p = { .fd = l->in, .events = POLLIN };
	int waiting = 0;

	if (error == EIO)
		return true;
	if (poll(&p, 1, 0) <= 0)
		return false;
	if (p.revents & (POLLHUP | POLLERR | POLLNVAL))
		return true;
	/* readable, and nothing to read: the end of the file */
	return (p.revents & POLLIN) && !ioctl(l->in, FIONREAD, &waiting) && !waiting;
}

bool line_size(const struct term_line *l, int *width, int *height)
{
	struct winsize ws;

	if (ioctl(l->out, TIOCGWINSZ, &ws) || !ws.ws_row || !ws.ws_col)
		return false;
	*width = ws.ws_col;
	*height = ws.ws_row;
	return true;
}

void line_say(const struct term_line *l, const char *sequence)
{
	write_all(l->out, sequence, strlen(sequence));
}

void line_swallow(const struct term_line *l)
{
	struct pollfd p = { .fd = l->in, .events = POLLIN };
	char junk[256];

	for (int i = 0; i < 5; i++) {
		if (poll(&p, 1, 20) <= 0 || !(p.revents & POLLIN))
			return;
		if (read(l->in, junk, sizeof(junk)) <= 0)
			return;
	}
}
