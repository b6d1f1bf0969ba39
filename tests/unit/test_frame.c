// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_frame: what tables and differences of the probes become in a frame.
 *
 * Invariant: every expected number is worked out by hand.
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
#define IRQ PROBE_interrupts
#define CPU PROBE_cpustat

struct world {
	struct model *m;
	struct frame f;
	int64_t t;
};

static const uint32_t two[] = { 0, 1 };
static const struct feed_row irq_rows[] = {
	{ "LOC", "Local timer interrupts", ROW_TICK, 0, false },
	{ "RES", "Rescheduling interrupts", ROW_RESCHED, 0, false },
	{ "ERR", "", ROW_ERR, ROW_SUM, false },
	{ "NMI", "Non-maskable interrupts", ROW_NMI, 0, true },
};

static int set_up(void **state)
{
	struct world *w = calloc(1, sizeof(*w));

	if (!w)
		return -1;
	w->m = model_new();
	*state = w;
	return feed_start(w->m, 0, "") || feed_series(w->m, 0, "pipe", "same") ||
	       feed_series(w->m, 1, "pipe", "cross") ||
	       feed_table(w->m, 0, IRQ, two, 2, irq_rows, ARRAY_SIZE(irq_rows));
}

static int tear_down(void **state)
{
	struct world *w = *state;

	model_frame_free(&w->f);
	model_free(w->m);
	free(w);
	return 0;
}

static void look(struct world *w, uint16_t selected)
{
	assert_int_equal(
		model_frame(&w->f, w->m, w->t, FEED_WALL_NS + w->t, DIVISOR_NOMINAL, selected), 0);
}

static void delta(struct world *w, enum probe_id probe, uint16_t series, int64_t window,
		  const struct delta_cell *cell, size_t n)
{
	w->t += window;
	assert_int_equal(feed_delta(w->m, w->t, probe, series, window, cell, n), 0);
}

static const struct frame_row *row(const struct world *w, enum probe_id probe, const char *label)
{
	const struct frame_row *r = frame_row_by_label(&w->f.probe[probe], label);

	assert_non_null(r);
	return r;
}

static void near(double got, double want)
{
	assert_true(fabs(got - want) <= 1e-6 * fabs(want));
}

static void test_rows(void **state)
{
	struct world *w = *state;

	look(w, 0);
	assert_true(w->f.probe[IRQ].available);
	assert_int_equal(w->f.probe[IRQ].nrows, 4);
	assert_int_equal(w->f.probe[IRQ].ncols, 2);
	assert_false(row(w, IRQ, "LOC")->has_rate); /* one reading is no rate */
	assert_false(row(w, IRQ, "LOC")->has_avg);
	assert_null(frame_row_by_label(&w->f.probe[IRQ], "CAL"));
}

/* 50 ms give no rate yet; at 250 ms: 40 + 10 on CPU 0 and 60 on CPU 1 are 200 and 240 a second. */
static void test_rates(void **state)
{
	static const struct delta_cell a[] = { { 0, 0, 40 }, { 0, 1, 60 }, { 2, 0, 5 } };
	static const struct delta_cell b[] = { { 0, 0, 10 } };
	struct world *w = *state;

	delta(w, IRQ, NO_SERIES, 50 * MS, a, 3);
	look(w, 0);
	assert_false(row(w, IRQ, "LOC")->has_rate);
	delta(w, IRQ, NO_SERIES, 200 * MS, b, 1);
	look(w, 0);
	assert_true(row(w, IRQ, "LOC")->has_rate);
	near(row(w, IRQ, "LOC")->per_s, 440);
	near(row(w, IRQ, "LOC")->col_per_s[0], 200);
	near(row(w, IRQ, "LOC")->col_per_s[1], 240);
	near(row(w, IRQ, "LOC")->total, 110);
	near(row(w, IRQ, "LOC")->avg_per_s, 440);
	near(row(w, IRQ, "LOC")->col_avg_per_s[1], 240);
	near(row(w, IRQ, "ERR")->per_s, 20);
	assert_null(row(w, IRQ, "ERR")->col_per_s);
	/* counted, but nothing came: 0 is a number. Without numbers in the file: none */
	assert_true(row(w, IRQ, "RES")->has_rate);
	assert_true(row(w, IRQ, "RES")->per_s == 0);
	assert_false(row(w, IRQ, "NMI")->has_rate);
	assert_false(row(w, IRQ, "NMI")->has_avg);
	assert_int_equal(row(w, IRQ, "LOC")->npoints, 1);
	assert_int_equal(row(w, IRQ, "RES")->npoints, 0);
}

