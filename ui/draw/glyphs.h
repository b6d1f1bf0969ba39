/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * glyphs: the sets of characters that pictures are drawn with, from braille dots down to ASCII.
 *
 * Pure. Invariant: all sets draw the same picture; they differ in resolution only.
 */
#ifndef CTXTOP_GLYPHS_H
#define CTXTOP_GLYPHS_H

#include "term/grid.h"

enum glyph_set { GLYPH_BRAILLE, GLYPH_BLOCK, GLYPH_TTY, GLYPH_ASCII, GLYPH_SETS };

struct glyphs {
	const char *name;
	int xsub, ysub; /* sub-cells of a graph cell: braille 2 x 4, block 1 x 8, ascii 1 x 3 */
	uint32_t h, v, tl, tr, bl, br, tee_l, tee_r; /* frames */
	uint32_t mark;				     /* vertical line of a mark */
	uint32_t pointer;			     /* beside the selected row */
	uint32_t tick;				     /* on an axis */
	uint32_t bar;				     /* full cell of a load bar */
	bool utf8;
};
extern const struct glyphs glyph_sets[GLYPH_SETS];

/* The set that @cv draws with; ASCII if it has none of these. */
enum glyph_set glyphs_of(const struct canvas *cv);

#endif
