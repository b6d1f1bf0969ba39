/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fuzz_probe: what must hold for a probe's parser, whatever text it is given.
 *
 * Invariant: every parse gets a copy of exactly the text and its terminator, so that the address
 * sanitizer sees a look beyond it.
 */
#ifndef CTXTOP_TESTS_FUZZ_PROBE_H
#define CTXTOP_TESTS_FUZZ_PROBE_H

#include "probes/probe.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static inline void must(bool holds)
{
	if (!holds)
		abort();
}

static inline int fuzz_parse(const struct probe *p, struct table *t, const uint8_t *data,
			     size_t size)
{
	char *text = malloc(size + 1);
	int ret;

	must(text != NULL);
	if (size)
		memcpy(text, data, size);
	text[size] = '\0';
	table_clear(t);
	ret = p->parse(t, text, size);
	free(text);
	return ret;
}

static inline void fuzz_rows(const struct table *t)
{
	must(t->ncols > 0 && t->nrows > 0);
	must(t->nrows * t->ncols <= t->cells_size);
	for (size_t c = 1; c < t->ncols; c++)
		must(t->cpu[c] > t->cpu[c - 1]);
	for (size_t r = 0; r < t->nrows; r++) {
		const struct table_row *row = &t->row[r];
		const uint64_t *cell = table_cells_const(t, r);
		bool whole = !(row->flags & ROW_SUM);

		must(memchr(row->label, 0, sizeof(row->label)) && *row->label);
		must(memchr(row->text, 0, sizeof(row->text)) != NULL);
		must(row->class < ROW_CLASSES);
		/* what was not printed holds nothing */
		for (size_t c = row->counted ? (whole ? t->ncols : 1) : 0; c < t->ncols; c++)
			must(cell[c] == 0);
	}
}

static inline void fuzz_same(const struct table *a, const struct table *b)
{
	must(table_same_shape(a, b));
	must(!memcmp(a->cell, b->cell, a->nrows * a->ncols * sizeof(*a->cell)));
}

/* Only gauges stand in the difference of a table with itself, inside of the table. */
static inline void fuzz_delta(const struct table *a, const struct table *b, struct delta *d)
{
	must(table_delta(a, b, d) == 0);
	for (size_t i = 0; i < d->ncells; i++) {
		const struct delta_cell *c = &d->cell[i];

		must(c->row < a->nrows && c->col < a->ncols);
		must(a->row[c->row].flags & ROW_GAUGE);
		must(c->n == table_cells_const(a, c->row)[c->col]);
	}
}

/*
 * The same with a row and a column more in the older table, so that nothing matches by index.
 * Counters that did not move show nothing there either.
 */
static inline void fuzz_shifted(const struct table *t, struct delta *d)
{
	struct table old = { 0 };
	bool room = t->cpu[t->ncols - 1] < UINT32_MAX;

	for (size_t c = 0; c < t->ncols; c++)
		must(table_add_col(&old, t->cpu[c]) == 0);
	if (room)
		must(table_add_col(&old, t->cpu[t->ncols - 1] + 1) == 0);
	must(table_add_row(&old, "\x01", "in front") != NULL);
	for (size_t r = 0; r < t->nrows; r++) {
		struct table_row *row = table_add_row(&old, t->row[r].label, t->row[r].text);

		must(row != NULL);
		*row = t->row[r];
		memcpy(table_cells(&old, old.nrows - 1), table_cells_const(t, r),
		       t->ncols * sizeof(*t->cell));
	}
	fuzz_delta(t, &old, d);
	table_free(&old);
}

static inline int fuzz_probe(const struct probe *p, const uint8_t *data, size_t size)
{
	struct table first = { 0 }, again = { 0 };
	struct delta d = { 0 };
	int ret = fuzz_parse(p, &first, data, size);

	must(ret == 0 || ret == -EAGAIN || ret == -EINVAL);
	/* over what another text left behind */
	must(fuzz_parse(p, &again, (const uint8_t *)" CPU7\nX: 1 y\n", 13) != -ENOMEM);
	must(fuzz_parse(p, &again, data, size) == ret);
	if (ret == 0) {
		fuzz_rows(&first);
		fuzz_same(&first, &again);
		fuzz_delta(&first, &again, &d);
		fuzz_shifted(&first, &d);
	}
	table_free(&first);
	table_free(&again);
	delta_free(&d);
	return 0;
}

#endif
