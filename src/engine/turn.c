// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * turn: one turn of a series: the runner is told, its replies are waited for, and what they say
 * becomes the event of a slice.
 *
 * Invariant: every turn that began is ended, and every slice that was started is told as an event,
 * valid or void.
 */
#include "engine/sampler_link.h"
#include "bench/party.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#define RETRY_NS  (5 * NSEC_PER_SEC)	/* a series that failed is left alone for this long */
#define LATE_NS	  (250 * NSEC_PER_MSEC) /* a reply read later than this: we were stopped */
#define SILENT_NS (2 * NSEC_PER_SEC)	/* a runner that is late by so much is told of */
#define STOP_NS	  (2 * NSEC_PER_SEC)	/* at the end a reply is waited for no longer */

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
	sampler_post_text(s, EV_FAULT, NO_SERIES, text);
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
			silent = MIN(silent, now_ns() + SCREEN_NS + SILENT_NS);
		}
		if (sampler_sleep(s, s->runner->fd, patient)) {
			if (!runner_recv(s->runner, reply))
				return 0;
			runner_died(s);
			return -EPIPE;
		}
		if (s->stop)
			lose_patience(s, &give_up);
		if (now_ns() >= patient || (s->paint_asked && expect_ns > SCREEN_NS)) {
			s->disturbed = true;
			if (!told && now_ns() >= silent) {
				sampler_post_gap(
					s, "the runner process does not answer: is it stopped?", 0);
				told = true;
			}
			sampler_pass_idle(s);
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
		/* an order came during the warm-up: it is this series' turn still */
		plan_again(&s->plan, p);
		sampler_pass_idle(s);
		return;
	}
	if (plan_failed(p, r->text, now_ns(), RETRY_NS))
		sampler_post_text(s, EV_STATE, p->info.id, r->text);
	sampler_pass_idle(s);
}

static int begin_turn(struct sampler *s, struct planned *p)
{
	struct runner_cmd cmd = { .op = RUNNER_BEGIN, .choice = p->choice, .warm_ns = p->warm_ns };
	struct runner_reply r;
	int ret;

	memcpy(cmd.cpu, p->placed.cpu, sizeof(cmd.cpu));
	cmd.timed = p->timed;
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

	/* the clock of this machine is none of a captured one's CPUs */
	cmd.mhz_cpu = s->readings.live ? clocks_wanted(s->clock, sliced, nworkers) : -1;
	ret = command(s, &cmd, 0, &r);
	if (!ret && cmd.mhz_cpu >= 0)
		*clocks_of(s->clock, cmd.mhz_cpu) = (struct clock_seen){
			.cpu = cmd.mhz_cpu, .mhz = r.metrics.v[METRIC_mhz], .t_ns = now_ns()
		};
	return ret;
}

static void fill_slice(struct slice *sl, const struct runner_reply *r)
{
	sl->wall_ns = r->wall_ns;
	sl->loops = r->loops;
	sl->metrics = r->metrics;
	memcpy(sl->cpu, r->cpu, sizeof(sl->cpu));
}

static void fill_readings(struct slice *sl, const struct readings *rd)
{
	struct metrics *m = &sl->metrics;

	if (!rd->live)
		return;
	if (rd->has_irq) {
		metric_set(m, METRIC_irq_ns, (double)rd->irq_ns);
		for (int c = 0; c < ROW_CLASSES; c++)
			metric_set(m, METRIC_IRQ_OF(c), (double)rd->irq[c]);
	}
	if (!rd->has_load)
		return;
	metric_set(m, METRIC_steal, rd->steal);
	if (metric_has(m, METRIC_cpu_ns))
		metric_set(m, METRIC_other_load,
			   rd->busy - m->v[METRIC_cpu_ns] / (double)sl->wall_ns);
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
	const char *jump = sampler_clock_jumped(s, &gap);

	if (r->cut)
		sl->flags |= SLICE_CUT;
	if (s->disturbed)
		sl->flags |= SLICE_DISTURBED;
	if (!jump) {
		gap = 0; /* the clocks drift by some ns: that is no gap */
		jump = s->void_why[0] ? s->void_why : NULL;
		if (!jump && now_ns() - r->read_ns > LATE_NS)
			jump = "ctxtop was stopped for a while";
	}
	if (jump) {
		sampler_post_gap(s, jump, gap);
		set_void(sl, jump);
	} else if (r->cut && r->wall_ns < asked / 2) {
		set_void(sl, "cut before half of it was measured");
	} else if (!r->loops) {
		set_void(sl, "not one loop");
	} else if (r->wall_ns > 10 * asked + LATE_NS && r->loops > 1) {
		set_void(sl, "it took more than ten times its length");
	}
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
	unsigned nworkers = MIN(method_size(p->choice.method, p->choice.param).workers,
				(unsigned)SLICE_CPUS);
	struct runner_reply r;
	struct event *ev;

	if (both)
		readings_take(&s->readings, true, NO_SERIES, sampler_post, s);
	if (command(s, &cmd, cmd.slice_ns, &r))
		return;
	if (r.said != RUNNER_SLICED) {
		series_failed(s, p, &r);
		return;
	}
	ev = event_new(EV_SLICE, 0, 0);
	if (!ev)
		return;
	ev->since_ns = r.t_ns - r.wall_ns;
	ev->until_ns = r.t_ns;
	ev->u.slice.series = p->info.id;
	ev->u.slice.round = s->plan.round;
	ev->u.slice.ncpus = (uint16_t)nworkers;
	fill_slice(&ev->u.slice, &r);
	p->timed = r.timed;
	if (both) {
		readings_take(&s->readings, true, p->info.id, sampler_post, s);
		fill_readings(&ev->u.slice, &s->readings);
	}
	if (end_turn(s, &r, nworkers)) {
		event_free(ev);
		return;
	}
	clocks_fill(s->clock, &ev->u.slice, nworkers);
	judge_slice(s, &ev->u.slice, &r, cmd.slice_ns);
	sampler_look_at_settings(s);
	judge_settled(s, &ev->u.slice, &r);
	if (plan_worked(p))
		sampler_post_text(s, EV_STATE, p->info.id, "");
	readings_own(&s->readings, sampler_post, s);
	sampler_pass_baton(s, ev);
}

void turn_run(struct sampler *s, struct planned *p)
{
	s->cut = false;
	s->disturbed = s->baton_late;
	s->baton_late = false;
	s->void_why[0] = '\0';
	sampler_post_text(s, EV_RUN, p->info.id, "");
	if (!begin_turn(s, p))
		run_slice(s, p);
}
