/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * runner: the process that makes the workers, in an IPC namespace of its own, and times their slices.
 *
 * A turn is BEGIN -> READY, then one or more SLICE -> SLICED by the same workers, which keep looping in
 * between, then END -> ENDED. FAILED ends the turn at any of these. CUT shortens what is running.
 *
 * Invariant: single-threaded, forked before any thread exists; dies with its parent, and the workers
 * die with it. Workers nobody asks about for a second are ended (the dashboard was stopped).
 */
#ifndef CTXTOP_RUNNER_H
#define CTXTOP_RUNNER_H

#include <sys/types.h>

#include "base/base.h"
#include "base/metrics.h"
#include "bench/ledger.h"
#include "bench/methods.h"
#include "machine/placement.h"

enum runner_op { RUNNER_BEGIN, RUNNER_SLICE, RUNNER_CUT, RUNNER_END };

/* One packet. How many workers there are follows from the choice, so that thousands need no more. */
struct runner_cmd {
	enum runner_op op;
	struct method_choice choice; /* BEGIN; its table is the same on both sides of the fork */
	int cpu[PLACE_SIDES];	     /* BEGIN: of each side of the workers; -1 = free */
	bool timed;	  /* BEGIN: loops are known to be long: time each from the first on */
	int64_t warm_ns;  /* BEGIN: loops before READY that are not counted */
	int64_t slice_ns; /* SLICE */
	int mhz_cpu;	  /* END: then measure the clock of this CPU; -1 = of none */
};

enum runner_said { RUNNER_HELLO, RUNNER_READY, RUNNER_SLICED, RUNNER_ENDED, RUNNER_FAILED };

struct runner_reply {
	enum runner_said said;
	bool own_ipc; /* HELLO: in an IPC namespace of its own */
	bool cut;     /* SLICED: ended by CUT */
	/*
	 * SLICED: loops are longer than a hundredth of the slice, and it was timed from the end of a loop
	 * to the end of a loop, the first of which lies before the slice was begun.
	 */
	bool timed;
	int64_t t_ns;	 /* SLICED: monotonic time of the end of what was measured */
	int64_t wall_ns; /* measured time */
	int64_t read_ns; /* when that was found out, by less than a loop after t_ns */
	uint64_t loops;
	struct metrics metrics;	  /* SLICED: of the workers; ENDED: mhz of the CPU asked for */
	int16_t cpu[PLACE_SIDES]; /* where the first worker of each side ran last, -1 unknown */
	int code;		  /* FAILED: errno; ECANCELED: cut during warm-up */
	char text[200];		  /* FAILED: words; HELLO: which namespace */
};

struct runner {
	pid_t pid;
	int fd;		     /* sequenced packets; poll it for a reply */
	bool own_ipc;	     /* it and the workers have an IPC namespace of their own */
	char isolation[200]; /* "own IPC namespace", ... */
};

/*
 * Fork the runner. @life_fd: the guardian's pipe (guardian.h), which the runner holds open and the
 * workers do not. Waits for its HELLO. 0 or -errno.
 */
int runner_start(struct runner *r, struct ledger *ledger, int life_fd, struct err *e);
/* 0 or -EPIPE: it is gone. */
int runner_send(const struct runner *r, const struct runner_cmd *cmd);
/* The next reply; waits for it. 0 or -EPIPE. */
int runner_recv(const struct runner *r, struct runner_reply *reply);
/* End it and reap it; at most 1 s, then by force. Returns its wait status, -1 if it was reaped before. */
int runner_stop(struct runner *r);

#endif
