/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tty: a pseudo-terminal with a child on it, for tests with cmocka.
 *
 * Invariant: one at a time; whatever fails fails the test.
 */
#ifndef CTXTOP_TESTS_TTY_H
#define CTXTOP_TESTS_TTY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

/* A terminal and what came out of it. */
struct tty {
	int master, slave;
	struct termios before;
	char out[1 << 20];
	size_t len;
	pid_t child;
	int status;
};

extern struct tty tty;

void tty_open(int width, int height);
/* Run @body in a child whose terminal it is, $TERM being @name (NULL: unset). */
void tty_start(const char *name, const char *locale, void (*body)(void));
/* Memory that a child started later shares with the test, zeroed; never NULL. */
void *tty_share(size_t size);
/* Read what the child writes, until it is @until (or has ended). */
void tty_drain(const bool *until);
/* Read to the end; the child must end well and the line have the settings that it had before. */
void tty_finish(void);

/* Did @s come out, where did it last (-1: nowhere), how often? */
bool tty_said(const char *s);
long tty_last_at(const char *s);
int tty_times(const char *s);

#endif
