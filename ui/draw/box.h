/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * box: the frame round a panel, or the rule above it where there is no room for frames.
 *
 * Pure. Invariant: the inside is never larger than what is left of the outside.
 */
#ifndef CTXTOP_BOX_H
#define CTXTOP_BOX_H

#include <stdbool.h>

#include "draw/canvas.h"

/*
 * A panel: a frame, or only a rule above it, with @title at the left and @right (may be NULL) at the
 * right end of the upper edge; '&' lights keys in both. Returns the inside.
 */
struct rect box_open(struct canvas *c, struct rect r, bool framed, bool focus, const char *title,
		     const char *right);

#endif
