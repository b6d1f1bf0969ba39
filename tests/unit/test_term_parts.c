// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_parts: the pure parts of term: reports of the mouse, pens, differences of pictures, substitutes.
 *
 * No terminal is needed; what they do on one is test_term's.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "views/keys.h"
#include "draw/spark.h"
#include "term/term_keys.h"
#include "term/term_mouse.h"
#include "term/term_pens.h"
#include "term/term_pick.h"
#include "term/term_picture.h"

/*
 * Mouse
 */

static void test_double_clicks(void **state)
{
	struct mouse s = { .on = true };
	struct mouse_report r = { .button = 0, .x = 11, .y = 6 };
	int64_t t = NSEC_PER_SEC;
	struct term_mouse m;

	(void)state;
	assert_int_equal(mouse_key(&s, &r, t, &m), CT_MOUSE);
	assert_int_equal(m.x, 10);
	assert_int_equal(m.y, 5);
	assert_false(m.twice);
	mouse_key(&s, &r, t + 100 * NSEC_PER_MSEC, &m);
	assert_true(m.twice);
	mouse_key(&s, &r, t + 200 * NSEC_PER_MSEC, &m); /* the third starts anew */
	assert_false(m.twice);
	mouse_key(&s, &r, t + 700 * NSEC_PER_MSEC, &m); /* too late */
	assert_false(m.twice);
	r.x++;
	mouse_key(&s, &r, t + 800 * NSEC_PER_MSEC, &m); /* elsewhere */
	assert_false(m.twice);
	r.button = 64 | 4;
	assert_int_equal(mouse_key(&s, &r, t, NULL), CT_WHEEL_UP);
	r.button = 65;
	assert_int_equal(mouse_key(&s, &r, t, NULL), CT_WHEEL_DOWN);
	r.button = 2;
	assert_int_equal(mouse_key(&s, &r, t, NULL), -1);
	s.on = false;
	r.button = 0;
	assert_int_equal(mouse_key(&s, &r, t, NULL), -1);
}

/*
 * Pens
 */

static void test_eight_colors_hide_nothing(void **state)
{
	struct pen_caps caps = { .depth = DEPTH_16, .colors = 8, .pair_limit = 64 };
	struct theme t;
	struct pens p;

	(void)state;
	theme_builtin(&t);
	for (int fg = -1; fg < 16; fg++)
		for (int bg = -1; bg < 16; bg++) {
			t.look[STYLE_WARN].fg.ansi = (int16_t)fg;
			t.look[STYLE_WARN].bg.ansi = (int16_t)bg;
			pens_make(&p, &t, &caps);
			assert_in_range(p.pen[STYLE_WARN].pair, 1, p.pairs);
			assert_true(p.pair[p.pen[STYLE_WARN].pair].fg !=
				    p.pair[p.pen[STYLE_WARN].pair].bg);
			assert_in_range(p.pair[p.pen[STYLE_WARN].pair].fg, 0, 7);
			assert_in_range(p.pair[p.pen[STYLE_WARN].pair].bg, 0, 7);
		}
}

static void test_pairs_are_numbered_once(void **state)
{
	struct pen_caps caps = { .depth = DEPTH_256,
				 .colors = 256,
				 .pair_limit = 256,
				 .default_colors = true,
				 .no_color_attr = LOOK_BOLD };
	struct theme t;
	struct pens p;

	(void)state;
	theme_builtin(&t);
	pens_make(&p, &t, &caps);
	assert_in_range(p.pairs, 2, STYLES);
	for (int i = 1; i <= p.pairs; i++)
		for (int j = 1; j < i; j++)
			assert_false(p.pair[i].fg == p.pair[j].fg && p.pair[i].bg == p.pair[j].bg);
	for (style_t s = 0; s < STYLES; s++) {
		const struct pen *pen = &p.pen[s];

		assert_in_range(pen->pair, 0, p.pairs);
		assert_false(pen->pair && pen->attr & LOOK_BOLD);
		if (pen->pair)
			assert_int_equal(p.pair[pen->pair].bg,
					 t.look[s].bg.index256 < 0 ? -1 : t.look[s].bg.index256);
	}
	caps.pair_limit = 3;
	pens_make(&p, &t, &caps);
	assert_int_equal(p.pairs, 2);
	assert_int_equal(pens_no_color_attr(-1), 0);
	assert_int_equal(pens_no_color_attr(0x3f),
			 LOOK_UNDERLINE | LOOK_REVERSE | LOOK_DIM | LOOK_BOLD);
}

static void test_grounds(void **state)
{
	struct pen_caps caps = { .depth = DEPTH_256, .colors = 256, .pair_limit = 256 };
	struct theme t;
	struct pens p;

	(void)state;
	theme_builtin(&t);
	for (style_t s = 0; s < STYLES; s++)
		t.look[s] = (struct look){ .fg.index256 = (int16_t)(16 + s), .bg.index256 = 16 };
	t.look[STYLE_KEY].attr = LOOK_UNDERLINE;
	t.look[STYLE_DIM].attr = LOOK_DIM;
	t.look[STYLE_MARK].bg.index256 = 17;
	t.look[STYLE_SELECTED].attr = LOOK_REVERSE;
	pens_make(&p, &t, &caps);
	assert_int_equal(p.pen[STYLE_DIM].ground, p.pen[STYLE_NORMAL].ground);
	assert_int_equal(p.pen[STYLE_BRIGHT].ground, p.pen[STYLE_NORMAL].ground);
	assert_int_not_equal(p.pen[STYLE_KEY].ground, p.pen[STYLE_NORMAL].ground);
	assert_int_not_equal(p.pen[STYLE_MARK].ground, p.pen[STYLE_NORMAL].ground);
	assert_int_not_equal(p.pen[STYLE_SELECTED].ground, p.pen[STYLE_NORMAL].ground);
	assert_int_not_equal(p.pen[STYLE_SELECTED].ground, p.pen[STYLE_KEY].ground);
}

