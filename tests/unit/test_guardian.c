// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_guardian: the guardian process: orders, answers, and what it does when its dashboard is gone.
 *
 * Invariant: settings are changed in the test's own namespaces only, and every guardian is reaped.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/skip.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guardian/sysfile.h"
#include "guardian/undo.h"
#include "guardian/wire.h"
#include "../lib/asking.h"
#include "../lib/changing.h"
#include "../lib/ownworld.h"
#include "../lib/procs.h"
#include "../lib/tempdir.h"

static char dir[256], place[300];
static struct guardian g;
static struct outcome_list out;
static struct err e;

static void start(bool read_only)
{
	struct guardian_config c = { .journal = place, .read_only = read_only };

	assert_int_equal(guardian_start(&g, &c, &e), 0);
}

static int begin(void **state)
{
	(void)state;
	if (ownworld_missing())
		return 0;
	tempdir_make(dir, sizeof(dir));
	text_format(place, sizeof(place), "%s/journal", dir);
	start(false);
	return 0;
}

static int end(void **state)
{
	(void)state;
	if (ownworld_missing())
		return 0;
	guardian_stop(&g);
	outcome_free(&out);
	tempdir_remove(dir);
	return 0;
}

static void need(void)
{
	if (!ownworld_missing())
		return;
	skip_for("%s", ownworld_missing());
}

static int set(const char *path, const char *value)
{
	outcome_free(&out);
	return changing_by_guardian(&g, path, path, value, &out, &e);
}

static void must_read(const char *path, const char *text)
{
	assert_string_equal(ownworld_read(path), text);
}

static bool has_journal(void)
{
	return !access(place, F_OK);
}

static void test_orders(void **state)
{
	struct write_item item[] = { { .path = TTL, .value = "66" },
				     { .path = FIN, .value = "61" } };
	struct writes o = { .name = "both", .item = item, .n = 2 };

	(void)state;
	need();
	assert_int_equal(guardian_status(&g, &e), 0);
	assert_int_equal(set(TTL, "65"), 0);
	must_read(TTL, "65");
	assert_int_equal(out.n, 1);
	assert_int_equal(out.o[0].kind, OUTCOME_SET);
	assert_string_equal(out.o[0].before, "64\n");
	assert_string_equal(out.o[0].now, "65\n");
	assert_string_equal(out.o[0].shell, "sysctl -w net.ipv4.ip_default_ttl=65");
	assert_int_equal(asking_set(&g, &o, &out, &e), 0);
	must_read(TTL, "66");
	must_read(FIN, "61");
	outcome_free(&out);
	assert_int_equal(asking_list(&g, &out, &e), 0);
	assert_int_equal(out.n, 2);
	assert_int_equal(asking_undo_last(&g, &out, &e), 0);
	must_read(TTL, "65");
	must_read(FIN, "60");
	assert_int_equal(asking_undo(&g, TTL, false, &out, &e), 0);
	must_read(TTL, "64");
	assert_int_equal(asking_undo_last(&g, &out, &e), -ENOENT);
	assert_true(e.text[0] != '\0');
	assert_int_equal(set("/etc/passwd", "1"), -EPERM);
	assert_int_equal(out.o[0].kind, OUTCOME_REFUSED);
	assert_int_equal(set(TTL, "0"), -EINVAL);
	assert_int_equal(set(TTL, "67"), 0);
	assert_int_equal(set(FIN, "62"), 0);
	outcome_free(&out);
	assert_int_equal(asking_undo_all(&g, false, &out, &e), 0);
	assert_int_equal(out.n, 2);
	must_read(TTL, "64");
	must_read(FIN, "60");
	assert_false(has_journal());
}

