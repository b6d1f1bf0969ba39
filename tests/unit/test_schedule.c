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
#include "../lib/testmethods.h"

#define SLICE (100 * NSEC_PER_MSEC)

static struct topo_cpu cpus[] = { { .cpu = 2, .core = 0, .package = 0, .llc = 2 },
				  { .cpu = 5, .core = 1, .package = 0, .llc = 2 } };
static const struct topology two = { .cpu = cpus, .ncpus = 2 };
static const struct topology one = { .cpu = cpus, .ncpus = 1 };

static void make_plan(struct plan *p, const char *methods_list, const char *places,
		      const struct topology *topo)
{
	struct err e = { 0 };

	if (plan_read(p, methods_list, places, topo, &e))
		fail_msg("%s", e.text);
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
		assert_string_equal(s->choice.method->name, s->info.method);
		assert_int_equal(s->info.version, s->choice.method->version);
		assert_string_equal(s->info.kind, "round trip");
		assert_string_equal(s->info.unit, "loops/s");
		assert_string_equal(s->info.params, "");
		assert_true(s->info.scale == 1);
		/* a loop that lasts time slices has nothing to warm */
		assert_int_equal(s->warm_ns > 0, !(flags[i] & SERIES_SLICE_BOUND));
		/* free workers need a longer warm-up than pinned ones */
		if (i % 3 == 2)
			assert_true(s->warm_ns > 10 * p.series[0].warm_ns);
	}
	assert_int_equal(p.series[1].placed.cpu[0], 2);
	assert_int_equal(p.series[1].placed.cpu[1], 5);
	assert_int_equal(p.series[2].placed.cpu[0], -1);
	plan_free(&p);
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
	plan_free(&p);
}

static void test_rotation(void **state)
{
	struct plan p;

	(void)state;
	make_plan(&p, "pipe,sem", "same,cross", &two);
	for (unsigned turn = 0; turn < 41; turn++) {
		struct planned *s = plan_next(&p, turn, SLICE);

		assert_ptr_equal(s, &p.series[turn % 4]);
		assert_int_equal(p.round, turn / 4);
	}
	plan_free(&p);
}

/* Who fails is left alone for a while; the others go on, and rounds are still counted. */
static void test_failing_series(void **state)
{
	struct planned *s;
	struct plan p;

	(void)state;
	make_plan(&p, "pipe,sem", "same", &two);
	s = plan_next(&p, 0, SLICE);
	assert_true(plan_failed(s, "no pipes left", 0, 100));
	for (int64_t t = 0; t < 100; t++) {
		assert_ptr_equal(plan_next(&p, t, SLICE), &p.series[1]);
		assert_int_equal(p.round, t);
	}
	/* its time has come; the same reason is no news, another is */
	s = plan_next(&p, 100, SLICE);
	assert_ptr_equal(s, &p.series[0]);
	assert_false(plan_failed(s, "no pipes left", 100, 100));
	assert_ptr_equal(plan_next(&p, 199, SLICE), &p.series[1]);
	s = plan_next(&p, 200, SLICE);
	assert_ptr_equal(s, &p.series[0]);
	assert_true(plan_failed(s, "no memory left", 200, 100));
	s = plan_next(&p, 200, SLICE);
	s = plan_next(&p, 300, SLICE);
	assert_ptr_equal(s, &p.series[0]);
	assert_true(plan_worked(s));
	assert_false(plan_worked(s));
	assert_string_equal(s->reason, "");
	plan_free(&p);
}

static void test_all_fail(void **state)
{
	struct plan p;

	(void)state;
	make_plan(&p, "pipe,sem", "same", &two);
	for (int i = 0; i < 2; i++)
		plan_failed(plan_next(&p, 0, SLICE), "no", 0, 100);
	assert_null(plan_next(&p, 50, SLICE));
	assert_int_equal(p.round, 1); /* both were tried: that was a round */
	for (int i = 0; i < 10; i++)
		assert_null(plan_next(&p, 60, SLICE));
	assert_int_equal(p.round, 1); /* waiting is none */
	assert_non_null(plan_next(&p, 100, SLICE));
	plan_free(&p);
}

static void test_impossible_series(void **state)
{
	struct plan p;

	(void)state;
	make_plan(&p, "pipe,sem", "same,cross", &one);
	for (unsigned i = 0; i < 20; i++) {
		assert_ptr_equal(plan_next(&p, i, SLICE), &p.series[i % 2 * 2]);
		assert_int_equal(p.round, i / 2);
	}
	plan_free(&p);
	make_plan(&p, "pipe", "cross", &one);
	for (int i = 0; i < 5; i++)
		assert_null(plan_next(&p, i, SLICE));
	assert_int_equal(p.round, 0);
	plan_free(&p);
}

