/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * screen: what the screen consists of beside the view: header line, message or prompt line, key bar,
 * help, and what is left of them on very small terminals. Used by screen.c, and by views that ask
 * something at the bottom of the screen.
 *
 * Invariant: each part draws in its own rows only.
 */
#ifndef CTXTOP_SCREEN_H
#define CTXTOP_SCREEN_H

#include "views/view.h"

#define SCREEN_SMALL_W 60 /* below: numbers only */
#define SCREEN_SMALL_H 16
#define SCREEN_LINE_W  20 /* below: one line */
#define SCREEN_LINE_H  3
#define SLICE_MIN_NS   (5 * NSEC_PER_MSEC)
#define SLICE_MAX_NS   (10 * NSEC_PER_SEC)
#define WINDOW_NS      (120 * NSEC_PER_SEC)

/* The first line: program, machine, clock, state. */
void header_draw(struct canvas *c, const struct frame *f, const struct screen *s);

/* The line above the key bar: prompt, message, fault, frozen, or the state of the selected series. */
void message_draw(struct canvas *c, int y, const struct frame *f, const struct screen *s);
/* The key bar in row @y; with @x >= 0 nothing is drawn, and the key at column @x is returned or 0. */
int keybar(struct canvas *c, int w, int y, const struct screen *s, int x);

/* Terminals too small for views: names and rates, or a single line. */
void small_draw(struct canvas *c, const struct frame *f, struct screen *s);
void small_line(struct canvas *c, const struct frame *f, const struct screen *s);

void help_draw(struct canvas *c, struct screen *s);
/* A key while the help is open: scrolls or closes it. */
void help_key(struct screen *s, int key);

/* Open a prompt; the old value stands in it. */
void prompt_open(struct screen *s, const struct frame *f, enum prompt_kind kind);
/* A key while a prompt is open. */
void prompt_key(struct screen *s, const struct frame *f, int key, struct intent *out);
void prompt_draw(struct canvas *c, int y, const struct frame *f, const struct screen *s);

/* Prompts that are answered by one key. */
bool question_is(enum prompt_kind kind);
void question_text(char *buf, size_t size, const struct frame *f, const struct screen *s);
void question_key(struct screen *s, const struct frame *f, int key, struct intent *out);
/* The end without a question: changes are put back, or kept as --keep says. */
void quit_now(const struct screen *s, struct intent *out);
/* Select the next series (+1: forward, -1: back, 0: from the present one on) that matches s->search. */
bool search_series(struct screen *s, const struct frame *f, int step);

#endif
