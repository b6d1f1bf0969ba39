// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_sampler: the measuring thread with a real runner: events in their order, batons, orders, and an
 * end whatever happened.
 *
 * Invariant: waits for events and conditions, never for a time; nothing is asked of a rate.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/skip.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "bench/ledger.h"
#include "probes/probe.h"
#include "engine/sampler.h"
#include "../lib/procs.h"
#include "../lib/tempdir.h"

#define MS	  NSEC_PER_MSEC
#define SLICE	  (40 * MS) /* of which a turn has one */
#define VERY_LONG (600 * NSEC_PER_SEC)
#define BATON	  (20 * MS)

struct world {
	struct ledger *ledger;
	struct runner runner; /* the thread's own once it runs */
	pid_t runner_pid, spawner;
	struct sysroot root;
	struct plan plan;
	struct sampler_config cfg;
	struct sampler *s;
	struct event *ev; /* the newest */
	int64_t acked_ns;
};

static int set_up(void **state)
{
	struct world *w = calloc(1, sizeof(*w));
	struct topology topo;
	struct err e = { 0 };

	/* whoever hangs is ended, and said to have failed */
	alarm(20);
	if (!w || !(w->ledger = ledger_new()) || runner_start(&w->runner, w->ledger, -1, &e) ||
	    sysroot_open(&w->root, "/") || topology_read(&topo, &w->root) ||
	    plan_read(&w->plan, "pipe,sem", "same", &topo, &e))
		return -1;
	topology_free(&topo);
	w->runner_pid = w->runner.pid;
	w->spawner = w->runner.spawner;
	w->cfg = (struct sampler_config){ .root = &w->root, .slice_ns = SLICE };
	*state = w;
	return 0;
}

static int tear_down(void **state)
{
	struct world *w = *state;

	event_free(w->ev);
	sampler_stop(w->s);
	runner_stop(&w->runner);
	assert_int_equal(w->ledger->msq_key, 0);
	assert_int_equal(w->ledger->sem_key, 0);
	ledger_free(w->ledger);
	plan_free(&w->plan);
	sysroot_close(&w->root);
	free(w);
	alarm(0);
	return 0;
}

static void start(struct world *w)
{
	struct err e = { 0 };

	w->s = sampler_start(&w->cfg, &w->plan, &w->runner, w->ledger, &e);
	assert_non_null(w->s);
}

static void give_arg(struct world *w, enum order_kind kind, int64_t arg)
{
	assert_int_equal(sampler_order(w->s, &(struct order){ .kind = kind, .arg = arg }), 0);
}

static void give(struct world *w, enum order_kind kind)
{
	give_arg(w, kind, 0);
}

static void give_void(struct world *w, const char *why)
{
	struct order o = { .kind = ORDER_VOID };

	text_copy(o.text, sizeof(o.text), why);
	assert_int_equal(sampler_order(w->s, &o), 0);
}

/* The next event, held until the one after it; @ack: hand its baton back at once. */
static struct event *next(struct world *w, bool ack)
{
	struct pollfd pfd = { .fd = sampler_fd(w->s), .events = POLLIN };

	event_free(w->ev);
	while (!(w->ev = sampler_next(w->s)))
		poll(&pfd, 1, -1);
	if (w->ev->baton && ack) {
		w->acked_ns = now_ns();
		give(w, ORDER_ACK);
	}
	return w->ev;
}

static struct event *next_of(struct world *w, enum event_kind kind)
{
	while (next(w, true)->kind != kind)
		assert_int_not_equal(w->ev->kind, EV_END);
	return w->ev;
}

