// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * glyphs: the characters that frames, marks and histories are drawn with.
 *
 * Invariant: GLYPH_TTY has only what the fonts of the Linux console have, GLYPH_ASCII only ASCII.
 */
#include "draw/glyphs.h"

/* The box drawing characters of Unicode, which the console's fonts have, too. */
#define BOX_DRAWING                                                                       \
	.h = 0x2500, .v = 0x2502, .tl = 0x250c, .tr = 0x2510, .bl = 0x2514, .br = 0x2518, \
	.tee_l = 0x251c, .tee_r = 0x2524

const struct glyphs glyph_sets[GLYPH_SETS] = {
	[GLYPH_BRAILLE] = { .name = "braille",
			    .xsub = 2,
			    .ysub = 4,
			    BOX_DRAWING,
			    .mark = 0x250a,
			    .pointer = 0x25b8,
			    .tick = 0x2524,
			    .bar = 0x2588,
			    .utf8 = true },
	[GLYPH_BLOCK] = { .name = "block",
			  .xsub = 1,
			  .ysub = 8,
			  BOX_DRAWING,
			  .mark = 0x250a,
			  .pointer = 0x25b8,
			  .tick = 0x2524,
			  .bar = 0x2588,
			  .utf8 = true },
	[GLYPH_TTY] = { .name = "tty",
			.xsub = 1,
			.ysub = 2,
			BOX_DRAWING,
			.mark = 0x2502,
			.pointer = '>',
			.tick = 0x2524,
			.bar = 0x2588,
			.utf8 = true },
	[GLYPH_ASCII] = { .name = "ascii",
			  .xsub = 1,
			  .ysub = 3,
			  .h = '-',
			  .v = '|',
			  .tl = '+',
			  .tr = '+',
			  .bl = '+',
			  .br = '+',
			  .tee_l = '+',
			  .tee_r = '+',
			  .mark = '|',
			  .pointer = '>',
			  .tick = '|',
			  .bar = '#' },
};

enum glyph_set glyphs_of(const struct canvas *cv)
{
	for (int i = 0; i < GLYPH_SETS; i++)
		if (cv->glyphs == &glyph_sets[i])
			return (enum glyph_set)i;
	return GLYPH_ASCII;
}
