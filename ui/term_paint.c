// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_paint: styles as colour pairs and attributes, and the canvas on the screen.
 *
 * Invariant: colour pairs are made once a theme, the palette of the terminal is never changed; only
 * cells that differ from what was handed over last go to curses, and one doupdate() sends them.
 */
#include "term.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "term_state.h"

/*
 * Styles
 */

static attr_t curses_attr(unsigned attr)
{
	return (attr & LOOK_BOLD ? A_BOLD : 0) | (attr & LOOK_DIM ? A_DIM : 0) |
	       (attr & LOOK_REVERSE ? A_REVERSE : 0) | (attr & LOOK_UNDERLINE ? A_UNDERLINE : 0);
}

/* A colour as this terminal numbers it; @unset where it cannot show its own default. */
static int curses_color(struct color c, int unset)
{
	int v = term.depth == DEPTH_RGB ? c.rgb : term.depth == DEPTH_256 ? c.index256 : c.ansi;

	if (v < 0)
		return term.default_colors ? -1 : unset;
	/* direct colour descriptions keep 0..7 for the ANSI colours */
	return term.direct && v > 0 && v < 8 ? 8 : v;
}

/* Eight colours: the bright ones are bold, where that does not make text vanish. */
static void squeeze(int *fg, int *bg, attr_t *attr)
{
	if (*fg == 8 && !term.linux_console) {
		*fg = COLOR_WHITE; /* bold black is black on many terminals */
		*attr |= A_DIM;
	} else if (*fg >= 8) {
		*fg -= 8;
		*attr |= A_BOLD;
	}
	if (*bg >= 8)
		*bg -= 8;
	if (*fg == COLOR_BLACK && !(term.linux_console && *bg <= COLOR_BLACK))
		*attr &= ~A_BOLD; /* it would turn grey */
	if (*fg == *bg && *fg >= 0 && !(term.linux_console && *attr & A_BOLD))
		*fg = *bg == COLOR_BLACK || *bg == COLOR_BLUE || *bg == COLOR_RED ||
				      *bg == COLOR_MAGENTA
			      ? COLOR_WHITE
			      : COLOR_BLACK;
}

struct pair {
	int fg, bg;
};

/* The number of a colour pair, made when it is new. 0 (the terminal's own) when there are no more. */
static int use_pair(struct pair *pairs, int *n, int fg, int bg)
{
	if (fg == -1 && bg == -1)
		return 0;
	for (int i = 1; i <= *n; i++)
		if (pairs[i].fg == fg && pairs[i].bg == bg)
			return i;
	if (*n + 1 >= COLOR_PAIRS || init_extended_pair(*n + 1, fg, bg) == ERR)
		return 0;
	pairs[++*n] = (struct pair){ fg, bg };
	return *n;
}

void term_apply_theme(void)
{
	struct pair pairs[STYLES + 1];
	int n = 0;

	for (style_t s = 0; s < STYLES; s++) {
		const struct look *k = &term.theme.look[s];
		attr_t attr = curses_attr(term.depth == DEPTH_MONO ? k->mono_attr : k->attr);
		int fg, bg, pair = 0;

		if (term.depth != DEPTH_MONO) {
			fg = curses_color(k->fg, COLOR_WHITE);
			bg = curses_color(k->bg, COLOR_BLACK);
			if (COLORS < 16)
				squeeze(&fg, &bg, &attr);
			pair = use_pair(pairs, &n, fg, bg);
			attr &= ~(pair ? term.no_color_attr : 0);
		}
		setcchar(&term.style[s], L" ", attr, (short)pair, NULL);
	}
	wbkgrndset(stdscr, &term.style[STYLE_NORMAL]);
	term_repaint();
}

void term_theme(const struct theme *t)
{
	term.theme = *t;
	term.have_theme = true;
	if (term.started)
		term_apply_theme();
}

/*
 * Painting
 */

