// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_strip: what settings show outside of their view: the strip, undo, the question at the end, the
 * verdicts; with a frame made by hand.
 */
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "draw/layout.h"
#include "views/strip.h"
#include "views/axis.h"
#include "views/keymap.h"
#include "views/prompt.h"
#include "views/view.h"
#include "views/view_log.h"
#include "../lib/stage.h"

/* The line with @word, into a buffer that the next call uses again. */
static const char *line_with(struct stage *st, const char *word)
{
	static char line[2048];
	char *text = stage_picture(st), *p = strstr(text, word), *from = p;

	line[0] = '\0';
	while (p && from > text && from[-1] != '\n')
		from--;
	if (p)
		text_format(line, sizeof(line), "%.*s", (int)strcspn(from, "\n"), from);
	free(text);
	return line;
}

/* Columns of the first row with the text @word in @style; -1: none. */
static int styled(struct stage *st, const char *word, style_t style)
{
	int n = (int)strlen(word);

	screen_draw(&st->c, st->f, &st->s);
	for (int i = 0; i + n <= st->c.width * st->c.height; i++) {
		int k = 0;

		while (k < n && st->c.cell[i + k].ch == (unsigned char)word[k] &&
		       st->c.cell[i + k].style == style)
			k++;
		if (k == n)
			return i;
	}
	return -1;
}

/* The leader means nothing else anywhere. */
static void test_leader_is_free(void **state)
{
	enum view_id to;

	(void)state;
	assert_non_null(keymap_find(STRIP_LEADER, &to));
	for (int v = 0; v < VIEWS; v++)
		assert_null(key_find(views[v]->keys, STRIP_LEADER));
}

/* The leader, then @key. */
static enum intent_kind flip(struct stage *st, int key)
{
	stage_press(st, STRIP_LEADER);
	return stage_press(st, key);
}

static void test_strip(void **state)
{
	static const char *const names[] = { "cpu_dma_latency",
					     "cpuidle.governor",
					     "haltpoll.guest_halt_poll_ns",
					     "kernel.timer_migration",
					     "kernel.sched_rt_runtime_us",
					     "kernel.nmi_watchdog" };
	static const char keys[] = "bopvzw";
	struct stage *st = *state;

	st->s.view = VIEW_overview;
	assert_int_equal(canvas_resize(&st->c, 120, 40), 0);
	assert_int_equal(strip_count(st->f), 6);
	for (int i = 0; i < 6; i++) {
		const struct frame_setting *fs = frame_setting_by_name(st->f, names[i]);
		bool asks = fs->info->flags & SETTING_ASKS;

		assert_int_equal(strip_key(fs), keys[i]);
		assert_true(stage_shows(st, names[i]));
		assert_int_equal(stage_press(st, keys[i]), INTENT_NONE); /* alone */
		assert_int_equal(flip(st, keys[i]), asks ? INTENT_NONE : INTENT_STEP);
		if (asks)
			assert_int_equal(stage_press(st, 'y'), INTENT_STEP);
		assert_string_equal(st->out.text, names[i]);
		assert_true(st->out.arg == 1);
	}
	assert_int_equal(flip(st, 'J'), INTENT_NONE);
	assert_true(stage_shows(st, "J is the letter of no setting here"));
	assert_true(stage_shows(st, "0 (was 1, A)"));
	/* what is out of sight is not flipped */
	stage_press(st, '5');
	assert_int_equal(flip(st, 'b'), INTENT_NONE);
	st->s.view = VIEW_cpus;
	assert_int_equal(flip(st, 'b'), INTENT_NONE);
	assert_false(st->s.lit);
}

/* The leader is for one key; whatever that is, it is over then. */
static void test_leader(void **state)
{
	static const int others[] = { CT_ESC, CT_UP, ' ', STRIP_LEADER, 't', 'q', CT_ENTER };
	struct stage *st = *state;

	st->s.view = VIEW_overview;
	stage_press(st, STRIP_LEADER);
	assert_true(stage_shows(st, "its letter takes a setting to its next value"));
	assert_true(styled(st, "b", STYLE_SELECTED) >= 0);
	stage_press(st, CT_ESC);
	assert_false(stage_shows(st, "its letter takes"));
	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		assert_int_equal(flip(st, others[i]), INTENT_NONE);
		assert_int_equal(st->s.view, VIEW_overview);
		assert_false(st->s.lit || st->s.frozen || prompt_is_open(&st->s));
		assert_int_equal(stage_press(st, 'b'), INTENT_NONE);
		assert_true(stage_shows(st, "b alone changes nothing: ,b changes cpu_dma_latency"));
	}
	stage_press(st, STRIP_LEADER);
	screen_click(&st->s, st->f, 120, 40, 60, 3, false, &st->out);
	assert_false(st->s.lit);
	assert_int_equal(flip(st, CTRL_KEY('c')), INTENT_QUIT);
	assert_int_equal(flip(st, 'b'), INTENT_STEP);
}

