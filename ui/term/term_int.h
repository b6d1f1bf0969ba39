/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * term_int: the state that the files of term share.
 *
 * Invariant: nobody but they includes this, or curses.
 */
#ifndef CTXTOP_TERM_INT_H
#define CTXTOP_TERM_INT_H

#include "term/term.h"
#include "term/term_line.h"
#include "term/term_mouse.h"
#include "term/term_pace.h"
#include "term/term_pens.h"
#include "term/term_picture.h"
#include "term/term_reader.h"

#define key_name curses_key_name /* keys.h has one, too */
#include <curses.h>
#undef key_name

#define ASK_CURSOR "\033[6n" /* where is it? The answer tells that all before has been shown */

struct term_state {
	bool started, suspended, cursor;
	unsigned paints;	/* how many pictures */
	unsigned *sent, *tried; /* of each row: in which of them; one piece of memory */
	struct term_line line;
	struct term_meter meter;
	struct mouse mouse;
	SCREEN *screen;
	struct reader reader;
	struct pace pace;
	bool probing; /* the next answer tells how wide a character came out */

	struct theme theme;
	bool have_theme;
	struct pen_caps pens;
	cchar_t style[STYLES]; /* a blank in each style */

	struct picture picture; /* what was handed to curses last */
	cchar_t *row;
};

extern struct term_state term;

/* What the description has under @name, NULL: nothing. */
const char *term_capability(const char *name);
void term_start_colors(struct term_caps *caps, bool color);
/* Put term.theme into effect. */
void term_apply_theme(void);
void term_start_keys(bool utf8);

#endif
