// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * plan_make: the series of a plan, from the methods and placements that were chosen.
 *
 * Pure. Invariant: methods stand in their table's order, placements within; no two series are the
 * same method with the same parameters on the same CPUs.
 */
#include "engine/schedule.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * Pinned workers are steady half a millisecond after the barrier (tests/bench/warmup.c); free ones move
 * until the load balancer has seen them.
 */
#define WARM_PINNED_NS NSEC_PER_MSEC
#define WARM_FREE_NS   (150 * NSEC_PER_MSEC)

static bool is_solo(const struct method *m)
{
	return m->kind == METHOD_SOLO;
}

/* One worker has one CPU: of all placements that pin two, what is left is where it starts. */
static struct place place_for(const struct method *m, const struct place *wanted)
{
	struct place p = *wanted;

	if (!is_solo(m) || p.kind == PLACE_FREE)
		return p;
	if (p.kind == PLACE_PAIR)
		p.cpu[1] = p.cpu[0];
	else
		p.kind = PLACE_SAME;
	return p;
}

static bool has_place(const struct method *m, enum placement kind)
{
	unsigned has = kind == PLACE_FREE   ? METHOD_FREE
		       : kind == PLACE_SAME ? METHOD_SAME
					    : METHOD_CROSS;

	return !m->places || (m->places & has);
}

static void place_text(char *buf, size_t size, const struct method *m, const struct place *p)
{
	if (p->kind == PLACE_PAIR && is_solo(m))
		text_format(buf, size, "cpu=%d", p->cpu[0]);
	else if (p->kind == PLACE_PAIR)
		text_format(buf, size, "pair=%d:%d", p->cpu[0], p->cpu[1]);
	else if (p->kind == PLACE_SAME && is_solo(m))
		text_copy(buf, size, "one");
	else
		text_copy(buf, size, placement_name(p->kind));
}

static void where_text(char *buf, size_t size, const struct placed *at)
{
	if (at->cpu[0] < 0)
		text_copy(buf, size, "any");
	else if (at->cpu[0] == at->cpu[1])
		text_format(buf, size, "%d", at->cpu[0]);
	else
		text_format(buf, size, "%d,%d%s%s%s", at->cpu[0], at->cpu[1],
			    *at->relation ? " (" : "", at->relation, *at->relation ? ")" : "");
}

static void fill_info(struct series_info *info, const struct method_choice *c,
		      const struct place *place)
{
	const struct method *m = c->method;

	info->version = m->version;
	info->scale = method_scale(m, c->param);
	method_params_text(c, info->params, sizeof(info->params));
	text_copy(info->method, sizeof(info->method), m->name);
	text_format(info->label, sizeof(info->label), "%s%s%s", m->label,
		    info->params[0] ? " " : "", info->params);
	text_copy(info->kind, sizeof(info->kind), method_kind_name(m->kind));
	text_copy(info->unit, sizeof(info->unit), m->unit);
	text_copy(info->summary, sizeof(info->summary), m->summary);
	place_text(info->placement, sizeof(info->placement), m, place);
}

static unsigned flags_of(const struct method *m, const struct placed *at, const struct topology *t)
{
	bool one_cpu = at->cpu[0] == at->cpu[1];
	unsigned flags = 0;

	if (at->cpu[0] < 0)
		flags |= SERIES_FREE;
	else if (!one_cpu)
		flags |= SERIES_CROSS;
	/* who spins without giving way on the only CPU waits for the end of its time slice */
	if ((m->flags & METHOD_SPINS) && !(m->flags & METHOD_YIELDS) &&
	    ((one_cpu && at->cpu[0] >= 0) || t->ncpus == 1))
		flags |= SERIES_SLICE_BOUND;
	return flags;
}

static void plan_one(struct planned *s, const struct method_choice *c, const struct place *place,
		     const struct topology *topo)
{
	struct err e = { 0 };

	*s = (struct planned){ .choice = *c, .place = *place };
	s->warm_ns = place->kind == PLACE_FREE ? WARM_FREE_NS : WARM_PINNED_NS;
	fill_info(&s->info, c, place);
	s->possible = !placement_choose(topo, place, &s->placed, &e);
	if (!s->possible) {
		text_copy(s->reason, sizeof(s->reason), e.text);
		/* it would be one, on another machine */
		if (place->kind != PLACE_FREE && place->kind != PLACE_SAME)
			s->info.flags |= SERIES_CROSS;
		return;
	}
	s->info.flags = (uint16_t)flags_of(c->method, &s->placed, topo);
	/* loops that last time slices are timed from the barrier on: there is nothing to warm */
	s->timed = s->info.flags & SERIES_SLICE_BOUND;
	if (s->timed)
		s->warm_ns = 0;
	where_text(s->info.cpus, sizeof(s->info.cpus), &s->placed);
}

