/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * color: colour arithmetic: the palettes of terminals, nearest colours, lightness and contrast.
 *
 * Pure. Invariant: a 24-bit colour is 0xrrggbb in sRGB; every function is total over 0..0xffffff.
 */
#ifndef CTXTOP_COLOR_H
#define CTXTOP_COLOR_H

#include <stdint.h>

struct lab {
	double l, a, b;
};

/* The 24-bit colour of a palette index 0..255; 0..15 as xterm ships them (terminals differ there). */
int32_t color_palette(int index);
/* 24-bit to the nearest of the 256 palette (16..255), and of the 16 ANSI colours (by hue, then lightness). */
int color_to_256(int32_t rgb);
int color_to_ansi(int32_t rgb);
/* Relative luminance 0..1 and contrast ratio 1..21 (W3C, WCAG 2.1, "relative luminance", "contrast ratio"). */
double color_luminance(int32_t rgb);
double color_contrast(int32_t a, int32_t b);
/* CIE 1976 L*a*b*, white point D65 (CIE 15:2004, section 8.2.1), and back, cut to the gamut of sRGB. */
struct lab color_lab(int32_t rgb);
int32_t color_from_lab(struct lab c);
/* Colour difference CIE 1976: the distance in L*a*b*. */
double color_delta(int32_t a, int32_t b);
/* The colour @part (0..1) of the way from @a to @b in L*a*b*, so that lightness changes evenly. */
int32_t color_mix(int32_t a, int32_t b, double part);
/* @fg moved towards white or black (whichever lies farther from @bg) until the contrast is @ratio. */
int32_t color_legible(int32_t fg, int32_t bg, double ratio);
/* sRGB component 0..255 to linear light 0..1 and back (IEC 61966-2-1). */
double color_linear(int component);
int color_component(double linear);

#endif
