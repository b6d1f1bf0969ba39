/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * small: macros that C lacks.
 *
 * Invariant: an argument of MIN and MAX is evaluated twice, so it has no effects.
 */
#ifndef CTXTOP_SMALL_H
#define CTXTOP_SMALL_H

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define MIN(a, b)     ((a) < (b) ? (a) : (b))
#define MAX(a, b)     ((a) > (b) ? (a) : (b))

#endif
