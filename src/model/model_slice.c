// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * model_slice: slices taken in: into sums by series and epoch, history, rounds, verdicts.
 *
 * Pure. Invariant: a change of a setting may become known after slices under its new value were counted.
 * So slices stay in held[] for MODEL_HELD_NS before they go into sums that cannot be undone, and a point
 * of the history stands for each slice that counts and for no other.
 */
#include "model/model_int.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "stream/rate.h"

#define SETTLE_EVERY_NS	  NSEC_PER_SEC /* many at once: each time moves the rest */
#define THROTTLE_AGAIN_NS (10 * NSEC_PER_SEC)

void mseries_free(struct mseries *s)
{
	if (!s)
		return;
	ring_free(&s->ring);
	free(s->epoch);
	free(s->held);
	free(s->judging);
	free(s);
}

/* ---- sums ---- */

const struct sums *mslice_sums(const struct mseries *s, size_t e, struct sums *work)
{
	static const struct sums none;
	const struct sums *settled = e < s->epochs_size ? &s->epoch[e] : &none;
	bool copied = false;

	for (size_t i = 0; i < s->nheld; i++) {
		if (s->held[i].epoch != e)
			continue;
		if (!copied)
			*work = *settled;
		copied = true;
		sums_add(work, &s->info, &s->held[i].slice);
	}
	return copied ? work : settled;
}

static void drop_held(struct mseries *s, size_t n)
{
	s->nheld -= n;
	memmove(s->held, s->held + n, s->nheld * sizeof(*s->held));
}

/* The oldest @n of held[] go into their sums for good. */
static void settle(struct model *m, struct mseries *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		sums_add(&s->epoch[s->held[i].epoch], &s->info, &s->held[i].slice);
		m->settled_ns = MAX(m->settled_ns, s->held[i].until_ns);
	}
	drop_held(s, n);
}

static int hold(struct model *m, struct mseries *s, const struct event *ev, size_t epoch)
{
	int64_t old = ev->t_ns - MODEL_HELD_NS;
	size_t n = 0;

	if (s->nheld == MODEL_HELD || (s->nheld && s->held[0].until_ns < old - SETTLE_EVERY_NS)) {
		while (n < s->nheld && s->held[n].until_ns < old)
			n++;
		settle(m, s, MAX(n, (size_t)1));
	}
	if (MODEL_RESERVE(s->held, s->held_size, s->nheld + 1))
		return -ENOMEM;
	s->held[s->nheld++] = (struct held){ .epoch = epoch,
					     .until_ns = event_until(ev),
					     .slice = ev->u.slice };
	return 0;
}

void mslice_drop_epoch(struct model *m)
{
	for (size_t i = 0; i < m->nseries; i++) {
		struct mseries *s = m->series[i];
		size_t kept = 0;

		if (!s)
			continue;
		for (size_t k = 0; k < s->nheld; k++)
			if (s->held[k].epoch) {
				s->held[kept] = s->held[k];
				s->held[kept++].epoch--;
			}
		s->nheld = kept;
		if (!s->epochs_size)
			continue;
		memmove(s->epoch, s->epoch + 1, (s->epochs_size - 1) * sizeof(*s->epoch));
		memset(&s->epoch[s->epochs_size - 1], 0, sizeof(*s->epoch));
	}
}

void mslice_void_since(struct model *m, int64_t t_ns)
{
	/* what is settled counts for good, in figures and in history */
	t_ns = MAX(t_ns, m->settled_ns);
	for (size_t i = 0; i < m->nseries; i++) {
		struct mseries *s = m->series[i];
		bool late = false;

		for (size_t k = 0; s && k < s->nheld; k++) {
			if (s->held[k].until_ns <= t_ns)
				continue;
			late |= !(s->held[k].slice.flags & SLICE_VOID);
			s->held[k].slice.flags |= SLICE_VOID;
		}
		if (late)
			ring_drop_after(&s->ring, t_ns);
	}
}

/* ---- one slice ---- */

static void count_round(struct model *m, const struct event *ev, uint32_t round)
{
	if (!m->in_round) {
		m->in_round = true;
		m->round_t_ns = ev->t_ns;
	} else if (round > m->round) {
		m->round_s = (double)(ev->t_ns - m->round_t_ns) / 1e9;
		m->round_t_ns = ev->t_ns;
	}
	m->round = MAX(m->round, round);
}

