// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * view_overview: everything at one glance: methods, graph, CPUs, interrupts, settings, events.
 *
 * Invariant: where the panels are is decided by the layout alone, for drawing and for clicks alike.
 */
#include "base/base.h"
#include "draw/list.h"
#include "views/panels.h"
#include "views/setting_act.h"
#include "views/strip.h"
#include "views/view.h"

static void make_layout(struct layout *l, struct rect area, const struct frame *f,
			const struct screen *s)
{
	struct layout_wish wish = {
		.series = (int)f->nseries,
		.cpus = panel_cpus_wish(f, area.w >= 76 ? area.w * 9 / 20 : area.w),
		.irqs = panel_irqs_wish(f),
		.events = (int)MIN(f->nlog, 6),
		.panels = s->panels,
		.strip = panel_strip_wish(f, area.w - 2),
	};

	layout_overview(l, area, &wish);
}

static void draw(struct canvas *c, struct rect area, const struct frame *f, struct screen *s)
{
	struct layout l;

	make_layout(&l, area, f, s);
	panel_methods(c, &l, f, s);
	panel_detail(c, &l, f, s);
	panel_cpus(c, &l, f, s);
	panel_irqs(c, &l, f, s);
	panel_events(c, &l, f, s);
}

static bool key(struct screen *s, const struct frame *f, int k, struct intent *out)
{
	const struct frame_setting *fs = strip_find(f, k, s->strip_n);
	int at = s->selected;

	if (fs) {
		setting_act_step(s, fs, 1, out);
		return true;
	}
	fs = strip_find(f, k, STRIP_MAX);
	if (fs) {
		text_format(s->message, sizeof(s->message),
			    "%s is out of sight here: nothing done; t shows all settings",
			    fs->info->name);
		return true;
	}
	/* with the graph in focus, the ends are those of the time axis */
	if (s->focus == PANEL_DETAIL && (k == CT_HOME || k == CT_END))
		return false;
	if (!list_move(k, (int)f->nseries, s->page, &at))
		return false;
	s->selected = (uint16_t)at;
	return true;
}

static bool click(struct screen *s, const struct frame *f, struct rect area, int x, int y,
		  bool twice, struct intent *out)
{
	struct layout l;
	int first, rows;

	make_layout(&l, area, f, s);
	for (int i = 0; i < PANELS; i++) {
		const struct rect *r = &l.panel[i];

		if (!r->h || x < r->x || x >= r->x + r->w || y < r->y || y >= r->y + r->h)
			continue;
		s->focus = i;
		if (i == PANEL_METHODS) {
			rows = panel_methods_rows(&l, &first);
			if (y < first || y >= first + rows || s->top + y - first >= (int)f->nseries)
				return true;
			s->selected = (uint16_t)(s->top + y - first);
		}
		if (i == PANEL_EVENTS && !twice) {
			int k = strip_at(panel_strip(&l, f), f, x, y);

			return k ? key(s, f, k, out) : true;
		}
		if (twice) {
			static const enum view_id zoom[PANELS] = {
				[PANEL_METHODS] = VIEW_method, [PANEL_DETAIL] = VIEW_method,
				[PANEL_CPUS] = VIEW_cpus,      [PANEL_IRQS] = VIEW_interrupts,
				[PANEL_EVENTS] = VIEW_log,
			};

			*out = (struct intent){ .kind = INTENT_VIEW, .arg = zoom[i] };
		}
		return true;
	}
	return false;
}

static const struct key_help keys[] = {
	{ .key = 'b',
	  .shown = "b o p v w z ..",
	  .text = "change the setting that stands behind the letter" },
	{ 0 },
};

const struct view view_overview = {
	.name = "overview",
	.title = "Overview",
	.summary = "all methods, the graph of one, CPUs, interrupts, settings, last events",
	.draw = draw,
	.key = key,
	.click = click,
	.keys = keys,
};
