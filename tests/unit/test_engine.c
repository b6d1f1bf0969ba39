// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_engine: a whole engine by its one header: events in the order of their time, orders and their
 * answers, and a guardian that the kernel holds up.
 *
 * The guardian is held up by being traced: like a write that takes seconds it does not answer, and no
 * signal makes it go on.
 *
 * Invariant: settings are changed in the test's own namespaces only; waits for events, never for a time.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/engine.h"
#include "../lib/ownworld.h"
#include "../lib/procs.h"
#include "../lib/tempdir.h"

#define TTL_NAME "net.ipv4.ip_default_ttl"
#define TTL	 "/proc/sys/net/ipv4/ip_default_ttl"
#define FIN_NAME "net.ipv4.tcp_fin_timeout"
#define FIN	 "/proc/sys/net/ipv4/tcp_fin_timeout"
#define SLICE	 (5 * NSEC_PER_MSEC)

struct world {
	char dir[256], journal[300];
	struct engine_config cfg;
	struct engine *en;
	struct source *src;
	struct event *ev; /* the newest */
	int64_t t_ns;	  /* of the one before */
	uint32_t ids;
	bool traced;
	uint16_t ttl, fin; /* ids of the two settings */
	int ended;
};

static int set_up(void **state)
{
	struct world *w = calloc(1, sizeof(*w));

	if (!w)
		return -1;
	alarm(60); /* whoever hangs is ended, and said to have failed */
	tempdir_make(w->dir, sizeof(w->dir));
	text_format(w->journal, sizeof(w->journal), "%s/journal", w->dir);
	w->cfg = engine_defaults;
	w->cfg.methods = "pipe,sem";
	w->cfg.placement = "same";
	w->cfg.slice_ns = SLICE;
	w->cfg.journal = w->journal;
	w->cfg.watch = TTL_NAME "," FIN_NAME;
	*state = w;
	return 0;
}

static pid_t guardian_pid(void)
{
	pid_t child[8];
	size_t n = procs_children(getpid(), child, ARRAY_SIZE(child));

	for (size_t i = 0; i < n; i++) {
		char path[64], name[32] = "";
		FILE *f;

		text_format(path, sizeof(path), "/proc/%d/comm", (int)child[i]);
		f = fopen(path, "re");
		if (f && fgets(name, sizeof(name), f) && !strcmp(name, "ctxtop-guardian\n"))
			return fclose(f), child[i];
		if (f)
			fclose(f);
	}
	return -1;
}

/* A signal that came meanwhile has it stop once more: then it is not stopped for an instant. */
static bool is_detached(void *arg)
{
	return !ptrace(PTRACE_DETACH, *(pid_t *)arg, NULL, NULL);
}

static void let_go(struct world *w, pid_t guardian)
{
	if (w->traced)
		procs_wait(is_detached, &guardian);
	w->traced = false;
}

static int tear_down(void **state)
{
	struct world *w = *state;

	event_free(w->ev);
	let_go(w, guardian_pid());
	engine_end(w->en, NULL, NULL);
	tempdir_remove(w->dir);
	alarm(0);
	free(w);
	return 0;
}

static void start(struct world *w)
{
	struct err e = { 0 };

	w->en = engine_new(&w->cfg, &e);
	if (!w->en)
		fail_msg("%s", e.text);
	assert_int_equal(engine_start(w->en, &e), 0);
	w->src = engine_source(w->en);
}

static uint32_t give(struct world *w, enum order_kind kind, int64_t arg, const char *text)
{
	struct order o = { .kind = kind, .id = ++w->ids, .arg = arg };

	text_copy(o.text, sizeof(o.text), text);
	assert_int_equal(w->src->order(w->src, &o, NULL), 0);
	return o.id;
}

/* The next event, held until the one after it. Each is no older than the one before. */
static struct event *next(struct world *w)
{
	struct pollfd pfd = { .fd = w->src->fd, .events = POLLIN };
	int ret;

	event_free(w->ev);
	w->ev = NULL;
	while (!(ret = w->src->next(w->src, &w->ev, NULL)) && !w->ev)
		poll(&pfd, 1, -1);
	if (ret) {
		w->ended = ret;
		return NULL;
	}
	assert_true(w->ev->t_ns >= w->t_ns);
	w->t_ns = w->ev->t_ns;
	if (w->ev->baton)
		give(w, ORDER_ACK, 0, "");
	if (w->ev->kind == EV_SETTING && !strcmp(w->ev->u.setting.name, TTL_NAME))
		w->ttl = w->ev->u.setting.id;
	if (w->ev->kind == EV_SETTING && !strcmp(w->ev->u.setting.name, FIN_NAME))
		w->fin = w->ev->u.setting.id;
	return w->ev;
}

