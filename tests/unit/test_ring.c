// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_ring: what thinning may and may not do to a history.
 *
 * Invariant: checked after every single point, whatever was added.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "base/base.h"
#include "model/ring.h"

static struct point value(int64_t t, float v)
{
	return (struct point){ .t_ns = t, .mean = v, .low = v, .high = v, .n = 1 };
}

static struct point gap(int64_t t)
{
	return (struct point){ .t_ns = t, .flags = POINT_GAP };
}

static void check_order(const struct ring *r)
{
	assert_true(r->n <= r->cap && r->n <= r->size && r->size <= r->cap);
	for (size_t i = 1; i < r->n; i++)
		assert_true(r->point[i].t_ns >= r->point[i - 1].t_ns);
}

static void test_all_kept_until_full(void **state)
{
	struct ring r;

	(void)state;
	ring_init(&r, 64);
	for (int i = 0; i < 64; i++) {
		struct point p = value(i, (float)i);

		assert_int_equal(ring_add(&r, &p), 0);
	}
	assert_int_equal(r.n, 64);
	for (int i = 0; i < 64; i++)
		assert_true(r.point[i].t_ns == i && r.point[i].n == 1);
	ring_free(&r);
	assert_int_equal(r.n, 0);
}

static void test_cap_has_a_floor(void **state)
{
	struct ring r;

	(void)state;
	ring_init(&r, 0);
	assert_int_equal(r.cap, 16);
	ring_free(&r);
}

/* Sum, count, lowest and highest of everything ever added stay exact, for any length. */
static void test_thinning_keeps_totals(void **state)
{
	double sum = 0, total = 0;
	uint64_t n = 0;
	struct ring r;

	(void)state;
	ring_init(&r, 128);
	for (int i = 0; i < 20000; i++) {
		float v = (float)(1000 + (i * 7919) % 997);
		struct point p = value(i, v);

		if (i == 777)
			p.low = p.high = p.mean = v = 1;
		if (i == 888)
			p.low = p.high = p.mean = v = 5000;
		assert_int_equal(ring_add(&r, &p), 0);
		check_order(&r);
		sum += v;
	}
	float low = INFINITY, high = -INFINITY;

	for (size_t i = 0; i < r.n; i++) {
		const struct point *p = &r.point[i];

		assert_true(p->low <= p->mean && p->mean <= p->high);
		total += (double)p->mean * p->n;
		n += p->n;
		low = fminf(low, p->low);
		high = fmaxf(high, p->high);
	}
	assert_int_equal(n, 20000);
	assert_true(fabs(total / sum - 1) < 1e-6);
	assert_true(low == 1 && high == 5000);
	ring_free(&r);
}

/* The newer half is never thinned, and the older half does not melt into one point. */
static void test_resolution(void **state)
{
	unsigned most = 0;
	struct ring r;

	(void)state;
	ring_init(&r, 256);
	for (int i = 0; i < 100000; i++) {
		struct point p = value(i, 1);

		assert_int_equal(ring_add(&r, &p), 0);
		assert_int_equal(r.point[r.n - 1].n, 1);
	}
	for (size_t i = r.n - 96; i < r.n; i++)
		assert_int_equal(r.point[i].n, 1);
	for (size_t i = 0; i < r.n; i++)
		most = MAX(most, r.point[i].n);
	/* 100000 slices in about 128 points: 781 each, 2048 with rounding up to a power of 2 */
	assert_true(most <= 2048);
	ring_free(&r);
}

static void test_gaps_stay(void **state)
{
	struct ring r;
	size_t gaps = 0;

	(void)state;
	ring_init(&r, 64);
	for (int i = 0; i < 3000; i++) {
		struct point p = i % 300 == 299 ? gap(i) : value(i, (float)(i / 300));

		assert_int_equal(ring_add(&r, &p), 0);
		check_order(&r);
	}
	for (size_t i = 0; i < r.n; i++) {
		gaps += !!(r.point[i].flags & POINT_GAP);
		/* nothing was averaged across a gap: each stretch had one level */
		if (!(r.point[i].flags & POINT_GAP))
			assert_true(r.point[i].low == r.point[i].high);
	}
	assert_int_equal(gaps, 10);
	ring_free(&r);
}

