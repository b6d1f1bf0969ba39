/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * setting_act: what keys do to a setting: a step to its next value, a typed value, the strip; with the
 * question that risky ones ask first.
 *
 * Pure. Invariant: a setting that cannot be changed is answered with its reason and never becomes an
 * intent; a risky one becomes an intent only after its question was answered with yes.
 */
#ifndef CTXTOP_SETTING_ACT_H
#define CTXTOP_SETTING_ACT_H

#include "views/intent.h"
#include "views/screen_state.h"

/* To the next value (@step > 0) or the one before. */
void setting_act_step(struct screen *s, const struct frame_setting *fs, int step,
		      struct intent *out);
/* Open the prompt for a value. */
void setting_act_type(struct screen *s, const struct frame_setting *fs);
/* Onto the strip of the overview, or off it. */
void setting_act_strip(struct screen *s, const struct frame *f, const struct frame_setting *fs,
		       struct intent *out);

/* Ask for a setting to watch from now on. */
void setting_act_watch(struct screen *s);
/* Ask which demonstration is wanted. */
void setting_act_preset(struct screen *s);

#endif
