// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_screen: what keys and clicks do: intents, prompts, help, time axis, epochs, panels.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "draw/layout.h"
#include "views/axis.h"
#include "views/keymap.h"
#include "views/prompt.h"
#include "views/screen.h"
#include "views/shown.h"
#include "views/view.h"
#include "views/view_interrupts.h"
#include "../lib/sample.h"
#include "../lib/picture.h"

struct stage {
	struct frame *f;
	struct canvas c;
	struct screen s;
	struct intent out;
};

static int setup(void **state)
{
	const struct sample_spec spec = { .rounds = 50 };
	struct stage *st = calloc(1, sizeof(*st));

	if (!st)
		return -1;
	st->f = sample_frame(&spec);
	if (screen_init(&st->s))
		return -1;
	*state = st;
	return canvas_resize(&st->c, 120, 40);
}

static int teardown(void **state)
{
	struct stage *st = *state;

	canvas_free(&st->c);
	screen_free(&st->s);
	sample_free(st->f);
	free(st);
	return 0;
}

static enum intent_kind press(struct stage *st, int key)
{
	screen_draw(&st->c, st->f, &st->s);
	screen_key(&st->s, st->f, key, &st->out);
	screen_draw(&st->c, st->f, &st->s);
	return st->out.kind;
}

static void type(struct stage *st, const char *text)
{
	for (; *text; text++)
		press(st, (unsigned char)*text);
}

static bool shows(struct stage *st, const char *word)
{
	char *text;
	bool found;

	screen_draw(&st->c, st->f, &st->s);
	text = picture_text(&st->c);
	assert_non_null(text);
	found = strstr(text, word) != NULL;
	free(text);
	return found;
}

static void test_table_has_no_key_twice(void **state)
{
	struct keymap m;
	enum view_id to;

	(void)state;
	keymap_make(&m);
	assert_int_equal(m.n, VIEWS + 1); /* the first view is where Esc leads: no key of its own */
	for (size_t t = 0; t < m.n; t++)
		for (const struct key_help *a = m.table[t].keys; a->key; a++) {
			const int codes[] = { a->key, a->twin, a->twin2 };

			assert_non_null(a->text);
			for (size_t i = 0; i < ARRAY_SIZE(codes); i++) {
				if (!codes[i])
					continue;
				assert_ptr_equal(keymap_find(codes[i], &to), a);
				assert_int_equal(to, m.table[t].leads_to);
			}
		}
	assert_null(keymap_find(CT_F1 + 8, &to));
	assert_null(keymap_find('k', &to));
	assert_null(keymap_find('x', &to));
	assert_null(keymap_find(0, &to));
}

static void test_key_names(void **state)
{
	static const struct {
		int key;
		const char *name;
	} table[] = { { CT_F1 + 4, "F5" }, { CTRL_KEY('l'), "Ctrl-L" },
		      { ' ', "Space" },	   { 'a', "a" },
		      { CT_PGDN, "PgDn" }, { 0xe9, "\xc3\xa9" },
		      { CT_ESC, "Esc" },   { 0, "?" } };
	char buf[24];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(table); i++) {
		key_name(buf, sizeof(buf), table[i].key);
		assert_string_equal(buf, table[i].name);
	}
}

static void test_intents_for_the_loop(void **state)
{
	struct stage *st = *state;

	assert_int_equal(press(st, 'q'), INTENT_QUIT);
	assert_int_equal(press(st, CT_F1 + 9), INTENT_QUIT);
	assert_int_equal(press(st, CTRL_KEY('c')), INTENT_QUIT);
	assert_int_equal(press(st, CT_EOF), INTENT_QUIT);
	assert_int_equal(press(st, ' '), INTENT_FREEZE);
	assert_int_equal(press(st, 'Z'), INTENT_FREEZE);
	assert_int_equal(press(st, 'r'), INTENT_EPOCH);
	assert_int_equal(press(st, 'W'), INTENT_WRITE_CONFIG);
	assert_int_equal(press(st, CTRL_KEY('l')), INTENT_REPAINT);
	assert_int_equal(press(st, CTRL_KEY('z')), INTENT_SUSPEND);
	assert_int_equal(press(st, -1), INTENT_NONE);
	assert_int_equal(press(st, CT_RESIZE), INTENT_NONE);
	assert_int_equal(press(st, CT_F1 + 8), INTENT_NONE);
	assert_true(shows(st, "F9 does nothing here"));
}