static struct event *next_of(struct world *w, enum event_kind kind)
{
	while (next(w)->kind != kind)
		assert_int_not_equal(w->ev->kind, EV_END);
	return w->ev;
}

/* The first answer: on a busy machine it may be that the order waits. */
static struct event *first_answer(struct world *w, uint32_t id)
{
	do {
		next_of(w, EV_ANSWER);
	} while (w->ev->u.answer.order != id);
	return w->ev;
}

/* The order has been carried out, or will not be. */
static struct event *answer(struct world *w, uint32_t id)
{
	do {
		first_answer(w, id);
	} while (w->ev->u.answer.code == -EINPROGRESS);
	return w->ev;
}

static struct event *change_of(struct world *w, uint16_t id)
{
	do {
		next_of(w, EV_CHANGE);
	} while (w->ev->u.change.id != id);
	return w->ev;
}

static struct event *changes(struct world *w, uint32_t n)
{
	do {
		next_of(w, EV_CONTROL);
	} while (w->ev->u.control.changes != n);
	return w->ev;
}

static void need(void)
{
	if (!ownworld_missing())
		return;
	print_message("# skipped: %s\n", ownworld_missing());
	skip();
}

static void hold_up(struct world *w, pid_t guardian)
{
	int status;

	if (ptrace(PTRACE_SEIZE, guardian, NULL, NULL) ||
	    ptrace(PTRACE_INTERRUPT, guardian, NULL, NULL)) {
		print_message("# skipped: no process may be traced here\n");
		skip();
	}
	assert_int_equal(waitpid(guardian, &status, __WALL), guardian);
	w->traced = true;
}

/* ---- measuring ---- */

static void test_a_run(void **state)
{
	struct world *w = *state;
	unsigned turns = 0;

	w->cfg.rounds = 3;
	w->cfg.label = "a test";
	start(w);
	assert_int_equal(next(w)->kind, EV_START);
	assert_string_equal(w->ev->u.start.label, "a test");
	while (next(w)->kind != EV_END) {
		if (w->ev->kind != EV_SLICE)
			continue;
		assert_true(w->ev->since_ns > 0);
		assert_int_equal(w->ev->until_ns - w->ev->since_ns, w->ev->u.slice.wall_ns);
		assert_true(w->ev->until_ns <= w->ev->t_ns);
		turns += w->ev->u.slice.part == 0;
	}
	assert_int_equal(turns, 6);
	assert_null(next(w));
	assert_int_equal(w->ended, -ENODATA);
	assert_int_equal(w->src->order(w->src, &(struct order){ .kind = ORDER_CUT }, NULL), -EPIPE);
}

static void test_wrong_configurations(void **state)
{
	struct world *w = *state;
	struct err e = { 0 };

	w->cfg.methods = "no-such-method";
	assert_null(engine_new(&w->cfg, &e));
	assert_int_equal(e.code, EINVAL);
	w->cfg.methods = "pipe";
	w->cfg.watch = "no.such.setting";
	assert_null(engine_new(&w->cfg, &e));
	assert_non_null(strstr(e.text, "no.such.setting"));
	w->cfg.watch = "";
	w->cfg.sysroot = "/no/such/folder";
	assert_null(engine_new(&w->cfg, &e));
	assert_int_equal(procs_children(getpid(), NULL, 0), 0);
}

static void test_closed_by_its_source(void **state)
{
	struct world *w = *state;

	start(w);
	next_of(w, EV_SLICE);
	assert_int_equal(w->src->close(w->src, NULL), 0);
	w->en = NULL;
	assert_int_equal(procs_children(getpid(), NULL, 0), 0);
}

static void test_marks_epochs_lengths(void **state)
{
	struct world *w = *state;

	start(w);
	next_of(w, EV_SLICE);
	give(w, ORDER_MARK, 0, "here");
	assert_string_equal(next_of(w, EV_MARK)->text, "here");
	give(w, ORDER_EPOCH, 0, "anew");
	assert_string_equal(next_of(w, EV_EPOCH)->text, "anew");
	give(w, ORDER_SLICE, 4 * SLICE, "");
	assert_int_equal(next_of(w, EV_LENGTH)->u.length_ns, 4 * SLICE);
	/* behind it in the stream no slice is shorter */
	do {
		next_of(w, EV_SLICE);
	} while (w->ev->u.slice.flags & SLICE_VOID);
	assert_true(w->ev->u.slice.wall_ns >= 4 * SLICE);
}

