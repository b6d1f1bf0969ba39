/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * picture: what stands on a canvas, as text to compare and to search.
 *
 * Invariant: pure; styles are left out, blanks at the ends of lines too.
 */
#ifndef CTXTOP_TESTS_PICTURE_H
#define CTXTOP_TESTS_PICTURE_H

#include "term/grid.h"

/* UTF-8 lines, malloc'd. NULL without memory. */
char *picture_text(const struct canvas *c);

#endif
