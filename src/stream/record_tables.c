// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * record_tables: the rows and columns of a probe, and what its counters moved by, as JSON and back.
 *
 * Invariant: the cells of a delta are checked against their table by the model, which alone knows it.
 */
#include "stream/record_fields.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* 8192 CPUs by 4096 rows: beyond every machine, and small enough to fail for and not by memory. */
#define CELLS_MAX (UINT64_C(1) << 25)

/* ["LOC","Local timer interrupts","tick","bits32"]: label, text, class, then words. */
static json_t *row_json(const struct table_row *row)
{
	json_t *a = json_array();
	int rc;

	rc = json_array_append_new(a, json_text(row->label));
	rc |= json_array_append_new(a, json_text(row->text));
	rc |= json_array_append_new(a, json_text(row_class_name(row->class)));
	for (const struct json_flag *f = row_flag_names; f->name; f++)
		if (row->flags & f->bit)
			rc |= json_array_append_new(a, json_string(f->name));
	if (!row->counted)
		rc |= json_array_append_new(a, json_string(ROW_UNCOUNTED));
	if (!rc)
		return a;
	json_decref(a);
	return NULL;
}

int table_to_json(json_t *o, const struct table *t)
{
	json_t *cpus = json_array(), *rows = json_array();
	int rc = 0;

	for (size_t i = 0; i < t->ncols; i++)
		rc |= json_array_append_new(cpus, json_integer(t->cpu[i]));
	for (size_t i = 0; i < t->nrows; i++)
		rc |= json_array_append_new(rows, row_json(&t->row[i]));
	rc |= json_put(o, "cpus", cpus);
	rc |= json_put(o, "rows", rows);
	return rc;
}

int delta_to_json(json_t *o, const struct delta *d)
{
	json_t *cells = json_array();
	int rc = 0;

	for (size_t i = 0; i < d->ncells; i++) {
		json_t *cell = json_array();

		rc |= json_array_append_new(cell, json_integer(d->cell[i].row));
		rc |= json_array_append_new(cell, json_integer(d->cell[i].col));
		rc |= json_array_append_new(cell, json_u64(d->cell[i].n));
		rc |= json_array_append_new(cells, cell);
	}
	rc |= json_put(o, "cells", cells);
	return rc;
}

static int get_row(const json_t *a, struct table *t, struct err *e)
{
	char label[sizeof(t->row->label)], text[sizeof(t->row->text)];
	const char *class = json_string_value(json_array_get(a, 2));
	struct table_row *row;
	int rc;

	if (!class)
		return err_set(e, EINVAL, "a row of \"rows\" is not [label, text, class, ...]");
	rc = json_get_text(json_array_get(a, 0), "label", label, sizeof(label), e);
	if (!rc)
		rc = json_get_text(json_array_get(a, 1), "text", text, sizeof(text), e);
	if (rc)
		return rc;
	row = table_add_row(t, label, text);
	if (!row)
		return err_set(e, ENOMEM, "no memory for a table");
	row->class = (uint8_t)row_class_find(class);
	row->flags = 0;
	row->counted = true;
	for (size_t i = 3; i < json_array_size(a); i++) {
		const char *word = json_string_value(json_array_get(a, i));

		if (word && !strcmp(word, ROW_UNCOUNTED))
			row->counted = false;
		for (const struct json_flag *f = row_flag_names; word && f->name; f++)
			if (!strcmp(word, f->name))
				row->flags |= (uint8_t)f->bit;
	}
	return 0;
}

int table_from_json(const json_t *o, struct table **t, struct err *e)
{
	const json_t *cpus = json_object_get(o, "cpus"), *rows = json_object_get(o, "rows");
	int rc = 0;

	if (!json_is_array(cpus) || !json_is_array(rows))
		return err_set(e, EINVAL, "\"cpus\" or \"rows\" is no list");
	if ((uint64_t)json_array_size(cpus) * json_array_size(rows) > CELLS_MAX)
		return err_set(e, EINVAL, "a table of %zu columns and %zu rows is too large",
			       json_array_size(cpus), json_array_size(rows));
	*t = calloc(1, sizeof(**t));
	if (!*t)
		return err_set(e, ENOMEM, "no memory for a table");
	for (size_t i = 0; i < json_array_size(cpus) && !rc; i++) {
		int64_t v;

		rc = json_get_int(json_array_get(cpus, i), "cpus", 0, UINT32_MAX, &v, e);
		if (!rc && table_add_col(*t, (uint32_t)v))
			rc = err_set(e, ENOMEM, "no memory for a table");
	}
	for (size_t i = 0; i < json_array_size(rows) && !rc; i++)
		rc = get_row(json_array_get(rows, i), *t, e);
	return rc;
}

static int get_cell(const json_t *a, struct delta_cell *c, struct err *e)
{
	int64_t row, col;
	int rc;

	if (json_array_size(a) != 3)
		return err_set(e, EINVAL, "a cell of \"cells\" is not [row, column, count]");
	rc = json_get_int(json_array_get(a, 0), "row", 0, UINT32_MAX, &row, e);
	if (!rc)
		rc = json_get_int(json_array_get(a, 1), "column", 0, UINT32_MAX, &col, e);
	if (!rc)
		rc = json_get_u64(json_array_get(a, 2), "count", &c->n, e);
	if (rc)
		return rc;
	c->row = (uint32_t)row;
	c->col = (uint32_t)col;
	return 0;
}

int delta_from_json(const json_t *o, struct delta *d, struct err *e)
{
	const json_t *cells = json_object_get(o, "cells");
	size_t n = json_array_size(cells);
	int rc;

	if (!json_is_array(cells))
		return err_set(e, EINVAL, "\"cells\" is no list");
	if (!n)
		return 0;
	d->cell = calloc(n, sizeof(*d->cell));
	if (!d->cell)
		return err_set(e, ENOMEM, "no memory for %zu cells", n);
	d->size = n;
	for (; d->ncells < n; d->ncells++) {
		rc = get_cell(json_array_get(cells, d->ncells), &d->cell[d->ncells], e);
		if (rc)
			return rc;
	}
	return 0;
}
