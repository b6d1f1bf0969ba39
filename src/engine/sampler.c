// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sampler: the measuring thread's life: orders taken in, the baton, the clocks, and what is done
 * between turns. A turn itself is turn.c.
 *
 * Invariant: it waits only in sampler_sleep(), where orders are taken in.
 */
#include "engine/sampler_link.h"

#include <errno.h>
#include <poll.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BATON_NS (20 * NSEC_PER_MSEC) /* how long main may take to draw */
#define JUMP_NS	 (NSEC_PER_SEC)	      /* the wall clock was set */

/* ---- events out, orders in ---- */

void sampler_post(void *arg, struct event *ev)
{
	struct sampler *s = arg;

	if (write_all(s->event_pipe[1], &ev, sizeof(ev)))
		event_free(ev);
}

void sampler_post_text(struct sampler *s, enum event_kind kind, uint16_t series, const char *text)
{
	struct event *ev = event_new(kind, now_ns(), wall_ns());

	if (!ev)
		return;
	ev->series = series;
	text_copy(ev->text, sizeof(ev->text), text);
	sampler_post(s, ev);
}

static void take_order(struct sampler *s)
{
	struct order o;

	if (read(s->order_pipe[0], &o, sizeof(o)) != sizeof(o))
		return;
	switch (o.kind) {
	case ORDER_ACK:
		s->baton_back = true;
		break;
	case ORDER_CUT:
		s->cut = true;
		break;
	case ORDER_VOID:
		s->cut = true;
		s->void_why = o.why;
		break;
	case ORDER_SLICE:
		s->cfg.slice_ns = o.arg;
		break;
	case ORDER_LOOK:
		s->look = true;
		if (s->observer && o.arg >= 0)
			observer_expect(s->observer, (size_t)o.arg);
		break;
	case ORDER_WATCH:
		if (s->observer)
			observer_add(s->observer, o.setting);
		s->look = true;
		break;
	case ORDER_PAUSE:
		s->cut = s->paused = true;
		s->pause_told = false;
		break;
	case ORDER_RESUME:
		s->paused = false;
		break;
	case ORDER_STOP:
		s->cut = s->stop = true;
		break;
	}
}

/* Until @end, a reply of the runner (@fd >= 0; then true), or an order. */
bool sampler_sleep(struct sampler *s, int fd, int64_t end)
{
	struct pollfd pfd[2] = { { .fd = s->order_pipe[0], .events = POLLIN },
				 { .fd = fd, .events = POLLIN } };
	int64_t left = MAX(end - now_ns(), (int64_t)0);
	struct timespec ts = { .tv_sec = left / NSEC_PER_SEC, .tv_nsec = left % NSEC_PER_SEC };

	if (ppoll(pfd, fd >= 0 ? 2 : 1, &ts, NULL) <= 0)
		return false;
	if (pfd[0].revents)
		take_order(s);
	return fd >= 0 && pfd[1].revents;
}

/* Pass the baton with @ev and wait until it is back. */
void sampler_pass_baton(struct sampler *s, struct event *ev)
{
	int64_t end = now_ns() + BATON_NS;

	s->baton_back = false;
	ev->baton = true;
	sampler_post(s, ev);
	while (!s->baton_back && !s->stop && now_ns() < end)
		sampler_sleep(s, -1, end);
}

void sampler_pass_idle(struct sampler *s)
{
	struct event *ev = event_new(EV_IDLE, now_ns(), wall_ns());

	if (ev)
		sampler_pass_baton(s, ev);
}

/* ---- clocks that jump ---- */

/* Words if time was lost or the wall clock was set since the last call; NULL otherwise. */
const char *sampler_clock_jumped(struct sampler *s, int64_t *gap)
{
	int64_t mono = now_ns();
	int64_t boot = boot_ns() - mono, wall = wall_ns() - mono;
	int64_t suspended = boot - s->boot_skew, set = wall - s->wall_skew - suspended;

	s->boot_skew = boot;
	s->wall_skew = wall;
	*gap = suspended;
	if (suspended > NSEC_PER_MSEC * 10)
		return "the machine was suspended";
	*gap = set;
	if (set > JUMP_NS || set < -JUMP_NS)
		return "the wall clock was set";
	return NULL;
}

