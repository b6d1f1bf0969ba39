/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * view_interrupts: the state of the interrupts view, for the view itself and its test.
 *
 * Invariant: sel is the row's index in the probe + 1 (or a negative id of irqlist.h + 1); 0 is the line
 * on top.
 */
#ifndef CTXTOP_VIEW_INTERRUPTS_H
#define CTXTOP_VIEW_INTERRUPTS_H

#include "views/irqlist.h"

struct view_interrupts_state {
	struct irqlist_choice choice;
	int top, sel;	/* first line shown; selected row */
	int col;	/* first CPU column shown */
	int before;	/* sel when the search that is being typed began */
	int before_col; /* first column when the search began */
	int page;	/* lines there was room for when it was drawn */
	struct irqlist list;
};

#endif
