// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * irq_rows: numbered rows of /proc/interrupts that belong together.
 *
 * Pure. Invariant: a count stands in one row less afterwards, or in one row that says so; none is lost.
 */
#include "probes/irq_rows.h"

#include "base/base.h"
#include "probes/table.h"

#include <string.h>

static bool is_digit(char c)
{
	return (unsigned char)(c - '0') <= 9;
}

bool irq_is_numbered(const char *label)
{
	return label[strspn(label, "0123456789")] == '\0';
}

size_t irq_without_digits(const char *name, size_t len)
{
	while (len && is_digit(name[len - 1]))
		len--;
	return len;
}

#define MOST_FOLDS 24

/* Rows "timer0", "timer1"...: of each kind the first takes in the others. */
struct fold {
	char name[16]; /* "timer" */
	size_t row, nrows;
};

/* The name of a numbered row that is no device's, its number cut off; 0: it has none to cut. */
static size_t fold_name(const struct table_row *row, const char **name)
{
	const char *last = strrchr(row->text, ' ');
	size_t len, whole;

	if (row->class == ROW_DEVICE || !irq_is_numbered(row->label) || !last ||
	    strchr(row->text, ','))
		return 0;
	*name = last + 1;
	whole = strlen(*name);
	len = irq_without_digits(*name, whole);
	return len < whole && len < sizeof(((struct fold *)0)->name) ? len : 0;
}

static struct fold *fold_find(struct fold *fold, size_t n, const char *name, size_t len)
{
	for (size_t i = 0; i < n; i++)
		if (strlen(fold[i].name) == len && !memcmp(fold[i].name, name, len))
			return &fold[i];
	return NULL;
}

static size_t fold_collect(struct fold *fold, const struct table *t)
{
	size_t n = 0;

	for (size_t r = 0; r < t->nrows; r++) {
		const char *name;
		size_t len = fold_name(&t->row[r], &name);
		struct fold *f = len ? fold_find(fold, n, name, len) : NULL;

		if (f) {
			f->nrows++;
		} else if (len && n < MOST_FOLDS) {
			fold[n] = (struct fold){ .row = r, .nrows = 1 };
			memcpy(fold[n++].name, name, len);
		}
	}
	return n;
}

/* "16: xen-percpu-virq timer0" becomes "timer: xen-percpu-virq timer*". */
static void fold_rename(struct table_row *row, const struct fold *f)
{
	const char *end = strrchr(row->text, ' '); /* fold_name() found one */
	char text[sizeof(row->text)];

	/* a number of the row's own on the chip is left out with what follows it */
	for (const char *p = row->text; p < end; p++)
		if (p[0] == ' ' && is_digit(p[1]))
			end = p;
	text_format(text, sizeof(text), "%.*s %s*", (int)(end - row->text), row->text, f->name);
	text_copy(row->text, sizeof(row->text), text);
	text_copy(row->label, sizeof(row->label), f->name);
}

void irq_rows_fold(struct table *t)
{
	struct fold fold[MOST_FOLDS];
	size_t n = fold_collect(fold, t), kept = 0;

	if (!n)
		return;
	for (size_t r = 0; r < t->nrows; r++) {
		const char *name;
		size_t len = fold_name(&t->row[r], &name);
		struct fold *f = len ? fold_find(fold, n, name, len) : NULL;
		uint64_t *cell = table_cells(t, r);

		if (f && r != f->row) {
			uint64_t *sum = table_cells(t, f->row);

			for (size_t c = 0; c < t->ncols; c++)
				sum[c] += cell[c];
			t->row[f->row].counted |= t->row[r].counted;
			continue;
		}
		if (kept != r) {
			t->row[kept] = t->row[r];
			memcpy(table_cells(t, kept), cell, t->ncols * sizeof(*cell));
		}
		if (f) {
			f->row = kept;
			if (f->nrows > 1)
				fold_rename(&t->row[kept], f);
		}
		kept++;
	}
	t->nrows = kept;
}

void irq_rows_mark_twice(struct table *t)
{
	static const char *const labels[] = { "RES", "CAL", "TLB", "IWI" };
	bool named[ROW_CLASSES] = { false };

	for (size_t r = 0; r < t->nrows; r++)
		for (size_t i = 0; i < ARRAY_SIZE(labels); i++)
			if (!strcmp(t->row[r].label, labels[i]) && t->row[r].counted)
				named[t->row[r].class] = true;
	for (size_t r = 0; r < t->nrows; r++)
		if (irq_is_numbered(t->row[r].label) && named[t->row[r].class])
			t->row[r].flags |= ROW_DERIVED;
}
