/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * search: the prompt for a word that the view on the screen then goes to, and the keys for the next.
 *
 * Invariant: Esc brings back the old word and the old place.
 */
#ifndef CTXTOP_SEARCH_H
#define CTXTOP_SEARCH_H

#include "views/screen_state.h"

void search_open(struct screen *s, const struct frame *f);
/* The next match, or the one before. */
void search_next(struct screen *s, const struct frame *f, bool back);

#endif
