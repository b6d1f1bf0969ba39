/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ask: what can be asked in every view: a mark's note, the length of a slice, and at the end what
 * becomes of the changed settings.
 *
 * Invariant: a key that is no answer changes nothing.
 */
#ifndef CTXTOP_ASK_H
#define CTXTOP_ASK_H

#include "views/intent.h"
#include "views/screen_state.h"

#define ASK_SLICE_MIN_NS (5 * NSEC_PER_MSEC)
#define ASK_SLICE_MAX_NS (10 * NSEC_PER_SEC)

void ask_mark(struct screen *s);
void ask_slice(struct screen *s, const struct frame *f);
/* Leave: at once if nothing is changed or --keep said beforehand what to do, else after a question. */
void ask_quit(struct screen *s, struct intent *out);
/* Leave without a question: changes are put back, or kept as --keep says. */
void ask_quit_now(const struct screen *s, struct intent *out);

#endif
