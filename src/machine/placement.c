// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * placement: the choice of CPUs for the workers of a series.
 *
 * Pure. Invariant: the CPUs chosen are out of the topology given, and different unless the placement
 * is "same" or names one CPU twice.
 */
#include "machine/placement.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define CPU_MOST 65535 /* above it a number is no CPU's */

static const struct {
	const char *name, *summary;
} placements[PLACEMENTS] = {
	[PLACE_SAME] = { "same", "all workers on one CPU" },
	[PLACE_CROSS] = { "cross", "each worker on its own CPU, the closest different cores" },
	[PLACE_FREE] = { "free", "the scheduler places the workers" },
	[PLACE_SMT] = { "smt", "workers on sibling threads of one core" },
	[PLACE_LLC] = { "llc", "workers on different cores below one last-level cache" },
	[PLACE_SOCKET] = { "socket", "workers in different processor packages" },
	[PLACE_PAIR] = { "pair", "pair=A:B, workers on CPU A and CPU B" },
};

const char *placement_name(enum placement p)
{
	return placements[p].name;
}

const char *placement_summary(enum placement p)
{
	return placements[p].summary;
}

/* ---- lists ---- */

static bool place_cpu(const char **text, int *cpu)
{
	char *end;
	long v;

	if (**text < '0' || **text > '9')
		return false;
	v = strtol(*text, &end, 10);
	if (v > CPU_MOST)
		return false;
	*cpu = (int)v;
	*text = end;
	return true;
}

/* "pair=A:B", @len bytes of it. */
static bool place_pair(const char *text, size_t len, struct place *p)
{
	const char *at = text + strlen("pair="), *end = text + len;

	if (len < strlen("pair=") || strncmp(text, "pair=", strlen("pair=")))
		return false;
	p->kind = PLACE_PAIR;
	if (!place_cpu(&at, &p->cpu[0]) || *at != ':')
		return false;
	at++;
	return place_cpu(&at, &p->cpu[1]) && at == end;
}

static bool place_read(const char *text, size_t len, struct place *p)
{
	for (int i = 0; i < PLACEMENTS; i++) {
		if (i == PLACE_PAIR || strlen(placements[i].name) != len ||
		    strncmp(placements[i].name, text, len))
			continue;
		*p = (struct place){ .kind = i, .cpu = { -1, -1 } };
		return true;
	}
	return place_pair(text, len, p);
}

static bool place_equal(const struct place *a, const struct place *b)
{
	return a->kind == b->kind && a->cpu[0] == b->cpu[0] && a->cpu[1] == b->cpu[1];
}

/* Behind those of its kind and of lower ones. */
static int places_add(struct place_list *l, const struct place *p)
{
	struct place *item;
	size_t at = l->n;

	for (size_t i = 0; i < l->n; i++)
		if (place_equal(&l->item[i], p))
			return 0;
	item = realloc(l->item, (l->n + 1) * sizeof(*item));
	if (!item)
		return -ENOMEM;
	l->item = item;
	for (; at && item[at - 1].kind > p->kind; at--)
		item[at] = item[at - 1];
	item[at] = *p;
	l->n++;
	return 0;
}

void places_free(struct place_list *l)
{
	free(l->item);
	*l = (struct place_list){ 0 };
}

static int places_read(const char *list, struct place_list *out, struct err *e)
{
	for (const char *p = list; *p; p += *p == ',') {
		struct place place;
		size_t len;

		p += strspn(p, " ");
		len = strcspn(p, ", ");
		if (len && !place_read(p, len, &place))
			return err_set(e, EINVAL,
				       "unknown placement \"%.*s\"; known are same, cross, free, "
				       "smt, llc, socket, and pair=A:B with two CPU numbers",
				       (int)MIN(len, (size_t)40), p);
		if (len && places_add(out, &place))
			return err_set(e, ENOMEM, "no memory for the placements");
		p += len;
		p += strspn(p, " ");
		if (*p && *p != ',')
			return err_set(e, EINVAL, "placements are separated by commas: \"%.60s\"",
				       list);
	}
	if (!out->n)
		return err_set(e, EINVAL, "no placement given; use for example same,cross");
	return 0;
}

int placements_select(const char *list, struct place_list *out, struct err *e)
{
	struct place_list found = { 0 };
	int ret = places_read(list, &found, e);

	if (ret)
		places_free(&found);
	else
		*out = found;
	return ret;
}

/* ---- choosing ---- */

enum relation { REL_SMT, REL_LLC, REL_PACKAGE, REL_SOCKET, REL_CORES, REL_ANY };

static const char *const relation_names[] = {
	[REL_SMT] = "smt",	 [REL_LLC] = "llc", [REL_PACKAGE] = "package",
	[REL_SOCKET] = "socket", [REL_CORES] = "",  [REL_ANY] = "",
};

static bool same_core(const struct topo_cpu *a, const struct topo_cpu *b)
{
	return a->core >= 0 && a->core == b->core && a->package == b->package;
}

static bool other_core(const struct topo_cpu *a, const struct topo_cpu *b)
{
	return a->core >= 0 && b->core >= 0 && !same_core(a, b);
}

