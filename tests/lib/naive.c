// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * naive: the texts of /proc read with strtok() and strtoull().
 *
 * Invariant: shares no code with src/scan.c or src/probes/.
 */
#include "naive.h"
#include "rows.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char words[256];

__attribute__((format(printf, 1, 2))) static const char *say(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(words, sizeof(words), fmt, ap);
	va_end(ap);
	return words;
}

static uint64_t row_sum(const struct table *t, size_t r)
{
	size_t n = t->row[r].flags & ROW_SUM ? 1 : t->ncols;
	uint64_t sum = 0;

	for (size_t c = 0; c < n; c++)
		sum += table_cells_const(t, r)[c];
	return sum;
}

static const char *grid_header(const struct table *t, char *line)
{
	char *save, *word = strtok_r(line, " \t", &save);
	size_t n = 0;

	for (; word; word = strtok_r(NULL, " \t", &save), n++)
		if (n >= t->ncols || t->cpu[n] != strtoul(word + 3, NULL, 10))
			return say("column %zu is not %s", n, word);
	return n == t->ncols ? NULL : say("%zu columns, not %zu", t->ncols, n);
}

/* Rows "timer0", "timer1"... are one, "timer"; its text ends with a star. NO_ROW if @line is none. */
static size_t folded_row(const struct table *t, const char *line)
{
	const char *name = strrchr(line, ' ') ? strrchr(line, ' ') + 1 : line;
	size_t len = strlen(name);

	while (len && name[len - 1] >= '0' && name[len - 1] <= '9')
		len--;
	for (size_t r = 0; len && name[len] && r < t->nrows; r++) {
		const char *text = t->row[r].text;

		if (*text && text[strlen(text) - 1] == '*' && strlen(t->row[r].label) == len &&
		    !strncmp(t->row[r].label, name, len))
			return r;
	}
	return NO_ROW;
}

/* Row @r by @line; what it counted is added to @sum[r]. @folded: @line is one of several. */
static const char *grid_row(const struct table *t, size_t r, char *line, uint64_t *sum, bool folded)
{
	char *colon = strchr(line, ':'), *numbers, *save, *word;
	const struct table_row *row = &t->row[r];
	size_t n = 0;

	if (!colon || r >= t->nrows)
		return say("line %zu has no row: %.40s", r, line);
	numbers = colon + 1;
	*colon = '\0';
	while (colon > line && colon[-1] == ' ')
		*--colon = '\0';
	line += strspn(line, " ");
	if (!folded && strcmp(line, row->label))
		return say("row %zu is \"%s\", not \"%s\"", r, row->label, line);
	for (word = strtok_r(numbers, " \t", &save); word && n < t->ncols; n++) {
		if (word[strspn(word, "0123456789")])
			break;
		sum[r] += strtoull(word, NULL, 10);
		word = strtok_r(NULL, " \t", &save);
	}
	if (row->counted != (n > 0))
		return say("row %s: counted %d with %zu numbers", line, row->counted, n);
	if (n && n != (row->flags & ROW_SUM ? 1 : t->ncols))
		return say("row %s: %zu numbers", line, n);
	/* what follows the numbers is its text: its first word must begin it */
	if (word ? strncmp(word, row->text, strlen(word)) : *row->text)
		return say("row %s: text \"%s\" but \"%s\"", line, row->text, word ? word : "");
	return NULL;
}

static const char *grid_lines(const struct table *t, char *copy, uint64_t *sum)
{
	const char *bad = NULL;
	size_t r = 0, n = 0;
	char *save, *line;

	for (line = strtok_r(copy, "\n", &save); line && !bad; line = strtok_r(NULL, "\n", &save)) {
		size_t fold = folded_row(t, line);

		if (!line[strspn(line, " ")])
			continue;
		if (!n++) {
			bad = grid_header(t, line);
		} else if (fold != NO_ROW) {
			bad = grid_row(t, fold, line, sum, true);
			r += fold == r;
		} else {
			bad = grid_row(t, r++, line, sum, false);
		}
	}
	if (!bad && r != t->nrows)
		bad = say("%zu rows, not %zu", t->nrows, r);
	return bad;
}

const char *naive_grid(const struct table *t, const char *text)
{
	uint64_t *sum = calloc(t->nrows + 1, sizeof(*sum));
	char *copy = strdup(text);
	const char *bad = copy && sum ? grid_lines(t, copy, sum) : "no memory";

	for (size_t r = 0; r < t->nrows && !bad; r++)
		if (sum[r] != row_sum(t, r))
			bad = say("row %s: %" PRIu64 ", not %" PRIu64, t->row[r].label,
				  row_sum(t, r), sum[r]);
	free(copy);
	free(sum);
	return bad;
}

/* Of the rows for the whole machine: "softirq" is a kind of CPU time and a line of its own. */
static size_t find_sum(const struct table *t, const char *label)
{
	size_t r = 0;

	while (r < t->nrows && (!(t->row[r].flags & ROW_SUM) || strcmp(t->row[r].label, label)))
		r++;
	return r;
}

static const char *stat_cpu(const struct table *t, size_t col, char *line)
{
	char *save, *word = strtok_r(line, " \t", &save);
	size_t r = 0;

	if (col >= t->ncols || strtoul(word + 3, NULL, 10) != t->cpu[col])
		return say("column %zu is not %s", col, word);
	while ((word = strtok_r(NULL, " \t", &save)) && r < 10) {
		if (r >= t->nrows || table_cells_const(t, r)[col] != strtoull(word, NULL, 10))
			return say("CPU %" PRIu32 " field %zu is not %s", t->cpu[col], r, word);
		r++;
	}
	if (r < t->nrows && !(t->row[r].flags & ROW_SUM))
		return say("row %s is not in the text", t->row[r].label);
	return NULL;
}

static const char *stat_count(const struct table *t, char *line)
{
	static const char *const known[] = { "ctxt", "intr", "processes", "procs_running",
					     "procs_blocked" };
	char *save, *label = strtok_r(line, " \t", &save), *word = strtok_r(NULL, " \t", &save);
	size_t r = find_sum(t, label);
	bool wanted = false;

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		wanted |= !strcmp(label, known[i]);
	if (wanted != (r < t->nrows))
		return say("row %s: wanted %d", label, wanted);
	if (wanted && row_sum(t, r) != strtoull(word, NULL, 10))
		return say("row %s is not %s", label, word);
	return NULL;
}

const char *naive_stat(const struct table *t, const char *text)
{
	char *copy = strdup(text), *save, *line;
	const char *bad = NULL;
	size_t col = 0;

	if (!copy)
		return "no memory";
	for (line = strtok_r(copy, "\n", &save); line && !bad; line = strtok_r(NULL, "\n", &save)) {
		if (!strncmp(line, "cpu ", 4))
			continue;
		bad = strncmp(line, "cpu", 3) ? stat_count(t, line) : stat_cpu(t, col++, line);
	}
	free(copy);
	if (!bad && col != t->ncols)
		bad = say("%zu columns, not %zu", t->ncols, col);
	return bad;
}
