// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * figures: the sums of a series over an epoch, and the figures that follow from them.
 *
 * Pure. Invariant: a ratio is formed only from slices that carried both of its numbers.
 */
#include "model/model_int.h"
#include "stream/rate.h"

#include <math.h>
#include <string.h>

/* What a count in its own window would be in the slice: the rate in both is the same. */
static double window_scale(const struct slice *sl, enum metric_id id)
{
	const struct metrics *m = &sl->metrics;

	if (metric_table[id].window != METRIC_IRQ)
		return 1;
	if (!metric_has(m, METRIC_irq_ns) || !(m->v[METRIC_irq_ns] > 0))
		return NAN;
	return (double)sl->wall_ns / m->v[METRIC_irq_ns];
}

static void add_metrics(struct sums *s, const struct slice *sl)
{
	for (int i = 0; i < METRICS; i++) {
		double v;

		if (!metric_measured(&sl->metrics, i, &v) || !metric_sane(i, v))
			continue;
		v *= window_scale(sl, i);
		if (isnan(v))
			continue;
		s->metric[i].n++;
		s->metric[i].loops += (double)sl->loops;
		s->metric[i].sum += v;
	}
}

void sums_add(struct sums *s, const struct series_info *info, const struct slice *sl)
{
	double rate, mhz;

	if (sl->flags & SLICE_VOID) {
		s->voided++;
		return;
	}
	rate = series_rate(info, sl->loops, sl->wall_ns);
	s->cut += !!(sl->flags & SLICE_CUT);
	s->disturbed += !!(sl->flags & SLICE_DISTURBED);
	s->throttled += !!(sl->flags & SLICE_THROTTLED);
	running_add(&s->rate, rate);
	if (metric_measured(&sl->metrics, METRIC_mhz, &mhz) && metric_sane(METRIC_mhz, mhz))
		running_add(&s->per_mhz, rate / mhz);
	add_metrics(s, sl);
}

static void per_mhz(const struct sums *s, enum divisor divisor, double nominal, struct figures *out)
{
	if (divisor == DIVISOR_RUNNING) {
		if (!s->per_mhz.n)
			return;
		out->low_per_mhz = s->per_mhz.low;
		out->high_per_mhz = s->per_mhz.high;
		out->average_per_mhz = s->per_mhz.mean;
	} else {
		if (!(nominal >= 1))
			return;
		out->low_per_mhz = out->low / nominal;
		out->high_per_mhz = out->high / nominal;
		out->average_per_mhz = out->average / nominal;
	}
	out->have |= FIG_PER_MHZ;
}

/* One figure of metrics.def. False: no slice gave it. */
static bool metric_figure(const struct sums *s, enum metric_id id, double *v)
{
	const struct metric *t = &metric_table[id];

	*v = s->metric[id].sum;
	switch (t->how) {
	case METRIC_NO_FIGURE:
		return false;
	case METRIC_PER_LOOP:
		*v *= (t->factor ? t->factor : 1) / s->metric[id].loops;
		return s->metric[id].loops > 0;
	case METRIC_MEAN:
		*v /= (double)s->metric[id].n;
		break;
	case METRIC_SUM:
		break;
	}
	if (t->not_negative)
		*v = fmax(*v, 0);
	return s->metric[id].n > 0;
}

void sums_figures(const struct sums *s, enum divisor divisor, double nominal_mhz,
		  struct figures *out)
{
	memset(out, 0, sizeof(*out));
	out->n = s->rate.n;
	out->voided = s->voided;
	out->cut = s->cut;
	out->disturbed = s->disturbed;
	out->throttled = s->throttled;
	if (!s->rate.n)
		return;
	out->have |= FIG_RATE;
	out->low = s->rate.low;
	out->high = s->rate.high;
	out->average = s->rate.mean;
	if (running_stddev(&s->rate, &out->stddev))
		out->have |= FIG_STDDEV;
	per_mhz(s, divisor, nominal_mhz, out);
	for (int i = 0; i < METRICS; i++) {
		double v;

		if (metric_figure(s, i, &v))
			metric_set(&out->metrics, i, v);
	}
}
