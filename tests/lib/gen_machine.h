/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gen_machine: texts of /proc/interrupts, /proc/stat and /proc/softirqs as a machine of a given
 * architecture and size would print them.
 *
 * Invariant: the same description and seed give the same text.
 */
#ifndef CTXTOP_TESTS_GEN_MACHINE_H
#define CTXTOP_TESTS_GEN_MACHINE_H

#include <stddef.h>
#include <stdint.h>

enum gen_arch { GEN_X86, GEN_ARM64, GEN_S390, GEN_POWERPC, GEN_RISCV, GEN_ARCHES };

struct gen_machine {
	enum gen_arch arch;
	unsigned ncpus;	   /* online ones */
	unsigned gap;	   /* so many CPU numbers are offline after the first half; 0 = none */
	unsigned ndevices; /* numbered rows */
	unsigned nkinds;   /* fields of a CPU line of /proc/stat, 4..10; 0 = 10 */
	uint64_t seed;
};

/* The number of the @i-th online CPU. */
unsigned gen_cpu(const struct gen_machine *m, unsigned i);

/* A terminated text to be freed, its length into @len. NULL: no memory. */
char *gen_interrupts(const struct gen_machine *m, size_t *len);
char *gen_stat(const struct gen_machine *m, size_t *len);
char *gen_softirqs(const struct gen_machine *m, size_t *len);

#endif