static void test_views_and_back(void **state)
{
	static const struct {
		int key;
		enum view_id view;
	} table[] = { { CT_ENTER, VIEW_method },    { 'e', VIEW_method },
		      { '\r', VIEW_method },	    { CT_F1 + 4, VIEW_method },
		      { 'c', VIEW_cpus },	    { 'i', VIEW_interrupts },
		      { 'y', VIEW_system },	    { 't', VIEW_settings },
		      { CT_F1 + 7, VIEW_settings }, { 'l', VIEW_log },
		      { 'T', VIEW_themes } };
	struct stage *st = *state;

	for (size_t i = 0; i < ARRAY_SIZE(table); i++) {
		assert_int_equal(press(st, table[i].key), INTENT_NONE);
		assert_int_equal(st->s.view, table[i].view);
		assert_int_not_equal(press(st, CT_ESC), INTENT_QUIT);
		assert_int_equal(st->s.view, VIEW_overview);
	}
	/* one level back from the overview is the overview: Esc never quits */
	assert_int_equal(press(st, CT_ESC), INTENT_NONE);
	assert_int_equal(st->s.view, VIEW_overview);
}

/* Is @text in the help of a small screen, on whichever page? */
static bool help_has(struct stage *st, const char *text)
{
	bool seen = false;

	press(st, CT_HOME);
	for (int i = 0; i < 10 && !seen; i++) {
		seen = shows(st, text);
		press(st, CT_PGDN);
	}
	return seen;
}

static void test_help_shows_every_key(void **state)
{
	struct stage *st = *state;
	struct keymap m;

	assert_int_equal(canvas_resize(&st->c, 160, 100), 0);
	press(st, '?');
	assert_true(st->s.help.open);
	keymap_make(&m);
	for (size_t t = 0; t < m.n; t++)
		for (const struct key_help *k = m.table[t].keys; k->key; k++)
			assert_true(shows(st, k->text));
	assert_int_equal(canvas_resize(&st->c, 80, 24), 0);
	for (size_t t = 0; t < m.n; t++)
		for (const struct key_help *k = m.table[t].keys; k->key; k++)
			assert_true(help_has(st, k->text));
	press(st, 'x');
	assert_false(st->s.help.open);
}

static void test_mark(void **state)
{
	struct stage *st = *state;

	press(st, 'm');
	type(st, "quit? no\xc3");
	press(st, 0xe9);
	press(st, 0x6587);
	press(st, CT_BACKSPACE);
	assert_true(shows(st, "quit? no"));
	assert_int_equal(press(st, CT_ENTER), INTENT_MARK);
	assert_string_equal(st->out.text, "quit? no\xc3\x83\xc3\xa9");
	press(st, CT_F1 + 6);
	type(st, "nothing");
	assert_int_equal(press(st, CT_ESC), INTENT_NONE);
	assert_false(prompt_is_open(&st->s));
	/* text longer than the field is not taken, and nothing overflows */
	press(st, 'm');
	for (int i = 0; i < 500; i++)
		press(st, 0x6587);
	assert_int_equal(press(st, CT_ENTER), INTENT_MARK);
	assert_true(strlen(st->out.text) < sizeof(st->out.text));
}

static void test_slice(void **state)
{
	struct stage *st = *state;

	press(st, 's');
	assert_string_equal(st->s.prompt.text, "100ms");
	press(st, CTRL_KEY('u'));
	type(st, "0.25");
	assert_int_equal(press(st, CT_ENTER), INTENT_SLICE);
	assert_true(st->out.arg == 250 * NSEC_PER_MSEC);
	press(st, 's');
	press(st, CTRL_KEY('u'));
	type(st, "1h");
	assert_int_equal(press(st, CT_ENTER), INTENT_NONE);
	assert_true(shows(st, "is no time from 5ms to 10s"));
}

static void test_search(void **state)
{
	struct stage *st = *state;

	st->s.selected = 3;
	press(st, '/');
	type(st, "SPIN");
	assert_string_equal(st->f->series[st->s.selected].info->method, "spin-yield");
	press(st, CT_ENTER);
	press(st, 'n');
	press(st, 'n');
	assert_string_equal(st->f->series[st->s.selected].info->method, "spinlock");
	press(st, 'N');
	assert_string_equal(st->f->series[st->s.selected].info->method, "spin-yield");
	press(st, '/');
	type(st, "pipe");
	press(st, CT_ESC);
	assert_string_equal(st->f->series[st->s.selected].info->method, "spin-yield");
	press(st, '/');
	type(st, "no such thing");
	press(st, CT_ENTER);
	assert_true(shows(st, "no method with \"no such thing\""));
}