bool plan_place(struct planned *s, const struct topology *topo)
{
	struct planned now;

	if (!has_place(s->choice.method, s->place.kind))
		return false;
	plan_one(&now, &s->choice, &s->place, topo);
	if (now.possible == s->possible &&
	    !memcmp(now.placed.cpu, s->placed.cpu, sizeof(now.placed.cpu)) &&
	    (now.possible || !strcmp(now.reason, s->reason)))
		return false;
	now.info.id = s->info.id;
	*s = now;
	return true;
}

/* Is there a series already that would measure the same? */
static bool is_known(const struct plan *p, size_t from, const struct planned *s)
{
	for (size_t i = from; i < p->n; i++) {
		const struct planned *k = &p->series[i];

		if (!strcmp(k->info.placement, s->info.placement))
			return true;
		if (k->possible && s->possible && k->placed.cpu[0] == s->placed.cpu[0] &&
		    k->placed.cpu[1] == s->placed.cpu[1])
			return true;
	}
	return false;
}

static int plan_add(struct plan *p, size_t from, const struct method_choice *c,
		    const struct place *place, const struct topology *topo, struct err *e)
{
	struct planned *series;

	if (p->n == NO_SERIES)
		return err_set(e, E2BIG, "more than %d series; choose fewer methods or placements",
			       NO_SERIES);
	series = realloc(p->series, (p->n + 1) * sizeof(*series));
	if (!series)
		return err_set(e, ENOMEM, "no memory for %zu series", p->n + 1);
	p->series = series;
	plan_one(&series[p->n], c, place, topo);
	if (is_known(p, from, &series[p->n]))
		return 0;
	series[p->n].info.id = (uint16_t)p->n;
	p->n++;
	return 0;
}

/* None of the placements that were chosen is one of this method's. */
static void explain_none(struct planned *s)
{
	const struct method *m = s->choice.method;

	s->possible = false;
	text_format(s->reason, sizeof(s->reason),
		    "%s is not measured in this placement; it has:%s%s%s", m->name,
		    m->places & METHOD_SAME ? " same" : "",
		    m->places & METHOD_CROSS ? " cross" : "",
		    m->places & METHOD_FREE ? " free" : "");
}

static int add_method(struct plan *p, const struct method_choice *c,
		      const struct place_list *places, const struct topology *topo, struct err *e)
{
	size_t from = p->n;
	int ret = 0;

	for (size_t i = 0; i < places->n && !ret; i++) {
		struct place place = place_for(c->method, &places->item[i]);

		if (has_place(c->method, place.kind))
			ret = plan_add(p, from, c, &place, topo, e);
	}
	if (ret || p->n > from || !places->n)
		return ret;
	ret = plan_add(p, from, c, &places->item[0], topo, e);
	if (!ret)
		explain_none(&p->series[from]);
	return ret;
}

int plan_make(struct plan *p, const struct method_list *list, const struct place_list *places,
	      const struct topology *topo, struct err *e)
{
	int ret = 0;

	*p = (struct plan){ 0 };
	for (size_t i = 0; i < list->n && !ret; i++)
		ret = add_method(p, &list->item[i], places, topo, e);
	if (ret)
		plan_free(p);
	return ret;
}

int plan_read(struct plan *p, const char *list, const char *places, const struct topology *topo,
	      struct err *e)
{
	struct method_list m = { 0 };
	struct place_list at = { 0 };
	int ret = methods_select(list, &m, e);

	*p = (struct plan){ 0 };
	if (!ret)
		ret = placements_select(places, &at, e);
	if (!ret)
		ret = plan_make(p, &m, &at, topo, e);
	methods_free(&m);
	places_free(&at);
	return ret;
}

int plan_copy(struct plan *to, const struct plan *from)
{
	*to = *from;
	to->series = calloc(from->n + 1, sizeof(*to->series));
	if (!to->series)
		return -ENOMEM;
	if (from->n)
		memcpy(to->series, from->series, from->n * sizeof(*to->series));
	return 0;
}

void plan_free(struct plan *p)
{
	free(p->series);
	*p = (struct plan){ 0 };
}
