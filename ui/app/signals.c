// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * signals: blocked and read.
 *
 * Invariant: a signal that would end a process silently while the terminal is not its own again is read.
 */
#include "app/signals.h"
#include "base/base.h"

#include <errno.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

int signals_open(void)
{
	static const int read_by_us[] = { SIGINT,  SIGTERM, SIGHUP,   SIGQUIT,	SIGUSR1, SIGUSR2,
					  SIGPIPE, SIGTSTP, SIGWINCH, SIGCONT,	SIGTTIN, SIGTTOU,
					  SIGXCPU, SIGXFSZ, SIGALRM,  SIGVTALRM };
	sigset_t set;
	int fd;

	sigemptyset(&set);
	for (size_t i = 0; i < ARRAY_SIZE(read_by_us); i++)
		sigaddset(&set, read_by_us[i]);
	if (sigprocmask(SIG_BLOCK, &set, NULL))
		return -errno;
	fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return fd < 0 ? -errno : fd;
}

void signals_die(int sig)
{
	sigset_t set;

	signal(sig, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, sig);
	raise(sig);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	_exit(128 + sig); /* only where the signal does not end a process */
}