static void note_mhz(struct model *m, const struct slice *sl)
{
	const struct metrics *v = &sl->metrics;

	if (!metric_has(v, METRIC_mhz) || !metric_has(v, METRIC_mhz_cpu))
		return;
	for (size_t i = 0; i < m->ncpu_seen; i++)
		if (m->cpu_seen[i] == v->v[METRIC_mhz_cpu])
			m->cpu_mhz[i] = v->v[METRIC_mhz];
}

static int add_point(const struct model *m, struct mseries *s, const struct event *ev, size_t epoch)
{
	const struct slice *sl = &ev->u.slice;
	struct point p = { .t_ns = event_until(ev), .n = 1 };

	s->has_now = true;
	s->now = series_rate(&s->info, sl->loops, sl->wall_ns);
	p.mean = p.low = p.high = (float)s->now;
	if (sl->flags & SLICE_DISTURBED)
		p.flags |= POINT_DISTURBED;
	if (epoch + 1 < m->nepochs && p.t_ns >= m->epoch[epoch + 1].t_ns)
		p.flags |= POINT_EARLIER;
	return ring_add(&s->ring, &p);
}

/* Could a machine have given these numbers? A broken recording must not make a mean infinite. */
static bool is_sane(const struct slice *sl)
{
	if (sl->wall_ns < 0 || (sl->wall_ns == 0 && !(sl->flags & SLICE_VOID)))
		return false;
	for (int i = 0; i < METRICS; i++)
		if (metric_has(&sl->metrics, i) && !metric_sane(i, sl->metrics.v[i]))
			return false;
	return true;
}

/* Void slices are time that was lost. */
static void note_duty(struct model *m, const struct event *ev)
{
	int64_t until = event_until(ev);

	if (m->duty_last_ns && until > m->duty_last_ns) {
		m->duty_window_ns += until - m->duty_last_ns;
		if (!(ev->u.slice.flags & SLICE_VOID))
			m->duty_measured_ns += ev->u.slice.wall_ns;
	}
	m->duty_last_ns = until;
}

/* The epoch in which @ev's slice began: one that was running when a key started figures anew is of the old. */
static size_t epoch_of(const struct model *m, const struct event *ev)
{
	int64_t began = event_since(ev);
	size_t e = m->nepochs - 1;

	while (e && began < m->epoch[e].t_ns)
		e--;
	return e;
}

/* The state after a slice, whether it counts or not. */
static void note_slice(struct model *m, struct mseries *s, const struct event *ev)
{
	m->running = NO_SERIES;
	count_round(m, ev, ev->u.slice.round);
	s->last = ev->u.slice;
	s->has_last = true;
	s->state = SERIES_OK;
	s->reason[0] = '\0';
	note_mhz(m, &ev->u.slice);
	note_duty(m, ev);
}

/* Workers that were held back: logged when it begins, and remembered for what is said of changes. */
static void note_throttled(struct model *m, const struct event *ev)
{
	const struct slice *sl = &ev->u.slice;

	if ((sl->flags & (SLICE_THROTTLED | SLICE_VOID)) != SLICE_THROTTLED)
		return;
	if (!m->throttled_ns || ev->t_ns - m->throttled_ns > THROTTLE_AGAIN_NS)
		model_log(m, ev, LOG_STATE, "workers held back, rates are not the machine's: %s",
			  sl->text);
	text_copy(m->throttled, sizeof(m->throttled), sl->text);
	m->throttled_ns = ev->t_ns;
	if (m->judging)
		m->change[m->nchanges - 1].throttled = true;
}

int mslice_add(struct model *m, const struct event *ev)
{
	const struct slice *sl = &ev->u.slice;
	struct mseries *s = model_series(m, sl->series);
	bool is_void = sl->flags & SLICE_VOID;
	size_t epoch;

	if (!s || !is_sane(sl))
		return -EINVAL;
	if (!m->nepochs &&
	    model_epoch(m, &(struct event){ .t_ns = ev->t_ns, .wall_ns = ev->wall_ns }, "%s", ""))
		return -ENOMEM;
	if (MODEL_RESERVE(s->epoch, s->epochs_size, m->nepochs))
		return -ENOMEM;
	note_slice(m, s, ev);
	note_throttled(m, ev);
	epoch = epoch_of(m, ev);
	m->epoch_used |= epoch == m->nepochs - 1;
	if (mprobe_slice(m, sl, epoch == m->nepochs - 1 && !is_void))
		return -ENOMEM;
	if (mjudge_slice(m, s, ev))
		return -ENOMEM;
	if (is_void) {
		sums_add(&s->epoch[epoch], &s->info, sl);
		return 0;
	}
	return hold(m, s, ev, epoch) ? -ENOMEM : add_point(m, s, ev, epoch);
}
