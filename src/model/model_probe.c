// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * model_probe: the rows of the probes: rates over about a second, totals, counts per loop.
 *
 * Pure. Invariant: rows are told apart by label and text; one that vanished keeps its history; when
 * the columns change, what is kept by column starts again.
 */
#include "model/model_int.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Rates are formed over this long; the first time sooner, so that a fresh screen is not empty. */
#define WINDOW_NS	(1 * NSEC_PER_SEC)
#define FIRST_WINDOW_NS (NSEC_PER_SEC / 5)

static void row_drop_columns(struct mrow *r)
{
	free(r->cell);
	free(r->col_per_s);
	free(r->col_total);
	free(r->col_avg_per_s);
	r->cell = NULL;
	r->col_per_s = NULL;
	r->col_total = NULL;
	r->col_avg_per_s = NULL;
}

void mprobe_free(struct mprobe *p)
{
	for (size_t i = 0; i < p->nrows; i++) {
		row_drop_columns(&p->row[i]);
		free(p->row[i].by_series);
		ring_free(&p->row[i].ring);
	}
	free(p->row);
	free(p->cpu);
	free(p->dict);
	free(p->series_loops);
	*p = (struct mprobe){ 0 };
}

static bool same_row(const struct table_row *a, const struct table_row *b)
{
	return !strcmp(a->label, b->label) && !strcmp(a->text, b->text);
}

/* The row like @want; @hint: where it stood last time, so that an unchanged table costs nothing. */
static struct mrow *find_row(struct mprobe *p, const struct table_row *want, size_t hint)
{
	if (hint < p->nrows && same_row(&p->row[hint].row, want))
		return &p->row[hint];
	for (size_t i = 0; i < p->nrows; i++)
		if (same_row(&p->row[i].row, want))
			return &p->row[i];
	return NULL;
}

static struct mrow *add_row(struct mprobe *p)
{
	if (p->nrows == MODEL_ROWS)
		return NULL;
	if (p->nrows == p->rows_size) {
		size_t size = p->rows_size ? 2 * p->rows_size : 64;
		struct mrow *row = realloc(p->row, size * sizeof(*row));

		if (!row)
			return NULL;
		p->row = row;
		p->rows_size = size;
	}
	p->row[p->nrows] = (struct mrow){ 0 };
	ring_init(&p->row[p->nrows].ring, MODEL_ROW_POINTS);
	return &p->row[p->nrows++];
}

static int set_columns(struct mprobe *p, const struct table *t)
{
	uint32_t *cpu;

	if (p->ncols == t->ncols && (!t->ncols || !memcmp(p->cpu, t->cpu, t->ncols * sizeof(*cpu))))
		return 0;
	cpu = malloc((t->ncols + !t->ncols) * sizeof(*cpu));
	if (!cpu)
		return -ENOMEM;
	if (t->ncols)
		memcpy(cpu, t->cpu, t->ncols * sizeof(*cpu));
	free(p->cpu);
	p->cpu = cpu;
	p->ncols = t->ncols;
	for (size_t i = 0; i < p->nrows; i++) {
		row_drop_columns(&p->row[i]);
		p->row[i].sum = 0;
	}
	p->window_ns = 0;
	p->total_ns = 0;
	return 0;
}

static bool has_cpu(const uint32_t *cpu, size_t n, uint32_t want)
{
	for (size_t i = 0; i < n; i++)
		if (cpu[i] == want)
			return true;
	return false;
}

/* Keep the list of all CPUs that were ever there, ascending. */
static int see_cpu(struct model *m, uint32_t cpu)
{
	uint32_t *list;
	double *mhz;
	size_t at = m->ncpu_seen;

	if (has_cpu(m->cpu_seen, m->ncpu_seen, cpu))
		return 0;
	list = realloc(m->cpu_seen, (m->ncpu_seen + 1) * sizeof(*list));
	if (!list)
		return -ENOMEM;
	m->cpu_seen = list;
	mhz = realloc(m->cpu_mhz, (m->ncpu_seen + 1) * sizeof(*mhz));
	if (!mhz)
		return -ENOMEM;
	m->cpu_mhz = mhz;
	for (; at && list[at - 1] > cpu; at--) {
		list[at] = list[at - 1];
		mhz[at] = mhz[at - 1];
	}
	list[at] = cpu;
	mhz[at] = 0;
	m->ncpu_seen++;
	return 0;
}

