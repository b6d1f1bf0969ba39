// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * feed: events by hand.
 *
 * Invariant: every event is freed here, so that a model that keeps a pointer into one is found out.
 */
#include "feed.h"

#include <stdlib.h>
#include <string.h>

static struct event *make(enum event_kind kind, int64_t t_ns)
{
	struct event *ev = event_new(kind, t_ns, FEED_WALL_NS + t_ns);

	if (!ev)
		abort();
	return ev;
}

static int apply(struct model *m, struct event *ev)
{
	int ret = model_apply(m, ev);

	event_free(ev);
	return ret;
}

int feed_text(struct model *m, enum event_kind kind, int64_t t_ns, uint16_t series,
	      const char *text)
{
	struct event *ev = make(kind, t_ns);

	ev->series = series;
	text_copy(ev->text, sizeof(ev->text), text ? text : "");
	return apply(m, ev);
}

int feed_start(struct model *m, int64_t t_ns, const char *label)
{
	struct event *ev = make(EV_START, t_ns);

	text_copy(ev->u.start.label, sizeof(ev->u.start.label), label);
	text_copy(ev->u.start.version, sizeof(ev->u.start.version), "0.1");
	ev->u.start.slice_ns = 100 * NSEC_PER_MSEC;
	return apply(m, ev);
}

int feed_host(struct model *m, int64_t t_ns, double nominal_mhz)
{
	struct event *ev = make(EV_HOST, t_ns);

	ev->u.host = calloc(1, sizeof(*ev->u.host));
	if (!ev->u.host)
		abort();
	text_copy(ev->u.host->hostname, sizeof(ev->u.host->hostname), "box");
	if (nominal_mhz > 0)
		ev->u.host->have |= HOST_NOMINAL_MHZ;
	ev->u.host->nominal_mhz = nominal_mhz;
	return apply(m, ev);
}

int feed_series(struct model *m, uint16_t id, const char *method, const char *placement)
{
	struct event *ev = make(EV_SERIES, 0);

	ev->u.info.id = id;
	ev->u.info.version = 1;
	text_copy(ev->u.info.method, sizeof(ev->u.info.method), method);
	text_copy(ev->u.info.label, sizeof(ev->u.info.label), method);
	text_copy(ev->u.info.placement, sizeof(ev->u.info.placement), placement);
	text_copy(ev->u.info.unit, sizeof(ev->u.info.unit), "loops/s");
	return apply(m, ev);
}

struct slice feed_plain(uint16_t series, uint32_t round, uint64_t loops)
{
	return (struct slice){ .series = series,
			       .ncpus = 2,
			       .round = round,
			       .loops = loops,
			       .wall_ns = 100 * NSEC_PER_MSEC };
}

int feed_slice(struct model *m, int64_t t_ns, const struct slice *sl)
{
	struct event *ev = make(EV_SLICE, t_ns);

	ev->u.slice = *sl;
	return apply(m, ev);
}

int feed_gap(struct model *m, int64_t t_ns, int64_t gap_ns, const char *text)
{
	struct event *ev = make(EV_GAP, t_ns);

	ev->u.gap_ns = gap_ns;
	text_copy(ev->text, sizeof(ev->text), text);
	return apply(m, ev);
}

int feed_table(struct model *m, int64_t t_ns, enum probe_id probe, const uint32_t *cpu,
	       size_t ncols, const struct feed_row *row, size_t nrows)
{
	struct event *ev = make(EV_TABLE, t_ns);
	struct table *t = calloc(1, sizeof(*t));

	if (!t)
		abort();
	ev->probe = (uint16_t)probe;
	ev->u.table = t;
	for (size_t i = 0; i < ncols; i++)
		if (table_add_col(t, cpu[i]))
			abort();
	for (size_t i = 0; i < nrows; i++) {
		struct table_row *r = table_add_row(t, row[i].label, row[i].text);

		if (!r)
			abort();
		r->class = (uint8_t)row[i].class;
		r->flags = (uint8_t)row[i].flags;
		r->counted = !row[i].uncounted;
	}
	return apply(m, ev);
}

int feed_delta(struct model *m, int64_t t_ns, enum probe_id probe, uint16_t series,
	       int64_t window_ns, const struct delta_cell *cell, size_t ncells)
{
	struct event *ev = make(EV_DELTA, t_ns);

	ev->probe = (uint16_t)probe;
	ev->series = series;
	ev->u.delta.window_ns = window_ns;
	if (ncells) {
		ev->u.delta.cells.cell = malloc(ncells * sizeof(*cell));
		if (!ev->u.delta.cells.cell)
			abort();
		memcpy(ev->u.delta.cells.cell, cell, ncells * sizeof(*cell));
		ev->u.delta.cells.ncells = ev->u.delta.cells.size = ncells;
	}
	return apply(m, ev);
}