/* After the first second a rate is one over a second: what came in between is not shown alone. */
static void test_windows_of_a_second(void **state)
{
	static const struct delta_cell a[] = { { 0, 0, 100 } };
	struct world *w = *state;

	for (int i = 0; i < 10; i++)
		delta(w, IRQ, NO_SERIES, 100 * MS, a, 1);
	look(w, 0);
	near(row(w, IRQ, "LOC")->per_s, 1000);
	assert_int_equal(row(w, IRQ, "LOC")->npoints, 5);
	for (int i = 0; i < 9; i++)
		delta(w, IRQ, NO_SERIES, 100 * MS, NULL, 0);
	look(w, 0);
	near(row(w, IRQ, "LOC")->per_s, 1000);
	delta(w, IRQ, NO_SERIES, 100 * MS, a, 1);
	look(w, 0);
	near(row(w, IRQ, "LOC")->per_s, 100);
	assert_int_equal(row(w, IRQ, "LOC")->npoints, 6);
	near(row(w, IRQ, "LOC")->avg_per_s, 1100 / 2.0);
}

/* 22 in 110 ms around a slice of 100 ms with 10 loops: 20 / 10 = 2 a loop. */
static void test_per_loop(void **state)
{
	static const struct delta_cell a[] = { { 1, 0, 20 }, { 1, 1, 2 } };
	struct world *w = *state;
	struct slice sl = feed_plain(1, 0, 10);

	metric_set(&sl.metrics, METRIC_irq_ns, 110 * MS);
	delta(w, IRQ, NO_SERIES, 50 * MS, a, 2); /* between slices: nobody's */
	delta(w, IRQ, 1, 110 * MS, a, 2);
	feed_slice(w->m, w->t, &sl);
	look(w, 1);
	assert_true(row(w, IRQ, "RES")->has_per_loop);
	near(row(w, IRQ, "RES")->per_loop, 2);
	assert_true(row(w, IRQ, "LOC")->has_per_loop);
	assert_true(row(w, IRQ, "LOC")->per_loop == 0);
	assert_false(row(w, IRQ, "NMI")->has_per_loop); /* no number, no ratio */
	look(w, 0);
	assert_false(row(w, IRQ, "RES")->has_per_loop); /* the other series was not measured */
	look(w, NO_SERIES);
	assert_false(row(w, IRQ, "RES")->has_per_loop);
	/* 30 loops with 11 more: (20 + 10) / 40 */
	sl.loops = 30;
	delta(w, IRQ, 1, 110 * MS, (struct delta_cell[]){ { 1, 0, 11 } }, 1);
	feed_slice(w->m, w->t, &sl);
	look(w, 1);
	near(row(w, IRQ, "RES")->per_loop, 0.75);
}

static void test_void_slices_take_their_interrupts_with_them(void **state)
{
	static const struct delta_cell a[] = { { 1, 0, 22 } }, many[] = { { 1, 0, 9999 } };
	struct world *w = *state;
	struct slice sl = feed_plain(0, 0, 10), bad = feed_plain(0, 0, 10);

	metric_set(&sl.metrics, METRIC_irq_ns, 110 * MS);
	bad.metrics = sl.metrics;
	bad.flags |= SLICE_VOID;
	delta(w, IRQ, 0, 110 * MS, many, 1);
	feed_slice(w->m, w->t, &bad);
	look(w, 0);
	assert_false(row(w, IRQ, "RES")->has_per_loop);
	delta(w, IRQ, 0, 110 * MS, a, 1);
	feed_slice(w->m, w->t, &sl);
	look(w, 0);
	near(row(w, IRQ, "RES")->per_loop, 2);
	near(row(w, IRQ, "RES")->total, 9999 + 22); /* they did happen */
	/* a slice without a reading of its own takes none of the one before */
	metric_clear(&sl.metrics, METRIC_irq_ns);
	feed_slice(w->m, w->t, &sl);
	look(w, 0);
	near(row(w, IRQ, "RES")->per_loop, 2);
}

