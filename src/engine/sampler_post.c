// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sampler_post: events out of the engine's thread.
 *
 * Invariant: events leave in the order in which they were posted, with the time at which they were. They
 * are kept until a slice has ended, so that the main thread is not woken while one runs, and figures that
 * nobody paints yet for LINGER_NS, so that it is not woken for each of them.
 */
#include "engine/sampler_link.h"

#include <stdlib.h>
#include <unistd.h>

_Static_assert(EVENTS_AT_ONCE * sizeof(struct event *) <= 4096, "one write that is never torn");

#define LINGER_NS (200 * NSEC_PER_MSEC)

/* What comes with each turn. All else somebody may wait for. */
static bool may_linger(enum event_kind kind)
{
	switch (kind) {
	case EV_RUN:
	case EV_SLICE:
	case EV_TABLE:
	case EV_DELTA:
	case EV_OWN:
	case EV_IDLE:
		return true;
	default:
		return false;
	}
}

void sampler_flush(struct sampler *s)
{
	if (!s->nout)
		return;
	if (write_all(s->event_pipe[1], s->out, s->nout * sizeof(s->out[0])))
		for (size_t i = 0; i < s->nout; i++)
			event_free(s->out[i]);
	s->nout = 0;
	s->hurry = false;
}

void sampler_offer(struct sampler *s)
{
	if (s->nout && (s->hurry || now_ns() - s->out[0]->t_ns >= LINGER_NS))
		sampler_flush(s);
}

void sampler_post(void *arg, struct event *ev)
{
	struct sampler *s = arg;

	ev->t_ns = now_ns();
	ev->wall_ns = wall_ns();
	if (s->nout == EVENTS_AT_ONCE)
		sampler_flush(s);
	s->hurry |= ev->baton || !may_linger(ev->kind);
	s->out[s->nout++] = ev;
}

void sampler_post_text(struct sampler *s, enum event_kind kind, uint16_t series, const char *text)
{
	struct event *ev = event_new(kind, 0, 0);

	if (!ev)
		return;
	ev->series = series;
	text_copy(ev->text, sizeof(ev->text), text);
	sampler_post(s, ev);
}

void sampler_post_gap(struct sampler *s, const char *why, int64_t gap)
{
	struct event *ev = event_new(EV_GAP, 0, 0);

	if (!ev)
		return;
	ev->u.gap_ns = gap;
	text_copy(ev->text, sizeof(ev->text), why);
	sampler_post(s, ev);
}

static void post_host(struct sampler *s, bool all)
{
	struct event *ev = event_new(EV_HOST, 0, 0);

	if (!ev)
		return;
	ev->u.host = calloc(1, sizeof(*ev->u.host));
	if (!ev->u.host) {
		event_free(ev);
		return;
	}
	if (all)
		host_collect(ev->u.host, s->cfg.root);
	else if (s->cfg.root->live)
		host_quick(ev->u.host);
	else /* of a captured machine nothing of this one */
		ev->u.host->have = HOST_CAPTURED;
	sampler_post(s, ev);
}

void sampler_post_host(struct sampler *s)
{
	post_host(s, true);
}

void sampler_post_start(struct sampler *s)
{
	struct event *ev = event_new(EV_START, 0, 0);

	if (!ev)
		return;
	text_copy(ev->u.start.label, sizeof(ev->u.start.label), s->cfg.label ? s->cfg.label : "");
	text_copy(ev->u.start.version, sizeof(ev->u.start.version), CTXTOP_VERSION);
	ev->u.start.slice_ns = s->cfg.slice_ns;
	sampler_post(s, ev);
	post_host(s, false);
	for (size_t i = 0; i < s->plan.n; i++) {
		const struct planned *p = &s->plan.series[i];

		ev = event_new(EV_SERIES, 0, 0);
		if (!ev)
			return;
		ev->u.info = p->info;
		sampler_post(s, ev);
		if (p->reason[0])
			sampler_post_text(s, EV_STATE, p->info.id, p->reason);
	}
}
