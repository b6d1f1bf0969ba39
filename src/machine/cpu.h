/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cpu: what kind of processor this is (libcpuid, or /proc/cpuinfo where it knows nothing) and how
 * fast it runs now (a calibrated chain of dependent operations).
 *
 * Invariant: cpu.c is the only file that includes libcpuid. No call here runs another program,
 * reads an MSR or moves the calling thread to another CPU.
 */
#ifndef CTXTOP_CPU_H
#define CTXTOP_CPU_H

#include "base/base.h"
#include "base/sysroot.h"

struct cpu_facts {
	char type[96];	     /* "AMD EPYC", "ARM Cortex-A72" */
	char codename[64];   /* libcpuid's; elsewhere the board or machine */
	char vendor[32];     /* "GenuineIntel", "ARM" */
	char features[256];  /* those that matter to IPC, by the names of /proc/cpuinfo */
	char hypervisor[32]; /* "" none seen; CPU_HYPERVISOR_UNNAMED: there is one without a name */
	bool steal_clock;    /* the hypervisor offers a clock of the time it took away */
	bool has_mhz;
	double nominal_mhz;  /* of the CPU the caller runs on */
	char mhz_source[64]; /* "" without has_mhz */
};

#define CPU_HYPERVISOR_UNNAMED "unnamed"

/*
 * Fill @f; never fails, what is unknown stays empty. @root: on a captured machine only its files
 * are used. Takes about 1 ms, and 20 ms more (asleep) where nothing states the clock of the TSC, so
 * that it must be measured.
 */
void cpu_facts(struct cpu_facts *f, const struct sysroot *root);

/*
 * Pure: the facts that one /proc/cpuinfo text holds, whatever the architecture. The clock is the
 * one in the brand string ("@ 2.30GHz") if there is one, because "cpu MHz" moves with the load;
 * else the highest that a CPU states.
 */
void cpu_facts_from_cpuinfo(struct cpu_facts *f, const char *text);

/*
 * The clock of the CPU the caller runs on, in MHz, now: two chains of dependent register operations
 * with known latency, the highest of 100 windows of 10..20 us each, which must agree within 3 %
 * (takes 2..4 ms of CPU). The caller pins itself first. 0, or -EAGAIN (chains disagree, too much
 * other load), -ENOTSUP (no chain for this architecture); words in @e.
 */
int cpu_running_mhz(double *mhz, struct err *e);

#endif
