// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term: the terminal, through ncurses: descriptions, start, end, size. Painting and keys are in
 * term_paint.c and term_keys.c.
 *
 * Invariant: whatever was changed on the terminal is undone in the reverse order: mouse off before
 * echo on, then the old screen. What can go wrong is found out before anything is written.
 */
#include "term.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "term_pick.h"
#include "term_rescue.h"
#include "term_state.h"

#include <term.h> /* terminfo's; after curses.h */

#define ESC_DELAY_MS 25
#define MOUSE_ON     "\033[?1000h\033[?1006h"
#define MOUSE_OFF    "\033[?1006l\033[?1000l"

struct term_state term;

/*
 * Terminal descriptions
 */

enum usable { UNKNOWN, NO_CURSOR, USABLE };

static enum usable try_description(const char *name, int fd)
{
	enum usable u = UNKNOWN;
	const char *cup;
	int found = 0;

	if (setupterm(name, fd, &found) == OK) {
		cup = tigetstr("cup");
		u = cup && cup != (char *)-1 && tigetflag("hc") <= 0 ? USABLE : NO_CURSOR;
		del_curterm(cur_term);
	}
	return u;
}

/* Find a description that works into caps->name. */
static int pick_description(struct term_caps *caps, int fd, struct err *e)
{
	const char *name = getenv("TERM");
	const char *const *other = term_substitutes(name, getenv("COLORTERM"));
	bool set = name && *name;
	enum usable u = set ? try_description(name, fd) : UNKNOWN;

	if (u == NO_CURSOR)
		return err_set(
			e, ENOTTY,
			"TERM=%.40s cannot move the cursor; use 'ctxtop run' there, or set TERM to "
			"what this terminal is",
			name);
	if (u == USABLE) {
		text_copy(caps->name, sizeof(caps->name), name);
		return 0;
	}
	for (; *other; other++) {
		if (try_description(*other, fd) != USABLE)
			continue;
		text_copy(caps->name, sizeof(caps->name), *other);
		text_format(caps->note, sizeof(caps->note), "TERM%s%.40s is unknown here, using %s",
			    set ? "=" : " ", set ? name : "(unset)", *other);
		return 0;
	}
	return err_set(e, ENODEV,
		       "TERM=%.40s is unknown and no terminal description was found; install "
		       "ncurses-base or ncurses-term, or use 'ctxtop run'",
		       set ? name : "");
}

/*
 * Start and end
 */

static int open_ends(struct err *e)
{
	int fd;

	term.out = STDOUT_FILENO;
	term.in = STDIN_FILENO;
	term.tty = NULL;
	if (!isatty(term.out))
		return err_set(
			e, ENOTTY,
			"standard output is no terminal; use 'ctxtop run' to measure without one");
	if (isatty(term.in))
		return 0;
	fd = open("/dev/tty", O_RDWR | O_CLOEXEC);
	term.tty = fd < 0 ? NULL : fdopen(fd, "r+");
	if (!term.tty)
		return err_sys(e, ENODEV,
			       "standard input is no terminal and /dev/tty cannot be opened");
	term.in = fd;
	return 0;
}

static void close_ends(void)
{
	if (term.tty)
		fclose(term.tty);
	term.tty = NULL;
}

/* newterm() takes over signals that have their default action; they belong to the caller. */
static SCREEN *new_screen(const char *name)
{
	static const int taken[] = { SIGINT, SIGTERM, SIGTSTP, SIGWINCH };
	struct sigaction old[ARRAY_SIZE(taken)];
	SCREEN *s;

	for (size_t i = 0; i < ARRAY_SIZE(taken); i++)
		sigaction(taken[i], NULL, &old[i]);
	s = newterm(name, stdout, term.tty ? term.tty : stdin);
	for (size_t i = 0; i < ARRAY_SIZE(taken); i++)
		sigaction(taken[i], &old[i], NULL);
	return s;
}

