/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * codec_part: how single words of a setting's text are read: as a number, as a CPU mask, as the chosen
 * one of several.
 *
 * Pure. Invariant: only codec.c and codec_same.c include this.
 */
#ifndef CTXTOP_CODEC_PART_H
#define CTXTOP_CODEC_PART_H

#include <stdint.h>

#include "settings/word.h"

struct codec_number {
	bool minus; /* never of 0 */
	uint64_t size;
};

/*
 * A whole number between INT64_MIN and UINT64_MAX, decimal or 0x hex; with @octal a leading 0 means what
 * it does to the kernel, else it is refused.
 */
bool codec_part_number(struct word w, bool octal, struct codec_number *n);

/*
 * Hex digits, with commas between groups. @strict: the commas stand where the kernel writes them, eight
 * digits behind each.
 */
bool codec_part_is_mask(struct word w, bool strict);
/* The next digit of a mask in lower case, from its most significant; 0 at the end. @leading: zeros are left out. */
char codec_part_mask_digit(struct word *w, bool leading);

/* The one word in brackets, without them; length 0: there is none, or more than one. */
struct word codec_part_chosen(const char *text);
/* A word without any bracket in it. */
bool codec_part_is_plain(struct word w);

#endif
