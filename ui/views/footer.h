/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * footer: the last two lines of the screen: prompt or message, and the key bar.
 *
 * Pure. Invariant: each draws in the row that it is given only.
 */
#ifndef CTXTOP_FOOTER_H
#define CTXTOP_FOOTER_H

#include "draw/canvas.h"
#include "views/screen_state.h"

/* Is there more to say in the message line than the view's own status? */
bool footer_has_message(const struct frame *f, const struct screen *s);
/* Prompt, message, fault, frozen, past, or what the view says of itself. */
void footer_message(struct canvas *c, int y, const struct frame *f, const struct screen *s);
void footer_keys(struct canvas *c, int y, const struct screen *s);
/* Where there is no key bar: undo at the right end of row @y. */
void footer_undo(struct canvas *c, int y);
/* Does the key bar name undo? What is not named does not act. */
bool footer_offers_undo(const struct screen *s);
/* The key that stands at column @x of the key bar at width @w; 0: none. */
int footer_key_at(int w, const struct screen *s, int x);

#endif