static void test_rounds_in_order(void **state)
{
	struct world *w = *state;
	uint16_t running = NO_SERIES, counted = NO_SERIES;
	unsigned slices = 0, hosts = 0, tables = 0;
	int64_t t = 0;

	w->cfg.rounds = 3;
	start(w);
	/* the first frame comes before anything slow */
	assert_int_equal(next(w, true)->kind, EV_START);
	assert_int_equal(next(w, true)->kind, EV_HOST);
	for (size_t i = 0; i < w->plan.n; i++)
		assert_int_equal(next(w, true)->kind, EV_SERIES);
	assert_int_equal(next(w, true)->kind, EV_IDLE);
	assert_true(w->ev->baton);
	t = w->ev->t_ns;
	while (next(w, true)->kind != EV_END) {
		const struct event *ev = w->ev;

		if (ev->kind == EV_GAP)
			skip_for("this machine is too busy: %s", ev->text);
		hosts += ev->kind == EV_HOST;
		tables += ev->kind == EV_TABLE;
		if (ev->kind == EV_DELTA && ev->series != NO_SERIES) {
			assert_int_equal(ev->series, running);
			if (ev->probe == PROBE_interrupts)
				counted = ev->series;
		}
		if (ev->kind == EV_RUN) {
			assert_int_equal(running, NO_SERIES);
			assert_int_equal(ev->series, slices % 2);
			assert_true(ev->t_ns >= t);
			t = ev->t_ns;
			running = ev->series;
			counted = NO_SERIES;
		}
		if (ev->kind != EV_SLICE)
			continue;
		assert_int_equal(ev->u.slice.series, running);
		assert_int_equal(ev->u.slice.round, slices / 2);
		assert_true(ev->baton);
		assert_true(ev->t_ns >= t);
		t = ev->t_ns;
		/* what it counted stands before it, and only if it says so */
		assert_int_equal(metric_has(&ev->u.slice.metrics, METRIC_irq_ns),
				 counted == running);
		/* long loops are timed from end to end of a loop, which may be less than the slice */
		assert_true(ev->u.slice.wall_ns > 0);
		assert_true(ev->u.slice.loops > 0);
		running = NO_SERIES;
		slices++;
	}
	assert_string_equal(w->ev->text, "all rounds were measured");
	assert_int_equal(slices, 6);
	assert_true(hosts >= 1 && tables >= 1);
	assert_int_equal(procs_children(w->runner_pid, NULL, 0), 0);
}

/* After an event with the baton nothing is measured before it is back, or 20 ms have passed. */
static void test_baton(void **state)
{
	struct world *w = *state;
	int64_t slice_ns = 0;
	unsigned runs = 0;

	w->cfg.rounds = 6;
	start(w);
	while (next(w, true)->kind != EV_END) {
		if (w->ev->kind == EV_SLICE)
			slice_ns = w->ev->t_ns;
		if (w->ev->kind != EV_RUN || !slice_ns)
			continue;
		assert_true(w->ev->t_ns >= MIN(w->acked_ns, slice_ns + BATON));
		runs++;
	}
	assert_int_equal(runs, 11);
}

/* Nobody reads the events or hands anything back: at least 20 ms between a slice and the next turn. */
static void test_baton_never_back(void **state)
{
	struct world *w = *state;
	int64_t slice_ns = 0;
	unsigned runs = 0;

	w->cfg.rounds = 3;
	start(w);
	while (next(w, false)->kind != EV_END) {
		if (w->ev->kind == EV_SLICE)
			slice_ns = w->ev->t_ns;
		if (w->ev->kind == EV_RUN && slice_ns) {
			assert_true(w->ev->t_ns >= slice_ns + BATON);
			runs++;
		}
	}
	assert_int_equal(runs, 5);
}

static void test_cut_shortens(void **state)
{
	struct world *w = *state;
	unsigned slices = 0, idle = 0, runs = 0;

	w->cfg.slice_ns = VERY_LONG;
	start(w);
	/* in the warm-up a cut begins the turn anew; after two batons it is surely the slice that runs */
	while (slices < 3) {
		next(w, true);
		if (w->ev->kind == EV_RUN)
			idle = 0;
		idle += w->ev->kind == EV_IDLE;
		if ((w->ev->kind == EV_RUN && runs++ == 0) || idle == 2)
			give(w, ORDER_CUT);
		if (w->ev->kind != EV_SLICE)
			continue;
		assert_true(w->ev->u.slice.flags & SLICE_VOID);
		/* on a busy machine it may be void for another reason before the cut comes */
		if (strcmp(w->ev->u.slice.text, "cut before half of it was measured"))
			continue;
		assert_true(w->ev->u.slice.flags & SLICE_CUT);
		assert_true(w->ev->u.slice.wall_ns < VERY_LONG / 2);
		slices++;
	}
}

/* A long slice does not hold the screen up: the baton is passed while it runs. */
static void test_long_slice_keeps_the_screen_alive(void **state)
{
	struct world *w = *state;

	w->cfg.slice_ns = VERY_LONG;
	start(w);
	next_of(w, EV_RUN);
	for (int i = 0; i < 2; i++) {
		next_of(w, EV_IDLE);
		assert_true(w->ev->baton);
	}
	give_void(w, "a test of long slices");
	next_of(w, EV_SLICE);
	assert_true(w->ev->u.slice.flags & SLICE_DISTURBED);
}

