// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_readings: probes read at both ends of a slice below a temporary root, turned into events.
 *
 * Invariant: what was counted is reported exactly once, with the slice it belongs to.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/readings.h"
#include "../lib/tempdir.h"

enum { MOST = 64 };

struct world {
	char dir[256];
	struct sysroot root;
	struct readings r;
	struct event *ev[MOST];
	size_t n;
	unsigned loc, eth, ctxt, user, idle;
};

static void post(void *arg, struct event *ev)
{
	struct world *w = arg;

	assert_true(w->n < MOST);
	w->ev[w->n++] = ev;
}

static void forget(struct world *w)
{
	while (w->n)
		event_free(w->ev[--w->n]);
}

/* Write the machine's texts anew. */
static void machine_says(const struct world *w, bool eth)
{
	char text[1024];

	text_format(text, sizeof(text),
		    "           CPU0       CPU1\n"
		    "%s%s"
		    "LOC: %10u %10u   Local timer interrupts\n"
		    "ERR:          0\n",
		    eth ? " 24:        100        " : "", eth ? "100   PCI-MSI eth0\n" : "", w->loc,
		    w->loc / 2);
	tempdir_write(w->dir, text, "proc/interrupts");
	text_format(text, sizeof(text),
		    "cpu  %u 0 0 %u 0 0 0 7\n"
		    "cpu0 %u 0 0 %u 0 0 0 7\n"
		    "cpu1 0 0 0 5 0 0 0 0\n"
		    "intr 1\nctxt %u\nbtime 1\nprocesses 9\nprocs_running 2\n",
		    w->user, w->idle, w->user, w->idle, w->ctxt);
	tempdir_write(w->dir, text, "proc/stat");
	text_format(text, sizeof(text),
		    "                    CPU0       CPU1\n"
		    "          HI:          1          1\n"
		    "       TIMER: %10u          1\n",
		    w->loc);
	tempdir_write(w->dir, text, "proc/softirqs");
}

static int set_up(void **state)
{
	struct world *w = calloc(1, sizeof(*w));

	if (!w)
		return -1;
	tempdir_make(w->dir, sizeof(w->dir));
	w->loc = 1000;
	w->idle = 1000;
	machine_says(w, true);
	if (sysroot_open(&w->root, w->dir))
		return -1;
	readings_init(&w->r, &w->root);
	w->r.live = true; /* it stands for the machine that loops run on */
	*state = w;
	return 0;
}

static int tear_down(void **state)
{
	struct world *w = *state;

	forget(w);
	readings_free(&w->r);
	sysroot_close(&w->root);
	tempdir_remove(w->dir);
	free(w);
	return 0;
}

static unsigned count(const struct world *w, enum event_kind kind)
{
	unsigned n = 0;

	for (size_t i = 0; i < w->n; i++)
		n += w->ev[i]->kind == kind;
	return n;
}

static const struct event *of(const struct world *w, enum event_kind kind, enum probe_id probe)
{
	for (size_t i = 0; i < w->n; i++)
		if (w->ev[i]->kind == kind && w->ev[i]->probe == probe)
			return w->ev[i];
	return NULL;
}

/* A shape is reported once, and again only when it changes; it stands before its first difference. */
static void test_shapes(void **state)
{
	struct world *w = *state;
	const struct event *ev;

	readings_take(&w->r, true, NO_SERIES, post, w);
	assert_int_equal(count(w, EV_TABLE), PROBES);
	assert_int_equal(count(w, EV_DELTA), 0); /* one reading is no difference */
	ev = of(w, EV_TABLE, PROBE_interrupts);
	assert_non_null(ev);
	assert_int_equal(ev->u.table->ncols, 2);
	assert_int_equal(ev->u.table->nrows, 3);
	assert_string_equal(ev->u.table->row[1].label, "LOC");
	assert_int_equal(ev->u.table->row[1].class, ROW_TICK);
	forget(w);
	readings_take(&w->r, true, NO_SERIES, post, w);
	assert_int_equal(count(w, EV_TABLE), 0);
	assert_int_equal(count(w, EV_DELTA), PROBES);
	forget(w);
	machine_says(w, false);
	readings_take(&w->r, true, NO_SERIES, post, w);
	assert_int_equal(count(w, EV_TABLE), 1);
	assert_int_equal(w->ev[0]->kind, EV_TABLE);
	assert_int_equal(w->ev[0]->u.table->nrows, 2);
	assert_int_equal(w->ev[1]->kind, EV_DELTA);
	assert_int_equal(w->ev[1]->probe, PROBE_interrupts);
}

