/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * comma: a locale with a decimal comma, for tests that numbers keep their point.
 *
 * Invariant: where none is installed one is made, so that the tests need none; after comma_end() the
 * locale is "C" again.
 */
#ifndef CTXTOP_TESTS_COMMA_H
#define CTXTOP_TESTS_COMMA_H

#include <stdbool.h>

/* Set such a locale. False: none was found and none could be made. */
bool comma_begin(void);
void comma_end(void);

#endif