static int hotplug(struct model *m, const struct event *ev, const struct mprobe *p)
{
	const struct table *t = ev->u.table;

	for (size_t i = 0; i < p->ncols && p->seen; i++)
		if (!has_cpu(t->cpu, t->ncols, p->cpu[i]))
			model_log(m, ev, LOG_HOTPLUG, "CPU %u went offline", p->cpu[i]);
	for (size_t i = 0; i < t->ncols; i++) {
		if (p->seen && !has_cpu(p->cpu, p->ncols, t->cpu[i]))
			model_log(m, ev, LOG_HOTPLUG, "CPU %u came online", t->cpu[i]);
		if (see_cpu(m, t->cpu[i]))
			return -ENOMEM;
	}
	return 0;
}

int mprobe_table(struct model *m, const struct event *ev)
{
	struct mprobe *p = &m->probe[ev->probe];
	const struct table *t = ev->u.table;
	uint32_t *dict;
	size_t n = 0;

	if (ev->probe == PROBE_cpustat && hotplug(m, ev, p))
		return -ENOMEM;
	if (set_columns(p, t))
		return -ENOMEM;
	dict = malloc((t->nrows + !t->nrows) * sizeof(*dict));
	if (!dict)
		return -ENOMEM;
	for (size_t i = 0; i < p->nrows; i++)
		p->row[i].present = false;
	for (size_t i = 0; i < t->nrows; i++) {
		struct mrow *r = find_row(p, &t->row[i], i < p->ndict ? p->dict[i] : i);

		if (!r)
			r = add_row(p);
		if (!r)
			break; /* more rows than are kept: the rest is not shown */
		r->row = t->row[i];
		r->present = true;
		dict[n++] = (uint32_t)(r - p->row);
	}
	free(p->dict);
	p->dict = dict;
	p->ndict = n;
	p->seen = p->available = true;
	p->reason[0] = '\0';
	return 0;
}

static void row_unknown(const struct mprobe *p, struct mrow *r, int64_t t_ns)
{
	struct point gap = { .t_ns = t_ns, .flags = POINT_GAP };

	r->has_rate = false;
	r->sum = 0;
	for (size_t c = 0; r->cell && c < p->ncols; c++) {
		r->cell[c] = 0;
		r->col_per_s[c] = 0;
	}
	if (r->ring.n && !(r->ring.point[r->ring.n - 1].flags & POINT_GAP))
		ring_add(&r->ring, &gap);
}

void mprobe_unavailable(struct model *m, const struct event *ev)
{
	struct mprobe *p = &m->probe[ev->probe];

	p->available = false;
	text_copy(p->reason, sizeof(p->reason), ev->text);
	/* what was true before is not known now */
	for (size_t i = 0; i < p->nrows; i++)
		row_unknown(p, &p->row[i], ev->t_ns);
	p->window_ns = 0;
}

static int count_cell(struct mprobe *p, const struct delta_cell *c)
{
	struct mrow *r = &p->row[p->dict[c->row]];

	r->moved = true;
	if (!r->cell && p->ncols) {
		r->cell = calloc(p->ncols, sizeof(*r->cell));
		r->col_per_s = calloc(p->ncols, sizeof(*r->col_per_s));
		r->col_total = calloc(p->ncols, sizeof(*r->col_total));
		r->col_avg_per_s = calloc(p->ncols, sizeof(*r->col_avg_per_s));
		if (!r->cell || !r->col_per_s || !r->col_total || !r->col_avg_per_s) {
			row_drop_columns(r);
			return -ENOMEM;
		}
	}
	if (r->row.flags & ROW_GAUGE) {
		r->sum = c->n; /* the present value */
		return 0;
	}
	if (c->col < p->ncols)
		r->cell[c->col] += c->n;
	r->sum += c->n;
	r->total += (double)c->n;
	r->pending += c->n;
	return 0;
}

