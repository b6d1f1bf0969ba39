/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * serieslist: the list of all series where a view has one: moving, searching, and the plain table for
 * small terminals.
 *
 * Pure. Invariant: what is selected is shared by all views; how far one has scrolled is the view's.
 */
#ifndef CTXTOP_SERIESLIST_H
#define CTXTOP_SERIESLIST_H

#include "views/view.h"

struct serieslist {
	int top;       /* first row shown */
	int page;      /* rows there was room for when it was drawn */
	uint16_t from; /* selected when the search began */
};

/* Scroll so that the selected series is among @rows. */
void serieslist_reveal(struct serieslist *l, const struct frame *f, const struct screen *s,
		       int rows);
/* True if @key moved the selection. */
bool serieslist_key(struct serieslist *l, struct screen *s, const struct frame *f, int key);
void serieslist_search(struct serieslist *l, struct screen *s, const struct frame *f,
		       enum search_step step);
/* Names and numbers alone. */
void serieslist_draw(struct serieslist *l, struct canvas *c, struct rect area,
		     const struct frame *f, struct screen *s);

#endif
