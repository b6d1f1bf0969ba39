// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * turn_slice: filling and judging slices.
 *
 * Invariant: a slice that is void has its reason.
 */
#include "engine/turn_slice.h"

#include <string.h>

void turn_slice_fill(struct slice *sl, const struct runner_reply *r)
{
	sl->wall_ns = r->wall_ns;
	sl->loops = r->loops;
	sl->metrics = r->metrics;
	memcpy(sl->cpu, r->cpu, sizeof(sl->cpu));
}

void turn_slice_readings(struct slice *sl, const struct readings *rd)
{
	struct metrics *m = &sl->metrics;

	if (!rd->live)
		return;
	if (rd->has_irq) {
		metric_set(m, METRIC_irq_ns, (double)rd->irq_ns);
		for (int c = 0; c < ROW_CLASSES; c++)
			metric_set(m, METRIC_IRQ_OF(c), (double)rd->irq[c]);
	}
	if (!rd->has_load)
		return;
	metric_set(m, METRIC_steal, rd->steal);
	if (metric_has(m, METRIC_cpu_ns))
		metric_set(m, METRIC_other_load,
			   rd->busy - m->v[METRIC_cpu_ns] / (double)sl->wall_ns);
}

static void set_void(struct slice *sl, const char *why)
{
	sl->flags |= SLICE_VOID;
	text_copy(sl->text, sizeof(sl->text), why);
}

void turn_slice_judge(struct sampler *s, struct slice *sl, const struct runner_reply *r,
		      int64_t asked)
{
	int64_t gap;
	const char *jump = sampler_clock_jumped(s, &gap);

	if (r->cut)
		sl->flags |= SLICE_CUT;
	if (s->disturbed)
		sl->flags |= SLICE_DISTURBED;
	if (!jump) {
		gap = 0; /* the clocks drift by some ns: that is no gap */
		jump = s->void_why[0] ? s->void_why : NULL;
		if (!jump && s->late_why[0])
			jump = s->late_why;
	}
	if (jump) {
		sampler_post_gap(s, jump, gap);
		set_void(sl, jump);
	} else if (r->cut && r->wall_ns < asked / 2) {
		set_void(sl, "cut before half of it was measured");
	} else if (!r->loops) {
		set_void(sl, "not one loop");
	} else if (r->wall_ns > 10 * asked + LATE_NS && r->loops > 1) {
		set_void(sl, "it took more than ten times its length");
	}
}

/* A change may act on a part of a round only: the rest of that round counts for nothing. */
void turn_slice_settled(const struct sampler *s, struct event *ev)
{
	struct slice *sl = &ev->u.slice;

	if (sl->flags & SLICE_VOID)
		return;
	if ((s->has_void_round && sl->round == s->void_round) || ev->since_ns < s->void_until_ns)
		set_void(sl, "a setting changed");
}
