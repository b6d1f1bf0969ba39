// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term: start, size and end of the screen. Beside it: colours in term_look, painting in term_paint, keys in
 * term_keyboard, and what needs no curses: the descriptors in term_line, the choice of a description in term_pick,
 * pens in term_pens, what to send in term_picture and how much in term_pace, what comes in in term_reader and
 * term_input, the way back from a signal handler in term_rescue.
 *
 * Invariant: whatever was changed on the terminal is undone in the reverse order: mouse off before
 * echo on, then the old screen. What can go wrong is found out before anything is written.
 */
#include "term/term.h"

#include <errno.h>
#include <langinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "term/term_int.h"
#include "term/term_pick.h"
#include "term/term_rescue.h"

#include <term.h> /* terminfo's; after curses.h */

#define PASTE_ON  "\033[?2004h" /* pastes come in brackets; who does not know it ignores it */
#define PASTE_OFF "\033[?2004l"
#define ANSWER_MS 1000 /* on the way out an answer is waited for so long */

/* Box drawing is of "ambiguous" width: one column, in East Asian fonts and terminals two. */
#define WIDTH_PROBE "\xe2\x94\x80"

struct term_state term;

const char *term_capability(const char *name)
{
	const char *s = tigetstr(name);

	return s == (char *)-1 ? NULL : s;
}

static enum usable try_description(const char *name, int fd)
{
	enum usable u = UNKNOWN;
	int found = 0;

	if (setupterm(name, fd, &found) == OK) {
		u = term_capability("cup") && tigetflag("hc") <= 0 ? USABLE : NO_CURSOR;
		del_curterm(cur_term);
	}
	return u;
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

static void prepare_rescue(void)
{
	rescue_clear();
	if (term.mouse.on)
		rescue_add(MOUSE_OFF);
	rescue_add(PASTE_OFF);
	rescue_add(term_capability("sgr0"));
	rescue_add(term_capability("op"));
	rescue_add(term_capability("cnorm"));
	rescue_add(term_capability("rmcup") ? term_capability("rmcup") : "\r\n");
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

/* Ask for the first answer. Where the locale is UTF-8, behind a character that some terminals show two columns wide. */
static void ask_first(bool utf8)
{
	pace_start(&term.pace, now_ns(), line_speed(&term.line));
	term.probing = utf8;
	pace_sends(&term.pace, now_ns(), 0);
	line_say(&term.line, utf8 ? "\r" WIDTH_PROBE ASK_CURSOR "\r   \r" : ASK_CURSOR);
}

/* Answers that are under way would be typed into the shell. */
static void await_answers(void)
{
	int64_t until = now_ns() + ANSWER_MS * NSEC_PER_MSEC;
	int64_t left;

	while (term.pace.answers && term.pace.outstanding > 0) {
		left = until - now_ns();
		if (left <= 0 || !line_wait(&term.line, (int)(left / NSEC_PER_MSEC) + 1))
			break;
		term_discard();
		if (term.reader.gone)
			break;
	}
}

/* So would reports of the mouse. */
static void reports_off(void)
{
	if (term.mouse.on)
		line_say(&term.line, MOUSE_OFF);
	line_say(&term.line, PASTE_OFF);
	await_answers();
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
	caps->wide_lines = caps->utf8 && wcwidth(L'\x2500') == 2;
	term.mouse.on = mouse && !caps->linux_console && term_capability("kmous");
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
	term_start_keys(caps->utf8);
	term_start_colors(caps, color);
	reports_on();
	ask_first(caps->utf8);
	if (!term.have_theme) {
		theme_builtin(&term.theme);
		term.have_theme = true;
	}
	term_apply_theme();
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
	free(term.sent);
	term.sent = term.tried = NULL;
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
	if (term_capability("smcup"))
		putp(term_capability("smcup"));
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