/* More answers than a socket holds. */
static void test_many_files(void **state)
{
	enum { N = 3000 };
	struct write_item *item = calloc(N, sizeof(*item));
	struct writes o = { .name = "many", .partial = true, .item = item, .n = N };
	char(*path)[64] = calloc(N, sizeof(*path));

	(void)state;
	need();
	assert_true(item && path);
	for (int i = 0; i < N; i++) {
		text_format(path[i], sizeof(path[i]), "/sys/devices/system/none/cpu%d/x", i);
		item[i] = (struct write_item){ .path = path[i], .value = "1" };
	}
	item[N - 1] = (struct write_item){ .path = TTL, .value = "65" };
	assert_int_equal(asking_set(&g, &o, &out, &e), 0);
	assert_int_equal(out.n, N);
	assert_int_equal(outcome_count(&out, OUTCOME_REFUSED), N - 1);
	must_read(TTL, "65");
	free(item);
	free(path);
}

static void test_stop_undoes(void **state)
{
	(void)state;
	need();
	assert_int_equal(set(TTL, "65"), 0);
	assert_int_equal(set(TTL, "66"), 0);
	guardian_stop(&g);
	must_read(TTL, "64");
	assert_false(has_journal());
}

static void test_finish(void **state)
{
	(void)state;
	need();
	assert_int_equal(set(TTL, "65"), 0);
	assert_int_equal(set(FIN, "61"), 0);
	assert_true(ownworld_write(FIN, "50"));
	outcome_free(&out);
	assert_int_equal(asking_finish(&g, false, &out, &e), 0);
	assert_int_equal(outcome_count(&out, OUTCOME_RESTORED), 1);
	assert_int_equal(outcome_count(&out, OUTCOME_LEFT), 1);
	must_read(TTL, "64");
	must_read(FIN, "50");
	assert_false(has_journal());
	guardian_stop(&g);
	must_read(FIN, "50");
	assert_true(ownworld_write(FIN, "60"));
	start(false);
	assert_int_equal(set(TTL, "65"), 0);
	outcome_free(&out);
	assert_int_equal(asking_finish(&g, true, &out, &e), 0);
	assert_int_equal(outcome_count(&out, OUTCOME_KEPT), 1);
	guardian_stop(&g);
	must_read(TTL, "65");
	assert_false(has_journal());
	assert_true(ownworld_write(TTL, "64"));
}

static void test_deaf(void **state)
{
	static const int sigs[] = { SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGPIPE, SIGTSTP, SIGUSR1,
				    SIGUSR2, SIGTTIN, SIGTTOU, SIGALRM, SIGXCPU, SIGXFSZ };
	char path[64];

	(void)state;
	need();
	for (size_t i = 0; i < ARRAY_SIZE(sigs); i++)
		assert_int_equal(kill(g.pid, sigs[i]), 0);
	assert_int_equal(set(TTL, "65"), 0);
	must_read(TTL, "65");
	assert_int_equal(getsid(g.pid), g.pid);
	text_format(path, sizeof(path), "/proc/%d/oom_score_adj", (int)g.pid);
	/* if such a thing is allowed here at all */
	if (ownworld_write("/proc/self/oom_score_adj", "-500"))
		must_read(path, "-500");
	assert_int_equal(waitpid(g.pid, NULL, WNOHANG), 0);
}

/* Somebody stopped it: an order wakes it up, and so does the end. */
static void test_stopped(void **state)
{
	siginfo_t si = { 0 };

	(void)state;
	need();
	assert_int_equal(kill(g.pid, SIGSTOP), 0);
	assert_int_equal(waitid(P_PID, (id_t)g.pid, &si, WSTOPPED), 0);
	alarm(20);
	assert_int_equal(set(TTL, "65"), 0);
	must_read(TTL, "65");
	assert_int_equal(kill(g.pid, SIGSTOP), 0);
	assert_int_equal(waitid(P_PID, (id_t)g.pid, &si, WSTOPPED), 0);
	guardian_stop(&g);
	alarm(0);
	must_read(TTL, "64");
}

static void test_nothing_else_open(void **state)
{
	(void)state;
	need();
	assert_int_equal(guardian_status(&g, &e), 0); /* it is past its start */
	/* the three standard ones, life, orders, the dashboard's pidfd */
	assert_true(procs_fds(g.pid) <= 6);
}