/* What is taken off the strip, or cannot be changed, moves no other letter. */
static void test_letters_stay(void **state)
{
	struct stage *st = *state;
	struct frame_setting *o = &st->f->setting[1], *v = &st->f->setting[4];
	struct setting_info off = *o->info, dim = *v->info;

	st->s.view = VIEW_overview;
	off.flags &= (uint16_t)~SETTING_STRIP;
	dim.flags &= (uint16_t)~SETTING_CAN_CHANGE;
	o->info = &off;
	v->info = &dim;
	assert_int_equal(flip(st, 'o'), INTENT_NONE);
	assert_int_equal(flip(st, 'v'), INTENT_NONE);
	assert_int_equal(flip(st, 'p'), INTENT_STEP);
	assert_string_equal(st->out.text, "haltpoll.guest_halt_poll_ns");
	sample_free(st->f);
	st->f = sample_frame(&(struct sample_spec){ .rounds = 2 });
}

/* Between a key that changes what keys mean and the next picture no name is on the screen. */
static void test_nothing_before_it_is_drawn(void **state)
{
	static const int moves[][2] = { { '?', 'x' }, { 't', 't' }, { 'm', CT_ENTER } };
	struct stage *st = *state;

	st->s.view = VIEW_overview;
	st->s.own_changes = 2;
	for (size_t i = 0; i < ARRAY_SIZE(moves); i++) {
		unsigned look = st->s.look;

		screen_draw(&st->c, st->f, &st->s);
		for (int k = 0; k < 2; k++) {
			screen_key(&st->s, st->f, moves[i][k], &st->out);
			assert_int_not_equal(st->s.look, look);
			look = st->s.look;
		}
		screen_key(&st->s, st->f, STRIP_LEADER, &st->out);
		screen_key(&st->s, st->f, 'b', &st->out);
		assert_int_equal(st->out.kind, INTENT_NONE);
		screen_key(&st->s, st->f, 'u', &st->out); /* no prompt hides the key bar */
		assert_int_equal(st->out.kind, i < 2 ? INTENT_NONE : INTENT_UNDO);
		assert_int_equal(flip(st, 'b'), INTENT_STEP);
		assert_int_equal(stage_press(st, 'u'), INTENT_UNDO);
	}
}

/* On a small screen the strip is one line above the events, and says what it leaves out. */
static void test_strip_small(void **state)
{
	struct stage *st = *state;
	const char *line;

	st->s.view = VIEW_overview;
	assert_int_equal(canvas_resize(&st->c, 80, 24), 0);
	line = line_with(st, "cpu_dma_latency");
	assert_non_null(strstr(line, "b cpu_dma_latency none"));
	assert_non_null(strstr(line, ": t"));
	assert_true(stage_shows(st, "C second try"));
	assert_in_range(st->s.strip_n, 2, 5);
	assert_int_equal(flip(st, "bopvzw"[st->s.strip_n]), INTENT_NONE);
	assert_int_equal(flip(st, 'b'), INTENT_STEP);
}

static void test_strip_click(void **state)
{
	struct stage *st = *state;
	int at;

	st->s.view = VIEW_overview;
	at = styled(st, "b", STYLE_KEY);
	assert_true(at > 0);
	screen_click(&st->s, st->f, 120, 40, at % 120, at / 120, false, &st->out);
	assert_int_equal(st->out.kind, INTENT_STEP);
	assert_string_equal(st->out.text, "cpu_dma_latency");
	/* another panel goes: nobody has seen yet where the letters are then */
	stage_press(st, '2');
	screen_draw(&st->c, st->f, &st->s);
	screen_key(&st->s, st->f, '2', &st->out);
	screen_click(&st->s, st->f, 120, 40, at % 120, at / 120, false, &st->out);
	assert_int_equal(st->out.kind, INTENT_NONE);
	screen_draw(&st->c, st->f, &st->s);
	screen_click(&st->s, st->f, 120, 40, at % 120 + 4, at / 120, false, &st->out);
	assert_int_equal(st->out.kind, INTENT_NONE);
	assert_int_equal(st->s.focus, PANEL_EVENTS);
}

