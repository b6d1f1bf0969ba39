// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_input: one automaton over the bytes.
 *
 * Pure. Invariant: every state is left by a byte that ends it or by its time; Ctrl-C is heard in all but a
 * paste, so that no broken sequence locks anybody in.
 */
#include "term/term_input.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "term/key.h"
#include "term/term_keys.h"

#define ESC	 0x1b
#define BEL	 0x07
#define CAN	 0x18
#define SUB	 0x1a
#define ST	 0x9c
#define CTRL_C	 0x03
#define STARTERS "[O]P_^X" /* what stands behind the ESC of a sequence */

void input_init(struct input *in, bool utf8)
{
	memset(in, 0, sizeof(*in));
	in->utf8 = utf8;
	in->esc_ns = INPUT_ESC_NS;
}

void input_name(struct input *in, const char *sequence, int key)
{
	if (!sequence || sequence[0] != ESC || !sequence[1] || in->nnamed == INPUT_NAMED_MOST ||
	    strlen(sequence) >= sizeof(in->named[0].sequence))
		return;
	text_copy(in->named[in->nnamed].sequence, sizeof(in->named[0].sequence), sequence);
	in->named[in->nnamed++].key = key;
}

static int named_key(const struct input *in)
{
	if (in->len + 1 >= sizeof(in->seq))
		return -1;
	for (int i = 0; i < in->nnamed; i++)
		if (!strcmp(in->named[i].sequence, in->seq))
			return in->named[i].key;
	for (const struct key_sequence *k = key_sequences; k->sequence; k++)
		if (!strcmp(k->sequence, in->seq))
			return k->key;
	return -1;
}

static void append(struct input *in, unsigned char byte)
{
	if (in->len + 1 < sizeof(in->seq))
		in->seq[in->len++] = (char)byte;
	in->seq[in->len] = '\0';
}

/* What was under way is over; whether it explains its ESC is the caller's matter. */
static void ground(struct input *in)
{
	in->state = INPUT_GROUND;
	in->escapes = 0;
	in->late = in->in_string = false;
	in->len = 0;
}

/* The sequence is whole and known: its ESC casts no doubt on what comes next. */
static bool known(struct input *in)
{
	if (!in->late && in->escapes <= 1)
		in->doubt_ns = in->was_doubt_ns;
	ground(in);
	return true;
}

static void escape(struct input *in, int64_t now)
{
	in->was_doubt_ns = in->doubt_ns;
	in->doubt_ns = now;
	in->state = INPUT_ESCAPE;
	in->escapes = 1;
	in->late = in->in_string = false;
	in->seq[0] = ESC;
	in->len = 1;
}

static bool key(struct input_event *ev, int code)
{
	*ev = (struct input_event){ .kind = INPUT_KEY, .key = code };
	return code >= 0;
}

/*
 * Sequences
 */

static void start(struct input *in, unsigned char byte)
{
	append(in, byte);
	in->state = byte == '[' ? INPUT_CSI : byte == 'O' ? INPUT_SS3 : INPUT_STRING;
}

/* A sequence is complete: one of our keys, or nothing. With Alt in front it is none of ours. */
static bool finish(struct input *in, struct input_event *ev)
{
	int code = in->escapes > 1 ? -1 : named_key(in);

	if (code < 0) {
		ground(in);
		return false;
	}
	known(in);
	return key(ev, code);
}

/* Up to three numbers behind the introducer and the byte at its end; how many there are. */
static int numbers(const struct input *in, size_t from, int v[3])
{
	const char *p = in->seq + from;
	int n = 0;

	while (n < 3) {
		if (*p < '0' || *p > '9')
			return 0;
		for (v[n] = 0; *p >= '0' && *p <= '9'; p++)
			v[n] = MIN(v[n] * 10 + (*p - '0'), 100000);
		n++;
		if (*p != ';')
			break;
		p++;
	}
	return *p && !p[1] ? n : 0;
}

/* Nobody holds Alt while a report comes: an ESC right before it was the key. */
static int escaped(const struct input *in)
{
	return in->escapes > 1 ? CT_ESC : -1;
}

static bool report(struct input *in, const int v[3], struct input_event *ev)
{
	*ev = (struct input_event){
		.kind = INPUT_REPORT, .key = escaped(in), .row = v[0], .column = v[1]
	};
	return known(in);
}

static bool mouse(struct input *in, int button, int x, int y, bool press, struct input_event *ev)
{
	int esc = escaped(in);

	*ev = (struct input_event){ .kind = INPUT_MOUSE,
				    .mouse = { .button = button, .x = x, .y = y } };
	known(in);
	return esc >= 0 ? key(ev, esc) : press && x > 0 && y > 0;
}

