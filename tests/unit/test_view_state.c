// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_view_state: each view owns its state: the screen keeps it apart from all others, through every
 * key and every switch; and a view is no more than its line in the table.
 *
 * Invariant: this program's table of views is its own: the log's place is taken by a view made here.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "views/keymap.h"
#include "views/screen.h"
#include "views/view.h"
#include "../lib/stage.h"

#define PLANT_KEY 'X' /* means nothing elsewhere */

struct plant_state {
	unsigned char zeros[5000];
	int drawn, small, pressed, left, searched;
};

static void plant_draw(struct canvas *c, struct rect area, const struct frame *f, struct screen *s,
		       void *state)
{
	struct plant_state *p = state;

	(void)f, (void)s;
	p->drawn++;
	canvas_printf(c, area.x, area.y, STYLE_NORMAL, "pressed %d", p->pressed);
}

static void plant_draw_small(struct canvas *c, struct rect area, const struct frame *f,
			     struct screen *s, void *state)
{
	struct plant_state *p = state;

	(void)c, (void)area, (void)f, (void)s;
	p->small++;
}

static bool plant_key(void *state, struct screen *s, const struct frame *f, int key,
		      struct intent *out)
{
	struct plant_state *p = state;

	(void)s, (void)f, (void)out;
	p->pressed += key == 'K' || key == PLANT_KEY + 1;
	return key == 'K' || key == PLANT_KEY + 1;
}

static bool plant_click(void *state, struct screen *s, const struct frame *f,
			const struct view_click *at, struct intent *out)
{
	(void)state, (void)s, (void)f;
	*out = (struct intent){ .kind = INTENT_KEY, .arg = at->twice ? 'c' : 'K' };
	return true;
}

static void plant_search(void *state, struct screen *s, const struct frame *f,
			 enum search_step step)
{
	struct plant_state *p = state;

	(void)s, (void)f;
	p->searched |= 1 << step;
}

static style_t plant_status(char *buf, size_t size, const struct frame *f, const struct screen *s,
			    int w)
{
	(void)f, (void)s;
	text_format(buf, size, "the plant has %d columns", w);
	return STYLE_DIM;
}

static void plant_leave(void *state)
{
	((struct plant_state *)state)->left++;
}

static const struct key_help plant_keys[] = {
	{ .key = 'K', .text = "count one more", .bar = "Count" },
	{ 0 },
};

static const struct key_help plant_jumps[] = {
	{ .key = PLANT_KEY, .text = "the plant", .bar = "Plant", .intent = INTENT_VIEW },
	{ .key = PLANT_KEY + 1, .text = "count one more from afar" },
	{ 0 },
};

static const struct view plant = {
	.name = "plant",
	.title = "Plant",
	.summary = "a view of a test",
	.state_size = sizeof(struct plant_state),
	.draw = plant_draw,
	.draw_small = plant_draw_small,
	.key = plant_key,
	.click = plant_click,
	.search = plant_search,
	.status = plant_status,
	.leave = plant_leave,
	.keys = plant_keys,
	.jumps = plant_jumps,
};

#define VIEW_plant VIEW_log

/* Taken before the one in the library is looked for. */
const struct view *const views[VIEWS] = {
	[VIEW_overview] = &view_overview,
	[VIEW_method] = &view_method,
	[VIEW_cpus] = &view_cpus,
	[VIEW_interrupts] = &view_interrupts,
	[VIEW_system] = &view_system,
	[VIEW_settings] = &view_settings,
	[VIEW_plant] = &plant,
	[VIEW_themes] = &view_themes,
};

static struct plant_state *planted(const struct stage *st)
{
	return st->s.state[VIEW_plant];
}

static void test_state_is_zero_and_apart(void **state)
{
	struct stage *st = *state;

	for (int v = 0; v < VIEWS; v++) {
		const unsigned char *p = st->s.state[v];

		assert_true((p != NULL) == (views[v]->state_size > 0));
		for (size_t i = 0; i < views[v]->state_size; i++)
			assert_int_equal(p[i], 0);
	}
}

