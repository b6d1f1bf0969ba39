// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_model: what events do to series, epochs, marks and the log, seen through frames.
 *
 * Invariant: the model is looked at only through model_frame(), as views and reports do.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <malloc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/feed.h"

#define SEC NSEC_PER_SEC
#define MS  NSEC_PER_MSEC

struct world {
	struct model *m;
	struct frame f;
};

static void look(struct world *w, int64_t t)
{
	assert_int_equal(model_frame(&w->f, w->m, t, FEED_WALL_NS + t, DIVISOR_NOMINAL, 0), 0);
}

static int set_up(void **state)
{
	struct world *w = calloc(1, sizeof(*w));

	if (!w)
		return -1;
	w->m = model_new();
	*state = w;
	return feed_start(w->m, 0, "before") || feed_series(w->m, 0, "pipe", "same") ||
	       feed_series(w->m, 1, "pipe", "cross");
}

static int tear_down(void **state)
{
	struct world *w = *state;

	model_frame_free(&w->f);
	model_free(w->m);
	free(w);
	return 0;
}

static int slice_at(struct world *w, int64_t t, uint16_t series, uint32_t round, uint64_t loops)
{
	struct slice sl = feed_plain(series, round, loops);

	return feed_slice(w->m, t, &sl);
}

static void test_empty(void **state)
{
	struct model *m = model_new();
	struct frame f = { 0 };

	(void)state;
	assert_int_equal(model_frame(&f, m, 5, 6, DIVISOR_RUNNING, NO_SERIES), 0);
	assert_int_equal(f.nseries, 0);
	assert_int_equal(f.nepochs, 0);
	assert_int_equal(f.ncpus, 0);
	assert_false(f.measuring || f.ended || f.has_own || f.has_ctxt);
	for (int i = 0; i < PROBES; i++) {
		assert_false(f.probe[i].available);
		assert_string_equal(f.probe[i].reason, "not read yet");
	}
	model_frame_free(&f);
	model_free(m);
	model_free(NULL);
}

static void test_first_frame(void **state)
{
	struct world *w = *state;

	look(w, 0);
	assert_string_equal(w->f.label, "before");
	assert_int_equal(w->f.nseries, 2);
	assert_int_equal(w->f.nepochs, 1);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(w->f.series[i].state, SERIES_WAITING);
		assert_false(w->f.series[i].has_now);
		assert_null(w->f.series[i].last);
		assert_int_equal(w->f.series[i].npoints, 0);
		assert_int_equal(w->f.series[i].epoch[0].have, 0);
	}
}

static void test_slices(void **state)
{
	struct world *w = *state;

	assert_int_equal(feed_text(w->m, EV_RUN, SEC, 1, NULL), 0);
	look(w, SEC);
	assert_true(w->f.measuring);
	assert_int_equal(w->f.running, 1);
	assert_int_equal(w->f.series[1].state, SERIES_RUNNING);
	assert_int_equal(slice_at(w, 2 * SEC, 1, 0, 100), 0);
	look(w, 2 * SEC);
	assert_true(w->f.measuring); /* slice follows slice */
	assert_int_equal(w->f.running, NO_SERIES);
	assert_int_equal(w->f.series[1].state, SERIES_OK);
	assert_true(w->f.series[1].has_now);
	assert_true(w->f.series[1].now == 1000);
	assert_int_equal(w->f.series[1].npoints, 1);
	assert_true(w->f.series[1].point[0].mean == 1000);
	assert_int_equal(w->f.series[1].point[0].t_ns, 2 * SEC);
	assert_int_equal(w->f.series[1].epoch[0].n, 1);
	assert_int_equal(w->f.series[0].epoch[0].n, 0);
	/* nothing can be measured: that is reported, and so is its end */
	feed_text(w->m, EV_IDLE, 3 * SEC, 0, NULL);
	look(w, 3 * SEC);
	assert_false(w->f.measuring);
	feed_text(w->m, EV_RUN, 3 * SEC, 0, NULL);
	feed_text(w->m, EV_IDLE, 4 * SEC, 0, NULL); /* a long slice lets the screen be drawn */
	look(w, 4 * SEC);
	assert_true(w->f.measuring);
	feed_text(w->m, EV_END, 5 * SEC, 0, "the duration is over");
	look(w, 5 * SEC);
	assert_false(w->f.measuring);
	assert_true(w->f.ended);
}

