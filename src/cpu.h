/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cpu: what kind of processor this is (libcpuid, or /proc/cpuinfo where it knows nothing) and how
 * fast it runs now (a calibrated chain of dependent operations).
 *
 * Invariant: the only file that includes libcpuid. No call here runs another program, reads an MSR
 * or moves the calling thread to another CPU.
 */
#ifndef CTXTOP_CPU_H
#define CTXTOP_CPU_H

#include "base.h"
#include "sysroot.h"

struct cpu_facts {
	char type[96], codename[64], vendor[32], features[256], hypervisor[32];
	bool has_mhz;
	double nominal_mhz;
	char mhz_source[64];
};

/* Fill @f. @root: on a captured machine only its /proc/cpuinfo is used. Never fails. */
void cpu_facts(struct cpu_facts *f, const struct sysroot *root);

/* Pure: the facts that one /proc/cpuinfo text holds, whatever the architecture. */
void cpu_facts_from_cpuinfo(struct cpu_facts *f, const char *text);

/*
 * The clock of the CPU the caller runs on, in MHz, now: two chains of dependent register operations
 * with known latency, the highest of ~100 windows of 10..20 us, which must agree within 3 %
 * (takes 2..4 ms of CPU). The caller pins itself first. 0, or -EAGAIN (chains disagree, too much
 * other load), -ENOTSUP (no chain for this architecture); words in @e.
 */
int cpu_running_mhz(double *mhz, struct err *e);

#endif
