// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * figures: the sums of a series over an epoch, and the figures that follow from them.
 *
 * Pure. Invariant: a ratio is formed only from slices that carried both of its numbers.
 */
#include "model/model_int.h"

#include <string.h>

static void add_counts(struct sums *s, const struct slice *sl)
{
	double loops = (double)sl->loops;

	if (sl->flags & SLICE_HAS_CPU) {
		s->cpu_loops += loops;
		s->cpu_ns += (double)sl->cpu_ns;
	}
	if (sl->flags & SLICE_HAS_SWITCHES) {
		s->switch_loops += loops;
		s->nvcsw += (double)sl->nvcsw;
		s->nivcsw += (double)sl->nivcsw;
	}
	if (sl->flags & SLICE_HAS_FAULTS) {
		s->fault_loops += loops;
		s->faults += (double)sl->faults;
	}
	if (sl->flags & SLICE_HAS_MIGRATIONS) {
		s->has_migrations = true;
		s->migrations += (double)sl->migrations;
	}
	if ((sl->flags & SLICE_HAS_IRQ) && sl->irq_ns > 0) {
		/* the window is a little longer than the slice; the rate in it is the slice's */
		double scale = (double)sl->wall_ns / (double)sl->irq_ns;

		s->irq_loops += loops;
		for (int c = 0; c < ROW_CLASSES; c++)
			s->irq[c] += (double)sl->irq[c] * scale;
	}
}

void sums_add(struct sums *s, const struct slice *sl)
{
	double rate;

	if (sl->flags & SLICE_VOID) {
		s->voided++;
		return;
	}
	rate = (double)sl->loops * 1e9 / (double)sl->wall_ns;
	s->cut += !!(sl->flags & SLICE_CUT);
	s->disturbed += !!(sl->flags & SLICE_DISTURBED);
	running_add(&s->rate, rate);
	if ((sl->flags & SLICE_HAS_MHZ) && sl->mhz >= 1) {
		running_add(&s->per_mhz, rate / sl->mhz);
		running_add(&s->mhz, sl->mhz);
	}
	if (sl->flags & SLICE_HAS_SAME)
		running_add(&s->same, sl->same_share);
	if (sl->flags & SLICE_HAS_LOAD)
		running_add(&s->load, sl->other_load);
	if (sl->flags & SLICE_HAS_STEAL)
		running_add(&s->steal, sl->steal);
	add_counts(s, sl);
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

static void ratios(const struct sums *s, struct figures *out)
{
	if (s->cpu_loops > 0) {
		out->have |= FIG_CPU;
		out->cpu_us_per_loop = s->cpu_ns / s->cpu_loops / 1e3;
	}
	if (s->switch_loops > 0) {
		out->have |= FIG_SWITCHES;
		out->switches_per_loop = (s->nvcsw + s->nivcsw) / s->switch_loops;
		out->involuntary_per_loop = s->nivcsw / s->switch_loops;
	}
	if (s->fault_loops > 0) {
		out->have |= FIG_FAULTS;
		out->faults_per_loop = s->faults / s->fault_loops;
	}
	if (s->irq_loops > 0) {
		out->have |= FIG_IRQ;
		for (int c = 0; c < ROW_CLASSES; c++)
			out->irq_per_loop[c] = s->irq[c] / s->irq_loops;
	}
	if (s->has_migrations) {
		out->have |= FIG_MIGRATIONS;
		out->migrations = s->migrations;
	}
}

/* The mean of @r into *@value, where there is one. */
static void mean_of(const struct running *r, unsigned bit, double *value, unsigned *have)
{
	if (!r->n)
		return;
	*have |= bit;
	*value = r->mean;
}

void sums_figures(const struct sums *s, enum divisor divisor, double nominal_mhz,
		  struct figures *out)
{
	memset(out, 0, sizeof(*out));
	out->n = s->rate.n;
	out->voided = s->voided;
	out->cut = s->cut;
	out->disturbed = s->disturbed;
	if (!s->rate.n)
		return;
	out->have |= FIG_RATE;
	out->low = s->rate.low;
	out->high = s->rate.high;
	out->average = s->rate.mean;
	if (running_stddev(&s->rate, &out->stddev))
		out->have |= FIG_STDDEV;
	per_mhz(s, divisor, nominal_mhz, out);
	ratios(s, out);
	mean_of(&s->mhz, FIG_MHZ, &out->mhz, &out->have);
	mean_of(&s->same, FIG_SAME, &out->same_share, &out->have);
	mean_of(&s->load, FIG_LOAD, &out->other_load, &out->have);
	/* ticks minus nanoseconds: around nothing the mean may fall below it */
	out->other_load = MAX(out->other_load, 0);
	mean_of(&s->steal, FIG_STEAL, &out->steal, &out->have);
}
