// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * plain: the same system calls as ctxtop's methods, as one would write them by hand: two processes,
 * no table, no calls through pointers. What ctxtop's own loops are measured against.
 *
 * usage: plain METHOD CPU0 CPU1 MILLISECONDS     (CPU -1: not pinned)     prints loops a second
 *        plain list                              prints the methods it has
 *
 * Invariant: uses nothing of ctxtop; a third process times the two, so that no clock is read in a loop.
 */
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct shared {
	_Alignas(128) _Atomic unsigned long loops;
	_Alignas(128) _Atomic unsigned turn;
	_Atomic int ready, go;
	pid_t pid[2];
};

static struct shared *sh;
static int there[2], back[2], msq = -1, sem = -1;
static sigset_t waiting;
static volatile sig_atomic_t caught;

static void on_usr1(int sig)
{
	(void)sig;
	caught = 1;
}

static void count(unsigned long n)
{
	atomic_store_explicit(&sh->loops, n, memory_order_relaxed);
}

static void wait_usr1(void)
{
	while (!caught)
		sigsuspend(&waiting);
	caught = 0;
}

static void run_sigusr1(int leads)
{
	for (unsigned long n = 1;; n++) {
		if (leads)
			kill(sh->pid[1], SIGUSR1);
		wait_usr1();
		if (leads)
			count(n);
		else
			kill(sh->pid[0], SIGUSR1);
	}
}

static void run_msgq(int leads)
{
	struct {
		long type;
		int body;
	} m = { 0 };

	for (unsigned long n = 1;; n++) {
		if (leads) {
			m.type = 1;
			if (msgsnd(msq, &m, sizeof(m.body), 0) ||
			    msgrcv(msq, &m, sizeof(m.body), 2, 0) < 0)
				exit(1);
			count(n);
		} else {
			if (msgrcv(msq, &m, sizeof(m.body), 1, 0) < 0)
				exit(1);
			m.type = 2;
			if (msgsnd(msq, &m, sizeof(m.body), 0))
				exit(1);
		}
	}
}

static void run_pipe(int leads)
{
	char c = 0;

	for (unsigned long n = 1;; n++) {
		if (leads) {
			if (write(there[1], &c, 1) != 1 || read(back[0], &c, 1) != 1)
				exit(1);
			count(n);
		} else if (read(there[0], &c, 1) != 1 || write(back[1], &c, 1) != 1) {
			exit(1);
		}
	}
}

static void run_sem(int leads)
{
	struct sembuf up = { .sem_num = leads ? 0 : 1, .sem_op = 1 };
	struct sembuf down = { .sem_num = leads ? 1 : 0, .sem_op = -1 };

	for (unsigned long n = 1;; n++) {
		if (leads) {
			if (semop(sem, &up, 1) || semop(sem, &down, 1))
				exit(1);
			count(n);
		} else if (semop(sem, &down, 1) || semop(sem, &up, 1)) {
			exit(1);
		}
	}
}

static void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

static void run_spinlock(int leads)
{
	for (unsigned long n = 1;; n++) {
		if (leads) {
			atomic_store_explicit(&sh->turn, 1, memory_order_release);
			while (atomic_load_explicit(&sh->turn, memory_order_acquire) != 0)
				relax();
			count(n);
		} else {
			while (atomic_load_explicit(&sh->turn, memory_order_acquire) != 1)
				relax();
			atomic_store_explicit(&sh->turn, 0, memory_order_release);
		}
	}
}

static void run_spin_yield(int leads)
{
	for (unsigned long n = 1;; n++) {
		if (leads) {
			atomic_store_explicit(&sh->turn, 1, memory_order_release);
			while (atomic_load_explicit(&sh->turn, memory_order_acquire) != 0)
				sched_yield();
			count(n);
		} else {
			while (atomic_load_explicit(&sh->turn, memory_order_acquire) != 1)
				sched_yield();
			atomic_store_explicit(&sh->turn, 0, memory_order_release);
		}
	}
}

static const struct {
	const char *name;
	void (*run)(int leads);
} loops[] = {
	{ "sigusr1", run_sigusr1 }, { "msgq", run_msgq },	  { "pipe", run_pipe },
	{ "sem", run_sem },	    { "spinlock", run_spinlock }, { "spin-yield", run_spin_yield },
};

static void pin(int cpu)
{
	cpu_set_t set;

	if (cpu < 0)
		return;
	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set)) {
		perror("plain: sched_setaffinity");
		exit(1);
	}
}

static pid_t start(void (*run)(int leads), int leads, int cpu)
{
	struct sigaction sa = { .sa_handler = on_usr1 };
	sigset_t block;
	pid_t pid = fork();

	if (pid)
		return pid;
	pin(cpu);
	sigemptyset(&block);
	sigaddset(&block, SIGUSR1);
	sigprocmask(SIG_BLOCK, &block, &waiting);
	sigdelset(&waiting, SIGUSR1);
	sigaction(SIGUSR1, &sa, NULL);
	atomic_fetch_add(&sh->ready, 1);
	while (!atomic_load(&sh->go))
		sched_yield();
	run(leads);
	_exit(1);
}

static double seconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static void rest(int ms)
{
	struct timespec ts = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L };

	nanosleep(&ts, NULL);
}

static double measure(int ms)
{
	unsigned long n0, n1 = 0;
	double t0, t1 = 0;

	while (atomic_load(&sh->ready) < 2)
		rest(1);
	atomic_store(&sh->go, 1);
	rest(5);
	n0 = atomic_load(&sh->loops);
	t0 = seconds();
	/* a loop that takes time slices may not come in the first interval */
	for (int i = 0; i < 100 && (i == 0 || n1 == n0); i++) {
		rest(ms);
		n1 = atomic_load(&sh->loops);
		t1 = seconds();
	}
	return (double)(n1 - n0) / (t1 - t0);
}

int main(int argc, char **argv)
{
	void (*run)(int leads) = NULL;
	double rate;

	if (argc == 2 && !strcmp(argv[1], "list")) {
		for (size_t i = 0; i < sizeof(loops) / sizeof(loops[0]); i++)
			puts(loops[i].name);
		return 0;
	}
	for (size_t i = 0; argc == 5 && i < sizeof(loops) / sizeof(loops[0]); i++)
		if (!strcmp(argv[1], loops[i].name))
			run = loops[i].run;
	if (!run) {
		fprintf(stderr, "usage: plain METHOD CPU0 CPU1 MILLISECONDS | plain list\n");
		return 2;
	}
	sh = mmap(NULL, sizeof(*sh), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	msq = msgget(IPC_PRIVATE, 0600);
	sem = semget(IPC_PRIVATE, 2, 0600);
	if (sh == MAP_FAILED || msq < 0 || sem < 0 || pipe(there) || pipe(back)) {
		perror("plain");
		return 1;
	}
	sh->pid[1] = start(run, 0, atoi(argv[3]));
	sh->pid[0] = start(run, 1, atoi(argv[2]));
	rate = measure(atoi(argv[4]));
	for (int i = 0; i < 2; i++)
		kill(sh->pid[i], SIGKILL);
	while (wait(NULL) > 0)
		;
	msgctl(msq, IPC_RMID, NULL);
	semctl(sem, 0, IPC_RMID);
	printf("%.3f\n", rate);
	return 0;
}
