/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * turn_slice: from a reply of the runner to a slice as everybody sees it, for turn.c.
 *
 * Invariant: what was not measured is missing in it.
 */
#ifndef CTXTOP_TURN_SLICE_H
#define CTXTOP_TURN_SLICE_H

#include "engine/sampler_link.h"

/* What the runner measured. */
void turn_slice_fill(struct slice *sl, const struct runner_reply *r);
/* What the probes counted in a window around it. */
void turn_slice_readings(struct slice *sl, const struct readings *rd);
/* Void, cut, disturbed? @asked: the length it should have had. */
void turn_slice_judge(struct sampler *s, struct slice *sl, const struct runner_reply *r,
		      int64_t asked);
/* A change of a setting since it began, or in its round, makes it void. @ev: the event of a slice. */
void turn_slice_settled(const struct sampler *s, struct event *ev);

#endif
