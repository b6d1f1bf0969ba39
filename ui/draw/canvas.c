// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * canvas: a grid of cells with named styles that views draw on.
 *
 * Invariant: drawing outside the grid (or the clip) is cut off, never an error; a wide character
 * takes two cells and is never cut in half. The width of a character does not depend on the locale,
 * so that a picture is the same in a test, in a recording and on any terminal.
 */
#include "draw/canvas.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/text.h"

struct range {
	uint32_t first, last;
};

/* East Asian Wide and Fullwidth blocks, and emoji (Unicode Annex 11). */
static const struct range wide[] = {
	{ 0x1100, 0x115f },   { 0x2e80, 0x303e },   { 0x3041, 0x33ff },	  { 0x3400, 0x4dbf },
	{ 0x4e00, 0x9fff },   { 0xa000, 0xa4cf },   { 0xa960, 0xa97f },	  { 0xac00, 0xd7a3 },
	{ 0xf900, 0xfaff },   { 0xfe30, 0xfe6f },   { 0xff00, 0xff60 },	  { 0xffe0, 0xffe6 },
	{ 0x1f300, 0x1f64f }, { 0x1f680, 0x1f6ff }, { 0x1f900, 0x1f9ff }, { 0x20000, 0x3fffd },
};

/* Marks that stand on the character before them; a cell has no room for them. */
static const struct range combining[] = {
	{ 0x0300, 0x036f }, { 0x0483, 0x0489 },	  { 0x0591, 0x05bd }, { 0x064b, 0x065f },
	{ 0x0e34, 0x0e3a }, { 0x0e47, 0x0e4e },	  { 0x1ab0, 0x1aff }, { 0x1dc0, 0x1dff },
	{ 0x200b, 0x200f }, { 0x202a, 0x202e },	  { 0x2060, 0x2064 }, { 0x2066, 0x2069 },
	{ 0x20d0, 0x20ff }, { 0x3099, 0x309a },	  { 0xfe00, 0xfe0f }, { 0xfe20, 0xfe2f },
	{ 0xfeff, 0xfeff }, { 0xe0000, 0xe0fff },
};

static bool in_ranges(const struct range *r, size_t n, uint32_t ch)
{
	for (size_t i = 0; i < n; i++)
		if (ch >= r[i].first && ch <= r[i].last)
			return true;
	return false;
}

static int char_width(uint32_t ch)
{
	if (ch < 0x300)
		return 1;
	if (in_ranges(combining, ARRAY_SIZE(combining), ch))
		return 0;
	return in_ranges(wide, ARRAY_SIZE(wide), ch) ? 2 : 1;
}

/* What stands in for a character where the terminal shows ASCII only. */
static uint32_t plain(uint32_t ch)
{
	static const struct {
		uint32_t ch;
		char ascii;
	} table[] = {
		{ 0xb1, '~' },	 { 0xb5, 'u' },	  { 0xb7, '.' },    { 0xd7, 'x' },
		{ 0x2013, '-' }, { 0x2014, '-' }, { 0x2018, '\'' }, { 0x2019, '\'' },
		{ 0x201c, '"' }, { 0x201d, '"' }, { 0x2022, '*' },  { 0x2026, '.' },
		{ 0x2190, '<' }, { 0x2191, '^' }, { 0x2192, '>' },  { 0x2193, 'v' },
		{ 0x25b2, '^' }, { 0x25b6, '>' }, { 0x25b8, '>' },  { 0x25bc, 'v' },
	};

	for (size_t i = 0; i < ARRAY_SIZE(table); i++)
		if (table[i].ch == ch)
			return (unsigned char)table[i].ascii;
	return '?';
}

int canvas_resize(struct canvas *c, int width, int height)
{
	size_t need;

	width = MAX(width, 1);
	height = MAX(height, 1);
	need = (size_t)width * (size_t)height;
	if (need > c->size) {
		struct cell *cell = realloc(c->cell, need * sizeof(*cell));

		if (!cell)
			return -ENOMEM;
		c->cell = cell;
		c->size = need;
	}
	c->width = width;
	c->height = height;
	if (!c->glyphs)
		c->glyphs = &glyph_sets[GLYPH_ASCII];
	canvas_unclip(c);
	canvas_clear(c);
	return 0;
}

void canvas_free(struct canvas *c)
{
	free(c->cell);
	memset(c, 0, sizeof(*c));
}

void canvas_clear(struct canvas *c)
{
	for (size_t i = 0; i < (size_t)c->width * (size_t)c->height; i++)
		c->cell[i] = (struct cell){ .ch = ' ', .style = STYLE_NORMAL };
	c->cursor_x = c->cursor_y = -1;
}

void canvas_clip(struct canvas *c, struct rect r)
{
	c->x0 = MIN(MAX(r.x, 0), c->width);
	c->y0 = MIN(MAX(r.y, 0), c->height);
	c->x1 = MAX(MIN(r.x + r.w, c->width), c->x0);
	c->y1 = MAX(MIN(r.y + r.h, c->height), c->y0);
}

void canvas_unclip(struct canvas *c)
{
	c->x0 = c->y0 = 0;
	c->x1 = c->width;
	c->y1 = c->height;
}

