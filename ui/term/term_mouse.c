// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * term_mouse: clicks, double clicks and the wheel.
 *
 * Invariant: a third click starts anew.
 */
#include "term/term_mouse.h"

#include "term/key.h"

#define DOUBLE_CLICK_NS (400 * NSEC_PER_MSEC)

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