static void test_filter(void **state)
{
	struct stage *st = *state;
	struct view_interrupts_state *v = st->s.state[VIEW_interrupts];

	text_copy(v->choice.filter, sizeof(v->choice.filter), "old");
	press(st, '\\');
	assert_int_equal(st->s.view, VIEW_interrupts);
	press(st, CTRL_KEY('u'));
	type(st, "tim");
	assert_string_equal(v->choice.filter, "tim");
	press(st, CT_ESC);
	assert_string_equal(v->choice.filter, "old");
}

static void test_time_axis(void **state)
{
	struct stage *st = *state;
	int64_t t0, t1, first;

	axis_ends(&st->s, st->f, &t0, &t1);
	assert_true(t1 == st->f->t_ns && t1 - t0 == 120 * NSEC_PER_SEC);
	press(st, '+');
	axis_ends(&st->s, st->f, &t0, &t1);
	assert_true(t1 - t0 == 60 * NSEC_PER_SEC);
	press(st, '-');
	press(st, '-');
	assert_true(st->s.window_ns == 300 * NSEC_PER_SEC);
	/* there is less history than that: the axis is the shortest that holds it */
	axis_ends(&st->s, st->f, &t0, &t1);
	assert_true(t1 - t0 > 0 && t1 - t0 <= 300 * NSEC_PER_SEC);
	assert_true(t0 <= st->f->series[0].point[0].t_ns);
	for (int i = 0; i < 30; i++)
		press(st, i < 15 ? '-' : '+');
	assert_true(st->s.window_ns == 10 * NSEC_PER_SEC);
	press(st, '0');
	assert_true(st->s.window_ns == 120 * NSEC_PER_SEC && !st->s.end_ns);

	press(st, CT_LEFT);
	assert_true(st->s.end_ns && st->s.end_ns < st->f->t_ns);
	assert_true(st->f->t_ns - st->s.end_ns == st->f->wall_ns - st->s.end_wall_ns);
	assert_true(shows(st, "the graphs show the past"));
	press(st, CT_RIGHT);
	assert_true(!st->s.end_ns);
	/* there is nothing older than the oldest point */
	for (int i = 0; i < 100; i++)
		press(st, CT_LEFT);
	first = st->s.end_ns;
	press(st, CT_LEFT);
	assert_true(st->s.end_ns == first && first > 0);
	press(st, CT_ESC);
	assert_true(!st->s.end_ns);
	/* Home and End are the list's, and the axis' with the graph in focus */
	st->s.selected = 5;
	press(st, CT_HOME);
	assert_int_equal(st->s.selected, 0);
	st->s.window_ns = 10 * NSEC_PER_SEC;
	st->s.focus = PANEL_DETAIL;
	press(st, CT_HOME);
	assert_true(st->s.end_ns);
	press(st, CT_END);
	assert_true(!st->s.end_ns);
}

static void test_epochs(void **state)
{
	struct stage *st = *state;
	const struct frame_series *fs = &st->f->series[0];

	assert_ptr_equal(shown_figures(&st->s, fs, st->f), &fs->epoch[1]);
	press(st, '[');
	assert_ptr_equal(shown_figures(&st->s, fs, st->f), &fs->epoch[0]);
	assert_true(shows(st, "epoch 1 of 2"));
	press(st, '[');
	assert_int_equal(st->s.epoch_back, 1);
	press(st, 'r');
	assert_int_equal(st->s.epoch_back, 0);
}

static void test_panels_and_columns(void **state)
{
	struct stage *st = *state;

	assert_true(shows(st, "5 events"));
	press(st, '5');
	assert_false(shows(st, "5 events"));
	press(st, '5');
	assert_true(shows(st, "5 events"));
	for (int key = '1'; key <= '5'; key++)
		press(st, key);
	assert_true(st->s.panels);
	press(st, '1');
	assert_false(shows(st, "low/MHz"));
	press(st, 'M');
	assert_true(shows(st, "low/MHz"));
	press(st, 'd');
	assert_int_equal(st->s.divisor, DIVISOR_RUNNING);
	press(st, CT_TAB);
	assert_true(st->s.panels & (1u << st->s.focus));
}

