/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * help: the overlay with all keys and what the picture means.
 *
 * Pure. Invariant: any key that does not scroll it closes it.
 */
#ifndef CTXTOP_HELP_H
#define CTXTOP_HELP_H

#include "draw/canvas.h"
#include "views/screen_state.h"

void help_draw(struct canvas *c, struct screen *s);
void help_key(struct screen *s, int key);

#endif
