/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * host_text: small pure text helpers of the files that read facts of the machine.
 *
 * Invariant: what comes out is printable ASCII, fit for a terminal and for JSON, whatever a
 * firmware or a captured file holds.
 */
#ifndef CTXTOP_HOST_TEXT_H
#define CTXTOP_HOST_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Copy @len bytes of @src into @buf: runs of blanks and control characters become one blank, none
 * at either end; bytes above 0x7e become '?'. Cut where it does not fit.
 */
void text_clean(char *buf, size_t size, const char *src, size_t len);

/* Copy the choice marked by @open and @close in "always [madvise] never". False: none is marked. */
bool text_choice(char *buf, size_t size, const char *src, char open, char close);

/* Does the blank separated list @list hold the word @word? */
bool text_has_word(const char *list, const char *word);

/*
 * A decimal number without sign at @src, point as in "C". Stores where it ended in @end (may be
 * NULL). False: there is none, or it is above 1e15.
 */
bool text_decimal(const char *src, const char **end, double *value);

#endif
