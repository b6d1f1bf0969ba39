/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * filter: the prompt for the word that the rows of a view must have, which takes effect as it is typed.
 *
 * Invariant: Esc brings the old word back.
 */
#ifndef CTXTOP_FILTER_H
#define CTXTOP_FILTER_H

#include "views/screen_state.h"

/* Type the word that only @what ("settings") with it are shown; it stands in @word, SEARCH_W bytes. */
void filter_open(struct screen *s, const char *what, char *word);
/* Is @word being typed? */
bool filter_is_open(const struct screen *s, const char *word);

#endif