/* Sequences by which other terminals, or other modes of this one, send the keys we know. */
static void more_keys(void)
{
	static const struct {
		const char *sequence;
		int key;
	} also[] = {
		{ "\033[A", KEY_UP },	   { "\033OA", KEY_UP },      { "\033[B", KEY_DOWN },
		{ "\033OB", KEY_DOWN },	   { "\033[C", KEY_RIGHT },   { "\033OC", KEY_RIGHT },
		{ "\033[D", KEY_LEFT },	   { "\033OD", KEY_LEFT },    { "\033[H", KEY_HOME },
		{ "\033OH", KEY_HOME },	   { "\033[1~", KEY_HOME },   { "\033[7~", KEY_HOME },
		{ "\033[F", KEY_END },	   { "\033OF", KEY_END },     { "\033[4~", KEY_END },
		{ "\033[8~", KEY_END },	   { "\033[3~", KEY_DC },     { "\033[5~", KEY_PPAGE },
		{ "\033[6~", KEY_NPAGE },  { "\033[Z", KEY_BTAB },    { "\033OP", KEY_F(1) },
		{ "\033OQ", KEY_F(2) },	   { "\033OR", KEY_F(3) },    { "\033OS", KEY_F(4) },
		{ "\033[11~", KEY_F(1) },  { "\033[12~", KEY_F(2) },  { "\033[13~", KEY_F(3) },
		{ "\033[14~", KEY_F(4) },  { "\033[15~", KEY_F(5) },  { "\033[17~", KEY_F(6) },
		{ "\033[18~", KEY_F(7) },  { "\033[19~", KEY_F(8) },  { "\033[20~", KEY_F(9) },
		{ "\033[21~", KEY_F(10) }, { "\033[23~", KEY_F(11) }, { "\033[24~", KEY_F(12) },
	};

	for (size_t i = 0; i < ARRAY_SIZE(also); i++)
		if (!key_defined(also[i].sequence))
			define_key(also[i].sequence, also[i].key);
	/* always: another program may have left the mouse on, and reports are no typing */
	define_key("\033[<", KEY_SGR_MOUSE);
	define_key("\033[M", KEY_X10_MOUSE);
}

static void start_colors(struct term_caps *caps, bool color)
{
	int no_color = tigetnum("ncv");

	term.depth = DEPTH_MONO;
	caps->colors = MAX(tigetnum("colors"), 0);
	if (color && caps->colors >= 8 && start_color() == OK) {
		term.default_colors = use_default_colors() == OK;
		term.direct = COLORS > 256;
		term.depth = COLORS > 256 ? DEPTH_RGB : COLORS == 256 ? DEPTH_256 : DEPTH_16;
	}
	/* terminfo's ncv: bit 1 underline, 2 reverse, 4 dim, 5 bold cannot be mixed with colours */
	term.no_color_attr = 0;
	if (no_color > 0)
		term.no_color_attr = (no_color & 1 << 1 ? A_UNDERLINE : 0) |
				     (no_color & 1 << 2 ? A_REVERSE : 0) |
				     (no_color & 1 << 4 ? A_DIM : 0) |
				     (no_color & 1 << 5 ? A_BOLD : 0);
	caps->depth = term.depth;
}

/*
 * Clicks and the wheel, reported in the SGR way (any width of screen). Not by mousemask(): curses
 * drops a click whose press and release arrive together, and needs SGR in the description.
 */
static void set_mouse(bool on)
{
	if (term.mouse && on)
		write_all(term.out, MOUSE_ON, strlen(MOUSE_ON));
	else if (term.mouse)
		write_all(term.out, MOUSE_OFF, strlen(MOUSE_OFF));
}

static const char *capability(const char *name)
{
	const char *s = tigetstr(name);

	return s == (char *)-1 ? NULL : s;
}

static void prepare_rescue(void)
{
	rescue_clear();
	if (term.mouse)
		rescue_add(MOUSE_OFF);
	rescue_add(capability("rmkx"));
	rescue_add(capability("sgr0"));
	rescue_add(capability("op"));
	rescue_add(capability("cnorm"));
	rescue_add(capability("rmcup") ? capability("rmcup") : "\r\n");
}

static void set_modes(void)
{
	raw(); /* also takes flow control off: Ctrl-S must not stop the picture */
	noecho();
	nonl();
	term.keys = newpad(1, 1);
	if (term.keys) {
		keypad(term.keys, TRUE);
		nodelay(term.keys, TRUE);
	}
	scrollok(stdscr, FALSE);
	if (!getenv("ESCDELAY"))
		set_escdelay(ESC_DELAY_MS);
	curs_set(0);
	more_keys();
}

