// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sampler: the measuring thread.
 *
 * Invariant: it waits only in sleep_until(), where orders are taken in; every turn that began is
 * ended, and every slice that was started is told as an event, valid or void.
 */
#include "engine/sampler_link.h"
#include "bench/party.h"

#include <errno.h>
#include <poll.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define BATON_NS  (20 * NSEC_PER_MSEC)	/* how long main may take to draw */
#define SCREEN_NS (250 * NSEC_PER_MSEC) /* the screen is never older than this */
#define RETRY_NS  (5 * NSEC_PER_SEC)	/* a series that failed is left alone for this long */
#define LATE_NS	  (250 * NSEC_PER_MSEC) /* a reply read later than this: we were stopped */
#define JUMP_NS	  (NSEC_PER_SEC)	/* the wall clock was set */
#define SILENT_NS (2 * NSEC_PER_SEC)	/* a runner that is late by so much is told of */
#define STOP_NS	  (2 * NSEC_PER_SEC)	/* at the end a reply is waited for no longer */

/* ---- events out, orders in ---- */

static void post(void *arg, struct event *ev)
{
	struct sampler *s = arg;

	if (write_all(s->event_pipe[1], &ev, sizeof(ev)))
		event_free(ev);
}

static void post_text(struct sampler *s, enum event_kind kind, uint16_t series, const char *text)
{
	struct event *ev = event_new(kind, now_ns(), wall_ns());

	if (!ev)
		return;
	ev->series = series;
	text_copy(ev->text, sizeof(ev->text), text);
	post(s, ev);
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
static bool sleep_until(struct sampler *s, int fd, int64_t end)
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
static void pass_baton(struct sampler *s, struct event *ev)
{
	int64_t end = now_ns() + BATON_NS;

	s->baton_back = false;
	ev->baton = true;
	post(s, ev);
	while (!s->baton_back && !s->stop && now_ns() < end)
		sleep_until(s, -1, end);
}

static void pass_idle(struct sampler *s)
{
	struct event *ev = event_new(EV_IDLE, now_ns(), wall_ns());

	if (ev)
		pass_baton(s, ev);
}

/* ---- clocks that jump ---- */

/* Words if time was lost or the wall clock was set since the last call; NULL otherwise. */
static const char *clock_jumped(struct sampler *s, int64_t *gap)
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

static void post_gap(struct sampler *s, const char *why, int64_t gap)
{
	struct event *ev = event_new(EV_GAP, now_ns(), wall_ns());

	if (!ev)
		return;
	ev->u.gap_ns = gap;
	text_copy(ev->text, sizeof(ev->text), why);
	post(s, ev);
}

/* ---- the runner ---- */

static void runner_died(struct sampler *s)
{
	int status;
	char text[160];

	if (s->runner_dead)
		return;
	s->runner_dead = true;
	status = runner_stop(s->runner);
	ledger_sweep(s->ledger);
	if (status >= 0 && WIFSIGNALED(status))
		text_format(text, sizeof(text),
			    "the runner process was killed by signal %d (%s): nothing is measured "
			    "any more, start ctxtop again",
			    WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		text_format(text, sizeof(text),
			    "the runner process has ended: nothing is measured any more, start "
			    "ctxtop again");
	post_text(s, EV_FAULT, NO_SERIES, text);
}

/* The program wants to end, but the runner does not answer (somebody stopped it): end it by force. */
static void lose_patience(const struct sampler *s, int64_t *give_up)
{
	if (!*give_up)
		*give_up = now_ns() + STOP_NS;
	else if (now_ns() >= *give_up)
		kill(s->runner->pid, SIGKILL);
}

/*
 * Wait for the runner's reply, expected within @expect_ns. The screen is kept alive if that takes
 * longer than a screen may be old. 0 or -EPIPE.
 */
static int await_reply(struct sampler *s, int64_t expect_ns, struct runner_reply *reply)
{
	int64_t patient = now_ns() + MAX(expect_ns, SCREEN_NS) + SCREEN_NS / 5, give_up = 0;
	int64_t silent = patient + SILENT_NS;
	bool cut_sent = false, told = false;

	if (expect_ns > SCREEN_NS)
		patient = now_ns() + SCREEN_NS;
	for (;;) {
		/* first: the order may have come together with the reply before this one */
		if (s->cut && !cut_sent) {
			runner_send(s->runner, &(struct runner_cmd){ .op = RUNNER_CUT });
			cut_sent = true;
		}
		if (sleep_until(s, s->runner->fd, patient)) {
			if (!runner_recv(s->runner, reply))
				return 0;
			runner_died(s);
			return -EPIPE;
		}
		if (s->stop)
			lose_patience(s, &give_up);
		if (now_ns() >= patient) {
			s->disturbed = true;
			if (!told && now_ns() >= silent) {
				post_gap(s, "the runner process does not answer: is it stopped?",
					 0);
				told = true;
			}
			pass_idle(s);
			patient = now_ns() + SCREEN_NS;
		}
	}
}

static int command(struct sampler *s, const struct runner_cmd *cmd, int64_t expect_ns,
		   struct runner_reply *reply)
{
	if (runner_send(s->runner, cmd)) {
		runner_died(s);
		return -EPIPE;
	}
	return await_reply(s, expect_ns, reply);
}

/* ---- one turn ---- */

static void series_failed(struct sampler *s, struct planned *p, const struct runner_reply *r)
{
	if (r->code == ECANCELED || r->code == ESTALE) {
		pass_idle(s); /* a key came during the warm-up: draw, then try again */
		return;
	}
	if (plan_failed(p, r->text, now_ns(), RETRY_NS))
		post_text(s, EV_STATE, p->info.id, r->text);
	pass_idle(s);
}

static int begin_turn(struct sampler *s, struct planned *p)
{
	struct runner_cmd cmd = { .op = RUNNER_BEGIN, .method = p->method, .warm_ns = p->warm_ns };
	struct runner_reply r;
	int ret;

	memcpy(cmd.cpu, p->placed.cpu, sizeof(cmd.cpu));
	ret = command(s, &cmd, p->warm_ns, &r);
	if (ret)
		return ret;
	if (r.said == RUNNER_READY)
		return 0;
	series_failed(s, p, &r);
	return -ECHILD;
}

static int end_turn(struct sampler *s, const struct runner_reply *sliced, unsigned nworkers)
{
	struct runner_cmd cmd = { .op = RUNNER_END };
	struct runner_reply r;
	int ret;

	cmd.mhz_cpu = clocks_wanted(s->clock, sliced, nworkers);
	ret = command(s, &cmd, 0, &r);
	if (!ret && cmd.mhz_cpu >= 0)
		*clocks_of(s->clock, cmd.mhz_cpu) = (struct clock_seen){
			.cpu = cmd.mhz_cpu,
			.mhz = r.have & RUNNER_HAS_MHZ ? r.mhz : 0,
			.t_ns = now_ns()
		};
	return ret;
}

static void fill_slice(struct slice *sl, const struct runner_reply *r)
{
	static const struct {
		unsigned from, to;
	} have[] = {
		{ USAGE_CPU, SLICE_HAS_CPU },
		{ USAGE_SWITCHES, SLICE_HAS_SWITCHES },
		{ USAGE_MIGRATIONS, SLICE_HAS_MIGRATIONS },
		{ USAGE_FAULTS, SLICE_HAS_FAULTS },
		{ RUNNER_HAS_SAME, SLICE_HAS_SAME },
	};

	for (size_t i = 0; i < ARRAY_SIZE(have); i++)
		if (r->have & have[i].from)
			sl->flags |= have[i].to;
	sl->wall_ns = r->wall_ns;
	sl->loops = r->loops;
	sl->cpu_ns = r->cpu_ns;
	sl->nvcsw = r->nvcsw;
	sl->nivcsw = r->nivcsw;
	sl->migrations = r->migrations;
	sl->faults = r->faults;
	sl->same_share = r->same_share;
	memcpy(sl->cpu, r->cpu, sizeof(sl->cpu));
}

static void fill_readings(struct slice *sl, const struct readings *rd)
{
	if (rd->has_irq) {
		sl->flags |= SLICE_HAS_IRQ;
		sl->irq_ns = rd->irq_ns;
		memcpy(sl->irq, rd->irq, sizeof(sl->irq));
	}
	if (!rd->has_load)
		return;
	sl->flags |= SLICE_HAS_STEAL;
	sl->steal = rd->steal;
	if (!(sl->flags & SLICE_HAS_CPU))
		return;
	sl->flags |= SLICE_HAS_LOAD;
	sl->other_load = rd->busy - (double)sl->cpu_ns / (double)sl->wall_ns;
}

static void set_void(struct slice *sl, const char *why)
{
	sl->flags |= SLICE_VOID;
	text_copy(sl->text, sizeof(sl->text), why);
}

static void judge_slice(struct sampler *s, struct slice *sl, const struct runner_reply *r,
			int64_t asked)
{
	int64_t gap;
	const char *jump = clock_jumped(s, &gap);

	if (r->cut)
		sl->flags |= SLICE_CUT;
	if (s->disturbed)
		sl->flags |= SLICE_DISTURBED;
	if (!jump) {
		gap = 0; /* the clocks drift by some ns: that is no gap */
		jump = s->void_why;
		if (!jump && now_ns() - r->t_ns > LATE_NS)
			jump = "ctxtop was stopped for a while";
	}
	if (jump) {
		post_gap(s, jump, gap);
		set_void(sl, jump);
	} else if (r->cut && r->wall_ns < asked / 2) {
		set_void(sl, "cut before half of it was measured");
	} else if (!r->loops) {
		set_void(sl, "not one loop");
	} else if (r->wall_ns > 10 * asked + LATE_NS && r->loops > 1) {
		set_void(sl, "it took more than ten times its length");
	}
}

/* Have settings changed? Then what was measured meanwhile, and until all has settled, is void. */
static void look_at_settings(struct sampler *s)
{
	int64_t void_ns;

	if (!s->observer)
		return;
	void_ns = observer_look(s->observer, s->look, post, s);
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

/* A change may act on a part of a round only: the rest of that round counts for nothing. */
static void judge_settled(const struct sampler *s, struct slice *sl, const struct runner_reply *r)
{
	if (sl->flags & SLICE_VOID)
		return;
	if ((s->has_void_round && sl->round == s->void_round) ||
	    r->t_ns - r->wall_ns < s->void_until_ns)
		set_void(sl, "a setting changed");
}

/* The measured part: probes, slice, probes, end of the turn, and the event. */
static void run_slice(struct sampler *s, struct planned *p)
{
	struct runner_cmd cmd = { .op = RUNNER_SLICE, .slice_ns = s->cfg.slice_ns };
	bool both = readings_due(&s->readings, now_ns());
	unsigned nworkers = MIN(methods[p->method]->nworkers, (unsigned)SLICE_CPUS);
	struct runner_reply r;
	struct event *ev;

	if (both)
		readings_take(&s->readings, true, NO_SERIES, post, s);
	if (command(s, &cmd, cmd.slice_ns, &r))
		return;
	if (r.said != RUNNER_SLICED) {
		series_failed(s, p, &r);
		return;
	}
	ev = event_new(EV_SLICE, now_ns(), wall_ns());
	if (!ev)
		return;
	ev->u.slice.series = p->info.id;
	ev->u.slice.round = s->plan.round;
	ev->u.slice.ncpus = (uint16_t)nworkers;
	fill_slice(&ev->u.slice, &r);
	if (both) {
		readings_take(&s->readings, true, p->info.id, post, s);
		fill_readings(&ev->u.slice, &s->readings);
	}
	if (end_turn(s, &r, nworkers)) {
		event_free(ev);
		return;
	}
	clocks_fill(s->clock, &ev->u.slice, nworkers);
	judge_slice(s, &ev->u.slice, &r, cmd.slice_ns);
	look_at_settings(s);
	judge_settled(s, &ev->u.slice, &r);
	if (plan_worked(p))
		post_text(s, EV_STATE, p->info.id, "");
	readings_own(&s->readings, post, s);
	pass_baton(s, ev);
}

static void run_turn(struct sampler *s, struct planned *p)
{
	s->cut = s->disturbed = false;
	s->void_why = NULL;
	post_text(s, EV_RUN, p->info.id, "");
	if (!begin_turn(s, p))
		run_slice(s, p);
}

/* Nothing can be measured now: keep probes and screen going. */
static void idle(struct sampler *s)
{
	int64_t end = now_ns() + SCREEN_NS;

	s->cut = false;
	look_at_settings(s);
	readings_take(&s->readings, false, NO_SERIES, post, s);
	readings_own(&s->readings, post, s);
	pass_idle(s);
	while (!s->stop && !s->cut && now_ns() < end)
		sleep_until(s, -1, end);
}

static void pause_here(struct sampler *s)
{
	int64_t gap;

	while (s->paused && !s->stop) {
		if (!s->pause_told) {
			s->pause_told = true;
			sem_post(&s->paused_sem);
		}
		sleep_until(s, -1, now_ns() + 3600 * NSEC_PER_SEC);
	}
	if (s->stop)
		return;
	clock_jumped(s, &gap);
	post_gap(s, "ctxtop was stopped", 0);
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
	post(s, ev);
}

static void watch_settings(struct sampler *s)
{
	if (!s->cfg.nsettings)
		return;
	s->observer = observer_new(s->cfg.root, s->cfg.setting, s->cfg.nsettings, s->cfg.guardian,
				   s->cfg.ipc_joined);
	if (s->observer)
		observer_tell(s->observer, post, s);
}

void *sampler_main(void *arg)
{
	struct sampler *s = arg;
	const char *why = NULL;
	int64_t gap;

	clock_jumped(s, &gap);
	pass_idle(s); /* the first frame stands before anything slow is done */
	tell_host(s);
	watch_settings(s);
	readings_take(&s->readings, true, NO_SERIES, post, s);
	s->began_ns = now_ns();
	while (!s->stop) {
		struct planned *p = NULL;
		bool wrapped;

		if (s->paused) {
			pause_here(s);
			continue;
		}
		if (!s->runner_dead)
			p = plan_next(&s->plan, now_ns(), &wrapped);
		why = finished(s);
		if (!why && (s->cfg.rounds || s->cfg.duration_ns) &&
		    (s->runner_dead || all_impossible(&s->plan)))
			why = "no method can be measured here";
		if (why)
			break;
		if (p)
			run_turn(s, p);
		else
			idle(s);
	}
	post_text(s, EV_END, NO_SERIES, why ? why : "ended by the user");
	observer_free(s->observer);
	s->observer = NULL;
	sem_post(&s->paused_sem); /* nobody waits for a pause in vain */
	return NULL;
}
