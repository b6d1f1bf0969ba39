/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * measuring: an engine by the user's options, with a screen or without.
 *
 * Invariant: what is put back or kept at the end is said on standard error, after curses.
 */
#ifndef CTXTOP_MEASURING_H
#define CTXTOP_MEASURING_H

#include "app/config.h"
#include "engine/engine.h"

/* The engine that @c asks for; @c outlives it. NULL with words, e->code EINVAL: wrong usage. */
struct engine *measuring_begin(const struct config *c, struct err *e);
/* The end of it; words go to standard error. 0, or -EIO: something could not be put back. */
int measuring_end(struct engine *en);
/*
 * End the running turn, and wait until nothing is measured, at most two seconds (the runner may hang).
 * Events that come meanwhile go to @take. ORDER_RESUME goes on.
 */
void measuring_pause(struct source *s, void (*take)(void *arg, struct event *ev), void *arg);
/* Give an order that has no text. */
void measuring_order(struct source *s, enum order_kind kind, int64_t arg);
/* One line an outcome, to standard error; returns how many failed. */
int measuring_print(const struct outcome_list *l);

#endif
