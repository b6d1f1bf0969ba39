// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * view_interrupts: all rows of /proc/interrupts or /proc/softirqs with rate, share of a loop and
 * history; sorted, filtered, searched, per CPU.
 *
 * Invariant: the cursor stays on its row while the order changes; screen.irq_sel is the row's index
 * in the probe + 1 (or a negative id of irqlist.h + 1), 0 the line on top.
 */
#include <string.h>

#include "base/base.h"
#include "probes/probe.h"
#include "draw/box.h"
#include "views/irqtable.h"
#include "draw/list.h"
#include "views/parts.h"
#include "views/view.h"

static const char *const sort_names[IRQ_SORTS] = {
	[IRQ_SORT_RATE] = "rate",
	[IRQ_SORT_TOTAL] = "count",
	[IRQ_SORT_NAME] = "name",
	[IRQ_SORT_FILE] = "file order",
};

/* Where things stand in the view. */
struct places {
	struct rect in;	    /* inside of the frame */
	int head, list;	    /* their rows */
	int rows;	    /* lines of the list that fit */
	struct rect detail; /* h == 0: no room */
};

static void places_make(struct places *p, const struct irqlist *l, struct rect in)
{
	int detail = irqtable_detail_rows(l, in.h);

	p->in = in;
	p->head = in.y;
	p->list = in.y + 1;
	p->rows = MAX(in.h - 1 - detail, 0);
	p->detail = (struct rect){ in.x + 1, in.y + in.h - detail, MAX(in.w - 2, 0), detail };
}

/* The line of the cursor, -1 in an empty list. */
static int cursor(const struct irqlist *l, const struct screen *s)
{
	if (!l->n)
		return -1;
	return irqlist_step(l, s->irq_sel ? irqlist_find(l, s->irq_sel - 1) : 0, 1);
}

static void put_cursor(struct screen *s, const struct irqlist *l, int at)
{
	if (at < 0 || at >= l->n)
		return;
	s->irq_sel = l->id[at] + 1;
	s->irq_top = list_reveal(s->irq_top, at, l->n, s->page);
}

static void titles(char *left, size_t lsize, char *right, size_t rsize, const struct irqlist *l,
		   const struct screen *s)
{
	size_t n = text_format(left, lsize, s->irq_softirqs ? " softirqs/s " : " &interrupts/s ");

	if (s->irq_filter[0] || s->prompt == PROMPT_FILTER)
		text_format(left + n, lsize - n, "with \"%s\": %d of %zu ", s->irq_filter, l->nrows,
			    l->probe->nrows);
	else if (l->left_out)
		text_format(left + n, lsize - n, "%d more do not fit ", l->left_out);
	text_format(right, rsize, " &s %s  &C %s  &\\ filter  &< by %s &> ",
		    s->irq_softirqs ? "interrupts" : "softirqs",
		    s->irq_per_cpu ? "summary" : "per CPU", sort_names[s->irq_sort % IRQ_SORTS]);
}

/* The rule between the rows that our load moves and the others, with what is on either side. */
static void draw_rule(struct canvas *c, struct rect r)
{
	canvas_fill(c, r, STYLE_FRAME, c->glyphs->h);
	canvas_put(c, r.x + 2, r.y, STYLE_DIM, " above: moved by the loops themselves ");
}

static void draw_list(struct canvas *c, const struct places *p, const struct irqtable *t,
		      const struct irqlist *l, const struct frame *f, const struct screen *s)
{
	int at = cursor(l, s);

	for (int i = 0; i < p->rows && s->irq_top + i < l->n; i++) {
		int line = s->irq_top + i, y = p->list + i;

		if (l->id[line] == IRQLIST_RULE) {
			draw_rule(c, (struct rect){ p->in.x, y, p->in.w, 1 });
			continue;
		}
		irqtable_line(c, p->in.x, y, t, l, l->id[line], f, s);
		if (line != at)
			continue;
		canvas_restyle(c, (struct rect){ p->in.x, y, p->in.w, 1 }, STYLE_SELECTED);
		canvas_char(c, p->in.x, y, STYLE_SELECTED, c->glyphs->pointer);
	}
	if (!l->n)
		canvas_put(c, p->in.x + 2, p->list, STYLE_DIM,
			   s->irq_filter[0] ? "no row passes the filter (Esc clears it)"
					    : "the file has no rows");
}