/* Names come from what was known at the start, while the engine's thread adds to it. */
static void test_names(void **state)
{
	struct world *w = *state;
	char **names = NULL;
	int n;

	start(w);
	next_of(w, EV_SLICE);
	answer(w, give(w, ORDER_WATCH, 0, "kernel.ostype"));
	n = engine_complete(w->en, TTL_NAME, &names);
	assert_true(n >= 1);
	for (int i = 0; i < n; i++)
		free(names[i]);
	free(names);
}

/* ---- settings ---- */

static void test_set_and_undo(void **state)
{
	struct world *w = *state;
	uint32_t id;

	need();
	start(w);
	assert_true(next_of(w, EV_CONTROL)->u.control.writable);
	next_of(w, EV_SLICE);
	id = give(w, ORDER_SET, 0, TTL_NAME "=65");
	change_of(w, w->ttl);
	assert_true(w->ev->u.change.flags & CHANGE_OWN);
	assert_string_equal(w->ev->u.change.value, "65");
	assert_true(w->ev->u.change.before_ns <= w->ev->u.change.after_ns);
	assert_true(w->ev->u.change.after_ns <= w->ev->t_ns);
	assert_int_equal(answer(w, id)->u.answer.code, 0);
	assert_non_null(strstr(w->ev->text, TTL_NAME " 65"));
	changes(w, 1);
	id = give(w, ORDER_SET, 0, FIN_NAME "=61");
	change_of(w, w->fin);
	assert_int_equal(answer(w, id)->u.answer.code, 0);
	changes(w, 2);
	id = give(w, ORDER_UNDO, 0, "");
	assert_true(change_of(w, w->fin)->u.change.flags & CHANGE_OWN);
	assert_string_equal(w->ev->u.change.value, "60");
	assert_non_null(strstr(answer(w, id)->text, FIN_NAME " is 60"));
	id = give(w, ORDER_UNDO_ALL, 0, "");
	assert_true(change_of(w, w->ttl)->u.change.flags & CHANGE_OWN);
	assert_int_equal(answer(w, id)->u.answer.code, 0);
	changes(w, 0);
	assert_int_equal(answer(w, give(w, ORDER_UNDO, 0, ""))->u.answer.code, -ENOENT);
	assert_non_null(strstr(w->ev->text, "nothing to undo"));
}

static void test_what_cannot_be(void **state)
{
	static const struct {
		enum order_kind kind;
		const char *text, *words;
	} bad[] = {
		{ ORDER_SET, "nonsense", "NAME=VALUE" },
		{ ORDER_SET, "no.such=1", "no setting no.such" },
		{ ORDER_SET, TTL_NAME "=x", TTL_NAME },
		{ ORDER_STEP, "no.such", "no setting" },
		{ ORDER_WATCH, TTL_NAME, "watched already" },
		{ ORDER_WATCH, "no.such", "no.such" },
		{ ORDER_STRIP, "no.such", "not watched" },
	};
	struct world *w = *state;

	need();
	start(w);
	next_of(w, EV_SLICE);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		answer(w, give(w, bad[i].kind, 1, bad[i].text));
		assert_non_null(strstr(w->ev->text, bad[i].words));
	}
	assert_string_equal(ownworld_read(TTL), "64");
}

static struct event *somaxconn(struct world *w)
{
	do
		next_of(w, EV_SETTING);
	while (strcmp(w->ev->u.setting.name, "net.core.somaxconn") != 0);
	return w->ev;
}

/* A setting whose file system comes while we run, and is changed at once: its old value is known all the same. */
static void test_what_comes_later(void **state)
{
	struct world *w = *state;
	char was[64];
	uint16_t id;

	need();
	text_copy(was, sizeof(was), ownworld_read("/proc/sys/net/core/somaxconn"));
	assert_int_equal(mount("nothing", "/proc/sys/net/core", "tmpfs", 0, NULL), 0);
	start(w);
	id = somaxconn(w)->u.setting.id;
	assert_true(w->ev->u.setting.flags & SETTING_ABSENT);
	next_of(w, EV_SLICE);
	assert_int_equal(umount("/proc/sys/net/core"), 0);
	give(w, ORDER_SET, 0, "net.core.somaxconn=4001");
	assert_false(somaxconn(w)->u.setting.flags & SETTING_ABSENT);
	assert_string_equal(w->ev->u.setting.value, was);
	change_of(w, id);
	assert_true(w->ev->u.change.flags & CHANGE_OWN);
	assert_string_equal(w->ev->u.change.value, "4001");
	give(w, ORDER_UNDO, 0, "");
	assert_string_equal(change_of(w, id)->u.change.value, was);
}

