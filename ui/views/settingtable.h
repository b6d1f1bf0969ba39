/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * settingtable: the columns of the settings view: which fit, their headings, one line of them.
 *
 * Pure. Invariant: what cannot be changed is dim and says why.
 */
#ifndef CTXTOP_SETTINGTABLE_H
#define CTXTOP_SETTINGTABLE_H

#include "draw/canvas.h"
#include "model/frame.h"

/* Widths of the columns; 0: not shown. */
struct settingtable {
	int name, value, start, changed, effect;
};

/* Columns for a table @w wide. */
void settingtable_columns(struct settingtable *col, int w);
void settingtable_head(struct canvas *c, int x, int y, const struct settingtable *col);
/* One line of the list at @x, @y. */
void settingtable_line(struct canvas *c, int x, int y, const struct settingtable *col,
		       const struct frame_setting *fs);
/* The heading of a group, across @r. */
void settingtable_group(struct canvas *c, struct rect r, const char *group);

#endif
