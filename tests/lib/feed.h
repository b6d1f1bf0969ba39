/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * feed: events by hand, for tests of the model: each call makes one event, applies it and frees it.
 *
 * Invariant: time is the caller's; nothing reads a clock. Each returns what model_apply() does.
 */
#ifndef CTXTOP_TESTS_FEED_H
#define CTXTOP_TESTS_FEED_H

#include "stream/event.h"
#include "model/model.h"
#include "probes/probe.h"

/* Wall time of monotonic time 0 in these tests: 2026-03-14 00:00:00 UTC. */
#define FEED_WALL_NS (INT64_C(1773446400) * NSEC_PER_SEC)

/* One row of a table that a test describes. */
struct feed_row {
	const char *label, *text;
	enum row_class class;
	unsigned flags;
	bool uncounted;
};

/* An event without a payload but its series and text (may be NULL). */
int feed_text(struct model *m, enum event_kind kind, int64_t t_ns, uint16_t series,
	      const char *text);
int feed_start(struct model *m, int64_t t_ns, const char *label);
/* A host with that nominal clock; 0 = not known. */
int feed_host(struct model *m, int64_t t_ns, double nominal_mhz);
int feed_series(struct model *m, uint16_t id, const char *method, const char *placement);
/* A slice of 100 ms with @loops, nothing else measured. */
struct slice feed_plain(uint16_t series, uint32_t round, uint64_t loops);
int feed_slice(struct model *m, int64_t t_ns, const struct slice *sl);
int feed_gap(struct model *m, int64_t t_ns, int64_t gap_ns, const char *text);
int feed_table(struct model *m, int64_t t_ns, enum probe_id probe, const uint32_t *cpu,
	       size_t ncols, const struct feed_row *row, size_t nrows);
int feed_delta(struct model *m, int64_t t_ns, enum probe_id probe, uint16_t series,
	       int64_t window_ns, const struct delta_cell *cell, size_t ncells);

#endif
