// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Fuzz the theme parser: whatever the text, a theme that was taken has every style within bounds at
 * every depth, nothing derived is unreadable, and an error has one printable line of words.
 */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "term/theme.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int ok)
{
	if (!ok)
		abort();
}

static void check_color(struct color c)
{
	must(c.rgb >= COLOR_DEFAULT && c.rgb <= 0xffffff);
	must(c.index256 >= COLOR_DEFAULT && c.index256 <= 255);
	must(c.ansi >= COLOR_DEFAULT && c.ansi <= 15);
}

static void check_theme(const struct theme *t)
{
	int32_t ground = theme_assumed_bg(t);

	for (style_t s = 0; s < STYLES; s++) {
		const struct look *k = &t->look[s];

		check_color(k->fg);
		check_color(k->bg);
		must(!(k->attr & ~15) && !(k->mono_attr & ~15));
		if (!t->named[s] && s != STYLE_NORMAL && s != STYLE_FRAME)
			must(color_contrast(theme_rgb(k->fg, DEPTH_RGB, ground ^ 0xffffff),
					    theme_rgb(k->bg, DEPTH_RGB, ground)) > 2.9);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	struct err e = { 0 };
	struct theme t;
	int r;

	if (!text)
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	r = theme_parse(&t, text, &e);
	if (!r) {
		check_theme(&t);
	} else {
		must(r == -EINVAL && e.code == EINVAL && e.text[0]);
		for (const char *p = e.text; *p; p++)
			must((unsigned char)*p >= 32 && *p != 127);
	}
	free(text);
	return 0;
}
