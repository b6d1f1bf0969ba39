// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term: on pseudo-terminals of many kinds: what it leaves behind, how much it writes, what it reads.
 *
 * Each case runs in a child on its own pseudo-terminal. The child's findings come back in shared
 * memory; its write() is ours, so that calls and bytes are counted where they happen.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "draw/canvas.h"
#include "views/keys.h"
#include "draw/spark.h"
#include "term/term.h"
#include "../lib/tty.h"

/* What the child found out. */
struct findings {
	int start, width, height;
	struct term_caps caps;
	struct err err;
	bool raw, handlers_kept, no_echo_at_mouse_off, mouse_off_seen, restored_between;
	int first_writes, next_writes, next_bytes;
	int keys[32], nkeys;
	struct term_mouse mouse[32];
	int paint, behind_bytes;
	bool was_behind, ready;
};

static struct findings *found;
static volatile int writes, bytes;

ssize_t write(int fd, const void *buf, size_t len)
{
	struct termios t;

	if (fd == STDOUT_FILENO) {
		writes++;
		bytes += (int)len;
		if (found && memmem(buf, len, "1000l", 5)) {
			found->mouse_off_seen = true;
			found->no_echo_at_mouse_off = !tcgetattr(fd, &t) && !(t.c_lflag & ECHO);
		}
	}
	return syscall(SYS_write, fd, buf, len);
}

static void open_tty(int width, int height)
{
	memset(found, 0, sizeof(*found));
	tty_open(width, height);
}

static void run(const char *name, const char *locale, int width, int height, void (*body)(void))
{
	open_tty(width, height);
	tty_start(name, locale, body);
	tty_finish();
}

/*
 * Pictures
 */

static struct canvas canvas;

/* A dashboard's worth of change: sparklines that move on, figures that differ, a colour a row. */
static void draw(int width, int height, int frame)
{
	canvas_resize(&canvas, width, height);
	canvas.glyphs = &glyph_sets[GLYPH_BRAILLE];
	canvas_clear(&canvas);
	canvas_box(&canvas, (struct rect){ 0, 0, width, height }, STYLE_FRAME, "&methods loops/s");
	for (int y = 2; y < height - 1; y++) {
		style_t style = (style_t)(STYLE_METHOD + y % 12);

		canvas_printf(&canvas, 2, y, style, "method %d", y);
		if (y % 2)
			continue; /* half of the rows stand still, as in a round of methods */
		for (int x = 0; x < 40; x++)
			canvas_char(&canvas, 16 + x, y, style,
				    0x2800 + (uint32_t)((x + frame) * 7919 * y % 255));
		for (int x = 0; x < 6; x++)
			canvas_printf(&canvas, 60 + x * 12, y, STYLE_NORMAL, "%10d",
				      (frame * 7919 + x * 104729 + y * 1299709) % 1000000);
	}
	canvas_put(&canvas, 1, 1, STYLE_BRIGHT,
		   "ctxtop \xe2\x96\xb8 \xe6\xbc\xa2\xe5\xad\x97 \xc3\xa9");
}

static bool begin(bool color, bool mouse)
{
	found->start = term_start(&found->caps, color, mouse, &found->err);
	if (!found->start)
		term_size(&found->width, &found->height);
	return !found->start;
}

/* A picture is left out while the terminal takes nothing: wait until the last one is read. */
static void await_room(void)
{
	struct pollfd p = { .fd = STDOUT_FILENO, .events = POLLOUT };

	poll(&p, 1, -1);
}

static bool is_raw(void)
{
	struct termios t;

	return !tcgetattr(0, &t) && !(t.c_lflag & (ECHO | ICANON | ISIG)) && !(t.c_iflag & IXON);
}

static bool default_action(int sig)
{
	struct sigaction sa;

	return !sigaction(sig, NULL, &sa) && sa.sa_handler == SIG_DFL;
}

