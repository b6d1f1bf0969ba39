/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * shown: the part of the frame that the screen shows: the selected series, the epoch.
 *
 * Pure. Invariant: whatever was selected before, what comes out is in the frame.
 */
#ifndef CTXTOP_SHOWN_H
#define CTXTOP_SHOWN_H

#include "views/screen_state.h"

/* The selected series, NULL if there is none. */
const struct frame_series *shown_series(const struct frame *f, const struct screen *s);
/* Index of the epoch that is shown into f->epoch; 0 if there is none. */
size_t shown_epoch(const struct frame *f, const struct screen *s);
/* The figures of that epoch, NULL if there are none. */
const struct figures *shown_figures(const struct screen *s, const struct frame_series *fs,
				    const struct frame *f);

#endif
