// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_ledger: real System V objects, in an IPC namespace of the test's own where it gets one.
 *
 * Invariant: objects are found by id, so what others on the machine do changes nothing here.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guardian/guardian.h"
#include "bench/isolate.h"
#include "bench/ledger.h"

static bool has_msq(int id)
{
	struct msqid_ds ds;

	return msgctl(id, IPC_STAT, &ds) == 0;
}

static bool has_sem(int id)
{
	struct semid_ds ds;

	return semctl(id, 0, IPC_STAT, &ds) == 0;
}

static void test_make_and_remove(void **state)
{
	struct ledger *l = ledger_new();
	int msq, sem;

	(void)state;
	assert_non_null(l);
	assert_int_equal(l->msq_key, 0);
	msq = ledger_msgget(l);
	sem = ledger_semget(l, 3);
	assert_true(msq >= 0 && sem >= 0);
	/* the keys that stand in the ledger are theirs */
	assert_int_not_equal(l->msq_key, 0);
	assert_int_equal(msgget(l->msq_key, 0), msq);
	assert_int_equal(semget(l->sem_key, 3, 0), sem);
	ledger_msgrm(l, msq);
	assert_false(has_msq(msq));
	assert_int_equal(l->msq_key, 0);
	assert_true(has_sem(sem));
	ledger_semrm(l, sem);
	assert_false(has_sem(sem));
	assert_int_equal(l->sem_key, 0);
	ledger_msgrm(l, -1);
	ledger_semrm(l, -1);
	ledger_free(l);
	ledger_free(NULL);
}

static void test_sweep_removes_ours_alone(void **state)
{
	int others_msq = msgget(IPC_PRIVATE, 0600), others_sem = semget(IPC_PRIVATE, 1, 0600);
	struct ledger *l = ledger_new(), *other = ledger_new();
	int msq, sem, other_msq;

	(void)state;
	assert_true(others_msq >= 0 && others_sem >= 0 && l && other);
	msq = ledger_msgget(l);
	sem = ledger_semget(l, 2);
	other_msq = ledger_msgget(other);
	assert_true(msq >= 0 && sem >= 0 && other_msq >= 0);
	ledger_sweep(l);
	assert_false(has_msq(msq));
	assert_false(has_sem(sem));
	assert_true(has_msq(others_msq) && has_sem(others_sem) && has_msq(other_msq));
	assert_int_equal(l->msq_key, 0);
	assert_int_equal(l->sem_key, 0);
	ledger_sweep(l); /* with nothing in it */
	assert_true(has_msq(others_msq) && has_sem(others_sem) && has_msq(other_msq));
	ledger_sweep(other);
	assert_false(has_msq(other_msq));
	msgctl(others_msq, IPC_RMID, NULL);
	semctl(others_sem, 0, IPC_RMID);
	ledger_free(l);
	ledger_free(other);
}

/* The key was noted, but kill -9 came before msgget(): nothing to remove, nobody harmed. */
static void test_sweep_of_what_was_never_made(void **state)
{
	struct ledger *l = ledger_new();

	(void)state;
	assert_non_null(l);
	l->msq_key = l->sem_key = 0x5eed0bad;
	if (msgget(0x5eed0bad, 0) < 0 && semget(0x5eed0bad, 0, 0) < 0)
		ledger_sweep(l);
	else
		l->msq_key = l->sem_key = 0;
	assert_int_equal(l->msq_key, 0);
	assert_int_equal(l->sem_key, 0);
	ledger_free(l);
}

/* What a process made that was killed stands in the ledger of those who are left. */
static void test_survivors_know(void **state)
{
	struct ledger *l = ledger_new();
	struct {
		int msq, sem;
	} ids;
	int fd[2], status;
	pid_t pid;

	(void)state;
	assert_non_null(l);
	assert_int_equal(pipe(fd), 0);
	pid = fork();
	if (!pid) {
		ids.msq = ledger_msgget(l);
		ids.sem = ledger_semget(l, 2);
		if (write(fd[1], &ids, sizeof(ids)) == sizeof(ids))
			pause();
		_exit(1);
	}
	assert_int_equal(read(fd[0], &ids, sizeof(ids)), sizeof(ids));
	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(has_msq(ids.msq) && has_sem(ids.sem));
	ledger_sweep(l);
	assert_false(has_msq(ids.msq) || has_sem(ids.sem));
	ledger_free(l);
	close(fd[0]);
	close(fd[1]);
}

/* The guardian acts when nobody holds the writing end of its pipe any more, and not before. */
static void test_guardian(void **state)
{
	struct ledger *l = ledger_new();
	struct guardian_config c = { .ledger = l };
	struct guardian g;
	struct err e = { 0 };
	sigset_t all, old;
	int msq, sem;

	(void)state;
	assert_non_null(l);
	/* blocked until it ignores them, as the program does */
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &old);
	assert_int_equal(guardian_start(&g, &c, &e), 0);
	sigprocmask(SIG_SETMASK, &old, NULL);
	msq = ledger_msgget(l);
	sem = ledger_semget(l, 1);
	assert_true(msq >= 0 && sem >= 0);
	for (int sig = SIGHUP; sig <= SIGUSR1; sig++)
		if (sig == SIGHUP || sig == SIGINT || sig == SIGQUIT || sig == SIGUSR1)
			kill(g.pid, sig);
	kill(g.pid, SIGTERM);
	assert_int_equal(waitpid(g.pid, NULL, WNOHANG), 0);
	assert_true(has_msq(msq) && has_sem(sem));
	guardian_stop(&g);
	assert_false(has_msq(msq) || has_sem(sem));
	assert_int_equal(g.pid, -1);
	guardian_stop(&g);
	ledger_free(l);
}

static void test_limits_have_their_errno(void **state)
{
	struct ledger *l = ledger_new();

	(void)state;
	assert_non_null(l);
	assert_int_equal(ledger_semget(l, 1u << 30), -EINVAL);
	assert_int_equal(l->sem_key, 0);
	ledger_free(l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_make_and_remove),
		cmocka_unit_test(test_sweep_removes_ours_alone),
		cmocka_unit_test(test_sweep_of_what_was_never_made),
		cmocka_unit_test(test_survivors_know),
		cmocka_unit_test(test_guardian),
		cmocka_unit_test(test_limits_have_their_errno),
	};
	char words[200];

	isolate_ipc(words, sizeof(words));
	print_message("%s\n", words);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
