// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * crash: handlers of the fatal signals.
 *
 * Invariant: the handler calls nothing but write(), tcsetattr(), kill() and sigaction(); what the
 * runner leaves behind is the guardian's matter.
 */
#include "term/crash.h"
#include "base/sigset.h"
#include "term/term.h"

#include <signal.h>
#include <stdlib.h>

static pid_t runner_pid;

static void on_fatal(int sig)
{
	term_emergency();
	if (runner_pid > 0)
		kill(runner_pid, SIGKILL);
	/* SA_RESETHAND has put the default back: this ends the process with its core and status */
	raise(sig);
}

void crash_handlers(pid_t runner)
{
	static char stack[64 * 1024];
	stack_t ss = { .ss_sp = stack, .ss_size = sizeof(stack) };
	struct sigaction sa = { .sa_handler = on_fatal, .sa_flags = SA_RESETHAND | SA_ONSTACK };

	runner_pid = runner;
	sigaltstack(&ss, NULL);
	for (size_t i = 0; i < sigset_nfatal; i++)
		sigaction(sigset_fatal[i], &sa, NULL);
}
