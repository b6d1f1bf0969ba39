/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gate: which keys may change settings.
 *
 * Pure. Invariant: of what arrives together only the first key changes a setting, and none that may be the rest of
 * a sequence which the line has cut.
 */
#ifndef CTXTOP_GATE_H
#define CTXTOP_GATE_H

#include <stdbool.h>

#include "views/intent.h"

struct gate {
	unsigned reads; /* the read() whose key has changed a setting */
};

/*
 * May @kind be carried out? It came from a key of the read() number @reads; @trusted: term_trusted(). NULL: yes, and
 * it counts; else why not.
 */
const char *gate_refuses(struct gate *g, enum intent_kind kind, unsigned reads, bool trusted);

#endif
