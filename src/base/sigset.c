// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sigset: which signals are whose.
 *
 * Invariant: only sets are made here; who blocks them is said where a thread is started.
 */
#include "base/sigset.h"
#include "base/base.h"

const int sigset_fatal[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS };
const size_t sigset_nfatal = ARRAY_SIZE(sigset_fatal);

void sigset_of_threads(sigset_t *set)
{
	sigfillset(set);
	for (size_t i = 0; i < sigset_nfatal; i++)
		sigdelset(set, sigset_fatal[i]);
}
