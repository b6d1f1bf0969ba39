/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * term_paste: text that stands between the brackets of a paste.
 *
 * Pure. Invariant: the text is one printable line of UTF-8; whatever stands in a paste but its end belongs to it.
 */
#ifndef CTXTOP_TERM_PASTE_H
#define CTXTOP_TERM_PASTE_H

#include <stdbool.h>
#include <stddef.h>

#define PASTE_MOST 512 /* of a longer one the rest is left out */

struct paste {
	char text[PASTE_MOST];
	size_t len;
	int matched; /* bytes of what may be its end */
};

void paste_begin(struct paste *p);
/* True: this byte was the last one of its end. */
bool paste_byte(struct paste *p, unsigned char byte);
/* Its end does not come: what is there counts. */
void paste_end(struct paste *p);

#endif
