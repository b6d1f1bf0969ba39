/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gate: which keys may change settings.
 *
 * Pure. Invariant: of what arrives together only the first key changes a setting, none that follows one which
 * changed what keys mean (nobody can have read the names yet), and none that may be the rest of a sequence
 * which the line has cut.
 */
#ifndef CTXTOP_GATE_H
#define CTXTOP_GATE_H

#include <stdbool.h>

#include "views/intent.h"

struct gate {
	unsigned reads; /* the read() whose key has changed a setting */
	unsigned look;	/* screen.look after the last key */
	unsigned moved; /* the read() of whose keys one changed it */
};

/* Of the key that wants something. */
struct gate_key {
	unsigned reads; /* the number of its read(), from 1 on */
	bool trusted;	/* term_trusted() */
	unsigned look;	/* screen.look after it */
};

/* Each key passes here. May @kind be carried out? NULL: yes, and it counts; else why not. */
const char *gate_refuses(struct gate *g, enum intent_kind kind, const struct gate_key *key);

#endif
