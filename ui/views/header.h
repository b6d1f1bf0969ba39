/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * header: the first line of the screen: program, machine, clock, state.
 *
 * Pure but for the local time zone. Invariant: it draws in the first row only.
 */
#ifndef CTXTOP_HEADER_H
#define CTXTOP_HEADER_H

#include "draw/canvas.h"
#include "views/screen_state.h"

void header_draw(struct canvas *c, const struct frame *f, const struct screen *s);

#endif
