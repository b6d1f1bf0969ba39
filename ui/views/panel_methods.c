// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * panel_methods: the table of all series: history, rates, rates per MHz, the verdict on the
 * newest change of a setting.
 *
 * Invariant: every series has a row; a series that cannot run says why across the columns; of the
 * rows of one method only the first shown one carries its name.
 */
#include <string.h>

#include "base/base.h"
#include "draw/box.h"
#include "views/effect.h"
#include "draw/list.h"
#include "views/panels.h"
#include "views/history.h"
#include "views/parts.h"
#include "views/shown.h"
#include "draw/words.h"

#define PLACE_W 6

static const char *const methods_heading[COLUMNS] = {
	[COL_NOW] = "now",	     [COL_LOW] = "low",
	[COL_HIGH] = "high",	     [COL_AVERAGE] = "average",
	[COL_AVG_MHZ] = "avg/MHz",   [COL_LOW_MHZ] = "low/MHz",
	[COL_HIGH_MHZ] = "high/MHz", [COL_SWITCHES] = "sw/loop",
	[COL_IRQ] = "irq/loop",	     [COL_CPU_US] = "cpu us/loop",
	[COL_SD] = "sd %",
};

static void methods_rate(char *buf, size_t size, const struct figures *fig, double v)
{
	words_rate(buf, size, fig && (fig->have & FIG_RATE), v, 8);
}

static void methods_column_text(char *buf, size_t size, enum column_id id,
				const struct frame_series *fs, const struct figures *fig)
{
	static const struct figures none;
	const struct figures *g = fig ? fig : &none;

	switch (id) {
	case COL_NOW:
		words_rate(buf, size, fs->has_now, fs->now, 8);
		break;
	case COL_LOW:
		methods_rate(buf, size, g, g->low);
		break;
	case COL_HIGH:
		methods_rate(buf, size, g, g->high);
		break;
	case COL_AVERAGE:
		methods_rate(buf, size, g, g->average);
		break;
	case COL_AVG_MHZ:
		part_per_mhz(buf, size, g->have & FIG_PER_MHZ, g->average_per_mhz);
		break;
	case COL_LOW_MHZ:
		part_per_mhz(buf, size, g->have & FIG_PER_MHZ, g->low_per_mhz);
		break;
	case COL_HIGH_MHZ:
		part_per_mhz(buf, size, g->have & FIG_PER_MHZ, g->high_per_mhz);
		break;
	case COL_SWITCHES:
		part_metric(buf, size, g, METRIC_switches);
		break;
	case COL_IRQ:
		part_metric(buf, size, g, METRIC_ipi);
		break;
	case COL_CPU_US:
		part_metric(buf, size, g, METRIC_cpu_ns);
		break;
	case COL_SD:
		part_sd(buf, size, g);
		break;
	default:
		buf[0] = '\0';
	}
}

static void methods_draw_name(struct canvas *c, int x, int y, int w, const struct frame *f,
			      size_t i, bool named)
{
	const struct series_info *info = f->series[i].info;
	char place[16];

	if (w < 10) {
		canvas_field(c, x, y, w, STYLE_NORMAL, info->label);
		return;
	}
	if (named)
		canvas_field(c, x + 1, y, w - PLACE_W - 2, part_series_style(f, i), info->label);
	text_format(place, sizeof(place), "%s%s", info->placement,
		    info->flags & SERIES_SLICE_BOUND ? "*" : "");
	canvas_field(c, x + w - PLACE_W, y, PLACE_W, STYLE_DIM, place);
}

static void methods_draw_verdict(struct canvas *c, int x, int y, const struct layout_columns *cols,
				 const struct frame *f, size_t i)
{
	char buf[32];
	style_t style;

	if (!cols->col[COL_VERDICT].w)
		return;
	style = effect_short(buf, sizeof(buf), f, i, c->glyphs->utf8);
	canvas_field(c, x + cols->col[COL_VERDICT].x, y, -cols->col[COL_VERDICT].w, style, buf);
}

static void methods_draw_row(struct canvas *c, int x, int y, int w,
			     const struct layout_columns *cols, const struct frame *f,
			     const struct screen *s, size_t i, bool named)
{
	const struct frame_series *fs = &f->series[i];
	const struct figures *fig = shown_figures(s, fs, f);
	bool selected = fs == shown_series(f, s);
	char buf[32];

	methods_draw_name(c, x, y, cols->col[COL_NAME].w, f, i, named);
	if (fs->state == SERIES_UNAVAILABLE) {
		int at = cols->col[COL_NAME].w;

		canvas_field(c, x + at, y, w - at, STYLE_DIM, fs->reason);
	} else {
		for (int k = COL_NOW; k < COLUMNS; k++) {
			if (!cols->col[k].w || k == COL_VERDICT)
				continue;
			methods_column_text(buf, sizeof(buf), (enum column_id)k, fs, fig);
			canvas_field(c, x + cols->col[k].x, y, -cols->col[k].w,
				     k == COL_AVERAGE ? STYLE_BRIGHT : STYLE_NORMAL, buf);
		}
		methods_draw_verdict(c, x, y, cols, f, i);
		if (!fs->npoints)
			canvas_field(c, x + cols->col[COL_SPARK].x, y, cols->col[COL_SPARK].w,
				     STYLE_DIM, "not measured yet");
		else
			history_line(c, x + cols->col[COL_SPARK].x, y, cols->col[COL_SPARK].w,
				     part_series_style(f, i), fs->point, fs->npoints,
				     history_hold(f), f, s);
	}
	if (selected) {
		canvas_restyle(c, (struct rect){ x, y, w, 1 }, STYLE_SELECTED);
		canvas_char(c, x, y, STYLE_SELECTED, c->glyphs->pointer);
	}
}