static void test_per_loop_starts_again(void **state)
{
	static const struct delta_cell a[] = { { 1, 0, 22 } };
	struct world *w = *state;
	struct slice sl = feed_plain(0, 0, 10);

	metric_set(&sl.metrics, METRIC_irq_ns, 110 * MS);
	delta(w, IRQ, 0, 110 * MS, a, 1);
	feed_slice(w->m, w->t, &sl);
	feed_text(w->m, EV_EPOCH, w->t + 1, 0, "");
	look(w, 0);
	assert_false(row(w, IRQ, "RES")->has_per_loop);
	/* one that began before the epoch is not of it */
	w->t += 50 * MS - 110 * MS;
	delta(w, IRQ, 0, 110 * MS, a, 1);
	feed_slice(w->m, w->t, &sl);
	look(w, 0);
	assert_false(row(w, IRQ, "RES")->has_per_loop);
	near(row(w, IRQ, "RES")->total, 44);
}

static void test_rows_vanish_and_come_back(void **state)
{
	static const struct delta_cell a[] = { { 1, 0, 50 } }, b[] = { { 0, 0, 30 } };
	static const struct feed_row less[] = {
		{ "RES", "Rescheduling interrupts", ROW_RESCHED, 0, false },
		{ "24", "PCI-MSI eth0", ROW_DEVICE, 0, false },
	};
	struct world *w = *state;

	delta(w, IRQ, NO_SERIES, 250 * MS, a, 1);
	assert_int_equal(feed_table(w->m, w->t, IRQ, two, 2, less, 2), 0);
	/* index 0 is RES now */
	delta(w, IRQ, NO_SERIES, 250 * MS, b, 1);
	look(w, 0);
	assert_null(frame_row_by_label(&w->f.probe[IRQ], "LOC"));
	assert_int_equal(w->f.probe[IRQ].nrows, 5); /* what vanished is kept */
	near(row(w, IRQ, "RES")->total, 80);
	near(row(w, IRQ, "RES")->per_s, 120);
	for (size_t i = 0; i < w->f.probe[IRQ].nrows; i++)
		if (!w->f.probe[IRQ].row[i].present)
			assert_false(w->f.probe[IRQ].row[i].has_rate);
	assert_int_equal(feed_table(w->m, w->t, IRQ, two, 2, irq_rows, 4), 0);
	delta(w, IRQ, NO_SERIES, 250 * MS, a, 1);
	look(w, 0);
	assert_int_equal(w->f.probe[IRQ].nrows, 5);
	near(row(w, IRQ, "RES")->total, 130);
	assert_int_equal(row(w, IRQ, "RES")->npoints, 3);
	assert_true(row(w, IRQ, "LOC")->has_rate);
}

/* The rate of a row that is gone is gone at once, not when the second is over. */
static void test_gone_is_gone(void **state)
{
	static const struct delta_cell a[] = { { 0, 0, 50 } };
	struct world *w = *state;

	delta(w, IRQ, NO_SERIES, 250 * MS, a, 1);
	assert_int_equal(feed_table(w->m, w->t, IRQ, two, 2, irq_rows + 1, 3), 0);
	look(w, 0);
	for (size_t i = 0; i < w->f.probe[IRQ].nrows; i++)
		if (!strcmp(w->f.probe[IRQ].row[i].row->label, "LOC"))
			assert_false(w->f.probe[IRQ].row[i].has_rate);
}

static const struct feed_row stat_rows[] = {
	{ "user", "", ROW_OTHER, 0, false },
	{ "system", "", ROW_OTHER, 0, false },
	{ "idle", "", ROW_OTHER, 0, false },
	{ "guest", "", ROW_OTHER, 0, false },
	{ "ctxt", "", ROW_OTHER, ROW_SUM, false },
	{ "procs_running", "", ROW_OTHER, ROW_SUM | ROW_GAUGE, false },
};

/* 10 user (4 of them for guests, shown once), 20 system, 70 idle: shares of 100. */
static void test_load(void **state)
{
	static const struct delta_cell a[] = { { 0, 0, 10 }, { 1, 0, 20 }, { 2, 0, 70 },
					       { 3, 0, 4 },  { 2, 1, 80 }, { 4, 0, 500 },
					       { 5, 0, 3 } };
	struct world *w = *state;

	assert_int_equal(feed_table(w->m, 0, CPU, two, 2, stat_rows, ARRAY_SIZE(stat_rows)), 0);
	look(w, 0);
	assert_int_equal(w->f.ncpus, 2);
	assert_true(w->f.cpu[0].online);
	assert_false(w->f.cpu[0].has_load);
	delta(w, CPU, NO_SERIES, 250 * MS, a, ARRAY_SIZE(a));
	look(w, 0);
	assert_true(w->f.cpu[0].has_load && w->f.cpu[0].has_avg);
	near(w->f.cpu[0].now.user, 0.06);
	near(w->f.cpu[0].now.system, 0.2);
	near(w->f.cpu[0].now.idle, 0.7);
	near(w->f.cpu[0].now.guest, 0.04);
	near(w->f.cpu[0].avg.system, 0.2);
	near(w->f.cpu[1].now.idle, 1);
	assert_true(w->f.has_ctxt && w->f.has_running && !w->f.has_intr);
	near(w->f.ctxt_per_s, 2000);
	near(w->f.running_tasks, 3);
}

