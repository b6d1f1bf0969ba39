/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * term: the terminal: curses set-up and restoration, painting a canvas, reading keys and mouse.
 *
 * Invariant: the only file that includes curses. Whatever ends the program, term_restore() (or the
 * constant string that term_emergency() writes, async-signal-safe) leaves the terminal as it was.
 */
#ifndef CTXTOP_TERM_H
#define CTXTOP_TERM_H

#include "base/base.h"
#include "term/grid.h"
#include "term/term_meter.h"
#include "term/theme.h"

struct term_caps {
	bool utf8;	  /* the locale's character set */
	int colors;	  /* as terminfo says */
	enum depth depth; /* what is used */
	char name[64];	  /* the terminfo entry in use */
	char note[160];	  /* "" or: TERM=foo is unknown here, using xterm-256color */
	bool linux_console;
	bool wide_lines; /* the locale has lines and blocks two columns wide: use ASCII */
};

struct term_mouse {
	int x, y;
	bool twice;
};

/*
 * Start on stdin/stdout (keys from /dev/tty where stdin is no terminal). setlocale() must have been
 * called. 0, or -ENODEV / -ENOTTY with a line that says what to do; then nothing has been written.
 * The line is set raw: Ctrl-C, Ctrl-Z, Ctrl-\ and Ctrl-S arrive as keys. Signal handlers are left
 * as they were: SIGWINCH, SIGTSTP and the rest are the caller's.
 */
int term_start(struct term_caps *caps, bool color, bool mouse, struct err *e);
/* Restore the terminal; safe to call twice. */
void term_restore(void);
/* Async-signal-safe restoration for fatal signals: one write() of a prepared string, tcsetattr(). */
void term_emergency(void);
/* Before stopping for Ctrl-Z or SIGTSTP, and after SIGCONT. */
void term_suspend(void);
void term_resume(void);
/* The size changed (SIGWINCH) or a full repaint is wanted. */
void term_resized(int *width, int *height);
void term_size(int *width, int *height);
void term_repaint(void);
/* Use this theme from the next paint on. */
void term_theme(const struct theme *t);
/*
 * Paint the canvas: the differences go out in as few writes as can be. 0; 1: not all of it was sent, paint once
 * more; -EIO: the terminal is gone. A terminal that takes nothing at the moment (Ctrl-S elsewhere, a stalled link),
 * or has not shown the last picture yet, is not waited for: nothing is sent. A slow one gets some rows at a time.
 */
int term_paint(const struct canvas *c);
/* What painting has cost the line since the start. */
const struct term_traffic *term_traffic(void);
/* Would a picture be sent now? What is not, need not be drawn. */
bool term_ready(void);
/* One was left out because of that. */
void term_skip(void);
/* Pictures a second, at most: a terminal that gives no answers is spared accordingly. */
void term_fps(unsigned fps);
/*
 * Next key: a code point or enum key; -1 = none waiting (ask until then: what term_fd() showed may be
 * several). CT_MOUSE, CT_WHEEL_UP and CT_WHEEL_DOWN fill @m. CT_EOF: the terminal is gone. Of CT_PASTE
 * term_pasted() gives the text: one printable line of UTF-8, cut where it is very long.
 */
int term_key(struct term_mouse *m);
const char *term_pasted(void);
/*
 * May the last key change more than the picture? Not within half a second after an ESC that was no part of a
 * sequence known here: it may be the rest of one that the line has cut.
 */
bool term_trusted(void);
/* How many read()s have brought something: the same number as at the key before means that both came together. */
unsigned term_reads(void);
/* Throw away what was typed and not yet taken. */
void term_discard(void);
/* The descriptor to poll for keys; it also becomes readable when time makes a key of an ESC. */
int term_fd(void);

#endif
