// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * color: palettes, nearest colours, contrast and L*a*b* against published values.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "term/color.h"

static void near(double got, double want, double by)
{
	if (fabs(got - want) > by)
		fail_msg("%g is not %g +- %g", got, want, by);
}

static void test_palette_maps_to_itself(void **state)
{
	(void)state;
	for (int i = 16; i < 256; i++)
		assert_int_equal(color_palette(color_to_256(color_palette(i))), color_palette(i));
	for (int i = 0; i < 16; i++)
		assert_int_equal(color_to_ansi(color_palette(i)), i);
}

static void test_nearest_keeps_hue_and_lightness(void **state)
{
	(void)state;
	/* a dark ground stays dark and grey, it does not turn the cube's 00005f */
	assert_int_equal(color_to_256(0x11131a), 233);
	assert_int_equal(color_to_256(0x000000), 16);
	assert_int_equal(color_to_256(0xffffff), 231);
	assert_int_equal(color_to_256(0xffaf00), 214);
	/* soft colours keep their hue among 16 */
	assert_int_equal(color_to_ansi(0x56b4e9), 6);
	assert_int_equal(color_to_ansi(0xe69f00), 3);
	assert_int_equal(color_to_ansi(0x002b36), 0);
	assert_int_equal(color_to_ansi(0xfdf6e3), 15);
	for (int32_t v = 0; v < 256; v++) {
		int32_t grey = v * 0x010101;

		near(color_lab(color_palette(color_to_256(grey))).l, color_lab(grey).l, 3.2);
	}
}

static void test_contrast(void **state)
{
	(void)state;
	near(color_contrast(0xffffff, 0x000000), 21, 1e-9);
	near(color_contrast(0x123456, 0x123456), 1, 1e-9);
	/* the greys usually named as the limits of AA and AAA on white */
	near(color_contrast(0x767676, 0xffffff), 4.54, 0.005);
	near(color_contrast(0x595959, 0xffffff), 7.0, 0.01);
	near(color_contrast(0xffffff, 0x767676), color_contrast(0x767676, 0xffffff), 0);
}

static void test_lab(void **state)
{
	struct lab c;

	(void)state;
	/* sRGB's primaries under D65, as in the tables that go with IEC 61966-2-1 */
	c = color_lab(0xff0000);
	near(c.l, 53.24, 0.02);
	near(c.a, 80.09, 0.03);
	near(c.b, 67.20, 0.03);
	c = color_lab(0x0000ff);
	near(c.l, 32.30, 0.02);
	near(c.a, 79.19, 0.03);
	near(c.b, -107.86, 0.03);
	near(color_lab(0xffffff).l, 100, 0.001);
	near(color_delta(0x000000, 0xffffff), 100, 0.01);
	for (int32_t rgb = 0; rgb <= 0xffffff; rgb += 4099)
		assert_int_equal(color_from_lab(color_lab(rgb)), rgb);
}

static void test_mix_changes_lightness_evenly(void **state)
{
	double l0 = color_lab(0x2f7d8c).l, l1 = color_lab(0xfde74c).l;

	(void)state;
	for (int i = 0; i <= 10; i++)
		near(color_lab(color_mix(0x2f7d8c, 0xfde74c, i / 10.0)).l, l0 + (l1 - l0) * i / 10,
		     0.6);
	assert_int_equal(color_mix(1, 2, 0), 1);
	assert_int_equal(color_mix(1, 2, 1), 2);
}

static void test_legible(void **state)
{
	static const int32_t ground[] = {
		0x000000, 0xffffff, 0x11131a, 0x808080, 0x002b36, 0xfdf6e3
	};

	(void)state;
	for (size_t g = 0; g < sizeof(ground) / sizeof(ground[0]); g++) {
		for (int32_t fg = 0; fg <= 0xffffff; fg += 65521) {
			int32_t got = color_legible(fg, ground[g], 4.5);

			assert_true(color_contrast(got, ground[g]) >= 4.5);
			if (color_contrast(fg, ground[g]) >= 4.5)
				assert_int_equal(got, fg);
		}
		/* what cannot be reached comes as near as can be */
		assert_true(color_contrast(color_legible(0x777777, ground[g], 21), ground[g]) > 5);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_palette_maps_to_itself),
		cmocka_unit_test(test_nearest_keeps_hue_and_lightness),
		cmocka_unit_test(test_contrast),
		cmocka_unit_test(test_lab),
		cmocka_unit_test(test_mix_changes_lightness_evenly),
		cmocka_unit_test(test_legible),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
