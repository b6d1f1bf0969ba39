// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_model_late: what becomes known late, what is of another epoch, and what has no fixed size: changes
 * that void slices counted before, slices of another length, turns of several slices, many series.
 *
 * Invariant: events are made by hand.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <malloc.h>
#include <math.h>
#include <string.h>

#include "model/model.h"
#include "../lib/feed.h"

#define MS  NSEC_PER_MSEC
#define SEC NSEC_PER_SEC

struct world {
	struct model *m;
	struct frame f;
	int64_t t;
	uint32_t round;
	uint64_t lcg;
};

static int set_up(void **state)
{
	static struct world w;
	struct event *ev;

	w = (struct world){ .m = model_new(), .t = SEC, .lcg = 7 };
	assert_int_equal(feed_start(w.m, w.t, "x"), 0);
	assert_int_equal(feed_series(w.m, 0, "pipe", "same"), 0);
	assert_int_equal(feed_series(w.m, 1, "sem", "same"), 0);
	ev = event_new(EV_SETTING, w.t, w.t);
	text_copy(ev->u.setting.name, sizeof(ev->u.setting.name), "kernel.s");
	assert_int_equal(model_apply(w.m, ev), 0);
	event_free(ev);
	*state = &w;
	return 0;
}

static int tear_down(void **state)
{
	struct world *w = *state;

	model_frame_free(&w->f);
	model_free(w->m);
	return 0;
}

static void look(struct world *w)
{
	assert_int_equal(model_frame(&w->f, w->m, w->t, w->t, DIVISOR_NOMINAL, 0), 0);
}

/* Uniform in -1..1, the same in every run. */
static double noise(struct world *w)
{
	w->lcg = w->lcg * 6364136223846793005u + 1442695040888963407u;
	return (double)(w->lcg >> 40) / (double)(1 << 23) - 1;
}

/* A round of one slice of each series at about @rate. */
static void round_at(struct world *w, double rate)
{
	for (uint16_t i = 0; i < 2; i++) {
		double loops = rate / 10 * exp(0.01 * noise(w));
		struct slice sl = feed_plain(i, w->round, (uint64_t)loops);

		assert_int_equal(feed_slice(w->m, w->t += 100 * MS, &sl), 0);
	}
	w->round++;
}

static void change_since(struct world *w, int64_t before_ns)
{
	struct event *ev = event_new(EV_CHANGE, w->t, w->t);

	ev->u.change.before_ns = before_ns;
	ev->u.change.after_ns = w->t;
	text_copy(ev->u.change.old, sizeof(ev->u.change.old), "0");
	text_copy(ev->u.change.now, sizeof(ev->u.change.now), "1");
	assert_int_equal(model_apply(w->m, ev), 0);
	event_free(ev);
}

/* The newest slices ran under a value that becomes known only now: they leave figures and history. */
static void test_late_change(void **state)
{
	struct world *w = *state;
	int64_t before;

	for (int i = 0; i < 20; i++)
		round_at(w, 50000);
	look(w);
	assert_int_equal(w->f.series[0].epoch[0].n, 20);
	before = w->t;
	for (int i = 0; i < 3; i++)
		round_at(w, 90000);
	look(w);
	assert_int_equal(w->f.series[0].epoch[0].n, 23);
	assert_true(w->f.series[0].epoch[0].high > 80000);
	change_since(w, before);
	look(w);
	assert_int_equal(w->f.nepochs, 2);
	for (size_t i = 0; i < 2; i++) {
		const struct frame_series *s = &w->f.series[i];

		assert_int_equal(s->epoch[0].n, 20);
		assert_int_equal(s->epoch[0].voided, 3);
		assert_true(s->epoch[0].high < 52000);
		assert_int_equal(s->epoch[1].n, 0);
		assert_int_equal(s->npoints, 20);
		assert_int_equal(s->verdict->n, 20);
	}
}

