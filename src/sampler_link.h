/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sampler_link: what the sampler's two halves share: its state, and the orders that travel from the
 * main thread (sampler_link.c) to the measuring thread (sampler.c).
 *
 * Invariant: behind `cfg` everything is the thread's own from its start to its end.
 */
#ifndef CTXTOP_SAMPLER_LINK_H
#define CTXTOP_SAMPLER_LINK_H

#include <pthread.h>
#include <semaphore.h>

#include "readings.h"
#include "sampler.h"

enum order_kind {
	ORDER_ACK,
	ORDER_CUT,
	ORDER_VOID,
	ORDER_SLICE,
	ORDER_PAUSE,
	ORDER_RESUME,
	ORDER_STOP
};

struct order {
	enum order_kind kind;
	int64_t arg;
	const char *why; /* ORDER_VOID: a constant string */
};

/* Running clocks that are remembered: as many CPUs as a turn may use, and some. */
#define CLOCKS_KEPT 16

struct sampler {
	pthread_t thread;
	int event_pipe[2], order_pipe[2];
	sem_t paused_sem; /* posted when a pause has taken effect */
	bool pause_late;  /* the main thread's: the last pause was not waited for to its end */

	/* the thread's own from here on */
	struct sampler_config cfg;
	struct plan plan;
	struct runner *runner;
	struct ledger *ledger;
	struct readings readings;
	bool stop, cut, paused, pause_told, baton_back, disturbed;
	const char *void_why;
	bool runner_dead;
	int64_t began_ns;
	struct clock_seen {
		int cpu; /* -1 = free */
		double mhz;
		int64_t t_ns; /* of the attempt; mhz is 0 if it failed */
	} clock[CLOCKS_KEPT];
	int64_t boot_skew, wall_skew; /* CLOCK_BOOTTIME and _REALTIME minus CLOCK_MONOTONIC */
};

/* The measuring thread. */
void *sampler_main(void *arg);

#endif