static void body_paint(void)
{
	if (!begin(true, true))
		return;
	found->raw = is_raw();
	found->handlers_kept = default_action(SIGINT) && default_action(SIGTERM) &&
			       default_action(SIGTSTP) && default_action(SIGWINCH);
	writes = 0;
	draw(found->width, found->height, 0);
	found->paint = term_paint(&canvas);
	found->first_writes = writes;
	for (int i = 1; i < 6; i++) {
		await_room();
		draw(found->width, found->height, i);
		writes = bytes = 0;
		if (term_paint(&canvas))
			found->paint = -1;
		found->next_writes = MAX(found->next_writes, writes);
		found->next_bytes = MAX(found->next_bytes, bytes);
	}
	term_restore();
	term_restore();
}

static void test_every_terminal(void **state)
{
	static const struct {
		const char *name, *used, *rmcup, *cnorm;
		enum depth depth;
	} kinds[] = {
		{ "xterm-256color", "xterm-256color", "\033[?1049l", "\033[?25h", DEPTH_256 },
		{ "xterm", "xterm", "\033[?1049l", "\033[?25h", DEPTH_16 },
		{ "linux", "linux", NULL, "\033[?25h", DEPTH_16 },
		{ "vt100", "vt100", NULL, NULL, DEPTH_MONO },
		{ "screen", "screen", "\033[?1049l", "\033[?25h", DEPTH_16 },
		{ "tmux-256color", "tmux-256color", "\033[?1049l", "\033[?25h", DEPTH_256 },
		{ "nonsense", "vt100", NULL, NULL, DEPTH_MONO },
		{ "xterm-nonsense", "xterm-256color", "\033[?1049l", "\033[?25h", DEPTH_256 },
		{ NULL, "vt100", NULL, NULL, DEPTH_MONO },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		run(kinds[i].name, "C.UTF-8", 120, 40, body_paint);
		if (found->start)
			fail_msg("%s: %s", kinds[i].name, found->err.text);
		assert_string_equal(found->caps.name, kinds[i].used);
		assert_int_equal(found->caps.note[0] != 0,
				 !kinds[i].name || strcmp(kinds[i].name, kinds[i].used));
		assert_int_equal(found->caps.depth, kinds[i].depth);
		assert_true(found->caps.utf8);
		assert_int_equal(found->width, 120);
		assert_int_equal(found->height, 40);
		assert_int_equal(found->paint, 0);
		assert_true(found->raw);
		assert_true(found->handlers_kept);
		if (kinds[i].rmcup)
			assert_true(last_at(kinds[i].rmcup) > last_at("method"));
		if (kinds[i].cnorm)
			assert_true(last_at(kinds[i].cnorm) > last_at("method"));
		/* pictures are for screens that can show them; none redefines the palette */
		assert_true(said("\xe6\xbc\xa2\xe5\xad\x97"));
		assert_false(said("\033]4;"));
		assert_false(said("\033]104"));
		assert_false(said("\033]P"));
		assert_false(said("\033]R"));
	}
}

static void test_dumb_is_refused(void **state)
{
	(void)state;
	run("dumb", "C.UTF-8", 80, 24, body_paint);
	assert_int_equal(found->start, -ENOTTY);
	assert_non_null(strstr(found->err.text, "ctxtop run"));
	assert_int_equal(tty.len, 0);
}

static void test_any_size(void **state)
{
	static const int sizes[][2] = { { 1, 1 },  { 2, 1 },   { 1, 5 },
					{ 20, 5 }, { 80, 24 }, { 500, 200 } };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		run("xterm-256color", "C.UTF-8", sizes[i][0], sizes[i][1], body_paint);
		assert_int_equal(found->start, 0);
		assert_int_equal(found->width, sizes[i][0]);
		assert_int_equal(found->height, sizes[i][1]);
		assert_int_equal(found->paint, 0);
	}
}

static void test_few_writes_and_bytes(void **state)
{
	(void)state;
	run("xterm-256color", "C.UTF-8", 160, 48, body_paint);
	assert_int_equal(found->paint, 0);
	print_message("160x48: first picture %d writes, next %d writes, %d bytes\n",
		      found->first_writes, found->next_writes, found->next_bytes);
	assert_in_range(found->first_writes, 1, 2);
	assert_in_range(found->next_writes, 1, 2);
	assert_in_range(found->next_bytes, 1, 6144); /* 23 rows that change all over */
}