static void test_void_slice(void **state)
{
	struct world *w = *state;
	struct slice sl = feed_plain(0, 0, 777);

	slice_at(w, SEC, 0, 0, 100);
	sl.flags = SLICE_VOID;
	sl.wall_ns = 0;
	text_copy(sl.text, sizeof(sl.text), "cut");
	assert_int_equal(feed_slice(w->m, 2 * SEC, &sl), 0);
	look(w, 2 * SEC);
	assert_int_equal(w->f.series[0].npoints, 1);
	assert_true(w->f.series[0].now == 1000);
	assert_int_equal(w->f.series[0].epoch[0].n, 1);
	assert_int_equal(w->f.series[0].epoch[0].voided, 1);
	assert_string_equal(w->f.series[0].last->text, "cut");
}

/* A slice that says it is valid but took no time is no slice. */
static void test_refused(void **state)
{
	struct world *w = *state;
	struct slice sl = feed_plain(0, 0, 5);

	sl.wall_ns = 0;
	assert_int_equal(feed_slice(w->m, SEC, &sl), -EINVAL);
	sl.wall_ns = -5;
	assert_int_equal(feed_slice(w->m, SEC, &sl), -EINVAL);
	assert_int_equal(slice_at(w, SEC, 2, 0, 5), -EINVAL);
	assert_int_equal(slice_at(w, SEC, 5000, 0, 5), -EINVAL);
	assert_int_equal(slice_at(w, SEC, NO_SERIES, 0, 5), -EINVAL);
	assert_int_equal(feed_text(w->m, EV_RUN, SEC, 7, NULL), -EINVAL);
	assert_int_equal(feed_text(w->m, EV_STATE, SEC, NO_SERIES, "x"), -EINVAL);
	assert_int_equal(feed_series(w->m, 5000, "x", "y"), -EINVAL);
	assert_int_equal(feed_text(w->m, EV_NONE, SEC, 0, NULL), -EINVAL);
	assert_int_equal(feed_text(w->m, EV_KINDS, SEC, 0, NULL), -EINVAL);
	assert_int_equal(feed_table(w->m, SEC, PROBES, NULL, 0, NULL, 0), -EINVAL);
	assert_int_equal(feed_delta(w->m, SEC, PROBES, NO_SERIES, 1, NULL, 0), -EINVAL);
	assert_int_equal(feed_delta(w->m, SEC, PROBE_interrupts, NO_SERIES, 1, NULL, 0), -EINVAL);
	look(w, SEC);
	assert_int_equal(w->f.nseries, 2);
	assert_int_equal(w->f.nlog, 0);
	assert_int_equal(w->f.series[0].epoch[0].n, 0);
}

/* Numbers that no machine gives, of a broken recording: refused, or a mean would become infinite. */
static void test_senseless_numbers(void **state)
{
	static const double bad[] = { -1, 1e-300, 1e300, (double)INFINITY, (double)NAN };
	struct world *w = *state;

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct slice sl = feed_plain(0, 0, 5);

		metric_set(&sl.metrics, METRIC_mhz, bad[i]);
		assert_int_equal(feed_slice(w->m, SEC, &sl), -EINVAL);
		sl = feed_plain(0, 0, 5);
		metric_set(&sl.metrics, METRIC_other_load, bad[i]);
		metric_set(&sl.metrics, METRIC_steal, bad[i]);
		assert_int_equal(feed_slice(w->m, SEC, &sl), i < 2 ? 0 : -EINVAL);
		sl = feed_plain(0, 0, 5);
		metric_set(&sl.metrics, METRIC_same_share, bad[i]);
		assert_int_equal(feed_slice(w->m, SEC, &sl), i == 1 ? 0 : -EINVAL);
	}
	/* monotonic time begins at 0: no difference of two instants overflows */
	assert_int_equal(slice_at(w, -1, 0, 0, 5), -EINVAL);
	assert_int_equal(slice_at(w, INT64_MIN, 0, 0, 5), -EINVAL);
	assert_int_equal(feed_text(w->m, EV_MARK, INT64_MIN, 0, "x"), -EINVAL);
	assert_int_equal(feed_text(w->m, EV_MARK, INT64_MAX - FEED_WALL_NS, 0, "x"), -EINVAL);
	look(w, SEC);
	assert_int_equal(w->f.nmarks, 0);
}

