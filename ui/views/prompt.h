/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * prompt: the line at the bottom of the screen in which something is typed, or a question that one key
 * answers. What is asked, and what becomes of the answer, is the business of who opens it.
 *
 * Invariant: the text is valid UTF-8; Esc leaves everything as it was before.
 */
#ifndef CTXTOP_PROMPT_H
#define CTXTOP_PROMPT_H

#include "draw/canvas.h"
#include "views/intent.h"
#include "views/screen_state.h"

struct prompt_kind {
	/* What stands before the text: constant, or made for the occasion; for a question all of it. */
	const char *text;
	void (*words)(char *buf, size_t size, const struct frame *f, const struct screen *s);
	/*
	 * A question: does @key answer it? Then the prompt is closed already. NULL: text is typed, which
	 * the others are about; each but entered() may be NULL.
	 */
	bool (*answered)(struct screen *s, const struct frame *f, int key, struct intent *out);
	void (*entered)(struct screen *s, const struct frame *f, struct intent *out);
	void (*changed)(struct screen *s, const struct frame *f); /* a character more or less */
	void (*left)(struct screen *s, const struct frame *f);	  /* Esc, Ctrl-C */
	void (*tab)(struct screen *s, struct intent *out);
	bool careful; /* what is entered changes a setting: not before the prompt was seen */
};

/* Open one with @text (NULL: none) in it. */
void prompt_open(struct screen *s, const struct prompt_kind *kind, const char *text);
/* Ask @kind about what stands in the prompt that was just entered. */
void prompt_ask(struct screen *s, const struct prompt_kind *kind);
bool prompt_is_open(const struct screen *s);
/* Is a question open that was not drawn yet? Keys typed by now are no answer to it. */
bool prompt_unseen(const struct screen *s);
/* Pasted text while one is open; false: it takes none. */
bool prompt_paste(struct screen *s, const struct frame *f, const char *text);
/* A key while one is open. */
void prompt_key(struct screen *s, const struct frame *f, int key, struct intent *out);
/* Close it as Esc does. */
void prompt_leave(struct screen *s, const struct frame *f);
void prompt_draw(struct canvas *c, int y, const struct frame *f, const struct screen *s);
/* The answer to Tab: what all of the @n names begin with becomes the text, and they are shown. */
void prompt_complete(struct screen *s, char *const *names, int n);

#endif