/* Unknown ids relate to nothing: a guess would name the series wrongly. */
static bool related(const struct topo_cpu *a, const struct topo_cpu *b, enum relation r)
{
	switch (r) {
	case REL_SMT:
		return same_core(a, b);
	case REL_LLC:
		return other_core(a, b) && a->llc >= 0 && a->llc == b->llc;
	case REL_PACKAGE:
		return other_core(a, b) && a->package >= 0 && a->package == b->package;
	case REL_SOCKET:
		return a->package >= 0 && b->package >= 0 && a->package != b->package;
	case REL_CORES:
		return other_core(a, b);
	case REL_ANY:
		return true;
	}
	return false;
}

/* The first pair, by CPU numbers, that is so related; on different cores where that is left open. */
static bool pick_related(const struct topology *t, enum relation r, size_t pick[PLACE_SIDES])
{
	for (int pass = 0; pass < 2; pass++)
		for (pick[0] = 0; pick[0] < t->ncpus; pick[0]++)
			for (pick[1] = pick[0] + 1; pick[1] < t->ncpus; pick[1]++) {
				const struct topo_cpu *a = &t->cpu[pick[0]], *b = &t->cpu[pick[1]];

				if (related(a, b, r) && (pass || !same_core(a, b)))
					return true;
			}
	return false;
}

static int place(const struct topology *t, const size_t *pick, enum relation r, struct placed *out)
{
	for (unsigned i = 0; i < PLACE_SIDES; i++)
		out->cpu[i] = t->cpu[pick[i]].cpu;
	out->relation = relation_names[r];
	return 0;
}

static bool knows_cores(const struct topology *t)
{
	for (size_t i = 0; i < t->ncpus; i++)
		if (t->cpu[i].core >= 0)
			return true;
	return false;
}

static int no_relation(const struct topology *t, enum relation r, struct err *e)
{
	if (!knows_cores(t))
		return err_set(e, ENODEV, "/sys tells nothing about the cores of this machine");
	if (r == REL_SMT)
		return err_set(e, ENODEV, "no two allowed CPUs are siblings of one core");
	if (r == REL_LLC)
		return err_set(e, ENODEV, "no two allowed cores share a last-level cache");
	return err_set(e, ENODEV, "no two allowed CPUs are in different packages");
}

static int choose_cross(const struct topology *t, struct placed *out)
{
	/* siblings share one core's units: other cores come first, be ever so little known of them */
	static const enum relation order[] = { REL_LLC,	  REL_PACKAGE, REL_SOCKET,
					       REL_CORES, REL_SMT,     REL_ANY };
	size_t pick[PLACE_SIDES];

	for (size_t i = 0; i < ARRAY_SIZE(order); i++)
		if (pick_related(t, order[i], pick))
			return place(t, pick, order[i], out);
	return -ENODEV;
}

static int choose_pair(const struct topology *t, const int *cpu, struct placed *out, struct err *e)
{
	static const enum relation order[] = { REL_SMT, REL_LLC, REL_PACKAGE, REL_SOCKET, REL_ANY };
	size_t pick[PLACE_SIDES];

	for (unsigned i = 0; i < PLACE_SIDES; i++) {
		for (pick[i] = 0; pick[i] < t->ncpus; pick[i]++)
			if (t->cpu[pick[i]].cpu == cpu[i])
				break;
		if (pick[i] == t->ncpus)
			return err_set(e, ENODEV, "CPU %d is not among those allowed here (%zu)",
				       cpu[i], t->ncpus);
	}
	if (pick[0] == pick[1])
		return place(t, pick, REL_ANY, out);
	for (size_t i = 0; i < ARRAY_SIZE(order); i++)
		if (related(&t->cpu[pick[0]], &t->cpu[pick[1]], order[i]))
			return place(t, pick, order[i], out);
	return -ENODEV;
}

int placement_choose(const struct topology *t, const struct place *p, struct placed *out,
		     struct err *e)
{
	static const enum relation wanted[PLACEMENTS] = {
		[PLACE_SMT] = REL_SMT,
		[PLACE_LLC] = REL_LLC,
		[PLACE_SOCKET] = REL_SOCKET,
	};
	size_t pick[PLACE_SIDES] = { 0, 0 };

	*out = (struct placed){ .cpu = { -1, -1 }, .relation = "" };
	if (!t->ncpus)
		return err_set(e, ENODEV, "no CPU is allowed here");
	if (p->kind == PLACE_FREE)
		return 0;
	if (p->kind == PLACE_SAME)
		return place(t, pick, REL_ANY, out);
	if (p->kind == PLACE_PAIR)
		return choose_pair(t, p->cpu, out, e);
	if (t->ncpus == 1)
		return err_set(e, ENODEV, "only one CPU is allowed here (affinity mask %d)",
			       t->cpu[0].cpu);
	if (p->kind == PLACE_CROSS)
		return choose_cross(t, out);
	if (!pick_related(t, wanted[p->kind], pick))
		return no_relation(t, wanted[p->kind], e);
	return place(t, pick, wanted[p->kind], out);
}
