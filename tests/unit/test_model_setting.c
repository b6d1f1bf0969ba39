// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_model_setting: settings, changes and verdicts as the model makes them from events.
 *
 * Invariant: events are made by hand; nothing of the machine is read or written.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/model.h"

#define SERIES	 3
#define SLICE_NS (100 * NSEC_PER_MSEC)

struct stage {
	struct model *m;
	struct frame f;
	int64_t t_ns;
	uint32_t round;
	uint64_t lcg;
};

static void apply(struct stage *st, struct event *ev)
{
	assert_non_null(ev);
	assert_int_equal(model_apply(st->m, ev), 0);
	event_free(ev);
}

static struct event *at(struct stage *st, enum event_kind kind)
{
	return event_new(kind, st->t_ns, st->t_ns + 1000 * NSEC_PER_SEC);
}

static void build(struct stage *st)
{
	assert_int_equal(model_frame(&st->f, st->m, st->t_ns, st->t_ns, DIVISOR_NOMINAL, 0), 0);
}

/* Uniform in -1..1, the same in every run. */
static double noise(struct stage *st)
{
	st->lcg = st->lcg * 6364136223846793005u + 1442695040888963407u;
	return (double)(st->lcg >> 40) / (double)(1 << 23) - 1;
}

static int setup(void **state)
{
	static struct stage st;

	st = (struct stage){ .m = model_new(), .t_ns = NSEC_PER_SEC, .lcg = 7 };
	apply(&st, at(&st, EV_START));
	for (uint16_t i = 0; i < SERIES; i++) {
		struct event *ev = at(&st, EV_SERIES);

		ev->u.info.id = i;
		ev->u.info.flags = i == 2 ? SERIES_SLICE_BOUND : 0;
		text_format(ev->u.info.label, sizeof(ev->u.info.label), "m%u", i);
		text_copy(ev->u.info.unit, sizeof(ev->u.info.unit), "loops/s");
		apply(&st, ev);
	}
	for (uint16_t i = 0; i < 2; i++) {
		struct event *ev = at(&st, EV_SETTING);

		ev->u.setting.id = i;
		text_format(ev->u.setting.name, sizeof(ev->u.setting.name), "kernel.s%u", i);
		text_copy(ev->u.setting.value, sizeof(ev->u.setting.value), "1");
		text_copy(ev->u.setting.shown, sizeof(ev->u.setting.shown), "on");
		apply(&st, ev);
	}
	*state = &st;
	return 0;
}

static int teardown(void **state)
{
	struct stage *st = *state;

	model_frame_free(&st->f);
	model_free(st->m);
	return 0;
}

/* One round: a slice of each series; series 0 runs at @rate0, the others as ever. */
static void round_of(struct stage *st, double rate0)
{
	for (uint16_t i = 0; i < SERIES; i++) {
		struct event *ev;
		double rate = (i ? 50000 : rate0) * exp(0.01 * noise(st));

		st->t_ns += SLICE_NS;
		ev = at(st, EV_SLICE);
		ev->u.slice.series = i;
		ev->u.slice.round = st->round;
		ev->u.slice.wall_ns = SLICE_NS;
		ev->u.slice.loops = (uint64_t)(rate / 10);
		apply(st, ev);
	}
	st->round++;
}

static void change(struct stage *st, uint16_t id, const char *old, const char *now, int64_t before)
{
	struct event *ev = at(st, EV_CHANGE);

	ev->u.change.id = id;
	ev->u.change.flags = id ? 0 : CHANGE_OWN;
	ev->u.change.pid = id ? 4711 : 0;
	text_copy(ev->u.change.who, sizeof(ev->u.change.who), id ? "sysctl" : "");
	ev->u.change.before_ns = before;
	ev->u.change.after_ns = st->t_ns;
	text_copy(ev->u.change.old, sizeof(ev->u.change.old), old);
	text_copy(ev->u.change.now, sizeof(ev->u.change.now), now);
	text_copy(ev->u.change.value, sizeof(ev->u.change.value), now);
	apply(st, ev);
}

static void test_change_marks(void **state)
{
	struct stage *st = *state;
	const struct frame_setting *s;

	for (int i = 0; i < 20; i++)
		round_of(st, 50000);
	change(st, 1, "on", "off", st->t_ns);
	build(st);
	assert_int_equal(st->f.nmarks, 1);
	assert_true(st->f.mark[0].setting && st->f.mark[0].letter == 'A');
	assert_string_equal(st->f.mark[0].text, "kernel.s1 on -> off");
	assert_int_equal(st->f.nepochs, 2);
	assert_string_equal(st->f.epoch[1].text, "kernel.s1 off");
	s = frame_setting_by_name(&st->f, "kernel.s1");
	assert_true(s && s->changed && s->letter == 'A');
	assert_string_equal(s->start, "on");
	assert_string_equal(s->info->shown, "off");
	assert_string_equal(s->who, "sysctl (pid 4711)");
	assert_false(frame_setting_by_name(&st->f, "kernel.s0")->changed);
	assert_string_equal(st->f.log[st->f.nlog - 1].text,
			    "A kernel.s1 on -> off by sysctl (pid 4711)");
}

static void test_author_without_name(void **state)
{
	struct stage *st = *state;
	struct event *ev = at(st, EV_CHANGE);

	ev->u.change.id = 1;
	ev->u.change.pid = 4711;
	text_copy(ev->u.change.old, sizeof(ev->u.change.old), "on");
	text_copy(ev->u.change.now, sizeof(ev->u.change.now), "off");
	apply(st, ev);
	build(st);
	assert_string_equal(frame_setting_by_name(&st->f, "kernel.s1")->who,
			    "pid 4711, which has ended");
}

