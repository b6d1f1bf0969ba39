// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_paint: a canvas onto the screen.
 *
 * Invariant: one doupdate() a picture; no picture before the last one was shown, where the terminal tells.
 */
#include <errno.h>
#include <stdlib.h>

#include "term/term_int.h"
#include "term/term_rescue.h"

/* Make room for a picture of this size. */
static bool fit(int width, int height)
{
	int fresh = picture_fit(&term.picture, width, height);
	cchar_t *row;
	unsigned *rows;

	if (fresh <= 0)
		return !fresh;
	row = realloc(term.row, (size_t)width * sizeof(*row));
	if (row)
		term.row = row;
	rows = calloc(2 * (size_t)height, sizeof(*rows));
	if (!row || !rows) {
		free(rows);
		picture_forget(&term.picture);
		return false;
	}
	free(term.sent);
	term.sent = rows;
	term.tried = rows + height;
	werase(stdscr);
	return true;
}

static void put_run(int x, int y, const struct cell *run, int n)
{
	for (int i = 0; i < n; i++) {
		term.row[i] = term.style[run[i].style];
		term.row[i].chars[0] = (wchar_t)run[i].ch;
	}
	mvwadd_wchnstr(stdscr, y, x, term.row, n);
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

/* Bytes that a run takes on the line, about: the way there, colours, characters. */
static size_t run_bytes(const struct cell *run, int n)
{
	size_t bytes = 12;

	for (int i = 0; i < n; i++)
		bytes += run[i].ch < 0x80 ? 1 : run[i].ch < 0x800 ? 2 : 3;
	return bytes;
}

static size_t put_row(const struct canvas *c, int y)
{
	int x, n = picture_row(&term.picture, c, y, &x);

	if (!n)
		return 0;
	put_run(x, y, term.picture.run, n);
	term.sent[y] = term.paints;
	return run_bytes(term.picture.run, n);
}

/* Of the rows not tried in this picture the one that was sent longest ago, -1: none is left. */
static int oldest_row(int height)
{
	int oldest = -1;

	for (int y = 0; y < height; y++)
		if (term.tried[y] != term.paints &&
		    (oldest < 0 || term.sent[y] < term.sent[oldest]))
			oldest = y;
	return oldest;
}

/*
 * Put what has changed, no more than the line takes: first what was sent longest ago, so that what a key did
 * comes before figures that change all the time. Its bytes; @all is false where some rows were left.
 */
static size_t put_rows(const struct canvas *c, int height, bool *all)
{
	size_t most = pace_most(&term.pace), bytes = 0;
	int y;

	*all = true;
	term.paints++;
	if (!most) {
		for (y = 0; y < height; y++)
			bytes += put_row(c, y);
		return bytes;
	}
	while (bytes < most && (y = oldest_row(height)) >= 0) {
		term.tried[y] = term.paints;
		bytes += put_row(c, y);
	}
	*all = bytes < most;
	return bytes;
}

bool term_ready(void)
{
	return term.started && !term.suspended && line_state(&term.line) != LINE_BEHIND &&
	       pace_ready(&term.pace, now_ns());
}

void term_skip(void)
{
	meter_skip(&term.meter);
}

int term_paint(const struct canvas *c)
{
	enum line_state state;
	int width, height;
	size_t bytes;
	bool all;

	if (!term.started || term.suspended)
		return 0;
	state = line_state(&term.line);
	if (state == LINE_GONE)
		return -EIO;
	if (state == LINE_BEHIND || !pace_ready(&term.pace, now_ns())) {
		meter_skip(&term.meter);
		return 1;
	}
	term_size(&width, &height);
	width = MIN(width, c->width);
	height = MIN(height, c->height);
	if (width <= 0 || height <= 0 || !fit(width, height))
		return 0;
	bytes = put_rows(c, height, &all);
	place_cursor(c, width, height);
	meter_begin(&term.meter);
	wnoutrefresh(stdscr);
	doupdate();
	if (bytes && pace_sends(&term.pace, now_ns(), bytes)) {
		rescue_answers(true);
		line_say(&term.line, ASK_CURSOR);
	}
	meter_end(&term.meter, now_ns());
	return !all;
}

const struct term_traffic *term_traffic(void)
{
	return &term.meter.traffic;
}

void term_fps(unsigned fps)
{
	pace_fps(&term.pace, fps);
}