/* Where only gaps and single values alternate nothing can be joined: the oldest go. */
static void test_only_gaps_between(void **state)
{
	struct ring r;

	(void)state;
	ring_init(&r, 32);
	for (int i = 0; i < 1000; i++) {
		struct point p = i % 2 ? gap(i) : value(i, (float)i);

		assert_int_equal(ring_add(&r, &p), 0);
		check_order(&r);
		assert_true(r.point[r.n - 1].t_ns == i);
	}
	ring_free(&r);
}

static void test_weights_and_flags(void **state)
{
	struct ring r;

	(void)state;
	ring_init(&r, 16);
	for (int i = 0; i < 17; i++) {
		struct point p = value(i, (float)i);

		p.flags = i == 1 ? POINT_DISTURBED : 0;
		assert_int_equal(ring_add(&r, &p), 0);
	}
	assert_int_equal(r.point[0].n, 2);
	assert_true(r.point[0].mean == 0.5f);
	assert_true(r.point[0].low == 0 && r.point[0].high == 1);
	assert_true(r.point[0].t_ns == 1);
	assert_int_equal(r.point[0].flags, POINT_DISTURBED);
	assert_int_equal(r.point[1].flags, 0);
	ring_free(&r);
}

static void test_count_saturates(void **state)
{
	uint64_t n = 0;
	struct ring r;

	(void)state;
	ring_init(&r, 16);
	for (int i = 0; i < 100; i++) {
		struct point p = value(i, 3);

		p.n = UINT16_MAX;
		assert_int_equal(ring_add(&r, &p), 0);
		check_order(&r);
	}
	for (size_t i = 0; i < r.n; i++) {
		assert_true(r.point[i].mean == 3);
		n += r.point[i].n;
	}
	assert_true(n == r.n * (uint64_t)UINT16_MAX);
	ring_free(&r);
}

/* What turns out to be void goes, gaps stay. */
static void test_drop_after(void **state)
{
	struct ring r;

	(void)state;
	ring_init(&r, 16);
	ring_drop_after(&r, 0);
	for (int i = 0; i < 6; i++) {
		struct point p = value(10 * i, i);

		if (i == 4)
			p.flags = POINT_GAP;
		assert_int_equal(ring_add(&r, &p), 0);
	}
	ring_drop_after(&r, 50);
	assert_int_equal(r.n, 6);
	ring_drop_after(&r, 20);
	assert_int_equal(r.n, 4);
	assert_int_equal(r.point[2].t_ns, 20);
	assert_true(r.point[3].flags & POINT_GAP);
	ring_drop_after(&r, -1);
	assert_int_equal(r.n, 1);
	ring_free(&r);
}

/* A clock that steps back must not break the order. */
static void test_time_never_falls(void **state)
{
	struct point a = value(100, 1), b = value(50, 2);
	struct ring r;

	(void)state;
	ring_init(&r, 16);
	assert_int_equal(ring_add(&r, &a), 0);
	assert_int_equal(ring_add(&r, &b), 0);
	check_order(&r);
	assert_true(r.point[1].mean == 2);
	ring_free(&r);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_kept_until_full),
		cmocka_unit_test(test_cap_has_a_floor),
		cmocka_unit_test(test_thinning_keeps_totals),
		cmocka_unit_test(test_resolution),
		cmocka_unit_test(test_gaps_stay),
		cmocka_unit_test(test_only_gaps_between),
		cmocka_unit_test(test_weights_and_flags),
		cmocka_unit_test(test_count_saturates),
		cmocka_unit_test(test_drop_after),
		cmocka_unit_test(test_time_never_falls),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