static void set_cell(struct canvas *c, int x, int y, style_t style, uint32_t ch)
{
	struct cell *cell = &c->cell[(size_t)y * (size_t)c->width + (size_t)x];

	if (x < c->x0 || x >= c->x1 || y < c->y0 || y >= c->y1)
		return;
	/* overwriting one half of a wide character blanks the other */
	if (!cell->ch && x > 0 && ch)
		cell[-1].ch = ' ';
	if (x + 1 < c->width && !cell[1].ch && cell->ch)
		cell[1].ch = ' ';
	cell->ch = ch;
	cell->style = style;
}

/* Draws @ch, returns the columns it takes, drawn or cut. */
static int put_char(struct canvas *c, int x, int y, style_t style, uint32_t ch)
{
	int w;

	if (!c->glyphs->utf8 && ch >= 0x80)
		ch = plain(ch);
	w = char_width(ch);
	if (!w || y < c->y0 || y >= c->y1 || x >= c->x1 || x + w <= c->x0)
		return w;
	if (w == 1) {
		set_cell(c, x, y, style, ch);
	} else if (x < c->x0) {
		set_cell(c, x + 1, y, style, ' ');
	} else if (x + 1 >= c->x1) {
		set_cell(c, x, y, style, ' ');
	} else {
		set_cell(c, x, y, style, ' ');
		set_cell(c, x + 1, y, style, ' ');
		c->cell[(size_t)y * (size_t)c->width + (size_t)x].ch = ch;
		c->cell[(size_t)y * (size_t)c->width + (size_t)x + 1].ch = 0;
	}
	return w;
}

int canvas_put(struct canvas *c, int x, int y, style_t style, const char *utf8)
{
	while (*utf8)
		x += put_char(c, x, y, style, text_next(&utf8));
	return x;
}

int canvas_field(struct canvas *c, int x, int y, int w, style_t style, const char *utf8)
{
	int width = abs(w), end = x + width;

	if (w < 0)
		for (int pad = width - text_width(utf8); pad > 0; pad--)
			put_char(c, x++, y, style, ' ');
	while (*utf8) {
		uint32_t ch = text_next(&utf8);

		if (x + char_width(ch) > end)
			break;
		x += put_char(c, x, y, style, ch);
	}
	while (x < end)
		put_char(c, x++, y, style, ' ');
	return end;
}

int canvas_printf(struct canvas *c, int x, int y, style_t style, const char *fmt, ...)
{
	char buf[512];
	va_list ap;

	va_start(ap, fmt);
	text_vformat(buf, sizeof(buf), fmt, ap);
	va_end(ap);
	return canvas_put(c, x, y, style, buf);
}

void canvas_char(struct canvas *c, int x, int y, style_t style, uint32_t ch)
{
	put_char(c, x, y, style, ch ? ch : ' ');
}

void canvas_fill(struct canvas *c, struct rect r, style_t style, uint32_t ch)
{
	int x0 = MAX(r.x, c->x0), x1 = MIN(r.x + r.w, c->x1);
	int y0 = MAX(r.y, c->y0), y1 = MIN(r.y + r.h, c->y1);

	if (char_width(ch) != 1)
		ch = ' ';
	for (int y = y0; y < y1; y++)
		for (int x = x0; x < x1; x++)
			put_char(c, x, y, style, ch);
}

void canvas_restyle(struct canvas *c, struct rect r, style_t style)
{
	int x0 = MAX(r.x, c->x0), x1 = MIN(r.x + r.w, c->x1);
	int y0 = MAX(r.y, c->y0), y1 = MIN(r.y + r.h, c->y1);

	for (int y = y0; y < y1; y++)
		for (int x = x0; x < x1; x++)
			c->cell[(size_t)y * (size_t)c->width + (size_t)x].style = style;
}

int canvas_keys(struct canvas *c, int x, int y, style_t style, const char *text)
{
	while (*text) {
		style_t st = style;

		if (*text == '&' && text[1]) {
			text++;
			if (*text != '&')
				st = STYLE_KEY;
		}
		x += put_char(c, x, y, st, text_next(&text));
	}
	return x;
}

/* Columns of text in which '&' lights the next character. */
static int keys_width(const char *text)
{
	int w = 0;

	while (*text) {
		if (*text == '&' && text[1])
			text++;
		w += char_width(text_next(&text));
	}
	return w;
}

void canvas_box(struct canvas *c, struct rect r, style_t style, const char *title)
{
	const struct glyphs *g = c->glyphs;
	int right = r.x + r.w - 1, bottom = r.y + r.h - 1;

	if (r.w < 2 || r.h < 2)
		return;
	for (int x = r.x + 1; x < right; x++) {
		put_char(c, x, r.y, style, g->h);
		put_char(c, x, bottom, style, g->h);
	}
	for (int y = r.y + 1; y < bottom; y++) {
		put_char(c, r.x, y, style, g->v);
		put_char(c, right, y, style, g->v);
	}
	put_char(c, r.x, r.y, style, g->tl);
	put_char(c, right, r.y, style, g->tr);
	put_char(c, r.x, bottom, style, g->bl);
	put_char(c, right, bottom, style, g->br);
	if (title && *title && keys_width(title) + 4 <= r.w)
		canvas_keys(c, r.x + 2, r.y, STYLE_TITLE, title);
}

int text_width(const char *utf8)
{
	int w = 0;

	while (*utf8)
		w += char_width(text_next(&utf8));
	return w;
}
