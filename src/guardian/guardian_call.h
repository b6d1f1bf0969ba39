/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * guardian_call: one call of the guardian on its way, for a caller that must not wait: a write can take
 * seconds (a CPU that goes off line), and meanwhile the caller has other things to do.
 *
 * One call at a time: begin it, poll the guardian's descriptor for guardian_call_events(), and step it
 * whenever the descriptor is ready until it is over.
 *
 * Invariant: no function here waits. A call that was begun is stepped to its end before another begins;
 * what the guardian has begun it finishes, whether or not anybody hears of it.
 */
#ifndef CTXTOP_GUARDIAN_CALL_H
#define CTXTOP_GUARDIAN_CALL_H

#include "guardian/changes.h"
#include "guardian/guardian.h"
#include "guardian/wire.h"

struct guardian_packet;

struct guardian_call {
	const struct guardian *guardian;
	struct guardian_packet *packet; /* [n], sent one after the other */
	size_t n, sent;
	unsigned skip; /* answers to earlier calls that nobody read: they come first */
	struct wire *in;
	/* once it is over */
	int ret;		 /* 0; -errno with words in err; -EPIPE: the guardian is dead */
	struct outcome_list out; /* what became of each file */
	struct err err;
};

/*
 * Begin @op (all but SET, ITEM, COMMIT) about the setting @name ("" where it is about none). @flags: enum
 * wire_flags. 0 or -ENOMEM: nothing was begun.
 */
int guardian_call_begin(struct guardian_call *c, const struct guardian *g, enum wire_op op,
			unsigned flags, const char *name);
/* The same for a change: all files of @w as one step (changes_set()). */
int guardian_call_set(struct guardian_call *c, const struct guardian *g, const struct writes *w);
/* What to poll the guardian's descriptor for. */
short guardian_call_events(const struct guardian_call *c);
/* Send and receive what is possible now. True: it is over. */
bool guardian_call_step(struct guardian_call *c);
/* Free what it holds. */
void guardian_call_end(struct guardian_call *c);

#endif