/* What is sent for a cell: never a control character, never of another width than the canvas thinks. */
static wchar_t glyph(uint32_t ch, bool wide)
{
	if (ch >= 32 && ch < 127 && !wide)
		return (wchar_t)ch;
	if (!ch)
		return L' ';
	if (!term.utf8 || ch < 160 || wcwidth((wchar_t)ch) != (wide ? 2 : 1))
		return L'?';
	return (wchar_t)ch;
}

static bool same(const struct cell *a, const struct cell *b)
{
	return a->ch == b->ch && a->style == b->style;
}

/* Hand columns @from..@to (exclusive) of a row to curses. */
static void put_cells(const struct cell *cell, int y, int from, int to, int width)
{
	int n = 0;

	for (int x = from; x < to; x++) {
		bool wide = x + 1 < width && !cell[x + 1].ch && cell[x].ch;
		cchar_t *c = &term.row[n++];

		*c = term.style[cell[x].style < STYLES ? cell[x].style : STYLE_NORMAL];
		c->chars[0] = glyph(cell[x].ch, wide);
		/* curses fills the second column of a wide character itself */
		if (wide && c->chars[0] != L'?')
			x++;
	}
	mvwadd_wchnstr(stdscr, y, from, term.row, n);
}

static void put_row(const struct canvas *c, int y, int width)
{
	const struct cell *now = &c->cell[y * c->width];
	const struct cell *old = &term.shown[y * term.width];
	int from = 0, to = width;

	while (from < to && same(&now[from], &old[from]))
		from++;
	while (to > from && same(&now[to - 1], &old[to - 1]))
		to--;
	if (from == to)
		return;
	while (from > 0 && (!now[from].ch || !old[from].ch))
		from--;
	while (to < width && (!now[to].ch || !old[to].ch))
		to++;
	put_cells(now, y, from, to, width);
}

/* Make room to remember @width x @height cells; a fresh memory equals no picture. */
static bool make_shown(int width, int height)
{
	size_t n = (size_t)width * (size_t)height;
	cchar_t *row;

	if (term.shown && term.width == width && term.height == height)
		return true;
	free(term.shown);
	term.shown = NULL;
	row = realloc(term.row, (size_t)width * sizeof(*row));
	if (!row)
		return false;
	term.row = row;
	term.shown = malloc(n * sizeof(*term.shown));
	if (!term.shown)
		return false;
	for (size_t i = 0; i < n; i++)
		term.shown[i] = (struct cell){ .ch = UINT32_MAX, .style = STYLES };
	term.width = width;
	term.height = height;
	werase(stdscr);
	return true;
}

static void place_cursor(const struct canvas *c, int width, int height)
{
	bool show = c->cursor_x >= 0 && c->cursor_x < width && c->cursor_y >= 0 &&
		    c->cursor_y < height;

	if (show)
		wmove(stdscr, c->cursor_y, c->cursor_x);
	leaveok(stdscr, !show);
	if (show != term.cursor)
		curs_set(show);
	term.cursor = show;
}

int term_paint(const struct canvas *c)
{
	struct pollfd p = { .fd = term.out, .events = POLLOUT };
	int width, height;

	if (!term.started || term.suspended)
		return 0;
	if (poll(&p, 1, 0) < 0 && errno != EINTR)
		return -EIO;
	if (p.revents & (POLLHUP | POLLERR | POLLNVAL))
		return -EIO;
	term.behind = !(p.revents & POLLOUT);
	if (term.behind)
		return 0;
	term_size(&width, &height);
	width = MIN(width, c->width);
	height = MIN(height, c->height);
	if (width <= 0 || height <= 0 || !make_shown(width, height))
		return 0;
	for (int y = 0; y < height; y++) {
		put_row(c, y, width);
		memcpy(&term.shown[y * width], &c->cell[y * c->width],
		       (size_t)width * sizeof(struct cell));
	}
	place_cursor(c, width, height);
	wnoutrefresh(stdscr);
	doupdate();
	return 0;
}

bool term_behind(void)
{
	return term.behind;
}
