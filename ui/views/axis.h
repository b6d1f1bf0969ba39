/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * axis: the time axis that all histories share: its ends, and how keys move and stretch it.
 *
 * Pure. Invariant: the right end never lies in the future; live means that it moves with the frame.
 */
#ifndef CTXTOP_AXIS_H
#define CTXTOP_AXIS_H

#include "views/screen_state.h"

#define AXIS_WINDOW_NS (120 * NSEC_PER_SEC) /* at the start */

/* How far to scroll: negative is back in time. */
enum axis_scroll {
	AXIS_OLDEST = -3,
	AXIS_PAGE_BACK,
	AXIS_BACK,
	AXIS_FORWARD = 1,
	AXIS_PAGE_FORWARD,
	AXIS_LIVE,
};

/* Left and right end on the frame's monotonic clock. */
void axis_ends(const struct screen *s, const struct frame *f, int64_t *t0, int64_t *t1);
/* Its length as text, "2m". */
void axis_span(const struct screen *s, const struct frame *f, char *buf, size_t size);
/* The wall clock at instant @t_ns of the frame's monotonic clock. */
int64_t axis_wall(const struct frame *f, int64_t t_ns);
/* Right end to @end; live from the present on. */
void axis_set_end(struct screen *s, const struct frame *f, int64_t end);
void axis_scroll(struct screen *s, const struct frame *f, enum axis_scroll how);
/* -1 closer, +1 wider, 0 as at the start. */
void axis_zoom(struct screen *s, const struct frame *f, int how);

#endif