static void methods_draw_headings(struct canvas *c, int x, int y, const struct layout_columns *cols,
				  const struct frame *f, const struct screen *s)
{
	const struct frame_series *sel = shown_series(f, s);
	char verdict[8];

	effect_heading(verdict, sizeof(verdict), f, c->glyphs->utf8);
	canvas_field(c, x + 1, y, cols->col[COL_NAME].w - 1, STYLE_HEADER,
		     sel ? sel->info->unit : "");
	if (cols->col[COL_SPARK].w)
		history_ruler(c, x + cols->col[COL_SPARK].x, y, cols->col[COL_SPARK].w, ' ', f, s);
	for (int k = COL_NOW; k < COLUMNS; k++)
		if (cols->col[k].w)
			canvas_field(c, x + cols->col[k].x, y, -cols->col[k].w, STYLE_HEADER,
				     k == COL_VERDICT ? verdict : methods_heading[k]);
}

/* "epoch 2 of 3: nmi_watchdog 0, since 15:07:02" */
static void methods_epoch_words(char *buf, size_t size, const struct frame *f,
				const struct screen *s)
{
	size_t i = shown_epoch(f, s);
	char clock[16];

	buf[0] = '\0';
	if (!f->nepochs)
		return;
	words_clock(clock, sizeof(clock), f->epoch[i].wall_ns);
	text_format(buf, size, " epoch %u of %u%s%.40s, since %s ", (unsigned)i + 1,
		    (unsigned)f->nepochs, *f->epoch[i].text ? ": " : "", f->epoch[i].text, clock);
}

int panel_methods_rows(const struct layout *l, int *first_y)
{
	const struct rect *r = &l->panel[PANEL_METHODS];
	int head = l->framed ? 2 : r->h >= 2 ? 1 : 0;

	*first_y = r->y + head;
	return MAX(r->h - head - (l->framed ? 1 : 0), 0);
}

static bool methods_any_slice_bound(const struct frame *f, int top, int rows)
{
	for (int i = top; i < top + rows && i < (int)f->nseries; i++)
		if (f->series[i].info->flags & SERIES_SLICE_BOUND)
			return true;
	return false;
}

/* In the lower edge: what the newest change did, and what the star means. */
static void methods_draw_foot(struct canvas *c, struct rect r, const struct frame *f, bool bound)
{
	static const char star[] = " * bound by time slices, not by the hand-over ";
	int y = r.y + r.h - 1, x = r.x + r.w - 2;
	char headline[200];

	effect_headline_in(headline, sizeof(headline), f, r.w - 8);
	if (*headline) {
		x -= text_width(headline) + 2;
		canvas_printf(c, x, y, STYLE_BRIGHT, " %s ", headline);
		canvas_char(c, x + 1, y, STYLE_MARK, (unsigned char)headline[0]);
	}
	if (bound && r.x + 2 + text_width(star) <= x)
		canvas_put(c, r.x + 2, y, STYLE_DIM, star);
}

void panel_methods(struct canvas *c, const struct layout *l, const struct frame *f,
		   struct screen *s, struct serieslist *list)
{
	const struct rect r = l->panel[PANEL_METHODS];
	struct layout_columns cols;
	int y, rows = panel_methods_rows(l, &y), x = r.x + l->framed, w = r.w - 2 * l->framed;
	char right[96];

	if (!r.h)
		return;
	canvas_clip(c, r);
	layout_columns(&cols, w, s->per_mhz, f->nchanges > 0);
	serieslist_reveal(list, f, s, rows);
	if (l->framed) {
		methods_epoch_words(right, sizeof(right), f, s);
		box_open(c, r, true, s->focus == PANEL_METHODS, "&1 methods ", right);
	}
	if (y > r.y)
		methods_draw_headings(c, x, y - 1, &cols, f, s);
	for (int i = 0; i < rows && list->top + i < (int)f->nseries; i++) {
		size_t k = (size_t)(list->top + i);
		bool named = !i || strcmp(f->series[k].info->method, f->series[k - 1].info->method);

		methods_draw_row(c, x, y + i, w, &cols, f, s, k, named);
	}
	if (!f->nseries && rows)
		canvas_put(c, x + 1, y, STYLE_DIM, "no method runs yet");
	if (l->framed)
		methods_draw_foot(c, r, f, methods_any_slice_bound(f, list->top, rows));
	if (l->framed)
		list_thumb(c, r.x + r.w - 1, y, rows, list->top, (int)f->nseries);
	canvas_unclip(c);
}