/* One round of methods: a row changes all over, some figures elsewhere. */
static void body_typical(void)
{
	if (!begin(true, false))
		return;
	for (int i = 0; i < 6; i++) {
		draw(160, 48, 0);
		for (int y = 2; y < 14; y++)
			for (int x = 0; x < 6; x++)
				canvas_printf(&canvas, 60 + x * 12, y, STYLE_NORMAL, "%10d",
					      (i * 7919 + x * 104729 + y * 1299709) % 1000000);
		for (int x = 0; x < 40; x++)
			canvas_char(&canvas, 16 + x, 4 + i, STYLE_METHOD,
				    0x2800 + (uint32_t)((x + i) * 7919 % 255));
		for (int x = 0; x < 50; x++)
			canvas_char(&canvas, 2 + x, 40,
				    x < 20 + i ? STYLE_CPU_USER : STYLE_CPU_SYSTEM, '|');
		await_room();
		writes = bytes = 0;
		found->paint |= term_paint(&canvas);
		if (!i)
			continue;
		found->next_writes = MAX(found->next_writes, writes);
		found->next_bytes = MAX(found->next_bytes, bytes);
	}
	term_restore();
}

static void test_typical_change_is_small(void **state)
{
	(void)state;
	run("xterm-256color", "C.UTF-8", 160, 48, body_typical);
	print_message("160x48, typical change: %d writes, %d bytes\n", found->next_writes,
		      found->next_bytes);
	assert_int_equal(found->paint, 0);
	assert_in_range(found->next_writes, 1, 2);
	assert_in_range(found->next_bytes, 1, 4096);
}

static void body_same_again(void)
{
	if (!begin(true, false))
		return;
	draw(80, 24, 1);
	found->paint = term_paint(&canvas);
	await_room();
	writes = bytes = 0;
	draw(80, 24, 1);
	found->paint |= term_paint(&canvas);
	found->next_bytes = bytes;
	await_room();
	term_repaint();
	found->paint |= term_paint(&canvas);
	found->behind_bytes = bytes;
	term_restore();
}

static void test_no_change_writes_nothing(void **state)
{
	(void)state;
	run("xterm-256color", "C.UTF-8", 80, 24, body_same_again);
	assert_int_equal(found->paint, 0);
	assert_int_equal(found->next_bytes, 0);
	assert_true(found->behind_bytes > 1000); /* and a repaint sends all of it */
}

static void test_no_utf8_no_wide_bytes(void **state)
{
	(void)state;
	run("xterm-256color", "C", 120, 40, body_paint);
	assert_int_equal(found->start, 0);
	assert_false(found->caps.utf8);
	for (size_t i = 0; i < tty.len; i++)
		assert_true((unsigned char)tty.out[i] < 128);
	assert_true(said("ctxtop ?"));
}

static void body_no_color(void)
{
	if (!begin(false, false))
		return;
	draw(80, 24, 1);
	found->paint = term_paint(&canvas);
	term_restore();
}

/* Is there a sequence ESC [ ... m with one of the colours 30..49 in it? */
static bool colored(void)
{
	for (size_t i = 0; i + 1 < tty.len; i++) {
		const char *p = tty.out + i;
		bool color = false;

		if (p[0] != '\033' || p[1] != '[')
			continue;
		for (p += 2; strchr("0123456789;", *p) && *p; p++)
			color |= (p[-1] == '[' || p[-1] == ';') && (*p == '3' || *p == '4') &&
				 p[1] >= '0' && p[1] <= '9';
		if (color && *p == 'm')
			return true;
	}
	return false;
}

static void test_without_colors(void **state)
{
	(void)state;
	run("xterm-256color", "C.UTF-8", 80, 24, body_paint);
	assert_true(colored());
	run("xterm-256color", "C.UTF-8", 80, 24, body_no_color);
	assert_int_equal(found->caps.depth, DEPTH_MONO);
	assert_false(colored());
	assert_true(said("\033[1m") || said(";1m"));
	/* and no mouse was asked for */
	assert_false(said("1000h"));
}

