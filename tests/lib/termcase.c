// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * termcase: see termcase.h.
 */
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <signal.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#include "base/base.h"
#include "termcase.h"

struct termcase *found;
volatile int termcase_writes, termcase_bytes;
struct canvas termcase_canvas;

ssize_t termcase_write(int fd, const void *buf, size_t len)
{
	struct termios t;

	if (fd == STDOUT_FILENO) {
		termcase_writes++;
		termcase_bytes += (int)len;
		if (found && memmem(buf, len, "1000l", 5)) {
			found->mouse_off_seen = true;
			found->no_echo_at_mouse_off = !tcgetattr(fd, &t) && !(t.c_lflag & ECHO);
		}
	}
	return syscall(SYS_write, fd, buf, len);
}

void termcase_open(int width, int height)
{
	memset(found, 0, sizeof(*found));
	tty_open(width, height);
}

void termcase_run(const char *name, const char *locale, int width, int height, void (*body)(void))
{
	termcase_open(width, height);
	tty_start(name, locale, body);
	tty_finish();
}

/* A dashboard's worth of change: sparklines that move on, figures that differ, a colour a row. */
void termcase_draw(int width, int height, int frame)
{
	canvas_resize(&termcase_canvas, width, height);
	termcase_canvas.glyphs = &glyph_sets[GLYPH_BRAILLE];
	canvas_clear(&termcase_canvas);
	canvas_box(&termcase_canvas, (struct rect){ 0, 0, width, height }, STYLE_FRAME,
		   "&methods loops/s");
	for (int y = 2; y < height - 1; y++) {
		style_t style = (style_t)(STYLE_METHOD + y % 12);

		canvas_printf(&termcase_canvas, 2, y, style, "method %d", y);
		if (y % 2)
			continue; /* half of the rows stand still, as in a round of methods */
		for (int x = 0; x < 40; x++)
			canvas_char(&termcase_canvas, 16 + x, y, style,
				    0x2800 + (uint32_t)((x + frame) * 7919 * y % 255));
		for (int x = 0; x < 6; x++)
			canvas_printf(&termcase_canvas, 60 + x * 12, y, STYLE_NORMAL, "%10d",
				      (frame * 7919 + x * 104729 + y * 1299709) % 1000000);
	}
	canvas_put(&termcase_canvas, 1, 1, STYLE_BRIGHT,
		   "ctxtop \xe2\x96\xb8 \xe6\xbc\xa2\xe5\xad\x97 \xc3\xa9");
}

bool termcase_begin(bool color, bool mouse)
{
	found->start = term_start(&found->caps, color, mouse, &found->err);
	if (!found->start)
		term_size(&found->width, &found->height);
	return !found->start;
}

void termcase_await_room(void)
{
	struct pollfd p = { .fd = STDOUT_FILENO, .events = POLLOUT };

	poll(&p, 1, -1);
}

bool termcase_is_raw(void)
{
	struct termios t;

	return !tcgetattr(0, &t) && !(t.c_lflag & (ECHO | ICANON | ISIG)) && !(t.c_iflag & IXON);
}

static const int termcase_signals[] = { SIGINT, SIGTERM, SIGTSTP, SIGWINCH };

/* What is done at each of these signals. */
static void termcase_actions(void (**handler)(int))
{
	struct sigaction sa;

	for (size_t i = 0; i < ARRAY_SIZE(termcase_signals); i++)
		handler[i] = sigaction(termcase_signals[i], NULL, &sa) ? SIG_ERR : sa.sa_handler;
}

void termcase_paint(void)
{
	void (*before[ARRAY_SIZE(termcase_signals)])(int);
	void (*after[ARRAY_SIZE(termcase_signals)])(int);

	termcase_actions(before);
	if (!termcase_begin(true, true))
		return;
	found->raw = termcase_is_raw();
	termcase_actions(after);
	found->handlers_kept = !memcmp(before, after, sizeof(before));
	termcase_writes = 0;
	termcase_draw(found->width, found->height, 0);
	found->paint = term_paint(&termcase_canvas);
	found->first_writes = termcase_writes;
	for (int i = 1; i < 6; i++) {
		termcase_await_room();
		termcase_draw(found->width, found->height, i);
		termcase_writes = termcase_bytes = 0;
		if (term_paint(&termcase_canvas))
			found->paint = -1;
		found->next_writes = MAX(found->next_writes, termcase_writes);
		found->next_bytes = MAX(found->next_bytes, termcase_bytes);
	}
	term_restore();
	term_restore();
}

int termcase_share(void **state)
{
	(void)state;
	found = tty_share(sizeof(*found));
	return 0;
}
