/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * placement: on which CPUs the workers of a series run, from the CPUs that are allowed and the
 * topology.
 *
 * The choosing is pure; placement_read() reads the topology. Invariant: only CPUs out of the
 * affinity mask are ever named.
 */
#ifndef CTXTOP_PLACEMENT_H
#define CTXTOP_PLACEMENT_H

#include "base.h"
#include "method.h"
#include "sysroot.h"

enum placement {
	PLACE_SAME,   /* all workers on one CPU */
	PLACE_CROSS,  /* each on its own CPU, the best related pair: llc, else smt, else socket */
	PLACE_FREE,   /* the scheduler decides */
	PLACE_SMT,    /* cross, siblings of one core */
	PLACE_LLC,    /* cross, two cores below one last-level cache */
	PLACE_SOCKET, /* cross, two packages */
	PLACEMENTS
};

const char *placement_name(enum placement p);
const char *placement_summary(enum placement p);
/* Comma separated list into @chosen. 0 or -EINVAL with words. */
int placements_select(const char *list, bool chosen[PLACEMENTS], struct err *e);

struct topo_cpu {
	int cpu, core, package, llc; /* ids; -1 unknown */
};

struct topology {
	struct topo_cpu *cpu; /* the allowed CPUs, ascending */
	size_t ncpus;
};

/* The calling thread's affinity mask, with what /sys says of each CPU. 0 or -errno. */
int topology_read(struct topology *t, const struct sysroot *root);
void topology_free(struct topology *t);

struct placed {
	int cpu[PARTY_WORKERS]; /* -1: free */
	const char *relation;	/* "smt", "llc", "socket", "" */
};

/* Choose CPUs for @nworkers. 0, or -ENODEV with the reason in words ("only one CPU is allowed"). */
int placement_choose(const struct topology *t, enum placement p, unsigned nworkers,
		     struct placed *out, struct err *e);

/* A list of CPU numbers as the kernel writes them, "0-3,8". */
void cpulist_format(char *buf, size_t size, const int *cpu, size_t n);
/* Parse such a list, calling @each per CPU. Number of CPUs or -EINVAL. */
int cpulist_parse(const char *text, void (*each)(void *arg, int cpu), void *arg);

#endif