static void test_mouse_goes_off_before_echo_goes_on(void **state)
{
	(void)state;
	run("xterm-256color", "C.UTF-8", 80, 24, body_paint);
	assert_true(said("1000h"));
	assert_true(found->mouse_off_seen);
	assert_true(found->no_echo_at_mouse_off);
	assert_true(last_at("1000l") > last_at("1000h"));
	assert_true(last_at("1000l") < last_at("\033[?1049l"));
}

static void body_emergency(void)
{
	if (!begin(true, true))
		return;
	draw(80, 24, 1);
	found->paint = term_paint(&canvas);
	writes = 0;
	term_emergency();
	found->next_writes = writes;
	term_emergency();
	_exit(writes == 1 ? 0 : 5);
}

static void test_emergency(void **state)
{
	static const char *const undone[] = { "\033[?1000l", "\033[?25h", "\033[?1049l" };

	(void)state;
	run("xterm-256color", "C.UTF-8", 80, 24, body_emergency);
	assert_int_equal(found->next_writes, 1);
	for (size_t i = 0; i < ARRAY_SIZE(undone); i++)
		assert_true(last_at(undone[i]) > last_at("method"));
	assert_true(last_at("1000l") < last_at("\033[?1049l"));
}

static void body_suspend(void)
{
	struct termios t;

	if (!begin(true, true))
		return;
	draw(80, 24, 1);
	found->paint = term_paint(&canvas);
	term_suspend();
	found->restored_between = !tcgetattr(0, &t) &&
				  (t.c_lflag & (ECHO | ICANON)) == (ECHO | ICANON);
	bytes = 0;
	found->paint |= term_paint(&canvas);
	found->restored_between &= bytes == 0;
	term_resume();
	found->raw = is_raw();
	await_room();
	found->paint |= term_paint(&canvas);
	found->next_bytes = bytes;
	term_restore();
}

static void test_suspend_and_resume(void **state)
{
	(void)state;
	run("xterm-256color", "C.UTF-8", 80, 24, body_suspend);
	assert_int_equal(found->paint, 0);
	assert_true(found->restored_between);
	assert_true(found->raw);
	assert_true(found->next_bytes > 1000); /* everything again */
	assert_int_equal(times("\033[?1049h"), times("\033[?1049l"));
	assert_int_equal(times("\033[?1000h"), 2);
	assert_in_range(times("\033[?1000l"), 2, 3); /* the rescue says it once more */
	assert_true(last_at("\033[?25l") > last_at("\033[?1049h"));
	assert_false(said("\033]104"));
}

static void body_resize(void)
{
	static const int sizes[][2] = { { 40, 10 }, { 1, 1 }, { 200, 60 },
					{ 80, 24 }, { 3, 2 }, { 100, 30 } };
	int w, h;

	if (!begin(true, true))
		return;
	for (int i = 0; i < 60; i++) {
		struct winsize ws = { .ws_col = (unsigned short)sizes[i % 6][0],
				      .ws_row = (unsigned short)sizes[i % 6][1] };

		ioctl(1, TIOCSWINSZ, &ws);
		term_resized(&w, &h);
		if (w != ws.ws_col || h != ws.ws_row)
			_exit(5);
		draw(w, h, i);
		found->paint |= term_paint(&canvas);
		/* a canvas that is still of the old size does no harm */
		draw(90, 27, i);
		found->paint |= term_paint(&canvas);
		if (term_key(NULL) != -1)
			_exit(6);
	}
	term_restore();
}

static void test_resize_storm(void **state)
{
	(void)state;
	signal(SIGWINCH, SIG_DFL);
	run("xterm-256color", "C.UTF-8", 80, 24, body_resize);
	assert_int_equal(found->paint, 0);
}

static void body_themes(void)
{
	static const char *const names[] = { "light", "tty16", "mono", "cividis", "default" };
	struct theme t;

	if (!begin(true, false))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (theme_load(&t, names[i], "themes", &found->err))
			_exit(5);
		term_theme(&t);
		draw(80, 24, (int)i);
		found->paint |= term_paint(&canvas);
	}
	term_restore();
}

