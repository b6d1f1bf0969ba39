// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * table: counters by row and CPU, and the difference of two readings.
 *
 * Pure. Invariant: a difference exists only for a cell that both readings have, matched by label,
 * text and CPU number; a cell that looks like a restarted counter gives none.
 */
#include "probes/table.h"
#include "base/base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

static const char *const class_names[ROW_CLASSES] = {
	[ROW_OTHER] = "other",		 [ROW_NMI] = "nmi",	    [ROW_TICK] = "tick",
	[ROW_RESCHED] = "resched",	 [ROW_CALL] = "call",	    [ROW_TLB] = "tlb",
	[ROW_IRQWORK] = "irqwork",	 [ROW_THERMAL] = "thermal", [ROW_MCE] = "mce",
	[ROW_HYPERVISOR] = "hypervisor", [ROW_ERR] = "err",	    [ROW_DEVICE] = "device",
};

const char *row_class_name(enum row_class class)
{
	return (unsigned)class < ROW_CLASSES ? class_names[class] : class_names[ROW_OTHER];
}

enum row_class row_class_find(const char *name)
{
	for (unsigned i = 0; i < ROW_CLASSES; i++)
		if (!strcmp(name, class_names[i]))
			return (enum row_class)i;
	return ROW_OTHER;
}

void table_clear(struct table *t)
{
	t->ncols = 0;
	t->nrows = 0;
}

void table_free(struct table *t)
{
	free(t->cpu);
	free(t->row);
	free(t->cell);
	*t = (struct table){ 0 };
}

/* Make room for @want elements of @width bytes in *@mem, doubling. 0 or -ENOMEM. */
static int grow(void **mem, size_t *size, size_t want, size_t width)
{
	size_t n = MAX(*size, (size_t)16);
	void *p;

	if (want <= *size)
		return 0;
	while (n < want)
		if (__builtin_mul_overflow(n, (size_t)2, &n))
			return -ENOMEM;
	p = reallocarray(*mem, n, width);
	if (!p)
		return -ENOMEM;
	*mem = p;
	*size = n;
	return 0;
}

int table_add_col(struct table *t, uint32_t cpu)
{
	void *mem = t->cpu;
	int ret;

	if (t->nrows)
		return -EINVAL;
	ret = grow(&mem, &t->cols_size, t->ncols + 1, sizeof(*t->cpu));
	if (ret)
		return ret;
	t->cpu = mem;
	t->cpu[t->ncols++] = cpu;
	return 0;
}

struct table_row *table_add_row(struct table *t, const char *label, const char *text)
{
	void *rows = t->row, *cells = t->cell;
	struct table_row *row;
	size_t want;

	if (__builtin_mul_overflow(t->nrows + 1, t->ncols, &want))
		return NULL;
	if (grow(&rows, &t->rows_size, t->nrows + 1, sizeof(*t->row)))
		return NULL;
	t->row = rows;
	if (grow(&cells, &t->cells_size, want, sizeof(*t->cell)))
		return NULL;
	t->cell = cells;
	if (t->ncols)
		memset(t->cell + t->nrows * t->ncols, 0, t->ncols * sizeof(*t->cell));
	row = &t->row[t->nrows++];
	*row = (struct table_row){ .class = ROW_OTHER, .counted = true };
	text_copy(row->label, sizeof(row->label), label);
	text_copy(row->text, sizeof(row->text), text);
	return row;
}

static bool same_cols(const struct table *a, const struct table *b)
{
	return a->ncols == b->ncols &&
	       (!a->ncols || !memcmp(a->cpu, b->cpu, a->ncols * sizeof(*a->cpu)));
}

static bool same_key(const struct table_row *a, const struct table_row *b)
{
	return !strcmp(a->label, b->label) && !strcmp(a->text, b->text);
}

