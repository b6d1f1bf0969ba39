/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * termcase: what the tests of the terminal have in common: a case runs in a child on a pseudo-terminal
 * of its own.
 *
 * Invariant: the child's findings come back in shared memory; its write() is ours, so that calls and
 * bytes are counted where they happen.
 */
#ifndef CTXTOP_TESTS_TERMCASE_H
#define CTXTOP_TESTS_TERMCASE_H

#include <unistd.h>

#include "draw/canvas.h"
#include "term/term.h"
#include "tty.h"

/* What the child found out. */
struct termcase {
	int start, width, height;
	struct term_caps caps;
	struct err err;
	bool raw, handlers_kept, no_echo_at_mouse_off, mouse_off_seen, restored_between;
	int first_writes, next_writes, next_bytes;
	int keys[32], nkeys;
	struct term_mouse mouse[32];
	int paint, behind_bytes;
	struct term_traffic traffic;
	bool ready;
};

extern struct termcase *found;
extern volatile int termcase_writes, termcase_bytes;
extern struct canvas termcase_canvas;

/*
 * Counts what goes to standard output. A test that asks for the counts makes it the write() of its own
 * program by TERMCASE_OWN_WRITE; defined in the library, every program that writes would get it.
 */
ssize_t termcase_write(int fd, const void *buf, size_t len);
#define TERMCASE_OWN_WRITE                                 \
	ssize_t write(int fd, const void *buf, size_t len) \
	{                                                  \
		return termcase_write(fd, buf, len);       \
	}

/* cmocka's group set-up. */
int termcase_share(void **state);
/* A terminal of that size, the findings empty. */
void termcase_open(int width, int height);
/* Run @body on a terminal of its own, from its start to its end. */
void termcase_run(const char *name, const char *locale, int width, int height, void (*body)(void));

/* For the child: start the terminal; false if it refuses. */
bool termcase_begin(bool color, bool mouse);
/* Picture @frame of a moving dashboard. */
void termcase_draw(int width, int height, int frame);
/* A picture is left out while the terminal takes nothing: wait until the last one is read. */
void termcase_await_room(void);
bool termcase_is_raw(void);
/* A body: start, six pictures, restore twice. */
void termcase_paint(void);

#endif
