// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * small: terminals too small for a picture: names and numbers, or one line.
 *
 * Invariant: the selected series is always among what is shown.
 */
#include <string.h>

#include "base/base.h"
#include "views/effect.h"
#include "draw/list.h"
#include "views/parts.h"
#include "views/screen.h"
#include "draw/words.h"

#define RATE_W 9
#define NAME_W 14

static void draw_row(struct canvas *c, int y, const struct frame *f, const struct screen *s,
		     size_t i)
{
	const struct frame_series *fs = &f->series[i];
	const struct figures *fig = screen_figures(s, fs, f);
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
	canvas_char(c, 0, y, STYLE_NORMAL, fs == part_selected(f, s) ? c->glyphs->pointer : ' ');
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

void small_draw(struct canvas *c, const struct frame *f, struct screen *s)
{
	int first = c->height >= 6 ? 2 : 1;
	bool line = s->prompt != PROMPT_NONE || *s->message || *f->fault || s->frozen;
	int rows = MAX(c->height - first - (line ? 1 : 0), 1);
	int namew = MAX(MIN(c->width - 2 - RATE_W, NAME_W + 9), 4), x = 1 + namew;
	const struct frame_series *sel = part_selected(f, s);

	header_draw(c, f, s);
	if (first == 2) {
		char verdict[8];
		const char *const head[] = { "average", verdict, "now", "avg/MHz" };

		effect_heading(verdict, sizeof(verdict), f, c->glyphs->utf8);
		canvas_put(c, 1, 1, STYLE_HEADER, sel ? sel->info->unit : "");
		for (size_t i = 0; i < ARRAY_SIZE(head) && x + RATE_W <= c->width; i++)
			if (*head[i])
				x = canvas_field(c, x, 1, -RATE_W, STYLE_HEADER, head[i]);
	}
	s->page = rows;
	s->top = list_reveal(s->top, (int)MIN(s->selected, f->nseries), (int)f->nseries, rows);
	for (int i = 0; i < rows && s->top + i < (int)f->nseries; i++)
		draw_row(c, first + i, f, s, (size_t)(s->top + i));
	if (line)
		message_draw(c, c->height - 1, f, s);
}

void small_line(struct canvas *c, const struct frame *f, const struct screen *s)
{
	const struct frame_series *fs = part_selected(f, s);
	char name[64], rate[16];

	if (!fs) {
		canvas_put(c, 0, 0, STYLE_NORMAL, "ctxtop");
		return;
	}
	part_series_name(name, sizeof(name), fs->info);
	words_rate(rate, sizeof(rate), fs->has_now, fs->now, 8);
	canvas_printf(c, 0, 0, STYLE_NORMAL, "%s %s", name, rate);
}