/* A plan of methods that only tests have. */
static void make_test_plan(struct plan *p, const char *list, const char *places,
			   const struct topology *topo)
{
	struct method_list m = { 0 };
	struct place_list at = { 0 };
	struct err e = { 0 };

	assert_int_equal(methods_select_of(testmethods, TESTMETHODS, list, &m, &e), 0);
	assert_int_equal(placements_select(places, &at, &e), 0);
	assert_int_equal(plan_make(p, &m, &at, topo, &e), 0);
	methods_free(&m);
	places_free(&at);
}

static void check_series(const struct plan *p, const char *const want[][2], size_t n)
{
	assert_int_equal(p->n, n);
	for (size_t i = 0; i < n; i++) {
		assert_string_equal(p->series[i].info.placement, want[i][0]);
		assert_string_equal(p->series[i].info.cpus, want[i][1]);
		assert_int_equal(p->series[i].info.id, i);
	}
}

/* On two cores of one package there is one way to be on two CPUs. */
static void test_equal_placements(void **state)
{
	static const char *const both[][2] = { { "same", "2" }, { "cross", "2,5 (llc)" } };
	static const char *const pairs[][2] = { { "pair=2:5", "2,5 (llc)" },
						{ "pair=5:2", "5,2 (llc)" },
						{ "pair=5:5", "5" } };
	struct plan p;

	(void)state;
	make_plan(&p, "pipe", "same,llc,cross,pair=2:5,pair=2:2", &two);
	check_series(&p, both, 2);
	plan_free(&p);
	/* who leads on which CPU is another matter */
	make_plan(&p, "pipe", "pair=2:5,pair=5:2,pair=5:5", &two);
	check_series(&p, pairs, 3);
	assert_int_equal(p.series[0].info.flags, SERIES_CROSS);
	assert_int_equal(p.series[2].info.flags, 0);
	plan_free(&p);
	make_plan(&p, "pipe", "pair=2:3", &two);
	assert_false(p.series[0].possible);
	assert_non_null(strstr(p.series[0].reason, "CPU 3"));
	plan_free(&p);
}

static void test_solo(void **state)
{
	static const char *const one_way[][2] = { { "one", "2" }, { "free", "any" } };
	static const char *const named[][2] = { { "one", "2" }, { "cpu=5", "5" } };
	struct plan p;

	(void)state;
	make_test_plan(&p, "sleeper", "same,cross,llc,smt,socket,free", &two);
	check_series(&p, one_way, 2);
	assert_string_equal(p.series[0].info.kind, "solo");
	plan_free(&p);
	make_test_plan(&p, "sleeper", "cross", &one);
	check_series(&p, one_way, 1);
	assert_true(p.series[0].possible);
	plan_free(&p);
	make_test_plan(&p, "sleeper", "same,pair=2:5,pair=5:2", &two);
	check_series(&p, named, 2);
	plan_free(&p);
}

static void test_places_of_a_method(void **state)
{
	struct plan p;

	(void)state;
	make_test_plan(&p, "crowd", "same,cross,free", &two);
	assert_int_equal(p.n, 2);
	assert_string_equal(p.series[0].info.placement, "cross");
	assert_string_equal(p.series[1].info.placement, "free");
	plan_free(&p);
	make_test_plan(&p, "crowd,blocks", "same", &two);
	assert_int_equal(p.n, 2);
	assert_true(p.series[0].possible);
	assert_false(p.series[1].possible);
	assert_string_equal(p.series[1].reason,
			    "crowd is not measured in this placement; it has: cross free");
	plan_free(&p);
}

static void test_params_are_identity(void **state)
{
	struct plan p;

	(void)state;
	make_test_plan(&p, "blocks:size=500000,blocks", "same", &two);
	assert_int_equal(p.n, 2);
	assert_string_equal(p.series[0].info.method, "blocks");
	assert_string_equal(p.series[0].info.params, "size=500000");
	assert_string_equal(p.series[0].info.label, "blocks size=500000");
	assert_string_equal(p.series[0].info.unit, "MB/s");
	assert_true(p.series[0].info.scale == 0.5);
	assert_string_equal(p.series[1].info.params, "");
	assert_string_equal(p.series[1].info.label, "blocks");
	plan_free(&p);
}

/* Three hundred series: 25 pairs of CPUs by twelve choices. */
static void test_three_hundred(void **state)
{
	struct topo_cpu cpu[26];
	struct topology t = { cpu, ARRAY_SIZE(cpu) };
	char places[400] = "", list[400] = "";
	size_t n = 0, len = 0;
	struct plan p, q;

	(void)state;
	for (int i = 0; i < 26; i++)
		cpu[i] = (struct topo_cpu){ i, i, 0, 0 };
	for (int i = 0; i < 25; i++)
		n += text_format(places + n, sizeof(places) - n, ",pair=%d:%d", i, i + 1);
	for (int i = 0; i < 12; i++)
		len += text_format(list + len, sizeof(list) - len, ",blocks:size=%d", i + 1);
	make_test_plan(&p, list, places, &t);
	assert_int_equal(p.n, 300);
	for (unsigned turn = 0; turn < 900; turn++) {
		struct planned *s = plan_next(&p, turn, SLICE);

		assert_ptr_equal(s, &p.series[turn % 300]);
		assert_int_equal(s->info.id, turn % 300);
		assert_int_equal(p.round, turn / 300);
	}
	assert_int_equal(plan_copy(&q, &p), 0);
	plan_free(&p);
	assert_string_equal(q.series[299].info.placement, "pair=24:25");
	plan_free(&q);
}