/* Ids need not be dense: a recording may leave some out. */
static void test_sparse_ids(void **state)
{
	struct world *w = *state;

	assert_int_equal(feed_series(w->m, 9, "sem", "same"), 0);
	assert_int_equal(slice_at(w, SEC, 9, 0, 5), 0);
	look(w, SEC);
	assert_int_equal(w->f.nseries, 3);
	assert_string_equal(w->f.series[2].info->method, "sem");
	assert_int_equal(w->f.series[2].epoch[0].n, 1);
}

static void test_unavailable_and_back(void **state)
{
	struct world *w = *state;

	slice_at(w, SEC, 0, 0, 100);
	assert_int_equal(feed_text(w->m, EV_STATE, 2 * SEC, 0, "no queues left"), 0);
	assert_int_equal(feed_text(w->m, EV_RUN, 3 * SEC, 0, NULL), 0);
	look(w, 3 * SEC);
	assert_int_equal(w->f.series[0].state, SERIES_UNAVAILABLE);
	assert_string_equal(w->f.series[0].reason, "no queues left");
	assert_false(w->f.series[0].has_now);
	/* nothing is drawn across the time in which it did not run; one gap is enough */
	assert_int_equal(w->f.series[0].npoints, 2);
	assert_true(w->f.series[0].point[1].flags & POINT_GAP);
	feed_text(w->m, EV_STATE, 4 * SEC, 0, "no memory left");
	look(w, 4 * SEC);
	assert_int_equal(w->f.series[0].npoints, 2);
	assert_int_equal(w->f.nlog, 2);
	assert_int_equal(w->f.log[0].kind, LOG_STATE);
	assert_string_equal(w->f.log[0].text, "pipe same: no queues left");
	/* its figures stay */
	assert_int_equal(w->f.series[0].epoch[0].n, 1);
	feed_text(w->m, EV_STATE, 5 * SEC, 0, "");
	slice_at(w, 5 * SEC, 0, 1, 300);
	look(w, 5 * SEC);
	assert_int_equal(w->f.series[0].state, SERIES_OK);
	assert_string_equal(w->f.series[0].reason, "");
	assert_int_equal(w->f.series[0].npoints, 3);
	assert_true(w->f.series[0].now == 3000);
	assert_int_equal(w->f.series[0].epoch[0].n, 2);
	assert_string_equal(w->f.log[2].text, "pipe same runs again");
}

static void test_epochs(void **state)
{
	struct world *w = *state;

	slice_at(w, 1 * SEC, 0, 0, 100);
	slice_at(w, 2 * SEC, 0, 1, 200);
	assert_int_equal(feed_text(w->m, EV_EPOCH, 3 * SEC, 0, "governor performance"), 0);
	look(w, 3 * SEC);
	assert_int_equal(w->f.nepochs, 2);
	assert_int_equal(w->f.epoch[1].t_ns, 3 * SEC);
	assert_string_equal(w->f.epoch[1].text, "governor performance");
	assert_int_equal(w->f.series[0].epoch[0].n, 2);
	assert_int_equal(w->f.series[0].epoch[1].n, 0);
	assert_string_equal(w->f.log[0].text, "figures start again: governor performance");
	slice_at(w, 4 * SEC, 0, 2, 900);
	look(w, 4 * SEC);
	assert_true(w->f.series[0].epoch[0].average == 1500);
	assert_true(w->f.series[0].epoch[1].average == 9000);
	assert_int_equal(w->f.series[0].npoints, 3); /* the history is one */
}

