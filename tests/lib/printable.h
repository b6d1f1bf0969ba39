/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * printable: strings as an enemy would choose them, and a second opinion on what may reach a terminal.
 *
 * Invariant: the opinion is not base/text's: iconv says what is UTF-8.
 */
#ifndef CTXTOP_TESTS_PRINTABLE_H
#define CTXTOP_TESTS_PRINTABLE_H

#include <stddef.h>

/* A title, a colour, C1 in both forms, DEL, a mark that turns the direction, bytes that are no UTF-8. */
#define HOSTILE                            \
	"\033]0;TITLE\007\033[31m\302\233" \
	"31m\177\342\200\256\t\r"
#define HOSTILE_RAW HOSTILE "\233\377\355\240\200\303"

/* The first byte of @text that has no business on a terminal, -1 if there is none; tabs and ends of lines are allowed. */
long unprintable_at(const char *text, size_t len);

#endif
