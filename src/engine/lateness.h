/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lateness: why the engine's thread was late to read a reply: it was stopped, or waited for a CPU.
 *
 * The kernel counts how long a thread that could run had to wait (schedstat). A stopped one does not wait.
 *
 * Invariant: "stopped" is never said of a thread that waited for a CPU, nor where that is not counted.
 */
#ifndef CTXTOP_LATENESS_H
#define CTXTOP_LATENESS_H

#include "base/base.h"

#define LATE_NS (250 * NSEC_PER_MSEC) /* a reply that is read later than this is late */

struct lateness {
	int fd;		   /* schedstat of the calling thread, -1 if there is none */
	int64_t waited_ns; /* for a CPU, up to lateness_begin() */
};

/* In the thread that is meant. */
void lateness_open(struct lateness *l);
void lateness_close(struct lateness *l);
/* From here on waits count. */
void lateness_begin(struct lateness *l);
/* Nanoseconds the thread waited for a CPU since lateness_begin(), -1 = not known. */
int64_t lateness_waited(const struct lateness *l);
/* Words for a reply that was read @late_ns after it was sent, of which @waited_ns without a CPU (-1 unknown). */
void lateness_text(char *buf, size_t size, int64_t late_ns, int64_t waited_ns);

#endif
