/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * effect: what the newest change of a setting did, in a column, in a line, in words.
 *
 * Pure. Invariant: better and worse differ by a sign, never by the style alone; before the first
 * change there is nothing to show.
 */
#ifndef CTXTOP_EFFECT_H
#define CTXTOP_EFFECT_H

#include "draw/canvas.h"
#include "model/frame.h"

/* The newest change, NULL if there was none. */
const struct frame_change *effect_change(const struct frame *f);
/* "+9.1%", "x8.1" with a sign before it, for series @i; at most 8 columns. The style to draw it in. */
style_t effect_short(char *buf, size_t size, const struct frame *f, size_t i, bool utf8);
/* The column's heading: a Delta (or "d") and the change's letter. "" if there was none. */
void effect_heading(char *buf, size_t size, const struct frame *f, bool utf8);
/* "B kernel.x 1 -> 0: 3 of 12 series differ". "" if there was none. */
void effect_headline(char *buf, size_t size, const struct frame *f);
/* The same in at most @w columns: the long name of the setting gives way first. */
void effect_headline_in(char *buf, size_t size, const struct frame *f, int w);
/* Rows that the words on series @i take at width @w; 0 if there is nothing to tell. */
int effect_rows(const struct frame *f, size_t i, int w);
void effect_draw(struct canvas *c, struct rect r, const struct frame *f, size_t i);

#endif
