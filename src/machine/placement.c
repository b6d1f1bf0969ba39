// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * placement: the choice of CPUs for the workers of a series.
 *
 * Pure. Invariant: the CPUs chosen are out of the topology given, and all different unless the
 * placement is "same".
 */
#include "machine/placement.h"

#include <errno.h>
#include <string.h>

static const struct {
	const char *name, *summary;
} placements[PLACEMENTS] = {
	[PLACE_SAME] = { "same", "all workers on one CPU" },
	[PLACE_CROSS] = { "cross", "each worker on its own CPU, the closest different cores" },
	[PLACE_FREE] = { "free", "the scheduler places the workers" },
	[PLACE_SMT] = { "smt", "workers on sibling threads of one core" },
	[PLACE_LLC] = { "llc", "workers on different cores below one last-level cache" },
	[PLACE_SOCKET] = { "socket", "workers in different processor packages" },
};

const char *placement_name(enum placement p)
{
	return placements[p].name;
}

const char *placement_summary(enum placement p)
{
	return placements[p].summary;
}

static int placement_find(const char *name, size_t len)
{
	for (int i = 0; i < PLACEMENTS; i++)
		if (strlen(placements[i].name) == len && !strncmp(placements[i].name, name, len))
			return i;
	return -ENOENT;
}

int placements_select(const char *list, bool chosen[PLACEMENTS], struct err *e)
{
	bool found[PLACEMENTS] = { false };
	bool any = false;

	for (const char *p = list; *p; p += *p == ',') {
		size_t len;
		int i;

		p += strspn(p, " ");
		len = strcspn(p, ", ");
		if (len) {
			i = placement_find(p, len);
			if (i < 0)
				return err_set(e, EINVAL,
					       "unknown placement \"%.*s\"; known are same, cross, "
					       "free, smt, llc, socket",
					       (int)MIN(len, (size_t)40), p);
			found[i] = any = true;
			p += len;
		}
		p += strspn(p, " ");
		if (*p && *p != ',')
			return err_set(e, EINVAL, "placements are separated by commas: \"%.60s\"",
				       list);
	}
	if (!any)
		return err_set(e, EINVAL, "no placement given; use for example same,cross");
	memcpy(chosen, found, sizeof(found));
	return 0;
}

enum relation { REL_SMT, REL_LLC, REL_PACKAGE, REL_SOCKET, REL_ANY };

static const char *const relation_names[] = {
	[REL_SMT] = "smt",	 [REL_LLC] = "llc", [REL_PACKAGE] = "package",
	[REL_SOCKET] = "socket", [REL_ANY] = "",
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
	case REL_ANY:
		return true;
	}
	return false;
}

/* May CPU @c be the worker after those in @pick? @own_core: only on a core that none has yet. */
static bool fits(const struct topology *t, const size_t *pick, unsigned n, size_t c,
		 enum relation r, bool own_core)
{
	for (unsigned i = 0; i < n; i++) {
		if (pick[i] == c || (own_core && same_core(&t->cpu[pick[i]], &t->cpu[c])))
			return false;
		/* there are seldom as many packages as workers: each differs from the one before */
		if (r == REL_SOCKET && i + 1 < n)
			continue;
		if (!related(&t->cpu[pick[i]], &t->cpu[c], r))
			return false;
	}
	return true;
}

/* Extend pick[0] by the lowest CPUs that fit. */
static bool extend(const struct topology *t, unsigned nworkers, enum relation r, bool own_core,
		   size_t *pick)
{
	for (unsigned n = 1; n < nworkers; n++) {
		size_t c = 0;

		while (c < t->ncpus && !fits(t, pick, n, c, r, own_core))
			c++;
		if (c == t->ncpus)
			return false;
		pick[n] = c;
	}
	return true;
}

/*
 * The first set, by CPU numbers, whose members all are related; on cores of their own as far as the
 * relation allows it. Taking the lowest CPU that fits needs no way back: apart from REL_SOCKET the
 * relation splits the CPUs into groups (of one core, cache or package), any member of which serves.
 */
static bool pick_related(const struct topology *t, unsigned nworkers, enum relation r,
			 size_t pick[PLACEMENT_WORKERS])
{
	for (int pass = 0; pass < 2; pass++)
		for (pick[0] = 0; pick[0] < t->ncpus; pick[0]++)
			if (extend(t, nworkers, r, pass == 0, pick))
				return true;
	return false;
}

static int place(const struct topology *t, const size_t *pick, unsigned nworkers, enum relation r,
		 struct placed *out)
{
	for (unsigned i = 0; i < nworkers; i++)
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

static int too_few(const struct topology *t, unsigned nworkers, struct err *e)
{
	if (t->ncpus == 1)
		return err_set(e, ENODEV, "only one CPU is allowed here (affinity mask %d)",
			       t->cpu[0].cpu);
	return err_set(e, ENODEV, "%u workers need %u CPUs, and only %zu are allowed here",
		       nworkers, nworkers, t->ncpus);
}

static int no_relation(const struct topology *t, unsigned nworkers, enum relation r, struct err *e)
{
	char many[16] = "two";

	if (!knows_cores(t))
		return err_set(e, ENODEV, "/sys tells nothing about the cores of this machine");
	if (nworkers > 2)
		text_format(many, sizeof(many), "%u", nworkers);
	if (r == REL_SMT)
		return err_set(e, ENODEV, "no %s allowed CPUs are siblings of one core", many);
	if (r == REL_LLC)
		return err_set(e, ENODEV, "no %s allowed cores share a last-level cache", many);
	return err_set(e, ENODEV, "no %s allowed CPUs alternate between packages", many);
}

static int choose_cross(const struct topology *t, unsigned nworkers, struct placed *out)
{
	/* siblings share one core's units, so they come last of what is known */
	static const enum relation order[] = { REL_LLC, REL_PACKAGE, REL_SOCKET, REL_SMT, REL_ANY };
	size_t pick[PLACEMENT_WORKERS];

	for (size_t i = 0; i < ARRAY_SIZE(order); i++)
		if (pick_related(t, nworkers, order[i], pick))
			return place(t, pick, nworkers, order[i], out);
	return -ENODEV;
}

int placement_choose(const struct topology *t, enum placement p, unsigned nworkers,
		     struct placed *out, struct err *e)
{
	static const enum relation wanted[PLACEMENTS] = {
		[PLACE_SMT] = REL_SMT,
		[PLACE_LLC] = REL_LLC,
		[PLACE_SOCKET] = REL_SOCKET,
	};
	size_t pick[PLACEMENT_WORKERS];

	for (size_t i = 0; i < PLACEMENT_WORKERS; i++)
		out->cpu[i] = -1;
	out->relation = "";
	if (!nworkers || nworkers > PLACEMENT_WORKERS)
		return err_set(e, EINVAL, "a party has 1 to %d workers, not %u", PLACEMENT_WORKERS,
			       nworkers);
	if (!t->ncpus)
		return err_set(e, ENODEV, "no CPU is allowed here");
	if (p == PLACE_FREE)
		return 0;
	if (p == PLACE_SAME || nworkers == 1) {
		for (unsigned i = 0; i < nworkers; i++)
			out->cpu[i] = t->cpu[0].cpu;
		return 0;
	}
	if (t->ncpus < nworkers)
		return too_few(t, nworkers, e);
	if (p == PLACE_CROSS)
		return choose_cross(t, nworkers, out);
	if (!pick_related(t, nworkers, wanted[p], pick))
		return no_relation(t, nworkers, wanted[p], e);
	return place(t, pick, nworkers, wanted[p], out);
}