static void test_undo(void **state)
{
	struct stage *st = *state;

	/* whether there is anything to undo the guardian knows */
	assert_int_equal(stage_press(st, 'u'), INTENT_UNDO);
	st->s.view = VIEW_cpus; /* which has no name of it */
	assert_int_equal(stage_press(st, 'u'), INTENT_NONE);
	assert_true(stage_shows(st, "nothing to undo"));
	st->s.own_changes = 2;
	for (int v = 0; v < VIEWS; v++) {
		st->s.view = (enum view_id)v;
		assert_int_equal(stage_press(st, 'u'), INTENT_UNDO);
		assert_int_equal(stage_press(st, 'U'), INTENT_UNDO_ALL);
		for (int w = 20; w < 120; w += 13) {
			assert_int_equal(canvas_resize(&st->c, w, w < 60 ? 12 : 24), 0);
			assert_true(stage_shows(st, w < 60 ? "u undo" : "u Undo"));
			assert_int_equal(stage_press(st, 'u'), INTENT_UNDO);
		}
		assert_int_equal(canvas_resize(&st->c, 19, 12), 0); /* one line: no room */
		assert_int_equal(stage_press(st, 'u'), INTENT_NONE);
		assert_int_equal(canvas_resize(&st->c, 120, 40), 0);
	}
	st->s.view = VIEW_settings;
	assert_true(stage_shows(st, "U all 2"));
	st->s.view = VIEW_overview;
	assert_true(stage_shows(st, "U undo all 2"));
}

/* An order that takes a while stands beside the settings, whatever is pressed, until it is answered. */
static void test_pending(void **state)
{
	static const enum view_id shown[] = { VIEW_overview, VIEW_settings, VIEW_cpus };
	struct stage *st = *state;

	for (size_t i = 0; i < ARRAY_SIZE(shown); i++) {
		st->s.view = shown[i];
		assert_false(stage_shows(st, "setting cpu.online"));
		screen_answer(&st->s, 7, -EINPROGRESS, "setting cpu.online ...");
		for (int k = 0; k < 3; k++)
			stage_press(st, CT_DOWN);
		assert_true(stage_shows(st, "setting cpu.online ..."));
		if (shown[i] == VIEW_cpus)
			continue; /* the message line is its only place */
		screen_answer(&st->s, 6, 0, "kernel.x 1 -> 0"); /* another one */
		assert_true(stage_shows(st, "setting cpu.online ..."));
		assert_true(stage_shows(st, "kernel.x 1 -> 0"));
		screen_answer(&st->s, 7, -EBUSY, "cpu.online: busy");
		assert_false(stage_shows(st, "setting cpu.online ..."));
		assert_true(stage_shows(st, "cpu.online: busy"));
		stage_press(st, CT_UP);
	}
}

static void test_quit_question(void **state)
{
	static const struct {
		int key;
		enum intent_kind kind;
		enum quit_how how;
		bool open; /* the question still stands */
	} answers[] = {
		{ 'y', INTENT_QUIT, QUIT_RESTORE, false },
		{ 'Y', INTENT_QUIT, QUIT_RESTORE, false },
		{ '\r', INTENT_QUIT, QUIT_RESTORE, false },
		{ 'n', INTENT_QUIT, QUIT_KEEP, false },
		{ 'c', INTENT_NONE, 0, false },
		{ CT_ESC, INTENT_NONE, 0, false },
		{ 'q', INTENT_NONE, 0, true },
		{ CTRL_KEY('c'), INTENT_QUIT, QUIT_RESTORE, false },
	};
	struct stage *st = *state;

	assert_int_equal(stage_press(st, 'q'), INTENT_QUIT);
	assert_true(st->out.arg == QUIT_RESTORE);
	st->s.own_changes = 2;
	for (size_t i = 0; i < ARRAY_SIZE(answers); i++) {
		st->s.prompt.kind = NULL;
		assert_int_equal(stage_press(st, i % 2 ? 'q' : CT_F1 + 9), INTENT_NONE);
		assert_true(
			stage_shows(st, "restore 2 changed settings? [Y]es [n]o, keep them [c]"));
		assert_int_equal(stage_press(st, answers[i].key), answers[i].kind);
		assert_true(st->out.arg == (int64_t)answers[i].how);
		assert_int_equal(prompt_is_open(&st->s), answers[i].open);
	}
	st->s.prompt.kind = NULL;
	assert_int_equal(stage_press(st, CTRL_KEY('c')), INTENT_QUIT);
	assert_true(st->out.arg == QUIT_RESTORE);
	assert_int_equal(stage_press(st, CT_EOF), INTENT_QUIT);
	assert_true(st->out.arg == QUIT_RESTORE);
	/* --keep has said it beforehand */
	st->s.keep_settings = true;
	assert_int_equal(stage_press(st, 'q'), INTENT_QUIT);
	assert_true(st->out.arg == QUIT_KEEP);
	assert_int_equal(stage_press(st, CTRL_KEY('c')), INTENT_QUIT);
	assert_true(st->out.arg == QUIT_KEEP);
}