static bool same_rows(const struct table *a, const struct table *b)
{
	if (a->nrows != b->nrows)
		return false;
	for (size_t i = 0; i < a->nrows; i++) {
		const struct table_row *x = &a->row[i], *y = &b->row[i];

		if (x->class != y->class || x->flags != y->flags || x->counted != y->counted ||
		    !same_key(x, y))
			return false;
	}
	return true;
}

bool table_same_shape(const struct table *a, const struct table *b)
{
	return same_cols(a, b) && same_rows(a, b);
}

/*
 * The older table's columns by CPU and rows by key, built only where the shapes differ. Rows of one
 * key (powerpc once printed two rows alike) pair up in order: the first found is taken out.
 */
struct matcher {
	const struct table *then;
	uint32_t *col;	/* [now->ncols] column of the same CPU in @then, or NONE */
	uint32_t *head; /* [mask + 1] first row of the bucket, or NONE */
	uint32_t *next; /* [then->nrows] */
	uint64_t *hash; /* [then->nrows] */
	size_t mask;
};

/* FNV-1a over both strings and the terminator between them. */
static uint64_t key_hash(const struct table_row *row)
{
	const char *part[2] = { row->label, row->text };
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (int i = 0; i < 2; i++) {
		for (const char *p = part[i]; *p; p++)
			h = (h ^ (unsigned char)*p) * UINT64_C(0x100000001b3);
		h *= UINT64_C(0x100000001b3);
	}
	return h ^ h >> 32;
}

struct cpu_col {
	uint32_t cpu, col;
};

static int by_cpu(const void *a, const void *b)
{
	const struct cpu_col *x = a, *y = b;

	return (x->cpu > y->cpu) - (x->cpu < y->cpu);
}

static int match_cols(struct matcher *m, const struct table *now)
{
	const struct table *then = m->then;
	struct cpu_col *sorted = calloc(then->ncols + 1, sizeof(*sorted)), *found;

	m->col = calloc(now->ncols + 1, sizeof(*m->col));
	if (!sorted || !m->col) {
		free(sorted);
		return -ENOMEM;
	}
	for (size_t i = 0; i < then->ncols; i++)
		sorted[i] = (struct cpu_col){ .cpu = then->cpu[i], .col = (uint32_t)i };
	qsort(sorted, then->ncols, sizeof(*sorted), by_cpu);
	for (size_t i = 0; i < now->ncols; i++) {
		struct cpu_col key = { .cpu = now->cpu[i] };

		found = bsearch(&key, sorted, then->ncols, sizeof(*sorted), by_cpu);
		m->col[i] = found ? found->col : NONE;
	}
	free(sorted);
	return 0;
}

static int match_rows(struct matcher *m)
{
	size_t n = m->then->nrows, size = 16;

	while (size < 2 * n)
		size *= 2;
	m->mask = size - 1;
	m->head = malloc(size * sizeof(*m->head));
	m->next = calloc(n + 1, sizeof(*m->next));
	m->hash = calloc(n + 1, sizeof(*m->hash));
	if (!m->head || !m->next || !m->hash)
		return -ENOMEM;
	memset(m->head, 0xff, size * sizeof(*m->head));
	/* from the last to the first, so that each chain begins with its first row */
	for (size_t i = n; i-- > 0;) {
		uint32_t *head;

		m->hash[i] = key_hash(&m->then->row[i]);
		head = &m->head[m->hash[i] & m->mask];
		m->next[i] = *head;
		*head = (uint32_t)i;
	}
	return 0;
}

static void matcher_free(struct matcher *m)
{
	free(m->col);
	free(m->head);
	free(m->next);
	free(m->hash);
}

/* Take the first row of the same key out of the index; NONE if there is none. */
static uint32_t match_take(struct matcher *m, const struct table_row *row)
{
	uint64_t h = key_hash(row);
	uint32_t *link = &m->head[h & m->mask], found;

	while (*link != NONE && (m->hash[*link] != h || !same_key(row, &m->then->row[*link])))
		link = &m->next[*link];
	found = *link;
	if (found != NONE)
		*link = m->next[found];
	return found;
}

