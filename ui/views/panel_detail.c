// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * panel_detail: the graph of the selected series with its axes, and the facts about one loop.
 *
 * Invariant: the figures are those of the epoch that is shown.
 */
#include "base/base.h"
#include "draw/box.h"
#include "views/axis.h"
#include "views/facts.h"
#include "views/history.h"
#include "views/panels.h"
#include "views/parts.h"
#include "views/shown.h"

#define FACTS_W	   26
#define FACTS_FROM 96 /* width of the panel */

void panel_detail(struct canvas *c, const struct layout *l, const struct frame *f, struct screen *s)
{
	const struct rect r = l->panel[PANEL_DETAIL];
	const struct frame_series *fs = shown_series(f, s);
	char title[64], right[64], span[16];
	struct rect in;

	if (!r.h)
		return;
	canvas_clip(c, r);
	if (fs)
		text_format(title, sizeof(title), "&2 %s %s  %s ", fs->info->label,
			    fs->info->placement, fs->info->unit);
	else
		text_copy(title, sizeof(title), "&2 graph ");
	axis_span(s, f, span, sizeof(span));
	text_format(right, sizeof(right), " &+ %s &-   &Enter full screen ", span);
	in = box_open(c, r, l->framed, s->focus == PANEL_DETAIL, title, right);
	if (fs && in.w >= FACTS_FROM) {
		struct fact fact[FACTS];
		size_t n = facts_of(fact, f, s, fs);

		facts_draw(c, (struct rect){ in.x + in.w - FACTS_W - 1, in.y, FACTS_W, in.h }, fact,
			   n);
		in.w -= FACTS_W + 2;
	}
	if (fs)
		history_graph(c, in, f, s, (size_t)(fs - f->series));
	canvas_unclip(c);
}