static void test_themes_on_few_pairs(void **state)
{
	static const char *const kinds[] = { "xterm", "linux", "screen", "xterm-256color",
					     "vt100" };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		run(kinds[i], "C.UTF-8", 80, 24, body_themes);
		assert_int_equal(found->paint, 0);
		assert_false(said("\033]4;"));
	}
}

static void body_stalled(void)
{
	if (!begin(true, false))
		return;
	draw(80, 24, 1);
	found->paint = term_paint(&canvas);
	tcflow(1, TCOOFF);
	draw(80, 24, 2);
	bytes = 0;
	found->paint |= term_paint(&canvas);
	found->was_behind = term_behind();
	found->behind_bytes = bytes;
	tcflow(1, TCOON);
	await_room();
	found->paint |= term_paint(&canvas);
	found->next_bytes = bytes;
	if (term_behind())
		_exit(5);
	term_restore();
}

static void test_stalled_terminal_is_not_waited_for(void **state)
{
	(void)state;
	run("xterm-256color", "C.UTF-8", 80, 24, body_stalled);
	assert_int_equal(found->paint, 0);
	assert_true(found->was_behind);
	assert_int_equal(found->behind_bytes, 0);
	assert_true(found->next_bytes > 100);
}

/*
 * Keys
 */

/* Collect keys until 'Q'. */
static void body_keys(void)
{
	struct pollfd p;
	int key;

	if (!begin(true, true))
		return;
	found->ready = true;
	p = (struct pollfd){ .fd = term_fd(), .events = POLLIN };
	for (;;) {
		struct term_mouse *m = &found->mouse[found->nkeys];

		key = term_key(m);
		if (key < 0) {
			poll(&p, 1, -1);
			continue;
		}
		if (key == 'Q' || found->nkeys == 31)
			break;
		found->keys[found->nkeys++] = key;
	}
	term_restore();
}

static void type_into(const char *name, const char *text)
{
	open_tty(80, 24);
	tty_start(name, "C.UTF-8", body_keys);
	tty_drain(&found->ready);
	assert_int_equal(syscall(SYS_write, tty.master, text, strlen(text)), strlen(text));
	tty_finish();
}

static void test_keys(void **state)
{
	static const int want[] = {
		'a',	       0xe9,	      CT_UP,	     CT_DOWN,	   CT_HOME,
		CT_END,	       CT_PGUP,	      CT_F1,	     CT_F1 + 4,	   CT_F12,
		CT_BACKTAB,    CT_TAB,	      CT_ENTER,	     CT_BACKSPACE, CTRL_KEY('c'),
		CTRL_KEY('z'), CTRL_KEY('l'), CTRL_KEY('s'), CT_DELETE,
	};

	(void)state;
	type_into("xterm-256color",
		  "a\xc3\xa9\033OA\033[B\033[H\033[4~\033[5~\033OP\033[15~\033[24~"
		  "\033[Z\t\r\x7f\x03\x1a\x0c\x13\033[3~Q");
	assert_int_equal(found->nkeys, ARRAY_SIZE(want));
	for (size_t i = 0; i < ARRAY_SIZE(want); i++)
		assert_int_equal(found->keys[i], want[i]);
	/* a vt100 description knows few keys; what sits behind it sends more */
	type_into("vt100", "\033[5~\033[21~Q");
	assert_int_equal(found->nkeys, 2);
	assert_int_equal(found->keys[0], CT_PGUP);
	assert_int_equal(found->keys[1], CT_F1 + 9);
}

static void test_mouse(void **state)
{
	(void)state;
	type_into("xterm-256color", "\033[<0;11;6M\033[<0;11;6m\033[<0;11;6M\033[<0;11;6m"
				    "\033[<64;3;4M\033[<65;300;4MQ");
	assert_int_equal(found->nkeys, 4);
	assert_int_equal(found->keys[0], CT_MOUSE);
	assert_int_equal(found->mouse[0].x, 10);
	assert_int_equal(found->mouse[0].y, 5);
	assert_false(found->mouse[0].twice);
	assert_int_equal(found->keys[1], CT_MOUSE);
	assert_int_equal(found->keys[2], CT_WHEEL_UP);
	assert_int_equal(found->keys[3], CT_WHEEL_DOWN);
	assert_int_equal(found->mouse[3].x, 299);
	assert_true(found->mouse[1].twice);
	/* the old way; a click with the right button and a broken report are nothing */
	type_into("screen", "\033[M +&\033[M#+&\033[M\"+&\033[<0;1;xq\033[<2;1;1MQ");
	assert_int_equal(found->nkeys, 2);
	assert_int_equal(found->keys[0], CT_MOUSE);
	assert_int_equal(found->mouse[0].x, 10);
	assert_int_equal(found->mouse[0].y, 5);
	assert_int_equal(found->keys[1], 'q');
}

