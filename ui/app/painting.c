// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * painting: measure, then draw. At most `fps` paints a second, while the engine waits for the baton: at
 * the end of a slice. A key never ends one; a slice that is long is painted over, and the engine says so
 * in it.
 *
 * Invariant: the frame is built when it is painted, or read by a key; while the picture is frozen events
 * wait in a queue, so it stays true.
 */
#include "app/app.h"
#include "app/measuring.h"
#include "views/prompt.h"

#include <errno.h>

#define ALONE_NS NSEC_PER_SEC /* the engine does not answer: paint without it */

static int64_t period(const struct app *a)
{
	return NSEC_PER_SEC / (int64_t)MAX(a->config.fps, (uint64_t)1);
}

void painting_build(struct app *a)
{
	if (!a->stale || a->screen.frozen)
		return;
	if (!model_frame(&a->frame, a->in.model, now_ns(), wall_ns(), a->screen.divisor,
			 a->screen.selected))
		a->stale = false;
	demo_list(a);
}

void painting_now(struct app *a)
{
	bool asks = prompt_unseen(&a->screen);
	int r;

	a->paint_asked = false;
	a->painted_ns = now_ns();
	/* a picture that is not sent is not drawn: what was drawn is what stands on the screen */
	a->skipped = !term_ready();
	if (a->skipped) {
		term_skip();
		return;
	}
	if (a->dirty && !a->screen.frozen)
		a->stale = true; /* another series or divisor was chosen */
	painting_build(a);
	a->screen.traffic = *term_traffic();
	screen_draw(&a->canvas, &a->frame, &a->screen);
	r = term_paint(&a->canvas);
	if (r == -EIO)
		a->tty_gone = a->leave = true;
	if (asks)
		term_discard(); /* what was typed so far answers no question */
	a->dirty = false;
	if (r > 0)
		painting_want(a); /* a slow line gets the rest later */
}

void painting_want(struct app *a)
{
	if (!a->dirty)
		a->dirty_ns = now_ns();
	a->dirty = true;
}

static int64_t due(const struct app *a)
{
	if (a->skipped && term_ready())
		return 0;
	return a->painted_ns ? a->painted_ns + period(a) : 0;
}

/* A screen that follows the slices need not be painted while it is frozen and no key came. */
static bool has_news(const struct app *a)
{
	return a->dirty || (a->stale && !a->screen.frozen);
}

void painting_turn(struct app *a)
{
	int64_t now = now_ns();

	if (a->baton) {
		if (now >= due(a) && has_news(a))
			painting_now(a);
		a->baton = false;
		measuring_order(a->source, ORDER_ACK, due(a));
		return;
	}
	if (!a->dirty || now < due(a))
		return;
	if (a->ended || now - a->dirty_ns >= ALONE_NS) {
		painting_now(a);
		measuring_order(a->source, ORDER_DISTURB, 0);
	} else if (!a->paint_asked) {
		a->paint_asked = true;
		measuring_order(a->source, ORDER_PAINT, 0);
	}
}

int painting_timeout(const struct app *a)
{
	int64_t at, left;

	if (a->more_keys)
		return 0;
	if (!a->dirty)
		return -1;
	at = a->paint_asked ? a->dirty_ns + ALONE_NS : due(a);
	left = at - now_ns();
	return left <= 0 ? 0 : (int)(left / NSEC_PER_MSEC) + 1;
}
