/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * term_input: what a terminal sends, byte by byte, as keys, clicks, pastes and reports.
 *
 * Pure: time comes in with the bytes. Invariant: a complete escape sequence that is no key of ours (Alt and
 * a letter, a modified arrow, a reply, a change of focus) gives nothing, and none of its bytes is a key,
 * wherever the line cuts it; pasted text is never keys.
 */
#ifndef CTXTOP_TERM_INPUT_H
#define CTXTOP_TERM_INPUT_H

#include "base/base.h"
#include "term/term_mouse.h"
#include "term/term_paste.h"

#define INPUT_ESC_NS	 (25 * NSEC_PER_MSEC)  /* a lone ESC is the key Esc after this */
#define INPUT_SEQ_NS	 (1 * NSEC_PER_SEC)    /* the rest of a sequence is waited for so long */
#define INPUT_PASTE_NS	 (5 * NSEC_PER_SEC)    /* the end of a paste */
#define INPUT_SAFE_NS	 (500 * NSEC_PER_MSEC) /* after an ESC no key is trusted for so long */
#define INPUT_NAMED_MOST 48

enum input_kind {
	INPUT_KEY,    /* key */
	INPUT_MOUSE,  /* mouse: a press */
	INPUT_REPORT, /* row, column: where the cursor is */
	INPUT_PASTE,  /* text of struct input: one line, printable */
};

struct input_event {
	enum input_kind kind;
	int key; /* a code point or enum key; of a report the key Esc before it, -1: none */
	int row, column;
	struct mouse_report mouse;
};

enum input_state {
	INPUT_GROUND,
	INPUT_UTF8,    /* inside a character */
	INPUT_ESCAPE,  /* one ESC or several, nothing behind */
	INPUT_LATE,    /* what begins a sequence, shortly after an ESC that was taken for the key */
	INPUT_ALT,     /* ESC and a character of several bytes */
	INPUT_CSI,     /* ESC [ */
	INPUT_CONSOLE, /* ESC [ [: a function key of the Linux console */
	INPUT_X10,     /* ESC [ M: three bytes of an old mouse report */
	INPUT_SS3,     /* ESC O */
	INPUT_STRING,  /* OSC, DCS, APC, PM, SOS, up to BEL or ST */
	INPUT_IN_PASTE,
};

struct input {
	enum input_state state;
	bool utf8;	/* else bytes are characters of the locale */
	int64_t esc_ns; /* how long a lone ESC is waited for */
	int64_t byte_ns;
	int64_t doubt_ns;     /* the last ESC that was no part of a sequence we know, 0 = none */
	int64_t was_doubt_ns; /* as it stood before the sequence under way */
	int escapes;	      /* how many ESC; more than one before a sequence is Alt */
	bool late;	      /* its ESC was taken for the key already */
	bool in_string;	      /* it came in a string: what ends it follows */
	bool after_esc;	      /* the last event was the key Esc */
	char seq[32];	      /* so far, from its ESC on */
	size_t len;
	uint32_t ch; /* in INPUT_UTF8 */
	int more, length;
	struct paste paste;
	struct {
		char sequence[16];
		int key;
	} named[INPUT_NAMED_MOST]; /* from the terminal's description */
	int nnamed;
};

/* @utf8: the locale's character set. */
void input_init(struct input *in, bool utf8);
/* The description says that @sequence (NULL: nothing) is @key. */
void input_name(struct input *in, const char *sequence, int key);
/* The next byte, read at @now. True: @ev is what it completed. */
bool input_byte(struct input *in, unsigned char byte, int64_t now, struct input_event *ev);
/* Nothing has come up to @now. True: @ev is what that decides; ask again until it is false. */
bool input_quiet(struct input *in, int64_t now, struct input_event *ev);
/* When input_quiet() has something to decide; 0: never. */
int64_t input_deadline(const struct input *in);
/* May a key that came at @now change more than the picture? Not shortly after an ESC that nothing explains. */
bool input_trusted(const struct input *in, int64_t now);

#endif
