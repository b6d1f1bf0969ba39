/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * report_ctxbench: any number of runs in the layout of ctxbench's report (2003), to the column.
 *
 * Invariant: the layout is the original's for run names of at most 18 characters; longer ones widen
 * the first column of the whole report. low, high and average are cut off to whole loops, not
 * rounded: all 36 rows of the published report for 2.5.59 agree with average = floor(avg/MHz x MHz)
 * within the digits shown, and four of them contradict rounding.
 */
#ifndef CTXTOP_REPORT_CTXBENCH_H
#define CTXTOP_REPORT_CTXBENCH_H

#include <stdio.h>

#include "model/frame.h"

/* One run, a block of "Run information". Empty texts are left out. */
struct ctxbench_run {
	char name[96];		/* no blanks: tools split at them */
	char description[128];	/* behind the name, after a tab */
	bool has_mhz;		/* else "--" */
	double mhz;		/* the divisor of avg/MHz */
	const char *mhz_source; /* where the divisor is from; not in the original, may be NULL */
	const char *cpu_type, *host_name, *kernel; /* never NULL */
	unsigned ncpu;				   /* 0: not known, "--" */
	const struct host *host; /* for lines the original did not have; NULL: none of them */
};

/* One run's row in a section: figures, or the reason why there are none; both NULL: no row. */
struct ctxbench_cell {
	const struct figures *fig;
	const char *reason;
};

/* One IPC type. */
struct ctxbench_section {
	const char *label, *unit;
	const struct ctxbench_cell *cell; /* [nruns] */
};

/* 0 or -errno. */
int ctxbench_write(FILE *out, const struct ctxbench_run *run, size_t nruns,
		   const struct ctxbench_section *section, size_t nsections);

#endif