/* A series whose turn takes long comes less often, but for the first round. */
static void test_weights(void **state)
{
	unsigned turns[3] = { 0 }, rounds = 64;
	struct plan p;

	(void)state;
	make_test_plan(&p, "sleeper,blocks,crowd:workers=4000", "cross", &two);
	assert_int_equal(p.n, 3);
	assert_int_equal(plan_slices(&p.series[0], SLICE), 1);
	assert_int_equal(plan_slices(&p.series[2], SLICE), 3);
	assert_int_equal(plan_slices(&p.series[2], 7 * SLICE), 1);
	for (int i = 0; i < 3; i++)
		assert_ptr_equal(plan_next(&p, i, SLICE), &p.series[i]);
	while (p.round < rounds)
		turns[plan_next(&p, 0, SLICE)->info.id]++;
	assert_in_range(turns[0], rounds - 1, rounds);
	assert_in_range(turns[1], rounds - 1, rounds);
	/* 600 ms to fork and end, 300 of slices: nine times what the others take */
	assert_in_range(turns[2], rounds / 3 - 1, rounds / 3 + 1);
	/* when it alone can run it has every turn */
	for (int i = 0; i < 2; i++)
		plan_failed(&p.series[i], "no", 0, 100);
	for (int i = 0; i < 10; i++)
		assert_ptr_equal(plan_next(&p, i, SLICE), &p.series[2]);
	plan_free(&p);
}

/* A CPU that was off line at the start comes back, and goes again. */
static void test_place_again(void **state)
{
	struct plan p;
	struct planned *cross;

	(void)state;
	make_plan(&p, "pipe", "same,cross", &one);
	cross = &p.series[1];
	assert_false(cross->possible);
	assert_false(plan_place(&p.series[0], &two)); /* still on CPU 2 */
	assert_true(plan_place(cross, &two));
	assert_true(cross->possible);
	assert_int_equal(cross->info.id, 1);
	assert_string_equal(cross->info.cpus, "2,5 (llc)");
	assert_string_equal(cross->reason, "");
	assert_int_equal(cross->placed.cpu[1], 5);
	assert_false(plan_place(cross, &two));
	assert_true(plan_place(cross, &one));
	assert_false(cross->possible);
	assert_true(cross->reason[0]);
	assert_false(plan_place(cross, &one));
	plan_free(&p);
	/* what a method has no placement for stays out, whatever comes */
	make_test_plan(&p, "crowd", "same", &one);
	assert_false(p.series[0].possible);
	assert_false(plan_place(&p.series[0], &two));
	plan_free(&p);
}

/* Around the first turn of each series probes are read, then around one of five, not of all in one round. */
static void test_counted_turns(void **state)
{
	struct plan p;

	(void)state;
	make_plan(&p, "pipe,sem,msgq", "same,cross", &two);
	for (int again = 0; again < 2; again++) {
		for (unsigned round = 0; round < 1 + 3 * PLAN_COUNTED; round++) {
			unsigned n = 0;

			for (size_t i = 0; i < p.n; i++) {
				if (!plan_counts(&p.series[i]))
					continue;
				plan_was_counted(&p.series[i]);
				n++;
			}
			assert_true(round ? n >= 1 && n <= 2 : n == p.n);
		}
		for (size_t i = 0; i < p.n; i++)
			assert_int_equal(p.series[i].counted, 4);
		plan_count_anew(&p);
	}
	/* a turn that came to nothing is made up for */
	assert_true(plan_counts(&p.series[0]));
	assert_true(plan_counts(&p.series[0]));
	plan_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_plan),
		cmocka_unit_test(test_one_cpu),
		cmocka_unit_test(test_place_again),
		cmocka_unit_test(test_rotation),
		cmocka_unit_test(test_failing_series),
		cmocka_unit_test(test_all_fail),
		cmocka_unit_test(test_impossible_series),
		cmocka_unit_test(test_equal_placements),
		cmocka_unit_test(test_solo),
		cmocka_unit_test(test_places_of_a_method),
		cmocka_unit_test(test_params_are_identity),
		cmocka_unit_test(test_three_hundred),
		cmocka_unit_test(test_weights),
		cmocka_unit_test(test_counted_turns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