/* A slice that began before the key was pressed belongs to what was before it. */
static void test_slice_across_an_epoch(void **state)
{
	struct world *w = *state;

	slice_at(w, 1 * SEC, 0, 0, 100);
	feed_text(w->m, EV_EPOCH, 2 * SEC, 0, "");
	slice_at(w, 2 * SEC + 30 * MS, 0, 1, 500); /* 100 ms long: 70 of them before */
	look(w, 3 * SEC);
	assert_int_equal(w->f.series[0].epoch[0].n, 2);
	assert_int_equal(w->f.series[0].epoch[1].n, 0);
	slice_at(w, 2 * SEC + 100 * MS, 0, 1, 500);
	look(w, 3 * SEC);
	assert_int_equal(w->f.series[0].epoch[1].n, 1);
}

static void test_epochs_are_bounded(void **state)
{
	struct world *w = *state;
	int64_t t = SEC;

	for (int i = 0; i < 200; i++, t += SEC) {
		char text[16];

		slice_at(w, t, 0, (uint32_t)i, (uint64_t)(i + 1) * 100);
		text_format(text, sizeof(text), "%d", i);
		feed_text(w->m, EV_EPOCH, t + 1, 0, text);
	}
	look(w, t);
	assert_int_equal(w->f.nepochs, 64);
	/* each with its own slice still, the last with none yet */
	for (size_t e = 0; e + 1 < w->f.nepochs; e++) {
		int begun = 200 - 64 + (int)e;

		assert_int_equal(atoi(w->f.epoch[e].text), begun);
		assert_int_equal(w->f.series[0].epoch[e].n, 1);
		assert_true(w->f.series[0].epoch[e].average == (begun + 2) * 1000.0);
	}
	assert_int_equal(w->f.series[0].epoch[63].n, 0);
}

static void test_rounds(void **state)
{
	struct world *w = *state;

	slice_at(w, 1 * SEC, 0, 0, 1);
	look(w, SEC);
	assert_int_equal(w->f.rounds, 0);
	assert_true(w->f.round_s == 0);
	slice_at(w, 2 * SEC, 1, 0, 1);
	look(w, 2 * SEC); /* both were measured once: that is a round */
	assert_int_equal(w->f.rounds, 1);
	slice_at(w, 5 * SEC, 0, 1, 1);
	look(w, 5 * SEC);
	assert_int_equal(w->f.rounds, 1);
	assert_true(w->f.round_s == 4);
	slice_at(w, 6 * SEC, 1, 1, 1);
	look(w, 6 * SEC);
	assert_int_equal(w->f.rounds, 2);
	feed_text(w->m, EV_END, 7 * SEC, 0, "all rounds were measured");
	look(w, 7 * SEC);
	assert_int_equal(w->f.rounds, 2);
	assert_true(w->f.ended);
}

/* Who cannot run is not waited for. */
static void test_rounds_without_the_unavailable(void **state)
{
	struct world *w = *state;

	feed_text(w->m, EV_STATE, 0, 1, "only one CPU is allowed here");
	look(w, 0);
	assert_int_equal(w->f.rounds, 0);
	for (uint32_t r = 0; r < 3; r++) {
		slice_at(w, (r + 1) * SEC, 0, r, 1);
		look(w, (r + 1) * SEC);
		assert_int_equal(w->f.rounds, r + 1);
	}
}

static void test_marks(void **state)
{
	struct world *w = *state;

	for (int i = 0; i < 300; i++) {
		char text[16];

		text_format(text, sizeof(text), "note %d", i);
		assert_int_equal(feed_text(w->m, EV_MARK, i * SEC, 0, text), 0);
	}
	look(w, 300 * SEC);
	assert_int_equal(w->f.nmarks, 256);
	for (size_t i = 0; i < w->f.nmarks; i++) {
		char text[16];

		text_format(text, sizeof(text), "note %zu", i + 44);
		assert_string_equal(w->f.mark[i].text, text);
		assert_int_equal(w->f.mark[i].letter, 'A' + (int)(i + 44) % 26);
		assert_int_equal(w->f.mark[i].t_ns, (int64_t)(i + 44) * SEC);
	}
	assert_string_equal(w->f.log[w->f.nlog - 1].text, "N note 299");
}

