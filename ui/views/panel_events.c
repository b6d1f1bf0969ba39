// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * panel_events: the settings at hand, and below them the last events, newest first: changes, marks,
 * epochs, gaps, faults.
 *
 * Invariant: the kind of an event is shown by a word as well as by its style.
 */
#include "base/base.h"
#include "draw/box.h"
#include "views/effect.h"
#include "views/panels.h"
#include "views/parts.h"
#include "views/strip.h"
#include "draw/words.h"

#define EVENTS_KEPT 2 /* lines that a long strip leaves to the events */

int panel_strip_wish(const struct frame *f, int w)
{
	return strip_lines(f, w - 2);
}

struct rect panel_strip(const struct layout *l, const struct frame *f)
{
	struct rect r = l->panel[PANEL_EVENTS];
	int frame = l->framed, rows = r.h - 1 - frame;

	r = (struct rect){ r.x + frame + 1, r.y + 1, r.w - 2 * frame - 2, 0 };
	r.h = MIN(strip_lines(f, r.w), MAX(rows - (int)MIN(f->nlog, EVENTS_KEPT), 1));
	r.h = MAX(MIN(r.h, rows), 0);
	return r;
}

static void events_titles(char *left, size_t lsize, char *right, size_t rsize,
			  const struct layout *l, const struct frame *f, const struct screen *s)
{
	char undo[40] = "", headline[200];
	int room = l->panel[PANEL_EVENTS].w - 32;

	text_copy(left, lsize, "&5 events ");
	text_copy(right, rsize, " &m sets a mark   &log of all ");
	if (!f->nsettings)
		return;
	text_copy(left, lsize, "&5 settings, events ");
	if (s->own_changes == 1)
		text_copy(undo, sizeof(undo), "   &u undo");
	else if (s->own_changes)
		text_format(undo, sizeof(undo), "   &u undo   &U undo all %u", s->own_changes);
	effect_headline_in(headline, sizeof(headline), f, room);
	if (*s->pending) {
		text_format(right, rsize, " %s ", s->pending);
		return;
	}
	/* without frames there is no other place for what the newest change did */
	if (*headline && !l->framed)
		text_format(right, rsize, " %s ", headline);
	else if (*s->settings_note)
		text_format(right, rsize, " %.*s ", MAX(room, 0), s->settings_note);
	else
		text_format(right, rsize, " &, changes one   &t all settings%s   &m mark   &log ",
			    undo);
}

static void events_draw_event(struct canvas *c, int x, int y, const struct frame_log *e)
{
	style_t style;
	const char *kind = part_log_kind(e->kind, &style);
	char clock[16];

	words_clock(clock, sizeof(clock), e->wall_ns);
	canvas_put(c, x, y, STYLE_DIM, clock);
	canvas_field(c, x + 9, y, 6, style, kind);
	canvas_put(c, x + 15, y, STYLE_NORMAL, e->text);
}

void panel_events(struct canvas *c, const struct layout *l, const struct frame *f, struct screen *s)
{
	const struct rect r = l->panel[PANEL_EVENTS];
	char left[40], right[220];
	struct rect in, strip;

	if (!r.h)
		return;
	canvas_clip(c, r);
	events_titles(left, sizeof(left), right, sizeof(right), l, f, s);
	in = box_open(c, r, l->framed, s->focus == PANEL_EVENTS, left, right);
	strip = panel_strip(l, f);
	canvas_clip(c, in);
	if (strip.h)
		s->strip_n = strip_draw(c, strip, f, s->lit);
	in.y += strip.h;
	in.h -= strip.h;
	if (!f->nlog && in.h > 0)
		canvas_put(c, in.x + 1, in.y, STYLE_DIM, "nothing yet");
	for (int i = 0; i < in.h && (size_t)i < f->nlog; i++)
		events_draw_event(c, in.x + 1, in.y + i, &f->log[f->nlog - 1 - (size_t)i]);
	canvas_unclip(c);
}
