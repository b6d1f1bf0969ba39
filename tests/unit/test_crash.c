// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_crash: the dashboard breaks, in any of its threads and by any of the signals that this has: the
 * terminal is as it was, and the shell sees the signal.
 *
 * Invariant: the signal goes to one thread, as the kernel sends it, and waits for nothing but states.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/config.h"
#include "app/loop.h"
#include "base/sigset.h"
#include "../lib/procs.h"
#include "../lib/tty.h"

static void dashboard(void)
{
	struct config c;

	/* no core file of each */
	setrlimit(RLIMIT_CORE, &(struct rlimit){ 0 });
	config_defaults(&c);
	text_copy(c.methods, sizeof(c.methods), "pipe");
	text_copy(c.placement, sizeof(c.placement), "same");
	c.slice_ns = 10 * NSEC_PER_MSEC;
	c.read_only = true;
	_exit(loop_live(&c));
}

/* The dashboard's thread of this name ("" = its first); 0 = there is none yet. */
static pid_t thread_of(const char *name)
{
	char path[300], comm[32];
	struct dirent *d;
	pid_t found = 0;
	DIR *dir;

	if (!*name)
		return tty.child;
	text_format(path, sizeof(path), "/proc/%d/task", (int)tty.child);
	dir = opendir(path);
	while (dir && !found && (d = readdir(dir))) {
		FILE *f;

		text_format(path, sizeof(path), "/proc/%d/task/%.20s/comm", (int)tty.child,
			    d->d_name);
		f = fopen(path, "re");
		if (f && fgets(comm, sizeof(comm), f) && !strncmp(comm, name, strlen(name)))
			found = atoi(d->d_name);
		if (f)
			fclose(f);
	}
	if (dir)
		closedir(dir);
	return found;
}

/* Until it measures: the terminal is taken, and every thread runs. */
static bool has_begun(void *arg)
{
	(void)arg;
	tty_drain(&(bool){ true });
	return tty_times("SIGUSR1") + tty_times("pipes") > 0 && thread_of("ctxtop-engine");
}

static bool has_who(void *arg)
{
	(void)arg;
	tty_drain(&(bool){ true });
	return thread_of("ctxtop-who");
}

static void break_it(const char *name, int sig)
{
	struct termios now;

	tty_open(100, 30);
	tty_start("xterm", "C.UTF-8", dashboard);
	assert_true(procs_wait(has_begun, NULL));
	if (!strcmp(name, "ctxtop-who"))
		assert_true(procs_wait(has_who, NULL));
	assert_int_equal(syscall(SYS_tgkill, tty.child, thread_of(name), sig), 0);
	tty_drain(NULL);
	assert_true(WIFSIGNALED(tty.status));
	assert_int_equal(WTERMSIG(tty.status), sig);
	assert_int_equal(tcgetattr(tty.slave, &now), 0);
	assert_int_equal(now.c_lflag, tty.before.c_lflag);
	assert_int_equal(now.c_iflag, tty.before.c_iflag);
	assert_int_equal(now.c_oflag, tty.before.c_oflag);
	/* out of the alternate screen, and not into it again */
	assert_true(tty_last_at("\033[?1049l") > tty_last_at("\033[?1049h"));
	close(tty.master);
	close(tty.slave);
}

static void break_by_all(const char *name)
{
	for (size_t i = 0; i < sigset_nfatal; i++)
		break_it(name, sigset_fatal[i]);
}

static void test_main_thread(void **state)
{
	(void)state;
	break_by_all("");
}

static void test_engine_thread(void **state)
{
	(void)state;
	break_by_all("ctxtop-engine");
}

static void test_thread_that_sees_writers(void **state)
{
	(void)state;
	if (geteuid()) {
		print_message("# skipped: who writes a setting is seen by root only\n");
		skip();
	}
	break_by_all("ctxtop-who");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_main_thread),
		cmocka_unit_test(test_engine_thread),
		cmocka_unit_test(test_thread_that_sees_writers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
