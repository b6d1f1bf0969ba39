/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * term_state: what the files of term share, and curses itself. For ui/term*.c alone.
 *
 * Invariant: one terminal at a time; only these files see curses.
 */
#ifndef CTXTOP_TERM_STATE_H
#define CTXTOP_TERM_STATE_H

#include "term.h"

#define key_name curses_key_name /* keys.h has one, too */
#include <curses.h>
#undef key_name

/* Beginnings of mouse reports: ESC [ < and ESC [ M. */
#define KEY_SGR_MOUSE (KEY_MAX + 1)
#define KEY_X10_MOUSE (KEY_MAX + 2)

struct term_state {
	bool started, suspended, mouse, behind;
	bool utf8, direct, default_colors, linux_console;
	enum depth depth;
	SCREEN *screen;
	WINDOW *keys; /* a pad: reading keys from a window would refresh it */
	FILE *tty;    /* /dev/tty, where stdin is no terminal */
	int in, out;
	attr_t no_color_attr; /* cannot stand with colours here */

	struct theme theme;
	bool have_theme;
	cchar_t style[STYLES]; /* a blank in each style */

	/* what was handed to curses last */
	struct cell *shown;
	cchar_t *row;
	int width, height;
	bool cursor;

	int64_t click_ns;
	int click_x, click_y;
	int64_t mouse_ns; /* last mouse report */
};

extern struct term_state term;

/* Put term.theme into effect. */
void term_apply_theme(void);

#endif