/* The verdicts in the table: by sign and style, in the last column; the headline below it. */
static void test_verdict_column(void **state)
{
	struct stage *st = *state;
	struct layout_columns l;

	st->s.view = VIEW_overview;
	st->s.selected = 11;
	assert_true(stage_shows(st, "\xce\x94"
				    "B"));
	assert_true(stage_shows(st, "\xe2\x96\xb2"
				    "x1.51"));
	assert_true(stage_shows(st, "\xe2\x96\xbc"
				    "-6.0%"));
	assert_true(styled(st, "x1.51", STYLE_BETTER) >= 0);
	assert_true(styled(st, "-6.0%", STYLE_WORSE) >= 0);
	assert_true(styled(st, "~", STYLE_NONE) >= 0);
	assert_true(stage_shows(st, "noisy") && stage_shows(st, "3/20") && stage_shows(st, "5/20"));
	assert_true(stage_shows(st, "B haltpoll.guest_halt_poll_ns 0 ns -> 200000 ns: "));
	assert_true(stage_shows(st, st->f->change[1].headline));
	st->c.glyphs = &glyph_sets[GLYPH_ASCII];
	assert_true(stage_shows(st, "+x1.51") && stage_shows(st, "-6.0%") &&
		    stage_shows(st, " dB"));
	assert_int_equal(canvas_resize(&st->c, 80, 24), 0);
	assert_true(stage_shows(st, "+x1.51") && stage_shows(st, st->f->change[1].headline));
	assert_int_equal(canvas_resize(&st->c, 50, 14), 0);
	assert_true(stage_shows(st, "+x1.51"));
	/* the average and the verdict are the last to go */
	for (int w = 40; w <= 300; w++) {
		layout_columns(&l, w, w & 1, true);
		assert_true(l.col[COL_AVERAGE].w && l.col[COL_VERDICT].w);
		if (w >= 60)
			assert_true(l.col[COL_AVG_MHZ].w && l.col[COL_SPARK].w >= 12);
		if (w >= 80 && !(w & 1))
			assert_true(l.col[COL_LOW].w && l.col[COL_HIGH].w);
		assert_true(l.col[COL_VERDICT].x + l.col[COL_VERDICT].w <= w);
		layout_columns(&l, w, w & 1, false);
		assert_int_equal(l.col[COL_VERDICT].w, 0);
	}
}

static void test_verdict_words(void **state)
{
	static const int sizes[][2] = { { 80, 24 }, { 120, 40 }, { 200, 60 } };
	struct stage *st = *state;

	st->s.view = VIEW_method;
	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		assert_int_equal(canvas_resize(&st->c, sizes[i][0], sizes[i][1]), 0);
		st->s.selected = 1;
		assert_true(stage_shows(st, "Difference at 95.0% confidence"));
		assert_true(stage_shows(st, "before/after, not randomised"));
		assert_true(stage_shows(st, "other load changed 0.1 -> 0.9 CPUs"));
		st->s.selected = 2;
		assert_true(stage_shows(st, "No difference proven at 95.0% confidence"));
		st->s.selected = 3;
		assert_true(stage_shows(st, "noise hides anything below 40%"));
		st->s.selected = 6;
		assert_true(stage_shows(st, "needs 6 more rounds"));
		st->s.selected = 10;
		assert_true(stage_shows(st, "never judged: one loop takes time slices"));
	}
	/* narrower than the words: they go on in further lines, none is lost */
	assert_int_equal(canvas_resize(&st->c, 62, 40), 0);
	st->s.selected = 1;
	assert_true(stage_shows(st, "Difference at 95.0% confidence"));
	assert_true(stage_shows(st, "not randomised"));
	assert_true(stage_shows(st, "other load changed"));
}

