// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_input: the parser of what a terminal sends, with a clock of the test's own.
 *
 * Every form of sequence is given whole and cut at every byte; after it comes a letter, which must be the only
 * key. What may be trusted of random bytes is checked by a second, naive reading.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "term/key.h"
#include "term/term_input.h"
#include "term/term_keys.h"
#include "../lib/chance.h"
#include "../lib/forms.h"

#define MSEC NSEC_PER_MSEC

static struct input input;
static struct input_event got[64];
static bool trusted[64];
static int ngot;
static int64_t now;

static void fresh(void)
{
	input_init(&input, true);
	ngot = 0;
	now = NSEC_PER_SEC;
}

static void note(const struct input_event *ev)
{
	assert_in_range(ngot, 0, 62);
	trusted[ngot] = input_trusted(&input, now);
	got[ngot++] = *ev;
}

/* Time passes: as a reader does it, at each deadline. */
static void pass(int64_t ns)
{
	int64_t until = now + ns, at;
	struct input_event ev;

	while ((at = input_deadline(&input)) && at <= until) {
		now = at;
		while (input_quiet(&input, now, &ev))
			note(&ev);
	}
	now = until;
}

static void feed(const char *bytes, size_t n)
{
	struct input_event ev;

	for (size_t i = 0; i < n; i++)
		if (input_byte(&input, (unsigned char)bytes[i], now, &ev))
			note(&ev);
}

static void type(const char *text)
{
	feed(text, strlen(text));
}

static void only_key(int key)
{
	if (ngot != 1 || got[0].kind != INPUT_KEY || got[0].key != key)
		fail_msg("%d events, the first is of kind %d, key %#x", ngot,
			 ngot ? (int)got[0].kind : -1, ngot ? (unsigned)got[0].key : 0);
}

static void test_keys(void **state)
{
	(void)state;
	for (const struct key_sequence *k = key_sequences; k->sequence; k++)
		for (size_t cut = 1; cut <= strlen(k->sequence); cut++) {
			fresh();
			feed(k->sequence, cut);
			pass(cut == 1 ? INPUT_ESC_NS - 1 : INPUT_SEQ_NS - 1);
			type(k->sequence + cut);
			only_key(k->key);
			assert_true(trusted[0]);
			type("b");
			assert_int_equal(ngot, 2);
			assert_true(trusted[1]); /* a key that is known casts no doubt */
		}
}

static void test_described_keys(void **state)
{
	(void)state;
	fresh();
	input_name(&input, "\033[1;5C", CT_PGDN); /* what a description says goes first */
	input_name(&input, "\033A", CT_UP);
	input_name(&input, NULL, CT_DOWN);
	input_name(&input, "\177", CT_DOWN);
	type("\033[1;5C");
	only_key(CT_PGDN);
	fresh();
	input_name(&input, "\033A", CT_UP);
	type("\033A");
	only_key(CT_UP);
}

/* None of the bytes of a complete sequence that is no key of ours is a key. */
static void test_every_form_is_swallowed(void **state)
{
	static char form[FORM_MOST];
	size_t n;

	(void)state;
	for (int i = 0; (n = form_get(i, form)); i++)
		for (size_t cut = 0; cut < n; cut++) {
			fresh();
			feed(form, cut);
			/* what has begun is waited for; an ESC alone only a moment */
			if (cut)
				pass(form_escape_open(form, cut) ? INPUT_ESC_NS - 1
								 : INPUT_SEQ_NS - 1);
			feed(form + cut, n - cut);
			if (ngot && got[0].kind != INPUT_KEY)
				ngot = 0; /* a report */
			if (ngot)
				fail_msg("form %d (%s), cut at %zu: key %#x", i, form_name(form, n),
					 cut, (unsigned)got[0].key);
			/* it is over: the next key is one */
			type("b");
			only_key('b');
		}
	print_message("%d forms\n", form_count());
	assert_true(form_count() > 1000);
}

/* A line so slow that the key Esc is taken out: the rest is no typing all the same, or not trusted. */
static void test_cut_behind_its_esc(void **state)
{
	static char form[FORM_MOST];
	size_t n;

	(void)state;
	for (int i = 0; (n = form_get(i, form)); i++) {
		if (form[0] != 27 || n < 2 || form[1] == 27)
			continue;
		fresh();
		type("\033");
		pass(100 * MSEC);
		only_key(CT_ESC);
		feed(form + 1, n - 1);
		pass(30 * MSEC);
		for (int k = 1; k < ngot; k++)
			if (trusted[k])
				fail_msg("form %d (%s): key %#x is trusted", i, form_name(form, n),
					 (unsigned)got[k].key);
	}
}

