// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Every shipped theme: complete, small, legible, few colour pairs, safe for colour-blind eyes.
 * Run in the root of the source tree.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "term/theme.h"

#define MAX_PAIRS 60 /* terminals with 8 colours have 64 */
#define MAX_BYTES 2048

static struct theme themes[32];
static size_t nthemes;
static int failures;

/* Go on after a failure, so that one run names everything that is wrong with a theme. */
#define check(t, cond, ...)                             \
	do {                                            \
		if (!(cond)) {                          \
			print_error("%s: ", (t)->name); \
			print_error(__VA_ARGS__);       \
			print_error("\n");              \
			failures++;                     \
		}                                       \
	} while (0)

static int load_all(void **state)
{
	DIR *d = opendir("themes");
	struct dirent *de;
	struct err e;
	char path[300];

	(void)state;
	if (!d)
		return -1;
	while ((de = readdir(d)) && nthemes < ARRAY_SIZE(themes)) {
		if (!strstr(de->d_name, ".theme"))
			continue;
		snprintf(path, sizeof(path), "themes/%s", de->d_name);
		if (theme_load(&themes[nthemes], path, NULL, &e)) {
			print_error("%s\n", e.text);
			return -1;
		}
		nthemes++;
	}
	closedir(d);
	return nthemes >= 8 ? 0 : -1;
}

/* What kind of thing is drawn in a style decides how well it must be seen. */
static double least_contrast(style_t s)
{
	if (s == STYLE_FRAME)
		return 1.3;
	if (s == STYLE_FRAME_FOCUS || (s >= STYLE_CPU_USER && s <= STYLE_CPU_IOWAIT) ||
	    (s >= STYLE_IRQ && s <= STYLE_GRADIENT_END))
		return 3;
	return 4.5;
}

static double look_contrast(const struct theme *t, style_t s, enum depth depth)
{
	int32_t ground = theme_assumed_bg(t);

	return color_contrast(theme_rgb(t->look[s].fg, depth, ground ^ 0xffffff),
			      theme_rgb(t->look[s].bg, depth, ground));
}

static void test_small_and_complete(void **state)
{
	struct stat st;

	(void)state;
	failures = 0;
	for (size_t i = 0; i < nthemes; i++) {
		const struct theme *t = &themes[i];

		assert_int_equal(stat(t->path, &st), 0);
		check(t, st.st_size <= MAX_BYTES, "%ld bytes", (long)st.st_size);
		for (style_t s = 0; s < STYLES; s++)
			check(t, t->named[s], "style %d is not named", s);
	}
	assert_int_equal(failures, 0);
}

static void test_text_contrast(void **state)
{
	(void)state;
	failures = 0;
	for (size_t i = 0; i < nthemes; i++) {
		const struct theme *t = &themes[i];
		bool strong = !strcmp(t->name, "high-contrast");

		for (style_t s = 0; s < STYLES; s++) {
			double least = least_contrast(s);

			if (strong && least > 4)
				least = 7;
			for (enum depth d = DEPTH_256; d <= DEPTH_RGB; d++)
				check(t, look_contrast(t, s, d) >= least,
				      "style %d, depth %d: contrast %.2f < %.1f", s, d,
				      look_contrast(t, s, d), least);
			/* what the 16 colours look like is the terminal's: as xterm has them */
			if (s != STYLE_FRAME)
				check(t, look_contrast(t, s, DEPTH_16) >= 3,
				      "style %d, 16 colours: contrast %.2f", s,
				      look_contrast(t, s, DEPTH_16));
		}
	}
	assert_int_equal(failures, 0);
}

static int count_pairs(const struct theme *t, enum depth depth)
{
	int32_t seen[STYLES][2];
	int n = 0, k;

	for (style_t s = 0; s < STYLES; s++) {
		int32_t fg = theme_rgb(t->look[s].fg, depth, -1);
		int32_t bg = theme_rgb(t->look[s].bg, depth, -1);

		for (k = 0; k < n; k++)
			if (seen[k][0] == fg && seen[k][1] == bg)
				break;
		if (k == n) {
			seen[n][0] = fg;
			seen[n++][1] = bg;
		}
	}
	return n;
}

static void test_few_pairs(void **state)
{
	(void)state;
	failures = 0;
	for (size_t i = 0; i < nthemes; i++)
		for (enum depth d = DEPTH_16; d <= DEPTH_RGB; d++)
			check(&themes[i], count_pairs(&themes[i], d) <= MAX_PAIRS, "%d pairs",
			      count_pairs(&themes[i], d));
	assert_int_equal(failures, 0);
}

/*
 * What people without one kind of cone see: Machado, Oliveira, Fernandes, "A Physiologically-based
 * Model for Simulation of Color Vision Deficiency", IEEE TVCG 15(6), 2009, table 1, severity 1.0,
 * on linear light.
 */
