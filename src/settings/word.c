// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * word: finds the words of a text.
 *
 * Invariant: a word is a part of the text it was found in, never a copy.
 */
#include "settings/word.h"

#include <errno.h>
#include <string.h>

#include "base/base.h"

struct word word_next(const char **p)
{
	struct word w = { .at = *p + strspn(*p, WORD_SPACE) };

	w.len = strcspn(w.at, WORD_SPACE);
	*p = w.at + w.len;
	return w;
}

struct word word_trim(const char *text)
{
	struct word w = { .at = text + strspn(text, WORD_SPACE) };

	w.len = strlen(w.at);
	while (w.len && strchr(WORD_SPACE, w.at[w.len - 1]))
		w.len--;
	return w;
}

bool word_in(const char *list, const char *word)
{
	struct word want = word_trim(word), w;

	while ((w = word_next(&list)).len)
		if (w.len == want.len && !memcmp(w.at, want.at, w.len))
			return true;
	return false;
}

size_t word_count(const char *text)
{
	size_t n = 0;

	while (word_next(&text).len)
		n++;
	return n;
}

int word_squeeze(const char *text, char *out, size_t size)
{
	struct word w;
	size_t n = 0;

	out[0] = '\0';
	while ((w = word_next(&text)).len) {
		if (n + !!n + w.len >= size)
			return -E2BIG;
		if (n)
			out[n++] = ' ';
		memcpy(out + n, w.at, w.len);
		n += w.len;
		out[n] = '\0';
	}
	return 0;
}

void word_brief(char *buf, size_t size, const char *text)
{
	size_t n = 0;

	if (!size)
		return;
	for (const char *p = text + strspn(text, WORD_SPACE); *p && n + 1 < size; p++)
		buf[n++] = strchr(WORD_SPACE, *p) ? ' ' : *p;
	if (n + 1 >= size && n >= 3)
		memset(buf + n - 3, '.', 3);
	while (n && buf[n - 1] == ' ')
		n--;
	buf[n] = '\0';
}