static void test_verdict(void **state)
{
	struct stage *st = *state;
	char text[600];

	for (int i = 0; i < 60; i++)
		round_of(st, 50000);
	change(st, 0, "on", "off", st->t_ns);
	for (int i = 0; i < 20; i++)
		round_of(st, 65000);
	build(st);
	assert_int_equal(st->f.nchanges, 1);
	assert_int_equal(st->f.series[0].verdict->state, VERDICT_DIFFERENCE);
	assert_int_equal(st->f.series[1].verdict->state, VERDICT_SAME);
	assert_int_equal(st->f.series[2].verdict->state, VERDICT_NEVER);
	assert_string_equal(st->f.change[0].who, "you");
	assert_non_null(strstr(st->f.change[0].headline, "1 of 2 series"));
	frame_verdict_words(&st->f, 0, text, sizeof(text));
	assert_non_null(strstr(text, "kernel.s0=on"));
	assert_non_null(strstr(text, "Difference at 95.0% confidence"));
	frame_verdict_short(&st->f, 1, text, sizeof(text));
	assert_string_equal(text, "~");
}

/* Rounds that were measured after the last look at the old value may have seen the new one. */
static void test_before_ends_at_the_last_look(void **state)
{
	struct stage *st = *state;
	int64_t looked;

	for (int i = 0; i < 20; i++)
		round_of(st, 50000);
	looked = st->t_ns;
	for (int i = 0; i < 6; i++)
		round_of(st, 65000);
	change(st, 0, "on", "off", looked);
	build(st);
	assert_int_equal(st->f.series[0].verdict->n, 20);
}

static void test_too_early(void **state)
{
	struct stage *st = *state;

	for (int i = 0; i < 14; i++)
		round_of(st, 50000);
	change(st, 0, "on", "off", st->t_ns);
	build(st);
	assert_int_equal(st->f.series[0].verdict->state, VERDICT_TOO_FEW);
	assert_int_equal(st->f.series[0].verdict->needs, 1);
}

/* Aliases and quick double steps come before a single clean round: one change, with one verdict. */
static void test_together(void **state)
{
	struct stage *st = *state;

	for (int i = 0; i < 30; i++)
		round_of(st, 50000);
	change(st, 0, "on", "off", st->t_ns);
	change(st, 1, "on", "off", st->t_ns);
	change(st, 0, "off", "on", st->t_ns);
	build(st);
	assert_int_equal(st->f.nchanges, 1);
	assert_int_equal(st->f.change[0].also, 2);
	assert_string_equal(st->f.change[0].now, "on");
	assert_int_equal(st->f.series[0].verdict->n, 30);
	assert_int_equal(st->f.nmarks, 3);
}

static void test_cut_short(void **state)
{
	struct stage *st = *state;

	for (int i = 0; i < 60; i++)
		round_of(st, 50000);
	change(st, 0, "on", "off", st->t_ns);
	for (int i = 0; i < 7; i++)
		round_of(st, 65000);
	change(st, 1, "on", "off", st->t_ns);
	build(st);
	assert_int_equal(st->f.nchanges, 2);
	/* what the first had found stays, and says what ended it */
	assert_true(st->f.change[0].verdict[0].cut);
	assert_string_equal(st->f.change[0].verdict[0].cut_by, "kernel.s1");
	assert_int_equal(st->f.change[0].verdict[0].state, VERDICT_DIFFERENCE);
	assert_int_equal(st->f.series[0].verdict->state, VERDICT_TOO_FEW);
}

static void test_void_slices_do_not_count(void **state)
{
	struct stage *st = *state;

	for (int i = 0; i < 30; i++) {
		struct event *ev;

		round_of(st, 50000);
		ev = at(st, EV_SLICE);
		ev->u.slice.flags = SLICE_VOID;
		ev->u.slice.wall_ns = SLICE_NS;
		ev->u.slice.loops = 1;
		apply(st, ev);
	}
	change(st, 0, "on", "off", st->t_ns);
	build(st);
	assert_int_equal(st->f.series[0].verdict->n, 30);
}

static void test_unknown(void **state)
{
	struct stage *st = *state;
	struct event *ev = at(st, EV_CHANGE);

	ev->u.change.id = 99;
	assert_int_equal(model_apply(st->m, ev), -EINVAL);
	event_free(ev);
	ev = at(st, EV_SETTING);
	ev->u.setting.id = 5000;
	assert_int_equal(model_apply(st->m, ev), -EINVAL);
	event_free(ev);
}

/* More changes than are kept: memory stays bounded, the newest stay true. */
static void test_bounded(void **state)
{
	struct stage *st = *state;

	for (int i = 0; i < 300; i++) {
		round_of(st, 50000);
		change(st, (uint16_t)(i % 2), "a", "b", st->t_ns);
	}
	build(st);
	assert_true(st->f.nchanges <= 64 && st->f.nchanges > 1);
	assert_int_equal(st->f.change[st->f.nchanges - 1].setting, 1);
	assert_true(frame_setting_by_name(&st->f, "kernel.s1")->effect[0]);
}

int main(void)
{
#define EACH(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
	const struct CMUnitTest tests[] = {
		EACH(test_change_marks), EACH(test_author_without_name),
		EACH(test_verdict),	 EACH(test_before_ends_at_the_last_look),
		EACH(test_too_early),	 EACH(test_together),
		EACH(test_cut_short),	 EACH(test_void_slices_do_not_count),
		EACH(test_unknown),	 EACH(test_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
