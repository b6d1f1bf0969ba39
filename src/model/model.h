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

#endif