static void test_plant(void **state)
{
	struct stage *st = *state;
	struct plant_state *p = planted(st);

	st->s.view = VIEW_HOME;
	stage_press(st, PLANT_KEY);
	assert_int_equal(st->s.view, VIEW_plant);
	assert_true(p->drawn > 0);
	for (int i = 0; i < 3; i++)
		stage_press(st, 'K');
	assert_true(stage_shows(st, "pressed 3"));
	assert_true(stage_shows(st, "the plant has 118 columns"));
	assert_true(stage_shows(st, "K Count"));
	/* its key again, Esc, and the key of another view: it is left each time */
	stage_press(st, PLANT_KEY);
	assert_int_equal(st->s.view, VIEW_HOME);
	stage_press(st, PLANT_KEY);
	stage_press(st, CT_ESC);
	stage_press(st, PLANT_KEY);
	stage_press(st, 'c');
	assert_int_equal(st->s.view, VIEW_cpus);
	assert_int_equal(p->left, 3);
	/* a key of its that works from everywhere */
	stage_press(st, PLANT_KEY + 1);
	assert_int_equal(st->s.view, VIEW_plant);
	assert_true(stage_shows(st, "pressed 4"));
	stage_press(st, '/');
	stage_press(st, 'x');
	stage_press(st, CT_ENTER);
	stage_press(st, 'n');
	stage_press(st, 'N');
	stage_press(st, '/');
	stage_press(st, CT_ESC);
	assert_int_equal(p->searched, (1 << (SEARCH_PREVIOUS + 1)) - 1);
	stage_press(st, '?');
	assert_true(stage_shows(st, "Keys of this view: Plant"));
	stage_press(st, 'x');
	assert_int_equal(canvas_resize(&st->c, 40, 10), 0);
	screen_draw(&st->c, st->f, &st->s);
	assert_true(p->small > 0);
}

/* What a view answers to a click may be a key: its own, or one that leads elsewhere. */
static void test_click_becomes_key(void **state)
{
	struct stage *st = *state;

	st->s.view = VIEW_plant;
	screen_click(&st->s, st->f, 120, 40, 5, 5, false, &st->out);
	assert_int_equal(planted(st)->pressed, 1);
	assert_int_equal(st->out.kind, INTENT_NONE);
	screen_click(&st->s, st->f, 120, 40, 5, 5, true, &st->out);
	assert_int_equal(st->s.view, VIEW_cpus);
}

static void test_switching_keeps_state(void **state)
{
	struct stage *st = *state;
	char *before, *after;

	for (int v = 0; v < VIEWS; v++) {
		if (v == VIEW_plant || v == VIEW_themes) /* these forget what they were left with */
			continue;
		st->s.view = (enum view_id)v;
		for (int i = 0; i < 3; i++)
			stage_press(st, CT_DOWN);
		before = stage_picture(st);
		for (int other = 0; other < VIEWS; other++) {
			screen_show(&st->s, (enum view_id)other);
			screen_draw(&st->c, st->f, &st->s);
		}
		screen_show(&st->s, (enum view_id)v);
		after = stage_picture(st);
		assert_string_equal(before, after);
		free(before);
		free(after);
	}
}

/* A key changes nothing in the state of a view that is not on the screen before or after it. */
static void test_keys_touch_one_state(void **state)
{
	struct stage *st = *state;
	unsigned char *copy[VIEWS];
	uint32_t r = 4711;

	for (int v = 0; v < VIEWS; v++)
		copy[v] = calloc(1, views[v]->state_size);
	for (int i = 0; i < 4000; i++) {
		enum view_id before = st->s.view;

		for (int v = 0; v < VIEWS; v++)
			memcpy(copy[v], st->s.state[v], views[v]->state_size);
		r = r * 1664525u + 1013904223u;
		stage_press(st, (r >> 16) % 3 ? (int)(' ' + (r >> 20) % 95)
					      : CT_UP + (int)((r >> 20) % 12));
		for (int v = 0; v < VIEWS; v++)
			if (v != (int)before && v != (int)st->s.view)
				assert_memory_equal(copy[v], st->s.state[v], views[v]->state_size);
	}
	for (int v = 0; v < VIEWS; v++)
		free(copy[v]);
}

static void test_two_screens(void **state)
{
	struct stage *st = *state;
	struct screen other;

	assert_int_equal(screen_init(&other), 0);
	st->s.view = VIEW_plant;
	stage_press(st, 'K');
	assert_int_equal(planted(st)->pressed, 1);
	assert_int_equal(((struct plant_state *)other.state[VIEW_plant])->pressed, 0);
	screen_free(&other);
	screen_free(&other); /* twice does no harm */
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, stage_setup, stage_teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_state_is_zero_and_apart), TEST(test_plant),
		TEST(test_click_becomes_key),	    TEST(test_switching_keeps_state),
		TEST(test_keys_touch_one_state),    TEST(test_two_screens),
	};

	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
