// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_methods_run: every method in every placement with real workers: it loops, it hands over as
 * often as it says, on the CPUs that were asked for, and leaves nothing behind.
 *
 * Invariant: no rate is judged; a placement that this machine does not have is skipped with its reason.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/skip.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/isolate.h"
#include "bench/methods.h"
#include "bench/party.h"
#include "bench/usage.h"
#include "machine/placement.h"
#include "bench/runner.h"
#include "../lib/procs.h"

#define SLICE_NS (100 * NSEC_PER_MSEC)
#define ATTEMPTS 8 /* on a machine that others use too, one slice may be torn */

static struct topology topo;
static struct ledger *ledger;
static struct runner runner;

struct run_case {
	unsigned method;
	enum placement place;
	char name[40], party[48], slice[48];
};

static const int none[] = { -1 };

static bool place(const struct run_case *c, struct placed *p)
{
	struct err e = { 0 };

	if (!placement_choose(&topo, &(struct place){ .kind = c->place }, p, &e))
		return true;
	print_message("%s: %s\n", c->name, e.text);
	return false;
}

/* ---- through the party alone: what is left behind ---- */

struct belongings {
	size_t fds, sysv, children;
};

static struct belongings count_all(void)
{
	struct belongings b = { .fds = procs_fds(getpid()), .sysv = procs_sysv() };

	b.children = procs_children(getpid(), NULL, 0);
	return b;
}

static void check_same(const struct belongings *a)
{
	struct belongings b = count_all();

	assert_int_equal(a->fds, b.fds);
	assert_int_equal(a->sysv, b.sysv);
	assert_int_equal(a->children, b.children);
}

static bool has_looped(void *arg)
{
	struct loops l;

	return party_loops(arg, &l) && l.n > 3;
}

static void check_where(const struct group *g, const struct placed *p)
{
	struct usage u;

	usage_read(g, &u);
	for (unsigned w = 0; w < PLACE_SIDES; w++) {
		if (p->cpu[w] >= 0)
			assert_int_equal(u.cpu[w], p->cpu[w]);
		else
			assert_true(u.cpu[w] >= 0);
	}
	assert_true(metric_has(&u.metrics, METRIC_cpu_ns));
	assert_true(u.metrics.v[METRIC_cpu_ns] > 0);
}

static void test_party(void **state)
{
	const struct run_case *c = *state;
	const struct method_choice choice = { .method = methods[c->method] };
	struct belongings before = count_all();
	struct placed p;
	struct err e = { 0 };
	struct group g;

	if (!place(c, &p))
		skip();
	assert_int_equal(party_start(&g, &choice, p.cpu, ledger, none, &e), 0);
	assert_int_equal(procs_children(getpid(), NULL, 0),
			 before.children + methods[c->method]->size.workers);
	assert_false(has_looped(&g)); /* they stand at the barrier */
	party_release(&g, false);
	assert_true(procs_wait(has_looped, &g));
	check_where(&g, &p);
	if (c->place == PLACE_SAME)
		assert_int_equal(usage_together(&g), 1);
	if (c->place == PLACE_CROSS)
		assert_int_equal(usage_together(&g), 0);
	assert_int_equal(party_failed(&g, &e), 0);
	party_stop(&g);
	check_same(&before);
	party_stop(&g); /* twice does no harm */
	assert_int_equal(ledger->msq_key, 0);
	assert_int_equal(ledger->sem_key, 0);
}

/* ---- through the runner: what a slice tells ---- */

static void ask(const struct runner_cmd *cmd, struct runner_reply *r)
{
	assert_int_equal(runner_send(&runner, cmd), 0);
	assert_int_equal(runner_recv(&runner, r), 0);
}

static void begin(const struct method *m, const int *cpu)
{
	struct runner_cmd cmd = { .op = RUNNER_BEGIN, .choice.method = m };
	struct runner_reply r;

	memcpy(cmd.cpu, cpu, sizeof(cmd.cpu));
	ask(&cmd, &r);
	if (r.said != RUNNER_READY)
		print_message("%s\n", r.text);
	assert_int_equal(r.said, RUNNER_READY);
}

static void slice(int64_t ns, struct runner_reply *r)
{
	ask(&(struct runner_cmd){ .op = RUNNER_SLICE,
				  .slices = 1,
				  .warm_ns = 5 * NSEC_PER_MSEC,
				  .slice_ns = ns },
	    r);
}

