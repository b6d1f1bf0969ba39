// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * readings: reads probes and posts what they say.
 *
 * Invariant: a probe that cannot be read is told once as a fault and tried again each time.
 */
#include "engine/readings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void readings_init(struct readings *r, const struct sysroot *root)
{
	*r = (struct readings){ .ticks_per_s = sysconf(_SC_CLK_TCK), .live = root->live };
	for (int i = 0; i < PROBES; i++)
		probe_reader_init(&r->reader[i], i, root);
}

void readings_free(struct readings *r)
{
	for (int i = 0; i < PROBES; i++) {
		probe_reader_free(&r->reader[i]);
		table_free(&r->told[i]);
	}
}

static int copy_shape(struct table *to, const struct table *from)
{
	table_clear(to);
	for (size_t c = 0; c < from->ncols; c++)
		if (table_add_col(to, from->cpu[c]))
			return -ENOMEM;
	for (size_t i = 0; i < from->nrows; i++) {
		struct table_row *row = table_add_row(to, from->row[i].label, from->row[i].text);

		if (!row)
			return -ENOMEM;
		*row = from->row[i];
	}
	return 0;
}

static void post_table(struct readings *r, int id, post_fn post, void *arg)
{
	const struct probe_reader *pr = &r->reader[id];
	const struct table *t = &pr->table[pr->now];
	struct event *ev;

	if (r->told[id].nrows && table_same_shape(&r->told[id], t))
		return;
	if (id == PROBE_cpustat && r->told[id].nrows)
		r->cpus_changed = true;
	ev = event_new(EV_TABLE, now_ns(), wall_ns());
	if (!ev)
		return;
	ev->probe = (uint16_t)id;
	ev->u.table = calloc(1, sizeof(*ev->u.table));
	if (!ev->u.table || copy_shape(ev->u.table, t) || copy_shape(&r->told[id], t)) {
		event_free(ev);
		return;
	}
	post(arg, ev);
}

/* Interrupts by class of this window; the parts of an s390 sum are not counted twice. */
static void sum_irqs(struct readings *r, const struct table *t, const struct delta *d,
		     int64_t window)
{
	r->has_irq = window > 0;
	r->irq_ns = window;
	for (size_t i = 0; i < d->ncells; i++) {
		const struct table_row *row = &t->row[d->cell[i].row];

		if (!(row->flags & (ROW_DERIVED | ROW_GAUGE)))
			r->irq[row->class] += d->cell[i].n;
	}
}

static bool is_busy(const char *label)
{
	static const char *const busy[] = { "user", "nice", "system", "irq", "softirq" };

	for (size_t i = 0; i < ARRAY_SIZE(busy); i++)
		if (!strcmp(label, busy[i]))
			return true;
	return false;
}

static void sum_load(struct readings *r, const struct table *t, const struct delta *d,
		     int64_t window)
{
	double per_tick = 1e9 / (double)r->ticks_per_s / (double)window;

	r->has_load = window > 0;
	r->load_ns = window;
	for (size_t i = 0; i < d->ncells && r->has_load; i++) {
		const char *label = t->row[d->cell[i].row].label;

		if (is_busy(label))
			r->busy += (double)d->cell[i].n * per_tick;
		else if (!strcmp(label, "steal"))
			r->steal += (double)d->cell[i].n * per_tick;
	}
}

/* Were both readings taken at the ends of the slice? Not if the one before it failed. */
static bool is_of_slice(const struct readings *r, int id)
{
	const struct probe_reader *pr = &r->reader[id];

	return pr->time_ns[!pr->now] >= r->pair_ns[id];
}

