// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_keys: escape sequences and control characters as keys.
 *
 * Invariant: tables; what is not in them is a character.
 */
#include "term/term_keys.h"

#include <stddef.h>

#include "term/key.h"

const struct key_sequence key_sequences[] = {
	{ "\033[A", CT_UP },	    { "\033OA", CT_UP },       { "\033[B", CT_DOWN },
	{ "\033OB", CT_DOWN },	    { "\033[C", CT_RIGHT },    { "\033OC", CT_RIGHT },
	{ "\033[D", CT_LEFT },	    { "\033OD", CT_LEFT },     { "\033[H", CT_HOME },
	{ "\033OH", CT_HOME },	    { "\033[1~", CT_HOME },    { "\033[7~", CT_HOME },
	{ "\033[F", CT_END },	    { "\033OF", CT_END },      { "\033[4~", CT_END },
	{ "\033[8~", CT_END },	    { "\033[3~", CT_DELETE },  { "\033[5~", CT_PGUP },
	{ "\033[6~", CT_PGDN },	    { "\033[Z", CT_BACKTAB },  { "\033OP", CT_F1 },
	{ "\033OQ", CT_F1 + 1 },    { "\033OR", CT_F1 + 2 },   { "\033OS", CT_F1 + 3 },
	{ "\033[[A", CT_F1 },	    { "\033[[B", CT_F1 + 1 },  { "\033[[C", CT_F1 + 2 },
	{ "\033[[D", CT_F1 + 3 },   { "\033[[E", CT_F1 + 4 },  { "\033[11~", CT_F1 },
	{ "\033[12~", CT_F1 + 1 },  { "\033[13~", CT_F1 + 2 }, { "\033[14~", CT_F1 + 3 },
	{ "\033[15~", CT_F1 + 4 },  { "\033[17~", CT_F1 + 5 }, { "\033[18~", CT_F1 + 6 },
	{ "\033[19~", CT_F1 + 7 },  { "\033[20~", CT_F1 + 8 }, { "\033[21~", CT_F1 + 9 },
	{ "\033[23~", CT_F1 + 10 }, { "\033[24~", CT_F12 },    { NULL, 0 },
};

int key_of_character(uint32_t ch)
{
	switch (ch) {
	case '\r':
	case '\n':
		return CT_ENTER;
	case '\t':
		return CT_TAB;
	case 27:
		return CT_ESC;
	case 8:
	case 127:
		return CT_BACKSPACE;
	default:
		return (int)ch;
	}
}