static void end(void)
{
	struct runner_reply r;

	ask(&(struct runner_cmd){ .op = RUNNER_END, .mhz_cpu = -1 }, &r);
	assert_int_equal(r.said, RUNNER_ENDED);
	assert_int_equal(procs_children(runner.pid, NULL, 0), 0);
	assert_int_equal(ledger->msq_key, 0);
	assert_int_equal(ledger->sem_key, 0);
}

/*
 * Is the number of switches what the method promises? Who sleeps is switched away twice a loop: on two
 * CPUs that is all there is. On one CPU a wake-up may preempt, which is one more switch that is not
 * voluntary; who spins there is switched away at least twice a loop, and nobody counts on two CPUs.
 */
static bool keeps_promise(const struct run_case *c, const struct runner_reply *r)
{
	double loops = (double)r->loops, voluntary = r->metrics.v[METRIC_nvcsw] / loops;
	double all = voluntary + r->metrics.v[METRIC_nivcsw] / loops;
	bool spins = methods[c->method]->flags & METHOD_SPINS;

	if (!spins && c->place == PLACE_CROSS)
		return voluntary > 1.95 && voluntary < 2.05;
	if (!spins && c->place == PLACE_SAME)
		return all > 1.95 && voluntary < 2.05;
	if (spins && c->place == PLACE_SAME)
		return all > 1.95 - 4 / loops; /* few loops: the window cuts one at each end */
	return spins || all > 0.5;
}

static void check_slice(const struct run_case *c, const struct placed *p,
			const struct runner_reply *r)
{
	assert_int_equal(r->said, RUNNER_SLICED);
	assert_false(r->cut);
	assert_true(r->loops > 0);
	assert_true(r->wall_ns >= SLICE_NS);
	assert_true(metric_has(&r->metrics, METRIC_cpu_ns));
	assert_true(r->metrics.v[METRIC_cpu_ns] > 0);
	for (unsigned w = 0; w < PLACE_SIDES; w++)
		if (p->cpu[w] >= 0)
			assert_int_equal(r->cpu[w], p->cpu[w]);
	assert_int_equal(metric_has(&r->metrics, METRIC_same_share), c->place == PLACE_FREE);
	assert_true(metric_sane(METRIC_same_share, r->metrics.v[METRIC_same_share]));
}

static void test_slice(void **state)
{
	const struct run_case *c = *state;
	struct runner_reply r;
	struct placed p;
	bool kept = false;
	size_t fds;

	if (!place(c, &p))
		skip();
	fds = procs_fds(runner.pid);
	begin(methods[c->method], p.cpu);
	for (int i = 0; i < ATTEMPTS && !kept; i++) {
		slice(SLICE_NS, &r);
		check_slice(c, &p, &r);
		if (!metric_has(&r.metrics, METRIC_nvcsw))
			break;
		kept = keeps_promise(c, &r);
	}
	if (metric_has(&r.metrics, METRIC_nvcsw) && !kept)
		fail_msg("%s: %.0f + %.0f switches in %llu loops", c->name,
			 r.metrics.v[METRIC_nvcsw], r.metrics.v[METRIC_nivcsw],
			 (unsigned long long)r.loops);
	end();
	assert_int_equal(procs_fds(runner.pid), fds);
}

/* ---- what can go wrong ---- */

static const int free_cpus[PLACE_SIDES] = { -1, -1 };

static void test_worker_killed(void **state)
{
	struct runner_reply r;
	pid_t child[2];

	(void)state;
	for (unsigned m = 0; m < METHODS; m++) {
		begin(methods[m], free_cpus);
		assert_int_equal(procs_children(runner.pid, child, 2), 2);
		runner_send(&runner, &(struct runner_cmd){ .op = RUNNER_SLICE,
							   .slices = 1,
							   .slice_ns = 60 * NSEC_PER_SEC });
		kill(child[m % 2], SIGKILL);
		assert_int_equal(runner_recv(&runner, &r), 0);
		assert_int_equal(r.said, RUNNER_FAILED);
		assert_non_null(strstr(r.text, "was killed by signal 9 (Killed)"));
		end();
	}
}

static bool all_stopped(void *arg)
{
	pid_t *child = arg;

	return procs_state(child[0]) == 'T' && procs_state(child[1]) == 'T';
}