static void test_the_key_escape(void **state)
{
	(void)state;
	fresh();
	type("\033");
	pass(INPUT_ESC_NS - 1);
	assert_int_equal(ngot, 0);
	pass(1);
	only_key(CT_ESC);
	/* typed soon after it, what could begin a sequence is a letter still */
	pass(200 * MSEC);
	type("[");
	pass(INPUT_ESC_NS);
	assert_int_equal(ngot, 2);
	assert_int_equal(got[1].key, '[');
	assert_false(trusted[1]);
	type("P"); /* only right after Esc */
	assert_int_equal(ngot, 3);
	assert_int_equal(got[2].key, 'P');
	pass(INPUT_SAFE_NS);
	type("b");
	assert_true(trusted[3]);
	/* twice */
	fresh();
	type("\033\033");
	pass(2 * INPUT_ESC_NS);
	assert_int_equal(ngot, 2);
	assert_int_equal(got[1].key, CT_ESC);
	/* a slow terminal's arrow arrives behind its Esc */
	fresh();
	type("\033");
	pass(100 * MSEC);
	type("[B");
	assert_int_equal(ngot, 2);
	assert_int_equal(got[1].key, CT_DOWN);
}

static void test_doubt(void **state)
{
	(void)state;
	fresh();
	type("b");
	assert_true(trusted[0]);
	type("\033xb");
	assert_false(trusted[1]);
	pass(INPUT_SAFE_NS - 1);
	type("b");
	assert_false(trusted[2]);
	type("\033[Ab"); /* what is known takes back its own doubt only */
	assert_false(trusted[4]);
	pass(1);
	type("b");
	assert_true(trusted[5]);
	/* the rest of a sequence was lost, or comes too late */
	type("\033[1;5");
	pass(INPUT_SEQ_NS);
	type("C");
	assert_int_equal(ngot, 7);
	assert_false(trusted[6]);
}

/* Nothing locks the keyboard: Ctrl-C is heard, and silence ends everything. */
static void test_the_way_out(void **state)
{
	static const char *const open[] = { "\033[",  "\033[1;",   "\033O",  "\033]0;x", "\033P1$r",
					    "\033_x", "\033[<0;1", "\033[[", "\xc3" };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(open); i++) {
		fresh();
		type(open[i]);
		type("\003");
		only_key(CTRL_KEY('c'));
		fresh();
		type(open[i]);
		pass(INPUT_SEQ_NS);
		type("q");
		only_key('q');
	}
}

static void test_reports(void **state)
{
	(void)state;
	fresh();
	type("\033[24;80R");
	assert_int_equal(ngot, 1);
	assert_int_equal(got[0].kind, INPUT_REPORT);
	assert_int_equal(got[0].row, 24);
	assert_int_equal(got[0].column, 80);
	assert_int_equal(got[0].key, -1);
	/* Esc was pressed right before the terminal answered, or told of the mouse */
	fresh();
	type("\033\033[24;80R");
	assert_int_equal(ngot, 1);
	assert_int_equal(got[0].kind, INPUT_REPORT);
	assert_int_equal(got[0].key, CT_ESC);
	assert_false(input_trusted(&input, now));
	fresh();
	type("\033\033[<0;1;1m");
	only_key(CT_ESC);
	fresh();
	type("\033[<64;300;4M");
	assert_int_equal(ngot, 1);
	assert_int_equal(got[0].kind, INPUT_MOUSE);
	assert_int_equal(got[0].mouse.button, 64);
	assert_int_equal(got[0].mouse.x, 300);
	assert_int_equal(got[0].mouse.y, 4);
	fresh();
	type("\033[M +&");
	assert_int_equal(got[0].mouse.button, 0);
	assert_int_equal(got[0].mouse.x, 11);
	assert_int_equal(got[0].mouse.y, 6);
	type("\033[<0;99999999999999999999;1M");
	assert_int_equal(ngot, 2);
	assert_in_range(got[1].mouse.x, 100000, 1000000);
}

static void test_pastes(void **state)
{
	static const struct {
		const char *sent, *text;
	} cases[] = {
		{ "how we would write new words\n", "how we would write new words " },
		{ "", "" },
		{ "a\tb\r\nc", "a b  c" },
		{ "\033[31mred\033[0m", "[31mred[0m" },
		{ "\033[20x\033[201;", "[20x[201;" },
		{ "\xc3\xa9\xff\xc2\x9b", "\xc3\xa9??" },
		{ "\003\004q", "q" },
	};
	char all[256], big[2000];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		size_t n = (size_t)snprintf(all, sizeof(all), "\033[200~%s\033[201~",
					    cases[i].sent);

		for (size_t cut = 0; cut < n; cut++) {
			fresh();
			feed(all, cut);
			if (cut)
				pass(cut == 1 ? INPUT_ESC_NS - 1 : INPUT_SEQ_NS - 1);
			feed(all + cut, n - cut);
			assert_int_equal(ngot, 1);
			assert_int_equal(got[0].kind, INPUT_PASTE);
			assert_string_equal(input.paste.text, cases[i].text);
			type("b");
			assert_false(trusted[1]);
		}
	}
	/* a long one is cut between characters; one without end is over when nothing comes any more */
	fresh();
	for (size_t i = 0; i + 2 < sizeof(big); i += 2)
		memcpy(big + i, "\xc3\xa9", 3);
	type("\033[200~x");
	type(big);
	pass(INPUT_PASTE_NS - 1);
	assert_int_equal(ngot, 0);
	pass(1);
	assert_int_equal(ngot, 1);
	assert_int_equal(strlen(input.paste.text), PASTE_MOST - 1);
	fresh();
	type("q");
	only_key('q');
}

