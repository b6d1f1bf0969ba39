// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_pens: choose colours at the terminal's depth, squeeze them into eight, number the pairs.
 *
 * Invariant: no style becomes invisible, its text in the colour of its ground, by squeezing.
 */
#include "term/term_pens.h"

#include <string.h>

enum { ANSI_BLACK, ANSI_RED, ANSI_BLUE = 4, ANSI_MAGENTA, ANSI_WHITE = 7 };

unsigned pens_no_color_attr(int ncv)
{
	if (ncv < 0)
		return 0;
	return (ncv & 1 << 1 ? LOOK_UNDERLINE : 0) | (ncv & 1 << 2 ? LOOK_REVERSE : 0) |
	       (ncv & 1 << 4 ? LOOK_DIM : 0) | (ncv & 1 << 5 ? LOOK_BOLD : 0);
}

/* A colour as this terminal numbers it; @unset where it cannot show its own default. */
static int color_number(const struct pen_caps *caps, struct color c, int unset)
{
	int v = caps->depth == DEPTH_RGB ? c.rgb : caps->depth == DEPTH_256 ? c.index256 : c.ansi;

	if (v < 0)
		return caps->default_colors ? -1 : unset;
	/* direct colour descriptions keep 0..7 for the ANSI colours */
	return caps->direct && v > 0 && v < 8 ? 8 : v;
}

/* Eight colours: the bright ones are bold, where that does not make text vanish. */
static void squeeze(bool linux_console, int *fg, int *bg, unsigned *attr)
{
	if (*fg == 8 && !linux_console) {
		*fg = ANSI_WHITE; /* bold black is black on many terminals */
		*attr |= LOOK_DIM;
	} else if (*fg >= 8) {
		*fg -= 8;
		*attr |= LOOK_BOLD;
	}
	if (*bg >= 8)
		*bg -= 8;
	if (*fg == ANSI_BLACK && !(linux_console && *bg <= ANSI_BLACK))
		*attr &= ~(unsigned)LOOK_BOLD; /* it would turn grey */
	if (*fg == *bg && *fg >= 0 && !(linux_console && *attr & LOOK_BOLD))
		*fg = *bg == ANSI_BLACK || *bg == ANSI_BLUE || *bg == ANSI_RED ||
				      *bg == ANSI_MAGENTA
			      ? ANSI_WHITE
			      : ANSI_BLACK;
}

/* The number of a colour pair. 0 (the terminal's own) when there are no more. */
static int number_pair(struct pens *p, int pair_limit, int fg, int bg)
{
	if (fg == -1 && bg == -1)
		return 0;
	for (int i = 1; i <= p->pairs; i++)
		if (p->pair[i].fg == fg && p->pair[i].bg == bg)
			return i;
	if (p->pairs + 1 >= pair_limit)
		return 0;
	p->pair[++p->pairs] = (struct pen_pair){ fg, bg };
	return p->pairs;
}

/* What of style @s is seen of a blank: the colour behind it, unless the attributes draw something. */
static int ground(const struct pen *pen, style_t s, int bg)
{
	return pen->attr & (LOOK_REVERSE | LOOK_UNDERLINE) ? -2 - s : bg;
}

void pens_make(struct pens *p, const struct theme *t, const struct pen_caps *caps)
{
	memset(p, 0, sizeof(*p));
	for (style_t s = 0; s < STYLES; s++) {
		const struct look *k = &t->look[s];
		struct pen *pen = &p->pen[s];
		int fg, bg;

		if (caps->depth == DEPTH_MONO) {
			pen->attr = k->mono_attr;
			pen->ground = ground(pen, s, -1);
			continue;
		}
		pen->attr = k->attr;
		fg = color_number(caps, k->fg, ANSI_WHITE);
		bg = color_number(caps, k->bg, ANSI_BLACK);
		if (caps->colors < 16)
			squeeze(caps->linux_console, &fg, &bg, &pen->attr);
		pen->pair = number_pair(p, caps->pair_limit, fg, bg);
		if (pen->pair)
			pen->attr &= ~caps->no_color_attr;
		pen->ground = ground(pen, s, pen->pair ? bg : -1);
	}
}