static void test_worker_stopped(void **state)
{
	struct runner_reply r;
	pid_t child[2];

	(void)state;
	begin(&method_pipe, free_cpus);
	assert_int_equal(procs_children(runner.pid, child, 2), 2);
	kill(child[0], SIGSTOP);
	kill(child[1], SIGSTOP);
	/* asked for at once: nobody may be asked about for a second without being ended */
	runner_send(&runner, &(struct runner_cmd){ .op = RUNNER_SLICE,
						   .slices = 1,
						   .warm_ns = 5 * NSEC_PER_MSEC,
						   .slice_ns = SLICE_NS });
	assert_true(procs_wait(all_stopped, child));
	assert_int_equal(runner_recv(&runner, &r), 0);
	if (r.said == RUNNER_SLICED) /* it had looped before it was stopped */
		slice(SLICE_NS, &r);
	assert_int_equal(r.said, RUNNER_FAILED);
	assert_int_equal(r.code, ETIME);
	assert_non_null(strstr(r.text, "stalled: not one loop in"));
	end();
	/* and the runner is none the worse */
	begin(&method_pipe, free_cpus);
	slice(SLICE_NS, &r);
	assert_int_equal(r.said, RUNNER_SLICED);
	end();
}

static void test_cut(void **state)
{
	struct runner_cmd cmd = { .op = RUNNER_SLICE, .slices = 3, .slice_ns = 600 * NSEC_PER_SEC };
	struct runner_reply r;

	(void)state;
	begin(&method_pipe, free_cpus);
	runner_send(&runner, &cmd);
	ask(&(struct runner_cmd){ .op = RUNNER_CUT }, &r);
	assert_int_equal(r.said, RUNNER_SLICED);
	assert_true(r.cut);
	assert_true(r.wall_ns < 60 * NSEC_PER_SEC);
	/* one that comes too late is forgotten, not kept for the next slice */
	runner_send(&runner, &(struct runner_cmd){ .op = RUNNER_CUT });
	slice(SLICE_NS, &r);
	assert_false(r.cut);
	end();
	/* in the warm-up */
	begin(&method_pipe, free_cpus);
	cmd.warm_ns = 600 * NSEC_PER_SEC;
	runner_send(&runner, &cmd);
	ask(&(struct runner_cmd){ .op = RUNNER_CUT }, &r);
	assert_int_equal(r.said, RUNNER_FAILED);
	assert_int_equal(r.code, ECANCELED);
	end();
}

static void test_wrong_orders(void **state)
{
	struct runner_cmd cmd = { .op = RUNNER_BEGIN };
	struct runner_reply r;

	(void)state;
	ask(&cmd, &r);
	assert_int_equal(r.said, RUNNER_FAILED);
	assert_string_equal(r.text, "no such method");
	slice(SLICE_NS, &r);
	assert_int_equal(r.said, RUNNER_FAILED);
	assert_int_equal(r.code, ESTALE);
	end();
	/* a CPU that is not there */
	cmd.choice.method = &method_pipe;
	for (int i = 0; i < PLACE_SIDES; i++)
		cmd.cpu[i] = 100000;
	ask(&cmd, &r);
	assert_int_equal(r.said, RUNNER_FAILED);
	assert_non_null(strstr(r.text, "sched_setaffinity in worker "));
	assert_non_null(strstr(r.text, "the CPU went offline"));
	end();
	/* a second BEGIN ends what the first began */
	begin(&method_pipe, free_cpus);
	begin(&method_sem, free_cpus);
	assert_int_equal(procs_children(runner.pid, NULL, 0), 2);
	end();
}

static bool childless(void *arg)
{
	(void)arg;
	return procs_children(runner.pid, NULL, 0) == 0;
}

/* Workers do not loop for nobody: a dashboard that was stopped asks for no slice. */
static void test_left_alone(void **state)
{
	struct runner_reply r;

	(void)state;
	begin(&method_msgq, free_cpus);
	assert_true(procs_wait(childless, NULL));
	slice(SLICE_NS, &r);
	assert_int_equal(r.said, RUNNER_FAILED);
	assert_int_equal(r.code, ESTALE);
	end();
}

/* Of the descriptors a method wants, any can be the one that there is no room for. */
static void test_no_descriptors(void **state)
{
	struct belongings before = count_all();
	struct rlimit old, low;
	bool failed = false, worked = false;
	int first;

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &old), 0);
	first = dup(0);
	assert_true(first > 0);
	close(first);
	for (unsigned room = 0; room < 12; room++) {
		struct err e = { 0 };
		struct group g;
		int ret;

		low = (struct rlimit){ .rlim_cur = (rlim_t)first + room, .rlim_max = old.rlim_max };
		assert_int_equal(setrlimit(RLIMIT_NOFILE, &low), 0);
		ret = party_start(&g, &(struct method_choice){ .method = &method_pipe }, free_cpus,
				  ledger, none, &e);
		setrlimit(RLIMIT_NOFILE, &old);
		if (ret) {
			assert_int_equal(ret, -EMFILE);
			assert_string_equal(
				e.text, "pipe: Too many open files (descriptor limit: ulimit -n)");
			failed = true;
		} else {
			worked = true;
			party_stop(&g);
		}
		check_same(&before);
	}
	assert_true(failed && worked);
}

