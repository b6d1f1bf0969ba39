/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strip: the settings that one wants at hand, each behind the key that flips it.
 *
 * Pure. Invariant: the n-th setting of the strip, in the order of the frame, has the n-th key, whatever
 * the size; a key of the strip is no key of any table, so that flipping is never done by mistake for
 * something else.
 */
#ifndef CTXTOP_STRIP_H
#define CTXTOP_STRIP_H

#include "draw/canvas.h"
#include "model/frame.h"

#define STRIP_MAX 9

extern const char strip_keys[STRIP_MAX + 1];

int strip_count(const struct frame *f);
/* The key of the setting @fs of the frame, 0 if it is not on the strip. */
int strip_key(const struct frame *f, const struct frame_setting *fs);
/* The setting that @key flips, NULL if none of the first @n of the strip does. */
const struct frame_setting *strip_find(const struct frame *f, int key, int n);
/* Lines that the whole strip takes at width @w, 0 for an empty one. */
int strip_lines(const struct frame *f, int w);
/* Draw it into @r, what fits. Returns how many settings are in sight. */
int strip_draw(struct canvas *c, struct rect r, const struct frame *f);
/* The key that stands at @x, @y, when it is drawn into @r; 0: none. */
int strip_at(struct rect r, const struct frame *f, int x, int y);

#endif
