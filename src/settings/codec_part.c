// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * codec_part: reads numbers, masks and brackets.
 *
 * Invariant: nothing is read beyond the end of a word.
 */
#include "settings/codec_part.h"

#include <string.h>

#include "base/base.h"

#define MASK_GROUP 8 /* hex digits between the commas of a CPU mask */

/* The value of a digit in any base up to 16; 99: none. */
static unsigned codec_part_digit(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned)(c - '0');
	if (c >= 'a' && c <= 'f')
		return (unsigned)(c - 'a') + 10;
	return c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10 : 99;
}

bool codec_part_number(struct word w, bool octal, struct codec_number *n)
{
	bool minus = w.len && w.at[0] == '-';
	size_t i = minus;
	unsigned base = 10;
	uint64_t v = 0;

	if (w.len > i + 2 && w.at[i] == '0' && (w.at[i + 1] == 'x' || w.at[i + 1] == 'X')) {
		base = 16;
		i += 2;
	} else if (w.len > i + 1 && w.at[i] == '0') {
		if (!octal)
			return false;
		base = 8;
	}
	if (i == w.len)
		return false;
	for (; i < w.len; i++) {
		unsigned d = codec_part_digit(w.at[i]);

		if (d >= base || v > (UINT64_MAX - d) / base)
			return false;
		v = v * base + d;
	}
	if (minus && v > (uint64_t)INT64_MAX + 1)
		return false;
	*n = (struct codec_number){ .minus = minus && v, .size = v };
	return true;
}

bool codec_part_is_mask(struct word w, bool strict)
{
	bool grouped = false;
	size_t run = 0;

	for (size_t i = 0; i < w.len; i++) {
		if (codec_part_digit(w.at[i]) < 16) {
			run++;
			continue;
		}
		if (w.at[i] != ',' || (strict && (!run || (grouped && run != MASK_GROUP))) ||
		    (!run && !grouped))
			return false;
		grouped = true;
		run = 0;
	}
	return grouped && strict ? run == MASK_GROUP : run > 0;
}

char codec_part_mask_digit(struct word *w, bool leading)
{
	unsigned d;

	while (w->len && (w->at[0] == ',' || (leading && w->at[0] == '0'))) {
		w->at++;
		w->len--;
	}
	if (!w->len)
		return '\0';
	d = codec_part_digit(*w->at++);
	w->len--;
	return "0123456789abcdef"[d];
}

bool codec_part_is_plain(struct word w)
{
	for (size_t i = 0; i < w.len; i++)
		if (strchr("[]()", w.at[i]))
			return false;
	return true;
}

struct word codec_part_chosen(const char *text)
{
	struct word found = { 0 }, w;

	while ((w = word_next(&text)).len) {
		struct word in = { .at = w.at + 1, .len = w.len < 3 ? 0 : w.len - 2 };
		char end = w.at[w.len - 1];

		if (!in.len || !codec_part_is_plain(in) ||
		    !((w.at[0] == '[' && end == ']') || (w.at[0] == '(' && end == ')')))
			continue;
		if (found.len)
			return (struct word){ 0 };
		found = in;
	}
	return found;
}
