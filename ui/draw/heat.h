/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * heat: very many CPUs as one narrow column each.
 *
 * Pure. Invariant: height shows the value as well as the colour does; "gone" and "not known" have
 * signs of their own and are never a low value.
 */
#ifndef CTXTOP_HEAT_H
#define CTXTOP_HEAT_H

#include "draw/canvas.h"

enum heat_state { HEAT_VALUE, HEAT_UNKNOWN, HEAT_OFF };

/* One column of @h rows whose lowest is at @x, @y; @share is 0..1. */
void heat_column(struct canvas *c, int x, int y, int h, enum heat_state state, double share);
/* "low ▁▂▃▄▅▆▇█ high  × off" as far as it fits into @w columns; returns the column after it. */
int heat_legend(struct canvas *c, int x, int y, int w, const char *low, const char *high);
/*
 * Numbers above columns @first..@first + @n - 1, each @zoom wide, at every 8th or 16th of them; shown
 * is @number[i], or i itself where @number is NULL.
 */
void heat_ruler(struct canvas *c, int x, int y, int zoom, const uint32_t *number, int first, int n);

#endif