static void close_row(struct mprobe *p, struct mrow *r, const struct event *ev)
{
	double s = (double)p->window_ns / 1e9;
	bool gauge = r->row.flags & ROW_GAUGE;
	struct point pt = { .t_ns = ev->t_ns, .n = 1 };

	r->has_rate = r->present && r->row.counted;
	r->per_s = gauge ? (double)r->sum : (double)r->sum / s;
	for (size_t c = 0; r->cell && c < p->ncols; c++) {
		r->col_per_s[c] = (float)((double)r->cell[c] / s);
		r->col_total[c] += (double)r->cell[c];
		r->col_avg_per_s[c] = (float)(r->col_total[c] * 1e9 / p->total_ns);
		r->cell[c] = 0;
	}
	r->sum = 0;
	if (!r->moved || !r->has_rate)
		return;
	pt.mean = pt.low = pt.high = (float)r->per_s;
	ring_add(&r->ring, &pt);
}

static void close_window(struct mprobe *p, const struct event *ev)
{
	p->total_ns += (double)p->window_ns;
	p->closed_ns = ev->t_ns;
	for (size_t i = 0; i < p->nrows; i++)
		close_row(p, &p->row[i], ev);
	p->window_ns = 0;
}

int mprobe_delta(struct model *m, const struct event *ev)
{
	struct mprobe *p = &m->probe[ev->probe];
	const struct delta *d = &ev->u.delta.cells;
	int64_t limit = p->since_start_ns > (double)WINDOW_NS ? WINDOW_NS : FIRST_WINDOW_NS;

	if (!p->seen || ev->u.delta.window_ns < 0)
		return -EINVAL;
	p->available = true;
	p->pending_series = ev->series;
	for (size_t i = 0; i < p->nrows; i++) {
		p->row[i].pending = 0;
		if (p->row[i].row.flags & ROW_GAUGE)
			p->row[i].sum = 0; /* a gauge at 0 has no cell */
	}
	for (size_t i = 0; i < d->ncells; i++) {
		if (d->cell[i].row >= p->ndict)
			continue;
		if (count_cell(p, &d->cell[i]))
			return -ENOMEM;
	}
	p->window_ns += MIN(ev->u.delta.window_ns, INT64_MAX - limit); /* < limit before */
	p->since_start_ns += (double)ev->u.delta.window_ns;
	if (p->window_ns >= limit)
		close_window(p, ev);
	return 0;
}

/* Room for sums by series up to @series, for the probe and those of its rows that have some. */
static int reserve_series(struct mprobe *p, size_t series)
{
	size_t size = p->series_size;

	if (MODEL_RESERVE(p->series_loops, size, series + 1))
		return -ENOMEM;
	for (size_t i = 0; i < p->nrows && size > p->series_size; i++) {
		size_t old = p->series_size;

		if (p->row[i].by_series && MODEL_RESERVE(p->row[i].by_series, old, size))
			return -ENOMEM;
	}
	p->series_size = size;
	return 0;
}

static int count_pending(struct mprobe *p, const struct slice *sl)
{
	double scale = (double)sl->wall_ns / sl->metrics.v[METRIC_irq_ns];

	if (reserve_series(p, sl->series))
		return -ENOMEM;
	p->series_loops[sl->series] += (double)sl->loops;
	for (size_t i = 0; i < p->nrows; i++) {
		struct mrow *r = &p->row[i];

		if (!r->pending)
			continue;
		if (!r->by_series)
			r->by_series = calloc(p->series_size, sizeof(*r->by_series));
		if (!r->by_series)
			return -ENOMEM;
		r->by_series[sl->series] += (double)r->pending * scale;
	}
	return 0;
}

int mprobe_slice(struct model *m, const struct slice *sl, bool counts)
{
	for (int i = 0; i < PROBES; i++) {
		struct mprobe *p = &m->probe[i];

		if (!p->seen || p->pending_series != sl->series)
			continue;
		p->pending_series = NO_SERIES;
		if (counts && metric_has(&sl->metrics, METRIC_irq_ns) && count_pending(p, sl))
			return -ENOMEM;
	}
	return 0;
}

void mprobe_epoch(struct model *m)
{
	for (int i = 0; i < PROBES; i++) {
		struct mprobe *p = &m->probe[i];

		free(p->series_loops);
		p->series_loops = NULL;
		p->series_size = 0;
		for (size_t r = 0; r < p->nrows; r++) {
			free(p->row[r].by_series);
			p->row[r].by_series = NULL;
		}
	}
}
