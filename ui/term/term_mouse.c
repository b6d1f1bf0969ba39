// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_mouse: parse reports, tell double clicks.
 *
 * Invariant: no more bytes are taken than belong to the report.
 */
#include "term/term_mouse.h"

#include "term/key.h"

#define DOUBLE_CLICK_NS (400 * NSEC_PER_MSEC)

/* "button;x;yM", 'm' at the end for a release. */
static bool read_sgr(struct mouse_report *r, int (*next)(void))
{
	int *const field[3] = { &r->button, &r->x, &r->y };
	int ch = 0;

	for (int i = 0; i < 3; i++) {
		*field[i] = 0;
		while ((ch = next()) >= '0' && ch <= '9')
			*field[i] = MIN(*field[i] * 10 + (ch - '0'), 100000);
		if (i < 2 && ch != ';')
			return false;
	}
	return ch == 'M';
}

/* The old way, of terminals that do not know the SGR one: three bytes, each 32 more; button 3 is a release. */
static bool read_x10(struct mouse_report *r, int (*next)(void))
{
	r->button = next() - 32;
	r->x = next() - 32;
	r->y = next() - 32;
	return r->x > 0 && r->y > 0 && (r->button & 3) != 3;
}

bool mouse_read(struct mouse_report *r, bool sgr, int (*next)(void))
{
	return sgr ? read_sgr(r, next) : read_x10(r, next);
}

static int click(struct mouse *s, int64_t now, struct term_mouse *m)
{
	m->twice = now - s->click_ns <= DOUBLE_CLICK_NS && m->x == s->click_x && m->y == s->click_y;
	s->click_ns = m->twice ? 0 : now; /* a third click starts anew */
	s->click_x = m->x;
	s->click_y = m->y;
	return CT_MOUSE;
}

int mouse_key(struct mouse *s, const struct mouse_report *r, int64_t now, struct term_mouse *m)
{
	struct term_mouse ignored;

	if (!s->on)
		return -1;
	if (!m)
		m = &ignored;
	*m = (struct term_mouse){ .x = r->x - 1, .y = r->y - 1 };
	switch (r->button & ~(4 | 8 | 16)) { /* without shift, meta, control */
	case 0:
		return click(s, now, m);
	case 64:
		return CT_WHEEL_UP;
	case 65:
		return CT_WHEEL_DOWN;
	default:
		return -1;
	}
}

bool mouse_recent(const struct mouse *s, int64_t now)
{
	return s->on && now - s->report_ns <= NSEC_PER_SEC;
}
