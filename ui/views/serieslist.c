// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * serieslist: the list of all series.
 *
 * Invariant: the selected series is always among what is shown.
 */
#include "views/serieslist.h"

#include <string.h>

#include "base/base.h"
#include "views/effect.h"
#include "draw/list.h"
#include "views/parts.h"
#include "views/shown.h"
#include "draw/words.h"

#define RATE_W 9
#define NAME_W 14

static void serieslist_row(struct canvas *c, int y, const struct frame *f, const struct screen *s,
			   size_t i)
{
	const struct frame_series *fs = &f->series[i];
	const struct figures *fig = shown_figures(s, fs, f);
	bool has = fig && (fig->have & FIG_RATE);
	int namew = MAX(MIN(c->width - 2 - RATE_W, NAME_W + 9), 4), x;
	char name[64], buf[32];

	part_series_name(name, sizeof(name), fs->info);
	/* the placement tells the rows of a method apart: cut the label instead */
	if (text_width(name) > namew) {
		int cut = MAX(namew - 1 - (int)strlen(fs->info->placement), 3);

		text_format(name, sizeof(name), "%-*.*s %s", cut, cut, fs->info->label,
			    fs->info->placement);
	}
	canvas_char(c, 0, y, STYLE_NORMAL, fs == shown_series(f, s) ? c->glyphs->pointer : ' ');
	x = canvas_field(c, 1, y, namew, STYLE_NORMAL, name);
	if (fs->state == SERIES_UNAVAILABLE) {
		canvas_put(c, x + 1, y, STYLE_DIM, fs->reason);
		return;
	}
	words_rate(buf, sizeof(buf), has, has ? fig->average : 0, RATE_W - 1);
	x = canvas_field(c, x, y, -RATE_W, STYLE_BRIGHT, buf);
	if (f->nchanges && x + RATE_W <= c->width) {
		style_t style = effect_short(buf, sizeof(buf), f, i, c->glyphs->utf8);

		x = canvas_field(c, x, y, -RATE_W, style, buf);
	}
	words_rate(buf, sizeof(buf), fs->has_now, fs->now, RATE_W - 1);
	if (x + RATE_W <= c->width)
		x = canvas_field(c, x, y, -RATE_W, STYLE_NORMAL, buf);
	part_per_mhz(buf, sizeof(buf), has && (fig->have & FIG_PER_MHZ),
		     has ? fig->average_per_mhz : 0);
	if (x + RATE_W <= c->width)
		canvas_field(c, x, y, -RATE_W, STYLE_NORMAL, buf);
}

void serieslist_reveal(struct serieslist *l, const struct frame *f, const struct screen *s,
		       int rows)
{
	l->page = rows;
	l->top = list_reveal(l->top, (int)MIN(s->selected, f->nseries), (int)f->nseries, rows);
}

static void serieslist_head(struct canvas *c, int y, const struct frame *f, const struct screen *s)
{
	const struct frame_series *sel = shown_series(f, s);
	int namew = MAX(MIN(c->width - 2 - RATE_W, NAME_W + 9), 4), x = 1 + namew;
	char verdict[8];
	const char *const head[] = { "average", verdict, "now", "avg/MHz" };

	effect_heading(verdict, sizeof(verdict), f, c->glyphs->utf8);
	canvas_put(c, 1, y, STYLE_HEADER, sel ? sel->info->unit : "");
	for (size_t i = 0; i < ARRAY_SIZE(head) && x + RATE_W <= c->width; i++)
		if (*head[i])
			x = canvas_field(c, x, y, -RATE_W, STYLE_HEADER, head[i]);
}

void serieslist_draw(struct serieslist *l, struct canvas *c, struct rect area,
		     const struct frame *f, struct screen *s)
{
	int head = c->height >= 6, rows = MAX(area.h - head, 1);

	if (head)
		serieslist_head(c, area.y, f, s);
	serieslist_reveal(l, f, s, rows);
	for (int i = 0; i < rows && l->top + i < (int)f->nseries; i++)
		serieslist_row(c, area.y + head + i, f, s, (size_t)(l->top + i));
}

bool serieslist_key(struct serieslist *l, struct screen *s, const struct frame *f, int key)
{
	int at = s->selected;

	if (!list_move(key, (int)f->nseries, l->page, &at))
		return false;
	s->selected = (uint16_t)at;
	return true;
}

/* Select the next series (+1), the one before (-1), or the first from the present one on (0). */
static bool serieslist_find(struct screen *s, const struct frame *f, int step)
{
	char name[80];
	size_t n = f->nseries, at;

	if (!n || !*s->search)
		return false;
	at = MIN(s->selected, n - 1);
	for (size_t i = 0; i < n; i++) {
		size_t k = step < 0 ? (at + 2 * n - 1 - i) % n : (at + (step ? 1 : 0) + i) % n;
		const struct series_info *info = f->series[k].info;

		text_format(name, sizeof(name), "%s %s %s", info->label, info->placement,
			    info->method);
		if (list_has_word(name, s->search)) {
			s->selected = (uint16_t)k;
			return true;
		}
	}
	return false;
}

void serieslist_search(struct serieslist *l, struct screen *s, const struct frame *f,
		       enum search_step step)
{
	switch (step) {
	case SEARCH_BEGINS:
		l->from = s->selected;
		break;
	case SEARCH_CHANGES:
		s->selected = l->from;
		serieslist_find(s, f, 0);
		break;
	case SEARCH_LEFT:
		s->selected = l->from;
		break;
	case SEARCH_ENTERED:
		if (!serieslist_find(s, f, 0))
			text_format(s->message, sizeof(s->message), "no method with \"%s\"",
				    s->search);
		break;
	case SEARCH_NEXT:
	case SEARCH_PREVIOUS:
		if (!serieslist_find(s, f, step == SEARCH_NEXT ? 1 : -1))
			text_copy(s->message, sizeof(s->message), "no other match");
		break;
	}
}