static void test_log_and_marks(void **state)
{
	struct stage *st = *state;
	struct view_log_state *v = st->s.state[VIEW_log];
	int64_t t0, t1;

	st->s.view = VIEW_log;
	v->sel = 0;
	for (size_t i = 0; i < st->f->nlog; i++)
		if (st->f->log[i].kind == LOG_SETTING && st->f->log[i].text[0] == 'A')
			v->sel = (int)i + 1;
	assert_non_null(strstr(line_with(st, "A kernel.nmi_watchdog 1 -> 0"), " set "));
	stage_press(st, CT_ENTER);
	assert_int_equal(st->s.view, VIEW_overview);
	axis_ends(&st->s, st->f, &t0, &t1);
	assert_true(t0 < st->f->change[0].t_ns && t1 >= st->f->change[0].t_ns);
	assert_true(styled(st, "A", STYLE_MARK) >= 0);
}

/* Keys that came before the question was on the screen, as "wqn" in one write, are no answer to it. */
static void test_type_ahead_answers_nothing(void **state)
{
	struct stage *st = *state;

	stage_press(st, '1');
	st->s.own_changes = 1;
	screen_key(&st->s, st->f, 'q', &st->out);
	assert_int_equal(st->out.kind, INTENT_NONE);
	assert_true(prompt_unseen(&st->s));
	for (const char *k = "nNyYcC\r"; *k; k++) {
		screen_key(&st->s, st->f, *k, &st->out);
		assert_int_equal(st->out.kind, INTENT_NONE);
	}
	assert_true(prompt_is_open(&st->s));
	screen_key(&st->s, st->f, CTRL_KEY('c'), &st->out); /* the way out is no answer */
	assert_int_equal(st->out.kind, INTENT_QUIT);
	screen_key(&st->s, st->f, 'q', &st->out);
	screen_draw(&st->c, st->f, &st->s);
	assert_false(prompt_unseen(&st->s));
	screen_key(&st->s, st->f, 'n', &st->out);
	assert_int_equal(st->out.kind, INTENT_QUIT);
	assert_int_equal(st->out.arg, QUIT_KEEP);
	/* a question has room on any screen */
	canvas_resize(&st->c, 12, 2);
	stage_press(st, 'q');
	assert_true(stage_shows(st, "[c]ancel"));
}

/* What was pasted goes into a line that is typed; elsewhere it is dropped, and said. */
static void test_pasted_text(void **state)
{
	struct stage *st = *state;

	screen_paste(&st->s, st->f, "how we would write new words ");
	assert_true(stage_shows(st, "pasted text is no keys"));
	assert_false(prompt_is_open(&st->s));
	stage_press(st, 'm');
	screen_paste(&st->s, st->f, "new words \xc3\xa9");
	assert_string_equal(st->s.prompt.text, "new words \xc3\xa9");
	for (int i = 0; i < 100; i++)
		screen_paste(&st->s, st->f, "\xe6\xbc\xa2x");
	assert_true(strlen(st->s.prompt.text) < sizeof(st->s.prompt.text));
	assert_int_equal(st->s.prompt.len, strlen(st->s.prompt.text));
	stage_press(st, CT_ESC);
	st->s.own_changes = 1;
	stage_press(st, 'q');
	screen_paste(&st->s, st->f, "n");
	assert_true(prompt_is_open(&st->s));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, stage_setup, stage_teardown)
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_leader_is_free),
		TEST(test_leader),
		TEST(test_letters_stay),
		TEST(test_nothing_before_it_is_drawn),
		TEST(test_strip),
		TEST(test_strip_small),
		TEST(test_strip_click),
		TEST(test_undo),
		TEST(test_pending),
		TEST(test_quit_question),
		TEST(test_type_ahead_answers_nothing),
		TEST(test_pasted_text),
		TEST(test_verdict_column),
		TEST(test_verdict_words),
		TEST(test_log_and_marks),
	};

	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
