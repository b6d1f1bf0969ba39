// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * printable: one character after the other through iconv.
 *
 * Invariant: reads no byte beyond the given length.
 */
#include "printable.h"

#include <iconv.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static bool bad_character(uint32_t ch)
{
	if (ch < 0x20)
		return ch != '\n' && ch != '\t';
	if (ch > 0x10ffff || (ch & 0xfffe) == 0xfffe || (ch >= 0xe0000 && ch <= 0xe007f))
		return true; /* no characters, tags */
	return (ch >= 0x7f && ch < 0xa0) || ch == 0x200e || ch == 0x200f ||
	       (ch >= 0x2028 && ch <= 0x202e) || (ch >= 0x2066 && ch <= 0x2069) ||
	       (ch >= 0xfff9 && ch <= 0xfffb);
}

long unprintable_at(const char *text, size_t len)
{
	iconv_t to = iconv_open("UCS-4LE", "UTF-8");
	char *in = (char *)text;
	long bad = -1;

	if (to == (iconv_t)-1)
		abort();
	while (len && bad < 0) {
		uint32_t ch = 0;
		char *out = (char *)&ch, *at = in;
		size_t room = sizeof(ch);

		iconv(to, &in, &len, &out, &room);
		if (in == at || bad_character(ch))
			bad = at - text;
	}
	iconv_close(to);
	return bad;
}
