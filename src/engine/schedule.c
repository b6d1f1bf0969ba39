// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * schedule: the plan of series and its rotation.
 *
 * Pure. Invariant: series ids are their positions, methods in their table's order, placements within.
 */
#include "engine/schedule.h"

#include <errno.h>
#include <string.h>

/* Pinned workers are steady within 4 ms; free ones move until the load balancer has seen them. */
#define WARM_PINNED_NS (5 * NSEC_PER_MSEC)
#define WARM_FREE_NS   (150 * NSEC_PER_MSEC)

static void where_text(char *buf, size_t size, const struct planned *s, enum placement place,
		       unsigned nworkers)
{
	char list[24];

	if (place == PLACE_FREE) {
		text_copy(buf, size, "any");
	} else if (place == PLACE_SAME) {
		text_format(buf, size, "%d", s->placed.cpu[0]);
	} else {
		cpulist_format(list, sizeof(list), s->placed.cpu, nworkers);
		text_format(buf, size, "%s%s%s%s", list, *s->placed.relation ? " (" : "",
			    s->placed.relation, *s->placed.relation ? ")" : "");
	}
}

static void plan_one(struct planned *s, unsigned id, unsigned method, enum placement place,
		     const struct topology *topo)
{
	const struct method *m = methods[method];
	struct err e = { 0 };

	*s = (struct planned){ .method = method, .info.id = (uint16_t)id };
	s->warm_ns = place == PLACE_FREE ? WARM_FREE_NS : WARM_PINNED_NS;
	s->info.version = m->version;
	text_copy(s->info.method, sizeof(s->info.method), m->name);
	text_copy(s->info.label, sizeof(s->info.label), m->label);
	text_copy(s->info.unit, sizeof(s->info.unit), m->unit);
	text_copy(s->info.summary, sizeof(s->info.summary), m->summary);
	text_copy(s->info.placement, sizeof(s->info.placement), placement_name(place));
	if (place == PLACE_FREE)
		s->info.flags |= SERIES_FREE;
	else if (place != PLACE_SAME)
		s->info.flags |= SERIES_CROSS;
	s->possible = !placement_choose(topo, place, m->nworkers, &s->placed, &e);
	if (!s->possible) {
		text_copy(s->reason, sizeof(s->reason), e.text);
		return;
	}
	where_text(s->info.cpus, sizeof(s->info.cpus), s, place, m->nworkers);
	/* who spins without giving way on the only CPU waits for the end of its time slice */
	if ((m->flags & METHOD_SPINS) && !(m->flags & METHOD_YIELDS) &&
	    (place == PLACE_SAME || topo->ncpus == 1))
		s->info.flags |= SERIES_SLICE_BOUND;
}

int plan_make(struct plan *p, const bool method[METHODS], const bool place[PLACEMENTS],
	      const struct topology *topo, struct err *e)
{
	*p = (struct plan){ 0 };
	for (unsigned m = 0; m < METHODS; m++) {
		for (unsigned pl = 0; pl < PLACEMENTS; pl++) {
			if (!method[m] || !place[pl])
				continue;
			if (p->n == SERIES_MAX)
				return err_set(e, E2BIG,
					       "more than %d series; choose fewer methods or "
					       "placements",
					       SERIES_MAX);
			plan_one(&p->series[p->n], (unsigned)p->n, m, pl, topo);
			p->n++;
		}
	}
	return 0;
}

struct planned *plan_next(struct plan *p, int64_t now_ns, bool *wrapped)
{
	*wrapped = false;
	for (size_t tried = 0; tried < p->n; tried++) {
		struct planned *s = &p->series[p->next];

		if (p->next == 0 && p->round_begun) {
			p->round++;
			*wrapped = true;
			p->round_begun = false;
		}
		p->next = (p->next + 1) % p->n;
		if (!s->possible || s->retry_ns > now_ns)
			continue;
		p->round_begun = true;
		return s;
	}
	return NULL;
}

bool plan_failed(struct planned *s, const char *reason, int64_t now_ns, int64_t pause_ns)
{
	bool is_new = strcmp(s->reason, reason) != 0;

	text_copy(s->reason, sizeof(s->reason), reason);
	s->retry_ns = now_ns + pause_ns;
	return is_new;
}

bool plan_worked(struct planned *s)
{
	bool had = s->reason[0] != '\0';

	s->reason[0] = '\0';
	s->retry_ns = 0;
	return had;
}
