/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * irq_rows: numbered rows of /proc/interrupts that belong together: one a CPU for the same purpose, and
 * those that named rows count once more.
 *
 * Pure. Invariant: only the interrupts probe includes this.
 */
#ifndef CTXTOP_IRQ_ROWS_H
#define CTXTOP_IRQ_ROWS_H

#include <stdbool.h>
#include <stddef.h>

struct table;

/* Is the row's label a number: an interrupt line, or a per-CPU interrupt that has one? */
bool irq_is_numbered(const char *label);
/* The length of the @len bytes of @name without the digits at their end. */
size_t irq_without_digits(const char *name, size_t len);
/*
 * Xen on x86 counts its IPIs in RES, CAL and IWI as well: the numbered rows become ROW_DERIVED, for the
 * named ones mean the same on every machine. LOC counts no timer of Xen's.
 */
void irq_rows_mark_twice(struct table *t);
/*
 * Xen guests have a numbered row for each CPU and kind ("timer0", "timer1"), of whose columns one
 * counts: 64 CPUs make 320 lines of what other machines show in five. Rows of one name become one, in
 * the place of the first: "16: xen-percpu-virq timer0" is "timer: xen-percpu-virq timer*".
 */
void irq_rows_fold(struct table *t);

#endif
