/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * canvas: drawing on a grid of cells with named styles. It knows no terminal.
 *
 * Invariant: drawing outside the grid (or the clip) is cut off, never an error; a wide character
 * takes two cells and is never cut in half.
 */
#ifndef CTXTOP_CANVAS_H
#define CTXTOP_CANVAS_H

#include "draw/glyphs.h"
#include "term/grid.h"

struct rect {
	int x, y, w, h;
};

/* 0 or -ENOMEM. Clears, and takes the clip off. */
int canvas_resize(struct canvas *c, int width, int height);
void canvas_free(struct canvas *c);
void canvas_clear(struct canvas *c);
void canvas_clip(struct canvas *c, struct rect r);
void canvas_unclip(struct canvas *c);

/* Draw UTF-8 text; bytes that are no UTF-8 and control characters show as '?'. Returns the column after it. */
int canvas_put(struct canvas *c, int x, int y, style_t style, const char *utf8);
/* At most @w columns, filled up with blanks on the right (w > 0) or, for -w, on the left. */
int canvas_field(struct canvas *c, int x, int y, int w, style_t style, const char *utf8);
int canvas_printf(struct canvas *c, int x, int y, style_t style, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));
void canvas_char(struct canvas *c, int x, int y, style_t style, uint32_t ch);
void canvas_fill(struct canvas *c, struct rect r, style_t style, uint32_t ch);
/* Change only the style of the cells. */
void canvas_restyle(struct canvas *c, struct rect r, style_t style);
/*
 * A frame with @title in its top edge. A '&' before a character of the title, or of a text put by
 * canvas_keys(), lights that character as a key (STYLE_KEY).
 */
void canvas_box(struct canvas *c, struct rect r, style_t style, const char *title);
/* Text with lit key letters; returns the column after it. */
int canvas_keys(struct canvas *c, int x, int y, style_t style, const char *text);
/* Columns that UTF-8 text takes. */
int text_width(const char *utf8);

#endif
