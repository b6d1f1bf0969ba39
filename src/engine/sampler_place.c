// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sampler_place: CPUs that come and go: the placements are found again, and the facts of the machine.
 *
 * Invariant: figures of other CPUs begin an epoch: they are not pooled with those before.
 */
#include "engine/sampler_link.h"

static void post_series(struct sampler *s, const struct planned *p, bool was_possible)
{
	struct event *ev = event_new(EV_SERIES, 0, 0);

	if (!ev)
		return;
	ev->u.info = p->info;
	sampler_post(s, ev);
	if (!p->possible)
		sampler_post_text(s, EV_STATE, p->info.id, p->reason);
	else if (!was_possible)
		sampler_post_text(s, EV_STATE, p->info.id, "");
}

void sampler_place_again(struct sampler *s)
{
	struct topology topo;
	bool any = false;

	if (!s->readings.cpus_changed)
		return;
	s->readings.cpus_changed = false;
	if (!s->cfg.root->live || topology_read(&topo, s->cfg.root))
		return;
	for (size_t i = 0; i < s->plan.n; i++) {
		struct planned *p = &s->plan.series[i];
		bool was = p->possible;

		if (!plan_place(p, &topo))
			continue;
		any = true;
		post_series(s, p, was);
	}
	topology_free(&topo);
	if (any) {
		sampler_post_text(s, EV_EPOCH, NO_SERIES, "CPUs came or went: other placements");
		plan_count_anew(&s->plan);
	}
	sampler_post_host(s);
}
