/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * view: one full-screen picture of a frame, and the state of the screen (what is selected, how far
 * one has scrolled) that all views share.
 *
 * Invariant: a view is a function of (frame, screen); it sees canvas, spark, layout and theme list,
 * never the model, the sampler or a method. Drawing any frame at any size is safe.
 */
#ifndef CTXTOP_VIEW_H
#define CTXTOP_VIEW_H

#include "model/frame.h"
#include "draw/canvas.h"
#include "views/intent.h"
#include "views/keys.h"
#include "draw/spark.h"

enum view_id {
#define VIEW(name) VIEW_##name,
#include "views/views.def"
#undef VIEW
	VIEWS
};

enum irq_sort { IRQ_SORT_RATE, IRQ_SORT_TOTAL, IRQ_SORT_NAME, IRQ_SORT_FILE, IRQ_SORTS };

/* A line of text being typed at the bottom of the screen. */
enum prompt_kind {
	PROMPT_NONE,
	PROMPT_MARK,
	PROMPT_SLICE,
	PROMPT_SEARCH,
	PROMPT_FILTER, /* of the settings in their view, else of the interrupts */
	PROMPT_SET,    /* a value for the setting ask_name */
	PROMPT_WATCH,  /* name or path of a setting */
	PROMPT_ASK,    /* one key: really change ask_name? */
	PROMPT_QUIT,   /* one key: what becomes of the changed settings? */
	PROMPT_PRESET, /* one key: which demonstration? */
};

struct screen {
	enum view_id view; /* what is shown */
	bool help;	   /* the help overlay stands above it */
	int help_top;
	uint16_t selected; /* index into frame->series */
	int top;	   /* first series row shown */
	bool frozen;
	uint64_t behind;   /* slices that came since the freeze */
	int64_t window_ns; /* length of the time axis */
	int64_t end_ns;	   /* its right end; 0 = live */
	int64_t end_wall_ns;
	int epoch_back; /* 0 = present epoch, 1 = the one before... */
	bool per_mhz;	/* show low and high per MHz */
	enum divisor divisor;
	unsigned panels; /* bit i: panel i + 1 is shown */
	int focus;	 /* focused panel, 0 based */

	/* interrupts view */
	enum irq_sort irq_sort;
	bool irq_softirqs, irq_per_cpu;
	int irq_top, irq_sel; /* first line shown; selected row, by its index in the probe */
	char irq_filter[32];

	/* settings: own_changes, settings_note and keep_settings are filled by the loop */
	int set_top, set_sel; /* first line shown; selected setting, its id + 1, 0 = the first */
	int set_before;	      /* set_sel when the search that is being typed began */
	char set_filter[32];
	int strip_n;	   /* settings of the strip that are in sight: their keys work */
	char ask_name[64]; /* the setting that a prompt is about */
	int ask_step;	   /* PROMPT_ASK: +1, -1 a step; 0: the value that stands in prompt_text */
	unsigned own_changes;	 /* changes of ours that are in force */
	char presets[200];	 /* "1 never sleep  2 ...", filled by the loop */
	char candidates[120];	 /* names that the text of the prompt may become */
	char settings_note[120]; /* why no setting can be changed, "" = some can */
	bool keep_settings;	 /* --keep: no question at the end, the changes stay */

	/* CPU view, system view, log: first row shown */
	int cpu_top, system_top, log_top;

	/* theme picker */
	const struct theme_entry *themes; /* [nthemes] */
	size_t nthemes, theme_sel;
	char theme_name[64];
	int theme_top;
	char theme_before[64]; /* the theme before the preview began, "" = none is going on */

	/* lists */
	int page;	/* rows that the list of this view had room for when it was last drawn */
	int irq_col;	/* interrupts view: first CPU column shown */
	int irq_before; /* irq_sel when the search that is being typed began */
	int log_sel; /* selected line of the log, counted from the oldest, from 1; 0 = the newest */

	enum prompt_kind prompt;
	char prompt_text[120];
	size_t prompt_len;
	char prompt_before[32]; /* search or filter as it was, for Esc */
	uint16_t search_from;	/* the series that was selected before the search */
	char search[32];
	char message[160]; /* one line of answer ("mark C set"), gone with the next key */
	int64_t slice_ns;
	bool read_only, vim_keys, mouse;
	bool utf8;
};

/* What happens to a search while its word is typed; the word is screen.search. */
enum search_step { SEARCH_BEGINS, SEARCH_CHANGES, SEARCH_ENTERED, SEARCH_LEFT };

struct view {
	const char *name;  /* "overview" */
	const char *title; /* for help and list */
	const char *summary;
	/* Draw the whole of @c below the header line and above the key bar: @area. */
	void (*draw)(struct canvas *c, struct rect area, const struct frame *f, struct screen *s);
	/* A key this view knows: true, with *@out maybe an intent. NULL: none of its own. */
	bool (*key)(struct screen *s, const struct frame *f, int key, struct intent *out);
	/* A click at x, y of the canvas (double: a double click); wheel is sent as CT_WHEEL_UP/CT_WHEEL_DOWN. */
	bool (*click)(struct screen *s, const struct frame *f, struct rect area, int x, int y,
		      bool twice, struct intent *out);
	/* Go to the first row from where the search began on that matches; NULL: methods are searched. */
	void (*search)(struct screen *s, const struct frame *f, enum search_step step);
	const struct key_help
		*keys; /* its own keys, for the help and the key bar; ended by key 0 */
};

#define VIEW(name) extern const struct view view_##name;
#include "views/views.def"
#undef VIEW
extern const struct view *const views[VIEWS];

/*
 * Draw the whole screen: header line, the view, message or prompt line, key bar, and what stands
 * above it (help). Any size from 1 x 1.
 */
void screen_draw(struct canvas *c, const struct frame *f, struct screen *s);
/*
 * Handle one key (code point or enum key) for the screen: prompt, help, view, then the global keys.
 * What concerns the picture alone is done at once: view, help, panels, zoom, scrolling, columns,
 * divisor (s->divisor goes into the next frame_build()). What is left for the loop comes out: QUIT
 * (arg: enum quit_how, after the question if there is one), REPAINT, FREEZE (the loop turns s->frozen
 * over and keeps the frame), MARK, EPOCH, SLICE, THEME, WRITE_CONFIG, SUSPEND, and for settings STEP,
 * SET, WATCH, STRIP, UNDO, UNDO_ALL (risky ones after the question); else INTENT_NONE.
 */
void screen_key(struct screen *s, const struct frame *f, int key, struct intent *out);
void screen_click(struct screen *s, const struct frame *f, int w, int h, int x, int y, bool twice,
		  struct intent *out);
void screen_init(struct screen *s);

/* Shared by the views: the figures of the epoch that is shown (NULL if there is none). */
const struct figures *screen_figures(const struct screen *s, const struct frame_series *fs,
				     const struct frame *f);
/* The time axis: right end and left end. */
void screen_axis(const struct screen *s, const struct frame *f, int64_t *t0, int64_t *t1);
/* Its length as text, "2m". */
void screen_span(const struct screen *s, const struct frame *f, char *buf, size_t size);

#endif
