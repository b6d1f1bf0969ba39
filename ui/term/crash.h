/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * crash: what is done when the program itself breaks (SIGSEGV, SIGABRT...): the terminal is put
 * back, the runner ended, and the signal does what it would have done.
 *
 * Invariant: async-signal-safe throughout.
 */
#ifndef CTXTOP_CRASH_H
#define CTXTOP_CRASH_H

#include <sys/types.h>

/* Install the handlers, on a stack of their own. @runner is killed when one runs. */
void crash_handlers(pid_t runner);

#endif