static void test_void(void **state)
{
	struct world *w = *state;
	bool gap = false;

	w->cfg.slice_ns = VERY_LONG;
	start(w);
	next_of(w, EV_RUN);
	next_of(w, EV_IDLE); /* the slice runs, for longer than a warm-up takes */
	give_void(w, "ctxtop was stopped");
	while (next(w, true)->kind != EV_SLICE) {
		if (w->ev->kind != EV_GAP)
			continue;
		gap = true;
		assert_string_equal(w->ev->text, "ctxtop was stopped");
		assert_int_equal(w->ev->u.gap_ns, 0); /* how long is not known */
	}
	assert_true(gap);
	assert_true(w->ev->u.slice.flags & SLICE_VOID);
	assert_string_equal(w->ev->u.slice.text, "ctxtop was stopped");
	/* and that is over with the turn */
	give_arg(w, ORDER_SLICE, SLICE);
	next_of(w, EV_RUN);
	give(w, ORDER_CUT);
	next_of(w, EV_SLICE);
	next_of(w, EV_SLICE);
	assert_int_equal(w->ev->u.slice.flags & SLICE_VOID, 0);
}

static void test_length_of_slices(void **state)
{
	struct world *w = *state;
	unsigned until = 0;

	start(w);
	next_of(w, EV_SLICE);
	give_arg(w, ORDER_SLICE, 90 * MS);
	do {
		next_of(w, EV_SLICE);
	} while (w->ev->u.slice.wall_ns < 90 * MS && until++ < 3);
	assert_true(w->ev->u.slice.wall_ns >= 90 * MS);
}

static void test_pause(void **state)
{
	struct world *w = *state;

	start(w);
	for (int i = 0; i < 5; i++) {
		next_of(w, EV_RUN);
		give(w, ORDER_PAUSE);
		next_of(w, EV_PAUSED);
		assert_int_equal(procs_children(w->runner_pid, NULL, 0), 0);
		assert_null(sampler_next(w->s));
		give(w, ORDER_RESUME);
		next(w, true); /* the first thing that is reported */
		assert_int_equal(w->ev->kind, EV_GAP);
		assert_string_equal(w->ev->text, "ctxtop was stopped");
		next_of(w, EV_SLICE);
	}
}

static bool is_stopped(void *arg)
{
	return procs_state(*(pid_t *)arg) == 'T';
}

/* A runner that hangs delays the pause; it comes after all, and once. */
static void test_pause_that_came_late(void **state)
{
	struct world *w = *state;

	w->cfg.slice_ns = VERY_LONG;
	start(w);
	for (int i = 0; i < 2; i++) {
		next_of(w, EV_RUN);
		next_of(w, EV_IDLE);
		kill(w->runner_pid, SIGSTOP);
		assert_true(procs_wait(is_stopped, &w->runner_pid));
		give(w, ORDER_PAUSE);
		while (next(w, true)->kind != EV_GAP) /* the runner does not answer */
			assert_int_not_equal(w->ev->kind, EV_PAUSED);
		kill(w->runner_pid, SIGCONT);
		next_of(w, EV_SLICE); /* void; now it pauses */
		next_of(w, EV_PAUSED);
		give(w, ORDER_RESUME);
	}
}

static void test_finish(void **state)
{
	struct world *w = *state;

	start(w);
	next_of(w, EV_SLICE);
	give(w, ORDER_FINISH);
	while (next(w, true)->kind != EV_END)
		;
	assert_string_equal(w->ev->text, "ended by the user");
	assert_null(sampler_next(w->s));
}

static void test_stop_at_once(void **state)
{
	struct world *w = *state;

	start(w); /* tear_down() stops it */
}

static void test_duration(void **state)
{
	struct world *w = *state;

	w->cfg.duration_ns = 30 * MS;
	start(w);
	while (next(w, true)->kind != EV_END)
		;
	assert_string_equal(w->ev->text, "the duration is over");
}

