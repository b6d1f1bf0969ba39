// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * metrics: the table of figures, and what follows from it for one slice.
 *
 * Pure. Invariant: metrics.def is the only place that says anything of a single figure.
 */
#include "base/metrics.h"

#include <math.h>
#include <stddef.h>

const struct metric metric_table[METRICS] = {
#define METRIC(id, ...) [METRIC_##id] = { __VA_ARGS__ },
#include "base/metrics.def"
#undef METRIC
};

bool metric_measured(const struct metrics *m, enum metric_id id, double *v)
{
	uint64_t parts = metric_table[id].parts;

	if (!parts)
		parts = UINT64_C(1) << id;
	if ((m->have & parts) != parts)
		return false;
	*v = 0;
	for (int i = 0; i < METRICS; i++)
		if (parts & (UINT64_C(1) << i))
			*v += m->v[i];
	return true;
}

bool metric_sane(enum metric_id id, double v)
{
	const struct metric *m = &metric_table[id];

	if (!isfinite(v) || v < m->min)
		return false;
	return m->max == 0 || v <= m->max;
}

void metrics_add(struct metrics *sum, const struct metrics *one, bool first)
{
	if (first) {
		*sum = *one;
		return;
	}
	for (int i = 0; i < METRICS; i++) {
		if (metric_has(sum, i) && metric_has(one, i))
			sum->v[i] += one->v[i];
		else
			metric_clear(sum, i);
	}
}

void metrics_between(struct metrics *out, const struct metrics *from, const struct metrics *to,
		     double factor)
{
	for (int i = 0; i < METRICS; i++) {
		double v = to->v[i] - from->v[i];

		if (!metric_has(from, i) || !metric_has(to, i))
			continue;
		if (metric_table[i].window == METRIC_WORKERS)
			v *= factor;
		metric_set(out, i, metric_table[i].type == METRIC_COUNT ? round(v) : v);
	}
}