/* In the lower edge: which series a loop is of, and where one is in the list. */
static void draw_foot(struct canvas *c, struct rect area, const struct irqlist *l,
		      const struct frame *f, const struct screen *s)
{
	const struct frame_series *fs = part_selected(f, s);
	char name[48], buf[120];
	int x;

	if (area.w < 60 || area.h < 4 || !fs)
		return;
	part_series_name(name, sizeof(name), fs->info);
	text_format(buf, sizeof(buf), " a loop: of %s ", name);
	canvas_put(c, area.x + 2, area.y + area.h - 1, STYLE_DIM, buf);
	text_format(buf, sizeof(buf), " %zu CPUs, row %d of %d ", l->probe->ncols, cursor(l, s) + 1,
		    l->n);
	x = area.x + area.w - 2 - text_width(buf);
	canvas_put(c, x, area.y + area.h - 1, STYLE_DIM, buf);
}

static void draw(struct canvas *c, struct rect area, const struct frame *f, struct screen *s)
{
	const struct irqlist *l = irqlist_build(f, s);
	char left[120], right[120];
	struct irqtable t;
	struct places p;
	int at;

	canvas_clip(c, area);
	titles(left, sizeof(left), right, sizeof(right), l, s);
	places_make(&p, l, box_open(c, area, true, true, left, right));
	if (!l->probe->available) {
		canvas_clip(c, p.in);
		canvas_put(c, p.in.x + 1, p.in.y + p.in.h / 2, STYLE_WARN,
			   l->probe->reason && *l->probe->reason ? l->probe->reason
								 : "not read yet");
		canvas_unclip(c);
		return;
	}
	s->page = p.rows;
	s->irq_top = list_top(s->irq_top, l->n, p.rows);
	irqtable_columns(&t, l, s, p.in.w);
	s->irq_col = t.first;
	draw_foot(c, area, l, f, s);
	list_thumb(c, area.x + area.w - 1, p.list, p.rows, s->irq_top, l->n);
	canvas_clip(c, p.in);
	irqtable_head(c, p.in.x, p.head, &t, l, f, s);
	draw_list(c, &p, &t, l, f, s);
	at = cursor(l, s);
	canvas_clip(c, area);
	if (p.detail.h && at >= 0)
		irqtable_detail(c, p.detail, l, l->id[at]);
	canvas_unclip(c);
}

static void search_next(struct screen *s, const struct frame *f, int dir)
{
	const struct irqlist *l = irqlist_build(f, s);
	int at = irqlist_search(l, MAX(cursor(l, s), 0), dir, false, s->search);

	if (!s->search[0])
		text_copy(s->message, sizeof(s->message), "nothing to search yet: / starts");
	else if (at < 0)
		text_format(s->message, sizeof(s->message), "no row with \"%s\"", s->search);
	put_cursor(s, l, at);
}

static void search(struct screen *s, const struct frame *f, enum search_step step)
{
	const struct irqlist *l = irqlist_build(f, s);
	int at;

	if (step == SEARCH_BEGINS)
		s->irq_before = s->irq_sel;
	if (step == SEARCH_ENTERED) {
		if (irqlist_search(l, 0, 1, true, s->search) < 0)
			text_format(s->message, sizeof(s->message), "no row with \"%s\"",
				    s->search);
		return;
	}
	s->irq_sel = s->irq_before;
	at = cursor(l, s);
	if (step == SEARCH_CHANGES && *s->search)
		at = irqlist_search(l, MAX(at, 0), 1, true, s->search);
	if (at >= 0 && (s->irq_before || step == SEARCH_CHANGES))
		put_cursor(s, l, at);
}

/* The cursor stays on its row, the list moves under it. */
static void sort_by(struct screen *s, const struct frame *f, int sort)
{
	const struct irqlist *l;

	s->irq_sort = (enum irq_sort)((sort + IRQ_SORTS) % IRQ_SORTS);
	l = irqlist_build(f, s);
	if (s->irq_sel)
		put_cursor(s, l, cursor(l, s));
}

