/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * term_pick: which terminal description is used: that of $TERM, or one like it where it is not known.
 *
 * Invariant: nothing is written; a terminal that is known to be of no use is refused, not guessed at.
 */
#ifndef CTXTOP_TERM_PICK_H
#define CTXTOP_TERM_PICK_H

#include "base/base.h"
#include "term/term.h"

enum usable { UNKNOWN, NO_CURSOR, USABLE };

/*
 * The names to try in place of @term (NULL or "": unset), best first, ended by NULL; the last is one
 * that every ncurses has. @colorterm is $COLORTERM or NULL: terminals that set it speak xterm's language.
 */
const char *const *term_substitutes(const char *term, const char *colorterm);
/*
 * Find a description that @try finds usable on @fd into caps->name, and what to say about it into
 * caps->note. -ENOTTY: this terminal cannot move the cursor; -ENODEV: there is none.
 */
int term_pick(struct term_caps *caps, enum usable (*try)(const char *name, int fd), int fd,
	      struct err *e);

#endif
