/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * term_keys: keys beyond what the terminal's description knows.
 *
 * Pure. Invariant: an escape sequence stands for one key, whatever terminal sends it.
 */
#ifndef CTXTOP_TERM_KEYS_H
#define CTXTOP_TERM_KEYS_H

#include <stdint.h>

/* Sequences by which other terminals, or other modes of this one, send the keys we know. */
struct key_sequence {
	const char *sequence; /* NULL ends the list */
	int key;	      /* enum key */
};

extern const struct key_sequence key_sequences[];

/* The key that a character is: control characters that have a name, else the character. */
int key_of_character(uint32_t ch);

#endif
