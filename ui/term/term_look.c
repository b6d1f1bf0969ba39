// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_look: colours and attributes of the styles, as curses has them.
 *
 * Invariant: the palette stays what a person has set it to.
 */
#include "term/term_int.h"

#include <term.h> /* terminfo's; after curses.h */

static attr_t curses_attr(unsigned attr)
{
	return (attr & LOOK_BOLD ? A_BOLD : 0) | (attr & LOOK_DIM ? A_DIM : 0) |
	       (attr & LOOK_REVERSE ? A_REVERSE : 0) | (attr & LOOK_UNDERLINE ? A_UNDERLINE : 0);
}

/* Colour pairs are made once a theme. */
void term_apply_theme(void)
{
	struct pens pens;
	int made = 0;

	pens_make(&pens, &term.theme, &term.pens);
	while (made < pens.pairs &&
	       init_extended_pair(made + 1, pens.pair[made + 1].fg, pens.pair[made + 1].bg) != ERR)
		made++;
	for (style_t s = 0; s < STYLES; s++) {
		const struct pen *p = &pens.pen[s];

		term.picture.ground[s] = p->ground;
		setcchar(&term.style[s], L" ", curses_attr(p->attr),
			 (short)(p->pair <= made ? p->pair : 0), NULL);
	}
	wbkgrndset(stdscr, &term.style[STYLE_NORMAL]);
	term_repaint();
}

void term_theme(const struct theme *t)
{
	term.theme = *t;
	term.have_theme = true;
	if (term.started)
		term_apply_theme();
}

void term_start_colors(struct term_caps *caps, bool color)
{
	term.pens = (struct pen_caps){
		.depth = DEPTH_MONO,
		.linux_console = caps->linux_console,
		.no_color_attr = pens_no_color_attr(tigetnum("ncv")),
	};
	caps->colors = MAX(tigetnum("colors"), 0);
	if (color && caps->colors >= 8 && start_color() == OK) {
		term.pens.default_colors = use_default_colors() == OK;
		term.pens.direct = COLORS > 256;
		term.pens.depth = COLORS > 256 ? DEPTH_RGB : COLORS == 256 ? DEPTH_256 : DEPTH_16;
		term.pens.colors = COLORS;
		term.pens.pair_limit = COLOR_PAIRS;
	}
	caps->depth = term.pens.depth;
}