static void test_log_is_bounded(void **state)
{
	struct world *w = *state;

	for (int i = 0; i < 2000; i++)
		feed_text(w->m, EV_FAULT, i, 0, i % 2 ? "odd" : "even");
	look(w, 2000);
	assert_int_equal(w->f.nlog, 512);
	for (size_t i = 0; i < w->f.nlog; i++)
		assert_int_equal(w->f.log[i].t_ns, 2000 - 512 + (int64_t)i);
	assert_string_equal(w->f.fault, "odd");
}

static void test_gaps(void **state)
{
	struct world *w = *state;

	slice_at(w, SEC, 0, 0, 1);
	assert_int_equal(feed_gap(w->m, 2 * SEC, 90 * SEC, "the machine was suspended"), 0);
	assert_int_equal(feed_gap(w->m, 3 * SEC, 0, "ctxtop was stopped"), 0);
	look(w, 3 * SEC);
	assert_int_equal(w->f.series[0].npoints, 2);
	assert_true(w->f.series[0].point[1].flags & POINT_GAP);
	assert_int_equal(w->f.series[1].npoints, 0); /* nothing to leave a gap in */
	assert_string_equal(w->f.log[0].text, "the machine was suspended (+90.0 s)");
	assert_string_equal(w->f.log[1].text, "ctxtop was stopped");
}

static void test_own(void **state)
{
	struct world *w = *state;
	struct event ev = { .kind = EV_OWN };

	ev.u.own.window_ns = SEC;
	ev.u.own.cpu_ns = 5 * MS;
	assert_int_equal(model_apply(w->m, &ev), 0);
	look(w, SEC);
	assert_true(w->f.has_own);
	assert_true(w->f.own_share == 0.005);
	ev.u.own.window_ns = 0;
	assert_int_equal(model_apply(w->m, &ev), 0);
	look(w, SEC);
	assert_false(w->f.has_own);
}

/* Slices of 100 ms: one each 125 ms is 80 % of the time; the first, a gap and void ones do not count. */
static void test_duty(void **state)
{
	struct world *w = *state;
	struct slice lost = feed_plain(0, 3, 5);
	int64_t t = SEC;

	slice_at(w, t, 0, 0, 5);
	look(w, t);
	assert_false(w->f.has_duty);
	for (uint32_t round = 1; round < 9; round++)
		slice_at(w, t += 125 * MS, 0, round, 5);
	look(w, t);
	assert_true(w->f.has_duty);
	assert_true(w->f.duty == 0.8);
	assert_int_equal(feed_gap(w->m, t += 5 * SEC, 0, "ctxtop was stopped"), 0);
	slice_at(w, t, 0, 9, 5);
	look(w, t);
	assert_true(w->f.duty == 0.8);
	lost.flags = SLICE_VOID;
	assert_int_equal(feed_slice(w->m, t += SEC, &lost), 0);
	look(w, t);
	assert_true(w->f.duty == 0.4);
}

static void test_host(void **state)
{
	struct world *w = *state;

	slice_at(w, SEC, 0, 0, 100);
	look(w, SEC);
	assert_int_equal(w->f.series[0].epoch[0].have & FIG_PER_MHZ, 0);
	assert_int_equal(feed_host(w->m, SEC, 2000), 0);
	look(w, SEC);
	assert_string_equal(w->f.host->hostname, "box");
	assert_true(w->f.series[0].epoch[0].average_per_mhz == 0.5);
}

/* A million slices: the memory grows no more once the rings are full. */
static void test_memory_is_bounded(void **state)
{
	struct world *w = *state;
	size_t half = 0, used;
	int64_t t = 0;

	for (int i = 0; i < 1000000; i++) {
		struct slice sl = feed_plain(i % 2, (uint32_t)i / 2, 100 + (uint64_t)i % 7);
		struct event ev = { .kind = EV_SLICE, .t_ns = t += 100 * MS, .u.slice = sl };

		assert_int_equal(model_apply(w->m, &ev), 0);
		if (i == 100000) {
			look(w, t);
			half = mallinfo2().uordblks + mallinfo2().hblkhd;
		}
	}
	look(w, t);
	used = mallinfo2().uordblks + mallinfo2().hblkhd;
	assert_true(used <= half + 65536);
	assert_true(w->f.series[0].npoints <= 16384);
	assert_int_equal(w->f.series[0].epoch[0].n, 500000);
	/* and the history still covers all of it */
	assert_true(w->f.series[0].point[0].t_ns < t / 4);
}

