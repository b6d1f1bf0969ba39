/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * chance: numbers by chance from a seed, the same on every machine.
 *
 * Invariant: no state but the caller's. @state must not be 0.
 */
#ifndef CTXTOP_TESTS_CHANCE_H
#define CTXTOP_TESTS_CHANCE_H

#include <stdint.h>

double chance_uniform(uint64_t *state);	    /* [0, 1) */
double chance_exponential(uint64_t *state); /* mean 1 */
double chance_normal(uint64_t *state);	    /* mean 0, sd 1 */

#endif
