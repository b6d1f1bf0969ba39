// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * view_interrupts: all rows of /proc/interrupts or /proc/softirqs with rate, share of a loop and
 * history; sorted, filtered, searched, per CPU.
 *
 * Invariant: the cursor stays on its row while the order changes.
 */
#include "views/view_interrupts.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/base.h"
#include "probes/probe.h"
#include "draw/box.h"
#include "views/irqtable.h"
#include "draw/list.h"
#include "views/filter.h"
#include "views/parts.h"
#include "views/shown.h"
#include "views/view.h"

static const char *const irqs_sort_names[IRQ_SORTS] = {
	[IRQ_SORT_RATE] = "rate",
	[IRQ_SORT_TOTAL] = "count",
	[IRQ_SORT_NAME] = "name",
	[IRQ_SORT_FILE] = "file order",
};

/* Where things stand in the view. */
struct irqs_places {
	struct rect in;	    /* inside of the frame */
	int head, list;	    /* their rows */
	int rows;	    /* lines of the list that fit */
	struct rect detail; /* h == 0: no room */
};

static void irqs_places_make(struct irqs_places *p, const struct irqlist *l, struct rect in)
{
	int detail = irqtable_detail_rows(l, in.h);

	p->in = in;
	p->head = in.y;
	p->list = in.y + 1;
	p->rows = MAX(in.h - 1 - detail, 0);
	p->detail = (struct rect){ in.x + 1, in.y + in.h - detail, MAX(in.w - 2, 0), detail };
}

/* The list as it is now. */
static const struct irqlist *irqs_list(struct view_interrupts_state *v, const struct frame *f)
{
	irqlist_build(&v->list, f, &v->choice);
	return &v->list;
}

/* The line of the cursor, -1 in an empty list. */
static int irqs_cursor(const struct view_interrupts_state *v, const struct irqlist *l)
{
	if (!l->n)
		return -1;
	return irqlist_step(l, v->sel ? irqlist_find(l, v->sel - 1) : 0, 1);
}

static void irqs_put_cursor(struct view_interrupts_state *v, const struct irqlist *l, int at)
{
	if (at < 0 || at >= l->n)
		return;
	v->sel = l->id[at] + 1;
	v->top = list_reveal(v->top, at, l->n, v->page);
}

static void irqs_titles(char *left, size_t lsize, char *right, size_t rsize,
			const struct view_interrupts_state *v, const struct frame *f,
			const struct screen *s)
{
	const struct irqlist_choice *ch = &v->choice;
	const struct irqlist *l = &v->list;
	size_t n = text_format(left, lsize, ch->softirqs ? " softirqs/s " : " &interrupts/s ");

	if (ch->filter[0] || filter_is_open(s, ch->filter))
		text_format(left + n, lsize - n, "with \"%s\": %d of %zu ", ch->filter, l->nrows,
			    l->probe->nrows);
	else if (l->left_out)
		text_format(left + n, lsize - n, "%d more do not fit ", l->left_out);
	n = strlen(left);
	part_age(left + n, lsize - n, l->probe, f);
	text_format(right, rsize, " &s %s  &C %s  &\\ filter  &< by %s &> ",
		    ch->softirqs ? "interrupts" : "softirqs", ch->per_cpu ? "summary" : "per CPU",
		    irqs_sort_names[ch->sort % IRQ_SORTS]);
}

/* The rule between the rows that our load moves and the others, with what is on either side. */
static void irqs_draw_rule(struct canvas *c, struct rect r)
{
	canvas_fill(c, r, STYLE_FRAME, c->glyphs->h);
	canvas_put(c, r.x + 2, r.y, STYLE_DIM, " above: moved by the loops themselves ");
}

