// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * turn: one turn of a series: its workers are made, measured slice by slice, and ended, and each slice
 * becomes an event.
 *
 * Probes are read before the workers are let loose and after they have ended: whoever reads them would
 * else wait for a CPU behind workers that spin. The first slice of such a turn carries what they counted.
 *
 * Invariant: every slice that was started is posted, valid or void, unless the runner died; the runner
 * owes no reply when a turn is over.
 */
#include "engine/sampler_runner.h"
#include "engine/turn_slice.h"

#include <errno.h>
#include <stdlib.h>

#define RETRY_NS (5 * NSEC_PER_SEC) /* a series that failed is left alone for this long */
#define STALE_NS NSEC_PER_SEC	    /* rates on the screen are not older, where turns are shorter */

struct turn {
	struct planned *p;
	int64_t slice_ns;
	unsigned slices;      /* asked for */
	bool both;	      /* probes are read at both ends */
	struct event **slice; /* [n] measured and not posted yet: a setting may make them void */
	unsigned n;
};

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
	struct runner_cmd cmd = { .op = RUNNER_BEGIN, .choice = p->choice };
	struct runner_reply r;
	int ret;

	for (int i = 0; i < PLACE_SIDES; i++)
		cmd.cpu[i] = p->placed.cpu[i];
	ret = sampler_command(s, &cmd, 0, &r);
	if (ret)
		return ret;
	if (r.said == RUNNER_READY)
		return 0;
	series_failed(s, p, &r);
	return -ECHILD;
}

/* Now and then the clock of a CPU that was used is measured. The workers are gone already. */
static int measure_clock(struct sampler *s, const struct runner_reply *sliced)
{
	struct runner_cmd cmd = { .op = RUNNER_END };
	struct runner_reply r;
	int ret;

	/* the clock of this machine is none of a captured one's CPUs */
	cmd.mhz_cpu = s->readings.live ? clocks_wanted(s->clock, sliced, SLICE_CPUS) : -1;
	if (cmd.mhz_cpu < 0)
		return 0;
	ret = sampler_command(s, &cmd, 0, &r);
	if (!ret)
		*clocks_of(s->clock, cmd.mhz_cpu) = (struct clock_seen){
			.cpu = cmd.mhz_cpu, .mhz = r.metrics.v[METRIC_mhz], .t_ns = now_ns()
		};
	return ret;
}

static struct event *slice_event(struct sampler *s, const struct turn *t,
				 const struct runner_reply *r)
{
	struct event *ev = event_new(EV_SLICE, 0, 0);
	struct slice *sl;

	if (!ev)
		return NULL;
	ev->since_ns = r->t_ns - r->wall_ns;
	ev->until_ns = r->t_ns;
	sl = &ev->u.slice;
	sl->series = t->p->info.id;
	sl->round = s->plan.round;
	sl->ncpus = (uint16_t)MIN(method_size(t->p->choice.method, t->p->choice.param).workers,
				  (unsigned)SLICE_CPUS);
	turn_slice_fill(sl, r);
	throttle_slice(&s->throttle, sl);
	turn_slice_judge(s, sl, r, t->slice_ns);
	s->disturbed = false;
	return ev;
}

/* All slices of the turn. 0, -EPIPE, or -ECHILD: it failed; what came before that still counts. */
static int measure_slices(struct sampler *s, struct turn *t, struct runner_reply *r)
{
	struct planned *p = t->p;
	struct runner_cmd cmd = { .op = RUNNER_SLICE,
				  .slice_ns = t->slice_ns,
				  .slices = t->slices,
				  .warm_ns = p->warm_ns,
				  .timed = p->timed,
				  .last = true };
	int ret = sampler_command(s, &cmd, cmd.warm_ns + cmd.slice_ns, r);

	while (!ret) {
		struct event *ev;

		if (r->said != RUNNER_SLICED) {
			series_failed(s, p, r);
			return -ECHILD;
		}
		p->timed = r->timed && r->loops < 2 * RUNNER_LONG;
		ev = slice_event(s, t, r);
		if (ev)
			t->slice[t->n++] = ev;
		if (r->last)
			return 0;
		ret = sampler_await(s, cmd.slice_ns, r);
	}
	return ret;
}

static void post_slices(struct sampler *s, const struct turn *t)
{
	for (unsigned i = 0; i < t->n; i++) {
		struct event *ev = t->slice[i];

		ev->u.slice.part = (uint16_t)i;
		ev->u.slice.parts = (uint16_t)t->n;
		clocks_fill(s->clock, &ev->u.slice, ev->u.slice.ncpus);
		turn_slice_settled(s, ev);
		if (!i && t->both && !(ev->u.slice.flags & SLICE_VOID))
			plan_was_counted(t->p);
		if (i + 1 < t->n)
			sampler_post(s, ev);
		else
			sampler_pass_baton(s, ev);
	}
}

/* Are probes read around this turn? Long ones are all of them: else nothing would be shown for minutes. */
static bool probes_wanted(const struct sampler *s, struct planned *p)
{
	bool counts = plan_counts(p);

	return counts || now_ns() - readings_taken_ns(&s->readings) >= STALE_NS;
}

/* The measured part: probes, slices, probes, and what is only known behind them. */
static void run_slices(struct sampler *s, struct turn *t)
{
	struct runner_reply r;
	int ret;

	t->both = probes_wanted(s, t->p) && readings_begin(&s->readings, sampler_post, s);
	throttle_begin(&s->throttle, s->runner->pid);
	ret = measure_slices(s, t, &r);
	if (!ret && t->both && t->n) {
		readings_end(&s->readings, t->p->info.id, sampler_post, s);
		turn_slice_readings(&t->slice[0]->u.slice, &s->readings);
		throttle_steal(&t->slice[0]->u.slice, &s->readings);
	}
	if (!ret)
		ret = measure_clock(s, &r);
	if (!t->n)
		return;
	sampler_look_at_settings(s);
	if (!ret && plan_worked(t->p))
		sampler_post_text(s, EV_STATE, t->p->info.id, "");
	if (t->both)
		readings_own(&s->readings, sampler_post, s);
	post_slices(s, t);
}

void turn_run(struct sampler *s, struct planned *p)
{
	struct turn t = { .p = p, .slice_ns = s->cfg.slice_ns };

	s->cut = false;
	s->disturbed = s->baton_late;
	s->baton_late = false;
	s->void_why[0] = '\0';
	lateness_begin(&s->lateness);
	t.slices = plan_slices(p, t.slice_ns);
	t.slice = calloc(t.slices, sizeof(*t.slice));
	if (!t.slice)
		return;
	sampler_post_text(s, EV_RUN, p->info.id, "");
	if (!begin_turn(s, p))
		run_slices(s, &t);
	free(t.slice);
}