static void test_counted_once(void **state)
{
	struct world *w = *state;
	const struct event *ev;
	double per_tick;

	readings_take(&w->r, true, NO_SERIES, post, w);
	w->loc += 30;
	machine_says(w, true);
	readings_take(&w->r, true, NO_SERIES, post, w);
	assert_int_equal(w->r.irq[ROW_TICK], 45); /* 30 and half of that on the other CPU */
	forget(w);
	w->loc += 8;
	w->ctxt += 500;
	w->user += 6;
	machine_says(w, true);
	readings_take(&w->r, true, 3, post, w);
	ev = of(w, EV_DELTA, PROBE_interrupts);
	assert_non_null(ev);
	assert_int_equal(ev->series, 3);
	assert_true(ev->u.delta.window_ns > 0);
	assert_true(w->r.has_irq && w->r.has_load);
	assert_int_equal(w->r.irq_ns, ev->u.delta.window_ns);
	assert_int_equal(w->r.irq[ROW_TICK], 12);
	assert_int_equal(w->r.irq[ROW_DEVICE], 0);
	/* 6 ticks of user time in its window */
	ev = of(w, EV_DELTA, PROBE_cpustat);
	assert_non_null(ev);
	per_tick = 1e9 / (double)sysconf(_SC_CLK_TCK) / (double)ev->u.delta.window_ns;
	assert_true(fabs(w->r.busy - 6 * per_tick) < 1e-9 * w->r.busy);
	assert_true(w->r.steal == 0);
	forget(w);
	/* nothing moved: nothing is left over from before */
	readings_take(&w->r, true, NO_SERIES, post, w);
	assert_int_equal(w->r.irq[ROW_TICK], 0);
	assert_true(w->r.busy == 0);
	ev = of(w, EV_DELTA, PROBE_interrupts);
	assert_int_equal(ev->u.delta.cells.ncells, 0);
}

/* Loops that ran here did nothing on a captured machine. */
static void test_captured(void **state)
{
	struct world *w = *state;
	const struct event *ev;

	w->r.live = false;
	readings_take(&w->r, true, NO_SERIES, post, w);
	forget(w);
	w->loc += 8;
	machine_says(w, true);
	readings_take(&w->r, true, 3, post, w);
	ev = of(w, EV_DELTA, PROBE_interrupts);
	assert_non_null(ev);
	assert_int_equal(ev->series, NO_SERIES);
	assert_int_equal(ev->u.delta.cells.ncells, 2);
}

/* Steal and idle time are not busy time. */
static void test_steal(void **state)
{
	struct world *w = *state;

	readings_take(&w->r, true, NO_SERIES, post, w);
	w->idle += 50;
	machine_says(w, true);
	readings_take(&w->r, true, NO_SERIES, post, w);
	assert_true(w->r.has_load);
	assert_true(w->r.busy == 0);
	tempdir_write(w->dir,
		      "cpu  0 0 0 9 0 0 0 9\ncpu0 0 0 0 1050 0 0 0 9\ncpu1 0 0 0 5 0 0 0 0\n"
		      "intr 1\nctxt 0\nbtime 1\nprocesses 9\nprocs_running 2\n",
		      "proc/stat");
	readings_take(&w->r, true, NO_SERIES, post, w);
	assert_true(w->r.busy == 0);
	assert_true(w->r.steal > 0);
}

/* A text that cannot be read is reported once; what moved meanwhile comes with the next difference. */
static void test_faults(void **state)
{
	struct world *w = *state;
	const struct event *ev;

	readings_take(&w->r, true, NO_SERIES, post, w);
	forget(w);
	tempdir_write(w->dir, "nonsense\n", "proc/interrupts");
	readings_take(&w->r, true, NO_SERIES, post, w);
	assert_int_equal(count(w, EV_PROBE), 1);
	ev = of(w, EV_PROBE, PROBE_interrupts);
	assert_non_null(ev);
	assert_non_null(strstr(ev->text, "/proc/interrupts"));
	assert_false(w->r.has_irq);
	assert_true(w->r.has_load); /* the others go on */
	forget(w);
	readings_take(&w->r, true, NO_SERIES, post, w);
	assert_int_equal(count(w, EV_PROBE), 0);
	w->loc += 10;
	machine_says(w, true);
	forget(w);
	readings_take(&w->r, true, NO_SERIES, post, w);
	assert_non_null(of(w, EV_DELTA, PROBE_interrupts));
	assert_int_equal(w->r.irq[ROW_TICK], 15);
	forget(w);
	/* and a second fault is reported again */
	tempdir_write(w->dir, "nonsense\n", "proc/interrupts");
	readings_take(&w->r, true, NO_SERIES, post, w);
	assert_int_equal(count(w, EV_PROBE), 1);
}

