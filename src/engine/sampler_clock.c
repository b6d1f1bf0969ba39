// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sampler_clock: the running clocks of the CPUs that slices used, each measured now and then.
 *
 * Invariant: no CPU's clock is asked for more often than every 1.5 s, and none is told that is older
 * than 2 s.
 */
#include "engine/sampler_link.h"

#define MHZ_EVERY_NS (1500 * NSEC_PER_MSEC) /* a clock is measured no more often */
#define MHZ_OLD_NS   (2 * NSEC_PER_SEC)

struct clock_seen *clocks_of(struct clock_seen *clock, int cpu)
{
	struct clock_seen *oldest = &clock[0];

	for (int i = 0; i < CLOCKS_KEPT; i++) {
		if (clock[i].cpu == cpu)
			return &clock[i];
		if (clock[i].t_ns < oldest->t_ns)
			oldest = &clock[i];
	}
	*oldest = (struct clock_seen){ .cpu = cpu };
	return oldest;
}

int clocks_wanted(struct clock_seen *clock, const struct runner_reply *sliced, unsigned n)
{
	int64_t now = now_ns(), oldest = now - MHZ_EVERY_NS;
	int want = -1;

	for (unsigned w = 0; w < n; w++) {
		int cpu = sliced->cpu[w];

		if (cpu < 0 || clocks_of(clock, cpu)->t_ns > oldest)
			continue;
		oldest = clocks_of(clock, cpu)->t_ns;
		want = cpu;
	}
	return want;
}

void clocks_fill(struct clock_seen *clock, struct slice *sl, unsigned n)
{
	struct metrics *m = &sl->metrics;

	for (unsigned w = 0; w < n; w++) {
		const struct clock_seen *c = sl->cpu[w] < 0 ? NULL : clocks_of(clock, sl->cpu[w]);

		if (!c || c->mhz <= 0 || now_ns() - c->t_ns > MHZ_OLD_NS)
			continue;
		if (metric_has(m, METRIC_mhz_cpu) &&
		    clocks_of(clock, (int)m->v[METRIC_mhz_cpu])->t_ns >= c->t_ns)
			continue;
		metric_set(m, METRIC_mhz, c->mhz);
		metric_set(m, METRIC_mhz_cpu, c->cpu);
	}
}