void sampler_post_gap(struct sampler *s, const char *why, int64_t gap)
{
	struct event *ev = event_new(EV_GAP, now_ns(), wall_ns());

	if (!ev)
		return;
	ev->u.gap_ns = gap;
	text_copy(ev->text, sizeof(ev->text), why);
	sampler_post(s, ev);
}

/* ---- its life ---- */

/* Have settings changed? Then what was measured meanwhile, and until all has settled, is void. */
void sampler_look_at_settings(struct sampler *s)
{
	int64_t void_ns;

	if (!s->observer)
		return;
	void_ns = observer_look(s->observer, s->look, sampler_post, s);
	s->look = false;
	if (!void_ns)
		return;
	s->void_until_ns = now_ns() + void_ns;
	s->void_round = s->plan.round;
	s->has_void_round = true;
	/* what a limit stood against may run now */
	for (size_t i = 0; i < s->plan.n; i++)
		s->plan.series[i].retry_ns = 0;
}

/* Nothing can be measured now: keep probes and screen going. */
static void idle(struct sampler *s)
{
	int64_t end = now_ns() + SCREEN_NS;

	s->cut = false;
	sampler_look_at_settings(s);
	readings_take(&s->readings, false, NO_SERIES, sampler_post, s);
	readings_own(&s->readings, sampler_post, s);
	sampler_pass_idle(s);
	while (!s->stop && !s->cut && now_ns() < end)
		sampler_sleep(s, -1, end);
}

static void pause_here(struct sampler *s)
{
	int64_t gap;

	while (s->paused && !s->stop) {
		if (!s->pause_told) {
			s->pause_told = true;
			sem_post(&s->paused_sem);
		}
		sampler_sleep(s, -1, now_ns() + 3600 * NSEC_PER_SEC);
	}
	if (s->stop)
		return;
	sampler_clock_jumped(s, &gap);
	sampler_post_gap(s, "ctxtop was stopped", 0);
}

static const char *finished(const struct sampler *s)
{
	if (s->cfg.rounds && s->plan.round >= s->cfg.rounds)
		return "all rounds were measured";
	if (s->cfg.duration_ns && now_ns() - s->began_ns >= s->cfg.duration_ns)
		return "the duration is over";
	return NULL;
}

static bool all_impossible(const struct plan *p)
{
	for (size_t i = 0; i < p->n; i++)
		if (p->series[i].possible)
			return false;
	return true;
}

static void tell_host(struct sampler *s)
{
	struct event *ev = event_new(EV_HOST, now_ns(), wall_ns());

	if (!ev)
		return;
	ev->u.host = calloc(1, sizeof(*ev->u.host));
	if (!ev->u.host) {
		event_free(ev);
		return;
	}
	host_collect(ev->u.host, s->cfg.root);
	sampler_post(s, ev);
}

static void watch_settings(struct sampler *s)
{
	if (!s->cfg.nsettings)
		return;
	s->observer = observer_new(s->cfg.root, s->cfg.setting, s->cfg.nsettings, s->cfg.guardian,
				   s->cfg.ipc_joined);
	if (s->observer)
		observer_tell(s->observer, sampler_post, s);
}

void *sampler_main(void *arg)
{
	struct sampler *s = arg;
	const char *why = NULL;
	int64_t gap;

	sampler_clock_jumped(s, &gap);
	sampler_pass_idle(s); /* the first frame stands before anything slow is done */
	tell_host(s);
	watch_settings(s);
	readings_take(&s->readings, true, NO_SERIES, sampler_post, s);
	s->began_ns = now_ns();
	while (!s->stop) {
		struct planned *p = NULL;

		if (s->paused) {
			pause_here(s);
			continue;
		}
		if (!s->runner_dead)
			p = plan_next(&s->plan, now_ns(), s->cfg.slice_ns);
		why = finished(s);
		if (!why && (s->cfg.rounds || s->cfg.duration_ns) &&
		    (s->runner_dead || all_impossible(&s->plan)))
			why = "no method can be measured here";
		if (why)
			break;
		if (p)
			turn_run(s, p);
		else
			idle(s);
	}
	sampler_post_text(s, EV_END, NO_SERIES, why ? why : "ended by the user");
	observer_free(s->observer);
	s->observer = NULL;
	sem_post(&s->paused_sem); /* nobody waits for a pause in vain */
	return NULL;
}
