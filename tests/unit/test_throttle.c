// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_throttle: which slices are flagged because their workers were held back, and with what words.
 *
 * Invariant: the machine is a temporary folder.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/tempdir.h"
#include "engine/throttle.h"

#include <stdlib.h>
#include <string.h>

#define MAKER 77

struct world {
	char dir[64];
	struct sysroot root;
	struct throttle t;
	struct readings rd;
};

static void throttled_says(const struct world *w, unsigned usec)
{
	char text[64];

	text_format(text, sizeof(text), "nr_throttled 1\nthrottled_usec %u\n", usec);
	tempdir_write(w->dir, text, "sys/fs/cgroup/a/cpu.stat");
}

static int set_up(void **state)
{
	struct world *w = calloc(1, sizeof(*w));

	if (!w)
		return -1;
	tempdir_make(w->dir, sizeof(w->dir));
	tempdir_write(w->dir, "0::/a\n", "proc/%d/cgroup", MAKER);
	tempdir_write(w->dir, "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
		      "proc/self/mountinfo");
	throttled_says(w, 1000);
	if (sysroot_open(&w->root, w->dir))
		return -1;
	w->root.live = true; /* it stands for the machine that the workers run on */
	w->rd = (struct readings){ .ticks_per_s = 100, .load_ns = NSEC_PER_SEC / 10, .live = true };
	throttle_init(&w->t, &w->root);
	*state = w;
	return 0;
}

static int tear_down(void **state)
{
	struct world *w = *state;

	throttle_free(&w->t);
	sysroot_close(&w->root);
	tempdir_remove(w->dir);
	free(w);
	return 0;
}

static struct slice slice_of(struct world *w, unsigned usec)
{
	struct slice sl = { .wall_ns = NSEC_PER_SEC / 10 };

	throttle_begin(&w->t, MAKER);
	throttled_says(w, usec);
	throttle_slice(&w->t, &sl);
	throttle_steal(&sl, &w->rd);
	return sl;
}

static void test_quota(void **state)
{
	struct world *w = *state;
	struct slice sl = slice_of(w, 1000);

	assert_int_equal(sl.flags, 0);
	assert_true(metric_has(&sl.metrics, METRIC_throttled));
	assert_true(sl.metrics.v[METRIC_throttled] == 0);
	sl = slice_of(w, 1500); /* half a thousandth of a CPU: a period's end, barely touched */
	assert_int_equal(sl.flags, 0);
	sl = slice_of(w, 51500);
	assert_int_equal(sl.flags, SLICE_THROTTLED);
	assert_true(sl.metrics.v[METRIC_throttled] == 0.5);
	assert_string_equal(sl.text, "held back by the quota of the control group (0.50 CPUs)");
	/* what was held back between slices is no slice's */
	throttled_says(w, 91500);
	sl = slice_of(w, 91500);
	assert_int_equal(sl.flags, 0);
}

static void test_no_group(void **state)
{
	struct world *w = *state;
	struct slice sl = { .wall_ns = 1 };

	tempdir_write(w->dir, "3:memory:/a\n", "proc/%d/cgroup", MAKER);
	throttle_begin(&w->t, MAKER);
	throttle_slice(&w->t, &sl);
	throttle_steal(&sl, &w->rd);
	assert_int_equal(sl.flags, 0);
	assert_false(metric_has(&sl.metrics, METRIC_throttled));
}

/* Ticks are coarse: two of them in a short slice may be of the time before it. */
static void test_steal(void **state)
{
	static const struct {
		double cpus;
		int64_t load_ns;
		bool flagged;
	} c[] = {
		{ 0.3, NSEC_PER_SEC / 10, true },  { 0.2, NSEC_PER_SEC / 10, false },
		{ 0.5, NSEC_PER_SEC / 50, false }, { 0.24, NSEC_PER_SEC, false },
		{ 1.5, NSEC_PER_SEC / 50, true },  { 0.26, NSEC_PER_SEC, true },
	};
	struct world *w = *state;

	for (size_t i = 0; i < ARRAY_SIZE(c); i++) {
		struct slice sl = { .wall_ns = c[i].load_ns };

		w->rd.steal = c[i].cpus;
		w->rd.load_ns = c[i].load_ns;
		metric_set(&sl.metrics, METRIC_steal, c[i].cpus);
		throttle_begin(&w->t, MAKER);
		throttle_slice(&w->t, &sl);
		throttle_steal(&sl, &w->rd);
		if (!!(sl.flags & SLICE_THROTTLED) != c[i].flagged)
			fail_msg("%zu: %s", i, sl.text);
		if (c[i].flagged)
			assert_non_null(strstr(sl.text, "the hypervisor took"));
	}
}

static void test_captured(void **state)
{
	struct world *w = *state;
	struct slice sl;

	w->root.live = false;
	sl = slice_of(w, 51000);
	assert_int_equal(sl.flags, 0);
	assert_false(metric_has(&sl.metrics, METRIC_throttled));
}

#define THROTTLE_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		THROTTLE_TEST(test_quota),
		THROTTLE_TEST(test_no_group),
		THROTTLE_TEST(test_steal),
		THROTTLE_TEST(test_captured),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
