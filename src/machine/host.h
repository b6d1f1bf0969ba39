/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * host: the facts about the machine that stand in the header, in the system view and in every
 * export ("run information").
 *
 * Invariant: plain data; an empty string or a cleared bit in `have` is "not known here".
 */
#ifndef CTXTOP_HOST_H
#define CTXTOP_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sysroot.h"

enum host_have {
	HOST_NOMINAL_MHZ = 1 << 0,
	HOST_NCPU = 1 << 1,
	HOST_HZ = 1 << 2,
	HOST_STEAL = 1 << 3, /* a hypervisor accounts steal time */
	HOST_ALLOWED = 1 << 4,
	HOST_QUOTA = 1 << 5,
	HOST_CAPTURED =
		1 << 6, /* another machine's files (--sysroot): nothing was measured on it */
};

/* What every screen and report says with HOST_CAPTURED. */
#define HOST_CAPTURED_WORDS                                                                        \
	"captured machine (--sysroot): facts, loads and interrupts are those of its files, while " \
	"the "                                                                                     \
	"loops ran on another one: no rate is divided by its clock or set beside its interrupts"

#define HOST_WARNINGS	 12
#define HOST_MITIGATIONS 40
#define HOST_BOOT_OPTS	 32

struct host_pair {
	char name[32], value[120];
};

struct host {
	unsigned have;
	char hostname[64];
	char kernel[64];	 /* "Linux 6.12.1" */
	char kernel_version[96]; /* "#1 SMP PREEMPT_DYNAMIC ..." */
	char machine[32];	 /* "x86_64" */
	char cpu_type[96];	 /* brand string, or /proc/cpuinfo's */
	char cpu_codename[64];	 /* libcpuid's */
	char cpu_features[256];
	char hypervisor[32];	 /* "" on bare metal */
	char virtualization[64]; /* a sentence for the system view */
	double nominal_mhz;
	char nominal_source[64]; /* "tsc (libcpuid)", "/proc/cpuinfo cpu MHz", ... */
	/* with HOST_NCPU: those with a line in /proc/stat; possible: as many where nothing says more */
	unsigned ncpu_online, ncpu_possible;
	unsigned ncpu_allowed; /* for ctxtop: affinity mask and cpuset */
	double cpu_quota;      /* CPUs that the control group may use, over its period */
	unsigned hz;	       /* CONFIG_HZ */
	char online[256], isolated[128], nohz_full[128]; /* lists; what was cut says so */
	char cpus_note[160];				 /* where two sources disagree about CPUs */
	char preemption[64];				 /* "PREEMPT_DYNAMIC (full)" */
	char clocksource[32], clocksources[96];
	char cpuidle_driver[32], cpuidle_governor[32];
	char cpufreq_driver[32], cpufreq_governor[32];
	char smt[24], thp[48], lockdown[48];
	char cmdline[1024];
	char kernel_config[96]; /* where the build options were found, or why not */
	size_t nboot, nmitigation, nwarning;
	struct host_pair boot[HOST_BOOT_OPTS]; /* boot options that matter here; value "": a flag */
	struct host_pair mitigation[HOST_MITIGATIONS]; /* vulnerability, state */
	char warning[HOST_WARNINGS][160]; /* what spoils figures, the weightiest first */
};

/*
 * How many CPUs there are for whom: "4 online", "2 of 4 allowed, quota 0.5", "4 online, 8 possible". ""
 * where nothing is known.
 */
void host_cpus_text(const struct host *h, char *buf, size_t size);

/* uname(2) and the CPU counts of the running machine only: microseconds, for the first frame. */
void host_quick(struct host *h);
/*
 * Fill @h anew, with everything; takes some 10 ms (CPUID, kernel config), 20 ms more where the TSC
 * must be measured (asleep). Never fails: what is unknown stays empty. A captured machine is described
 * by the files below @root alone.
 */
void host_collect(struct host *h, const struct sysroot *root);

#endif
