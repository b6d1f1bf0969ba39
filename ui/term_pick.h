/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * term_pick: which terminal descriptions to try for a $TERM that is not known here.
 *
 * Pure. Invariant: the list ends with the one that every ncurses has.
 */
#ifndef CTXTOP_TERM_PICK_H
#define CTXTOP_TERM_PICK_H

#include <stdbool.h>

/*
 * The names to try in place of @term (NULL or "": unset), best first, ended by NULL. @colorterm is
 * $COLORTERM or NULL: terminals that set it speak xterm's language.
 */
const char *const *term_substitutes(const char *term, const char *colorterm);

#endif
