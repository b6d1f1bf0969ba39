/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * screen_state: what all views share: which view and which part of the frame is shown, the prompt, the
 * message, and what the loop lets the screen know.
 *
 * Invariant: what concerns one view alone stands in that view's own state, where nobody else looks.
 */
#ifndef CTXTOP_SCREEN_STATE_H
#define CTXTOP_SCREEN_STATE_H

#include "model/frame.h"
#include "term/term_meter.h"
#include "views/view_id.h"

#define SEARCH_W 32 /* bytes of a word that is searched or filtered by */

struct prompt_kind;
struct theme_entry;

/* A line of text being typed at the bottom of the screen, or a question that one key answers. */
struct prompt {
	const struct prompt_kind *kind; /* NULL: none is open */
	char text[120];
	size_t len;
	char candidates[120];  /* what the text may become */
	char before[SEARCH_W]; /* the word as it was, for Esc */
	char about[64];	       /* the setting that is asked about, or what is filtered */
	int step;	       /* a change that is asked about: -1, +1 a step, 0: to the text */
	char *word;	       /* what the text is copied to as it is typed, or NULL */
	bool seen;	       /* it was drawn: what was typed before that answers no question */
};

struct screen {
	enum view_id view;
	void *state[VIEWS]; /* each view's own */

	/* the part of the frame that is shown */
	uint16_t selected; /* index into frame->series */
	bool frozen;
	uint64_t behind;   /* slices that came since the freeze */
	int64_t window_ns; /* length of the time axis */
	int64_t end_ns;	   /* its right end; 0 = live */
	int64_t end_wall_ns;
	int epoch_back; /* 0 = present epoch, 1 = the one before... */
	bool per_mhz;	/* show low and high per MHz */
	enum divisor divisor;
	unsigned panels; /* bit i: panel i + 1 of the overview is shown */
	int focus;	 /* focused panel, 0 based */
	int strip_n; /* settings whose letters are on the screen: these work, after the leader */
	struct {
		int top, n;
	} listed;	 /* lines of the list of settings that are on the screen: likewise */
	bool undo_named; /* undo and undo all are named on the screen: likewise */
	bool lit;	 /* the leader key was pressed: the next key is a letter of the strip */
	unsigned look;	 /* changes whenever a key means something else from now on */

	struct prompt prompt;
	char search[SEARCH_W]; /* the word that n and N look for */
	char message[160];     /* one line of answer ("mark C set"), gone with the next key */
	struct {
		bool open; /* it stands above the view */
		int top, rows;
	} help;

	/* what the loop lets the screen know */
	char pending[120];		  /* the order that takes a while, in words; "" = none */
	uint32_t pending_order;		  /* its id */
	unsigned own_changes;		  /* changes of ours that are in force */
	char settings_note[120];	  /* why no setting can be changed, "" = some can */
	bool keep_settings;		  /* --keep: no question at the end, the changes stay */
	char presets[200];		  /* "1 never sleep  3 ...": what can be demonstrated now */
	const struct theme_entry *themes; /* [nthemes] */
	size_t nthemes;
	char theme_name[64];	     /* the one in use */
	struct term_traffic traffic; /* what painting costs */
	int64_t slice_ns;
	bool read_only, vim_keys, mouse;
};

#endif
