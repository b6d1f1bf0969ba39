/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * replay: a recording through the file source, event by event.
 *
 * Invariant: no second way to read a recording.
 */
#ifndef CTXTOP_TESTS_REPLAY_H
#define CTXTOP_TESTS_REPLAY_H

#include "stream/event.h"

/* Hand each event to @apply; what it returns other than 0 ends it. 0 or -errno with words. */
int replay(const char *path, int (*apply)(void *arg, const struct event *ev), void *arg,
	   struct err *e);

#endif
