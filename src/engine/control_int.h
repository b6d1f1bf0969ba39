/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * control_int: what control.c and control_begin.c have in common.
 *
 * Invariant: no other file includes this.
 */
#ifndef CTXTOP_CONTROL_INT_H
#define CTXTOP_CONTROL_INT_H

#include "engine/control.h"

/* control_begin.c: begin c->order; either it is answered, or it is on its way. */
void control_begin(struct control *c);

/* control.c */
void control_answer(struct control *c, uint32_t order, int code, const char *words);
/* Its value before it is changed. */
void control_look_at(struct control *c, const char *name);
/* Changes of this setting, of all that are changed now, may be our own: see observer_expect(). */
void control_expect(struct control *c, const char *name);
void control_expect_changed(struct control *c);
/* c->call is on its way. */
void control_begun(struct control *c, enum control_stage stage);

#endif
