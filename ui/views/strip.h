/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strip: the settings that one wants at hand, each with the letter that flips it after the leader key.
 *
 * Pure. Invariant: the letter is the setting's own: where it stands, what else is there, and the size change
 * nothing of it. Only what was drawn can be flipped.
 */
#ifndef CTXTOP_STRIP_H
#define CTXTOP_STRIP_H

#include "draw/canvas.h"
#include "model/frame.h"

#define STRIP_MAX    10
#define STRIP_LEADER ','

int strip_count(const struct frame *f);
/* The letter of the setting @fs, 0 if it is not on the strip. */
int strip_key(const struct frame_setting *fs);
/* The setting whose letter is @key, NULL if it is none of the first @n of the strip. */
const struct frame_setting *strip_find(const struct frame *f, int key, int n);
/* Lines that the whole strip takes at width @w, 0 for an empty one. */
int strip_lines(const struct frame *f, int w);
/* Draw it into @r, what fits, its letters lit up or not. Returns how many settings are in sight. */
int strip_draw(struct canvas *c, struct rect r, const struct frame *f, bool lit);
/* The key that stands at @x, @y, when it is drawn into @r; 0: none. */
int strip_at(struct rect r, const struct frame *f, int x, int y);

#endif