static int emit(struct delta *out, size_t row, size_t col, uint64_t n)
{
	void *mem = out->cell;
	int ret = grow(&mem, &out->size, out->ncells + 1, sizeof(*out->cell));

	if (ret)
		return ret;
	out->cell = mem;
	out->cell[out->ncells++] = (struct delta_cell){ .row = (uint32_t)row,
							.col = (uint32_t)col,
							.n = n };
	return 0;
}

/*
 * What the counter moved by; 0 also where no difference is known. Values of 2^32 and more show
 * that the counter is wider than its flag says (IPIs of riscv before 6.4, arm's Err).
 *
 * A CPU's 64 bit one that fell by more than half began again at 0 (the idle time of a CPU that was off
 * line for a moment, while its user time went on): what it shows was counted since. One that fell by
 * less ran backwards for a moment, as idle and iowait time do.
 */
static uint64_t moved(uint64_t now, uint64_t then, unsigned flags)
{
	if ((flags & ROW_BITS32) && now <= UINT32_MAX && then <= UINT32_MAX) {
		uint32_t d = (uint32_t)now - (uint32_t)then;

		return d > UINT32_C(1) << 31 ? 0 : d;
	}
	if (now >= then)
		return now - then;
	return !(flags & (ROW_BITS32 | ROW_SUM)) && now < then / 2 ? now : 0;
}

static int delta_gauge(const struct table *now, size_t r, struct delta *out)
{
	const uint64_t *cell = table_cells_const(now, r);
	size_t n = now->row[r].flags & ROW_SUM ? 1 : now->ncols;
	int ret = 0;

	for (size_t c = 0; c < n && !ret; c++)
		if (cell[c])
			ret = emit(out, r, c, cell[c]);
	return ret;
}

/* Row @r of @now against row @o of @then; @col maps the columns, NULL: they are the same. */
static int delta_counter(const struct table *now, size_t r, const struct table *then, size_t o,
			 const uint32_t *col, struct delta *out)
{
	const uint64_t *new = table_cells_const(now, r), *old = table_cells_const(then, o);
	uint8_t flags = now->row[r].flags;
	size_t ncols = now->ncols;
	int ret = 0;

	if (!then->ncols || !then->row[o].counted || then->row[o].flags != flags)
		return 0;
	if (flags & ROW_SUM) {
		/* one number for the machine: column 0, whichever CPU that is */
		ncols = 1;
		col = NULL;
	}
	for (size_t c = 0; c < ncols && !ret; c++) {
		size_t k = col ? col[c] : c;
		uint64_t n;

		if (k == NONE || new[c] == old[k])
			continue;
		n = moved(new[c], old[k], flags);
		if (n)
			ret = emit(out, r, c, n);
	}
	return ret;
}

int table_delta(const struct table *now, const struct table *then, struct delta *out)
{
	bool cols = same_cols(now, then), rows = same_rows(now, then);
	struct matcher m = { .then = then };
	int ret = 0;

	out->ncells = 0;
	if (!now->ncols)
		return 0;
	if (!cols)
		ret = match_cols(&m, now);
	if (!rows && !ret)
		ret = match_rows(&m);
	for (size_t r = 0; r < now->nrows && !ret; r++) {
		const struct table_row *row = &now->row[r];
		/* taken even where it is not needed, so that rows of one key pair up in order */
		uint32_t o = rows ? (uint32_t)r : match_take(&m, row);

		if (!row->counted)
			continue;
		if (row->flags & ROW_GAUGE)
			ret = delta_gauge(now, r, out);
		else if (o != NONE)
			ret = delta_counter(now, r, then, o, m.col, out);
	}
	matcher_free(&m);
	return ret;
}

void delta_free(struct delta *d)
{
	free(d->cell);
	*d = (struct delta){ 0 };
}
