/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * method: a plug-in that is one IPC workload. All that a method file needs to include beside system
 * headers.
 *
 * Invariant: one loop is one round trip, two hand-overs. The core owns processes, memory,
 * descriptors and the loop; a method says how to hand over, once.
 */
#ifndef CTXTOP_METHOD_H
#define CTXTOP_METHOD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define PARTY_WORKERS 8	 /* workers at most */
#define PARTY_FDS     16 /* descriptors at most */

/* What a method sees of its group of workers in a turn. */
struct party {
	void *shared;	   /* method's shared_size bytes, zeroed, shared by all workers */
	int fd[PARTY_FDS]; /* -1; the core closes what stands here */
	int msq, sem;	   /* System V ids, made and removed by the core; -1: not asked for */
	unsigned nworkers;
	unsigned worker;    /* in a worker: its own number, 0 leads */
	const pid_t *pid;   /* [nworkers], all known before the first loop */
	const char *failed; /* set on failure: the call that failed, "msgget" */
};

enum method_flags {
	METHOD_SPINS = 1 << 0,	/* waits by spinning: on one CPU a hand-over costs a time slice */
	METHOD_YIELDS = 1 << 1, /* gives the CPU away while it spins */
};

struct method {
	const char *name;    /* "msgq" */
	const char *label;   /* "message queue" */
	const char *unit;    /* "loops/s" */
	const char *summary; /* one line: what one loop is */
	unsigned version;    /* raised whenever the meaning of one loop changes */
	unsigned nworkers, flags;
	size_t shared_size;
	unsigned nmsq, nsem; /* System V objects wanted: queues (0 or 1), semaphores in one set */
	/* Before the workers are forked. 0, or -errno with party->failed set. NULL: nothing to do. */
	int (*setup)(struct party *p);
	/* In each worker before the first loop (signal handlers...). NULL: nothing to do. */
	int (*enter)(struct party *p);
	/* One loop, by worker 0; the core counts it. 0 or -errno. */
	int (*lead)(struct party *p);
	/* One loop of the answering side. 0 or -errno. */
	int (*follow)(struct party *p);
	/* METHOD_TIGHT() makes them; NULL: the core calls lead and follow, loop by loop. */
	int (*lead_all)(struct party *p, _Atomic uint64_t *loops);
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
#define METHOD_TIGHT(name)                                                       \
	static int name##_lead_all(struct party *p, _Atomic uint64_t *loops)     \
	{                                                                        \
		uint64_t n = 0;                                                  \
		int ret;                                                         \
                                                                                 \
		while (!(ret = name##_lead(p)))                                  \
			atomic_store_explicit(loops, ++n, memory_order_relaxed); \
		return ret;                                                      \
	}                                                                        \
                                                                                 \
	static int name##_follow_all(struct party *p)                            \
	{                                                                        \
		int ret;                                                         \
                                                                                 \
		while (!(ret = name##_follow(p)))                                \
			;                                                        \
		return ret;                                                      \
	}

#endif
