/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * model: what is known, built from events alone.
 *
 * Pure: calls no clock, file, thread or signal. Invariant: the same events give the same model,
 * live or replayed; memory is bounded (rings thin themselves, at most 64 epochs, 256 marks and 512
 * log lines are kept, the oldest go).
 */
#ifndef CTXTOP_MODEL_H
#define CTXTOP_MODEL_H

#include "stream/event.h"
#include "model/frame.h"

/* NULL: no memory. */
struct model *model_new(void);
void model_free(struct model *m);
/* Take in @ev (which stays the caller's). 0, -ENOMEM, or -EINVAL for an event that names nothing known. */
int model_apply(struct model *m, const struct event *ev);

/* Build a frame of @m as of @t_ns into @f (reused; zeroed before the first call). 0 or -ENOMEM. */
int model_frame(struct frame *f, struct model *m, int64_t t_ns, int64_t wall_ns,
		enum divisor divisor, uint16_t selected);
void model_frame_free(struct frame *f);

#endif
