/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * view_themes: the state of the themes view, for the view itself and its test.
 *
 * Invariant: before holds the theme's name while another one is tried on, else "".
 */
#ifndef CTXTOP_VIEW_THEMES_H
#define CTXTOP_VIEW_THEMES_H

#include <stddef.h>

struct view_themes_state {
	size_t sel;
	int top, page; /* first line shown; lines there was room for when it was drawn */
	char before[64];
};

#endif