/* As late, but behind another change: the verdict of that one forgets them too. */
static void test_late_change_in_a_verdict(void **state)
{
	struct world *w = *state;
	int64_t before;

	for (int i = 0; i < 30; i++)
		round_at(w, 50000);
	change_since(w, w->t);
	for (int i = 0; i < 4; i++)
		round_at(w, 50000);
	before = w->t;
	for (int i = 0; i < 6; i++)
		round_at(w, 90000);
	look(w);
	assert_int_equal(w->f.series[0].verdict->state, VERDICT_DIFFERENCE);
	change_since(w, before);
	look(w);
	assert_int_equal(w->f.nchanges, 2);
	assert_int_equal(w->f.change[0].verdict[0].state, VERDICT_WAITING);
	assert_int_equal(w->f.change[0].verdict[0].m, 4);
	assert_true(w->f.change[0].verdict[0].cut);
	assert_int_equal(w->f.series[0].verdict->state, VERDICT_TOO_FEW);
	assert_int_equal(w->f.series[0].verdict->n, 4);
}

/* Long ago is settled: history and figures agree, whatever a change says. */
static void test_too_late(void **state)
{
	struct world *w = *state;

	for (int i = 0; i < 200; i++)
		round_at(w, 50000);
	change_since(w, 0);
	look(w);
	assert_true(w->f.series[0].epoch[0].n >= 100);
	assert_int_equal(w->f.series[0].epoch[0].n, w->f.series[0].npoints);
	assert_int_equal(w->f.series[0].epoch[0].n + w->f.series[0].epoch[0].voided, 200);
}

static size_t points_of(const struct frame *f, size_t series, size_t epoch)
{
	size_t n = 0;

	for (size_t i = 0; i < f->series[series].npoints; i++)
		n += frame_in_epoch(f, epoch, &f->series[series].point[i]);
	return n;
}

/* Points belong to the epoch whose figures they are in, also where one began before the key. */
static void test_points_and_figures_agree(void **state)
{
	struct world *w = *state;
	struct slice sl = feed_plain(0, 0, 500);

	for (int i = 0; i < 3; i++)
		round_at(w, 50000);
	feed_text(w->m, EV_EPOCH, w->t + 50 * MS, 0, "");
	sl.round = w->round;
	feed_slice(w->m, w->t += 100 * MS, &sl); /* half of it before the key */
	feed_gap(w->m, w->t + 1, 0, "a gap");
	for (int i = 0; i < 4; i++)
		round_at(w, 50000);
	look(w);
	assert_int_equal(w->f.series[0].epoch[0].n, 4);
	assert_int_equal(points_of(&w->f, 0, 0), 4);
	assert_int_equal(w->f.series[0].epoch[1].n, 4);
	assert_int_equal(points_of(&w->f, 0, 1), 4);
	assert_int_equal(points_of(&w->f, 1, 0), 3);
	assert_int_equal(points_of(&w->f, 1, 1), 4);
}

static void set_length(struct world *w, int64_t ns)
{
	struct event *ev = event_new(EV_LENGTH, w->t, w->t);

	ev->u.length_ns = ns;
	assert_int_equal(model_apply(w->m, ev), 0);
	event_free(ev);
}

/* Slices of different length are never pooled: neither in figures nor in a verdict. */
static void test_length_is_an_epoch(void **state)
{
	struct world *w = *state;
	struct slice sl = feed_plain(0, 0, 500);

	for (int i = 0; i < 30; i++)
		round_at(w, 50000);
	change_since(w, w->t);
	for (int i = 0; i < 3; i++)
		round_at(w, 50000);
	set_length(w, 20 * MS);
	look(w);
	assert_int_equal(w->f.nepochs, 3);
	assert_string_equal(w->f.epoch[2].text, "slices of 20 ms");
	assert_int_equal(w->f.epoch[1].slice_ns, 100 * MS);
	assert_int_equal(w->f.epoch[2].slice_ns, 20 * MS);
	assert_true(w->f.series[0].verdict->cut);
	/* one that began before is of the old length */
	sl.round = w->round;
	feed_slice(w->m, w->t += 50 * MS, &sl);
	set_length(w, 20 * MS); /* the same again: nothing begins */
	w->t += SEC;
	for (int i = 0; i < 10; i++)
		round_at(w, 90000);
	change_since(w, w->t);
	look(w);
	assert_int_equal(w->f.nepochs, 4);
	assert_int_equal(w->f.series[0].epoch[1].n, 4);
	assert_int_equal(w->f.series[0].epoch[2].n, 10);
	assert_int_equal(w->f.series[0].verdict->n, 10);
	/* keys pressed again and again begin no epochs without slices */
	for (int i = 1; i < 9; i++)
		set_length(w, i * 30 * MS);
	look(w);
	assert_int_equal(w->f.nepochs, 4);
	assert_int_equal(w->f.epoch[3].slice_ns, 240 * MS);
}

