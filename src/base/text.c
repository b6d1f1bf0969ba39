// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * text: texts of a bounded size, and what may be shown.
 *
 * Invariant: a byte that belongs to no character costs that byte alone.
 */
#include "base/text.h"

#include <stdio.h>
#include <string.h>

#include "base/small.h"

static const struct {
	uint32_t first, last;
} hidden[] = {
	{ 0x00, 0x1f },	    { 0x7f, 0x9f }, /* C0, DEL, C1 */
	{ 0x200e, 0x200f }, { 0x2028, 0x202e },
	{ 0x2066, 0x2069 },			  /* directions, ends of lines */
	{ 0xfff9, 0xfffb }, { 0xe0000, 0xe007f }, /* annotations, tags */
};

size_t text_vformat(char *buf, size_t size, const char *fmt, va_list ap)
{
	int n;

	if (!size)
		return 0;
	n = vsnprintf(buf, size, fmt, ap);
	if (n < 0) {
		buf[0] = '\0';
		return 0;
	}
	return MIN((size_t)n, size - 1);
}

size_t text_format(char *buf, size_t size, const char *fmt, ...)
{
	va_list ap;
	size_t n;

	va_start(ap, fmt);
	n = text_vformat(buf, size, fmt, ap);
	va_end(ap);
	return n;
}

void text_copy(char *buf, size_t size, const char *src)
{
	size_t n = strlen(src);

	if (!size)
		return;
	if (n >= size) {
		n = size - 1;
		/* never leave half of a UTF-8 sequence */
		while (n && ((unsigned char)src[n] & 0xc0) == 0x80)
			n--;
	}
	memmove(buf, src, n);
	buf[n] = '\0';
}

size_t text_sequence(const char *s)
{
	const unsigned char *p = (const unsigned char *)s;
	unsigned char lo = 0x80, hi = 0xbf;
	size_t n;

	if (p[0] < 0x80)
		return 1;
	if (p[0] < 0xc2 || p[0] > 0xf4)
		return 0;
	n = p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
	/* overlong forms, surrogates, and what lies beyond U+10FFFF */
	if (p[0] == 0xe0)
		lo = 0xa0;
	else if (p[0] == 0xed)
		hi = 0x9f;
	else if (p[0] == 0xf0)
		lo = 0x90;
	else if (p[0] == 0xf4)
		hi = 0x8f;
	if (p[1] < lo || p[1] > hi)
		return 0;
	for (size_t i = 2; i < n; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	return n;
}

uint32_t text_next(const char **s)
{
	const unsigned char *p = (const unsigned char *)*s;
	size_t n = text_sequence(*s);
	uint32_t ch;

	*s += n ? n : 1;
	if (!n)
		return TEXT_INSTEAD;
	ch = n == 1 ? p[0] : p[0] & (0x7fu >> n);
	for (size_t i = 1; i < n; i++)
		ch = ch << 6 | (p[i] & 0x3f);
	if (ch == '\t' || ch == '\n' || ch == '\r')
		return ' ';
	if ((ch & 0xfffe) == 0xfffe) /* the last two of each plane are no characters */
		return TEXT_INSTEAD;
	for (size_t i = 0; i < ARRAY_SIZE(hidden); i++)
		if (ch >= hidden[i].first && ch <= hidden[i].last)
			return TEXT_INSTEAD;
	return ch;
}

void text_printable(char *s)
{
	const char *from = s;

	while (*from) {
		const char *at = from;
		uint32_t ch = text_next(&from);

		if (ch < 0x80) {
			*s++ = (char)ch;
		} else {
			memmove(s, at, (size_t)(from - at));
			s += from - at;
		}
	}
	*s = '\0';
}

const char *text_shown(char *buf, size_t size, const char *src)
{
	text_copy(buf, size, src);
	text_printable(buf);
	return buf;
}
