// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * picture: cells to text.
 *
 * Invariant: the right half of a wide character adds nothing.
 */
#include "picture.h"

#include <stdlib.h>

static size_t picture_encode(char *out, uint32_t ch)
{
	if (ch < 0x80) {
		out[0] = (char)ch;
		return 1;
	}
	if (ch < 0x800) {
		out[0] = (char)(0xc0 | ch >> 6);
		out[1] = (char)(0x80 | (ch & 0x3f));
		return 2;
	}
	if (ch < 0x10000) {
		out[0] = (char)(0xe0 | ch >> 12);
		out[1] = (char)(0x80 | (ch >> 6 & 0x3f));
		out[2] = (char)(0x80 | (ch & 0x3f));
		return 3;
	}
	out[0] = (char)(0xf0 | ch >> 18);
	out[1] = (char)(0x80 | (ch >> 12 & 0x3f));
	out[2] = (char)(0x80 | (ch >> 6 & 0x3f));
	out[3] = (char)(0x80 | (ch & 0x3f));
	return 4;
}

char *picture_text(const struct canvas *c)
{
	char *text = malloc((size_t)c->height * ((size_t)c->width * 4 + 1) + 1), *p = text;

	if (!text)
		return NULL;
	for (int y = 0; y < c->height; y++) {
		const struct cell *row = &c->cell[(size_t)y * (size_t)c->width];
		char *end = p;

		for (int x = 0; x < c->width; x++) {
			if (!row[x].ch)
				continue;
			p += picture_encode(p, row[x].ch);
			if (row[x].ch != ' ')
				end = p;
		}
		p = end;
		*p++ = '\n';
	}
	*p = '\0';
	return text;
}
