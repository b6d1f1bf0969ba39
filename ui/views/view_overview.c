// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * view_overview: everything at one glance: methods, graph, CPUs, interrupts, settings, events.
 *
 * Invariant: where the panels are is decided by the layout alone, for drawing and for clicks alike.
 */
#include "base/base.h"
#include "views/panels.h"
#include "views/parts.h"
#include "views/serieslist.h"
#include "views/setting_act.h"
#include "views/shown.h"
#include "views/strip.h"
#include "views/view.h"

static void overview_make_layout(struct layout *l, struct rect area, const struct frame *f,
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

static void overview_draw(struct canvas *c, struct rect area, const struct frame *f,
			  struct screen *s, void *state)
{
	struct layout l;

	overview_make_layout(&l, area, f, s);
	panel_methods(c, &l, f, s, state);
	panel_detail(c, &l, f, s);
	panel_cpus(c, &l, f, s);
	panel_irqs(c, &l, f, s);
	panel_events(c, &l, f, s);
}

static void overview_draw_small(struct canvas *c, struct rect area, const struct frame *f,
				struct screen *s, void *state)
{
	serieslist_draw(state, c, area, f, s);
}

/* The letter @k of a setting that is in sight. */
static void overview_flip(struct screen *s, const struct frame *f, int k, struct intent *out)
{
	const struct frame_setting *fs = strip_find(f, k, s->strip_n);

	if (fs)
		setting_act_step(s, fs, 1, out);
}

static bool overview_key(void *state, struct screen *s, const struct frame *f, int k,
			 struct intent *out)
{
	if (s->lit) {
		overview_flip(s, f, k, out);
		return true;
	}
	if (k == 'D') {
		setting_act_preset(s);
		return true;
	}
	/* with the graph in focus, the ends are those of the time axis */
	if (s->focus == PANEL_DETAIL && (k == CT_HOME || k == CT_END))
		return false;
	return serieslist_key(state, s, f, k);
}

/* The keys that are lit in the panels' titles: a double click does the same. */
static const int overview_zoom[PANELS] = {
	[PANEL_METHODS] = CT_ENTER, [PANEL_DETAIL] = CT_ENTER, [PANEL_CPUS] = 'c',
	[PANEL_IRQS] = 'i',	    [PANEL_EVENTS] = 'l',
};

/* True: the click met something that a second one does not zoom. */
static bool overview_click_inside(struct serieslist *list, struct screen *s, const struct frame *f,
				  const struct layout *l, const struct view_click *at,
				  struct intent *out)
{
	int first, rows, row;

	if (s->focus == PANEL_METHODS) {
		rows = panel_methods_rows(l, &first);
		row = list->top + at->y - first;
		if (at->y < first || at->y >= first + rows || row >= (int)f->nseries)
			return true;
		s->selected = (uint16_t)row;
	}
	if (s->focus == PANEL_EVENTS && !at->twice) {
		int k = strip_at(panel_strip(l, f), f, at->x, at->y);

		if (k)
			overview_flip(s, f, k, out);
		return true;
	}
	return false;
}

static bool overview_click(void *state, struct screen *s, const struct frame *f,
			   const struct view_click *at, struct intent *out)
{
	struct layout l;

	overview_make_layout(&l, at->area, f, s);
	for (int i = 0; i < PANELS; i++) {
		const struct rect *r = &l.panel[i];

		if (!r->h || at->x < r->x || at->x >= r->x + r->w || at->y < r->y ||
		    at->y >= r->y + r->h)
			continue;
		s->focus = i;
		if (!overview_click_inside(state, s, f, &l, at, out) && at->twice)
			*out = (struct intent){ .kind = INTENT_KEY, .arg = overview_zoom[i] };
		return true;
	}
	return false;
}

static void overview_search(void *state, struct screen *s, const struct frame *f,
			    enum search_step step)
{
	serieslist_search(state, s, f, step);
}

/* What one loop of the selected series is, or why there is none. */
static style_t overview_status(char *buf, size_t size, const struct frame *f,
			       const struct screen *s, int w)
{
	const struct frame_series *fs = shown_series(f, s);
	const struct figures *fig = fs ? shown_figures(s, fs, f) : NULL;
	char name[64];

	if (!fs)
		return STYLE_DIM;
	part_series_name(name, sizeof(name), fs->info);
	if (fs->state == SERIES_UNAVAILABLE) {
		text_format(buf, size, "%s cannot run: %s", name, fs->reason);
		return STYLE_WARN;
	}
	if (fs->info->flags & SERIES_SLICE_BOUND) {
		text_format(buf, size, "%s is bound by time slices, not by the hand-over", name);
		return STYLE_WARN;
	}
	text_format(buf, size, "%s: one loop = %s", name, fs->info->summary);
	if (text_width(buf) > w)
		text_format(buf, size, "%s  %llu slices on CPU %s", name,
			    fig ? (unsigned long long)fig->n : 0ULL, fs->info->cpus);
	return STYLE_DIM;
}

static const struct key_help overview_keys[] = {
	{ .key = 'D', .text = "change what makes a good demonstration", .bar = "Demo" },
	{ 0 },
};

const struct view view_overview = {
	.name = "overview",
	.title = "Overview",
	.summary = "all methods, the graph of one, CPUs, interrupts, settings, last events",
	.state_size = sizeof(struct serieslist),
	.draw = overview_draw,
	.draw_small = overview_draw_small,
	.key = overview_key,
	.click = overview_click,
	.search = overview_search,
	.status = overview_status,
	.keys = overview_keys,
};
