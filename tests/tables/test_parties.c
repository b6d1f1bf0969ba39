// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_parties: kinds of methods beside the round trip, through a real runner: thousands of workers,
 * long loops, streams, workers that fork.
 *
 * Invariant: no rate is judged; a machine that has no room for so many processes says so, and that part
 * is skipped.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/skip.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/runner.h"
#include "../lib/procs.h"
#include "../lib/testmethods.h"

#define MS    NSEC_PER_MSEC
#define SLICE (100 * MS)
/* a fork of a process under the thread sanitizer takes some ten times as long */
#ifdef __SANITIZE_THREAD__
#define CROWD 300
#else
#define CROWD 2000
#endif

static struct ledger *ledger;
static struct runner runner;

static const int anywhere[PLACE_SIDES] = { -1, -1 };

static struct runner_cmd begin_cmd(unsigned method, int64_t first_param)
{
	struct runner_cmd cmd = { .op = RUNNER_BEGIN };
	const struct method *m = testmethods[method];

	cmd.choice.method = m;
	for (int i = 0; i < METHOD_PARAMS && m->param[i].name; i++)
		cmd.choice.param[i] = m->param[i].def;
	if (first_param)
		cmd.choice.param[0] = first_param;
	memcpy(cmd.cpu, anywhere, sizeof(cmd.cpu));
	return cmd;
}

static void ask(const struct runner_cmd *cmd, struct runner_reply *r)
{
	assert_int_equal(runner_send(&runner, cmd), 0);
	assert_int_equal(runner_recv(&runner, r), 0);
}

static void begin(unsigned method, int64_t first_param)
{
	struct runner_cmd cmd = begin_cmd(method, first_param);
	struct runner_reply r;

	ask(&cmd, &r);
	if (r.said == RUNNER_FAILED && r.code == EAGAIN) {
		skip_for("%s", r.text);
	}
	if (r.said != RUNNER_READY)
		fail_msg("%s", r.text);
}

static const struct runner_cmd one_slice = {
	.op = RUNNER_SLICE, .slices = 1, .warm_ns = 5 * MS, .slice_ns = SLICE
};

static void slice(struct runner_reply *r)
{
	ask(&one_slice, r);
}

static void end(void)
{
	struct runner_reply r;

	ask(&(struct runner_cmd){ .op = RUNNER_END, .mhz_cpu = -1 }, &r);
	assert_int_equal(r.said, RUNNER_ENDED);
	assert_int_equal(procs_children(runner.pid, NULL, 0), 0);
}

/* ---- many workers ---- */

static void test_crowd(void **state)
{
	struct runner_reply r;
	size_t fds = procs_fds(runner.pid);

	(void)state;
	begin(TEST_CROWD, CROWD);
	assert_int_equal(procs_children(runner.pid, NULL, 0), CROWD);
	assert_true(procs_fds(runner.pid) < fds + 400); /* not some for each of them */
	slice(&r);
	assert_int_equal(r.said, RUNNER_SLICED);
	/* each of them sleeps 20 ms a loop: the sum is of many counters */
	assert_true(r.loops > CROWD / 10);
	assert_false(r.timed);
	/* their CPU time is known, what takes files of each is not */
	assert_true(metric_has(&r.metrics, METRIC_cpu_ns));
	assert_false(metric_has(&r.metrics, METRIC_nvcsw));
	assert_false(metric_has(&r.metrics, METRIC_same_share));
	end();
	assert_int_equal(procs_fds(runner.pid), fds);
}

static void test_small_crowd(void **state)
{
	struct runner_reply r;

	(void)state;
	begin(TEST_CROWD, 100);
	slice(&r);
	assert_int_equal(r.said, RUNNER_SLICED);
	assert_true(metric_has(&r.metrics, METRIC_cpu_ns));
	assert_true(metric_has(&r.metrics, METRIC_nvcsw));
	assert_true(metric_has(&r.metrics, METRIC_same_share));
	end();
}

static bool has_some(void *arg)
{
	return procs_children(runner.pid, NULL, 0) >= *(size_t *)arg;
}

/* A killed process dies when it gets a CPU: among thousands that may take longer than a slice. */
static bool is_dead(void *arg)
{
	char state = procs_state(*(pid_t *)arg);

	return !state || state == 'Z';
}

/* One is killed while the others are still being forked, at the barrier, in the warm-up, in a slice. */
static void test_crowd_loses_one(void **state)
{
	static size_t when[] = { 1, CROWD / 2, CROWD };
	struct runner_cmd cmd = begin_cmd(TEST_CROWD, CROWD), warm = one_slice;
	struct runner_reply r;

	(void)state;
	warm.warm_ns = 60 * NSEC_PER_SEC;
	for (size_t i = 0; i < ARRAY_SIZE(when); i++) {
		pid_t first;

		assert_int_equal(runner_send(&runner, &cmd), 0);
		if (when[i] == CROWD) {
			assert_int_equal(runner_recv(&runner, &r), 0);
			assert_int_equal(runner_send(&runner, &warm), 0);
		}
		assert_true(procs_wait(has_some, &when[i]));
		assert_true(procs_children(runner.pid, &first, 1) >= 1);
		kill(first, SIGKILL);
		assert_int_equal(runner_recv(&runner, &r), 0);
		if (r.said == RUNNER_READY) { /* all had come to the barrier before the blow */
			assert_true(procs_wait(is_dead, &first));
			slice(&r);
		}
		assert_int_equal(r.said, RUNNER_FAILED);
		assert_non_null(strstr(r.text, "was killed by signal 9 (Killed)"));
		end();
	}
}

