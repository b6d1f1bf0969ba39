// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * taking: events into the recording, the model, and what the screen says of orders.
 *
 * Invariant: answers are shown at once, also beside a frozen picture; the model gets each event once.
 */
#include "app/app.h"

#include <stdlib.h>

#define FROZEN_MOST 200000 /* events that wait while the picture is frozen */

static void take(struct app *a, struct event *ev)
{
	intake_take(&a->in, ev);
	a->stale = true;
}

void taking_thaw(struct app *a)
{
	for (size_t i = 0; i < a->nqueue; i++)
		take(a, a->queue[i]);
	a->nqueue = 0;
	a->screen.frozen = false;
	a->screen.behind = 0;
	painting_want(a);
}

static bool enqueue(struct app *a, struct event *ev)
{
	if (a->nqueue == a->queue_size) {
		size_t size = a->queue_size ? 2 * a->queue_size : 1024;
		struct event **q = size > FROZEN_MOST
					   ? NULL
					   : realloc(a->queue, size * sizeof(struct event *));

		if (!q)
			return false;
		a->queue = q;
		a->queue_size = size;
	}
	a->queue[a->nqueue++] = ev;
	a->screen.behind += ev->kind == EV_SLICE;
	return true;
}

static void show_answer(struct app *a, const struct event *ev)
{
	switch (ev->kind) {
	case EV_ANSWER:
		screen_answer(&a->screen, ev->u.answer.order, ev->u.answer.code,
			      demo_answered(a, ev) ? "" : ev->text);
		break;
	case EV_CONTROL:
		a->screen.own_changes = ev->u.control.changes;
		text_copy(a->screen.settings_note, sizeof(a->screen.settings_note), ev->text);
		break;
	case EV_MARK:
		app_say(a, "mark set%s%s", ev->text[0] ? ": " : "", ev->text);
		break;
	case EV_LENGTH:
		a->screen.slice_ns = a->config.slice_ns = ev->u.length_ns;
		break;
	default:
		return;
	}
	painting_want(a);
}

void taking_event(void *arg, struct event *ev)
{
	struct app *a = arg;

	a->baton |= ev->baton;
	show_answer(a, ev);
	intake_record(&a->in, ev);
	if (a->screen.frozen) {
		if (enqueue(a, ev))
			return;
		taking_thaw(a);
		app_say(a, "the picture was let go: more than can be kept had happened meanwhile");
	}
	take(a, ev);
}

void taking_events(struct app *a)
{
	struct event *ev;
	int ret;

	while (!(ret = a->source->next(a->source, &ev, NULL)) && ev) {
		/* the end is followed by nothing: whoever asks once more would be told so */
		a->ended |= ev->kind == EV_END;
		taking_event(a, ev);
	}
	a->ended |= ret != 0;
}

void taking_check_recording(struct app *a)
{
	const struct err *e = &a->in.recorder.err;
	struct event *ev;

	if (!a->in.recording || !e->code || a->recording_lost)
		return;
	a->recording_lost = true;
	ev = event_new(EV_FAULT, now_ns(), wall_ns());
	if (!ev)
		return;
	text_copy(ev->text, sizeof(ev->text), e->text);
	taking_event(a, ev);
	painting_want(a);
}
