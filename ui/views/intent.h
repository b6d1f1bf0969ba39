/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * intent: what the user wants, as data. Keys and clicks become intents; the loop carries them out.
 *
 * Invariant: a view never acts; it returns an intent or changes the screen state it owns.
 */
#ifndef CTXTOP_INTENT_H
#define CTXTOP_INTENT_H

#include <stdbool.h>
#include <stdint.h>

enum intent_kind {
	INTENT_NONE,
	INTENT_QUIT,	/* arg: enum quit_how */
	INTENT_REPAINT, /* Ctrl-L */
	INTENT_VIEW,	/* show the view that the key leads to; once more: the first view again */
	INTENT_KEY,	/* arg: as if this key were pressed */
	INTENT_BACK,	/* one level back */
	INTENT_HELP,
	INTENT_FREEZE,	     /* toggle */
	INTENT_MARK,	     /* text: note */
	INTENT_EPOCH,	     /* start figures again */
	INTENT_SLICE,	     /* arg: ns */
	INTENT_PANEL,	     /* arg: 1..5, toggle */
	INTENT_DIVISOR,	     /* nominal <-> running MHz */
	INTENT_PER_MHZ,	     /* low/high per MHz columns */
	INTENT_THEME,	     /* text: name; live preview */
	INTENT_WRITE_CONFIG, /* W */
	INTENT_ZOOM,	     /* arg: -1 closer, +1 wider, 0 reset */
	INTENT_SCROLL,	     /* arg: -1 older, +1 newer, +-2 a page, -3 oldest, +3 live */
	INTENT_FPS,	     /* paint the screen more often, then rarely again */
	INTENT_SUSPEND,	     /* Ctrl-Z */
	INTENT_STEP,	     /* text: setting; arg: +1 next value, -1 previous one */
	INTENT_SET,	     /* text: "setting=value" as typed */
	INTENT_WATCH,	     /* text: name or path of a setting to watch from now on */
	INTENT_STRIP,	     /* text: setting; onto the overview's strip, or off it */
	INTENT_UNDO,	     /* the last change of ours */
	INTENT_UNDO_ALL,
	INTENT_COMPLETE, /* text: the beginning of a setting's name; into the prompt */
	INTENT_PRESET,	 /* arg: number of the demonstration, from 1 */
};

/* What becomes of the settings that ctxtop changed. */
enum quit_how { QUIT_RESTORE, QUIT_KEEP };

struct intent {
	enum intent_kind kind;
	int64_t arg;
	char text[120];
};

#endif
