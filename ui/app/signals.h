/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * signals: the signals that a command reads by a descriptor, in its own loop.
 *
 * Invariant: those of a program that breaks (SIGSEGV...) are never among them.
 */
#ifndef CTXTOP_SIGNALS_H
#define CTXTOP_SIGNALS_H

/* Block them in this thread and all later ones, and read them here. The descriptor or -errno. */
int signals_open(void);
/* After all is cleaned up: die of @sig, so that the shell sees 128 + n. */
void signals_die(int sig) __attribute__((noreturn));

#endif
