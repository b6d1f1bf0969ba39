/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * irqlist: which lines the interrupts view shows and in which order: the rows that our own load
 * moves first, filtered and sorted, and lines for NMI and timer where a machine has none.
 *
 * Pure; allocates nothing. Invariant: every row of the probe that passes the filter stands in the
 * list exactly once.
 */
#ifndef CTXTOP_IRQLIST_H
#define CTXTOP_IRQLIST_H

#include "model/frame.h"
#include "views/screen_state.h"

#define IRQLIST_MAX 8192 /* lines at most; more rows are only counted */

/* Lines that are no row of the probe, as ids. */
enum irqlist_id {
	IRQLIST_RULE = -1,    /* between the pinned rows and the others */
	IRQLIST_NO_NMI = -2,  /* this machine counts no NMI */
	IRQLIST_NO_TICK = -3, /* this machine counts no timer tick */
};

enum irq_sort { IRQ_SORT_RATE, IRQ_SORT_TOTAL, IRQ_SORT_NAME, IRQ_SORT_FILE, IRQ_SORTS };

/* What is to be listed, and how. */
struct irqlist_choice {
	enum irq_sort sort;
	bool softirqs, per_cpu;
	char filter[SEARCH_W];
};

struct irqlist {
	const struct frame_probe *probe;
	struct irqlist_choice choice;
	int32_t id[IRQLIST_MAX]; /* index into probe->row, or enum irqlist_id */
	int n;
	int npinned; /* lines above the rule, 0: none */
	int nrows;   /* rows of the probe in the list */
	int left_out;
};

void irqlist_build(struct irqlist *l, const struct frame *f, const struct irqlist_choice *choice);
/* The line on which id @id stands, else the first that can be selected, -1 for an empty list. */
int irqlist_find(const struct irqlist *l, int id);
/* The next line from @at in direction @dir that can be selected. */
int irqlist_step(const struct irqlist *l, int at, int dir);
/* The next line from @at (included if @here) in direction @dir that holds @word; -1: none. */
int irqlist_search(const struct irqlist *l, int at, int dir, bool here, const char *word);
/* "device", "function call": what kind of interrupt @row is. */
const char *irqlist_kind(const struct table_row *row);
/* A sentence on what moves such rows; "" for the rest. */
const char *irqlist_meaning(const struct irqlist *l, int id);
/* The row's description: its text, or words of ours where the file has none. */
void irqlist_text(const struct irqlist *l, int id, char *buf, size_t size);

#endif