static void test_nothing_possible(void **state)
{
	struct world *w = *state;

	for (size_t i = 0; i < w->plan.n; i++)
		w->plan.series[i].possible = false;
	w->cfg.rounds = 1;
	start(w);
	while (next(w, true)->kind != EV_END)
		assert_int_not_equal(w->ev->kind, EV_RUN);
	assert_string_equal(w->ev->text, "no method can be measured here");
}

/* One that fails says so once, and the others go on. */
static void test_failing_series(void **state)
{
	struct world *w = *state;
	unsigned states = 0, slices = 0;

	for (int i = 0; i < PLACE_SIDES; i++)
		w->plan.series[0].placed.cpu[i] = 100000;
	w->cfg.rounds = 4;
	start(w);
	while (next(w, true)->kind != EV_END) {
		if (w->ev->kind == EV_STATE) {
			assert_int_equal(w->ev->series, 0);
			assert_non_null(strstr(w->ev->text, "sched_setaffinity in worker "));
			states++;
		}
		if (w->ev->kind == EV_SLICE) {
			assert_int_equal(w->ev->u.slice.series, 1);
			slices++;
		}
	}
	assert_int_equal(states, 1);
	assert_int_equal(slices, 4);
}

/* A machine without these files: told once each, and slices go without. */
static void test_failing_probes(void **state)
{
	struct world *w = *state;
	unsigned faults = 0, slices = 0;
	struct sysroot empty;
	char dir[4096];

	tempdir_make(dir, sizeof(dir));
	assert_int_equal(sysroot_open(&empty, dir), 0);
	w->cfg.root = &empty;
	w->cfg.rounds = 3;
	start(w);
	while (next(w, true)->kind != EV_END) {
		assert_int_not_equal(w->ev->kind, EV_DELTA);
		assert_int_not_equal(w->ev->kind, EV_TABLE);
		if (w->ev->kind == EV_PROBE) {
			assert_non_null(strstr(w->ev->text, "cannot read /proc/"));
			faults++;
		}
		if (w->ev->kind != EV_SLICE)
			continue;
		slices++;
		assert_false(metric_has(&w->ev->u.slice.metrics, METRIC_irq_ns));
		assert_false(metric_has(&w->ev->u.slice.metrics, METRIC_other_load));
		assert_false(metric_has(&w->ev->u.slice.metrics, METRIC_steal));
	}
	assert_int_equal(faults, PROBES);
	assert_int_equal(slices, 6);
	sampler_stop(w->s);
	w->s = NULL;
	sysroot_close(&empty);
	tempdir_remove(dir);
}

/* The runner that measures now, as the kernel knows it: a child of the spawner. */
static pid_t runner_of(const struct world *w)
{
	pid_t pid = 0;

	procs_children(w->spawner, &pid, 1);
	return pid;
}

/* It is started again, in the namespace of the one before; what is lost is said to be, and no more. */
static void test_runner_killed(void **state)
{
	struct world *w = *state;

	start(w);
	for (int i = 0; i < 3; i++) {
		pid_t pid;

		next_of(w, EV_SLICE);
		pid = runner_of(w);
		assert_true(pid > 0);
		kill(pid, SIGKILL);
		assert_string_equal(next_of(w, EV_GAP)->text,
				    "the runner was killed by signal 9 (Killed); started again");
		while (next(w, true)->kind != EV_SLICE)
			assert_int_not_equal(w->ev->kind, EV_FAULT);
		assert_int_equal(w->ev->u.slice.flags & SLICE_VOID, 0);
		assert_true(runner_of(w) != pid);
	}
}

/* One that does not live is not started for ever. The screen lives on all the same. */
static void test_runner_that_dies_again_and_again(void **state)
{
	struct world *w = *state;
	int64_t killed_ns = 0;
	unsigned gaps = 0;
	bool delta = false;

	start(w);
	next_of(w, EV_RUN);
	kill(runner_of(w), SIGKILL);
	while (next(w, true)->kind != EV_FAULT) {
		if (w->ev->kind != EV_GAP)
			continue;
		/* the second and the later ones have to wait */
		if (gaps++)
			assert_true(w->ev->t_ns - killed_ns >= 100 * MS);
		killed_ns = now_ns();
		kill(runner_of(w), SIGKILL);
	}
	assert_int_equal(gaps, 4);
	assert_non_null(strstr(w->ev->text,
			       "the runner was killed by signal 9 (Killed), the 5th time "
			       "within 10 s: nothing is measured any more"));
	for (int idle = 0; idle < 3;) {
		next(w, true);
		assert_int_not_equal(w->ev->kind, EV_RUN);
		assert_int_not_equal(w->ev->kind, EV_FAULT); /* said once */
		delta |= w->ev->kind == EV_DELTA;
		idle += w->ev->kind == EV_IDLE;
	}
	assert_true(delta);
}

