// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sampler: the measuring thread's life: orders taken in, the baton, the clocks, and what is done
 * between turns. A turn itself is turn.c.
 *
 * Invariant: it waits only in sampler_sleep(), where orders are taken in and the guardian's answers are.
 */
#include "engine/sampler_runner.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#define BATON_NS (20 * NSEC_PER_MSEC) /* how long main may take to draw */
#define JUMP_NS	 (NSEC_PER_SEC)	      /* the wall clock was set */

/* ---- settings ---- */

/* What was measured meanwhile, and until all has settled in @void_ns, is void. */
static void settings_changed(struct sampler *s, int64_t void_ns)
{
	if (s->void_until_ns != INT64_MAX)
		s->void_until_ns = MAX(s->void_until_ns, now_ns() + void_ns);
	s->void_round = s->plan.round;
	s->has_void_round = true;
	plan_count_anew(&s->plan);
	/* what a limit stood against may run now */
	for (size_t i = 0; i < s->plan.n; i++)
		s->plan.series[i].retry_ns = 0;
}

void sampler_look_at_settings(struct sampler *s)
{
	int64_t void_ns;

	if (!s->observer)
		return;
	void_ns = observer_look(s->observer, false, sampler_post, s);
	if (!void_ns)
		return;
	settings_changed(s, void_ns);
	control_recount(&s->control);
}

/* ---- orders in ---- */

/* What is done with an order about a setting, and with the guardian's answers, has effects here. */
static void heed_control(struct sampler *s)
{
	struct control *c = &s->control;

	s->cut |= c->cut;
	c->cut = false;
	if (control_writes(c))
		s->void_until_ns = INT64_MAX;
	else if (s->void_until_ns == INT64_MAX)
		s->void_until_ns = now_ns();
	if (c->settle)
		settings_changed(s, c->settle);
	c->settle = 0;
}

static void set_length(struct sampler *s, int64_t ns)
{
	struct event *ev = event_new(EV_LENGTH, 0, 0);

	if (!ev)
		return;
	ev->u.length_ns = s->cfg.slice_ns = ns;
	plan_count_anew(&s->plan);
	sampler_post(s, ev);
	s->cut = true;
}

static void obey(struct sampler *s, const struct order *o)
{
	switch (o->kind) {
	case ORDER_ACK:
		s->baton_back = true;
		s->paint_due_ns = o->arg;
		break;
	case ORDER_PAINT:
		s->paint_asked = true;
		break;
	case ORDER_DISTURB:
		s->disturbed = true;
		break;
	case ORDER_CUT:
		s->cut = true;
		break;
	case ORDER_VOID:
		s->cut = true;
		text_copy(s->void_why, sizeof(s->void_why), o->text);
		break;
	case ORDER_SLICE:
		set_length(s, o->arg);
		break;
	case ORDER_MARK:
		sampler_post_text(s, EV_MARK, NO_SERIES, o->text);
		break;
	case ORDER_EPOCH:
		sampler_post_text(s, EV_EPOCH, NO_SERIES, o->text);
		plan_count_anew(&s->plan);
		break;
	case ORDER_SET:
	case ORDER_STEP:
	case ORDER_UNDO:
	case ORDER_UNDO_ALL:
	case ORDER_WATCH:
	case ORDER_STRIP:
		control_order(&s->control, o);
		heed_control(s);
		break;
	case ORDER_KEEP: /* engine.c has seen it already */
		break;
	case ORDER_PAUSE:
		s->cut = s->paused = true;
		break;
	case ORDER_RESUME:
		s->paused = false;
		break;
	case ORDER_FINISH:
		s->cut = s->stop = true;
		break;
	case ORDER_KINDS:
		break;
	}
}

static void take_order(struct sampler *s)
{
	struct order o;

	if (read(s->order_pipe[0], &o, sizeof(o)) == sizeof(o))
		obey(s, &o);
}