static bool finish_paste(struct input *in, struct input_event *ev)
{
	ground(in);
	in->doubt_ns = in->byte_ns; /* its end may have stood in the text */
	*ev = (struct input_event){ .kind = INPUT_PASTE };
	return true;
}

static bool finish_csi(struct input *in, unsigned char last, struct input_event *ev)
{
	int v[3];

	if (in->len + 1 < sizeof(in->seq)) {
		if (last == 'R' && numbers(in, 2, v) == 2)
			return report(in, v, ev);
		if (in->seq[2] == '<' && (last == 'M' || last == 'm') && numbers(in, 3, v) == 3)
			return mouse(in, v[0], v[1], v[2], last == 'M', ev);
		if (in->escapes == 1 && !strcmp(in->seq, "\033[200~")) {
			ground(in);
			paste_begin(&in->paste);
			in->state = INPUT_IN_PASTE;
			return false;
		}
	}
	return finish(in, ev);
}

static bool csi_byte(struct input *in, unsigned char byte, struct input_event *ev)
{
	bool first = in->len == 2;

	if (byte == 0x7f)
		return false;
	append(in, byte);
	if (first && byte == '[') {
		in->state = INPUT_CONSOLE;
		return false;
	}
	if (first && byte == 'M') {
		in->state = INPUT_X10;
		return false;
	}
	return byte >= 0x40 && finish_csi(in, byte, ev);
}

/* The old way of the mouse: three bytes, each 32 more; button 3 is a release. */
static bool x10_byte(struct input *in, unsigned char byte, struct input_event *ev)
{
	const unsigned char *p = (const unsigned char *)in->seq + 3;

	append(in, byte);
	return in->len == 6 &&
	       mouse(in, p[0] - 32, p[1] - 32, p[2] - 32, ((p[0] - 32) & 3) != 3, ev);
}

static void string_byte(struct input *in, unsigned char byte)
{
	/* in UTF-8 the byte of an 8-bit ST may stand inside of a character */
	if (byte == BEL || byte == CAN || byte == SUB || (byte == ST && !in->utf8))
		ground(in);
}

/* Behind one ESC or several. */
static bool escape_byte(struct input *in, unsigned char byte, int64_t now, struct input_event *ev)
{
	if (byte == ESC) {
		in->escapes++;
		in->doubt_ns = now;
	} else if (strchr(STARTERS, byte) && byte) {
		start(in, byte);
	} else if (byte >= 0xc2 && byte <= 0xf4 && in->utf8) {
		in->state = INPUT_ALT;
		in->more = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
	} else {
		append(in, byte);
		return finish(in, ev); /* Alt and a character; a key of a very old terminal */
	}
	return false;
}

/*
 * Characters
 */

/* C1: an ESC and what follows it in one. */
static void c1(struct input *in, uint32_t ch, int64_t now)
{
	unsigned char second = (unsigned char)(ch - 0x40);

	if (!strchr(STARTERS, second))
		return;
	escape(in, now);
	start(in, second);
}

static bool character(struct input *in, uint32_t ch, int64_t now, struct input_event *ev)
{
	if (ch >= 0x80 && ch < 0xa0) {
		c1(in, ch, now);
		return false;
	}
	return ch && key(ev, key_of_character(ch));
}

static bool utf8_byte(struct input *in, unsigned char byte, int64_t now, struct input_event *ev)
{
	static const uint32_t least[] = { 0, 0x80, 0x800, 0x10000 };

	in->ch = in->ch << 6 | (byte & 0x3f);
	if (--in->more)
		return false;
	in->state = INPUT_GROUND;
	if (in->ch < least[in->length] || in->ch > 0x10ffff ||
	    (in->ch >= 0xd800 && in->ch <= 0xdfff))
		return false;
	return character(in, in->ch, now, ev);
}

static bool high_byte(struct input *in, unsigned char byte, int64_t now, struct input_event *ev)
{
	wint_t wc;

	if (byte < 0xa0) {
		c1(in, byte, now);
		return false;
	}
	if (!in->utf8) {
		wc = btowc(byte);
		return wc != WEOF && character(in, (uint32_t)wc, now, ev);
	}
	if (byte < 0xc2 || byte > 0xf4)
		return false;
	in->length = in->more = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
	in->ch = byte & (0x3fu >> in->more);
	in->state = INPUT_UTF8;
	return false;
}

