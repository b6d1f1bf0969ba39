// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * irqlist: rows of an interrupts probe in the order in which they are shown.
 *
 * Invariant: sorting is stable by file order, so that rows that are equal keep their places.
 */
#include "views/irqlist.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "probes/probe.h"
#include "draw/list.h"

struct irqlist_class {
	const char *name, *meaning;
	int pin; /* place among the rows that our own load moves, 0: none */
};

static const struct irqlist_class irqlist_kinds[ROW_CLASSES] = {
	[ROW_OTHER] = { "other", "", 0 },
	[ROW_NMI] = { "NMI", "cannot be masked: watchdog, profiling, failing hardware", 1 },
	[ROW_TICK] = { "timer", "the tick of busy CPUs and high resolution timers", 2 },
	[ROW_RESCHED] = { "resched",
			  "a CPU asks a busy one to look for another task: remote wake-ups", 3 },
	[ROW_CALL] = { "call", "a CPU has another one do something: wake-ups of idle CPUs, too",
		       4 },
	[ROW_TLB] = { "TLB", "mappings changed that other CPUs had in their buffers", 5 },
	[ROW_IRQWORK] = { "irq work", "work put off to where interrupts are allowed", 0 },
	[ROW_THERMAL] = { "thermal", "the CPU is hot and slows down: figures suffer", 0 },
	[ROW_MCE] = { "mcheck", "machine checks: failing hardware, or polls for it", 0 },
	[ROW_HYPERVISOR] = { "hyperv.", "messages from the hypervisor", 0 },
	[ROW_ERR] = { "error", "errors of the interrupt controller: should stay 0", 0 },
	[ROW_DEVICE] = { "device", "a device wants something", 0 },
};

/* /proc/softirqs has no descriptions of its own. */
static const struct {
	const char *label, *text;
} softirq_text[] = {
	{ "HI", "urgent tasklets" },
	{ "TIMER", "timers that ran out" },
	{ "NET_TX", "network: sending" },
	{ "NET_RX", "network: receiving" },
	{ "BLOCK", "disks: requests done" },
	{ "IRQ_POLL", "disks: polling" },
	{ "TASKLET", "tasklets of drivers" },
	{ "SCHED", "load balancing" },
	{ "HRTIMER", "high resolution timers" },
	{ "RCU", "freeing what was read without locks" },
};

const char *irqlist_kind(const struct table_row *row)
{
	return irqlist_kinds[row->class < ROW_CLASSES ? row->class : ROW_OTHER].name;
}

static int irqlist_pin_of(const struct frame_row *fr)
{
	return irqlist_kinds[fr->row->class < ROW_CLASSES ? fr->row->class : ROW_OTHER].pin;
}

const char *irqlist_meaning(const struct irqlist *l, int id)
{
	if (id == IRQLIST_NO_NMI)
		return irqlist_kinds[ROW_NMI].meaning;
	if (id == IRQLIST_NO_TICK)
		return irqlist_kinds[ROW_TICK].meaning;
	if (id < 0 || l->choice.softirqs)
		return "";
	return irqlist_kinds[l->probe->row[id].row->class % ROW_CLASSES].meaning;
}

void irqlist_text(const struct irqlist *l, int id, char *buf, size_t size)
{
	const struct table_row *row;

	if (id < 0) {
		text_copy(buf, size, "no such row in this machine's /proc/interrupts");
		return;
	}
	row = l->probe->row[id].row;
	text_copy(buf, size, row->text);
	for (size_t i = 0; l->choice.softirqs && !row->text[0] && i < ARRAY_SIZE(softirq_text); i++)
		if (!strcmp(softirq_text[i].label, row->label))
			text_copy(buf, size, softirq_text[i].text);
	if (!row->counted)
		text_format(buf, size, "%s (the file has no number)", row->text);
	else if ((row->flags & ROW_SUM) && !row->text[0])
		text_copy(buf, size, "one number for all CPUs");
	else if (row->flags & ROW_DERIVED)
		text_format(buf, size, "%s (counted in other rows too)", row->text);
}

static bool irqlist_passes(const struct irqlist *l, int id, const char *word)
{
	const struct table_row *row = l->probe->row[id].row;
	char text[128];

	irqlist_text(l, id, text, sizeof(text));
	return list_has_word(row->label, word) || list_has_word(text, word) ||
	       (!l->choice.softirqs && list_has_word(irqlist_kind(row), word));
}

struct irqlist_order {
	const struct frame_probe *probe;
	enum irq_sort sort;
};

