/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * method: a plug-in that is one IPC workload. All that a method file needs to include beside system
 * headers.
 *
 * Invariant: the core owns processes, memory, descriptors and the loop; a method says what one loop
 * does, once. A loop never means half a round trip, and nothing is subtracted from it.
 */
#ifndef CTXTOP_METHOD_H
#define CTXTOP_METHOD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define METHOD_PARAMS 6 /* parameters of one method at most */

/* What a method sees of its workers in a turn. */
struct party {
	void *shared;	      /* the method's size.shared bytes, zeroed, shared by all workers */
	int *fd;	      /* [size.fds] of this crew, -1; the core closes what stands here */
	const int64_t *param; /* values, in the order of method->param[] */
	int msq, sem;	      /* System V ids, made and removed by the core; -1: not asked for */
	unsigned nworkers;
	unsigned crew;	    /* which crew is set up, or this worker's */
	unsigned worker;    /* in a worker: its own number, 0 leads */
	const pid_t *pid;   /* [nworkers], all known before the first loop */
	const char *failed; /* set on failure: the call that failed, "msgget" */
};

/* How far a worker is that counts loops. */
struct loop_count {
	_Atomic uint64_t loops;
	_Atomic uint32_t timed;	   /* set by the core: loops are long, note when each ends */
	_Atomic int64_t end_ns[2]; /* monotonic end of loop n, at n % 2 */
};

/* Count a loop; true: from now on they are to be timed. */
static inline bool loop_done(struct loop_count *c)
{
	uint64_t n = atomic_load_explicit(&c->loops, memory_order_relaxed);

	atomic_store_explicit(&c->loops, n + 1, memory_order_relaxed);
	return atomic_load_explicit(&c->timed, memory_order_relaxed);
}

enum method_kind {
	METHOD_ROUND_TRIP, /* there and back, two hand-overs */
	METHOD_SOLO,	   /* one worker: a system call, a fork, a walk through memory */
	METHOD_STREAM,	   /* a loop moves a block one way */
	METHOD_GROUP,	   /* many workers, each with a counter of its own; a loop is one message */
	METHOD_KINDS
};

enum method_flags {
	METHOD_SPINS = 1 << 0,	/* waits by spinning: on one CPU a hand-over costs a time slice */
	METHOD_YIELDS = 1 << 1, /* gives the CPU away while it spins */
	METHOD_FOLLOWERS_COUNT = 1 << 2, /* a loop is counted where it arrives: by who follows */
};

/* Where a method can be measured. */
enum method_places {
	METHOD_SAME = 1 << 0,  /* all workers on one CPU */
	METHOD_CROSS = 1 << 1, /* its two sides on different CPUs, whichever way these are chosen */
	METHOD_FREE = 1 << 2,  /* where the scheduler wants them */
};

struct method_param {
	const char *name; /* "size"; NULL ends the list */
	int64_t def, least, most;
	const char *unit;	 /* "B" takes k, m, g (of 1024); "" is a mere number */
	const char *const *word; /* then values are the places in this list, ended by NULL */
	const char *help;
};

/* How much a method needs; what depends on parameters is filled in by method->resize(). */
struct method_size {
	unsigned workers;
	unsigned
		crew; /* workers that are set up and forked together; 0 = all of them are one crew */
	unsigned fds;	   /* descriptors of a crew */
	unsigned msq, sem; /* System V objects: queues (0 or 1), semaphores in one set */
	size_t shared;	   /* bytes of shared memory */
};

struct method {
	const char *name;    /* "msgq" */
	const char *label;   /* "message queue" */
	const char *summary; /* one line: what one loop is */
	const char *groups;  /* what -m takes it by, beside its name: "classic ipc" */
	unsigned version;    /* raised whenever the meaning of one loop changes */
	enum method_kind kind;
	const char *unit; /* of its rate: "loops/s", "MB/s" */
	unsigned flags;
	unsigned places; /* 0 = everywhere; solo: same (shown as "one") and free */
	struct method_param param[METHOD_PARAMS];
	struct method_size size;
	int64_t turn_ns; /* least time of slices for which the same workers are kept; 0: one slice */
	/* What one loop is in `unit` times seconds: bytes / 1e6. NULL: 1. */
	double (*scale)(const int64_t *param);
	void (*resize)(const int64_t *param, struct method_size *size);
	/* The side of a worker, 0 or 1, for placements and for who leads. NULL: 0, 1, 0, 1... */
	unsigned (*side)(const int64_t *param, unsigned worker);
	/* Before the workers of a crew are forked. 0, or -errno with party->failed set. NULL: nothing. */
	int (*setup)(struct party *p);
	/* In each worker before the first loop (signal handlers...). NULL: nothing to do. */
	int (*enter)(struct party *p);
	/* One loop of side 0; the core counts it. 0 or -errno. */
	int (*lead)(struct party *p);
	/* One loop of side 1. 0 or -errno. NULL: there is no such side. */
	int (*follow)(struct party *p);
	/*
	 * METHOD_TIGHT() makes them; NULL: the core calls lead and follow, loop by loop. lead_all returns
	 * 0 once loop_done() does.
	 */
	int (*lead_all)(struct party *p, struct loop_count *count);
	int (*follow_all)(struct party *p);
	/* Only what close() and munmap() cannot undo, and the core does not know. NULL: nothing. */
	void (*teardown)(struct party *p);
};

/* methods.def: one line a method, in the order of ctxbench's report. */
enum method_id {
#define METHOD(name) METHOD_##name,
#include "bench/methods.def"
#undef METHOD
	METHODS
};

#define METHOD(name) extern const struct method method_##name;
#include "bench/methods.def"
#undef METHOD

/* A hint to the core that this thread spins (x86 pause, arm64 yield). */
static inline void cpu_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

/* A word in shared memory that says whose turn it is, for methods that hand over by spinning. */
struct turn_word {
	_Atomic unsigned worker;
};

static inline void turn_give(struct turn_word *t, unsigned worker)
{
	atomic_store_explicit(&t->worker, worker, memory_order_release);
}

static inline bool turn_is(struct turn_word *t, unsigned worker)
{
	return atomic_load_explicit(&t->worker, memory_order_acquire) == worker;
}

/*
 * The core's own loop, compiled together with NAME_lead() and NAME_follow(): for methods whose loop takes
 * nanoseconds, of which a call through a pointer would be a part.
 */
#define METHOD_TIGHT(name)                                                    \
	static int name##_lead_all(struct party *p, struct loop_count *count) \
	{                                                                     \
		int ret;                                                      \
                                                                              \
		while (!(ret = name##_lead(p)))                               \
			if (loop_done(count))                                 \
				return 0;                                     \
		return ret;                                                   \
	}                                                                     \
                                                                              \
	static int name##_follow_all(struct party *p)                         \
	{                                                                     \
		int ret;                                                      \
                                                                              \
		while (!(ret = name##_follow(p)))                             \
			;                                                     \
		return ret;                                                   \
	}

#endif
