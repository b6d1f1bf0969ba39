/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * view_settings: the state of the settings view, for the view itself and its test.
 *
 * Invariant: sel is the id of the selected setting + 1, 0 the first one.
 */
#ifndef CTXTOP_VIEW_SETTINGS_H
#define CTXTOP_VIEW_SETTINGS_H

#include "views/screen_state.h"

struct view_settings_state {
	int top, sel; /* first line shown; selected setting */
	int before;   /* sel when the search that is being typed began */
	int page;     /* lines there was room for when it was drawn */
	char filter[SEARCH_W];
};

#endif
