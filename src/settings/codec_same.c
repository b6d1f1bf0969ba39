// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * codec_same: comparing texts of files whose kind is not known.
 *
 * Invariant: as codec.h says of codec_same().
 */
#include "settings/codec.h"

#include <string.h>

#include "settings/codec_part.h"

static struct word codec_trimmed(const char *text)
{
	struct word w = codec_part_chosen(text);

	return w.len ? w : word_trim(text);
}

void codec_text(char *buf, size_t size, const char *raw)
{
	struct word w = codec_trimmed(raw);

	if (size)
		text_format(buf, size, "%.*s", (int)MIN(w.len, size - 1), w.at);
}

/* Only in one character: "on" and "off" are choices as well. */
static int codec_truth(struct word w)
{
	if (w.len != 1)
		return -1;
	return strchr("1Yy", w.at[0]) ? 1 : strchr("0Nn", w.at[0]) ? 0 : -1;
}

static bool codec_mask_same(struct word a, struct word b)
{
	bool leading = true;
	char x, y;

	if (!codec_part_is_mask(a, true) || !codec_part_is_mask(b, true))
		return false;
	do {
		x = codec_part_mask_digit(&a, leading);
		y = codec_part_mask_digit(&b, leading);
		leading = false;
	} while (x && x == y);
	return x == y;
}

static bool codec_word_same(struct word a, struct word b)
{
	struct codec_number x, y;

	if (a.len == b.len && !memcmp(a.at, b.at, a.len))
		return true;
	if (codec_truth(a) >= 0 && codec_truth(a) == codec_truth(b))
		return true;
	if (codec_part_number(a, true, &x) && codec_part_number(b, true, &y) &&
	    x.minus == y.minus && x.size == y.size)
		return true;
	return codec_mask_same(a, b);
}

/* The next word at or after *@p but before @end, which may lie within a word. */
static struct word codec_word_before(const char **p, const char *end)
{
	struct word w = { 0 };

	if (*p < end)
		w = word_next(p);
	if (w.len)
		w.len = w.at < end ? MIN(w.len, (size_t)(end - w.at)) : 0;
	return w;
}

bool codec_same(const char *a, const char *b)
{
	struct word ca = codec_trimmed(a), cb = codec_trimmed(b);
	const char *p = ca.at, *q = cb.at;

	for (;;) {
		struct word w = codec_word_before(&p, ca.at + ca.len);
		struct word v = codec_word_before(&q, cb.at + cb.len);

		if (!w.len || !v.len)
			return !w.len && !v.len;
		if (!codec_word_same(w, v))
			return false;
	}
}

bool codec_same_over(const char *now, const char *written, const char *base)
{
	for (;;) {
		struct word w = word_next(&now), v = word_next(&written), b = word_next(&base);

		if (!w.len)
			return !v.len && !b.len;
		if (!codec_word_same(w, v.len ? v : b))
			return false;
	}
}