/* The slices of a turn are one value for a verdict, and single ones for figures. */
static void test_turns_of_several_slices(void **state)
{
	struct world *w = *state;

	for (uint32_t round = 0; round < 20; round++)
		for (uint16_t part = 0; part < 4; part++) {
			struct slice sl = feed_plain(0, round, 5000 + 100u * part);

			sl.part = part;
			sl.parts = 4;
			if (part == 3 && round % 2)
				sl.flags = SLICE_VOID;
			feed_slice(w->m, w->t += 100 * MS, &sl);
		}
	change_since(w, w->t);
	look(w);
	assert_int_equal(w->f.series[0].epoch[0].n, 70);
	assert_int_equal(w->f.series[0].epoch[0].voided, 10);
	assert_int_equal(w->f.series[0].verdict->n, 20);
	/* turns that end early give what they have, once */
	for (uint32_t round = 20; round < 26; round++) {
		struct slice sl = feed_plain(0, round, 5000);

		sl.parts = 4;
		feed_slice(w->m, w->t += 100 * MS, &sl);
	}
	look(w);
	assert_int_equal(w->f.series[0].verdict->m, 5);
	/* and a second turn in the same round is not a second value */
	for (int i = 0; i < 3; i++) {
		struct slice sl = feed_plain(0, 30, 5000);

		feed_slice(w->m, w->t += 100 * MS, &sl);
	}
	change_since(w, w->t);
	look(w);
	assert_int_equal(w->f.series[0].verdict->n, 7);
}

static size_t used(void)
{
	struct mallinfo2 i = mallinfo2();

	return i.uordblks + i.hblkhd;
}

/* 300 series and as many settings, in rounds, with changes; what that takes in memory is bounded. */
static void test_many_series(void **state)
{
	struct world *w = *state;
	size_t before = used(), taken;

	for (uint16_t i = 2; i < 300; i++) {
		struct event *ev = event_new(EV_SETTING, w->t, w->t);

		assert_int_equal(feed_series(w->m, i, "many", "same"), 0);
		ev->u.setting.id = i;
		assert_int_equal(model_apply(w->m, ev), 0);
		event_free(ev);
	}
	for (uint32_t round = 0; round < 60; round++) {
		for (uint16_t i = 0; i < 300; i++) {
			struct slice sl = feed_plain(i, round, 5000u + i);

			assert_int_equal(feed_slice(w->m, w->t += 100 * MS, &sl), 0);
		}
		if (round == 19 || round == 39)
			change_since(w, w->t);
	}
	look(w);
	assert_int_equal(w->f.nseries, 300);
	assert_int_equal(w->f.nsettings, 299);
	for (size_t i = 0; i < 300; i++) {
		assert_int_equal(w->f.series[i].epoch[0].n, 20);
		assert_int_equal(w->f.series[i].epoch[2].n, 20);
		assert_int_equal(w->f.series[i].verdict->n, 20);
		assert_true(w->f.series[i].verdict->look > 0);
	}
	assert_string_equal(w->f.change[1].headline, "no difference proven in 300 series");
	taken = used() - before;
	print_message("%zu kB for 300 series\n", taken / 1024);
	assert_true(taken < 300 * 100 * 1024);
}

int main(void)
{
#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		EACH(test_late_change),	       EACH(test_late_change_in_a_verdict),
		EACH(test_too_late),	       EACH(test_points_and_figures_agree),
		EACH(test_length_is_an_epoch), EACH(test_turns_of_several_slices),
		EACH(test_many_series),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