static void test_read_only(void **state)
{
	struct world *w = *state;

	w->cfg.read_only = true;
	start(w);
	assert_false(next_of(w, EV_CONTROL)->u.control.writable);
	assert_non_null(strstr(w->ev->text, "--read-only"));
	next_of(w, EV_SLICE);
	assert_int_equal(answer(w, give(w, ORDER_SET, 0, TTL_NAME "=65"))->u.answer.code, -EPERM);
}

static void test_strip(void **state)
{
	struct world *w = *state;

	start(w);
	next_of(w, EV_SLICE);
	give(w, ORDER_STRIP, 0, TTL_NAME);
	assert_int_equal(next_of(w, EV_SETTING)->u.setting.id, w->ttl);
	assert_true(w->ev->u.setting.flags & SETTING_STRIP);
	assert_int_equal(w->ev->u.setting.key[0], 'z'); /* the first that is no built-in one's */
	give(w, ORDER_STRIP, 0, TTL_NAME);
	assert_false(next_of(w, EV_SETTING)->u.setting.flags & SETTING_STRIP);
	/* what is put there meanwhile takes no letter away */
	give(w, ORDER_STRIP, 0, "kernel.sched_rr_timeslice_ms");
	assert_string_equal(next_of(w, EV_SETTING)->u.setting.key, "J");
	give(w, ORDER_STRIP, 0, TTL_NAME);
	assert_string_equal(next_of(w, EV_SETTING)->u.setting.key, "z");
}

/* A change by somebody else is not called ours, however close it comes. */
static void test_whose_it_is(void **state)
{
	struct world *w = *state;
	uint32_t id;

	need();
	start(w);
	next_of(w, EV_SLICE);
	id = give(w, ORDER_SET, 0, TTL_NAME "=65");
	answer(w, id);
	changes(w, 1);
	assert_true(ownworld_write(TTL, "66"));
	while (strcmp(change_of(w, w->ttl)->u.change.value, "66"))
		assert_true(w->ev->u.change.flags & CHANGE_OWN);
	assert_false(w->ev->u.change.flags & CHANGE_OWN);
	/* it is not ours any more to put back */
	changes(w, 0);
	assert_true(ownworld_write(TTL, "64"));
	assert_false(change_of(w, w->ttl)->u.change.flags & CHANGE_OWN);
}

/* ---- a guardian that does not answer ---- */

static void test_a_write_that_takes_long(void **state)
{
	struct world *w = *state;
	unsigned voided = 0, marks = 0;
	pid_t guardian;
	uint32_t id, second;

	need();
	start(w);
	next_of(w, EV_SLICE);
	guardian = guardian_pid();
	hold_up(w, guardian);
	id = give(w, ORDER_SET, 0, TTL_NAME "=65");
	second = give(w, ORDER_SET, 0, FIN_NAME "=61");
	assert_int_equal(first_answer(w, id)->u.answer.code, -EINPROGRESS);
	assert_string_equal(w->ev->text, "setting " TTL_NAME " ...");
	/* measuring goes on, void; other orders are carried out; a change of somebody else is seen */
	give(w, ORDER_MARK, 0, "meanwhile");
	assert_true(ownworld_write(FIN, "59"));
	while (voided < 4 || !marks || w->ev->kind != EV_CHANGE) {
		next(w);
		marks += w->ev->kind == EV_MARK;
		assert_int_not_equal(w->ev->kind, EV_ANSWER);
		if (w->ev->kind != EV_SLICE)
			continue;
		assert_true(w->ev->u.slice.flags & SLICE_VOID);
		voided++;
		if (voided > 4 && marks)
			assert_true(ownworld_write(FIN, voided % 2 ? "58" : "59"));
	}
	assert_int_equal(w->ev->u.change.id, w->fin);
	assert_false(w->ev->u.change.flags & CHANGE_OWN);
	let_go(w, guardian);
	assert_int_equal(answer(w, id)->u.answer.code, 0);
	assert_int_equal(answer(w, second)->u.answer.code, 0);
	assert_string_equal(ownworld_read(TTL), "65");
	assert_string_equal(ownworld_read(FIN), "61");
	/* and rounds count again */
	do {
		next_of(w, EV_SLICE);
	} while (w->ev->u.slice.flags & SLICE_VOID);
	assert_true(ownworld_write(FIN, "60"));
}

