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

#include "engine/observer.h"
#include "engine/readings.h"
#include "engine/sampler.h"

enum order_kind {
	ORDER_ACK,
	ORDER_CUT,
	ORDER_VOID,
	ORDER_SLICE,
	ORDER_LOOK,  /* arg: the setting that we changed, -1 = none */
	ORDER_WATCH, /* setting */
	ORDER_PAUSE,
	ORDER_RESUME,
	ORDER_STOP
};

struct order {
	enum order_kind kind;
	int64_t arg;
	const char *why; /* ORDER_VOID: a constant string */
	const struct setting *setting;
};

/* Running clocks that are remembered: as many CPUs as a turn may use, and some. */
#define CLOCKS_KEPT 16

#define SCREEN_NS (250 * NSEC_PER_MSEC) /* the screen is never older than this */

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
	struct observer *observer; /* NULL: no setting is watched */
	bool look;		   /* at the settings, whatever it costs */
	int64_t void_until_ns;	   /* a setting changed: slices that begin before are void */
	uint32_t void_round;	   /* and so are those of this round */
	bool has_void_round;
	int64_t began_ns;
	struct clock_seen {
		int cpu; /* -1 = free */
		double mhz;
		int64_t t_ns; /* of the attempt; mhz is 0 if it failed */
	} clock[CLOCKS_KEPT];
	int64_t boot_skew, wall_skew; /* CLOCK_BOOTTIME and _REALTIME minus CLOCK_MONOTONIC */
};

/* sampler_clock.c: @clock is the table of CLOCKS_KEPT */
/* What is remembered of @cpu, else the entry that is oldest, for it. */
struct clock_seen *clocks_of(struct clock_seen *clock, int cpu);
/* The CPU of this slice whose clock was looked at longest ago, if that is long enough; else -1. */
int clocks_wanted(struct clock_seen *clock, const struct runner_reply *sliced, unsigned n);
void clocks_fill(struct clock_seen *clock, struct slice *sl, unsigned n);

/* sampler.c */
/* Send @ev to the main thread; post_fn, @arg is the sampler. */
void sampler_post(void *arg, struct event *ev);
void sampler_post_text(struct sampler *s, enum event_kind kind, uint16_t series, const char *text);
void sampler_post_gap(struct sampler *s, const char *why, int64_t gap);
/* Until @end, a reply of the runner (@fd >= 0; then true), or an order. */
bool sampler_sleep(struct sampler *s, int fd, int64_t end);
/* Pass the baton with @ev and wait until it is back. */
void sampler_pass_baton(struct sampler *s, struct event *ev);
void sampler_pass_idle(struct sampler *s);
/* Words if time was lost or the wall clock was set since the last call; NULL otherwise. */
const char *sampler_clock_jumped(struct sampler *s, int64_t *gap);
/* Have settings changed? Then what was measured meanwhile, and until all has settled, is void. */
void sampler_look_at_settings(struct sampler *s);

/* turn.c: one turn of @p, told as events. */
void turn_run(struct sampler *s, struct planned *p);

/* The measuring thread. */
void *sampler_main(void *arg);

#endif
