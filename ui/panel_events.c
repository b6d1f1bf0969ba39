// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * panel_events: the last events, newest first: marks, epochs, gaps, faults.
 *
 * Invariant: the kind of an event is told by a word as well as by its style.
 */
#include "../src/base.h"
#include "panels.h"
#include "parts.h"
#include "words.h"

void panel_events(struct canvas *c, const struct layout *l, const struct frame *f, struct screen *s)
{
	const struct rect r = l->panel[PANEL_EVENTS];
	struct rect in;

	if (!r.h)
		return;
	canvas_clip(c, r);
	in = part_panel(c, r, l->framed, s->focus == PANEL_EVENTS, "&5 events ",
			" &m sets a mark   &log of all ");
	if (!f->nlog)
		canvas_put(c, in.x + 1, in.y, STYLE_DIM, "nothing yet");
	for (int i = 0; i < in.h && (size_t)i < f->nlog; i++) {
		const struct frame_log *e = &f->log[f->nlog - 1 - (size_t)i];
		style_t style;
		const char *kind = words_log_kind(e->kind, &style);
		char clock[16];

		words_clock(clock, sizeof(clock), e->wall_ns);
		canvas_put(c, in.x + 1, in.y + i, STYLE_DIM, clock);
		canvas_field(c, in.x + 10, in.y + i, 6, style, kind);
		canvas_put(c, in.x + 16, in.y + i, STYLE_NORMAL, e->text);
	}
	canvas_unclip(c);
}
