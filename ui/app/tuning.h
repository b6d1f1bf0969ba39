/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tuning: the intents that concern settings, carried out for the live dashboard.
 *
 * Invariant: after each the sampler is asked to look at once, so that the mark stands within a slice.
 */
#ifndef CTXTOP_TUNING_H
#define CTXTOP_TUNING_H

#include "app/session.h"
#include "views/screen.h"

/* True if @in was one of these. The answer goes into the screen's message. */
bool tuning_obey(struct session *s, struct screen *sc, const struct frame *f,
		 const struct intent *in);
/* Before the first frame. */
void tuning_start(const struct session *s, struct screen *sc);
/* What the screen has to know: how many changes are ours, why nothing can be changed. */
void tuning_tell(const struct session *s, struct screen *sc);
/* A setting was changed by whomever: how many of ours are there now to put back? */
void tuning_recount(struct session *s, struct screen *sc);
/* The guardian died: put back what it had changed, and change nothing any more. */
void tuning_guardian_died(struct session *s, struct screen *sc);

#endif