/* Until @end, a reply of the runner (@fd >= 0; then true), or an order. */
bool sampler_sleep(struct sampler *s, int fd, int64_t end)
{
	struct pollfd pfd[3] = { { .fd = s->order_pipe[0], .events = POLLIN },
				 { .fd = fd, .events = POLLIN } };
	int64_t due = control_due(&s->control), left = MAX(MIN(end, due) - now_ns(), (int64_t)0);
	struct timespec ts = { .tv_sec = left / NSEC_PER_SEC, .tv_nsec = left % NSEC_PER_SEC };
	int n;

	pfd[2].fd = control_fd(&s->control, &pfd[2].events);
	n = ppoll(pfd, 3, &ts, NULL);
	if (pfd[2].revents || now_ns() >= due) {
		control_step(&s->control);
		heed_control(s);
	}
	if (n <= 0)
		return false;
	if (pfd[0].revents)
		take_order(s);
	return fd >= 0 && pfd[1].revents;
}

/* ---- the baton ---- */

void sampler_pass_baton(struct sampler *s, struct event *ev)
{
	int64_t end = now_ns() + BATON_NS;
	bool pass = s->paint_asked || now_ns() >= s->paint_due_ns;

	ev->baton = pass;
	sampler_post(s, ev);
	sampler_offer(s);
	if (!pass)
		return;
	s->baton_back = s->paint_asked = false;
	while (!s->baton_back && !s->stop && now_ns() < end)
		sampler_sleep(s, -1, end);
	/* whoever has it may be painting yet */
	s->baton_late = !s->baton_back;
}

void sampler_pass_idle(struct sampler *s)
{
	struct event *ev = event_new(EV_IDLE, 0, 0);

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

/* ---- its life ---- */

/* Nothing can be measured now: keep probes and screen going. */
static void idle(struct sampler *s)
{
	int64_t end = now_ns() + SCREEN_NS;

	s->cut = false;
	sampler_look_at_settings(s);
	readings_take(&s->readings, false, NO_SERIES, sampler_post, s);
	readings_own(&s->readings, sampler_post, s);
	sampler_pass_idle(s);
	while (!s->stop && !s->cut && !s->paint_asked && now_ns() < end)
		sampler_sleep(s, -1, end);
}

static void pause_here(struct sampler *s)
{
	int64_t gap;

	sampler_post_text(s, EV_PAUSED, NO_SERIES, "");
	sampler_flush(s);
	while (s->paused && !s->stop)
		sampler_sleep(s, -1, now_ns() + 3600 * NSEC_PER_SEC);
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

static void watch_settings(struct sampler *s)
{
	const struct control_config *c = &s->cfg.control;

	if (s->cfg.nsettings)
		s->observer = observer_new(s->cfg.root, s->cfg.setting, s->cfg.nsettings,
					   c->guardian ? c->guardian->pid : 0, c->ipc_joined);
	control_init(&s->control, c, s->observer, sampler_post, s);
	if (s->observer)
		observer_tell(s->observer, sampler_post, s);
}

void *sampler_main(void *arg)
{
	struct sampler *s = arg;
	const char *why = NULL;
	int64_t gap;

	prctl(PR_SET_NAME, "ctxtop-engine");
	lateness_open(&s->lateness);
	sampler_clock_jumped(s, &gap);
	sampler_post_start(s);
	sampler_pass_idle(s); /* the first frame stands before anything slow is done */
	sampler_post_host(s);
	watch_settings(s);
	readings_take(&s->readings, true, NO_SERIES, sampler_post, s);
	s->began_ns = now_ns();
	while (!s->stop) {
		struct planned *p = NULL;

		if (s->paused) {
			pause_here(s);
			continue;
		}
		sampler_place_again(s);
		if (sampler_has_runner(s))
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
	sampler_flush(s);
	lateness_close(&s->lateness);
	s->owed = control_free(&s->control);
	observer_free(s->observer);
	s->observer = NULL;
	return NULL;
}
