// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * host_text: small pure text helpers of the files that read facts of the machine.
 *
 * Invariant: no output holds a control character or a byte above 0x7e.
 */
#include "machine/host_text.h"

#include "base/base.h"

#include <string.h>

void text_clean(char *buf, size_t size, const char *src, size_t len)
{
	size_t n = 0;
	bool blank = false;

	if (!size)
		return;
	for (size_t i = 0; i < len && n + 1 < size; i++) {
		unsigned char c = (unsigned char)src[i];

		if (c <= ' ' || c == 0x7f) {
			blank = n > 0;
			continue;
		}
		if (blank) {
			buf[n++] = ' ';
			blank = false;
			if (n + 1 >= size)
				break;
		}
		buf[n++] = c < 0x7f ? (char)c : '?';
	}
	while (n && buf[n - 1] == ' ')
		n--;
	buf[n] = '\0';
}

bool text_choice(char *buf, size_t size, const char *src, char open, char close)
{
	const char *from = strchr(src, open), *to = from ? strchr(from, close) : NULL;

	if (!to)
		return false;
	text_clean(buf, size, from + 1, (size_t)(to - from - 1));
	return buf[0] != '\0';
}

bool text_has_word(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (const char *p = list; *p; p += strcspn(p, " \t\n")) {
		p += strspn(p, " \t\n");
		if (strcspn(p, " \t\n") == len && len && !strncmp(p, word, len))
			return true;
	}
	return false;
}

bool text_decimal(const char *src, const char **end, double *value)
{
	const char *p = src;
	double v = 0, scale = 1;
	bool digits = false;

	/* not strtod(): its decimal point follows the locale, and it takes "inf" and "0x" */
	for (; *p >= '0' && *p <= '9'; p++, digits = true)
		v = v * 10 + (*p - '0');
	if (digits && *p == '.')
		for (p++; *p >= '0' && *p <= '9'; p++)
			v += (*p - '0') * (scale /= 10);
	if (end)
		*end = p;
	if (!digits || v > 1e15)
		return false;
	*value = v;
	return true;
}
