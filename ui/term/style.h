/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * style: the named roles that views draw in. What they look like is the theme's matter.
 *
 * Invariant: a view names a role, never a colour. Lightness and signs carry every meaning too:
 * nothing is shown by colour alone.
 */
#ifndef CTXTOP_STYLE_H
#define CTXTOP_STYLE_H

#include <stdint.h>

typedef uint16_t style_t;

enum style {
	STYLE_NORMAL,
	STYLE_DIM,    /* axis labels, what is old or secondary */
	STYLE_BRIGHT, /* the figure one looks for */
	STYLE_TITLE,  /* in frames */
	STYLE_KEY,    /* a letter that is a key */
	STYLE_FRAME,  /* panel frames, not focused */
	STYLE_FRAME_FOCUS,
	STYLE_HEADER,	/* column headings */
	STYLE_SELECTED, /* the row under the cursor */
	STYLE_BAR_KEY,	/* key bar: the key */
	STYLE_BAR_TEXT, /* key bar: what it does */
	STYLE_MARK,	/* a mark on a time axis */
	STYLE_FROZEN,	/* the FROZEN band */
	STYLE_READONLY,
	STYLE_WARN,
	STYLE_CRIT,
	STYLE_BETTER, /* verdicts */
	STYLE_WORSE,
	STYLE_NONE,
	STYLE_CPU_USER,
	STYLE_CPU_NICE,
	STYLE_CPU_SYSTEM,
	STYLE_CPU_IRQ,
	STYLE_CPU_SOFTIRQ,
	STYLE_CPU_STEAL,
	STYLE_CPU_GUEST,
	STYLE_CPU_IOWAIT,
	STYLE_CPU_OFFLINE,
	STYLE_IRQ,	/* interrupt sparkline */
	STYLE_GRADIENT, /* 8 steps: STYLE_GRADIENT + 0 (low) .. 7 (high) */
	STYLE_GRADIENT_END = STYLE_GRADIENT + 7,
	STYLE_METHOD, /* 12 steps: one a method, STYLE_METHOD + i % 12 */
	STYLE_METHOD_END = STYLE_METHOD + 11,
	STYLES
};

#endif
