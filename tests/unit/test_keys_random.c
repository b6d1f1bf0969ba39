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

/* Now and then a click, as the terminal reports it; short of room: none. */
static size_t make_click(uint64_t *c, char *to, size_t room)
{
	char one[24];
	size_t n = text_format(one, sizeof(one), "\033[<0;%zu;%zuM", 1 + below(c, 120),
			       below(c, 3) ? 30 + below(c, 11) : 1 + below(c, 40));

	if (below(c, 60) || n > room)
		return 0;
	memcpy(to, one, n);
	return n;
}

static void make_noise(uint64_t *c)
{
	static const char likely[] = "\033[O]P;~ABCD,b,o,p,v,w,z,u,U,eyt1D3\r\r5tq?";
	int64_t now = NSEC_PER_SEC;

	for (size_t i = 0; i < BYTES;) {
		size_t n = make_click(c, noise + i, BYTES - i);

		if (!n) {
			noise[i] = below(c, 2) ? likely[below(c, sizeof(likely) - 1)]
					       : (char)(1 + below(c, 255));
			n = 1;
		}
		if (!below(c, 12))
			now += (int64_t)below(c, 1500 * NSEC_PER_MSEC);
		while (n--)
			noise_ns[i++] = now;
	}
}

/* The length of a report of the mouse that begins at @at, 0: none does. */
static size_t mouse_report(size_t at)
{
	size_t n = 3;

	if (!strncmp(noise + at, "\033[M", 3))
		return 6;
	if (strncmp(noise + at, "\033[<", 3) != 0)
		return 0;
	n += strspn(noise + at + n, "0123456789;");
	return noise[at + n] == 'M' || noise[at + n] == 'm' ? n + 1 : 0;
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
		if (!n)
			n = mouse_report(i);
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
static bool named(const char *shown, const struct intent *out)
{
	char name[64];

	if (out->kind == INTENT_UNDO)
		return strstr(shown, "u Undo") != NULL;
	if (out->kind == INTENT_UNDO_ALL)
		return strstr(shown, "U Undo all") != NULL;
	if (out->kind == INTENT_PRESET)
		return strstr(shown, "show what?") != NULL;
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

struct tally {
	long done, refused;
	unsigned reads;
};

static bool is_letter(const struct cell *at)
{
	return at->style == STYLE_KEY || at->style == STYLE_SELECTED; /* lit up */
}

/* A click that changes a setting met the letter of it, or undo in the key bar. */
static void check_click(const struct stage *st, int x, int y)
{
	const struct cell *at = &st->c.cell[y * st->c.width + x];

	if (!is_letter(at) && !(x > 0 && is_letter(at - 1)) && y != st->c.height - 1)
		fail_msg("click at %d, %d: intent %d \"%s\"", x, y, st->out.kind, st->out.text);
}

static void click(struct stage *st, const struct mouse_report *m)
{
	int x = m->x - 1, y = m->y - 1;

	if (m->button || x < 0 || y < 0 || x >= st->c.width || y >= st->c.height)
		return;
	screen_click(&st->s, st->f, st->c.width, st->c.height, x, y, false, &st->out);
	if (changes(st->out.kind))
		check_click(st, x, y);
}

/* What the read that is under way brought up to the byte @at, as the dashboard takes it. */
static bool take(struct stage *st, struct gate *gate, const struct input *in,
		 const struct input_event *ev, size_t at, struct tally *n)
{
	struct gate_key k = { .reads = n->reads };

	st->out = (struct intent){ 0 };
	if (ev->kind == INPUT_MOUSE)
		click(st, &ev->mouse);
	else if (ev->kind == INPUT_KEY)
		screen_key(&st->s, st->f, ev->key, &st->out);
	else
		return false;
	k.trusted = input_trusted(in, noise_ns[at]);
	k.look = st->s.look;
	if (gate_refuses(gate, st->out.kind, &k)) {
		n->refused++;
		return false;
	}
	n->done += changes(st->out.kind);
	return changes(st->out.kind);
}

static void feed(struct stage *st, uint64_t seed, struct tally *n)
{
	struct gate gate = { 0 };
	struct input in;
	uint64_t c = seed;
	unsigned last_read = 0;
	size_t at = 0;

	make_noise(&c);
	input_init(&in, true);
	n->reads = 0;
	while (at < BYTES) {
		struct input_event ev;
		char *shown = stage_picture(st);
		size_t end = read_end(at, 1 + below(&c, 40));

		n->reads++;
		while (input_quiet(&in, noise_ns[at], &ev))
			;
		for (; at < end; at++) {
			if (!input_byte(&in, (unsigned char)noise[at], noise_ns[at], &ev) ||
			    !take(st, &gate, &in, &ev, at, n))
				continue;
			if (!allowed(at) || n->reads == last_read || !named(shown, &st->out))
				fail_msg("seed %lu, byte %zu, %#x: intent %d \"%s\"",
					 (unsigned long)seed, at, (unsigned char)noise[at],
					 st->out.kind, st->out.text);
			last_read = n->reads;
		}
		free(shown);
	}
}

/* SEEDS=200 SEED=1000 in the environment: so many rounds, from that one on. */
static void test_random_bytes(void **state)
{
	struct stage *st = *state;
	const char *more = getenv("SEEDS");
	const char *first = getenv("SEED");
	long seeds = more ? atol(more) : 3, from = first ? atol(first) : 11;
	struct tally n = { 0 };

	st->s.own_changes = 2; /* so that there is something to undo, and to show */
	text_copy(st->s.presets, sizeof(st->s.presets), "1 never sleep  3 trace switches");
	for (long i = 0; i < seeds; i++)
		feed(st, (uint64_t)(from + i), &n);
	print_message("%ld times %d bytes: %ld changes, %ld refused\n", seeds, BYTES, n.done,
		      n.refused);
	assert_true(n.done > 50);
	assert_true(n.refused > 50);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_random_bytes, stage_setup, stage_teardown),
	};

	return cmocka_run_group_tests_name("keys_random", tests, NULL, NULL);
}
