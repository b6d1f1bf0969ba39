/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * runner: the process that makes the workers, in an IPC namespace of its own, and times their slices.
 *
 * A turn is BEGIN -> READY (the workers stand at the barrier), then one or more SLICE, each answered by
 * as many SLICED as it asks for, by the same workers, which keep looping in between; then END -> ENDED,
 * which need not be sent where the last SLICE said so. FAILED ends the turn at any of these. CUT shortens
 * what is running.
 *
 * The runner is forked by a spawner, which is forked by the dashboard before any thread exists, and does
 * nothing else: so a runner that died can be followed by another one, in the same IPC namespace. DIED is
 * the spawner's word for that; the next runner comes with START -> HELLO.
 *
 * Invariant: both are single-threaded; the spawner dies with the dashboard, the runner with the spawner,
 * and the workers with the runner. Workers nobody asks about for a second are ended (the dashboard was
 * stopped).
 */
#ifndef CTXTOP_RUNNER_H
#define CTXTOP_RUNNER_H

#include <sys/types.h>

#include "base/base.h"
#include "base/metrics.h"
#include "bench/ledger.h"
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
	int64_t read_ns; /* when that was found out, by less than a loop after t_ns */
	uint64_t loops;
	struct metrics metrics;	  /* SLICED: of the workers; ENDED: mhz of the CPU asked for */
	int16_t cpu[PLACE_SIDES]; /* where the first worker of each side ran last, -1 unknown */
	int code;		  /* FAILED: errno; ECANCELED: cut during warm-up */
	char text[200];		  /* FAILED: words; HELLO: which namespace */
};

struct runner {
	pid_t spawner, pid;
	int fd;		     /* sequenced packets; poll it for a reply */
	bool own_ipc;	     /* it and the workers have an IPC namespace of their own */
	char isolation[200]; /* "own IPC namespace", ... */
};

/*
 * Fork the spawner, and by it the runner. @life_fd: the guardian's pipe (guardian.h), which both hold
 * open and the workers do not. Waits for the runner's HELLO. 0 or -errno.
 */
int runner_start(struct runner *r, struct ledger *ledger, int life_fd, struct err *e);
/* After DIED: another one. Waits for its HELLO. 0, or -errno with words. */
int runner_again(struct runner *r, struct err *e);
/* 0 or -EPIPE: the spawner is gone, and the runner with it. */
int runner_send(const struct runner *r, const struct runner_cmd *cmd);
/* The next reply; waits for it. 0 or -EPIPE. */
int runner_recv(const struct runner *r, struct runner_reply *reply);
/* End both by force: -EPIPE is what comes next. For a runner that does not answer. */
void runner_kill(const struct runner *r);
/*
 * End both and reap the spawner; at most 1 s, then by force. Returns the spawner's wait status, -1 if it
 * was reaped before.
 */
int runner_stop(struct runner *r);

#endif
