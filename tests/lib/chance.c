// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * chance: numbers by chance from a seed, the same on every machine.
 *
 * Invariant: no state but the caller's.
 */
#include "chance.h"

#include <math.h>

#define PI_TIMES_2 6.283185307179586

/* xorshift64* (S. Vigna, ACM Trans. Math. Softw. 42, 2016), [0, 1) */
double chance_uniform(uint64_t *state)
{
	uint64_t x = *state;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	*state = x;
	return (double)((x * UINT64_C(2685821657736338717)) >> 11) * 0x1p-53;
}

double chance_exponential(uint64_t *state)
{
	return -log1p(-chance_uniform(state));
}

/* Box and Muller, Ann. Math. Statist. 29, 1958 */
double chance_normal(uint64_t *state)
{
	double r = sqrt(2 * chance_exponential(state));

	return r * cos(PI_TIMES_2 * chance_uniform(state));
}