/* Of a gauge the newest value stands, and a value of 0 has no cell. */
static void test_gauge(void **state)
{
	static const struct delta_cell three[] = { { 5, 0, 3 } };
	struct world *w = *state;

	assert_int_equal(feed_table(w->m, 0, CPU, two, 2, stat_rows, ARRAY_SIZE(stat_rows)), 0);
	delta(w, CPU, NO_SERIES, 150 * MS, three, 1);
	delta(w, CPU, NO_SERIES, 150 * MS, NULL, 0);
	look(w, 0);
	assert_true(w->f.has_running);
	assert_true(w->f.running_tasks == 0);
	delta(w, CPU, NO_SERIES, 150 * MS, NULL, 0);
	delta(w, CPU, NO_SERIES, 150 * MS, three, 1);
	look(w, 0);
	near(w->f.running_tasks, 3);
}

/* What could be read and cannot now is missing, not what it was last. */
static void test_unavailable_probe(void **state)
{
	static const struct delta_cell a[] = { { 0, 0, 10 }, { 2, 0, 90 }, { 4, 0, 500 } };
	struct world *w = *state;
	struct event ev = { .kind = EV_PROBE, .probe = CPU, .text = "cannot read /proc/stat" };

	assert_int_equal(feed_table(w->m, 0, CPU, two, 2, stat_rows, ARRAY_SIZE(stat_rows)), 0);
	delta(w, CPU, NO_SERIES, 250 * MS, a, 3);
	look(w, 0);
	assert_true(w->f.cpu[0].has_load && w->f.has_ctxt);
	ev.t_ns = w->t;
	assert_int_equal(model_apply(w->m, &ev), 0);
	look(w, 0);
	assert_false(w->f.probe[CPU].available);
	assert_string_equal(w->f.probe[CPU].reason, "cannot read /proc/stat");
	assert_false(w->f.cpu[0].has_load);
	assert_false(w->f.has_ctxt);
	assert_false(row(w, CPU, "ctxt")->has_rate);
	/* back again: its next difference ends that, and history has a gap */
	delta(w, CPU, NO_SERIES, 1100 * MS, a, 3);
	look(w, 0);
	assert_true(w->f.probe[CPU].available);
	assert_true(w->f.cpu[0].has_load && w->f.has_ctxt);
	assert_int_equal(row(w, CPU, "ctxt")->npoints, 3);
	assert_true(row(w, CPU, "ctxt")->point[1].flags & POINT_GAP);
}

static void test_cpus_come_and_go(void **state)
{
	static const uint32_t first[] = { 0, 2 }, more[] = { 0, 1, 2 }, last[] = { 1, 2 };
	static const struct delta_cell a[] = { { 0, 0, 5 }, { 0, 1, 5 } };
	struct world *w = *state;
	struct slice sl = feed_plain(0, 0, 1);

	assert_int_equal(feed_table(w->m, 1, CPU, first, 2, stat_rows, 3), 0);
	metric_set(&sl.metrics, METRIC_mhz, 2400);
	metric_set(&sl.metrics, METRIC_mhz_cpu, 2);
	feed_slice(w->m, 1, &sl);
	delta(w, CPU, NO_SERIES, 250 * MS, a, 2);
	assert_int_equal(feed_table(w->m, 2, CPU, more, 3, stat_rows, 3), 0);
	look(w, 0);
	assert_int_equal(w->f.ncpus, 3);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(w->f.cpu[i].cpu, i);
		assert_true(w->f.cpu[i].online);
		assert_false(w->f.cpu[i].has_load); /* by column: starts again */
		assert_int_equal(w->f.cpu[i].has_mhz, i == 2);
	}
	assert_true(w->f.cpu[2].mhz == 2400);
	near(row(w, CPU, "user")->total, 10); /* not by column: goes on */
	assert_int_equal(feed_table(w->m, 3, CPU, last, 2, stat_rows, 3), 0);
	delta(w, CPU, NO_SERIES, 250 * MS, a, 2);
	look(w, 0);
	assert_int_equal(w->f.ncpus, 3);
	assert_false(w->f.cpu[0].online || w->f.cpu[0].has_load);
	assert_true(w->f.cpu[1].online && w->f.cpu[2].online && w->f.cpu[2].has_load);
	assert_int_equal(w->f.nlog, 2);
	assert_int_equal(w->f.log[0].kind, LOG_HOTPLUG);
	assert_string_equal(w->f.log[0].text, "CPU 1 came online");
	assert_string_equal(w->f.log[1].text, "CPU 0 went offline");
}

