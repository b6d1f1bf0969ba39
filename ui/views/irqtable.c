// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * irqtable: the columns of the interrupts view.
 *
 * Invariant: a figure that is missing is "--", a row that is gone is dim and says so.
 */
#include "views/irqtable.h"

#include <string.h>

#include "base/base.h"
#include "views/axis.h"
#include "views/history.h"
#include "draw/words.h"

#define POINTER_W 2
#define CPU_W	  8

static const char *const irqtable_heads[IRQCOLS] = {
	[IRQCOL_LABEL] = "irq",	      [IRQCOL_KIND] = "kind",	[IRQCOL_TOTAL] = "counted",
	[IRQCOL_RATE] = "per s",      [IRQCOL_LOOP] = "a loop", [IRQCOL_SPARK] = "",
	[IRQCOL_TEXT] = "what it is",
};

static int irqtable_label_width(const struct irqlist *l)
{
	int w = 3;

	for (size_t i = 0; i < l->probe->nrows; i++)
		w = MAX(w, text_width(l->probe->row[i].row->label));
	return MIN(w, 10);
}

/* Columns in screen order with what they take; @from is the width from which on they are shown. */
static void irqtable_plain_columns(struct irqtable *t, const struct irqlist *l, int w, int x)
{
	const struct {
		enum irqtable_column id;
		int w, from;
	} want[] = {
		{ IRQCOL_KIND, 8, l->choice.softirqs ? INT32_MAX : 96 },
		{ IRQCOL_TOTAL, 12, 66 },
		{ IRQCOL_RATE, 9, 0 },
		{ IRQCOL_LOOP, 8, 58 },
		{ IRQCOL_SPARK, w < 100 ? MAX((w - 58) / 2 + 2, 8) : (w - 60) / 2, 46 },
		{ IRQCOL_TEXT, w, 36 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(want); i++) {
		if (w < want[i].from || x >= w)
			continue;
		t->col[want[i].id].x = x;
		t->col[want[i].id].w = MIN(want[i].w, w - x);
		x += want[i].w + (want[i].id >= IRQCOL_LOOP ? 2 : 1);
	}
}

static void irqtable_cpu_columns(struct irqtable *t, const struct irqlist *l, int first, int w,
				 int x)
{
	int ncols = (int)l->probe->ncols;

	t->col[IRQCOL_RATE].x = x;
	t->col[IRQCOL_RATE].w = 9;
	x += 9;
	t->ncpu = MAX(MIN((w - x) / CPU_W, ncols), 0);
	t->max = ncols - t->ncpu;
	t->first = MAX(MIN(first, t->max), 0);
	t->col[IRQCOL_CPUS].x = x;
	t->col[IRQCOL_CPUS].w = t->ncpu * CPU_W;
	x += t->ncpu * CPU_W + 2;
	if (w - x >= 12 && t->ncpu == ncols) {
		t->col[IRQCOL_TEXT].x = x;
		t->col[IRQCOL_TEXT].w = w - x;
	}
}

void irqtable_columns(struct irqtable *t, const struct irqlist *l, int first, int w)
{
	int label = irqtable_label_width(l);

	memset(t, 0, sizeof(*t));
	t->col[IRQCOL_LABEL].x = POINTER_W;
	t->col[IRQCOL_LABEL].w = MAX(MIN(label, w - POINTER_W), 0);
	if (l->choice.per_cpu)
		irqtable_cpu_columns(t, l, first, w, POINTER_W + label + 1);
	else
		irqtable_plain_columns(t, l, w, POINTER_W + label + 1);
}

static bool irqtable_sorted_by(const struct irqlist *l, enum irqtable_column col)
{
	return (col == IRQCOL_RATE && l->choice.sort == IRQ_SORT_RATE) ||
	       (col == IRQCOL_TOTAL && l->choice.sort == IRQ_SORT_TOTAL) ||
	       (col == IRQCOL_LABEL && l->choice.sort == IRQ_SORT_NAME);
}

enum irq_sort irqtable_sort_at(const struct irqtable *t, int x)
{
	static const enum irq_sort sort[IRQCOLS] = {
		[IRQCOL_LABEL] = IRQ_SORT_NAME,	 [IRQCOL_KIND] = IRQ_SORTS,
		[IRQCOL_TOTAL] = IRQ_SORT_TOTAL, [IRQCOL_RATE] = IRQ_SORT_RATE,
		[IRQCOL_LOOP] = IRQ_SORTS,	 [IRQCOL_SPARK] = IRQ_SORTS,
		[IRQCOL_CPUS] = IRQ_SORTS,	 [IRQCOL_TEXT] = IRQ_SORT_FILE,
	};

	for (int i = 0; i < IRQCOLS; i++)
		if (t->col[i].w && x >= t->col[i].x && x < t->col[i].x + t->col[i].w)
			return sort[i];
	return IRQ_SORTS;
}

static bool irqtable_is_right(int col)
{
	return col == IRQCOL_TOTAL || col == IRQCOL_RATE || col == IRQCOL_LOOP;
}

static void irqtable_head_cpus(struct canvas *c, int x, int y, const struct irqtable *t,
			       const struct irqlist *l)
{
	for (int i = 0; i < t->ncpu; i++) {
		char buf[16];

		text_format(buf, sizeof(buf), "cpu%u", l->probe->cpu[t->first + i]);
		canvas_field(c, x + i * CPU_W, y, -CPU_W, STYLE_HEADER, buf);
	}
}

/* Both ends of the time axis above the histories. */
static void irqtable_head_time(struct canvas *c, int x, int y, int w, const struct frame *f,
			       const struct screen *s)
{
	char buf[32], clock[16];
	int64_t t0, t1;

	if (!w)
		return;
	axis_ends(s, f, &t0, &t1);
	words_span(buf, sizeof(buf), t0 - t1);
	canvas_put(c, x, y, STYLE_HEADER, buf);
	text_copy(clock, sizeof(clock), "now");
	if (s->end_ns)
		words_clock(clock, sizeof(clock), s->end_wall_ns);
	if (text_width(buf) + text_width(clock) < w)
		canvas_put(c, x + w - text_width(clock), y, STYLE_HEADER, clock);
}

void irqtable_head(struct canvas *c, int x, int y, const struct irqtable *t,
		   const struct irqlist *l, const struct frame *f, const struct screen *s)
{
	const char *down = " \xe2\x96\xbc"; /* BLACK DOWN-POINTING TRIANGLE */

	for (int i = 0; i < IRQCOLS; i++) {
		bool sorted = irqtable_sorted_by(l, (enum irqtable_column)i);
		char buf[48];

		if (!t->col[i].w || i == IRQCOL_CPUS)
			continue;
		text_format(buf, sizeof(buf), "%s%s", irqtable_heads[i], sorted ? down : "");
		canvas_field(c, x + t->col[i].x, y,
			     irqtable_is_right(i) ? -t->col[i].w : t->col[i].w,
			     sorted ? STYLE_BRIGHT : STYLE_HEADER, buf);
	}
	irqtable_head_cpus(c, x + t->col[IRQCOL_CPUS].x, y, t, l);
	irqtable_head_time(c, x + t->col[IRQCOL_SPARK].x, y, t->col[IRQCOL_SPARK].w, f, s);
}

static void irqtable_figure(struct canvas *c, int x, int y, const struct irqtable *t,
			    enum irqtable_column col, style_t style, const char *text)
{
	if (t->col[col].w)
		canvas_field(c, x + t->col[col].x, y, -t->col[col].w, style, text);
}

static void irqtable_line_absent(struct canvas *c, int x, int y, const struct irqtable *t,
				 const struct irqlist *l, int id)
{
	char text[128];

	canvas_field(c, x + t->col[IRQCOL_LABEL].x, y, t->col[IRQCOL_LABEL].w, STYLE_DIM,
		     id == IRQLIST_NO_NMI ? "NMI" : "LOC");
	if (t->col[IRQCOL_KIND].w)
		canvas_field(c, x + t->col[IRQCOL_KIND].x, y, t->col[IRQCOL_KIND].w, STYLE_DIM,
			     id == IRQLIST_NO_NMI ? "NMI" : "timer");
	irqtable_figure(c, x, y, t, IRQCOL_TOTAL, STYLE_DIM, "--");
	irqtable_figure(c, x, y, t, IRQCOL_RATE, STYLE_DIM, "--");
	irqtable_figure(c, x, y, t, IRQCOL_LOOP, STYLE_DIM, "--");
	irqlist_text(l, id, text, sizeof(text));
	if (t->col[IRQCOL_TEXT].w)
		canvas_field(c, x + t->col[IRQCOL_TEXT].x, y, t->col[IRQCOL_TEXT].w, STYLE_DIM,
			     text);
}

static void irqtable_line_cpus(struct canvas *c, int x, int y, const struct irqtable *t,
			       const struct frame_row *fr)
{
	for (int i = 0; i < t->ncpu; i++) {
		/* a row that has columns but was never counted in one is at 0 in each */
		bool has = fr->has_rate && !(fr->row->flags & ROW_SUM);
		double v = has && fr->col_per_s ? fr->col_per_s[t->first + i] : 0;
		char buf[16];

		words_per_s(buf, sizeof(buf), has, v, CPU_W - 1);
		canvas_field(c, x + i * CPU_W, y, -CPU_W, v > 0 ? STYLE_NORMAL : STYLE_DIM, buf);
	}
}

/* A device's name stands at the end of its text: where there is no room the beginning is cut. */
static void irqtable_line_text(struct canvas *c, int x, int y, int w, const struct irqlist *l,
			       int id)
{
	const struct frame_row *fr = &l->probe->row[id];
	char text[128], buf[160];
	const char *p = buf;

	if (!w)
		return;
	irqlist_text(l, id, text, sizeof(text));
	text_format(buf, sizeof(buf), "%s%s", fr->present ? "" : "gone: ", text);
	if (fr->row->class == ROW_DEVICE && fr->present && text_width(buf) > w) {
		while (*p && text_width(p) > w - 1) {
			p++;
			while ((*p & 0xc0) == 0x80)
				p++;
		}
		canvas_put(c, x++, y, STYLE_DIM, "\xe2\x80\xa6"); /* HORIZONTAL ELLIPSIS */
		w--;
	}
	canvas_field(c, x, y, w, STYLE_DIM, p);
}

void irqtable_line(struct canvas *c, int x, int y, const struct irqtable *t,
		   const struct irqlist *l, int id, const struct frame *f, const struct screen *s)
{
	const struct frame_row *fr;
	bool moves;
	char buf[24];

	if (id < 0) {
		irqtable_line_absent(c, x, y, t, l, id);
		return;
	}
	fr = &l->probe->row[id];
	moves = fr->has_rate && fr->per_s > 0;
	canvas_field(c, x + t->col[IRQCOL_LABEL].x, y, t->col[IRQCOL_LABEL].w,
		     fr->present ? STYLE_NORMAL : STYLE_DIM, fr->row->label);
	if (t->col[IRQCOL_KIND].w)
		canvas_field(c, x + t->col[IRQCOL_KIND].x, y, t->col[IRQCOL_KIND].w, STYLE_DIM,
			     irqlist_kind(fr->row));
	words_rate(buf, sizeof(buf), fr->row->counted, fr->total, 11);
	irqtable_figure(c, x, y, t, IRQCOL_TOTAL, fr->total > 0 ? STYLE_NORMAL : STYLE_DIM, buf);
	words_per_s(buf, sizeof(buf), fr->has_rate, fr->per_s, 8);
	irqtable_figure(c, x, y, t, IRQCOL_RATE, moves ? STYLE_BRIGHT : STYLE_DIM, buf);
	words_per_loop(buf, sizeof(buf), fr->has_per_loop, fr->per_loop);
	irqtable_figure(c, x, y, t, IRQCOL_LOOP,
			fr->has_per_loop && moves ? STYLE_NORMAL : STYLE_DIM, buf);
	history_line(c, x + t->col[IRQCOL_SPARK].x, y, t->col[IRQCOL_SPARK].w,
		     moves ? STYLE_IRQ : STYLE_DIM, fr->point, fr->npoints, HISTORY_HOLD_PROBE, f,
		     s);
	irqtable_line_cpus(c, x + t->col[IRQCOL_CPUS].x, y, t, fr);
	irqtable_line_text(c, x + t->col[IRQCOL_TEXT].x, y, t->col[IRQCOL_TEXT].w, l, id);
}
