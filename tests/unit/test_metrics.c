// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_metrics: the table of figures, and what is formed from it for one slice.
 *
 * Invariant: the names that recordings and reports of older versions carry are written out here, so that
 * a change of the table that loses one is seen.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "stream/event.h"

static bool has_text(const char *a, const char *b)
{
	return a && !strcmp(a, b);
}

static void test_names_that_stay(void **state)
{
	static const char *const recorded[] = { "cpu_ns",     "nvcsw",	"nivcsw",     "migrations",
						"faults",     "irq_ns", "other_load", "steal",
						"same_share", "mhz",	"mhz_cpu" };
	static const char *const reported[] = { "switches_per_loop", "migrations",
						"resched_per_loop",  "call_per_loop",
						"cpu_us_per_loop",   "same_cpu_share" };
	size_t found = 0, columns = 0;

	(void)state;
	for (int i = 0; i < METRICS; i++) {
		for (size_t k = 0; k < ARRAY_SIZE(recorded); k++)
			found += !metric_table[i].group &&
				 has_text(metric_table[i].json, recorded[k]);
		for (size_t k = 0; k < ARRAY_SIZE(reported); k++)
			columns += has_text(metric_table[i].figure, reported[k]);
	}
	assert_int_equal(found, ARRAY_SIZE(recorded));
	assert_int_equal(columns, ARRAY_SIZE(reported));
	for (int c = 0; c < ROW_CLASSES; c++) {
		assert_string_equal(metric_table[METRIC_IRQ_OF(c)].json, row_class_name(c));
		assert_string_equal(metric_table[METRIC_IRQ_OF(c)].group, "irq");
	}
}

static void test_table(void **state)
{
	(void)state;
	for (int i = 0; i < METRICS; i++) {
		const struct metric *m = &metric_table[i];

		assert_non_null(m->unit);
		assert_true(!m->json == !!m->parts); /* measured, or formed */
		assert_true(!m->heading == !m->width);
		assert_true(m->width <= 10);
		assert_true(!m->heading || strlen(m->heading) < (size_t)m->width);
		assert_true(m->how != METRIC_NO_FIGURE || (!m->figure && !m->heading && !m->label));
		assert_true(m->type == METRIC_COUNT || m->max > m->min); /* a real has limits */
		for (int k = 0; k < i; k++) {
			assert_false(m->figure && has_text(metric_table[k].figure, m->figure));
			assert_false(m->json && has_text(metric_table[k].json, m->json));
		}
	}
}

static void test_sums_of_parts(void **state)
{
	struct metrics m = { 0 };
	double v;

	(void)state;
	m.v[METRIC_nivcsw] = 5; /* not measured */
	metric_set(&m, METRIC_nvcsw, 7);
	assert_true(metric_measured(&m, METRIC_nvcsw, &v) && v == 7);
	assert_false(metric_measured(&m, METRIC_nivcsw, &v));
	assert_false(metric_measured(&m, METRIC_switches, &v));
	metric_set(&m, METRIC_nivcsw, 5);
	assert_true(metric_measured(&m, METRIC_switches, &v) && v == 12);
	metric_clear(&m, METRIC_nvcsw);
	assert_false(metric_measured(&m, METRIC_switches, &v));
}

static void test_sane(void **state)
{
	(void)state;
	assert_false(metric_sane(METRIC_nvcsw, -1));
	assert_true(metric_sane(METRIC_nvcsw, 1e19));
	assert_false(metric_sane(METRIC_nvcsw, (double)INFINITY));
	assert_false(metric_sane(METRIC_mhz, 0));
	assert_true(metric_sane(METRIC_other_load, -0.1));
	assert_false(metric_sane(METRIC_same_share, 1.1));
	assert_false(metric_sane(METRIC_same_share, (double)NAN));
}

/* Workers' counters are scaled to the slice, the few that a slice has of others are not. */
static void test_between(void **state)
{
	struct metrics from = { 0 }, to = { 0 }, out = { 0 };

	(void)state;
	metric_set(&from, METRIC_nvcsw, 100);
	metric_set(&to, METRIC_nvcsw, 205);
	metric_set(&from, METRIC_faults, 3);
	metric_set(&to, METRIC_faults, 7);
	metric_set(&to, METRIC_nivcsw, 9); /* not there at the beginning */
	metrics_between(&out, &from, &to, 0.9);
	assert_true(out.v[METRIC_nvcsw] == 95); /* 94.5 */
	assert_true(out.v[METRIC_faults] == 4);
	assert_false(metric_has(&out, METRIC_nivcsw));
}

static void test_add(void **state)
{
	struct metrics sum = { 0 }, a = { 0 }, b = { 0 };

	(void)state;
	metric_set(&a, METRIC_nvcsw, 1);
	metric_set(&a, METRIC_faults, 2);
	metric_set(&b, METRIC_nvcsw, 10);
	metric_set(&b, METRIC_migrations, 4);
	metrics_add(&sum, &a, true);
	metrics_add(&sum, &b, false);
	assert_true(sum.have == METRIC_BIT(nvcsw));
	assert_true(sum.v[METRIC_nvcsw] == 11);
	assert_true(sum.v[METRIC_faults] == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names_that_stay), cmocka_unit_test(test_table),
		cmocka_unit_test(test_sums_of_parts),	cmocka_unit_test(test_sane),
		cmocka_unit_test(test_between),		cmocka_unit_test(test_add),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