static void test_vim_keys(void **state)
{
	struct stage *st = *state;

	press(st, 'h');
	assert_true(st->s.help.open);
	press(st, 'x');
	st->s.vim_keys = true;
	press(st, 'j');
	press(st, 'j');
	press(st, 'k');
	assert_int_equal(st->s.selected, 1);
	press(st, 'h');
	assert_true(!st->s.help.open && st->s.end_ns);
	press(st, 'l');
	assert_true(!st->s.end_ns && st->s.view == VIEW_overview);
	press(st, 'L');
	assert_int_equal(st->s.view, VIEW_log);
}

/* The column at which @word stands in the last row of the picture. */
static int bar_column(struct stage *st, const char *word)
{
	int n = (int)strlen(word);

	screen_draw(&st->c, st->f, &st->s);
	for (int x = 0; x + n <= st->c.width; x++) {
		int k = 0;

		while (k < n && st->c.cell[(st->c.height - 1) * st->c.width + x + k].ch ==
					(unsigned char)word[k])
			k++;
		if (k == n)
			return x;
	}
	return -1;
}

static void test_clicks(void **state)
{
	struct stage *st = *state;
	int x = bar_column(st, "Help");

	assert_true(x > 0);
	screen_click(&st->s, st->f, 120, 40, x, 39, false, &st->out);
	assert_true(st->s.help.open);
	screen_click(&st->s, st->f, 120, 40, 0, 0, false, &st->out);
	assert_false(st->s.help.open);
	screen_click(&st->s, st->f, 120, 40, bar_column(st, "Quit"), 39, false, &st->out);
	assert_int_equal(st->out.kind, INTENT_QUIT);
	/* rows of the table begin below header, frame and headings */
	screen_click(&st->s, st->f, 120, 40, 5, 3 + 7, false, &st->out);
	assert_int_equal(st->s.selected, 7);
	assert_int_equal(st->s.view, VIEW_overview);
	screen_click(&st->s, st->f, 120, 40, 5, 3 + 7, true, &st->out);
	assert_int_equal(st->s.view, VIEW_method);
	st->s.view = VIEW_overview;
	st->s.mouse = false;
	screen_click(&st->s, st->f, 120, 40, 5, 3 + 2, false, &st->out);
	assert_int_equal(st->s.selected, 7);
}

/* Any key at any moment on any screen: nothing may break, and nothing quits unasked. */
static void test_any_keys(void **state)
{
	static const int keys[] = { CT_UP,	   CT_DOWN,    CT_LEFT,	  CT_RIGHT, CT_PGUP,
				    CT_PGDN,	   CT_HOME,    CT_END,	  CT_ENTER, CT_ESC,
				    CT_TAB,	   CT_BACKTAB, CT_DELETE, CT_F1,    CT_BACKSPACE,
				    CT_WHEEL_UP,   CT_F12,     CT_MOUSE,  0x6587,   0x10ffff,
				    CT_WHEEL_DOWN, CT_RESIZE };
	struct stage *st = *state;
	uint32_t r = 12345;

	for (int i = 0; i < 4000; i++) {
		int key;

		r = r * 1664525u + 1013904223u;
		key = (r >> 16) % 3 ? (int)(' ' + (r >> 20) % 95)
				    : keys[(r >> 20) % ARRAY_SIZE(keys)];
		if (i % 40 == 0)
			assert_int_equal(canvas_resize(&st->c, 1 + (int)((r >> 8) % 160),
						       1 + (int)((r >> 24) % 50)),
					 0);
		press(st, key);
		if (key != 'q' && key != CT_F1 + 9)
			assert_int_not_equal(st->out.kind, INTENT_QUIT);
	}
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_table_has_no_key_twice),
		TEST(test_key_names),
		TEST(test_intents_for_the_loop),
		TEST(test_views_and_back),
		TEST(test_help_shows_every_key),
		TEST(test_mark),
		TEST(test_slice),
		TEST(test_search),
		TEST(test_filter),
		TEST(test_time_axis),
		TEST(test_epochs),
		TEST(test_panels_and_columns),
		TEST(test_vim_keys),
		TEST(test_clicks),
		TEST(test_any_keys),
	};

	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
