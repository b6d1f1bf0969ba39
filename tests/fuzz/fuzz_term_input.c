// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * fuzz_term_input: any bytes from the terminal, cut anywhere.
 *
 * Invariant: a key is a character or a key of ours; what is pasted is printable UTF-8; silence ends everything.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "term/key.h"
#include "term/term_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void need(bool ok)
{
	if (!ok)
		abort();
}

static void check(const struct input *in, const struct input_event *ev)
{
	char shown[PASTE_MOST];

	need(ev->kind != INPUT_KEY ||
	     (ev->key > 0 && ev->key <= CT_F12 && !(ev->key >= 0x80 && ev->key < 0xa0)));
	need(ev->kind != INPUT_MOUSE || (ev->mouse.x > 0 && ev->mouse.y > 0));
	need(ev->kind != INPUT_PASTE ||
	     !strcmp(text_shown(shown, sizeof(shown), in->paste.text), in->paste.text));
}

/* The first byte chooses the character set, 0xfe makes time pass. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input_event ev;
	struct input in;
	int64_t now = NSEC_PER_SEC;

	if (!size)
		return 0;
	input_init(&in, data[0] & 1);
	for (size_t i = 1; i < size; i++) {
		if (data[i] == 0xfe && i + 1 < size) {
			now += (int64_t)data[++i] * 25 * NSEC_PER_MSEC;
			while (input_quiet(&in, now, &ev))
				check(&in, &ev);
		} else if (input_byte(&in, data[i], now, &ev)) {
			check(&in, &ev);
		}
	}
	while (input_deadline(&in)) {
		now = input_deadline(&in);
		while (input_quiet(&in, now, &ev))
			check(&in, &ev);
	}
	need(in.state == INPUT_GROUND);
	return 0;
}