static void test_characters(void **state)
{
	static const char *const broken[] = { "\xff",	  "\x80\x80",	  "\xc3",
					      "\xe2\x82", "\xed\xa0\x80", "\xf4\x90\x80\x80",
					      "\xc0\xaf", "\xe0\x80\xaf" };

	(void)state;
	fresh();
	type("a\xc3\xa9\xe6\xbc\xa2\xf0\x9f\x98\x80\t\r\n\x7f\x08\x01");
	assert_int_equal(ngot, 10);
	assert_int_equal(got[1].key, 0xe9);
	assert_int_equal(got[2].key, 0x6f22);
	assert_int_equal(got[3].key, 0x1f600);
	assert_int_equal(got[4].key, CT_TAB);
	assert_int_equal(got[5].key, CT_ENTER);
	assert_int_equal(got[7].key, CT_BACKSPACE);
	assert_int_equal(got[9].key, 1);
	for (size_t i = 0; i < ARRAY_SIZE(broken); i++) {
		fresh();
		type(broken[i]);
		type("q");
		only_key('q');
	}
	/* other character sets: what the locale makes of a byte */
	fresh();
	input_init(&input, false);
	type("a\xe9\xc3q");
	for (int i = 0; i < ngot; i++)
		assert_true(got[i].key == 'a' || got[i].key == 'q' || got[i].key >= 0xa0);
}

/*
 * Random bytes
 */

static size_t below(uint64_t *c, size_t n)
{
	return (size_t)(chance_uniform(c) * (double)n);
}

#define RANDOM 300000

static char noise[RANDOM + 1];
static int64_t noise_ns[RANDOM];

/* Bytes from @p on that are one sequence known here, 0: none. */
static size_t known_length(const char *p)
{
	int n = 0;

	for (const struct key_sequence *k = key_sequences; k->sequence; k++)
		if (!strncmp(p, k->sequence, strlen(k->sequence)))
			return strlen(k->sequence);
	if (!strncmp(p, "\033[M", 3))
		return 6;
	if (sscanf(p, "\033[%*[0-9];%*[0-9]R%n", &n) >= 0 && n)
		return (size_t)n;
	if (sscanf(p, "\033[<%*[0-9];%*[0-9];%*[0-9]%*1[Mm]%n", &n) >= 0 && n)
		return (size_t)n;
	return 0;
}

/* May the byte at @at be trusted? Every ESC of the last half second is part of what is known. */
static bool allowed(size_t at)
{
	for (size_t i = at; i-- > 0 && noise_ns[at] - noise_ns[i] < INPUT_SAFE_NS;) {
		size_t n;

		if (noise[i] != 27)
			continue;
		n = known_length(noise + i);
		if (!n || i + n > at)
			return false;
	}
	return true;
}

static void test_random_bytes(void **state)
{
	static const char likely[] = "\033\033\033[[[O]P_;;0123456789~ABCDMRbopvwz<?\007\\\x9b\xc2";
	uint64_t c = 7;
	struct input_event ev;
	long keys = 0, safe = 0;

	(void)state;
	fresh();
	for (size_t i = 0; i < RANDOM; i++) {
		noise[i] = below(&c, 3) ? likely[below(&c, sizeof(likely) - 1)]
					: (char)(1 + below(&c, 255));
		now += below(&c, 40) ? (int64_t)below(&c, 3 * MSEC)
				     : (int64_t)below(&c, 2000 * MSEC);
		noise_ns[i] = now;
	}
	now = NSEC_PER_SEC;
	for (size_t i = 0; i < RANDOM; i++) {
		pass(noise_ns[i] - now);
		ngot = 0;
		if (!input_byte(&input, (unsigned char)noise[i], now, &ev) || ev.kind != INPUT_KEY)
			continue;
		keys++;
		if (ev.key >= 0x80 || !input_trusted(&input, now))
			continue;
		safe++;
		if (ev.key != noise[i] || !allowed(i))
			fail_msg("byte %zu, %#x: key %#x is trusted", i, (unsigned char)noise[i],
				 (unsigned)ev.key);
	}
	print_message("%ld keys in %d bytes, %ld trusted\n", keys, RANDOM, safe);
	assert_true(keys > RANDOM / 100);
	assert_true(safe > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_described_keys),
		cmocka_unit_test(test_every_form_is_swallowed),
		cmocka_unit_test(test_cut_behind_its_esc),
		cmocka_unit_test(test_the_key_escape),
		cmocka_unit_test(test_doubt),
		cmocka_unit_test(test_the_way_out),
		cmocka_unit_test(test_reports),
		cmocka_unit_test(test_pastes),
		cmocka_unit_test(test_characters),
		cmocka_unit_test(test_random_bytes),
	};

	return cmocka_run_group_tests_name("term_input", tests, NULL, NULL);
}
