/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * order: everything that is wanted, as data. Keys, the command line, the config and presets give
 * orders to a source; each answer comes back as an event.
 *
 * Invariant: an order is one write below PIPE_BUF, so that it is never torn.
 */
#ifndef CTXTOP_ORDER_H
#define CTXTOP_ORDER_H

#include <stdint.h>

enum order_kind {
	ORDER_ACK, /* the baton goes back; arg: no other before this time (monotonic ns), 0 = at once */
	ORDER_PAINT, /* the screen has changed: the baton is wanted as soon as no short slice runs */
	ORDER_CUT,   /* end the running slice early */
	ORDER_DISTURB, /* the screen was painted without the baton: the slice that runs is disturbed */
	ORDER_VOID,    /* nothing of the running turn counts; text: why */
	ORDER_SLICE,	/* arg: the length of slices from the next one on, ns (EV_LENGTH) */
	ORDER_MARK,	/* text: a note (EV_MARK) */
	ORDER_EPOCH,	/* text: a note; figures start again (EV_EPOCH) */
	ORDER_SET,	/* text: "NAME=VALUE" as it was typed (EV_ANSWER, EV_CHANGE) */
	ORDER_STEP,	/* text: NAME; arg: +1 the next of its values, -1 the one before (as SET) */
	ORDER_UNDO,	/* the last change of ours (as SET) */
	ORDER_UNDO_ALL, /* all of them (as SET) */
	ORDER_WATCH, /* text: a setting by name or path, watched from now on (EV_ANSWER, EV_SETTING) */
	ORDER_STRIP, /* text: NAME, onto the overview's strip or off it (EV_SETTING) */
	ORDER_KEEP,  /* arg: 1 leave the settings changed at the end, 0 put them back */
	ORDER_PAUSE, /* end the running turn and begin none (EV_PAUSED) */
	ORDER_RESUME,
	ORDER_FINISH, /* end; the events up to EV_END still come */
	ORDER_KINDS
};

struct order {
	enum order_kind kind;
	uint32_t id; /* given by whoever orders, not 0; its EV_ANSWER carries it */
	int64_t arg;
	char text[256];
};

#endif
