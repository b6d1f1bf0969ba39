// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_schedule: the plan of series, its rotation and its rounds.
 *
 * Invariant: machines are made by hand; no clock is read.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "engine/schedule.h"

static struct topo_cpu cpus[] = { { .cpu = 2, .core = 0, .package = 0, .llc = 2 },
				  { .cpu = 5, .core = 1, .package = 0, .llc = 2 } };
static const struct topology two = { .cpu = cpus, .ncpus = 2 };
static const struct topology one = { .cpu = cpus, .ncpus = 1 };

static void make_plan(struct plan *p, const char *methods_list, const char *places,
		      const struct topology *topo)
{
	bool method[METHODS], place[PLACEMENTS];
	struct err e = { 0 };

	assert_int_equal(methods_select(methods_list, method, &e), 0);
	assert_int_equal(placements_select(places, place, &e), 0);
	assert_int_equal(plan_make(p, method, place, topo, &e), 0);
}

static void test_plan(void **state)
{
	static const char *const want[][3] = {
		{ "pipe", "same", "2" },
		{ "pipe", "cross", "2,5 (llc)" },
		{ "pipe", "free", "any" },
		{ "spinlock", "same", "2" },
		{ "spinlock", "cross", "2,5 (llc)" },
		{ "spinlock", "free", "any" },
	};
	static const unsigned flags[] = {
		0, SERIES_CROSS, SERIES_FREE, SERIES_SLICE_BOUND, SERIES_CROSS, SERIES_FREE
	};
	struct plan p;

	(void)state;
	make_plan(&p, "pipe,spinlock", "free,cross,same", &two);
	assert_int_equal(p.n, ARRAY_SIZE(want));
	for (size_t i = 0; i < p.n; i++) {
		const struct planned *s = &p.series[i];

		assert_int_equal(s->info.id, i);
		assert_string_equal(s->info.method, want[i][0]);
		assert_string_equal(s->info.placement, want[i][1]);
		assert_string_equal(s->info.cpus, want[i][2]);
		assert_int_equal(s->info.flags, flags[i]);
		assert_true(s->possible);
		assert_string_equal(s->reason, "");
		assert_string_equal(methods[s->method]->name, s->info.method);
		assert_int_equal(s->info.version, methods[s->method]->version);
		assert_true(s->warm_ns > 0);
		/* free workers need a longer warm-up than pinned ones */
		if (i % 3 == 2)
			assert_true(s->warm_ns > p.series[0].warm_ns);
	}
	assert_int_equal(p.series[1].placed.cpu[0], 2);
	assert_int_equal(p.series[1].placed.cpu[1], 5);
	assert_int_equal(p.series[2].placed.cpu[0], -1);
}

static void test_one_cpu(void **state)
{
	struct plan p;

	(void)state;
	make_plan(&p, "pipe,spinlock,spin-yield", "same,cross,free", &one);
	assert_int_equal(p.n, 9);
	for (size_t i = 0; i < p.n; i++) {
		bool cross = !strcmp(p.series[i].info.placement, "cross");
		bool bound = p.series[i].info.flags & SERIES_SLICE_BOUND;

		assert_int_equal(p.series[i].possible, !cross);
		assert_int_equal(p.series[i].reason[0] != '\0', cross);
		if (!cross) /* who yields is not bound to time slices, wherever it spins */
			assert_int_equal(bound, !strcmp(p.series[i].info.method, "spinlock"));
	}
}

static void test_too_many(void **state)
{
	bool method[METHODS], place[PLACEMENTS];
	struct plan p;
	struct err e = { 0 };

	(void)state;
	memset(method, true, sizeof(method));
	memset(place, true, sizeof(place));
	if (METHODS * PLACEMENTS <= SERIES_MAX) {
		assert_int_equal(plan_make(&p, method, place, &two, &e), 0);
		assert_int_equal(p.n, METHODS * PLACEMENTS);
	} else {
		assert_int_equal(plan_make(&p, method, place, &two, &e), -E2BIG);
		assert_non_null(strstr(e.text, "fewer"));
	}
}

static void test_rotation(void **state)
{
	struct plan p;

	(void)state;
	make_plan(&p, "pipe,sem", "same,cross", &two);
	for (unsigned turn = 0; turn < 41; turn++) {
		bool wrapped;
		struct planned *s = plan_next(&p, turn, &wrapped);

		assert_ptr_equal(s, &p.series[turn % 4]);
		assert_int_equal(wrapped, turn && turn % 4 == 0);
		assert_int_equal(p.round, turn / 4);
	}
}

/* Who fails is left alone for a while; the others go on, and rounds are still counted. */
static void test_failing_series(void **state)
{
	struct planned *s;
	struct plan p;
	bool wrapped;

	(void)state;
	make_plan(&p, "pipe,sem", "same", &two);
	s = plan_next(&p, 0, &wrapped);
	assert_true(plan_failed(s, "no pipes left", 0, 100));
	for (int64_t t = 0; t < 100; t++) {
		assert_ptr_equal(plan_next(&p, t, &wrapped), &p.series[1]);
		assert_int_equal(wrapped, t > 0);
		assert_int_equal(p.round, t);
	}
	/* its time has come; the same reason is no news, another is */
	s = plan_next(&p, 100, &wrapped);
	assert_ptr_equal(s, &p.series[0]);
	assert_false(plan_failed(s, "no pipes left", 100, 100));
	assert_ptr_equal(plan_next(&p, 199, &wrapped), &p.series[1]);
	s = plan_next(&p, 200, &wrapped);
	assert_ptr_equal(s, &p.series[0]);
	assert_true(plan_failed(s, "no memory left", 200, 100));
	s = plan_next(&p, 200, &wrapped);
	s = plan_next(&p, 300, &wrapped);
	assert_ptr_equal(s, &p.series[0]);
	assert_true(plan_worked(s));
	assert_false(plan_worked(s));
	assert_string_equal(s->reason, "");
}

static void test_all_fail(void **state)
{
	struct plan p;
	bool wrapped;

	(void)state;
	make_plan(&p, "pipe,sem", "same", &two);
	for (int i = 0; i < 2; i++)
		plan_failed(plan_next(&p, 0, &wrapped), "no", 0, 100);
	assert_null(plan_next(&p, 50, &wrapped));
	assert_int_equal(p.round, 1); /* both were tried: that was a round */
	for (int i = 0; i < 10; i++)
		assert_null(plan_next(&p, 60, &wrapped));
	assert_int_equal(p.round, 1); /* waiting is none */
	assert_non_null(plan_next(&p, 100, &wrapped));
}

static void test_impossible_series(void **state)
{
	struct plan p;
	bool wrapped;

	(void)state;
	make_plan(&p, "pipe,sem", "same,cross", &one);
	for (unsigned i = 0; i < 20; i++) {
		assert_ptr_equal(plan_next(&p, i, &wrapped), &p.series[i % 2 * 2]);
		assert_int_equal(p.round, i / 2);
	}
	make_plan(&p, "pipe", "cross", &one);
	for (int i = 0; i < 5; i++)
		assert_null(plan_next(&p, i, &wrapped));
	assert_int_equal(p.round, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_plan),
		cmocka_unit_test(test_one_cpu),
		cmocka_unit_test(test_too_many),
		cmocka_unit_test(test_rotation),
		cmocka_unit_test(test_failing_series),
		cmocka_unit_test(test_all_fail),
		cmocka_unit_test(test_impossible_series),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
