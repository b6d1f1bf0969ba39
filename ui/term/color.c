// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * color: colour arithmetic.
 *
 * Invariant: pure functions; no table is written after start.
 */
#include "term/color.h"

#include <math.h>
#include <stdlib.h>

/* XTerm-col.ad of xterm; the terminal's user may have set others. */
static const int32_t ansi_rgb[16] = {
	0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
	0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
};

/* Levels of the 6 x 6 x 6 cube, indices 16..231. */
static const int cube_level[6] = { 0, 95, 135, 175, 215, 255 };

static int red(int32_t rgb)
{
	return rgb >> 16 & 0xff;
}

static int green(int32_t rgb)
{
	return rgb >> 8 & 0xff;
}

static int blue(int32_t rgb)
{
	return rgb & 0xff;
}

static int32_t rgb_of(int r, int g, int b)
{
	return r << 16 | g << 8 | b;
}

int32_t color_palette(int index)
{
	int v;

	if (index < 16)
		return ansi_rgb[index & 15];
	if (index >= 232) {
		v = 8 + 10 * (index - 232);
		return rgb_of(v, v, v);
	}
	v = index - 16;
	return rgb_of(cube_level[v / 36], cube_level[v / 6 % 6], cube_level[v % 6]);
}

static int cube_step(int component)
{
	int best = 0;

	for (int i = 1; i < 6; i++)
		if (abs(cube_level[i] - component) < abs(cube_level[best] - component))
			best = i;
	return best;
}

int color_to_256(int32_t rgb)
{
	int cube = 16 + 36 * cube_step(red(rgb)) + 6 * cube_step(green(rgb)) + cube_step(blue(rgb));
	int step = (int)lround((color_component(color_luminance(rgb)) - 8) / 10.0);
	int grey = 232 + (step < 0 ? 0 : step > 23 ? 23 : step);
	struct lab c = color_lab(rgb);
	double to_cube = color_delta(rgb, color_palette(cube));
	double to_grey = color_delta(rgb, color_palette(grey));

	/*
	 * The cube has nothing between black and 95: dark colours are better served by the grey
	 * ramp, which keeps their lightness; but a clear colour should not lose its hue.
	 */
	if (hypot(c.a, c.b) > 24)
		to_grey *= 1.5;
	return to_cube <= to_grey ? cube : grey;
}

static int nearest_lightness(double l, const int *index, int n)
{
	int best = index[0];
	double d, least = 1e9;

	for (int i = 0; i < n; i++) {
		d = fabs(color_lab(ansi_rgb[index[i]]).l - l);
		if (d < least) {
			least = d;
			best = index[i];
		}
	}
	return best;
}

int color_to_ansi(int32_t rgb)
{
	static const int greys[4] = { 0, 8, 7, 15 };
	static const int hues[6] = { 1, 3, 2, 6, 4, 5 }; /* every 60 degrees from red */
	int r = red(rgb), g = green(rgb), b = blue(rgb);
	int hi = r > g ? (r > b ? r : b) : (g > b ? g : b);
	int lo = r < g ? (r < b ? r : b) : (g < b ? g : b);
	double l = color_lab(rgb).l, d = hi - lo, hue;
	int pair[2];

	/* by distance alone, soft colours would all turn grey: without much saturation they do */
	if (l < 25)
		return 0;
	if (d < 0.25 * hi)
		return nearest_lightness(l, greys, 4);
	if (hi == r)
		hue = (g - b) / d;
	else if (hi == g)
		hue = 2 + (b - r) / d;
	else
		hue = 4 + (r - g) / d;
	pair[0] = hues[((int)lround(hue) + 6) % 6];
	pair[1] = pair[0] + 8;
	return nearest_lightness(l, pair, 2);
}

double color_linear(int component)
{
	double v = component / 255.0;

	return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

int color_component(double linear)
{
	double v = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055;

	if (!(v > 0))
		return 0;
	return v > 1 ? 255 : (int)lround(v * 255);
}

double color_luminance(int32_t rgb)
{
	return 0.2126 * color_linear(red(rgb)) + 0.7152 * color_linear(green(rgb)) +
	       0.0722 * color_linear(blue(rgb));
}

double color_contrast(int32_t a, int32_t b)
{
	double la = color_luminance(a) + 0.05, lb = color_luminance(b) + 0.05;

	return la > lb ? la / lb : lb / la;
}

/* D65, the white of sRGB: the row sums of the matrix below. */
static const double white[3] = { 0.95047, 1.0, 1.08883 };

static double lab_curve(double t)
{
	return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
}

static double lab_curve_back(double f)
{
	return f > 6.0 / 29 ? f * f * f : (116 * f - 16) * 27 / 24389;
}

struct lab color_lab(int32_t rgb)
{
	double r = color_linear(red(rgb)), g = color_linear(green(rgb)),
	       b = color_linear(blue(rgb));
	double x = lab_curve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / white[0]);
	double y = lab_curve((0.2126729 * r + 0.7151522 * g + 0.0721750 * b) / white[1]);
	double z = lab_curve((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / white[2]);

	return (struct lab){ 116 * y - 16, 500 * (x - y), 200 * (y - z) };
}

int32_t color_from_lab(struct lab c)
{
	double f = (c.l + 16) / 116;
	double x = lab_curve_back(f + c.a / 500) * white[0];
	double y = lab_curve_back(f) * white[1];
	double z = lab_curve_back(f - c.b / 200) * white[2];

	return rgb_of(color_component(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
		      color_component(-0.9692660 * x + 1.8760108 * y + 0.0415560 * z),
		      color_component(0.0556434 * x - 0.2040259 * y + 1.0572252 * z));
}

double color_delta(int32_t a, int32_t b)
{
	struct lab p = color_lab(a), q = color_lab(b);

	return sqrt((p.l - q.l) * (p.l - q.l) + (p.a - q.a) * (p.a - q.a) +
		    (p.b - q.b) * (p.b - q.b));
}

int32_t color_mix(int32_t a, int32_t b, double part)
{
	struct lab p = color_lab(a), q = color_lab(b);

	if (part <= 0)
		return a;
	if (part >= 1)
		return b;
	return color_from_lab((struct lab){ p.l + (q.l - p.l) * part, p.a + (q.a - p.a) * part,
					    p.b + (q.b - p.b) * part });
}

int32_t color_legible(int32_t fg, int32_t bg, double ratio)
{
	int32_t to = color_contrast(0xffffff, bg) >= color_contrast(0, bg) ? 0xffffff : 0;
	double lo = 0, hi = 1;

	if (color_contrast(fg, bg) >= ratio || ratio <= 1)
		return fg;
	if (color_contrast(to, bg) < ratio)
		return to;
	for (int i = 0; i < 12; i++) {
		double half = (lo + hi) / 2;

		if (color_contrast(color_mix(fg, to, half), bg) >= ratio)
			hi = half;
		else
			lo = half;
	}
	return color_mix(fg, to, hi);
}