static const struct vision {
	const char *name;
	double m[3][3];
} visions[] = {
	{ "normal", { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } },
	{ "protan",
	  { { 0.152286, 1.052583, -0.204868 },
	    { 0.114503, 0.786281, 0.099216 },
	    { -0.003882, -0.048116, 1.051998 } } },
	{ "deutan",
	  { { 0.367322, 0.860646, -0.227968 },
	    { 0.280085, 0.672501, 0.047413 },
	    { -0.011820, 0.042940, 0.968881 } } },
	{ "tritan",
	  { { 1.255528, -0.076749, -0.178779 },
	    { -0.078411, 0.930809, 0.147602 },
	    { 0.004733, 0.691367, 0.303900 } } },
};

static int32_t seen_as(const struct vision *v, int32_t rgb)
{
	double in[3] = { color_linear(rgb >> 16 & 255), color_linear(rgb >> 8 & 255),
			 color_linear(rgb & 255) };
	int32_t out = 0;

	for (int i = 0; i < 3; i++)
		out = out << 8 |
		      color_component(v->m[i][0] * in[0] + v->m[i][1] * in[1] + v->m[i][2] * in[2]);
	return out;
}

static void test_verdicts_differ_for_everybody(void **state)
{
	(void)state;
	failures = 0;
	for (size_t i = 0; i < nthemes; i++) {
		const struct theme *t = &themes[i];

		/* a theme without colours tells them apart by attributes */
		if (t->look[STYLE_BETTER].fg.rgb < 0) {
			check(t, t->look[STYLE_BETTER].attr != t->look[STYLE_WORSE].attr,
			      "better and worse look the same");
			continue;
		}
		for (enum depth d = DEPTH_16; d <= DEPTH_RGB; d++) {
			int32_t better = theme_rgb(t->look[STYLE_BETTER].fg, d, 0xffffff);
			int32_t worse = theme_rgb(t->look[STYLE_WORSE].fg, d, 0xffffff);

			for (size_t v = 0; v < ARRAY_SIZE(visions); v++) {
				double delta = color_delta(seen_as(&visions[v], better),
							   seen_as(&visions[v], worse));

				check(t, delta >= 20, "better/worse, %s, depth %d: delta E %.1f",
				      visions[v].name, d, delta);
			}
		}
		check(t, t->look[STYLE_BETTER].mono_attr != t->look[STYLE_WORSE].mono_attr,
		      "better and worse are the same without colours");
	}
	assert_int_equal(failures, 0);
}

/* More stands out more: lighter on dark ground, darker on light ground. */
static void test_gradient_is_monotonic(void **state)
{
	(void)state;
	failures = 0;
	for (size_t i = 0; i < nthemes; i++) {
		const struct theme *t = &themes[i];
		double sign = theme_assumed_bg(t) ? -1 : 1;

		if (t->look[STYLE_GRADIENT].fg.rgb < 0)
			continue;
		for (enum depth d = DEPTH_16; d <= DEPTH_RGB; d++) {
			for (style_t s = STYLE_GRADIENT; s < STYLE_GRADIENT_END; s++) {
				int32_t ground = theme_assumed_bg(t) ^ 0xffffff;
				double a = color_lab(theme_rgb(t->look[s].fg, d, ground)).l;
				double b = color_lab(theme_rgb(t->look[s + 1].fg, d, ground)).l;

				/* in 24 bits every step is seen; poorer palettes may repeat one */
				bool fine = d == DEPTH_RGB && t->look[s].fg.index256 >= 16;

				check(t, (b - a) * sign > (fine ? 0.5 : -0.01),
				      "gradient step %d, depth %d: lightness %.1f -> %.1f",
				      s - STYLE_GRADIENT, d, a, b);
			}
		}
		check(t, t->look[STYLE_GRADIENT].fg.ansi != t->look[STYLE_GRADIENT_END].fg.ansi,
		      "gradient is flat in 16 colours");
	}
	assert_int_equal(failures, 0);
}

/* Neighbouring methods in a theme with colours look different to everybody. */
static void test_first_methods_differ(void **state)
{
	(void)state;
	failures = 0;
	for (size_t i = 0; i < nthemes; i++) {
		const struct theme *t = &themes[i];

		if (strcmp(t->name, "default") && strcmp(t->name, "colorblind"))
			continue;
		for (size_t v = 0; v < ARRAY_SIZE(visions); v++)
			for (int a = 0; a < 6; a++)
				for (int b = 0; b < a; b++) {
					double delta = color_delta(
						seen_as(&visions[v],
							t->look[STYLE_METHOD + a].fg.rgb),
						seen_as(&visions[v],
							t->look[STYLE_METHOD + b].fg.rgb));

					check(t, delta >= 10, "methods %d %d, %s: delta E %.1f",
					      b + 1, a + 1, visions[v].name, delta);
				}
	}
	assert_int_equal(failures, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_small_and_complete),
		cmocka_unit_test(test_text_contrast),
		cmocka_unit_test(test_few_pairs),
		cmocka_unit_test(test_verdicts_differ_for_everybody),
		cmocka_unit_test(test_gradient_is_monotonic),
		cmocka_unit_test(test_first_methods_differ),
	};

	return cmocka_run_group_tests_name("themes", tests, load_all, NULL);
}
