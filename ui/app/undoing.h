/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * undoing: what a killed ctxtop left changed: `ctxtop undo`, and the offer at the next start.
 *
 * Invariant: asks before it writes, unless it was called for that.
 */
#ifndef CTXTOP_UNDOING_H
#define CTXTOP_UNDOING_H

#include "app/config.h"

/* `ctxtop undo`. Exit status: 0 all is as it was, 1 something could not be put back. */
int undo_left(const struct config *c, bool force);
/* Before a dashboard begins: tell what is left, and put it back if the user says so. */
void undo_offer(const struct config *c);

#endif