int term_start(struct term_caps *caps, bool color, bool mouse, struct err *e)
{
	int r;

	memset(caps, 0, sizeof(*caps));
	if (term.started)
		return err_set(e, EBUSY, "the terminal is in use already");
	r = open_ends(e);
	if (!r)
		r = pick_description(caps, term.out, e);
	if (!r && rescue_save(term.out))
		r = err_sys(e, ENOTTY, "cannot read the terminal's settings");
	if (!r && !(term.screen = new_screen(caps->name)))
		r = err_set(e, ENODEV, "the terminal %.40s cannot be used; use 'ctxtop run'",
			    caps->name);
	if (r) {
		close_ends();
		return r;
	}
	term.linux_console = !strncmp(caps->name, "linux", 5);
	term.utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
	term.mouse = mouse && !term.linux_console && capability("kmous");
	caps->linux_console = term.linux_console;
	caps->utf8 = term.utf8;
	term.started = true;
	prepare_rescue();
	rescue_arm(true);
	/*
	 * Until curses has left and resumed the screen once it flushes at every movement of the
	 * cursor: the first picture would take some eighty writes. Before start_color(): with colours
	 * it would set the palette back, too, which may not be what a person has set it to.
	 */
	endwin();
	refresh();
	set_modes();
	start_colors(caps, color);
	set_mouse(true);
	if (!term.have_theme) {
		theme_builtin(&term.theme);
		term.have_theme = true;
	}
	term_apply_theme();
	return 0;
}

/* Reports that were under way when the mouse was switched off would be typed into the shell. */
static void swallow_mouse(void)
{
	struct pollfd p = { .fd = term.in, .events = POLLIN };
	char junk[256];

	if (!term.mouse || now_ns() - term.mouse_ns > NSEC_PER_SEC)
		return;
	for (int i = 0; i < 5; i++) {
		if (poll(&p, 1, 20) <= 0 || !(p.revents & POLLIN))
			return;
		if (read(term.in, junk, sizeof(junk)) <= 0)
			return;
	}
}

void term_restore(void)
{
	if (!term.started)
		return;
	if (!term.suspended) {
		set_mouse(false);
		swallow_mouse();
		endwin();
		rescue_settings();
		rescue_arm(false);
	}
	term.started = term.suspended = term.cursor = term.behind = false;
	if (term.keys)
		delwin(term.keys);
	term.keys = NULL;
	delscreen(term.screen);
	term.screen = NULL;
	close_ends();
	free(term.shown);
	free(term.row);
	term.shown = NULL;
	term.row = NULL;
	term.width = term.height = 0;
}

/* By the rescue's means: resuming after endwin() would set the palette back, as above. */
void term_suspend(void)
{
	if (!term.started || term.suspended)
		return;
	set_mouse(false);
	swallow_mouse();
	term_emergency();
	term.suspended = true;
}

void term_resume(void)
{
	int w, h;

	if (!term.started || !term.suspended)
		return;
	term.suspended = false;
	rescue_save(term.out); /* what the shell, or a person, has set meanwhile */
	rescue_arm(true);
	if (capability("smcup"))
		putp(capability("smcup"));
	fflush(stdout); /* putp() is stdio's, the rest of curses is not */
	reset_prog_mode();
	curs_set(1); /* the rescue showed it, unknown to curses */
	curs_set(0);
	term.cursor = false;
	set_mouse(true);
	term_resized(&w, &h);
}

/*
 * Size
 */

void term_size(int *width, int *height)
{
	getmaxyx(stdscr, *height, *width);
}

void term_repaint(void)
{
	if (!term.started)
		return;
	free(term.shown); /* nothing is known to stand on the screen any more */
	term.shown = NULL;
	clearok(curscr, TRUE);
}

void term_resized(int *width, int *height)
{
	struct winsize ws;

	if (!term.started)
		return;
	if (!ioctl(term.out, TIOCGWINSZ, &ws) && ws.ws_row && ws.ws_col &&
	    is_term_resized(ws.ws_row, ws.ws_col))
		resizeterm(ws.ws_row, ws.ws_col);
	term_repaint();
	term_size(width, height);
}
