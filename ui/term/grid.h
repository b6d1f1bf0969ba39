/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * grid: the cells of a picture, as draw/canvas.h fills them and the terminal paints them.
 *
 * Invariant: a cell names a style, never a colour.
 */
#ifndef CTXTOP_GRID_H
#define CTXTOP_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "term/style.h"

struct glyphs;

struct cell {
	uint32_t ch; /* a Unicode code point; 0 = right half of a wide one */
	style_t style;
};

struct canvas {
	int width, height;
	struct cell *cell; /* [height * width] */
	size_t size;
	int x0, y0, x1, y1;	/* clip: x0 <= x < x1 */
	int cursor_x, cursor_y; /* -1: hidden */
	const struct glyphs *glyphs;
};

#endif
