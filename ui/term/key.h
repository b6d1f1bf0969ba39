/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * key: codes of the keys that are no characters.
 *
 * Invariant: a code below KEY_BASE_ is a Unicode code point, one above it stands in this enum.
 */
#ifndef CTXTOP_KEY_H
#define CTXTOP_KEY_H

/* Above Unicode; term.c translates what the terminal sends. */
enum key {
	KEY_BASE_ = 0x110000,
	CT_UP,
	CT_DOWN,
	CT_LEFT,
	CT_RIGHT,
	CT_PGUP,
	CT_PGDN,
	CT_HOME,
	CT_END,
	CT_ENTER,
	CT_ESC,
	CT_TAB,
	CT_BACKTAB,
	CT_BACKSPACE,
	CT_DELETE,
	CT_RESIZE,
	CT_MOUSE,
	CT_WHEEL_UP,
	CT_WHEEL_DOWN,
	CT_PASTE, /* text was pasted */
	CT_PLAIN, /* the terminal shows lines and blocks two columns wide: use ASCII */
	CT_EOF,	  /* the terminal is gone */
	CT_F1,	  /* .. CT_F1 + 11 */
	CT_F12 = CT_F1 + 11,
};

#define CTRL_KEY(c) ((c)&0x1f)

#endif
