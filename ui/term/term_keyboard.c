// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_keyboard: keys, clicks, pastes, answers.
 *
 * Invariant: keys are never waited for.
 */
#include <stdlib.h>

#include "term/key.h"
#include "term/term_int.h"
#include "term/term_rescue.h"

#define DISCARD_MOST 64 /* read()s, should somebody type without end */

/*
 * Keys as the description has them, beside the usual ones. The keypad stays in the mode in which it sends
 * digits: curses' own reading of keys, which needs the other one, takes sequences apart that it does not know.
 */
static void name_keys(void)
{
	static const struct {
		const char *capability;
		int key;
	} keys[] = {
		{ "kcuu1", CT_UP },	{ "kcud1", CT_DOWN },	{ "kcub1", CT_LEFT },
		{ "kcuf1", CT_RIGHT },	{ "kpp", CT_PGUP },	{ "knp", CT_PGDN },
		{ "khome", CT_HOME },	{ "kend", CT_END },	{ "kent", CT_ENTER },
		{ "kcbt", CT_BACKTAB }, { "kdch1", CT_DELETE }, { "kbs", CT_BACKSPACE },
		{ "ka1", CT_HOME },	{ "ka3", CT_PGUP },	{ "kc1", CT_END },
		{ "kc3", CT_PGDN },	{ "kfnd", CT_HOME },	{ "kslt", CT_END },
	};
	char name[8];

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		input_name(&term.reader.input, term_capability(keys[i].capability), keys[i].key);
	for (int i = 0; i < 12; i++) {
		text_format(name, sizeof(name), "kf%d", i + 1);
		input_name(&term.reader.input, term_capability(name), CT_F1 + i);
	}
}

static int64_t esc_delay(void)
{
	const char *ms = getenv("ESCDELAY");
	long v = ms ? strtol(ms, NULL, 10) : 0;

	return v > 0 ? MIN(v, 1000) * NSEC_PER_MSEC : INPUT_ESC_NS;
}

void term_start_keys(bool utf8)
{
	reader_init(&term.reader, &term.line, utf8);
	term.reader.input.esc_ns = esc_delay();
	name_keys();
}

/* The terminal has shown all that it was sent. At the start it also tells how wide a line of box drawing came out. */
static int answered(const struct input_event *ev)
{
	bool probing = term.probing;

	pace_answered(&term.pace, term.reader.event_ns);
	rescue_answers(term.pace.outstanding > 0);
	term.probing = false;
	return probing && ev->column != 2 ? CT_PLAIN : ev->key;
}

static int event_key(const struct input_event *ev, struct term_mouse *m)
{
	switch (ev->kind) {
	case INPUT_KEY:
		return ev->key;
	case INPUT_MOUSE:
		term.mouse.report_ns = term.reader.event_ns;
		return mouse_key(&term.mouse, &ev->mouse, term.reader.event_ns, m);
	case INPUT_PASTE:
		return CT_PASTE;
	case INPUT_REPORT:
		return answered(ev);
	}
	return -1;
}

int term_key(struct term_mouse *m)
{
	struct input_event ev;
	int key;

	if (!term.started || term.suspended)
		return -1;
	while (reader_next(&term.reader, &ev)) {
		key = event_key(&ev, m);
		if (key >= 0)
			return key;
	}
	return term.reader.gone ? CT_EOF : -1;
}

void term_discard(void)
{
	unsigned first = term.reader.reads;
	struct input_event ev;

	if (!term.started || term.suspended)
		return;
	while (term.reader.reads - first < DISCARD_MOST && reader_next(&term.reader, &ev))
		event_key(&ev, NULL);
}

const char *term_pasted(void)
{
	return term.reader.input.paste.text;
}

bool term_trusted(void)
{
	return input_trusted(&term.reader.input, term.reader.event_ns);
}

unsigned term_reads(void)
{
	return term.reader.reads;
}

int term_fd(void)
{
	return term.line.ready;
}