/* A difference that fits no table (of a broken recording) does no harm. */
static void test_cells_outside(void **state)
{
	static const struct delta_cell a[] = {
		{ 4, 0, 1 }, { UINT32_MAX, 0, 1 }, { 0, 2, 7 }, { 0, UINT32_MAX, 1 }, { 0, 0, 3 }
	};
	struct world *w = *state;

	delta(w, IRQ, NO_SERIES, 250 * MS, a, ARRAY_SIZE(a));
	delta(w, IRQ, NO_SERIES, 0, a, ARRAY_SIZE(a));
	assert_int_equal(feed_delta(w->m, w->t, IRQ, NO_SERIES, INT64_MIN, a, 1), -EINVAL);
	for (int i = 0; i < 3; i++)
		assert_int_equal(feed_delta(w->m, w->t, IRQ, NO_SERIES, INT64_MAX, a, 1), 0);
	look(w, 0);
	for (size_t i = 0; i < w->f.probe[IRQ].nrows; i++)
		assert_true(isfinite(w->f.probe[IRQ].row[i].per_s) &&
			    w->f.probe[IRQ].row[i].per_s >= 0 &&
			    isfinite(w->f.probe[IRQ].row[i].avg_per_s));
}

/* Interrupts whose rows change all the time: rows are bounded, and so is memory. */
static void test_rows_are_bounded(void **state)
{
	struct world *w = *state;
	size_t before = 0, after;

	for (int i = 0; i < 12000; i++) {
		struct feed_row r = { "24", NULL, ROW_DEVICE, 0, false };
		char text[32];

		text_format(text, sizeof(text), "device %d", i);
		r.text = text;
		assert_int_equal(feed_table(w->m, w->t, IRQ, two, 2, &r, 1), 0);
		delta(w, IRQ, NO_SERIES, 250 * MS, (struct delta_cell[]){ { 0, 0, 9 } }, 1);
		if (i == 9000)
			before = mallinfo2().uordblks + mallinfo2().hblkhd;
	}
	look(w, 0);
	after = mallinfo2().uordblks + mallinfo2().hblkhd;
	assert_true(w->f.probe[IRQ].nrows <= 8192);
	assert_true(after <= before + (1 << 20));
}

#define FRAME_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

static void test_bins(void **state)
{
	(void)state;
	assert_int_equal(frame_bin(0, 0, 10, 5), 0);
	assert_int_equal(frame_bin(1.9, 0, 10, 5), 0);
	assert_int_equal(frame_bin(2, 0, 10, 5), 1);
	assert_int_equal(frame_bin(10, 0, 10, 5), 4); /* the end belongs to the last */
	assert_int_equal(frame_bin(-1e300, 0, 10, 5), 0);
	assert_int_equal(frame_bin(1e300, 0, 10, 5), 4);
	assert_int_equal(frame_bin((double)INFINITY, 0, 10, 5), 4);
	assert_int_equal(frame_bin((double)-INFINITY, 0, 10, 5), 0);
	assert_int_equal(frame_bin((double)NAN, 0, 10, 5), 0);
	assert_int_equal(frame_bin(7, 7, 7, 5), 2); /* one value: the middle */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bins),
		FRAME_TEST(test_rows),
		FRAME_TEST(test_rates),
		FRAME_TEST(test_windows_of_a_second),
		FRAME_TEST(test_per_loop),
		FRAME_TEST(test_void_slices_take_their_interrupts_with_them),
		FRAME_TEST(test_per_loop_starts_again),
		FRAME_TEST(test_rows_vanish_and_come_back),
		FRAME_TEST(test_gone_is_gone),
		FRAME_TEST(test_load),
		FRAME_TEST(test_gauge),
		FRAME_TEST(test_unavailable_probe),
		FRAME_TEST(test_cpus_come_and_go),
		FRAME_TEST(test_cells_outside),
		FRAME_TEST(test_rows_are_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
