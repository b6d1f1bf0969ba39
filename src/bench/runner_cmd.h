/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * runner_cmd: what the dashboard's side (runner.c) and the runner's (runner_main.c, spawner.c) say to each
 * other.
 *
 * A turn is BEGIN -> READY (the workers stand at the barrier), then one or more SLICE, each answered by
 * as many SLICED as it asks for, by the same workers, which keep looping in between; then END -> ENDED,
 * which need not be sent where the last SLICE said so. FAILED ends the turn at any of these. CUT shortens
 * what is running. DIED is the spawner's word that the runner is dead; the next one comes with START ->
 * HELLO.
 *
 * Invariant: both ends come from one fork, so that packets may hold pointers to constant tables.
 */
#ifndef CTXTOP_RUNNER_CMD_H
#define CTXTOP_RUNNER_CMD_H

#include <sys/types.h>

#include "base/metrics.h"
#include "bench/methods.h"
#include "machine/placement.h"

#define RUNNER_LONG 100 /* a slice of fewer loops is counted from loop end to loop end */

enum runner_op { RUNNER_START, RUNNER_BEGIN, RUNNER_SLICE, RUNNER_CUT, RUNNER_END };

/* One packet. How many workers there are follows from the choice, so that thousands need no more. */
struct runner_cmd {
	enum runner_op op;
	struct method_choice choice; /* BEGIN; its table is the same on both sides of the fork */
	int cpu[PLACE_SIDES];	     /* BEGIN: of each side of the workers; -1 = free */
	bool timed;	  /* SLICE: loops are known to be long: time each from the first on */
	int64_t warm_ns;  /* SLICE: loops before the first slice that are not counted */
	int64_t slice_ns; /* SLICE: length of each */
	unsigned slices;  /* SLICE: how many, one right behind the other */
	bool last;	  /* SLICE: end the workers behind them, before the last reply */
	int mhz_cpu;	  /* END: then measure the clock of this CPU; -1 = of none */
};

enum runner_said {
	RUNNER_HELLO,
	RUNNER_READY,
	RUNNER_SLICED,
	RUNNER_ENDED,
	RUNNER_FAILED,
	RUNNER_DIED, /* no reply to what was sent follows; the workers are gone, the ledger is empty */
};

struct runner_reply {
	enum runner_said said;
	pid_t pid;    /* HELLO */
	bool own_ipc; /* HELLO: in an IPC namespace of its own */
	int status;   /* DIED: as from waitpid() */
	bool cut;     /* SLICED: ended by CUT; no further one follows */
	bool last;    /* SLICED: the workers have been ended */
	/*
	 * SLICED: there were fewer than RUNNER_LONG loops, or `timed` was asked for: it was timed from the end of a loop
	 * to the end of a loop; the first lies before the slice was begun.
	 */
	bool timed;
	int64_t t_ns;	 /* SLICED: monotonic time of the end of what was measured */
	int64_t wall_ns; /* measured time */
	int64_t sent_ns; /* SLICED: behind all that the runner does about it, the end of the workers too */
	uint64_t loops;
	struct metrics metrics;	  /* SLICED: of the workers; ENDED: mhz of the CPU asked for */
	int16_t cpu[PLACE_SIDES]; /* where the first worker of each side ran last, -1 unknown */
	int code;		  /* FAILED: errno; ECANCELED: cut during warm-up */
	char text[200];		  /* FAILED: words; HELLO: which namespace */
};

#endif
