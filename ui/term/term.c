// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term: speaks curses. What needs none of it is beside: the descriptors in term_line, the choice of a
 * description in term_pick, colours in term_pens, what to send in term_picture, the mouse in
 * term_mouse, what the terminal sends in term_reader and term_input, the way back from a signal handler in
 * term_rescue.
 *
 * Invariant: whatever was changed on the terminal is undone in the reverse order: mouse off before
 * echo on, then the old screen. What can go wrong is found out before anything is written. One
 * doupdate() a picture; keys are never waited for.
 */
#include "term/term.h"

#include <errno.h>
#include <langinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "term/key.h"
#include "term/term_line.h"
#include "term/term_meter.h"
#include "term/term_mouse.h"
#include "term/term_pens.h"
#include "term/term_pick.h"
#include "term/term_picture.h"
#include "term/term_reader.h"
#include "term/term_rescue.h"

#define key_name curses_key_name /* keys.h has one, too */
#include <curses.h>
#undef key_name
#include <term.h> /* terminfo's; after curses.h */

#define PASTE_ON \
	"\033[?2004h" /* what is pasted comes in brackets; who does not know it ignores it */
#define PASTE_OFF "\033[?2004l"

#define DISCARD_MOST 64 /* read()s, should somebody type without end */

static struct {
	bool started, suspended, cursor;
	struct term_line line;
	struct term_meter meter;
	struct mouse mouse;
	SCREEN *screen;
	struct reader reader;

	struct theme theme;
	bool have_theme;
	struct pen_caps pens;
	cchar_t style[STYLES]; /* a blank in each style */

	struct picture picture; /* what was handed to curses last */
	cchar_t *row;
} term;

/*
 * Terminal descriptions
 */

static const char *capability(const char *name)
{
	const char *s = tigetstr(name);

	return s == (char *)-1 ? NULL : s;
}

static enum usable try_description(const char *name, int fd)
{
	enum usable u = UNKNOWN;
	int found = 0;

	if (setupterm(name, fd, &found) == OK) {
		u = capability("cup") && tigetflag("hc") <= 0 ? USABLE : NO_CURSOR;
		del_curterm(cur_term);
	}
	return u;
}

/*
 * Styles
 */

static attr_t curses_attr(unsigned attr)
{
	return (attr & LOOK_BOLD ? A_BOLD : 0) | (attr & LOOK_DIM ? A_DIM : 0) |
	       (attr & LOOK_REVERSE ? A_REVERSE : 0) | (attr & LOOK_UNDERLINE ? A_UNDERLINE : 0);
}

/* Put term.theme into effect. Colour pairs are made once a theme. */
static void apply_theme(void)
{
	struct pens pens;
	int made = 0;

	pens_make(&pens, &term.theme, &term.pens);
	while (made < pens.pairs &&
	       init_extended_pair(made + 1, pens.pair[made + 1].fg, pens.pair[made + 1].bg) != ERR)
		made++;
	for (style_t s = 0; s < STYLES; s++) {
		const struct pen *p = &pens.pen[s];

		term.picture.ground[s] = p->ground;
		setcchar(&term.style[s], L" ", curses_attr(p->attr),
			 (short)(p->pair <= made ? p->pair : 0), NULL);
	}
	wbkgrndset(stdscr, &term.style[STYLE_NORMAL]);
	term_repaint();
}

void term_theme(const struct theme *t)
{
	term.theme = *t;
	term.have_theme = true;
	if (term.started)
		apply_theme();
}

static void start_colors(struct term_caps *caps, bool color)
{
	term.pens = (struct pen_caps){
		.depth = DEPTH_MONO,
		.linux_console = caps->linux_console,
		.no_color_attr = pens_no_color_attr(tigetnum("ncv")),
	};
	caps->colors = MAX(tigetnum("colors"), 0);
	if (color && caps->colors >= 8 && start_color() == OK) {
		term.pens.default_colors = use_default_colors() == OK;
		term.pens.direct = COLORS > 256;
		term.pens.depth = COLORS > 256 ? DEPTH_RGB : COLORS == 256 ? DEPTH_256 : DEPTH_16;
		term.pens.colors = COLORS;
		term.pens.pair_limit = COLOR_PAIRS;
	}
	caps->depth = term.pens.depth;
}

/*
 * Start and end
 */