/* Workers that are held back: their slices count, and the frame says so until it is over. */
static void test_throttled(void **state)
{
	struct world *w = *state;
	struct slice sl = feed_plain(0, 0, 1000);
	size_t logged;

	assert_int_equal(feed_slice(w->m, SEC, &sl), 0);
	look(w, SEC);
	assert_string_equal(w->f.throttled, "");
	logged = w->f.nlog;
	sl.flags |= SLICE_THROTTLED;
	text_copy(sl.text, sizeof(sl.text), "the hypervisor took 0.50 CPUs");
	for (int i = 2; i < 5; i++)
		assert_int_equal(feed_slice(w->m, i * SEC, &sl), 0);
	look(w, 5 * SEC);
	assert_string_equal(w->f.throttled, "the hypervisor took 0.50 CPUs");
	assert_int_equal(w->f.nlog, logged + 1);
	assert_non_null(strstr(w->f.log[logged].text, "the hypervisor took 0.50 CPUs"));
	assert_int_equal(w->f.series[0].epoch[0].n, 4);
	assert_int_equal(w->f.series[0].epoch[0].throttled, 3);
	look(w, 60 * SEC);
	assert_string_equal(w->f.throttled, "");
	/* it begins again; a void slice says nothing */
	sl.flags |= SLICE_VOID;
	assert_int_equal(feed_slice(w->m, 61 * SEC, &sl), 0);
	look(w, 61 * SEC);
	assert_string_equal(w->f.throttled, "");
	sl.flags = SLICE_THROTTLED;
	assert_int_equal(feed_slice(w->m, 62 * SEC, &sl), 0);
	look(w, 62 * SEC);
	assert_int_equal(w->f.nlog, logged + 2);
}

/* How old the rates of a probe are that is read seldom. */
static void test_age(void **state)
{
	static const struct feed_row row = { "LOC", "", ROW_TICK, 0, false };
	static const uint32_t cpu = 0;
	struct delta_cell cell = { 0, 0, 100 };
	struct world *w = *state;

	assert_int_equal(feed_table(w->m, SEC, PROBE_interrupts, &cpu, 1, &row, 1), 0);
	look(w, SEC);
	assert_true(w->f.probe[PROBE_interrupts].age_s == 0);
	assert_int_equal(feed_delta(w->m, 2 * SEC, PROBE_interrupts, NO_SERIES, SEC, &cell, 1), 0);
	look(w, 9 * SEC);
	assert_true(w->f.probe[PROBE_interrupts].age_s == 7);
	assert_true(w->f.probe[PROBE_cpustat].age_s == 0);
}

#define MODEL_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_empty),
		MODEL_TEST(test_first_frame),
		MODEL_TEST(test_slices),
		MODEL_TEST(test_void_slice),
		MODEL_TEST(test_throttled),
		MODEL_TEST(test_age),
		MODEL_TEST(test_refused),
		MODEL_TEST(test_senseless_numbers),
		MODEL_TEST(test_sparse_ids),
		MODEL_TEST(test_unavailable_and_back),
		MODEL_TEST(test_epochs),
		MODEL_TEST(test_slice_across_an_epoch),
		MODEL_TEST(test_epochs_are_bounded),
		MODEL_TEST(test_rounds),
		MODEL_TEST(test_rounds_without_the_unavailable),
		MODEL_TEST(test_marks),
		MODEL_TEST(test_log_is_bounded),
		MODEL_TEST(test_gaps),
		MODEL_TEST(test_own),
		MODEL_TEST(test_duty),
		MODEL_TEST(test_host),
		MODEL_TEST(test_memory_is_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
