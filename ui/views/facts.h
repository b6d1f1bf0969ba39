/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * facts: what is known about one loop of a series beside its rate, as short lines.
 *
 * Pure. Invariant: a figure that is missing reads "--".
 */
#ifndef CTXTOP_FACTS_H
#define CTXTOP_FACTS_H

#include "draw/canvas.h"
#include "views/screen_state.h"

#define FACTS 20

struct fact {
	const char *name; /* "switches/loop" */
	char value[48];
	char more[48]; /* what explains it, in the wide form only */
};

/* The facts about @fs in the epoch that is shown, the most telling first. Returns how many. */
size_t facts_of(struct fact *fact, const struct frame *f, const struct screen *s,
		const struct frame_series *fs);
/* As many as fit into @r, a line each, values to the right; wide: with explanations. */
void facts_draw(struct canvas *c, struct rect r, const struct fact *fact, size_t n);

#endif
