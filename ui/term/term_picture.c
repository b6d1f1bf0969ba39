// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_picture: find the part of a row that differs, turn cells into what can be sent.
 *
 * Invariant: a run begins and ends at whole characters, of the old picture and the new.
 */
#include "term/term_picture.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int picture_fit(struct picture *p, int width, int height)
{
	size_t n = (size_t)width * (size_t)height;

	if (p->shown && p->width == width && p->height == height)
		return 0;
	picture_free(p);
	p->shown = malloc(n * sizeof(*p->shown));
	p->run = malloc((size_t)width * sizeof(*p->run));
	if (!p->shown || !p->run) {
		picture_free(p);
		return -ENOMEM;
	}
	for (size_t i = 0; i < n; i++)
		p->shown[i] = (struct cell){ .ch = UINT32_MAX, .style = STYLES };
	p->width = width;
	p->height = height;
	return 1;
}

void picture_forget(struct picture *p)
{
	free(p->shown);
	p->shown = NULL;
}

void picture_free(struct picture *p)
{
	picture_forget(p);
	free(p->run);
	p->run = NULL;
	p->width = p->height = 0;
}

static uint32_t glyph(const struct picture *p, uint32_t ch, bool wide)
{
	if (ch >= 32 && ch < 127 && !wide)
		return ch;
	if (!ch)
		return ' ';
	if (!p->utf8 || ch < 160 || wcwidth((wchar_t)ch) != (wide ? 2 : 1))
		return '?';
	return ch;
}

static bool same(const struct cell *a, const struct cell *b)
{
	return a->ch == b->ch && a->style == b->style;
}

/* Columns @from..@to (exclusive) of a row as glyphs. */
static int make_run(struct picture *p, const struct cell *cell, int from, int to)
{
	int n = 0;

	for (int x = from; x < to; x++) {
		bool wide = x + 1 < p->width && !cell[x + 1].ch && cell[x].ch;
		uint32_t ch = glyph(p, cell[x].ch, wide);

		style_t style = cell[x].style < STYLES ? cell[x].style : STYLE_NORMAL;

		if (ch == ' ' && n && p->ground[style] == p->ground[p->run[n - 1].style])
			style = p->run[n - 1].style;
		p->run[n++] = (struct cell){ .ch = ch, .style = style };
		/* the terminal fills the second column of a wide character itself */
		if (wide && ch != '?')
			x++;
	}
	return n;
}

int picture_row(struct picture *p, const struct canvas *c, int y, int *x)
{
	const struct cell *now = &c->cell[y * c->width];
	struct cell *old = &p->shown[y * p->width];
	int from = 0, to = p->width, n;

	while (from < to && same(&now[from], &old[from]))
		from++;
	while (to > from && same(&now[to - 1], &old[to - 1]))
		to--;
	if (from == to)
		return 0;
	while (from > 0 && (!now[from].ch || !old[from].ch))
		from--;
	while (to < p->width && (!now[to].ch || !old[to].ch))
		to++;
	n = make_run(p, now, from, to);
	memcpy(old, now, (size_t)p->width * sizeof(*old));
	*x = from;
	return n;
}