/* Wait for the end of the terminal. */
static void body_hangup(void)
{
	struct pollfd p;
	int key;

	signal(SIGHUP, SIG_IGN);
	if (!begin(true, true))
		return;
	draw(80, 24, 1);
	term_paint(&canvas);
	found->ready = true;
	p = (struct pollfd){ .fd = term_fd(), .events = POLLIN };
	while ((key = term_key(NULL)) == -1)
		poll(&p, 1, -1);
	found->keys[0] = key;
	draw(80, 24, 2);
	found->paint = term_paint(&canvas);
	term_restore();
}

static void test_hangup(void **state)
{
	(void)state;
	open_tty(80, 24);
	tty_start("xterm-256color", "C.UTF-8", body_hangup);
	tty_drain(&found->ready);
	close(tty.slave);
	close(tty.master);
	assert_int_equal(waitpid(tty.child, &tty.status, 0), tty.child);
	assert_true(WIFEXITED(tty.status) && !WEXITSTATUS(tty.status));
	assert_int_equal(found->keys[0], CT_EOF);
	assert_int_equal(found->paint, -EIO);
}

/* Standard input is /dev/null: keys come from the terminal all the same. */
static void body_no_stdin(void)
{
	int fd = open("/dev/null", O_RDONLY);

	dup2(fd, 0);
	close(fd);
	body_keys();
}

static void test_stdin_is_no_terminal(void **state)
{
	(void)state;
	open_tty(80, 24);
	tty_start("xterm-256color", "C.UTF-8", body_no_stdin);
	tty_drain(&found->ready);
	assert_int_equal(found->start, 0);
	assert_int_equal(syscall(SYS_write, tty.master, "\033[AQ", 4), 4);
	tty_finish();
	assert_int_equal(found->nkeys, 1);
	assert_int_equal(found->keys[0], CT_UP);
}

static void body_no_stdout(void)
{
	int fd = open("/dev/null", O_WRONLY);

	dup2(fd, 1);
	close(fd);
	begin(true, true);
}

static void test_stdout_is_no_terminal(void **state)
{
	(void)state;
	run("xterm-256color", "C.UTF-8", 80, 24, body_no_stdout);
	assert_int_equal(found->start, -ENOTTY);
	assert_non_null(strstr(found->err.text, "ctxtop run"));
	assert_int_equal(tty.len, 0);
}

static int share_findings(void **state)
{
	(void)state;
	found = mmap(NULL, sizeof(*found), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		     0);
	return found == MAP_FAILED ? -1 : 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_terminal),
		cmocka_unit_test(test_dumb_is_refused),
		cmocka_unit_test(test_any_size),
		cmocka_unit_test(test_few_writes_and_bytes),
		cmocka_unit_test(test_typical_change_is_small),
		cmocka_unit_test(test_no_change_writes_nothing),
		cmocka_unit_test(test_no_utf8_no_wide_bytes),
		cmocka_unit_test(test_without_colors),
		cmocka_unit_test(test_mouse_goes_off_before_echo_goes_on),
		cmocka_unit_test(test_emergency),
		cmocka_unit_test(test_suspend_and_resume),
		cmocka_unit_test(test_resize_storm),
		cmocka_unit_test(test_themes_on_few_pairs),
		cmocka_unit_test(test_stalled_terminal_is_not_waited_for),
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_mouse),
		cmocka_unit_test(test_hangup),
		cmocka_unit_test(test_stdin_is_no_terminal),
		cmocka_unit_test(test_stdout_is_no_terminal),
	};

	return cmocka_run_group_tests_name("term", tests, share_findings, NULL);
}
