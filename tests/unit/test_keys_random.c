// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * keys_random: 300 kB of random bytes, cut by the line at random, through the parser, the screen and the gate: no
 * setting is to change but by a press that a second, naive reading of the bytes allows.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "app/gate.h"
#include "base/base.h"
#include "term/key.h"
#include "term/term_input.h"
#include "term/term_keys.h"
#include "views/prompt.h"
#include "views/strip.h"
#include "../lib/chance.h"
#include "../lib/stage.h"

#define BYTES 300000

static char noise[BYTES + 1];
static int64_t noise_ns[BYTES];

static size_t below(uint64_t *c, size_t n)
{
	return (size_t)(chance_uniform(c) * (double)n);
}

static void make_noise(uint64_t *c)
{
	static const char likely[] = "\033[O]P;~ABCDbopvwzJVuUeyt1D\r\r5tq";
	int64_t now = NSEC_PER_SEC;

	for (size_t i = 0; i < BYTES; i++) {
		noise[i] = below(c, 2) ? likely[below(c, sizeof(likely) - 1)]
				       : (char)(1 + below(c, 255));
		if (!below(c, 12))
			now += (int64_t)below(c, 1500 * NSEC_PER_MSEC);
		noise_ns[i] = now;
	}
}

/* Is the ESC at @at the beginning of a key known here? How long is it? */
static size_t known_key(size_t at)
{
	for (const struct key_sequence *k = key_sequences; k->sequence; k++)
		if (!strncmp(noise + at, k->sequence, strlen(k->sequence)))
			return strlen(k->sequence);
	return 0;
}

/*
 * May the key that ends with the byte @at change a setting? Every ESC within half a second before it begins a known
 * key, or a report of the mouse, that is over; nothing else that begins with an ESC has been seen since.
 */
static bool allowed(size_t at)
{
	for (size_t i = at + 1; i-- > 0 && noise_ns[at] - noise_ns[i] < INPUT_SAFE_NS;) {
		size_t n;

		if (noise[i] != 27)
			continue;
		n = known_key(i);
		if (!n && !strncmp(noise + i, "\033[M", 3))
			n = 6;
		if (!n || i + n > at + 1)
			return false;
	}
	return true;
}

static bool changes(enum intent_kind kind)
{
	return kind == INTENT_STEP || kind == INTENT_SET || kind == INTENT_UNDO ||
	       kind == INTENT_UNDO_ALL || kind == INTENT_PRESET;
}

/* Was the name of what the intent changes on the screen that was drawn last? */
static bool named(struct stage *st, const char *shown, const struct intent *out)
{
	char name[64];

	(void)st;
	if (out->kind != INTENT_STEP && out->kind != INTENT_SET)
		return true;
	text_copy(name, sizeof(name), out->text);
	name[strcspn(name, "=")] = '\0';
	return strstr(shown, name) != NULL;
}

/* The end of a read that begins with the byte @at: at most @most bytes, of one moment. */
static size_t read_end(size_t at, size_t most)
{
	size_t end = MIN(at + most, (size_t)BYTES);

	for (size_t i = at + 1; i < end; i++)
		if (noise_ns[i] != noise_ns[at])
			return i;
	return end;
}

static void test_random_bytes(void **state)
{
	struct stage *st = *state;
	struct gate gate = { 0 };
	struct input in;
	uint64_t c = 11;
	unsigned reads = 0, last_read = 0;
	long done = 0, refused = 0;
	size_t at = 0;

	make_noise(&c);
	input_init(&in, true);
	while (at < BYTES) {
		size_t end;
		struct input_event ev;
		char *shown = stage_picture(st);

		below(&c, 40); /* the draws stay those of before */
		end = read_end(at, 1 + below(&c, 40));
		reads++;
		while (input_quiet(&in, noise_ns[at], &ev))
			;
		for (; at < end; at++) {
			if (!input_byte(&in, (unsigned char)noise[at], noise_ns[at], &ev) ||
			    ev.kind != INPUT_KEY)
				continue;
			screen_key(&st->s, st->f, ev.key, &st->out);
			if (!changes(st->out.kind))
				continue;
			if (gate_refuses(&gate, st->out.kind, reads,
					 input_trusted(&in, noise_ns[at]))) {
				refused++;
				continue;
			}
			done++;
			if (!allowed(at) || reads == last_read || !named(st, shown, &st->out))
				fail_msg("byte %zu, %#x: intent %d \"%s\"", at,
					 (unsigned char)noise[at], st->out.kind, st->out.text);
			last_read = reads;
		}
		free(shown);
	}
	print_message("%d bytes in %u reads: %ld changes, %ld refused\n", BYTES, reads, done,
		      refused);
	assert_true(done > 50);
	assert_true(refused > 50);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_random_bytes, stage_setup, stage_teardown),
	};

	return cmocka_run_group_tests_name("keys_random", tests, NULL, NULL);
}