/* A run that is to end ends, when there is nobody left who could measure. */
static void test_spawner_killed(void **state)
{
	struct world *w = *state;

	w->cfg.rounds = 1000000;
	start(w);
	next_of(w, EV_SLICE);
	kill(w->spawner, SIGKILL);
	next_of(w, EV_FAULT);
	assert_non_null(strstr(w->ev->text, "the processes that measure have ended"));
	while (next(w, true)->kind != EV_END)
		assert_int_not_equal(w->ev->kind, EV_FAULT);
	assert_string_equal(w->ev->text, "no method can be measured here");
}

/* Short slices come several a turn: posted together, one right behind the other. */
static void test_many_slices_a_turn(void **state)
{
	struct world *w = *state;
	unsigned slices = 0;
	int64_t until = 0;

	w->cfg.slice_ns = 10 * MS;
	w->cfg.rounds = 3;
	start(w);
	while (next(w, true)->kind != EV_END) {
		const struct slice *sl = &w->ev->u.slice;

		if (w->ev->kind != EV_SLICE)
			continue;
		assert_int_equal(sl->part, slices % 4);
		assert_int_equal(sl->parts, 4);
		assert_int_equal(sl->series, slices / 4 % 2);
		assert_int_equal(sl->round, slices / 8);
		assert_true(sl->wall_ns >= 10 * MS);
		assert_true(w->ev->since_ns >= until);
		until = w->ev->until_ns;
		if (w->ev->baton)
			assert_int_equal(slices % 4, 3);
		slices++;
	}
	assert_int_equal(slices, 24);
}

/* Somebody stopped the runner: the program ends all the same. */
static void test_runner_that_does_not_answer(void **state)
{
	struct world *w = *state;

	start(w);
	next_of(w, EV_RUN);
	kill(w->runner_pid, SIGSTOP);
	assert_true(procs_wait(is_stopped, &w->runner_pid));
	/* figures that stand still are not to be taken for new ones */
	assert_non_null(strstr(next_of(w, EV_GAP)->text, "does not answer"));
	sampler_stop(w->s);
	w->s = NULL;
	assert_int_equal(w->runner.pid, -1);
}

static bool is_full(void *arg)
{
	int n = 0;

	ioctl(*(int *)arg, FIONREAD, &n);
	/* the events of a turn go in at once or not at all */
	return n >= 4096 - 32 * (int)sizeof(void *);
}

/* Nobody took the events until there was no more room for them: the thread ends all the same. */
static void test_full_pipe(void **state)
{
	struct world *w = *state;
	int fd;

	w->cfg.slice_ns = MS;
	start(w);
	fd = sampler_fd(w->s);
	assert_int_equal(fcntl(fd, F_SETPIPE_SZ, 4096), 4096);
	assert_true(procs_wait(is_full, &fd));
	sampler_stop(w->s);
	w->s = NULL;
}

#define SAMPLER_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SAMPLER_TEST(test_rounds_in_order),
		SAMPLER_TEST(test_baton),
		SAMPLER_TEST(test_baton_never_back),
		SAMPLER_TEST(test_cut_shortens),
		SAMPLER_TEST(test_long_slice_keeps_the_screen_alive),
		SAMPLER_TEST(test_void),
		SAMPLER_TEST(test_length_of_slices),
		SAMPLER_TEST(test_pause),
		SAMPLER_TEST(test_pause_that_came_late),
		SAMPLER_TEST(test_finish),
		SAMPLER_TEST(test_stop_at_once),
		SAMPLER_TEST(test_duration),
		SAMPLER_TEST(test_nothing_possible),
		SAMPLER_TEST(test_failing_series),
		SAMPLER_TEST(test_failing_probes),
		SAMPLER_TEST(test_runner_killed),
		SAMPLER_TEST(test_runner_that_dies_again_and_again),
		SAMPLER_TEST(test_spawner_killed),
		SAMPLER_TEST(test_many_slices_a_turn),
		SAMPLER_TEST(test_runner_that_does_not_answer),
		SAMPLER_TEST(test_full_pipe),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
