/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * term_mouse: what reports of the mouse mean as keys.
 *
 * Pure. Invariant: a button of no use is no key.
 */
#ifndef CTXTOP_TERM_MOUSE_H
#define CTXTOP_TERM_MOUSE_H

#include "base/base.h"
#include "term/term.h"

/*
 * Clicks and the wheel, reported in the SGR way (any width of screen). Not by mousemask(): curses
 * drops a click whose press and release arrive together, and needs SGR in the description.
 */
#define MOUSE_ON  "\033[?1000h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1000l"

struct mouse {
	bool on;
	int64_t report_ns; /* the last report */
	int64_t click_ns;
	int click_x, click_y;
};

struct mouse_report {
	int button, x, y; /* x and y count from 1 */
};

/* The key that a press at @now (CLOCK_MONOTONIC) is, -1 if none. Fills @m, which may be NULL. */
int mouse_key(struct mouse *s, const struct mouse_report *r, int64_t now, struct term_mouse *m);
/* May a report still be under way? */
bool mouse_recent(const struct mouse *s, int64_t now);

#endif