static bool key_columns(struct screen *s, const struct frame *f, int k)
{
	int ncols = (int)f->probe[s->irq_softirqs ? PROBE_softirqs : PROBE_interrupts].ncols;
	int step = ncols > 32 ? 8 : 1;

	if (!s->irq_per_cpu || (k != CT_LEFT && k != CT_RIGHT))
		return false;
	s->irq_col = MAX(MIN(s->irq_col + (k == CT_LEFT ? -step : step), ncols - 1), 0);
	return true;
}

static bool key_move(struct screen *s, const struct frame *f, int k)
{
	const struct irqlist *l = irqlist_build(f, s);
	int was = cursor(l, s), at = was;

	if (!list_move(k, l->n, s->page, &at))
		return false;
	at = irqlist_step(l, at, at < was ? -1 : 1);
	put_cursor(s, l, at);
	if (!at)
		s->irq_sel = 0;
	return true;
}

static bool key_mode(struct screen *s, const struct frame *f, int k)
{
	switch (k) {
	case 's':
		s->irq_softirqs = !s->irq_softirqs;
		s->irq_sel = s->irq_top = 0;
		return true;
	case 'C':
		s->irq_per_cpu = !s->irq_per_cpu;
		return true;
	case CT_F1 + 5:
	case '>':
		sort_by(s, f, (int)s->irq_sort + 1);
		return true;
	case '<':
		sort_by(s, f, (int)s->irq_sort - 1);
		return true;
	default:
		return false;
	}
}

static bool key(struct screen *s, const struct frame *f, int k, struct intent *out)
{
	(void)out;
	if (key_mode(s, f, k) || key_columns(s, f, k))
		return true;
	if (k == 'n' || k == 'N') {
		search_next(s, f, k == 'n' ? 1 : -1);
		return true;
	}
	if (k == CT_ESC && s->irq_filter[0]) {
		s->irq_filter[0] = '\0';
		s->irq_top = 0;
		return true;
	}
	return key_move(s, f, k);
}

static bool click(struct screen *s, const struct frame *f, struct rect area, int x, int y,
		  bool twice, struct intent *out)
{
	const struct irqlist *l = irqlist_build(f, s);
	struct rect in = { area.x + 1, area.y + 1, MAX(area.w - 2, 0), MAX(area.h - 2, 0) };
	struct irqtable t;
	struct places p;
	int line;

	(void)twice, (void)out;
	places_make(&p, l, in);
	line = s->irq_top + y - p.list;
	if (y == p.head && l->probe->available) {
		enum irq_sort sort;

		irqtable_columns(&t, l, s, in.w);
		sort = irqtable_sort_at(&t, x - in.x);
		if (sort != IRQ_SORTS)
			sort_by(s, f, (int)sort);
		return sort != IRQ_SORTS;
	}
	if (y < p.list || y >= p.list + p.rows || line >= l->n)
		return false;
	put_cursor(s, l, irqlist_step(l, line, 1));
	return true;
}

static const struct key_help keys[] = {
	{ .key = 's', .text = "softirqs instead of interrupts, and back", .bar = "Softirqs" },
	{ .key = 'C', .text = "a column for each CPU, and back", .bar = "Per CPU" },
	{ .key = CT_F1 + 5,
	  .twin = '>',
	  .twin2 = '<',
	  .shown = "F6 > <",
	  .text = "sort by rate, count, name, order of the file" },
	{ .key = 'n',
	  .twin = 'N',
	  .shown = "n N",
	  .text = "next, previous row that the search finds" },
	{ .key = CT_UP, .twin = CT_DOWN, .shown = "Up Down", .text = "select a row" },
	{ .key = CT_LEFT,
	  .twin = CT_RIGHT,
	  .shown = "Left Right",
	  .text = "with a column for each CPU: other CPUs" },
	{ 0 },
};

const struct view view_interrupts = {
	.name = "interrupts",
	.title = "Interrupts",
	.summary = "every interrupt and softirq: rate, per loop, history, per CPU",
	.draw = draw,
	.key = key,
	.click = click,
	.search = search,
	.keys = keys,
};
