/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * guardian_serve: the guardian's side of the calls.
 *
 * Invariant: a change that did not come whole is not made.
 */
#ifndef CTXTOP_GUARDIAN_SERVE_H
#define CTXTOP_GUARDIAN_SERVE_H

#include <sys/types.h>

#include "guardian/changes.h"

/* The change that is being received; zeroed at first. */
struct serving {
	struct changes *ch;
	int fd;
	pid_t from; /* whose calls count */
	struct writes w;
	char *name;  /* that of w */
	bool spoilt; /* a part of it was lost for want of memory */
};

/* Take one packet and answer it where it asks for an answer; others' are dropped. 0, or -EPIPE: the dashboard is gone. */
int serve_packet(struct serving *s);
void serve_end(struct serving *s);

#endif