/* The runner and the workers inherit the socket; what they would send is dropped. */
static void test_only_the_dashboard(void **state)
{
	struct write_item item = { .path = TTL, .value = "65" };
	struct writes o = { .name = "x", .item = &item, .n = 1 };
	int status;
	pid_t pid;

	(void)state;
	need();
	pid = fork();
	if (!pid) {
		struct wire_head head = { .op = WIRE_SET, .ntexts = 1 };
		const char *text[2] = { TTL, "65" };

		wire_send(g.fd, &head, text);
		head = (struct wire_head){ .op = WIRE_ITEM, .ntexts = 2 };
		wire_send(g.fd, &head, text);
		head = (struct wire_head){ .op = WIRE_COMMIT };
		wire_send(g.fd, &head, text);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(asking_undo_last(&g, &out, &e), -ENOENT);
	must_read(TTL, "64");
	assert_int_equal(asking_set(&g, &o, &out, &e), 0);
	must_read(TTL, "65");
}

static void test_nonsense(void **state)
{
	struct wire_head head = { .op = WIRE_ITEM, .kind = 99, .ntexts = 2 };
	const char *text[WIRE_TEXTS] = { TTL, "65", "", "", "", "" };

	(void)state;
	need();
	/* an item of no order, of no kind; a commit of nothing; packets that are none */
	assert_int_equal(wire_send(g.fd, &head, text), 0);
	assert_int_equal(write(g.fd, "x", 1), 1);
	head = (struct wire_head){ .op = WIRE_ITEM, .ntexts = 77 };
	assert_int_equal(write(g.fd, &head, sizeof(head)), sizeof(head));
	assert_int_equal(asking_set(&g, &(struct writes){ .name = "empty" }, &out, &e), -EINVAL);
	assert_int_equal(set(TTL, "65"), 0);
	must_read(TTL, "65");
}

static void test_guardian_dies(void **state)
{
	struct pollfd pfd = { .fd = g.fd, .events = POLLIN };

	(void)state;
	need();
	assert_int_equal(set(TTL, "65"), 0);
	assert_int_equal(undo_restore(place, false, &out, &e), -EBUSY);
	kill(g.pid, SIGKILL);
	assert_int_equal(poll(&pfd, 1, 20000), 1);
	assert_true(pfd.revents & POLLHUP);
	assert_int_equal(set(FIN, "61"), -EPIPE);
	must_read(TTL, "65");
	outcome_free(&out);
	assert_int_equal(undo_pending(place, &out, &e), 0);
	assert_int_equal(out.n, 1);
	outcome_free(&out);
	assert_int_equal(undo_restore(place, false, &out, &e), 0);
	assert_int_equal(out.o[0].kind, OUTCOME_RESTORED);
	must_read(TTL, "64");
	assert_false(has_journal());
}

static void test_two_at_once(void **state)
{
	struct guardian other;
	struct guardian_config c = { .journal = place };

	(void)state;
	need();
	assert_int_equal(guardian_start(&other, &c, &e), 0);
	assert_int_equal(guardian_status(&other, &e), 0);
	assert_int_equal(set(TTL, "65"), 0);
	assert_int_equal(guardian_status(&other, &e), -EBUSY);
	assert_non_null(strstr(e.text, "another ctxtop (pid "));
	outcome_free(&out);
	assert_int_equal(changing_by_guardian(&other, FIN, FIN, "61", &out, &e), -EBUSY);
	must_read(FIN, "60");
	assert_int_equal(asking_undo_all(&g, false, &out, &e), 0);
	assert_int_equal(changing_by_guardian(&other, FIN, FIN, "61", &out, &e), 0);
	guardian_stop(&other);
	must_read(FIN, "60");
	assert_false(has_journal());
}

static void test_read_only(void **state)
{
	(void)state;
	need();
	guardian_stop(&g);
	start(true);
	assert_int_equal(guardian_status(&g, &e), -EPERM);
	assert_int_equal(set(TTL, "65"), -EPERM);
	assert_int_equal(asking_list(&g, &out, &e), 0);
	assert_int_equal(asking_finish(&g, false, &out, &e), 0);
	must_read(TTL, "64");
}

/* A dashboard of its own that does @what, says so, and is killed; its guardian is then gone as well. */
static void killed_after(void (*what)(void))
{
	int fd[2], status;
	pid_t pid, guardian;

	prctl(PR_SET_CHILD_SUBREAPER, 1);
	assert_int_equal(pipe(fd), 0);
	pid = fork();
	if (!pid) {
		struct guardian_config c = { .journal = place };

		if (guardian_start(&g, &c, &e))
			_exit(1);
		what();
		if (write(fd[1], &g.pid, sizeof(g.pid)) == sizeof(g.pid))
			pause();
		_exit(1);
	}
	assert_int_equal(read(fd[0], &guardian, sizeof(guardian)), sizeof(guardian));
	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(waitpid(guardian, &status, 0), guardian);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	close(fd[0]);
	close(fd[1]);
}

static void change_two(void)
{
	set(TTL, "65");
	set(MSGMNI, "78");
}

static void half_an_order(void)
{
	struct wire_head head = { .op = WIRE_SET, .ntexts = 1 };
	const char *text[2] = { TTL, "65" };

	set(FIN, "61");
	wire_send(g.fd, &head, text);
	head = (struct wire_head){ .op = WIRE_ITEM, .ntexts = 2 };
	wire_send(g.fd, &head, text);
}

static void hold(void)
{
	set(SYSFILE_HELD, "3");
}

static void test_dashboard_dies(void **state)
{
	char msgmni[32], now[32];
	struct err he;
	int fd;

	(void)state;
	need();
	text_copy(msgmni, sizeof(msgmni), ownworld_read(MSGMNI));
	killed_after(change_two);
	must_read(TTL, "64");
	must_read(MSGMNI, msgmni);
	assert_false(has_journal());
	killed_after(half_an_order);
	must_read(TTL, "64");
	must_read(FIN, "60");
	killed_after(hold);
	fd = sysfile_hold(&he);
	if (fd < 0)
		return;
	assert_int_equal(sysfile_hold_read(fd, now, sizeof(now)), 0);
	assert_true(strtol(now, NULL, 10) != 3);
	close(fd);
}

/* An ordinary user: what may be written is, the rest is refused in words. */
static void test_ordinary_user(void **state)
{
	int status;
	pid_t pid;

	(void)state;
	need();
	pid = fork();
	if (!pid) {
		struct guardian_config c = { 0 };
		char where[JOURNAL_PATH];
		int bad = 0;

		unsetenv("XDG_RUNTIME_DIR");
		if (setresgid(65534, 65534, 65534) || setresuid(65534, 65534, 65534) ||
		    guardian_start(&g, &c, &e))
			_exit(100);
		journal_place(where, sizeof(where));
		bad |= strcmp(where, "/dev/shm/ctxtop-65534.journal") != 0;
		bad |= (set(TTL, "65") != -EACCES || !strstr(e.text, "needs root")) << 1;
		bad |= (asking_finish(&g, false, &out, &e) != 0) << 2;
		guardian_stop(&g);
		bad |= !access(where, F_OK) << 3;
		_exit(bad);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	must_read(TTL, "64");
}

#define T(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(test_orders),
		T(test_many_files),
		T(test_stop_undoes),
		T(test_finish),
		T(test_deaf),
		T(test_stopped),
		T(test_nothing_else_open),
		T(test_only_the_dashboard),
		T(test_nonsense),
		T(test_guardian_dies),
		T(test_two_at_once),
		T(test_read_only),
		T(test_dashboard_dies),
		T(test_ordinary_user),
	};

	ownworld_enter(NULL, 0);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
