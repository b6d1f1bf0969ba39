/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * irqtable: the columns of the interrupts view: which fit, their headings, one line of them, and the
 * lines about the selected row.
 *
 * Pure. Invariant: headings and figures stand in the same columns, computed once.
 */
#ifndef CTXTOP_IRQTABLE_H
#define CTXTOP_IRQTABLE_H

#include "draw/canvas.h"
#include "views/irqlist.h"

enum irqtable_column {
	IRQCOL_LABEL,
	IRQCOL_KIND,
	IRQCOL_TOTAL,
	IRQCOL_RATE,
	IRQCOL_LOOP,
	IRQCOL_SPARK,
	IRQCOL_CPUS, /* all columns of single CPUs together */
	IRQCOL_TEXT,
	IRQCOLS
};

struct irqtable {
	struct {
		int x, w; /* from the table's left end; w == 0: not shown */
	} col[IRQCOLS];
	int ncpu;	/* CPU columns that are shown */
	int first, max; /* the first of them, and the highest that it may be */
};

/* Columns for a table @w wide; @first is the first CPU column that is wanted. */
void irqtable_columns(struct irqtable *t, const struct irqlist *l, int first, int w);
void irqtable_head(struct canvas *c, int x, int y, const struct irqtable *t,
		   const struct irqlist *l, const struct frame *f, const struct screen *s);
/* One line of the list at @x, @y. */
void irqtable_line(struct canvas *c, int x, int y, const struct irqtable *t,
		   const struct irqlist *l, int id, const struct frame *f, const struct screen *s);
/* Rows that irqtable_detail() likes to have below a list in @h rows; 0: no room. */
int irqtable_detail_rows(const struct irqlist *l, int h);
/* What row @id means and on which CPUs it happens; its heading is a rule across the frame round @r. */
void irqtable_detail(struct canvas *c, struct rect r, const struct irqlist *l, int id);
/* What a click on the headings at column @x sorts by; IRQ_SORTS: nothing. */
enum irq_sort irqtable_sort_at(const struct irqtable *t, int x);

#endif