static void irqs_draw_list(struct canvas *c, const struct irqs_places *p, const struct irqtable *t,
			   const struct view_interrupts_state *v, const struct frame *f,
			   const struct screen *s)
{
	const struct irqlist *l = &v->list;
	int at = irqs_cursor(v, l);

	for (int i = 0; i < p->rows && v->top + i < l->n; i++) {
		int line = v->top + i, y = p->list + i;

		if (l->id[line] == IRQLIST_RULE) {
			irqs_draw_rule(c, (struct rect){ p->in.x, y, p->in.w, 1 });
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
			   v->choice.filter[0] ? "no row passes the filter (Esc clears it)"
					       : "the file has no rows");
}

/* In the lower edge: which series a loop is of, and where one is in the list. */
static void irqs_draw_foot(struct canvas *c, struct rect area,
			   const struct view_interrupts_state *v, const struct frame *f,
			   const struct screen *s)
{
	const struct frame_series *fs = shown_series(f, s);
	char name[48], buf[120];
	int x;

	if (area.w < 60 || area.h < 4 || !fs)
		return;
	part_series_name(name, sizeof(name), fs->info);
	text_format(buf, sizeof(buf), " a loop: of %s ", name);
	canvas_put(c, area.x + 2, area.y + area.h - 1, STYLE_DIM, buf);
	text_format(buf, sizeof(buf), " %zu CPUs, row %d of %d ", v->list.probe->ncols,
		    irqs_cursor(v, &v->list) + 1, v->list.n);
	x = area.x + area.w - 2 - text_width(buf);
	canvas_put(c, x, area.y + area.h - 1, STYLE_DIM, buf);
}

static void irqs_draw(struct canvas *c, struct rect area, const struct frame *f, struct screen *s,
		      void *state)
{
	struct view_interrupts_state *v = state;
	const struct irqlist *l = irqs_list(v, f);
	char left[120], right[120];
	struct irqs_places p;
	struct irqtable t;
	int at;

	canvas_clip(c, area);
	irqs_titles(left, sizeof(left), right, sizeof(right), v, f, s);
	irqs_places_make(&p, l, box_open(c, area, true, true, left, right));
	if (!l->probe->available) {
		canvas_clip(c, p.in);
		canvas_put(c, p.in.x + 1, p.in.y + p.in.h / 2, STYLE_WARN,
			   l->probe->reason && *l->probe->reason ? l->probe->reason
								 : "not read yet");
		canvas_unclip(c);
		return;
	}
	v->page = p.rows;
	v->top = list_top(v->top, l->n, p.rows);
	irqtable_columns(&t, l, v->col, p.in.w);
	v->col = t.first;
	irqs_draw_foot(c, area, v, f, s);
	list_thumb(c, area.x + area.w - 1, p.list, p.rows, v->top, l->n);
	canvas_clip(c, p.in);
	irqtable_head(c, p.in.x, p.head, &t, l, f, s);
	irqs_draw_list(c, &p, &t, v, f, s);
	at = irqs_cursor(v, l);
	canvas_clip(c, area);
	if (p.detail.h && at >= 0)
		irqtable_detail(c, p.detail, l, l->id[at]);
	canvas_unclip(c);
}

static void irqs_search_next(struct view_interrupts_state *v, struct screen *s,
			     const struct irqlist *l, int dir)
{
	int at = irqlist_search(l, MAX(irqs_cursor(v, l), 0), dir, false, s->search);

	if (at < 0)
		text_format(s->message, sizeof(s->message), "no row with \"%s\"", s->search);
	irqs_put_cursor(v, l, at);
}

/*
 * In the columns by CPU "cpu17" is searched among these: that column comes to the left. False: it is no
 * such word. @say: what is not there is said.
 */
static bool irqs_search_cpu(struct view_interrupts_state *v, struct screen *s,
			    const struct irqlist *l, bool say)
{
	const char *digits = s->search + 3;
	unsigned long cpu;

	if (!v->choice.per_cpu || strncasecmp(s->search, "cpu", 3) ||
	    digits[strspn(digits, "0123456789")])
		return false;
	if (!*digits)
		return true; /* more is typed */
	cpu = strtoul(digits, NULL, 10);
	for (size_t i = 0; i < l->probe->ncols; i++) {
		if (l->probe->cpu[i] != cpu)
			continue;
		v->col = (int)i;
		return true;
	}
	v->col = v->before_col;
	if (say)
		text_format(s->message, sizeof(s->message), "no column of CPU %.10s", digits);
	return true;
}

static void irqs_search(void *state, struct screen *s, const struct frame *f, enum search_step step)
{
	struct view_interrupts_state *v = state;
	const struct irqlist *l = irqs_list(v, f);
	int at;

	if (step == SEARCH_BEGINS) {
		v->before_col = v->col;
	} else if (step == SEARCH_LEFT) {
		v->col = v->before_col;
	} else if (irqs_search_cpu(v, s, l, step != SEARCH_CHANGES)) {
		/* the first letters were looked for among the rows */
		if (step == SEARCH_CHANGES)
			v->sel = v->before;
		return;
	}
	if (step == SEARCH_NEXT || step == SEARCH_PREVIOUS) {
		irqs_search_next(v, s, l, step == SEARCH_NEXT ? 1 : -1);
		return;
	}
	if (step == SEARCH_BEGINS)
		v->before = v->sel;
	if (step == SEARCH_ENTERED) {
		if (irqlist_search(l, 0, 1, true, s->search) < 0)
			text_format(s->message, sizeof(s->message), "no row with \"%s\"",
				    s->search);
		return;
	}
	v->sel = v->before;
	at = irqs_cursor(v, l);
	if (step == SEARCH_CHANGES && *s->search)
		at = irqlist_search(l, MAX(at, 0), 1, true, s->search);
	if (at >= 0 && (v->before || step == SEARCH_CHANGES))
		irqs_put_cursor(v, l, at);
}

/* The cursor stays on its row, the list moves under it. */
static void irqs_sort(struct view_interrupts_state *v, const struct frame *f, int sort)
{
	const struct irqlist *l;

	v->choice.sort = (enum irq_sort)((sort + IRQ_SORTS) % IRQ_SORTS);
	l = irqs_list(v, f);
	if (v->sel)
		irqs_put_cursor(v, l, irqs_cursor(v, l));
}

static bool irqs_key_columns(struct view_interrupts_state *v, const struct frame *f, int k)
{
	int ncols = (int)f->probe[v->choice.softirqs ? PROBE_softirqs : PROBE_interrupts].ncols;
	int step = ncols > 32 ? 8 : 1;

	if (!v->choice.per_cpu || (k != CT_LEFT && k != CT_RIGHT))
		return false;
	v->col = MAX(MIN(v->col + (k == CT_LEFT ? -step : step), ncols - 1), 0);
	return true;
}

static bool irqs_key_move(struct view_interrupts_state *v, const struct frame *f, int k)
{
	const struct irqlist *l = irqs_list(v, f);
	int was = irqs_cursor(v, l), at = was;

	if (!list_move(k, l->n, v->page, &at))
		return false;
	at = irqlist_step(l, at, at < was ? -1 : 1);
	irqs_put_cursor(v, l, at);
	if (!at)
		v->sel = 0;
	return true;
}

static bool irqs_key_mode(struct view_interrupts_state *v, struct screen *s, const struct frame *f,
			  int k)
{
	switch (k) {
	case 's':
		v->choice.softirqs = !v->choice.softirqs;
		v->sel = v->top = 0;
		return true;
	case 'C':
		v->choice.per_cpu = !v->choice.per_cpu;
		return true;
	case KEYS_F(6):
	case '>':
		irqs_sort(v, f, (int)v->choice.sort + 1);
		return true;
	case '<':
		irqs_sort(v, f, (int)v->choice.sort - 1);
		return true;
	case '\\':
	case KEYS_F(4):
		filter_open(s, "interrupts", v->choice.filter);
		return true;
	default:
		return false;
	}
}

static bool irqs_key(void *state, struct screen *s, const struct frame *f, int k,
		     struct intent *out)
{
	struct view_interrupts_state *v = state;

	(void)out;
	if (irqs_key_mode(v, s, f, k) || irqs_key_columns(v, f, k))
		return true;
	if (k == CT_ESC && v->choice.filter[0]) {
		v->choice.filter[0] = '\0';
		v->top = 0;
		return true;
	}
	return irqs_key_move(v, f, k);
}

static bool irqs_click(void *state, struct screen *s, const struct frame *f,
		       const struct view_click *at, struct intent *out)
{
	struct view_interrupts_state *v = state;
	const struct irqlist *l = irqs_list(v, f);
	const struct rect *a = &at->area;
	struct rect in = { a->x + 1, a->y + 1, MAX(a->w - 2, 0), MAX(a->h - 2, 0) };
	struct irqs_places p;
	struct irqtable t;
	int line;

	(void)s, (void)out;
	irqs_places_make(&p, l, in);
	line = v->top + at->y - p.list;
	if (at->y == p.head && l->probe->available) {
		enum irq_sort sort;

		irqtable_columns(&t, l, v->col, in.w);
		sort = irqtable_sort_at(&t, at->x - in.x);
		if (sort != IRQ_SORTS)
			irqs_sort(v, f, (int)sort);
		return sort != IRQ_SORTS;
	}
	if (at->y < p.list || at->y >= p.list + p.rows || line >= l->n)
		return false;
	irqs_put_cursor(v, l, irqlist_step(l, line, 1));
	return true;
}

static const struct key_help irqs_keys[] = {
	{ .key = 's', .text = "softirqs instead of interrupts, and back", .bar = "Softirqs" },
	{ .key = 'C', .text = "a column for each CPU, and back", .bar = "Per CPU" },
	{ .key = KEYS_F(6),
	  .twin = '>',
	  .twin2 = '<',
	  .shown = "F6 > <",
	  .text = "sort by rate, count, name, order of the file" },
	{ .key = CT_UP, .twin = CT_DOWN, .shown = "Up Down", .text = "select a row" },
	{ .key = CT_LEFT,
	  .twin = CT_RIGHT,
	  .shown = "Left Right",
	  .text = "with a column for each CPU: other CPUs" },
	{ 0 },
};

static const struct key_help irqs_jumps[] = {
	{ .key = 'i',
	  .text = "interrupts: every row, softirqs",
	  .bar = "IRQs",
	  .intent = INTENT_VIEW },
	{ .key = '\\',
	  .twin = KEYS_F(4),
	  .shown = "\\ F4",
	  .text = "show only the rows with a word",
	  .bar = "Filter" },
	{ .key = '<',
	  .twin = '>',
	  .twin2 = KEYS_F(6),
	  .shown = "< > F6",
	  .text = "sort interrupts by another column",
	  .bar = "Sort" },
	{ 0 },
};

const struct view view_interrupts = {
	.name = "interrupts",
	.title = "Interrupts",
	.summary = "every interrupt and softirq: rate, per loop, history, per CPU",
	.state_size = sizeof(struct view_interrupts_state),
	.draw = irqs_draw,
	.key = irqs_key,
	.click = irqs_click,
	.search = irqs_search,
	.keys = irqs_keys,
	.jumps = irqs_jumps,
};
