/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * term_picture: what stands on the screen, and what has to be sent to make it another canvas.
 *
 * Pure. Invariant: after picture_row() that row is taken as shown; a fresh picture equals no canvas.
 */
#ifndef CTXTOP_TERM_PICTURE_H
#define CTXTOP_TERM_PICTURE_H

#include <stdbool.h>

#include "term/grid.h"

struct picture {
	bool utf8;	    /* the terminal takes more than ASCII */
	int ground[STYLES]; /* styles with the same one show a blank alike */
	struct cell *shown, *run;
	int width, height;
};

/* Make it this large: 1 if it is fresh now, so that everything is sent; 0; -ENOMEM. */
int picture_fit(struct picture *p, int width, int height);
/* Nothing is known of the screen any more: the next picture_fit() makes it fresh. */
void picture_forget(struct picture *p);
void picture_free(struct picture *p);
/*
 * The part of row @y that differs: returns the number of glyphs in p->run, 0 if none, and in @x the
 * column where they begin. A glyph is never a control character nor of another width than the
 * canvas thinks; the right half of a wide one is left out. A blank takes the style of the glyph before
 * it where that looks the same: a change of style costs some twenty bytes.
 */
int picture_row(struct picture *p, const struct canvas *c, int y, int *x);

#endif