/* newterm() takes over signals that have their default action; they belong to the caller. */
static SCREEN *new_screen(const char *name)
{
	static const int taken[] = { SIGINT, SIGTERM, SIGTSTP, SIGWINCH };
	struct sigaction old[ARRAY_SIZE(taken)];
	SCREEN *s;

	for (size_t i = 0; i < ARRAY_SIZE(taken); i++)
		sigaction(taken[i], NULL, &old[i]);
	s = newterm(name, stdout, line_keys(&term.line));
	for (size_t i = 0; i < ARRAY_SIZE(taken); i++)
		sigaction(taken[i], &old[i], NULL);
	return s;
}

/*
 * Keys as the description has them, beside the usual ones. The keypad stays in the mode in which it sends
 * digits: curses' own reading of keys, which needs the other one, takes sequences apart that it does not know.
 */
static void name_keys(void)
{
	static const struct {
		const char *capability;
		int key;
	} keys[] = {
		{ "kcuu1", CT_UP },	{ "kcud1", CT_DOWN },	{ "kcub1", CT_LEFT },
		{ "kcuf1", CT_RIGHT },	{ "kpp", CT_PGUP },	{ "knp", CT_PGDN },
		{ "khome", CT_HOME },	{ "kend", CT_END },	{ "kent", CT_ENTER },
		{ "kcbt", CT_BACKTAB }, { "kdch1", CT_DELETE }, { "kbs", CT_BACKSPACE },
		{ "ka1", CT_HOME },	{ "ka3", CT_PGUP },	{ "kc1", CT_END },
		{ "kc3", CT_PGDN },	{ "kfnd", CT_HOME },	{ "kslt", CT_END },
	};
	char name[8];

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		input_name(&term.reader.input, capability(keys[i].capability), keys[i].key);
	for (int i = 0; i < 12; i++) {
		text_format(name, sizeof(name), "kf%d", i + 1);
		input_name(&term.reader.input, capability(name), CT_F1 + i);
	}
}

static int64_t esc_delay(void)
{
	const char *ms = getenv("ESCDELAY");
	long v = ms ? strtol(ms, NULL, 10) : 0;

	return v > 0 ? MIN(v, 1000) * NSEC_PER_MSEC : INPUT_ESC_NS;
}

static void start_keys(bool utf8)
{
	reader_init(&term.reader, &term.line, utf8);
	term.reader.input.esc_ns = esc_delay();
	name_keys();
}

static void prepare_rescue(void)
{
	rescue_clear();
	if (term.mouse.on)
		rescue_add(MOUSE_OFF);
	rescue_add(PASTE_OFF);
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
	typeahead(-1); /* keys are ours: no picture is broken off because of one */
	scrollok(stdscr, FALSE);
	curs_set(0);
}

static void reports_on(void)
{
	line_say(&term.line, PASTE_ON);
	if (term.mouse.on)
		line_say(&term.line, MOUSE_ON);
}

/* Reports that are under way when they are switched off would be typed into the shell. */
static void reports_off(void)
{
	if (term.mouse.on)
		line_say(&term.line, MOUSE_OFF);
	line_say(&term.line, PASTE_OFF);
	if (mouse_recent(&term.mouse, now_ns()))
		line_swallow(&term.line);
}

int term_start(struct term_caps *caps, bool color, bool mouse, struct err *e)
{
	int r;

	memset(caps, 0, sizeof(*caps));
	if (term.started)
		return err_set(e, EBUSY, "the terminal is in use already");
	r = line_open(&term.line, e);
	if (!r)
		r = term_pick(caps, try_description, term.line.out, e);
	if (!r && rescue_save(term.line.out))
		r = err_sys(e, ENOTTY, "cannot read the terminal's settings");
	if (!r && !(term.screen = new_screen(caps->name)))
		r = err_set(e, ENODEV, "the terminal %.40s cannot be used; use 'ctxtop run'",
			    caps->name);
	if (r) {
		line_close(&term.line);
		return r;
	}
	caps->linux_console = !strncmp(caps->name, "linux", 5);
	caps->utf8 = term.picture.utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
	term.mouse.on = mouse && !caps->linux_console && capability("kmous");
	term.started = true;
	meter_open(&term.meter, now_ns());
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
	start_keys(caps->utf8);
	start_colors(caps, color);
	reports_on();
	if (!term.have_theme) {
		theme_builtin(&term.theme);
		term.have_theme = true;
	}
	apply_theme();
	return 0;
}

