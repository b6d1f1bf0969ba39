/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * term_pens: a theme's styles as the colour pairs and attributes that a terminal can show.
 *
 * Pure. Invariant: pairs are numbered from 1 without a gap, each colour combination once; pair 0 is the
 * terminal's own colours. The palette of the terminal is never changed.
 */
#ifndef CTXTOP_TERM_PENS_H
#define CTXTOP_TERM_PENS_H

#include "base/base.h"
#include "term/theme.h"

/* What a terminal can do. */
struct pen_caps {
	enum depth depth;
	int colors, pair_limit; /* pairs 0 .. pair_limit - 1 */
	bool direct;		/* colours are 0xrrggbb */
	bool default_colors;	/* -1 is a colour: the terminal's own */
	bool linux_console;
	unsigned no_color_attr; /* enum look_attr that cannot stand with colours */
};

struct pens {
	struct pen {
		unsigned attr; /* enum look_attr */
		int pair;
		int ground; /* styles with the same one show a blank alike */
	} pen[STYLES];
	struct pen_pair {
		int fg, bg;
	} pair[STYLES + 1]; /* 1 .. pairs */
	int pairs;
};

void pens_make(struct pens *p, const struct theme *t, const struct pen_caps *caps);
/* terminfo's ncv (no_color_video) as enum look_attr; negative: no such capability. */
unsigned pens_no_color_attr(int ncv);

#endif