static bool ground_byte(struct input *in, unsigned char byte, int64_t now, struct input_event *ev)
{
	bool after_esc = in->after_esc;

	in->after_esc = false;
	if (byte == ESC) {
		escape(in, now);
		return false;
	}
	/* "[1;5C" whose ESC came too early: the line has cut it. A person is slower than that. */
	if (after_esc && byte && strchr(STARTERS, byte) && !input_trusted(in, now)) {
		in->state = INPUT_LATE;
		in->late = true;
		in->escapes = 1;
		in->seq[0] = ESC;
		in->len = 1;
		append(in, byte);
		return false;
	}
	return byte < 0x80 ? character(in, byte, now, ev) : high_byte(in, byte, now, ev);
}

static bool continuation(unsigned char byte)
{
	return (byte & 0xc0) == 0x80;
}

/* Does the byte end what is under way, because it cannot belong to it? */
static bool breaks(const struct input *in, unsigned char byte)
{
	switch (in->state) {
	case INPUT_UTF8:
	case INPUT_ALT:
		return !continuation(byte);
	case INPUT_CSI:
	case INPUT_SS3:
	case INPUT_CONSOLE:
		return byte < 0x20 || byte >= 0x80;
	case INPUT_X10:
		return byte < 0x20;
	case INPUT_STRING:
		return byte == ESC || byte == CTRL_C;
	default:
		return false;
	}
}

bool input_byte(struct input *in, unsigned char byte, int64_t now, struct input_event *ev)
{
	in->byte_ns = now;
	if (in->state == INPUT_LATE) {
		in->len = 1;
		start(in, (unsigned char)in->seq[1]);
	}
	if (breaks(in, byte)) {
		bool sequence = in->state != INPUT_UTF8, string = in->state == INPUT_STRING;

		ground(in);
		/* of the controls inside of a sequence only the way out and a new sequence mean something */
		if (sequence && byte < 0x20 && byte != ESC && byte != CTRL_C)
			return false;
		if (string && byte == ESC) {
			escape(in, now);
			in->in_string = true;
			return false;
		}
	}
	switch (in->state) {
	case INPUT_UTF8:
		return utf8_byte(in, byte, now, ev);
	case INPUT_ESCAPE:
		return escape_byte(in, byte, now, ev);
	case INPUT_ALT:
		if (!--in->more)
			ground(in);
		return false;
	case INPUT_CSI:
		return csi_byte(in, byte, ev);
	case INPUT_CONSOLE:
		append(in, byte);
		return finish(in, ev);
	case INPUT_X10:
		return x10_byte(in, byte, ev);
	case INPUT_SS3:
		append(in, byte);
		return (byte < 0x30 || byte >= 0x40) && finish(in, ev);
	case INPUT_STRING:
		string_byte(in, byte);
		return false;
	case INPUT_IN_PASTE:
		return paste_byte(&in->paste, byte) && finish_paste(in, ev);
	default:
		return ground_byte(in, byte, now, ev);
	}
}

/*
 * Time
 */

int64_t input_deadline(const struct input *in)
{
	switch (in->state) {
	case INPUT_GROUND:
		return 0;
	case INPUT_ESCAPE:
	case INPUT_LATE:
		return in->byte_ns + (in->in_string ? INPUT_SEQ_NS : in->esc_ns);
	case INPUT_IN_PASTE:
		return in->byte_ns + INPUT_PASTE_NS;
	default:
		return in->byte_ns + INPUT_SEQ_NS;
	}
}

bool input_quiet(struct input *in, int64_t now, struct input_event *ev)
{
	int64_t deadline = input_deadline(in);
	unsigned char byte;

	if (!deadline || now < deadline)
		return false;
	switch (in->state) {
	case INPUT_ESCAPE:
		if (in->in_string) {
			ground(in);
			return false;
		}
		if (!--in->escapes) {
			ground(in);
			in->after_esc = true;
		}
		return key(ev, CT_ESC);
	case INPUT_LATE: /* it was typed */
		byte = (unsigned char)in->seq[1];
		ground(in);
		return key(ev, key_of_character(byte));
	case INPUT_IN_PASTE: /* its end was lost */
		paste_end(&in->paste);
		return finish_paste(in, ev);
	default: /* the rest was lost */
		in->doubt_ns = now;
		ground(in);
		return false;
	}
}

bool input_trusted(const struct input *in, int64_t now)
{
	return !in->doubt_ns || now - in->doubt_ns >= INPUT_SAFE_NS;
}