static bool write_number(const char *path, const char *text)
{
	FILE *f = fopen(path, "we");
	bool ok = f && fputs(text, f) >= 0;

	if (f && fclose(f))
		ok = false;
	return ok;
}

/* The limits of an IPC namespace of its own, which no other process sees. */
static void no_objects(bool own)
{
	struct err e = { 0 };
	struct group g;

	if (!own || !write_number("/proc/sys/kernel/msgmni", "0"))
		_exit(77);
	if (party_start(&g, &(struct method_choice){ .method = &method_msgq }, free_cpus, ledger,
			none, &e) != -ENOSPC)
		_exit(1);
	if (strcmp(e.text, "msgget: No space left on device (kernel.msgmni queues exist already)"))
		_exit(2);
	if (!write_number("/proc/sys/kernel/sem", "250 32000 32 0"))
		_exit(77);
	if (party_start(&g, &(struct method_choice){ .method = &method_sem }, free_cpus, ledger,
			none, &e) != -ENOSPC)
		_exit(3);
	if (strcmp(e.text, "semget: No space left on device (kernel.sem allows no further set)"))
		_exit(4);
	_exit(0);
}

static void test_no_objects(void **state)
{
	char words[200];
	int status;
	pid_t pid;

	(void)state;
	pid = fork();
	if (!pid)
		no_objects(isolate_ipc(words, sizeof(words)));
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status) == 77) {
		skip_for("no IPC namespace of its own whose limits may be set");
	}
	assert_int_equal(WEXITSTATUS(status), 0);
}

/* Two hundred turns, every method again and again: the runner is as it was. */
static void test_nothing_leaks(void **state)
{
	struct runner_reply r;
	size_t fds = 0, kb = 0;

	(void)state;
	for (unsigned i = 0; i < 200; i++) {
		begin(methods[i % METHODS], free_cpus);
		slice(NSEC_PER_MSEC, &r);
		assert_int_equal(r.said, RUNNER_SLICED);
		end();
		if (i == 20) { /* what is made once was made by now */
			fds = procs_fds(runner.pid);
			kb = procs_private_kb(runner.pid);
		}
	}
	assert_int_equal(procs_fds(runner.pid), fds);
	if (kb) /* a sanitizer's quarantine grows */
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
		assert_true(procs_private_kb(runner.pid) <= kb + 128);
#else
		print_message("memory is not compared under a sanitizer\n");
#endif
}

static bool gone(void *arg)
{
	char state = procs_state(*(pid_t *)arg);

	return !state || state == 'Z';
}

/* Slices of one turn follow each other without a gap; behind the last one the workers are gone. */
static void test_many_slices(void **state)
{
	struct runner_cmd cmd = { .op = RUNNER_SLICE,
				  .slices = 4,
				  .last = true,
				  .warm_ns = NSEC_PER_MSEC,
				  .slice_ns = 5 * NSEC_PER_MSEC };
	struct runner_reply r;
	int64_t end_ns = 0;

	(void)state;
	begin(&method_pipe, free_cpus);
	assert_int_equal(procs_children(runner.pid, NULL, 0), 2);
	runner_send(&runner, &cmd);
	for (unsigned i = 0; i < cmd.slices; i++) {
		assert_int_equal(runner_recv(&runner, &r), 0);
		assert_int_equal(r.said, RUNNER_SLICED);
		assert_int_equal(r.last, i == cmd.slices - 1);
		assert_true(r.loops > 0 && r.wall_ns >= cmd.slice_ns);
		if (i && !r.timed) /* a machine that is busy may make loops look long */
			assert_int_equal(r.t_ns - r.wall_ns, end_ns);
		end_ns = r.t_ns;
	}
	assert_int_equal(procs_children(runner.pid, NULL, 0), 0);
	/* cut short, the one that runs is the last */
	cmd.slice_ns = 600 * NSEC_PER_SEC;
	begin(&method_pipe, free_cpus);
	runner_send(&runner, &cmd);
	ask(&(struct runner_cmd){ .op = RUNNER_CUT }, &r);
	if (r.said == RUNNER_SLICED) /* else it came in the warm-up */
		assert_true(r.cut && r.last);
	assert_int_equal(procs_children(runner.pid, NULL, 0), 0);
}

