/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * view_log: the state of the log view, for the view itself and its test.
 *
 * Invariant: sel counts from the oldest line, from 1, so that new lines do not move it; 0 is the newest.
 */
#ifndef CTXTOP_VIEW_LOG_H
#define CTXTOP_VIEW_LOG_H

struct view_log_state {
	int top, sel; /* first line shown; selected line */
	int page;     /* lines there was room for when it was drawn */
};

#endif
