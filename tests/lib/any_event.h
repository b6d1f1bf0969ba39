/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * any_event: events of every kind for tests, by a seeded generator.
 *
 * Invariant: the same seed gives the same event. Never fails (memory is short: abort()).
 */
#ifndef CTXTOP_TESTS_ANY_EVENT_H
#define CTXTOP_TESTS_ANY_EVENT_H

#include "stream/event.h"

void any_event_seed(uint64_t s);
/* Filled at random; of a kind that is recorded. Free with event_free(). */
struct event *any_event(enum event_kind kind);
/* Do events of this kind stand in a recording? */
bool any_event_recorded(enum event_kind kind);

#endif