/* kill -9 of the runner takes its workers with it and leaves no object; another one can be started. */
static void test_runner_killed(void **state)
{
	struct runner_reply r;
	struct err e = { 0 };
	pid_t child[2];

	(void)state;
	begin(&method_msgq, free_cpus);
	assert_int_equal(procs_children(runner.pid, child, 2), 2);
	assert_int_not_equal(ledger->msq_key, 0);
	kill(runner.pid, SIGKILL);
	/* what was on its way to it is nobody's matter any more */
	assert_int_equal(runner_send(&runner, &(struct runner_cmd){ .op = RUNNER_SLICE }), 0);
	assert_int_equal(runner_recv(&runner, &r), 0);
	assert_int_equal(r.said, RUNNER_DIED);
	assert_true(WIFSIGNALED(r.status));
	assert_int_equal(WTERMSIG(r.status), SIGKILL);
	assert_int_equal(procs_state(child[0]) + procs_state(child[1]), 0);
	assert_int_equal(ledger->msq_key, 0);
	assert_int_equal(runner_again(&runner, &e), 0);
	begin(&method_msgq, free_cpus);
	slice(NSEC_PER_MSEC, &r);
	assert_int_equal(r.said, RUNNER_SLICED);
	end();
}

/* Last: the spawner's death is the runner's, and the workers'. */
static void test_spawner_killed(void **state)
{
	struct runner_reply r;
	pid_t pid[3];
	struct err e;

	(void)state;
	begin(&method_msgq, free_cpus);
	assert_int_equal(procs_children(runner.pid, pid, 2), 2);
	pid[2] = runner.pid;
	kill(runner.spawner, SIGKILL);
	assert_int_equal(runner_recv(&runner, &r), -EPIPE);
	assert_int_equal(runner_again(&runner, &e), -EPIPE);
	assert_int_equal(WTERMSIG(runner_stop(&runner)), SIGKILL);
	for (size_t i = 0; i < ARRAY_SIZE(pid); i++)
		assert_true(procs_wait(gone, &pid[i]));
	ledger_sweep(ledger);
	assert_int_equal(ledger->msq_key, 0);
	assert_int_equal(runner_stop(&runner), -1);
}

/* ---- all of it ---- */

static struct run_case cases[METHODS * 3];
static struct CMUnitTest tests[2 * METHODS * 3 + 16];

static size_t add_cases(size_t n)
{
	static const enum placement places[] = { PLACE_SAME, PLACE_CROSS, PLACE_FREE };

	for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
		struct run_case *c = &cases[i];

		c->method = i / 3;
		c->place = places[i % 3];
		text_format(c->name, sizeof(c->name), "%s %s", methods[c->method]->name,
			    placement_name(c->place));
		text_format(c->party, sizeof(c->party), "%s: party", c->name);
		text_format(c->slice, sizeof(c->slice), "%s: slice", c->name);
		tests[n++] = (struct CMUnitTest){ .name = c->party,
						  .test_func = test_party,
						  .initial_state = c };
		tests[n++] = (struct CMUnitTest){ .name = c->slice,
						  .test_func = test_slice,
						  .initial_state = c };
	}
	return n;
}

static int set_up(void **state)
{
	struct sysroot root;
	struct err e = { 0 };

	(void)state;
	ledger = ledger_new();
	if (!ledger || sysroot_open(&root, "/") || topology_read(&topo, &root))
		return -1;
	sysroot_close(&root);
	if (runner_start(&runner, ledger, -1, &e)) {
		print_message("%s\n", e.text);
		return -1;
	}
	print_message("the runner has its %s\n", runner.isolation);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	runner_stop(&runner);
	topology_free(&topo);
	ledger_free(ledger);
	return 0;
}

int main(void)
{
	static const struct CMUnitTest more[] = {
		cmocka_unit_test(test_worker_killed),
		cmocka_unit_test(test_worker_stopped),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_wrong_orders),
		cmocka_unit_test(test_left_alone),
		cmocka_unit_test(test_no_descriptors),
		cmocka_unit_test(test_no_objects),
		cmocka_unit_test(test_nothing_leaks),
		cmocka_unit_test(test_many_slices),
		cmocka_unit_test(test_runner_killed),
		cmocka_unit_test(test_spawner_killed),
	};
	char words[200];
	size_t n;

	/* so that what others on the machine make and remove is not counted here */
	isolate_ipc(words, sizeof(words));
	n = add_cases(0);
	memcpy(&tests[n], more, sizeof(more));
	n += ARRAY_SIZE(more);
	return _cmocka_run_group_tests("methods_run", tests, n, set_up, tear_down);
}
