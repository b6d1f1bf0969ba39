// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_guardian_kill: dashboard, guardian or both are killed at random moments while settings are being
 * changed; afterwards all settings of the machine are what they were, and no journal is left.
 *
 * Invariant: the moments come from a seed that is printed; CTXTOP_KILLS gives the number of rounds,
 * CTXTOP_SEED the seed.
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
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guardian/sysfile.h"
#include "guardian/undo.h"
#include "../lib/asking.h"
#include "../lib/changing.h"
#include "../lib/ownworld.h"
#include "../lib/tempdir.h"

enum { ROUNDS = 200, DELAY_US = 20000, EARLY_US = 2000 };

#define PROC "/proc/sys/"
#define MOD  "/sys/module/haltpoll/parameters/"

static const char *const sysfs[] = {
	"/sys/class/net/lo/queues/rx-0/rps_cpus",
	"/sys/kernel/mm/transparent_hugepage/enabled",
	MOD "guest_halt_poll_allow_shrink",
	MOD "guest_halt_poll_grow_start",
};

/* Beside those of the namespaces. */
static const char *const outside[] = {
	PROC "kernel/timer_migration",
	PROC "kernel/printk_ratelimit",
	PROC "kernel/watchdog",
	PROC "kernel/soft_watchdog",
	PROC "kernel/nmi_watchdog",
	"/sys/kernel/mm/transparent_hugepage/enabled",
	PROC "vm/min_free_kbytes", /* follows the one before */
	MOD "guest_halt_poll_allow_shrink",
	MOD "guest_halt_poll_grow_start",
};

static const struct toggle {
	const char *path, *value[3];
	const char *also[2];
} toggles[] = {
	{ PROC "net/ipv4/ip_default_ttl", { "65", "66", "64" }, { NULL } },
	{ PROC "net/ipv4/tcp_fin_timeout", { "61", "59", "nonsense" }, { NULL } },
	{ PROC "net/ipv4/tcp_rmem",
	  { "4096 131072 6291456", "4096 65536 4194304", "1 2" },
	  { NULL } },
	{ PROC "net/ipv4/tcp_congestion_control",
	  { "reno", "cubic", "none" },
	  { PROC "net/ipv4/tcp_allowed_congestion_control" } },
	{ PROC "kernel/msgmni", { "77", "78", "-5" }, { NULL } },
	{ PROC "kernel/sem", { "32000 1024000000 400 32000", "250 32000 32 128", "" }, { NULL } },
	{ PROC "kernel/timer_migration", { "0", "1", "7" }, { NULL } },
	{ PROC "kernel/printk_ratelimit", { "6", "7", "5" }, { NULL } },
	{ PROC "kernel/watchdog",
	  { "0", "1", "x" },
	  { PROC "kernel/soft_watchdog", PROC "kernel/nmi_watchdog" } },
	{ "/sys/class/net/lo/queues/rx-0/rps_cpus", { "1", "0", "zz" }, { NULL } },
	{ "/sys/kernel/mm/transparent_hugepage/enabled",
	  { "never", "madvise", "x" },
	  { PROC "vm/min_free_kbytes" } },
	{ MOD "guest_halt_poll_allow_shrink", { "N", "1", "x" }, { NULL } },
	{ MOD "guest_halt_poll_grow_start", { "40000", "60000", "x" }, { NULL } },
};

static char dir[256], place[300];
static uint64_t seed;

static uint32_t next(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (uint32_t)(seed >> 32);
}

static size_t add_toggle(struct write_item *item, size_t n, const struct toggle *t)
{
	item[n++] = (struct write_item){ .path = t->path, .value = t->value[next() % 3] };
	for (size_t i = 0; i < ARRAY_SIZE(t->also) && t->also[i]; i++)
		item[n++] = (struct write_item){ .kind = WRITE_ALSO, .path = t->also[i] };
	return n;
}

static int any_set(const struct guardian *g, struct outcome_list *out, struct err *e)
{
	struct write_item item[16];
	struct writes o = { .name = "any", .partial = next() % 2, .item = item };
	unsigned files = 1 + next() % 4;

	for (unsigned i = 0; i < files; i++)
		o.n = add_toggle(item, o.n, &toggles[next() % ARRAY_SIZE(toggles)]);
	return asking_set(g, &o, out, e);
}

static int any_order(const struct guardian *g, struct outcome_list *out, struct err *e)
{
	switch (next() % 12) {
	case 0:
		return asking_undo_all(g, false, out, e);
	case 1:
	case 2:
		return asking_undo_last(g, out, e);
	case 3:
		return asking_undo(g, "any", false, out, e);
	case 4:
		return asking_list(g, out, e);
	case 5:
		return changing_by_guardian(g, "hold", SYSFILE_HELD, "100", out, e);
	default:
		return any_set(g, out, e);
	}
}