static void post_delta(struct readings *r, int id, uint16_t series, post_fn post, void *arg)
{
	const struct probe_reader *pr = &r->reader[id];
	const struct table *t = &pr->table[pr->now];
	struct event *ev = event_new(EV_DELTA, now_ns(), wall_ns());
	bool whole;

	/* loops that ran here did nothing on a captured machine */
	if (!r->live)
		series = NO_SERIES;
	whole = series == NO_SERIES || is_of_slice(r, id);

	if (!ev)
		return;
	ev->probe = (uint16_t)id;
	ev->series = whole ? series : NO_SERIES;
	if (probe_reader_delta(pr, &ev->u.delta.cells, &ev->u.delta.window_ns)) {
		event_free(ev);
		return;
	}
	if (id == PROBE_interrupts && whole)
		sum_irqs(r, t, &ev->u.delta.cells, ev->u.delta.window_ns);
	if (id == PROBE_cpustat && whole)
		sum_load(r, t, &ev->u.delta.cells, ev->u.delta.window_ns);
	post(arg, ev);
}

static void post_fault(struct readings *r, int id, post_fn post, void *arg)
{
	struct event *ev;

	if (r->failing[id])
		return;
	r->failing[id] = true;
	ev = event_new(EV_PROBE, now_ns(), wall_ns());
	if (!ev)
		return;
	ev->probe = (uint16_t)id;
	text_copy(ev->text, sizeof(ev->text), r->reader[id].err.text);
	post(arg, ev);
}

static void forget_window(struct readings *r)
{
	r->has_irq = r->has_load = false;
	r->busy = r->steal = 0;
	memset(r->irq, 0, sizeof(r->irq));
}

static void take_one(struct readings *r, int id, uint16_t series, post_fn post, void *arg)
{
	if (probe_reader_read(&r->reader[id])) {
		post_fault(r, id, post, arg);
		return;
	}
	r->failing[id] = false;
	post_table(r, id, post, arg);
	post_delta(r, id, series, post, arg);
}

void readings_take(struct readings *r, bool force, uint16_t series, post_fn post, void *arg)
{
	int64_t now = now_ns();

	forget_window(r);
	for (int i = 0; i < PROBES; i++) {
		if (force && series == NO_SERIES)
			r->pair_ns[i] = now;
		if (force || probe_reader_due(&r->reader[i], now))
			take_one(r, i, series, post, arg);
	}
}

/* From pair to pair: the two readings of a pair may stand close to the next pair's. */
static bool pair_due(const struct readings *r, int id, int64_t now)
{
	return !r->pair_ns[id] || now - r->pair_ns[id] >= 2 * PROBE_BUDGET * r->reader[id].cost_ns;
}

bool readings_begin(struct readings *r, post_fn post, void *arg)
{
	int64_t now = now_ns();
	bool any = false;

	forget_window(r);
	for (int i = 0; i < PROBES; i++) {
		r->paired[i] = pair_due(r, i, now);
		if (!r->paired[i])
			continue;
		any = true;
		r->pair_ns[i] = now;
		take_one(r, i, NO_SERIES, post, arg);
	}
	return any;
}

void readings_end(struct readings *r, uint16_t series, post_fn post, void *arg)
{
	forget_window(r);
	for (int i = 0; i < PROBES; i++)
		if (r->paired[i])
			take_one(r, i, series, post, arg);
}

int64_t readings_taken_ns(const struct readings *r)
{
	int64_t last = 0;

	for (int i = 0; i < PROBES; i++)
		last = MAX(last, r->reader[i].tried_ns);
	return last;
}

void readings_own(struct readings *r, post_fn post, void *arg)
{
	int64_t now = now_ns(), cpu;
	struct timespec ts;
	struct event *ev;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	cpu = ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec;
	ev = event_new(EV_OWN, now, wall_ns());
	if (ev) {
		ev->u.own.window_ns = now - r->own_wall_ns;
		ev->u.own.cpu_ns = cpu - r->own_cpu_ns;
		if (r->own_wall_ns)
			post(arg, ev);
		else
			event_free(ev);
	}
	r->own_wall_ns = now;
	r->own_cpu_ns = cpu;
}
