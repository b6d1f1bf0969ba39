/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * app: the live dashboard's main thread, in files by duty: loop.c waits and ends, taking.c takes events
 * in, painting.c paints, obeying.c carries out what keys want, setup.c begins.
 *
 * Invariant: it knows of the measuring one source, which it gives orders and takes events from.
 */
#ifndef CTXTOP_APP_H
#define CTXTOP_APP_H

#include "app/config.h"
#include "app/gate.h"
#include "app/intake.h"
#include "draw/canvas.h"
#include "engine/engine.h"
#include "term/term.h"
#include "term/theme.h"
#include "views/screen.h"

struct preset;

struct app {
	struct config config;
	struct engine *engine; /* for its start, its end, and names of settings */
	struct source *source;
	struct intake in;
	struct term_caps caps;
	struct canvas canvas;
	struct frame frame;
	struct screen screen;
	struct theme theme;
	struct theme_list themes;
	int sigfd;

	/* painting */
	bool baton;	    /* the engine waits for us */
	bool stale;	    /* the model knows more than the frame */
	bool dirty;	    /* a key changed the picture */
	bool paint_asked;   /* and the engine knows it */
	int64_t dirty_ns;   /* since when */
	int64_t painted_ns; /* the last time, 0 = never */

	/* behind the frozen picture */
	struct event **queue;
	size_t nqueue, queue_size;

	bool skipped; /* the terminal had not shown the picture before: one is due as soon as it has */

	/* orders */
	struct gate gate;
	uint32_t order_id;	     /* the last one given */
	const struct preset *preset; /* its order is on its way; NULL = none */
	uint32_t preset_order;

	bool recording_lost;
	bool more_keys; /* some were left for the next turn */
	bool leave;
	bool tty_gone;
	bool continued; /* the next SIGCONT answers our own stop */
	int die_of;	/* signal to end by, 0 = none */
	bool ended;	/* no event comes any more */
};

/* setup.c: all that the screen is at the start; 0 or -errno with words. */
int setup_screen(struct app *a, struct err *e);
/* The terminal shows lines two columns wide: no glyphs but ASCII, where none were chosen. */
void setup_plain(struct app *a);
void setup_theme(struct app *a, const char *name);
/* Write the options as they are now to the config file; the answer is the screen's message. */
void setup_save(struct app *a);

/* taking.c */
/* Take in what the source has. */
void taking_events(struct app *a);
/* One event, for measuring_pause(); @arg is the app. */
void taking_event(void *arg, struct event *ev);
/* Let the frozen picture go on. */
void taking_thaw(struct app *a);
/* The rest of the run will be missing from the file: that must be seen now, not at the end. */
void taking_check_recording(struct app *a);

/* painting.c */
/* Bring the frame up to the model, for whoever reads it. */
void painting_build(struct app *a);
/* Paint now. */
void painting_now(struct app *a);
/* Something on the screen has changed. */
void painting_want(struct app *a);
/* Paint if it is time, and hand the baton back. */
void painting_turn(struct app *a);
/* How long poll() may wait, ms; -1: for ever. */
int painting_timeout(const struct app *a);

/* demo.c */
/* Those that can work by the frame as it is now, into the screen's list. */
void demo_list(struct app *a);
/* The value that demonstration @number sets, "NAME=VALUE"; NULL: it cannot work. Its order is a->preset_order. */
const char *demo_begin(struct app *a, int64_t number);
/* Was this the answer to it? Then what there is to see was said. */
bool demo_answered(struct app *a, const struct event *ev);

/* obeying.c */
void obeying_keys(struct app *a);
/* Give the terminal back and stop, as Ctrl-Z wants it. */
void obeying_suspend(struct app *a);
/* A text for the message line. */
void app_say(struct app *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
