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
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/timerfd.h>
#include <termios.h>
#include <unistd.h>

static int open_keys(struct term_line *l, struct err *e)
{
	int fd;

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

static int open_ready(struct term_line *l, struct err *e)
{
	struct epoll_event keys = { .events = EPOLLIN };
	struct epoll_event alarm = { .events = EPOLLIN };

	l->alarm = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	l->ready = epoll_create1(EPOLL_CLOEXEC);
	if (l->alarm < 0 || l->ready < 0 || epoll_ctl(l->ready, EPOLL_CTL_ADD, l->in, &keys) ||
	    epoll_ctl(l->ready, EPOLL_CTL_ADD, l->alarm, &alarm))
		return err_sys(e, errno, "cannot wait for keys");
	return 0;
}

int line_open(struct term_line *l, struct err *e)
{
	int r;

	*l = (struct term_line){
		.in = STDIN_FILENO, .out = STDOUT_FILENO, .ready = -1, .alarm = -1
	};
	if (!isatty(l->out))
		return err_set(
			e, ENOTTY,
			"standard output is no terminal; use 'ctxtop run' to measure without one");
	r = open_keys(l, e);
	if (!r)
		r = open_ready(l, e);
	if (r)
		line_close(l);
	return r;
}

void line_close(struct term_line *l)
{
	if (l->tty)
		fclose(l->tty);
	if (l->ready >= 0)
		close(l->ready);
	if (l->alarm >= 0)
		close(l->alarm);
	l->tty = NULL;
	l->ready = l->alarm = -1;
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

int line_read(const struct term_line *l, void *buf, size_t size)
{
	struct pollfd p = { .fd = l->in, .events = POLLIN };
	ssize_t n;

	if (poll(&p, 1, 0) <= 0)
		return 0;
	if (!(p.revents & POLLIN))
		return -EIO;
	n = read(l->in, buf, size);
	if (n < 0)
		return errno == EINTR || errno == EAGAIN ? 0 : -EIO;
	return n ? (int)n : -EIO;
}

void line_alarm(const struct term_line *l, int64_t at_ns)
{
	struct itimerspec at = { .it_value = { .tv_sec = at_ns / NSEC_PER_SEC,
					       .tv_nsec = at_ns % NSEC_PER_SEC } };

	timerfd_settime(l->alarm, TFD_TIMER_ABSTIME, &at, NULL);
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

unsigned line_speed(const struct term_line *l)
{
	static const struct {
		speed_t speed;
		unsigned baud;
	} speeds[] = {
		{ B300, 300 },	 { B600, 600 },	  { B1200, 1200 }, { B1800, 1800 },
		{ B2400, 2400 }, { B4800, 4800 }, { B9600, 9600 }, { B19200, 19200 },
	};
	struct termios t;

	/* from 38400 on it is what every pty is born with, and no line to be sparing of */
	if (tcgetattr(l->out, &t))
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(speeds); i++)
		if (speeds[i].speed == cfgetospeed(&t))
			return speeds[i].baud / 10;
	return 0;
}

bool line_wait(const struct term_line *l, int ms)
{
	struct pollfd p = { .fd = l->in, .events = POLLIN };

	return poll(&p, 1, ms) > 0 && (p.revents & POLLIN);
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
