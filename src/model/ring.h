/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ring: a bounded history of points in time order. When it is full its older half is thinned: two
 * neighbours become one point with their mean, lowest and highest.
 *
 * Pure. Invariant: at most `cap` points, contiguous, times ascending; lowest and highest survive
 * thinning; a gap is never merged away.
 */
#ifndef CTXTOP_RING_H
#define CTXTOP_RING_H

#include <stddef.h>
#include <stdint.h>

enum point_flags {
	POINT_GAP = 1 << 0,	  /* no value: time passed unmeasured; draw nothing across it */
	POINT_DISTURBED = 1 << 1, /* a frame was drawn during the slice */
	POINT_EARLIER = 1 << 2,	  /* its slice began in the epoch before the one it ended in */
};

struct point {
	int64_t t_ns; /* CLOCK_MONOTONIC at the end of the slice */
	float mean, low, high;
	uint16_t n; /* slices in this point, 1 before thinning */
	uint16_t flags;
};

struct ring {
	struct point *point;
	size_t n, size, cap;
};

/* @cap points at most (>= 16). Memory grows on demand. */
void ring_init(struct ring *r, size_t cap);
void ring_free(struct ring *r);
/* 0 or -ENOMEM. */
int ring_add(struct ring *r, const struct point *p);
/* Take out the values later than @t_ns; gaps stay. */
void ring_drop_after(struct ring *r, int64_t t_ns);

#endif
