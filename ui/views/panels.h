/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * panels: the five panels of the overview, each a function of the frame.
 *
 * Invariant: a panel draws inside its rectangle only; what does not fit is left out in a fixed order.
 */
#ifndef CTXTOP_PANELS_H
#define CTXTOP_PANELS_H

#include "draw/layout.h"
#include "views/serieslist.h"

/* Each draws its panel of layout @l. Drawing methods keeps the selected row in sight. */
void panel_methods(struct canvas *c, const struct layout *l, const struct frame *f,
		   struct screen *s, struct serieslist *list);
void panel_detail(struct canvas *c, const struct layout *l, const struct frame *f,
		  struct screen *s);
void panel_cpus(struct canvas *c, const struct layout *l, const struct frame *f, struct screen *s);
void panel_irqs(struct canvas *c, const struct layout *l, const struct frame *f, struct screen *s);
void panel_events(struct canvas *c, const struct layout *l, const struct frame *f,
		  struct screen *s);

/* Lines that the strip of settings would like at width @w of the screen, and where it stands. */
int panel_strip_wish(const struct frame *f, int w);
struct rect panel_strip(const struct layout *l, const struct frame *f);
/* The first row of series in the methods panel, and how many fit. */
int panel_methods_rows(const struct layout *l, int *first_y);
/* Rows of content that the CPU and interrupt panels would like at width @w. */
int panel_cpus_wish(const struct frame *f, int w);
int panel_irqs_wish(const struct frame *f);

#endif
