/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * control_words: the answers to orders about settings, in one line each: what happened, and how a shell
 * would have done it.
 *
 * Invariant: only puts words together.
 */
#ifndef CTXTOP_CONTROL_WORDS_H
#define CTXTOP_CONTROL_WORDS_H

#include "guardian/outcome.h"
#include "settings/catalogue.h"
#include "settings/setting.h"

/* @s was set to @value (normalised), with these outcomes. */
void control_words_set(const struct setting *s, const char *value, const struct outcome_list *l,
		       char *buf, size_t size);
/* Settings were put back. */
void control_words_undo(const struct catalogue *c, const struct outcome_list *l, char *buf,
			size_t size);
/* The guardian was killed, and this was put back without it. */
void control_words_killed(const struct outcome_list *l, char *buf, size_t size);
/* Is there anything of ours to put back in @o? Not if it reads as at the start, or is somebody else's now. */
bool control_is_ours(const struct outcome *o);

#endif
