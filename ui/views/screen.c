// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * screen: the whole screen round a view, as it is drawn.
 *
 * Invariant: every size from 1 x 1 is drawn; a view gets its own state and no other.
 */
#include "views/screen.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "draw/layout.h"
#include "draw/words.h"
#include "views/axis.h"
#include "views/footer.h"
#include "views/header.h"
#include "views/help.h"
#include "views/parts.h"
#include "views/prompt.h"
#include "views/shown.h"
#include "views/view.h"

int screen_init(struct screen *s)
{
	memset(s, 0, sizeof(*s));
	s->window_ns = AXIS_WINDOW_NS;
	s->panels = (1u << PANELS) - 1;
	s->slice_ns = 100 * NSEC_PER_MSEC;
	s->mouse = true;
	for (int i = 0; i < VIEWS; i++) {
		if (!views[i]->state_size)
			continue;
		s->state[i] = calloc(1, views[i]->state_size);
		if (!s->state[i]) {
			screen_free(s);
			return -ENOMEM;
		}
	}
	return 0;
}

void screen_free(struct screen *s)
{
	for (int i = 0; i < VIEWS; i++) {
		free(s->state[i]);
		s->state[i] = NULL;
	}
}

bool screen_is_line(int w, int h)
{
	return w < SCREEN_LINE_W || h < SCREEN_LINE_H;
}

bool screen_is_small(int w, int h)
{
	return w < SCREEN_SMALL_W || h < SCREEN_SMALL_H;
}

struct rect screen_area(int w, int h)
{
	return (struct rect){ 0, 1, w, h - 3 };
}

/* The selected series and its rate, where there is room for a line only. */
static void screen_line(struct canvas *c, const struct frame *f, const struct screen *s)
{
	const struct frame_series *fs = shown_series(f, s);
	char name[64], rate[16];

	if (prompt_is_open(s)) {
		prompt_draw(c, 0, f, s);
		return;
	}
	if (!fs) {
		canvas_put(c, 0, 0, STYLE_NORMAL, "ctxtop");
		return;
	}
	part_series_name(name, sizeof(name), fs->info);
	words_rate(rate, sizeof(rate), fs->has_now, fs->now, 8);
	canvas_printf(c, 0, 0, STYLE_NORMAL, "%s %s", name, rate);
}

/* A list that needs each row gives one to the message only while there is one. */
static void screen_small(struct canvas *c, const struct frame *f, struct screen *s)
{
	const struct view *v = views[s->view];
	bool undo = footer_offers_undo(s) && !prompt_is_open(s);
	bool message = !v->draw_small || footer_has_message(f, s) || undo;
	struct rect area = { 0, 1, c->width, c->height - 1 - message };

	header_draw(c, f, s);
	(v->draw_small ? v->draw_small : v->draw)(c, area, f, s, s->state[s->view]);
	canvas_unclip(c);
	if (message)
		footer_message(c, c->height - 1, f, s);
	if (undo)
		footer_undo(c, c->height - 1);
	s->undo_named = undo;
}

static void screen_whole(struct canvas *c, const struct frame *f, struct screen *s)
{
	header_draw(c, f, s);
	views[s->view]->draw(c, screen_area(c->width, c->height), f, s, s->state[s->view]);
	canvas_unclip(c);
	footer_message(c, c->height - 2, f, s);
	footer_keys(c, c->height - 1, s);
	s->undo_named = footer_offers_undo(s);
}

void screen_draw(struct canvas *c, const struct frame *f, struct screen *s)
{
	canvas_unclip(c);
	canvas_clear(c);
	s->strip_n = s->listed.n = 0;
	s->undo_named = false;
	if (f->nseries && s->selected >= f->nseries)
		s->selected = (uint16_t)(f->nseries - 1);
	s->prompt.seen = true;
	if (screen_is_line(c->width, c->height)) {
		screen_line(c, f, s);
		return;
	}
	if (screen_is_small(c->width, c->height))
		screen_small(c, f, s);
	else
		screen_whole(c, f, s);
	if (s->help.open)
		help_draw(c, s);
	if (!s->strip_n)
		s->lit = false;
}

void screen_answer(struct screen *s, uint32_t order, int code, const char *text)
{
	if (code == -EINPROGRESS) {
		text_copy(s->pending, sizeof(s->pending), text);
		s->pending_order = order;
		return;
	}
	if (order == s->pending_order)
		s->pending[0] = '\0';
	if (*text)
		text_copy(s->message, sizeof(s->message), text);
}