/* Gives orders until it is killed; finds the guardian dead and undoes what that left. */
static void __attribute__((noreturn)) dashboard(int fd)
{
	struct guardian_config c = { .journal = place };
	struct outcome_list out = { 0 };
	struct err e = { 0 };
	struct guardian g;

	if (guardian_start(&g, &c, &e) || write(fd, &g.pid, sizeof(g.pid)) != sizeof(g.pid))
		_exit(1);
	for (;;) {
		int ret = any_order(&g, &out, &e);

		outcome_free(&out);
		if (ret == -EPIPE)
			break;
	}
	_exit(undo_restore(place, false, &out, &e) || outcome_count(&out, OUTCOME_LEFT) ? 2 : 0);
}

enum victim { DASHBOARD, GUARDIAN, DASHBOARD_FIRST, GUARDIAN_FIRST, AT_START, VICTIMS };

static void wait_a_moment(uint32_t most_us)
{
	usleep(next() % most_us);
}

static void strike(enum victim v, pid_t dash, int fd)
{
	pid_t guardian = -1;

	if (v == AT_START) {
		wait_a_moment(EARLY_US);
		kill(dash, SIGKILL);
		return;
	}
	assert_int_equal(read(fd, &guardian, sizeof(guardian)), sizeof(guardian));
	assert_true(guardian > 0);
	wait_a_moment(DELAY_US);
	kill(v == GUARDIAN || v == GUARDIAN_FIRST ? guardian : dash, SIGKILL);
	if (v == DASHBOARD || v == GUARDIAN)
		return;
	wait_a_moment(EARLY_US / 4); /* while the other one undoes */
	kill(v == GUARDIAN_FIRST ? dash : guardian, SIGKILL);
}

/* All are gone, and nobody failed at what it had to undo. */
static void reap_all(void)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, 0)) > 0 || errno == EINTR) {
		if (pid > 0 && WIFEXITED(status))
			assert_int_equal(WEXITSTATUS(status), 0);
	}
}

static void one_round(enum victim v)
{
	struct outcome_list out = { 0 };
	struct err e = { 0 };
	int fd[2];
	pid_t pid;

	assert_int_equal(pipe(fd), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid)
		dashboard(fd[1]);
	close(fd[1]);
	strike(v, pid, fd[0]);
	close(fd[0]);
	reap_all();
	if (undo_restore(place, false, &out, &e))
		fail_msg("undo: %s", e.text);
	for (size_t i = 0; i < out.n; i++)
		if (out.o[i].kind != OUTCOME_RESTORED)
			fail_msg("%s: %s", outcome_name(out.o[i].kind), out.o[i].words);
	outcome_free(&out);
}

static void must_be_as_it_was(struct snapshot *was, char was_sysfs[][256], int round)
{
	char names[1024];
	struct snapshot now;

	snapshot_take(&now);
	if (snapshot_differ(was, &now, false, names, sizeof(names)))
		fail_msg("round %d:%s", round, names);
	snapshot_free(&now);
	for (size_t i = 0; i < ARRAY_SIZE(sysfs); i++)
		assert_string_equal(ownworld_read(sysfs[i]), was_sysfs[i]);
	assert_int_equal(access(place, F_OK), -1);
}

static void test_kill(void **state)
{
	const char *text = getenv("CTXTOP_SEED"), *times = getenv("CTXTOP_KILLS");
	int rounds = times ? atoi(times) : ROUNDS;
	char names[1024], was_sysfs[ARRAY_SIZE(sysfs)][256];
	struct snapshot was, again;

	(void)state;
	if (ownworld_missing()) {
		skip_for("%s", ownworld_missing());
	}
	seed = text ? strtoull(text, NULL, 10) | 1 : 88172645463325252u;
	print_message("# CTXTOP_SEED=%llu CTXTOP_KILLS=%d\n", (unsigned long long)seed, rounds);
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	tempdir_make(dir, sizeof(dir));
	text_format(place, sizeof(place), "%s/journal", dir);
	snapshot_take(&was);
	snapshot_take(&again);
	snapshot_differ(&was, &again, true, names, sizeof(names));
	snapshot_free(&again);
	assert_true(was.n > 100);
	for (size_t i = 0; i < ARRAY_SIZE(sysfs); i++)
		text_copy(was_sysfs[i], sizeof(was_sysfs[i]), ownworld_read(sysfs[i]));
	for (int i = 0; i < rounds; i++) {
		one_round((enum victim)(next() % VICTIMS));
		must_be_as_it_was(&was, was_sysfs, i);
	}
	snapshot_free(&was);
	tempdir_remove(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_kill) };

	ownworld_enter(outside, ARRAY_SIZE(outside));
	return cmocka_run_group_tests(tests, NULL, NULL);
}
