/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sample: a complete frame made by hand, for tests of views and reports.
 *
 * Invariant: the same spec gives the same frame, byte for byte of what can be drawn: the only
 * source of chance is a generator of its own; no clock and no file is read.
 */
#ifndef CTXTOP_TESTS_SAMPLE_H
#define CTXTOP_TESTS_SAMPLE_H

#include "model/frame.h"
#include "probes/probe.h"

/* All zero means: 2 CPUs, placements same and cross, nothing measured yet. */
struct sample_spec {
	unsigned ncpus;	  /* 0 = 2; also used: 16, 128, 1152 */
	unsigned rounds;  /* complete rounds; 0 = the very first frame */
	bool free;	  /* placement "free" too */
	bool arm64;	  /* arm64's interrupt rows: neither NMI nor LOC */
	bool offline;	  /* the CPU in the middle went away */
	bool unavailable; /* the msgq series cannot run, and say why */
	bool sparse;	  /* only rates are known: no per MHz, switches, interrupts, CPU... */
	bool no_host;	  /* host facts have not come yet */
	bool no_probes;	  /* no probe can be read, with reasons */
	bool no_log;	  /* the log is empty, no marks */
	bool vanished;	  /* one interrupt row is gone */
	bool fault;	  /* a fault stands */
	bool ended;
	bool settings; /* 12 settings; with rounds and log two changes with verdicts of all states */
	bool idle_cpus; /* CPUs without load figures (only one reading so far) */
	uint32_t seed;
};

/*
 * 6 methods x (same, cross[, free]); a gap after a quarter of the rounds, a new level and a new
 * epoch after half of them; marks A, B, C; log lines; host with warnings; probes interrupts,
 * softirqs and cpustat. Never NULL (memory is short: abort()). Free with sample_free().
 */
struct frame *sample_frame(const struct sample_spec *spec);
void sample_free(struct frame *f);

/* The instant of every sample frame: 2026-03-14 15:09:26 UTC. */
#define SAMPLE_T_NS    (INT64_C(50000) * NSEC_PER_SEC)
#define SAMPLE_WALL_NS (INT64_C(1773500966) * NSEC_PER_SEC)
#define SAMPLE_SLICE   (100 * NSEC_PER_MSEC)

#endif
