// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * irqdetail: the lines of the interrupts view about the selected row: what it means, and
 * on which CPUs it happens.
 *
 * Invariant: the CPUs are named by their numbers, never by their column.
 */
#include <math.h>

#include "base/base.h"
#include "draw/heat.h"
#include "views/irqtable.h"
#include "draw/words.h"

#define BUSIEST	    16
#define STRIP_LEAST 4 /* CPUs that are worth a strip */
#define STRIP_HIGH  7 /* rows of it at most */

int irqtable_detail_rows(const struct irqlist *l, int h)
{
	int rows = 2 + !l->choice.softirqs, spare;

	if (h < 14)
		return 0;
	if (l->probe->ncols < STRIP_LEAST || h < 16)
		return rows;
	/* what the list leaves makes the strip of CPUs higher */
	spare = h - 2 - l->n - rows;
	return rows + MAX(MIN(spare, STRIP_HIGH), 1);
}

/* Columns of the @n highest rates, highest first; returns how many are above 0. */
static int irqdetail_find(const struct frame_row *fr, size_t ncols, size_t *out, int n)
{
	int found = 0;

	for (size_t i = 0; i < ncols; i++) {
		int at = found;

		if (!(fr->col_per_s[i] > 0))
			continue;
		while (at > 0 && fr->col_per_s[out[at - 1]] < fr->col_per_s[i])
			at--;
		if (at >= n)
			continue;
		found = MIN(found + 1, n);
		for (int k = found - 1; k > at; k--)
			out[k] = out[k - 1];
		out[at] = i;
	}
	return found;
}

static void irqdetail_busiest(struct canvas *c, int x, int y, int w, const struct frame_probe *p,
			      const struct frame_row *fr)
{
	size_t at[BUSIEST];
	int n = irqdetail_find(fr, p->ncols, at, BUSIEST), end = x + w;

	x = canvas_put(c, x, y, STYLE_DIM, n ? "most on" : "on no CPU now");
	for (int i = 0; i < n; i++) {
		char rate[24], buf[64];

		words_rate(rate, sizeof(rate), true, fr->col_per_s[at[i]], 8);
		text_format(buf, sizeof(buf), "  cpu%u %s/s", p->cpu[at[i]], rate);
		if (x + text_width(buf) > end)
			break;
		x = canvas_put(c, x, y, STYLE_NORMAL, buf);
	}
}

/* All CPUs as one strip, several to a cell where they are too many; the highest of them counts. */
static void irqdetail_strip(struct canvas *c, int x, int y, int w, int h,
			    const struct frame_probe *p, const struct frame_row *fr)
{
	int n = (int)p->ncols, each = MAX((n + MAX(w, 1) - 1) / MAX(w, 1), 1);
	double most = 0;

	for (int i = 0; i < n; i++)
		most = MAX(most, (double)fr->col_per_s[i]);
	for (int cell = 0; cell * each < n; cell++) {
		double v = 0;

		for (int i = cell * each; i < MIN((cell + 1) * each, n); i++)
			v = MAX(v, (double)fr->col_per_s[i]);
		heat_column(c, x + cell, y + h - 1, h, HEAT_VALUE, most > 0 ? v / most : 0);
	}
}

static void irqdetail_cpus(struct canvas *c, struct rect r, const struct irqlist *l,
			   const struct frame_row *fr)
{
	const struct frame_probe *p = l->probe;
	char buf[48];
	int w;

	if (!fr->has_rate || !p->ncols) {
		canvas_put(c, r.x, r.y, STYLE_DIM,
			   fr->present ? "no rate: two readings with numbers are needed"
				       : "this row is gone from the file");
		return;
	}
	if (fr->row->flags & ROW_SUM) {
		canvas_put(c, r.x, r.y, STYLE_DIM, "counted for all CPUs together");
		return;
	}
	if (!fr->col_per_s) {
		canvas_put(c, r.x, r.y, STYLE_DIM, "on no CPU now");
		return;
	}
	irqdetail_busiest(c, r.x, r.y, r.w, p, fr);
	if (r.h < 2 || p->ncols < STRIP_LEAST)
		return;
	text_format(buf, sizeof(buf), "cpu%u..%u ", p->cpu[0], p->cpu[p->ncols - 1]);
	w = r.w - text_width(buf);
	canvas_put(c, r.x, r.y + r.h - 1, STYLE_DIM, buf);
	irqdetail_strip(c, r.x + text_width(buf), r.y + 1, w, r.h - 1, p, fr);
}

void irqtable_detail(struct canvas *c, struct rect r, const struct irqlist *l, int id)
{
	const char *meaning = irqlist_meaning(l, id);
	char text[128];
	int x;

	canvas_fill(c, (struct rect){ r.x - 1, r.y, r.w + 2, 1 }, STYLE_FRAME_FOCUS, c->glyphs->h);
	canvas_char(c, r.x - 2, r.y, STYLE_FRAME_FOCUS, c->glyphs->tee_l);
	canvas_char(c, r.x + r.w + 1, r.y, STYLE_FRAME_FOCUS, c->glyphs->tee_r);
	irqlist_text(l, id, text, sizeof(text));
	x = canvas_printf(c, r.x, r.y, STYLE_TITLE, " %s ",
			  id >= 0		 ? l->probe->row[id].row->label
			  : id == IRQLIST_NO_NMI ? "NMI"
						 : "LOC");
	canvas_printf(c, x, r.y, STYLE_DIM, "%s ", text);
	r.y++;
	r.h--;
	if (*meaning && r.h > 1) {
		canvas_put(c, r.x, r.y++, STYLE_DIM, meaning);
		r.h--;
	}
	if (id >= 0 && r.h > 0)
		irqdetail_cpus(c, r, l, &l->probe->row[id]);
}
