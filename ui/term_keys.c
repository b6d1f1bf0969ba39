// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_keys: what is typed and clicked, as code points and enum key.
 *
 * Invariant: never waits; a terminal that is gone is told from one that is silent.
 */
#include "term.h"

#include <errno.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "keys.h"
#include "term_state.h"

#define DOUBLE_CLICK_NS (400 * NSEC_PER_MSEC)
#define REPORT_MS	50 /* a report that was cut in two on its way is waited for so long */

/*
 * Keys
 */

static const struct {
	int curses, key;
} translated[] = {
	{ KEY_UP, CT_UP },
	{ KEY_DOWN, CT_DOWN },
	{ KEY_LEFT, CT_LEFT },
	{ KEY_RIGHT, CT_RIGHT },
	{ KEY_PPAGE, CT_PGUP },
	{ KEY_NPAGE, CT_PGDN },
	{ KEY_HOME, CT_HOME },
	{ KEY_END, CT_END },
	{ KEY_ENTER, CT_ENTER },
	{ KEY_BTAB, CT_BACKTAB },
	{ KEY_BACKSPACE, CT_BACKSPACE },
	{ KEY_DC, CT_DELETE },
	{ KEY_A1, CT_HOME },
	{ KEY_A3, CT_PGUP },
	{ KEY_C1, CT_END },
	{ KEY_C3, CT_PGDN },
	{ KEY_FIND, CT_HOME },
	{ KEY_SELECT, CT_END },
};

/* The next byte of a report whose beginning was read; -1 if it does not come. */
static int report_byte(void)
{
	int ch = wgetch(term.keys);

	return ch >= 0 && ch < 256 ? ch : -1;
}

/* "button;x;yM", 'm' at the end for a release; x and y count from 1. False if it is none. */
static bool read_sgr(int *button, int *x, int *y)
{
	int *const field[3] = { button, x, y };
	int ch = 0;

	for (int i = 0; i < 3; i++) {
		*field[i] = 0;
		while ((ch = report_byte()) >= '0' && ch <= '9')
			*field[i] = MIN(*field[i] * 10 + (ch - '0'), 100000);
		if (i < 2 && ch != ';')
			return false;
	}
	return ch == 'M';
}

/* The old way, of terminals that do not know the SGR one: three bytes, each 32 more; button 3 is a release. */
static bool read_x10(int *button, int *x, int *y)
{
	*button = report_byte() - 32;
	*x = report_byte() - 32;
	*y = report_byte() - 32;
	return *x > 0 && *y > 0 && (*button & 3) != 3;
}

static int click(struct term_mouse *m, int64_t now)
{
	m->twice = now - term.click_ns <= DOUBLE_CLICK_NS && m->x == term.click_x &&
		   m->y == term.click_y;
	term.click_ns = m->twice ? 0 : now; /* a third click starts anew */
	term.click_x = m->x;
	term.click_y = m->y;
	return CT_MOUSE;
}

static int mouse_key(bool sgr, struct term_mouse *m)
{
	struct term_mouse ignored;
	int button, x, y;
	bool press;

	wtimeout(term.keys, REPORT_MS);
	press = sgr ? read_sgr(&button, &x, &y) : read_x10(&button, &x, &y);
	nodelay(term.keys, TRUE);
	term.mouse_ns = now_ns();
	if (!press || !term.mouse)
		return -1;
	if (!m)
		m = &ignored;
	*m = (struct term_mouse){ .x = x - 1, .y = y - 1 };
	switch (button & ~(4 | 8 | 16)) { /* without shift, meta, control */
	case 0:
		return click(m, term.mouse_ns);
	case 64:
		return CT_WHEEL_UP;
	case 65:
		return CT_WHEEL_DOWN;
	default:
		return -1;
	}
}

/* A key with a name of its own; -1 if it is none of ours. */
static int named_key(int code, struct term_mouse *m)
{
	if (code == KEY_SGR_MOUSE || code == KEY_X10_MOUSE)
		return mouse_key(code == KEY_SGR_MOUSE, m);
	if (code >= KEY_F(1) && code <= KEY_F(12))
		return CT_F1 + (code - KEY_F(1));
	for (size_t i = 0; i < ARRAY_SIZE(translated); i++)
		if (translated[i].curses == code)
			return translated[i].key;
	return -1;
}

static int plain_key(wint_t ch)
{
	switch (ch) {
	case '\r':
	case '\n':
		return CT_ENTER;
	case '\t':
		return CT_TAB;
	case 27:
		return CT_ESC;
	case 8:
	case 127:
		return CT_BACKSPACE;
	default:
		return (int)ch;
	}
}

/* No key came: because there is none, or because the terminal is gone? */
static bool hung_up(int error)
{
	struct pollfd p = { .fd = term.in, .events = POLLIN };
	int waiting = 0;

	if (error == EIO)
		return true;
	if (poll(&p, 1, 0) <= 0)
		return false;
	if (p.revents & (POLLHUP | POLLERR | POLLNVAL))
		return true;
	/* readable, and nothing to read: the end of the file */
	return (p.revents & POLLIN) && !ioctl(term.in, FIONREAD, &waiting) && !waiting;
}

int term_key(struct term_mouse *m)
{
	wint_t ch;
	int key, r;

	if (!term.started || term.suspended || !term.keys)
		return -1;
	for (;;) {
		errno = 0;
		r = wget_wch(term.keys, &ch);
		if (r == ERR)
			return hung_up(errno) ? CT_EOF : -1;
		key = r == KEY_CODE_YES ? named_key((int)ch, m) : plain_key(ch);
		if (key >= 0)
			return key;
	}
}

int term_fd(void)
{
	return term.in;
}
