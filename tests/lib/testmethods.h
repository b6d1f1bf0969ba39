/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * testmethods: methods that only tests have, one of each kind.
 *
 * Invariant: a runner that is to know them was forked after testmethods_init().
 */
#ifndef TEST_TESTMETHODS_H
#define TEST_TESTMETHODS_H

#include "bench/methods.h"

enum { TEST_SLEEPER, TEST_BLOCKS, TEST_CROWD, TEST_FORKER, TESTMETHODS };

/* Groups and lists know them by the names sleeper, blocks, crowd, forker. */
extern const struct method *const testmethods[TESTMETHODS];

#define SLEEPER_LOOPS 4096

/* What the sleeper notes of itself, in memory that all processes share. */
struct sleeper_notes {
	_Atomic uint64_t n;
	int64_t end_ns[SLEEPER_LOOPS]; /* end of loop 1, 2... */
};
extern struct sleeper_notes *sleeper_notes;

/* 0, or -1 without memory. */
int testmethods_init(void);

#endif