void term_restore(void)
{
	if (!term.started)
		return;
	if (!term.suspended) {
		reports_off();
		endwin();
		rescue_settings();
		rescue_arm(false);
	}
	term.started = term.suspended = term.cursor = false;
	meter_close(&term.meter);
	delscreen(term.screen);
	term.screen = NULL;
	line_close(&term.line);
	picture_free(&term.picture);
	free(term.row);
	term.row = NULL;
}

/* By the rescue's means: resuming after endwin() would set the palette back, as above. */
void term_suspend(void)
{
	if (!term.started || term.suspended)
		return;
	reports_off();
	term_emergency();
	term.suspended = true;
}

void term_resume(void)
{
	int w, h;

	if (!term.started || !term.suspended)
		return;
	term.suspended = false;
	rescue_save(term.line.out); /* what the shell, or a person, has set meanwhile */
	rescue_arm(true);
	if (capability("smcup"))
		putp(capability("smcup"));
	fflush(stdout); /* putp() is stdio's, the rest of curses is not */
	reset_prog_mode();
	curs_set(1); /* the rescue showed it, unknown to curses */
	curs_set(0);
	term.cursor = false;
	reports_on();
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
	picture_forget(&term.picture);
	clearok(curscr, TRUE);
}

void term_resized(int *width, int *height)
{
	int w, h;

	if (!term.started)
		return;
	if (line_size(&term.line, &w, &h) && is_term_resized(h, w))
		resizeterm(h, w);
	term_repaint();
	term_size(width, height);
}

/*
 * Painting
 */

/* Make room for a picture of this size. */
static bool fit(int width, int height)
{
	int fresh = picture_fit(&term.picture, width, height);
	cchar_t *row;

	if (fresh <= 0)
		return !fresh;
	row = realloc(term.row, (size_t)width * sizeof(*row));
	if (!row) {
		picture_forget(&term.picture);
		return false;
	}
	term.row = row;
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

int term_paint(const struct canvas *c)
{
	enum line_state state;
	int width, height, n, x;

	if (!term.started || term.suspended)
		return 0;
	state = line_state(&term.line);
	if (state == LINE_GONE)
		return -EIO;
	if (state == LINE_BEHIND) {
		meter_skip(&term.meter);
		return 0;
	}
	term_size(&width, &height);
	width = MIN(width, c->width);
	height = MIN(height, c->height);
	if (width <= 0 || height <= 0 || !fit(width, height))
		return 0;
	for (int y = 0; y < height; y++) {
		n = picture_row(&term.picture, c, y, &x);
		if (n)
			put_run(x, y, term.picture.run, n);
	}
	place_cursor(c, width, height);
	meter_begin(&term.meter);
	wnoutrefresh(stdscr);
	doupdate();
	meter_end(&term.meter, now_ns());
	return 0;
}

const struct term_traffic *term_traffic(void)
{
	return &term.meter.traffic;
}

/*
 * Keys
 */

static int event_key(const struct input_event *ev, struct term_mouse *m)
{
	switch (ev->kind) {
	case INPUT_KEY:
		return ev->key;
	case INPUT_MOUSE:
		term.mouse.report_ns = term.reader.event_ns;
		return mouse_key(&term.mouse, &ev->mouse, term.reader.event_ns, m);
	case INPUT_PASTE:
		return CT_PASTE;
	case INPUT_REPORT:
		break;
	}
	return -1;
}

int term_key(struct term_mouse *m)
{
	struct input_event ev;
	int key;

	if (!term.started || term.suspended)
		return -1;
	while (reader_next(&term.reader, &ev)) {
		key = event_key(&ev, m);
		if (key >= 0)
			return key;
	}
	return term.reader.gone ? CT_EOF : -1;
}

void term_discard(void)
{
	unsigned first = term.reader.reads;
	struct input_event ev;

	if (!term.started || term.suspended)
		return;
	while (term.reader.reads - first < DISCARD_MOST && reader_next(&term.reader, &ev))
		event_key(&ev, NULL);
}

const char *term_pasted(void)
{
	return term.reader.input.paste.text;
}

bool term_trusted(void)
{
	return input_trusted(&term.reader.input, term.reader.event_ns);
}

unsigned term_reads(void)
{
	return term.reader.reads;
}

int term_fd(void)
{
	return term.line.ready;
}
