/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * screen: the whole screen: header, a view, message line, key bar, and the help above them; and what
 * keys and clicks do to it.
 *
 * Invariant: what concerns the picture alone is done here; what concerns the measuring comes out as an
 * intent.
 */
#ifndef CTXTOP_SCREEN_H
#define CTXTOP_SCREEN_H

#include "draw/canvas.h"
#include "views/intent.h"
#include "views/keys.h"
#include "views/screen_state.h"

#define SCREEN_SMALL_W 60 /* below: numbers only */
#define SCREEN_SMALL_H 16
#define SCREEN_LINE_W  20 /* below: one line */
#define SCREEN_LINE_H  3

/* The state of the screen and of each view. 0 or -ENOMEM; then there is nothing to free. */
int screen_init(struct screen *s);
void screen_free(struct screen *s);

/*
 * Draw the whole screen: header line, the view, message or prompt line, key bar, and what stands
 * above it (help). Any size from 1 x 1.
 */
void screen_draw(struct canvas *c, const struct frame *f, struct screen *s);
/*
 * Handle one key (code point or enum key) for the screen: prompt, help, view, then the global keys.
 * What concerns the picture alone is done at once: view, help, panels, zoom, scrolling, columns,
 * divisor (s->divisor goes into the next model_frame()). What is left for the loop comes out: QUIT
 * (arg: enum quit_how, after the question if there is one), REPAINT, FREEZE (the loop turns s->frozen
 * over and keeps the frame), MARK, EPOCH, SLICE, THEME, WRITE_CONFIG, SUSPEND, and for settings STEP,
 * SET, WATCH, STRIP, UNDO, UNDO_ALL (risky ones after the question); else INTENT_NONE.
 */
void screen_key(struct screen *s, const struct frame *f, int key, struct intent *out);
/* Pasted text: into the prompt that is open, else nowhere. */
void screen_paste(struct screen *s, const struct frame *f, const char *text);
void screen_click(struct screen *s, const struct frame *f, int w, int h, int x, int y, bool twice,
		  struct intent *out);
/*
 * What became of order @order, for the message line. Code -EINPROGRESS: it takes a while; @text then
 * stands beside the settings until its answer comes.
 */
void screen_answer(struct screen *s, uint32_t order, int code, const char *text);
/* Show @view; the one that is left forgets what it does not keep. */
void screen_show(struct screen *s, enum view_id view);

/* The part of a screen @w wide and @h high that the view is drawn in. */
struct rect screen_area(int w, int h);
/* No room for panels, or for more than a line. */
bool screen_is_small(int w, int h);
bool screen_is_line(int w, int h);

#endif