/* The reading before a slice failed: the one after it covers more than the slice, so it says nothing of it. */
static void test_fault_before_a_slice(void **state)
{
	struct world *w = *state;
	const struct event *ev;

	readings_take(&w->r, true, NO_SERIES, post, w);
	readings_take(&w->r, true, 3, post, w);
	tempdir_write(w->dir, "nonsense\n", "proc/interrupts");
	readings_take(&w->r, true, NO_SERIES, post, w);
	w->loc += 1000;
	machine_says(w, true);
	forget(w);
	readings_take(&w->r, true, 4, post, w);
	ev = of(w, EV_DELTA, PROBE_interrupts);
	assert_non_null(ev);
	assert_int_equal(ev->series, NO_SERIES);
	assert_false(w->r.has_irq);
	ev = of(w, EV_DELTA, PROBE_cpustat); /* this one has both of its readings */
	assert_non_null(ev);
	assert_int_equal(ev->series, 4);
	assert_true(w->r.has_load);
}

/* What costs more is read less often, unless it must be read. */
static void test_budget(void **state)
{
	struct world *w = *state;

	readings_take(&w->r, true, NO_SERIES, post, w);
	w->r.reader[PROBE_interrupts].cost_ns = NSEC_PER_SEC;
	forget(w);
	readings_take(&w->r, false, NO_SERIES, post, w);
	assert_null(of(w, EV_DELTA, PROBE_interrupts));
	forget(w);
	readings_take(&w->r, true, NO_SERIES, post, w);
	assert_non_null(of(w, EV_DELTA, PROBE_interrupts));
}

/* On a large machine /proc/interrupts costs hundred times as much as /proc/stat, which does not wait. */
static void test_own_budgets(void **state)
{
	struct world *w = *state;

	assert_true(readings_begin(&w->r, post, w)); /* never tried */
	assert_int_equal(count(w, EV_TABLE), PROBES);
	forget(w);
	readings_end(&w->r, 3, post, w);
	assert_int_equal(count(w, EV_DELTA), PROBES);
	assert_true(w->r.has_irq && w->r.has_load);
	for (int i = 0; i < PROBES; i++)
		w->r.reader[i].cost_ns = NSEC_PER_SEC;
	forget(w);
	assert_false(readings_begin(&w->r, post, w));
	readings_end(&w->r, 3, post, w);
	assert_int_equal(w->n, 0);
	w->r.reader[PROBE_cpustat].cost_ns = 1;
	w->user += 6;
	machine_says(w, true);
	assert_true(readings_begin(&w->r, post, w));
	readings_end(&w->r, 4, post, w);
	assert_int_equal(count(w, EV_DELTA), 2);
	assert_int_equal(w->ev[1]->probe, PROBE_cpustat);
	assert_int_equal(w->ev[1]->series, 4);
	assert_true(w->r.has_load);
	assert_false(w->r.has_irq);
}

static void test_own(void **state)
{
	struct world *w = *state;
	volatile unsigned x = 0;

	readings_own(&w->r, post, w);
	assert_int_equal(w->n, 0); /* since when? */
	for (int i = 0; i < 1000000; i++)
		x += (unsigned)i;
	assert_true(x != 1);
	readings_own(&w->r, post, w);
	assert_int_equal(w->n, 1);
	assert_int_equal(w->ev[0]->kind, EV_OWN);
	assert_true(w->ev[0]->u.own.window_ns > 0);
	assert_true(w->ev[0]->u.own.cpu_ns > 0);
}

#define READINGS_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		READINGS_TEST(test_shapes),   READINGS_TEST(test_counted_once),
		READINGS_TEST(test_captured), READINGS_TEST(test_steal),
		READINGS_TEST(test_faults),   READINGS_TEST(test_fault_before_a_slice),
		READINGS_TEST(test_budget),   READINGS_TEST(test_own_budgets),
		READINGS_TEST(test_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
