/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * setting_act: what keys do to a setting: a step to its next value, a typed value, the strip; with the
 * question that risky ones ask first.
 *
 * Pure. Invariant: a setting that cannot be changed is answered with its reason and never becomes an
 * intent; a risky one becomes an intent only by way of PROMPT_ASK.
 */
#ifndef CTXTOP_SETTING_ACT_H
#define CTXTOP_SETTING_ACT_H

#include "views/view.h"

/* To the next value (@step > 0) or the one before. */
void setting_act_step(struct screen *s, const struct frame_setting *fs, int step,
		      struct intent *out);
/* Open the prompt for a value. */
void setting_act_type(struct screen *s, const struct frame *f, const struct frame_setting *fs);
/* The value in s->prompt_text was entered for the setting s->ask_name. */
void setting_act_typed(struct screen *s, const struct frame *f, struct intent *out);
/* PROMPT_ASK was answered with yes. */
void setting_act_confirmed(struct screen *s, const struct frame *f, struct intent *out);
/* Onto the strip of the overview, or off it. */
void setting_act_strip(struct screen *s, const struct frame *f, const struct frame_setting *fs,
		       struct intent *out);

#endif