static int irqlist_compare_numbers(double a, double b)
{
	return (a < b) - (a > b);
}

/* Numbers before names: 2, 10, CAL. */
static int irqlist_compare_labels(const char *a, const char *b)
{
	bool na = *a >= '0' && *a <= '9', nb = *b >= '0' && *b <= '9';

	if (na != nb)
		return na ? -1 : 1;
	return strverscmp(a, b);
}

static int irqlist_compare(const void *pa, const void *pb, void *arg)
{
	const struct irqlist_order *o = arg;
	int32_t ia = *(const int32_t *)pa, ib = *(const int32_t *)pb;
	const struct frame_row *a = &o->probe->row[ia], *b = &o->probe->row[ib];
	int d = 0;

	switch (o->sort) {
	case IRQ_SORT_RATE:
		d = (int)b->has_rate - (int)a->has_rate;
		if (!d && a->has_rate)
			d = irqlist_compare_numbers(a->per_s, b->per_s);
		if (!d)
			d = irqlist_compare_numbers(a->total, b->total);
		break;
	case IRQ_SORT_TOTAL:
		d = irqlist_compare_numbers(a->total, b->total);
		break;
	case IRQ_SORT_NAME:
		d = irqlist_compare_labels(a->row->label, b->row->label);
		break;
	case IRQ_SORT_FILE:
	case IRQ_SORTS:
		break;
	}
	return d ? d : (ia > ib) - (ia < ib);
}

static void irqlist_add(struct irqlist *l, int id)
{
	if (l->n == IRQLIST_MAX) {
		l->left_out++;
		return;
	}
	l->id[l->n++] = id;
	l->nrows += id >= 0;
}

/* The rows that our own load moves, always in the same order: the eye finds them. */
static void irqlist_add_pinned(struct irqlist *l, const char *word)
{
	static const int absent[] = { [1] = IRQLIST_NO_NMI, [2] = IRQLIST_NO_TICK };

	for (int pin = 1; pin <= 5; pin++) {
		bool any = false;

		for (size_t i = 0; i < l->probe->nrows; i++) {
			if (irqlist_pin_of(&l->probe->row[i]) != pin)
				continue;
			any = true;
			if (irqlist_passes(l, (int)i, word))
				irqlist_add(l, (int)i);
		}
		if (!any && pin <= 2 && !*word)
			irqlist_add(l, absent[pin]);
	}
	l->npinned = l->n;
}

void irqlist_build(struct irqlist *l, const struct frame *f, const struct irqlist_choice *choice)
{
	const char *word = l->choice.filter;
	struct irqlist_order o;
	bool pin = !choice->softirqs && choice->sort == IRQ_SORT_RATE;
	int first;

	l->choice = *choice;
	l->probe = &f->probe[choice->softirqs ? PROBE_softirqs : PROBE_interrupts];
	l->n = l->npinned = l->nrows = l->left_out = 0;
	if (!l->probe->available)
		return;
	if (pin)
		irqlist_add_pinned(l, word);
	if (l->npinned)
		irqlist_add(l, IRQLIST_RULE);
	first = l->n;
	for (size_t i = 0; i < l->probe->nrows; i++)
		if (!(pin && irqlist_pin_of(&l->probe->row[i])) && irqlist_passes(l, (int)i, word))
			irqlist_add(l, (int)i);
	o = (struct irqlist_order){ l->probe, choice->sort };
	qsort_r(&l->id[first], (size_t)(l->n - first), sizeof(l->id[0]), irqlist_compare, &o);
	/* nothing below the rule: no rule */
	if (l->npinned && first == l->n)
		l->n--;
}

int irqlist_find(const struct irqlist *l, int id)
{
	for (int i = 0; i < l->n; i++)
		if (l->id[i] == id)
			return i;
	return l->n ? 0 : -1;
}

int irqlist_step(const struct irqlist *l, int at, int dir)
{
	if (at < 0 || at >= l->n || l->id[at] != IRQLIST_RULE)
		return at;
	return at + dir >= 0 && at + dir < l->n ? at + dir : at - dir;
}

int irqlist_search(const struct irqlist *l, int at, int dir, bool here, const char *word)
{
	if (!l->n || !*word)
		return -1;
	for (int k = here ? 0 : 1; k <= l->n; k++) {
		int i = (int)((((int64_t)at + (int64_t)dir * k) % l->n + l->n) % l->n);

		if (l->id[i] >= 0 && irqlist_passes(l, l->id[i], word))
			return i;
	}
	return -1;
}
