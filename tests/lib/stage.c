// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * stage: see stage.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "stage.h"
#include "picture.h"

void stage_screen(struct screen *s)
{
	static struct screen before;

	screen_free(&before);
	assert_int_equal(screen_init(s), 0);
	before = *s;
}

int stage_setup(void **state)
{
	const struct sample_spec spec = { .rounds = 50, .settings = true };
	struct stage *st = calloc(1, sizeof(*st));

	if (!st)
		return -1;
	st->f = sample_frame(&spec);
	st->c.glyphs = &glyph_sets[GLYPH_BRAILLE];
	if (screen_init(&st->s))
		return -1;
	st->s.view = VIEW_settings;
	*state = st;
	return canvas_resize(&st->c, 120, 40);
}

int stage_teardown(void **state)
{
	struct stage *st = *state;

	canvas_free(&st->c);
	screen_free(&st->s);
	sample_free(st->f);
	free(st);
	return 0;
}

char *stage_picture(struct stage *st)
{
	char *text;

	screen_draw(&st->c, st->f, &st->s);
	text = picture_text(&st->c);
	assert_non_null(text);
	return text;
}

bool stage_shows(struct stage *st, const char *word)
{
	char *text = stage_picture(st);
	bool found = strstr(text, word) != NULL;

	free(text);
	return found;
}

enum intent_kind stage_press(struct stage *st, int key)
{
	screen_draw(&st->c, st->f, &st->s);
	screen_key(&st->s, st->f, key, &st->out);
	screen_draw(&st->c, st->f, &st->s);
	return st->out.kind;
}
