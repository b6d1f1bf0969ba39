/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sigset: the signals that a thread leaves to the main thread.
 *
 * Invariant: those by which a program that breaks is ended are never among them: blocked, they would end
 * it without its last words, and the terminal would stay as it was.
 */
#ifndef CTXTOP_SIGSET_H
#define CTXTOP_SIGSET_H

#include <signal.h>
#include <stddef.h>

/* SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS. */
extern const int sigset_fatal[];
extern const size_t sigset_nfatal;

/* All but those, into @set: for pthread_sigmask() before a thread is made. */
void sigset_of_threads(sigset_t *set);

#endif
