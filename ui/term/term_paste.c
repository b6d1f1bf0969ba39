// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_paste: keep what is pasted, find the end of it.
 *
 * Invariant: what separates lines and words becomes a blank: no paste enters anything.
 */
#include "term/term_paste.h"

#include "base/text.h"

#define ESC 0x1b

static const char end[] = "\033[201~";

void paste_begin(struct paste *p)
{
	p->len = 0;
	p->matched = 0;
	p->text[0] = '\0';
}

static void keep(struct paste *p, unsigned char byte)
{
	if (byte == '\n' || byte == '\r' || byte == '\t')
		byte = ' ';
	if (byte >= 0x20 && byte != 0x7f && p->len + 1 < sizeof(p->text))
		p->text[p->len++] = (char)byte;
}

bool paste_byte(struct paste *p, unsigned char byte)
{
	if (byte == (unsigned char)end[p->matched]) {
		p->matched++;
		if (end[p->matched])
			return false;
		paste_end(p);
		return true;
	}
	for (int i = 1; i < p->matched; i++)
		keep(p, (unsigned char)end[i]);
	p->matched = byte == ESC;
	if (byte != ESC)
		keep(p, byte);
	return false;
}

void paste_end(struct paste *p)
{
	p->text[p->len] = '\0';
	text_printable(p->text);
}