/* At the end it is not waited for: it puts everything back alone, once it can. */
static bool is_back(void *arg)
{
	(void)arg;
	return !strcmp(ownworld_read(TTL), "64");
}

static void test_the_end_does_not_wait(void **state)
{
	struct outcome_list out = { 0 };
	struct world *w = *state;
	struct err e = { 0 };
	pid_t guardian;

	need();
	start(w);
	next_of(w, EV_SLICE);
	assert_int_equal(answer(w, give(w, ORDER_SET, 0, TTL_NAME "=65"))->u.answer.code, 0);
	guardian = guardian_pid();
	hold_up(w, guardian);
	first_answer(w, give(w, ORDER_SET, 0, FIN_NAME "=61"));
	assert_int_equal(engine_end(w->en, &out, &e), -EINPROGRESS);
	w->en = NULL;
	assert_non_null(strstr(e.text, "puts the settings back"));
	assert_int_equal(out.n, 0);
	assert_string_equal(ownworld_read(TTL), "65");
	let_go(w, guardian);
	assert_true(procs_wait(is_back, NULL));
	assert_int_equal(waitpid(guardian, NULL, 0), guardian);
	assert_string_equal(ownworld_read(FIN), "60");
	outcome_free(&out);
}

/* An answer that was on its way is not taken for that of the end. */
static void test_end_with_an_order_on_its_way(void **state)
{
	struct outcome_list out = { 0 };
	struct world *w = *state;
	pid_t guardian;

	need();
	start(w);
	next_of(w, EV_SLICE);
	guardian = guardian_pid();
	assert_int_equal(kill(guardian, SIGSTOP), 0); /* its waking at the end lets it go on */
	first_answer(w, give(w, ORDER_SET, 0, TTL_NAME "=65"));
	assert_int_equal(engine_end(w->en, &out, NULL), 0);
	w->en = NULL;
	assert_int_equal(outcome_count(&out, OUTCOME_RESTORED), 1);
	assert_string_equal(ownworld_read(TTL), "64");
	outcome_free(&out);
}

static void test_keep(void **state)
{
	struct outcome_list out = { 0 };
	struct world *w = *state;

	need();
	start(w);
	next_of(w, EV_SLICE);
	answer(w, give(w, ORDER_SET, 0, TTL_NAME "=65"));
	give(w, ORDER_KEEP, 1, "");
	assert_int_equal(engine_end(w->en, &out, NULL), 0);
	w->en = NULL;
	assert_int_equal(outcome_count(&out, OUTCOME_KEPT), 1);
	assert_string_equal(ownworld_read(TTL), "65");
	outcome_free(&out);
	assert_true(ownworld_write(TTL, "64"));
}

static void test_guardian_killed(void **state)
{
	struct world *w = *state;

	need();
	start(w);
	next_of(w, EV_SLICE);
	answer(w, give(w, ORDER_SET, 0, TTL_NAME "=65"));
	kill(guardian_pid(), SIGKILL);
	do {
		next_of(w, EV_CONTROL);
	} while (w->ev->u.control.writable);
	assert_non_null(strstr(w->ev->text, "was killed"));
	assert_string_equal(answer(w, 0)->text,
			    "the guardian was killed; 1 settings were put back");
	assert_string_equal(ownworld_read(TTL), "64");
	assert_int_equal(answer(w, give(w, ORDER_SET, 0, TTL_NAME "=65"))->u.answer.code, -EPERM);
	next_of(w, EV_SLICE);
}

#define ENGINE_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ENGINE_TEST(test_a_run),
		ENGINE_TEST(test_wrong_configurations),
		ENGINE_TEST(test_closed_by_its_source),
		ENGINE_TEST(test_marks_epochs_lengths),
		ENGINE_TEST(test_names),
		ENGINE_TEST(test_set_and_undo),
		ENGINE_TEST(test_what_cannot_be),
		ENGINE_TEST(test_read_only),
		ENGINE_TEST(test_strip),
		ENGINE_TEST(test_what_comes_later),
		ENGINE_TEST(test_whose_it_is),
		ENGINE_TEST(test_a_write_that_takes_long),
		ENGINE_TEST(test_the_end_does_not_wait),
		ENGINE_TEST(test_end_with_an_order_on_its_way),
		ENGINE_TEST(test_keep),
		ENGINE_TEST(test_guardian_killed),
	};

	ownworld_enter(NULL, 0);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
