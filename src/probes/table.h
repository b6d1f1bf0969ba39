/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * table: counters by row (an interrupt, a kind of CPU time) and column (a CPU), as one probe read
 * them at one instant, and the difference of two such readings.
 *
 * Pure. Invariant: a cell that was not printed is missing, never 0; a difference exists only for a
 * cell that both readings have, matched by row label and text and by CPU number, never by index.
 */
#ifndef CTXTOP_TABLE_H
#define CTXTOP_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a row means, whatever the architecture calls it. */
enum row_class {
	ROW_OTHER,
	ROW_NMI,
	ROW_TICK,
	ROW_RESCHED,
	ROW_CALL,
	ROW_TLB,
	ROW_IRQWORK,
	ROW_THERMAL,
	ROW_MCE,
	ROW_HYPERVISOR,
	ROW_ERR,
	ROW_DEVICE,
	ROW_CLASSES
};

/* "other", "nmi", "tick"... as it stands in exports. */
const char *row_class_name(enum row_class class);
/* The class of that name; ROW_OTHER for an unknown one. */
enum row_class row_class_find(const char *name);

enum row_flags {
	ROW_SUM = 1 << 0,   /* one number for the whole machine, not one a CPU: column 0 holds it */
	ROW_GAUGE = 1 << 1, /* a present value (running tasks), not a counter */
	ROW_BITS32 = 1 << 2, /* the counter is 32 bit wide and wraps */
	/* counted in other rows too (s390 EXT, I/O, AIO; Xen's numbered IPIs): left out of totals */
	ROW_DERIVED = 1 << 3,
};

struct table_row {
	char label[16]; /* "LOC", "24", "user" */
	char text[80];	/* "Local timer interrupts", "IO-APIC 5-edge ACPI:Ged" */
	uint8_t class;	/* enum row_class */
	uint8_t flags;	/* enum row_flags */
	bool counted;	/* false: the row stands there without any number */
};

struct table {
	uint32_t *cpu; /* [ncols] the CPU number of each column */
	size_t ncols, cols_size;
	struct table_row *row; /* [nrows] */
	uint64_t *cell;	       /* [nrows * ncols] */
	size_t nrows, rows_size, cells_size;
};

/* Forget the contents, keep the memory. */
void table_clear(struct table *t);
void table_free(struct table *t);
/* Append a column; only before the first row. 0, -ENOMEM, or -EINVAL once a row stands there. */
int table_add_col(struct table *t, uint32_t cpu);
/*
 * Append a counted row of zeroed cells, class ROW_OTHER, no flags; @label and @text are cut where
 * they do not fit. The pointer holds until the next call. NULL: no memory.
 */
struct table_row *table_add_row(struct table *t, const char *label, const char *text);
/* The cells of row @r, ncols of them. */
static inline uint64_t *table_cells(struct table *t, size_t r)
{
	return t->cell + r * t->ncols;
}
static inline const uint64_t *table_cells_const(const struct table *t, size_t r)
{
	return t->cell + r * t->ncols;
}

/* Same columns, and rows of the same label, text, class, flags and countedness in order? */
bool table_same_shape(const struct table *a, const struct table *b);

/* One cell that moved (or, for a gauge, one cell that is not 0). Index into the newer table. */
struct delta_cell {
	uint32_t row, col;
	uint64_t n;
};

struct delta {
	struct delta_cell *cell;
	size_t ncells, size;
};

/*
 * The cells of @now minus those of @then: 32 bit counters by modulus, dropped where that is above
 * 2^31 (a CPU that came back, a row that was reused); a CPU's 64 bit one that fell to less than half began
 * again at 0, one that fell by less is dropped. Each cell by itself: of a CPU that was off line for a
 * moment some times restart and others go on. 2^32 and more: a counter wider than its flag.
 * Gauges: the present value, whether @then has the row or not. Cells without difference are left
 * out. Rows of one label and text pair up in order. O(cells); @out is zeroed before its first use
 * and reused. 0 or -ENOMEM.
 */
int table_delta(const struct table *now, const struct table *then, struct delta *out);
void delta_free(struct delta *d);

#endif