/*
 * Pictures
 */

static struct canvas canvas;
static struct picture picture;

/* The glyphs that row 0 takes, as text, '!' before each in STYLE_WARN. */
static const char *row(int *x)
{
	static char text[64];
	int n = picture_row(&picture, &canvas, 0, x), len = 0;

	for (int i = 0; i < n; i++) {
		if (picture.run[i].style == STYLE_WARN)
			text[len++] = '!';
		text[len++] = picture.run[i].ch < 127 ? (char)picture.run[i].ch : '#';
	}
	text[len] = '\0';
	return text;
}

static void test_pictures(void **state)
{
	int x = -1;

	(void)state;
	assert_non_null(setlocale(LC_ALL, "C.UTF-8"));
	assert_int_equal(canvas_resize(&canvas, 10, 1), 0);
	canvas.glyphs = &glyph_sets[GLYPH_BRAILLE];
	picture = (struct picture){ .utf8 = true };
	picture.ground[STYLE_KEY] = 1;
	assert_int_equal(picture_fit(&picture, 10, 1), 1);
	assert_int_equal(picture_fit(&picture, 10, 1), 0);
	canvas_put(&canvas, 0, 0, STYLE_NORMAL, "abc");
	assert_string_equal(row(&x), "abc       ");
	assert_int_equal(x, 0);
	assert_string_equal(row(&x), "");
	/* a wide character is sent whole, and goes whole */
	canvas_put(&canvas, 4, 0, STYLE_NORMAL, "\xe6\xbc\xa2");
	assert_string_equal(row(&x), "#");
	assert_int_equal(x, 4);
	canvas_put(&canvas, 5, 0, STYLE_NORMAL, "x");
	assert_string_equal(row(&x), " x");
	assert_int_equal(x, 4);
	/* only ASCII: two columns stay two columns */
	canvas_put(&canvas, 4, 0, STYLE_NORMAL, "\xe6\xbc\xa2");
	picture.utf8 = false;
	assert_string_equal(row(&x), "? ");
	/* blanks go along with what is before them, where they look the same */
	canvas_clear(&canvas);
	canvas_put(&canvas, 0, 0, STYLE_WARN, "ab");
	canvas_put(&canvas, 4, 0, STYLE_KEY, " ");
	canvas_put(&canvas, 6, 0, STYLE_NORMAL, "c");
	picture_forget(&picture);
	assert_int_equal(picture_fit(&picture, 10, 1), 1);
	assert_string_equal(row(&x), "!a!b! !   c   ");
	assert_int_equal(picture.run[4].style, STYLE_KEY);
	assert_int_equal(picture.run[5].style, STYLE_NORMAL);
	/* what is no character is never sent */
	canvas.cell[0].ch = 27;
	canvas.cell[1].ch = 0x9b;
	assert_string_equal(row(&x), "!?!?");
	picture_free(&picture);
	canvas_free(&canvas);
}

/*
 * Descriptions and keys
 */

static const char *known;

static enum usable knows(const char *name, int fd)
{
	(void)fd;
	return !strcmp(name, "dumb") ? NO_CURSOR : !strcmp(name, known) ? USABLE : UNKNOWN;
}

static int pick(const char *term, const char *only, struct term_caps *caps)
{
	struct err e = { 0 };
	int r;

	memset(caps, 0, sizeof(*caps));
	setenv("TERM", term, 1);
	unsetenv("COLORTERM");
	known = only;
	r = term_pick(caps, knows, 1, &e);
	assert_int_equal(!r, !e.text[0]);
	return r;
}

static void test_descriptions(void **state)
{
	struct term_caps caps;

	(void)state;
	assert_int_equal(pick("xterm", "xterm", &caps), 0);
	assert_string_equal(caps.name, "xterm");
	assert_string_equal(caps.note, "");
	assert_int_equal(pick("tmux-direct", "screen", &caps), 0);
	assert_string_equal(caps.name, "screen");
	assert_non_null(strstr(caps.note, "tmux-direct"));
	assert_int_equal(pick("dumb", "vt100", &caps), -ENOTTY);
	assert_int_equal(pick("xterm", "none", &caps), -ENODEV);
}

static void test_sequences_are_unambiguous(void **state)
{
	(void)state;
	for (const struct key_sequence *a = key_sequences; a->sequence; a++) {
		assert_in_range(a->key, KEY_BASE_ + 1, CT_F12);
		for (const struct key_sequence *b = key_sequences; b < a; b++)
			if (!strncmp(a->sequence, b->sequence,
				     MIN(strlen(a->sequence), strlen(b->sequence))))
				fail_msg("ESC %s and ESC %s", a->sequence + 1, b->sequence + 1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_double_clicks),
		cmocka_unit_test(test_eight_colors_hide_nothing),
		cmocka_unit_test(test_pairs_are_numbered_once),
		cmocka_unit_test(test_grounds),
		cmocka_unit_test(test_pictures),
		cmocka_unit_test(test_descriptions),
		cmocka_unit_test(test_sequences_are_unambiguous),
	};

	return cmocka_run_group_tests_name("term_parts", tests, NULL, NULL);
}
