/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * view: one full-screen picture of a frame, with the keys that are its own.
 *
 * Invariant: a view is a function of frame, screen and its own state; it sees what draws, never the
 * model, the engine or a method, and no other view. Drawing any frame at any size is safe.
 *
 * A new view is a file view_NAME.c that defines view_NAME, and a line in views.def.
 */
#ifndef CTXTOP_VIEW_H
#define CTXTOP_VIEW_H

#include "draw/canvas.h"
#include "views/intent.h"
#include "views/keys.h"
#include "views/screen_state.h"

/* What happens to a search; the word is screen.search. */
enum search_step {
	SEARCH_BEGINS,	/* a word is going to be typed */
	SEARCH_CHANGES, /* go to the first row that matches, from where the search began on */
	SEARCH_ENTERED,
	SEARCH_LEFT, /* go back to where the search began */
	SEARCH_NEXT, /* n */
	SEARCH_PREVIOUS,
};

struct view_click {
	struct rect area; /* as it was drawn in */
	int x, y;
	bool twice; /* a double click */
};

/* Each function gets the view's own @state, all zeros at the start. */
struct view {
	const char *name;  /* "overview" */
	const char *title; /* for help and list */
	const char *summary;
	size_t state_size; /* of the state; 0: none */
	/* Draw the whole of @area, which is what header, message line and key bar leave. */
	void (*draw)(struct canvas *c, struct rect area, const struct frame *f, struct screen *s,
		     void *state);
	/* The same where there is no room for panels; NULL: draw(). */
	void (*draw_small)(struct canvas *c, struct rect area, const struct frame *f,
			   struct screen *s, void *state);
	/* A key this view knows: true, with *@out maybe an intent. NULL: none of its own. */
	bool (*key)(void *state, struct screen *s, const struct frame *f, int key,
		    struct intent *out);
	/* A click into the area; the wheel comes as the keys CT_WHEEL_UP, CT_WHEEL_DOWN. */
	bool (*click)(void *state, struct screen *s, const struct frame *f,
		      const struct view_click *at, struct intent *out);
	/* NULL: there is nothing to search. */
	void (*search)(void *state, struct screen *s, const struct frame *f, enum search_step step);
	/* What stands in the message line while nothing else does, at most @w columns; NULL: nothing. */
	style_t (*status)(char *buf, size_t size, const struct frame *f, const struct screen *s,
			  int w);
	/* Another view is shown from now on. May be NULL. */
	void (*leave)(void *state);
	const struct key_help *keys; /* its own keys, for help and key bar; ended by key 0 */
	/* Keys that lead here from every view. One without intent goes on to key(). May be NULL. */
	const struct key_help *jumps;
};

#define VIEW(name) extern const struct view view_##name;
#include "views/views.def"
#undef VIEW
extern const struct view *const views[VIEWS];

#endif
