/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cpuhistory: what all CPUs together did over time: load bars that stand upright, one a column.
 *
 * Pure. Invariant: where nothing was measured nothing is drawn.
 */
#ifndef CTXTOP_CPUHISTORY_H
#define CTXTOP_CPUHISTORY_H

#include "draw/canvas.h"
#include "views/screen_state.h"

/* Fill @r: value axis at the left, time axis below. Nothing if @r is too small or nothing is known. */
void cpuhistory_draw(struct canvas *c, struct rect r, const struct frame *f,
		     const struct screen *s);

#endif
