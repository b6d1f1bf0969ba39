// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * list: moving in and scrolling of lists.
 *
 * Invariant: positions are clamped on every way out, so that a list may shrink between two keys.
 */
#include "draw/list.h"

#include <string.h>

#include "base/base.h"
#include "term/key.h"

#define WHEEL_LINES 3

static int clamp(int x, int lo, int hi)
{
	return x < lo ? lo : MAX(MIN(x, hi), lo);
}

int list_top(int top, int n, int rows)
{
	return clamp(top, 0, MAX(n - MAX(rows, 1), 0));
}

int list_reveal(int top, int at, int n, int rows)
{
	rows = MAX(rows, 1);
	if (at < top)
		top = at;
	else if (at - top >= rows)
		top = at - rows + 1;
	return list_top(top, n, rows);
}

/* How far a key goes: lines, or to an end (beyond the list). False: it does not move. */
static bool key_step(int key, int n, int rows, int *step)
{
	const int page = MAX(rows - 1, 1), all = MAX(n, 1);

	switch (key) {
	case CT_UP:
		*step = -1;
		return true;
	case CT_DOWN:
		*step = 1;
		return true;
	case CT_PGUP:
		*step = -page;
		return true;
	case CT_PGDN:
		*step = page;
		return true;
	case CT_HOME:
	case 'g':
		*step = -all;
		return true;
	case CT_END:
	case 'G':
		*step = all;
		return true;
	case CT_WHEEL_UP:
		*step = -WHEEL_LINES;
		return true;
	case CT_WHEEL_DOWN:
		*step = WHEEL_LINES;
		return true;
	default:
		return false;
	}
}

bool list_move(int key, int n, int rows, int *at)
{
	int step;

	if (!key_step(key, n, rows, &step))
		return false;
	*at = clamp(clamp(*at, 0, n - 1) + step, 0, n - 1);
	return true;
}

bool list_scroll(int key, int n, int rows, int *top)
{
	int step;

	if (!key_step(key, n, rows, &step))
		return false;
	*top = list_top(list_top(*top, n, rows) + step, n, rows);
	return true;
}

void list_thumb(struct canvas *c, int x, int y, int rows, int top, int n)
{
	int size, at;

	if (n <= rows || rows < 2)
		return;
	size = clamp((int)((int64_t)rows * rows / n), 1, rows - 1);
	at = (int)((int64_t)list_top(top, n, rows) * (rows - size) / (n - rows));
	for (int i = 0; i < size; i++)
		canvas_char(c, x, y + at + i, STYLE_FRAME_FOCUS, c->glyphs->bar);
}

bool list_has_word(const char *text, const char *word)
{
	return strcasestr(text, word) != NULL;
}
