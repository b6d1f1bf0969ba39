/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * word: the words of a setting's text: what white space of any kind separates.
 *
 * Pure. Invariant: what is white space does not depend on the locale.
 */
#ifndef CTXTOP_WORD_H
#define CTXTOP_WORD_H

#include <stdbool.h>
#include <stddef.h>

#define WORD_SPACE " \t\r\n\v\f"

struct word {
	const char *at;
	size_t len;
};

/* The next word at or after *@p, which moves behind it. Length 0 at the end. */
struct word word_next(const char **p);
/* @text without the white space around it. */
struct word word_trim(const char *text);
/* Is @word, white space around it aside, one of the words of @list? */
bool word_in(const char *list, const char *word);
size_t word_count(const char *text);

/* Runs of white space as one blank, none at the ends. 0; -E2BIG. */
int word_squeeze(const char *text, char *out, size_t size);
/* @text on one line within @size bytes, cut with "..." where longer: for sentences. */
void word_brief(char *buf, size_t size, const char *text);

#endif
