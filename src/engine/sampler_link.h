/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sampler_link: what the sampler's two halves share: its state, and the pipes between the main thread
 * (sampler_link.c) and the engine's thread (sampler.c and those beside it).
 *
 * Invariant: behind `cfg` everything is the thread's own from its start to its end.
 */
#ifndef CTXTOP_SAMPLER_LINK_H
#define CTXTOP_SAMPLER_LINK_H

#include <pthread.h>

#include "engine/control.h"
#include "engine/lateness.h"
#include "engine/observer.h"
#include "engine/readings.h"
#include "engine/sampler.h"
#include "engine/throttle.h"

/* Running clocks that are remembered: as many CPUs as a turn may use, and some. */
#define CLOCKS_KEPT 16

#define SCREEN_NS (250 * NSEC_PER_MSEC) /* the screen is never older than this */

#define RUNNER_DEATHS 5 /* so many one after the other are too many (sampler_runner.c) */

/* Events that go through the pipe at once: one write below PIPE_BUF, one waking of the main thread. */
#define EVENTS_AT_ONCE 128

struct sampler {
	pthread_t thread;
	int event_pipe[2], order_pipe[2];
	struct event *taken[EVENTS_AT_ONCE]; /* the main thread's: read, not handed out yet */
	size_t ntaken, taken_at;

	/* the thread's own from here on */
	struct sampler_config cfg;
	struct plan plan;
	struct runner *runner;
	struct ledger *ledger;
	struct readings readings;
	struct throttle throttle;
	struct lateness lateness;	   /* since the turn began */
	char late_why[96];		   /* the newest slice was read late; "" = no */
	struct event *out[EVENTS_AT_ONCE]; /* posted, not in the pipe yet */
	size_t nout;
	bool hurry; /* some of them leave at the end of this slice */
	bool stop, cut, paused, disturbed;
	bool baton_back, baton_late;
	bool paint_asked;     /* ORDER_PAINT came */
	int64_t paint_due_ns; /* no baton before this time, but for paint_asked */
	char void_why[96];    /* ORDER_VOID came in this turn; "" = no */
	bool runner_dead;     /* for good */
	bool runner_down;     /* it died, and is started again at runner_again_ns */
	int64_t runner_again_ns;
	int64_t death[RUNNER_DEATHS]; /* the last ones, [ndeaths % RUNNER_DEATHS] the oldest */
	unsigned ndeaths;
	char death_why[96];
	struct observer *observer; /* NULL: no setting is watched */
	struct control control;
	bool owed;	       /* at the end: an answer of the guardian is still to come */
	int64_t void_until_ns; /* a setting changed: slices that begin before are void */
	uint32_t void_round;   /* and so are those of this round */
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

/* sampler_post.c: events out */
/*
 * Send @ev to the main thread, as of now: its time is set here, so that the stream is in the order of
 * its time. post_fn, @arg is the sampler. It goes into the pipe with the next sampler_flush().
 */
void sampler_post(void *arg, struct event *ev);
void sampler_post_text(struct sampler *s, enum event_kind kind, uint16_t series, const char *text);
void sampler_post_gap(struct sampler *s, const char *why, int64_t gap);
/* What was posted since the last time goes into the pipe; the main thread wakes up. */
void sampler_flush(struct sampler *s);
/* A slice has ended: the same, unless what was posted may wait for the next ones. */
void sampler_offer(struct sampler *s);
/* The first events of a stream: the run, what is known of the machine at once, the series. */
void sampler_post_start(struct sampler *s);
/* All of the machine; takes a while. */
void sampler_post_host(struct sampler *s);

/* sampler.c */
/* Until @end, a reply of the runner (@fd >= 0; then true), or an order. */
bool sampler_sleep(struct sampler *s, int fd, int64_t end);
/* Post @ev; if the screen is due, pass the baton with it and wait until it is back. */
void sampler_pass_baton(struct sampler *s, struct event *ev);
void sampler_pass_idle(struct sampler *s);
/* Words if time was lost or the wall clock was set since the last call; NULL otherwise. */
const char *sampler_clock_jumped(struct sampler *s, int64_t *gap);
/* Have settings changed? Then what was measured meanwhile, and until all has settled, is void. */
void sampler_look_at_settings(struct sampler *s);

/* sampler_place.c: CPUs came or went since the last call? Then place the series again. */
void sampler_place_again(struct sampler *s);

/* turn.c: one turn of @p, its slices posted as events. */
void turn_run(struct sampler *s, struct planned *p);

/* The engine's thread. */
void *sampler_main(void *arg);

#endif
