// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * rows: look-ups in a table that tests share.
 *
 * Invariant: a parser is handed a copy of exactly the text and its terminator, so that the
 * sanitizers see any look beyond it.
 */
#include "rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

size_t find_row(const struct table *t, const char *label, const char *text)
{
	for (size_t r = 0; r < t->nrows; r++)
		if (!strcmp(t->row[r].label, label) && !strncmp(t->row[r].text, text, strlen(text)))
			return r;
	return NO_ROW;
}

int parse_text(const struct probe *p, struct table *t, const char *text)
{
	size_t len = strlen(text);
	char *copy = malloc(len + 1);
	int ret;

	if (!copy)
		return -ENOMEM;
	memcpy(copy, text, len + 1);
	table_clear(t);
	ret = p->parse(t, copy, len);
	free(copy);
	return ret;
}

uint64_t delta_at(const struct delta *d, size_t row, size_t col)
{
	for (size_t i = 0; i < d->ncells; i++)
		if (d->cell[i].row == row && d->cell[i].col == col)
			return d->cell[i].n;
	return 0;
}