/* ---- long loops ---- */

/*
 * A loop takes 7 ms, a slice 100: counted from clock to clock it would be 14 or 15 loops, 7 % apart. From
 * loop end to loop end it is what the worker itself noted.
 */
static void test_long_loops(void **state)
{
	struct runner_reply r;

	(void)state;
	sleeper_notes->n = 0;
	begin(TEST_SLEEPER, 0);
	for (int i = 0; i < 10; i++) {
		int64_t last = 0, first;
		uint64_t n;

		slice(&r);
		assert_int_equal(r.said, RUNNER_SLICED);
		assert_true(r.timed);
		assert_true(r.wall_ns >= SLICE);
		assert_true(r.sent_ns >= r.t_ns);
		/* the last loop that had ended by then, by the worker's own notes */
		n = sleeper_notes->n;
		while (n && (last = sleeper_notes->end_ns[n - 1]) > r.t_ns)
			n--;
		assert_true(n > r.loops);
		first = sleeper_notes->end_ns[n - 1 - r.loops];
		/* both note the clock at the end of a loop, the core some 100 ns later */
		if (llabs(last - first - r.wall_ns) > r.wall_ns / 100)
			print_message("preempted between two readings of the clock\n");
		else
			break;
		assert_true(i < 9);
	}
	end();
}

/* Short ones are not timed, and a turn whose loops are known to be long times the first one too. */
static void test_timed_from_the_start(void **state)
{
	struct runner_cmd cmd = one_slice;
	struct runner_reply r;

	(void)state;
	begin(TEST_SLEEPER, 0);
	cmd.timed = true;
	cmd.warm_ns = 0; /* and the first one counts */
	ask(&cmd, &r);
	assert_true(r.timed);
	assert_true(r.wall_ns >= (int64_t)r.loops * 7 * MS);
	end();
	begin(TEST_SLEEPER, 10);
	slice(&r);
	assert_false(r.timed);
	assert_true(r.wall_ns >= SLICE);
	end();
}

/* A loop that is longer than the slice: the slice lasts until there is one. */
static void test_longer_than_the_slice(void **state)
{
	struct runner_reply r;

	(void)state;
	begin(TEST_SLEEPER, 250000);
	slice(&r);
	assert_int_equal(r.said, RUNNER_SLICED);
	assert_true(r.loops >= 1);
	assert_true(r.wall_ns >= (int64_t)r.loops * 250 * MS);
	end();
}

/* ---- streams and forks ---- */

static void test_stream(void **state)
{
	struct runner_reply r;

	(void)state;
	begin(TEST_BLOCKS, 0);
	slice(&r);
	assert_int_equal(r.said, RUNNER_SLICED);
	assert_true(r.loops > 0);
	end();
}

static bool is_gone(void *arg)
{
	return !procs_state(*(pid_t *)arg);
}

/* What the worker had forked goes with it, and leaves no zombie either. */
static void test_forks(void **state)
{
	(void)state;
	for (int i = 0; i < 3; i++) {
		pid_t worker, child[4];
		struct runner_reply r;
		size_t n;

		begin(TEST_FORKER, 0);
		slice(&r);
		assert_int_equal(r.said, RUNNER_SLICED);
		assert_int_equal(procs_children(runner.pid, &worker, 1), 1);
		n = procs_children(worker, child, ARRAY_SIZE(child));
		assert_true(n > 0);
		end();
		for (size_t k = 0; k < MIN(n, ARRAY_SIZE(child)); k++)
			assert_true(is_gone(&child[k]));
	}
}

/* A worker that is killed leaves its children to the runner, which ends them. */
static void test_forks_of_a_killed_worker(void **state)
{
	pid_t worker, child;
	struct runner_reply r;

	(void)state;
	begin(TEST_FORKER, 0);
	slice(&r);
	assert_int_equal(procs_children(runner.pid, &worker, 1), 1);
	assert_true(procs_children(worker, &child, 1) > 0);
	runner_send(&runner, &(struct runner_cmd){ .op = RUNNER_SLICE,
						   .slices = 1,
						   .slice_ns = 60 * NSEC_PER_SEC });
	kill(worker, SIGKILL);
	assert_int_equal(runner_recv(&runner, &r), 0);
	assert_int_equal(r.said, RUNNER_FAILED);
	assert_true(procs_wait(is_gone, &child));
	end();
}

static int set_up(void **state)
{
	struct err e = { 0 };

	(void)state;
	alarm(300); /* whoever hangs is ended, and said to have failed */
	ledger = ledger_new();
	if (!ledger || testmethods_init() || runner_start(&runner, ledger, -1, &e)) {
		print_message("%s\n", e.text);
		return -1;
	}
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	runner_stop(&runner);
	ledger_free(ledger);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_crowd),
		cmocka_unit_test(test_small_crowd),
		cmocka_unit_test(test_crowd_loses_one),
		cmocka_unit_test(test_long_loops),
		cmocka_unit_test(test_timed_from_the_start),
		cmocka_unit_test(test_longer_than_the_slice),
		cmocka_unit_test(test_stream),
		cmocka_unit_test(test_forks),
		cmocka_unit_test(test_forks_of_a_killed_worker),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
