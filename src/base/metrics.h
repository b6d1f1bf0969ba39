/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * metrics: what is measured beside the rate of a slice. metrics.def has one line a figure; what it says
 * is all that recordings, sums, reports and views know of it. One more figure is one more line there,
 * and metric_set() where it is measured.
 *
 * Pure. Invariant: a metric whose bit in `have` is clear is missing; its value is 0 and means nothing.
 */
#ifndef CTXTOP_METRICS_H
#define CTXTOP_METRICS_H

#include <stdbool.h>
#include <stdint.h>

enum metric_type {
	METRIC_COUNT, /* a whole number; exact up to 2^53 */
	METRIC_REAL,
};

/* Over what time it is counted. The slice's own is wall_ns. */
enum metric_window {
	METRIC_SLICE, /* the slice's: nothing is scaled */
	METRIC_WORKERS, /* between two readings of the workers, a little longer: scaled by the runner */
	METRIC_IRQ,	/* irq_ns, longer still: scaled where slices are summed */
};

/* How the slices that carried it become one figure. */
enum metric_how {
	METRIC_NO_FIGURE,
	METRIC_PER_LOOP, /* sum by the loops of those slices, times `factor` */
	METRIC_MEAN,	 /* mean over those slices */
	METRIC_SUM,	 /* sum over those slices */
};

/* How the figure is written for people. */
enum metric_show {
	METRIC_AS_DEFAULT, /* three decimals for what is counted by loop, else as a rate */
	METRIC_AS_RATE,	   /* as many digits as a rate has */
	METRIC_AS_PERCENT, /* a share of 1 */
	METRIC_AS_MHZ,
	METRIC_AS_CPUS, /* two decimals */
};

enum metric_id {
#define METRIC(id, ...) METRIC_##id,
#include "base/metrics.def"
#undef METRIC
	METRICS
};

#define METRIC_BIT(id) (UINT64_C(1) << METRIC_##id)

/* Values of a slice, or figures of many. */
struct metrics {
	uint64_t have;
	double v[METRICS];
};

_Static_assert(METRICS <= 64, "struct metrics has a bit for each");

struct metric {
	/* Its name in the slice of a recording. NULL: it is never measured, but a sum. */
	const char *json;
	const char *group; /* the object there that holds it, where a count of 0 is left out */
	uint64_t parts;	   /* METRIC_BIT()s: it is the sum of these, missing where one of them is */
	const char *unit;
	enum metric_type type;
	enum metric_window window;
	enum metric_how how;
	enum metric_show show;
	double factor;	   /* of a figure by loop; 0: 1 */
	double min, max;   /* a value outside is nonsense; max 0: no limit */
	bool not_negative; /* the figure, although that of one slice may be (a difference) */
	bool free_only;	   /* only where the scheduler places the workers */
	/* The figure's name in JSON and CSV reports, with its unit. NULL: it has no column. */
	const char *figure;
	/* Heading and width of its column in the table for people. NULL: it has none. */
	const char *heading;
	int width;
	bool below; /* not beside the rates, where no room is left, but in a table below */
	/* Its name on the screen, what it is, and why it may be missing. NULL: it is not shown. */
	const char *label, *help, *missing;
};

extern const struct metric metric_table[METRICS];

static inline bool metric_has(const struct metrics *m, enum metric_id id)
{
	return m->have & (UINT64_C(1) << id);
}

static inline void metric_set(struct metrics *m, enum metric_id id, double v)
{
	m->have |= UINT64_C(1) << id;
	m->v[id] = v;
}

static inline void metric_clear(struct metrics *m, enum metric_id id)
{
	m->have &= ~(UINT64_C(1) << id);
	m->v[id] = 0;
}

/* The value in what was measured, formed from its parts where it has some. False: missing. */
bool metric_measured(const struct metrics *m, enum metric_id id, double *v);
/* Is @v one that a machine could have given? */
bool metric_sane(enum metric_id id, double v);
/* Add @one to @sum, where a metric stays only if all that were added had it. */
void metrics_add(struct metrics *sum, const struct metrics *one, bool first);
/*
 * Into @out what counters moved by between the readings @from and @to; those of METRIC_WORKERS times
 * @factor, rounded. What one of them lacks is left alone.
 */
void metrics_between(struct metrics *out, const struct metrics *from, const struct metrics *to,
		     double factor);

#endif
