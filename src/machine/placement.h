/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * placement: on which CPUs the workers of a series run, from the CPUs that are allowed and the
 * topology.
 *
 * The choosing is pure; topology_read() reads the topology. Invariant: only CPUs out of the
 * affinity mask are ever named.
 */
#ifndef CTXTOP_PLACEMENT_H
#define CTXTOP_PLACEMENT_H

#include "base/base.h"
#include "base/cpulist.h"
#include "base/sysroot.h"

/*
 * A placement names two CPUs, one for each side of the workers: who leads and who answers, who sends
 * and who receives. How many workers there are on a side is the method's matter.
 */
#define PLACE_SIDES 2

enum placement {
	PLACE_SAME,   /* both sides on the first allowed CPU */
	PLACE_CROSS,  /* each on its own CPU; the first of these relations that the allowed CPUs
		      * have: llc, package, socket, other cores, smt; where /sys tells nothing the
		      * first ones */
	PLACE_FREE,   /* the scheduler decides */
	PLACE_SMT,    /* cross, siblings of one core */
	PLACE_LLC,    /* cross, different cores below one last-level cache */
	PLACE_SOCKET, /* cross, in different packages */
	PLACE_PAIR,   /* the two CPUs that were named; they may be one */
	PLACEMENTS
};

struct place {
	enum placement kind;
	int cpu[PLACE_SIDES]; /* PLACE_PAIR */
};

struct place_list {
	struct place *item;
	size_t n;
};

const char *placement_name(enum placement p);
const char *placement_summary(enum placement p);
/*
 * Comma separated list ("same,cross,pair=2:5") into @out, in the order of enum placement, pairs in
 * that of the text; what is named twice stands there once. 0, or -EINVAL (-ENOMEM) with words, and
 * @out is then unchanged.
 */
int placements_select(const char *list, struct place_list *out, struct err *e);
void places_free(struct place_list *l);

struct topo_cpu {
	/*
	 * Ids; -1 unknown. Equal core and package: one core (core_id alone repeats in every package,
	 * on some boards in every cluster). llc is the lowest CPU below the same last-level cache.
	 */
	int cpu, core, package, llc;
};

struct topology {
	struct topo_cpu *cpu; /* the allowed CPUs, ascending */
	size_t ncpus;
};

/*
 * The CPUs that may be used (cpus_allowed(), else those online), with what /sys says of each: to place
 * workers give the root of the running machine. 0, or -errno with @t empty.
 */
int topology_read(struct topology *t, const struct sysroot *root);
/* The same for the @n CPUs of @cpus, ascending, whatever the affinity mask. 0 or -ENOMEM. */
int topology_of(struct topology *t, const struct sysroot *root, const int *cpus, size_t n);
void topology_free(struct topology *t);

/*
 * The CPUs that the calling thread may use, ascending, malloc'd into @cpus; how many, or -errno.
 * Works with more than 1024 CPUs.
 */
int affinity_read(int **cpus);

struct placed {
	int cpu[PLACE_SIDES]; /* -1: free */
	const char *relation; /* "smt", "llc", "package", "socket"; "" unknown or none */
};

/*
 * Choose the CPUs of both sides. 0; -ENODEV with the reason in words ("only one CPU is allowed here
 * (affinity mask 0)"). Of equal choices the one with the lowest CPU numbers is taken, so that every
 * run names the same CPUs.
 */
int placement_choose(const struct topology *t, const struct place *p, struct placed *out,
		     struct err *e);

#endif
