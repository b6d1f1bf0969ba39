// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * box: the frame round a panel.
 *
 * Invariant: a title that does not fit is left out whole.
 */
#include "draw/box.h"

#include <stddef.h>

#include "base/base.h"

/* Columns of text in which '&' lights the next character. */
static int box_columns(const char *text)
{
	int w = text_width(text);

	for (; *text; text++) {
		if (*text == '&' && text[1]) {
			w--;
			text++;
		}
	}
	return w;
}

struct rect box_open(struct canvas *c, struct rect r, bool framed, bool focus, const char *title,
		     const char *right)
{
	style_t style = focus ? STYLE_FRAME_FOCUS : STYLE_FRAME;
	struct rect in = { r.x, r.y + 1, r.w, r.h - 1 };
	int tw = box_columns(title), rw = right ? box_columns(right) : 0;

	if (framed) {
		canvas_box(c, r, style, NULL);
		in = (struct rect){ r.x + 1, r.y + 1, r.w - 2, r.h - 2 };
	} else {
		canvas_fill(c, (struct rect){ r.x, r.y, r.w, 1 }, style, c->glyphs->h);
	}
	if (focus)
		canvas_char(c, r.x + 1, r.y, STYLE_FRAME_FOCUS, c->glyphs->pointer);
	if (tw + 3 <= r.w)
		canvas_keys(c, r.x + 2, r.y, STYLE_TITLE, title);
	if (rw && tw + rw + 6 <= r.w)
		canvas_keys(c, r.x + r.w - 2 - rw, r.y, STYLE_DIM, right);
	in.w = MAX(in.w, 0);
	in.h = MAX(in.h, 0);
	return in;
}
