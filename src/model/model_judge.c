// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * model_judge: the rounds of each series since the last change of anything, and the judges of the newest
 * change, which are fed with them.
 *
 * Pure. Invariant: one set of judges runs at a time; a turn of several slices gives one value. The rounds
 * a judge began with are kept, so that it can be taken back to any of those that followed.
 */
#include "model/model_int.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "stream/rate.h"

#define THROTTLED_BEFORE_NS (60 * NSEC_PER_SEC) /* workers held back so shortly before a change */

/* One turn's slices on their way to one value. */
struct turn_sum {
	uint32_t round;
	uint64_t loops;
	int64_t wall_ns, until_ns;
	bool open;  /* slices are in it that no value was made of */
	bool given; /* a value of this round was given to the judge */
};

struct judging {
	/* Clean rounds since the last change, the newest VERDICT_BEFORE_MAX, in a circle. */
	struct verdict_round round[VERDICT_BEFORE_MAX];
	int64_t until_ns[VERDICT_BEFORE_MAX];
	size_t n, at;
	bool overflowed;
	struct turn_sum turn;
	/* What the judge began with. */
	struct verdict_round before[VERDICT_BEFORE_MAX];
	size_t nbefore;
	struct judge judge;
};

static struct mchange *newest(struct model *m)
{
	return m->nchanges ? &m->change[m->nchanges - 1] : NULL;
}

/* ---- the rounds of a series ---- */

static void rounds_add(struct judging *j, const struct verdict_round *r, int64_t until_ns)
{
	j->round[j->at] = *r;
	j->until_ns[j->at] = until_ns;
	j->at = (j->at + 1) % VERDICT_BEFORE_MAX;
	j->overflowed |= j->n == VERDICT_BEFORE_MAX;
	j->n = MIN(j->n + 1, (size_t)VERDICT_BEFORE_MAX);
}

static void rounds_clear(struct judging *j)
{
	j->n = j->at = 0;
	j->overflowed = false;
	j->turn = (struct turn_sum){ 0 };
}

/* Those that ended until @t_ns, in time order, into @out: later ones may have seen the change. */
static size_t rounds_until(const struct judging *j, int64_t t_ns, struct verdict_round *out)
{
	size_t first = (j->at + VERDICT_BEFORE_MAX - j->n) % VERDICT_BEFORE_MAX, n = 0;

	for (size_t i = 0; i < j->n; i++) {
		size_t at = (first + i) % VERDICT_BEFORE_MAX;

		if (j->until_ns[at] <= t_ns)
			out[n++] = j->round[at];
	}
	return n;
}

/* ---- one value of a round ---- */

/*
 * Into @r the mean load of others over about the last round: not each slice carries it, so of what came in
 * this round and the one before it, else the newest there is. 0 or -ENOMEM.
 */
static int mean_load(struct model *m, const struct slice *sl, struct verdict_round *r)
{
	size_t n = MAX(m->nseries, (size_t)1), kept, got = 0;
	double sum = 0;

	if (MODEL_RESERVE(m->load, m->load_size, n))
		return -ENOMEM;
	if (metric_has(&sl->metrics, METRIC_other_load))
		m->load[m->nloads++ % n] = (struct mload){
			.round = sl->round, .cpus = sl->metrics.v[METRIC_other_load]
		};
	kept = MIN(m->nloads, n);
	for (size_t back = 1; back <= kept; back++) {
		const struct mload *l = &m->load[(m->nloads - back) % n];

		if (got && (uint64_t)l->round + 1 < sl->round)
			break;
		sum += l->cpus;
		got++;
	}
	r->has_load = got;
	r->other_load = got ? sum / (double)got : 0;
	return 0;
}

static void write_headline(struct mchange *c)
{
	size_t len;

	verdict_headline(c->verdict, c->nverdicts, c->headline, sizeof(c->headline));
	len = strlen(c->headline);
	if (c->throttled && len)
		text_format(c->headline + len, sizeof(c->headline) - len, " (workers held back)");
}

/* The verdict of @j's series on the newest change; its headline only where @said: it costs all series. */
static void store(struct model *m, const struct mseries *s, bool said)
{
	struct mchange *c = newest(m);

	if (s->info.id >= c->nverdicts)
		return;
	c->verdict[s->info.id] = s->judging->judge.v;
	if (said)
		write_headline(c);
}

/* The turn is over: its slices are one value. */
static void give(struct model *m, struct mseries *s, struct verdict_round *r)
{
	struct judging *j = s->judging;
	bool looked;

	r->ln_rate = series_ln_rate(&s->info, j->turn.loops, j->turn.wall_ns);
	j->turn.open = false;
	if (j->turn.given && j->n) { /* a second turn in the same round: still one value */
		j->round[(j->at + VERDICT_BEFORE_MAX - 1) % VERDICT_BEFORE_MAX] = *r;
		j->until_ns[(j->at + VERDICT_BEFORE_MAX - 1) % VERDICT_BEFORE_MAX] =
			j->turn.until_ns;
		if (m->judging)
			judge_amend(&j->judge, r);
		return;
	}
	j->turn.given = true;
	rounds_add(j, r, j->turn.until_ns);
	if (!m->judging)
		return;
	m->rounds_since_change++;
	looked = judge_add(&j->judge, r);
	store(m, s, looked);
}

int mjudge_slice(struct model *m, struct mseries *s, const struct event *ev)
{
	const struct slice *sl = &ev->u.slice;
	bool is_void = sl->flags & SLICE_VOID, last = sl->part + 1u >= sl->parts;
	struct verdict_round r = { 0 };
	struct turn_sum *turn;

	if (event_since(ev) < m->judged_since_ns || (is_void && !s->judging))
		return 0;
	if (!s->judging)
		s->judging = calloc(1, sizeof(*s->judging));
	if (!s->judging)
		return -ENOMEM;
	if (!is_void && mean_load(m, sl, &r))
		return -ENOMEM;
	turn = &s->judging->turn;
	if (turn->open && turn->round != sl->round) /* its last slice never came */
		give(m, s, &r);
	if (turn->round != sl->round)
		*turn = (struct turn_sum){ .round = sl->round };
	if (!is_void) {
		turn->loops += sl->loops;
		turn->wall_ns += sl->wall_ns;
		turn->until_ns = event_until(ev);
		turn->open = true;
	}
	if (turn->open && last)
		give(m, s, &r);
	return 0;
}

/* ---- changes ---- */

int mjudge_begin(struct model *m)
{
	struct mchange *c = newest(m);

	c->verdict = calloc(MAX(m->nseries, (size_t)1), sizeof(*c->verdict));
	if (!c->verdict)
		return -ENOMEM;
	c->nverdicts = m->nseries;
	for (size_t i = 0; i < m->nseries; i++) {
		struct mseries *s = m->series[i];
		struct judging *j = s ? s->judging : NULL;

		if (!s)
			continue;
		if (!j)
			j = s->judging = calloc(1, sizeof(*j));
		if (!j)
			return -ENOMEM;
		j->nbefore = rounds_until(j, c->before_ns, j->before);
		judge_begin(&j->judge, j->before, j->nbefore, s->info.flags);
		rounds_clear(j);
		c->verdict[i] = j->judge.v;
	}
	c->throttled = m->throttled_ns && c->t_ns - m->throttled_ns < THROTTLED_BEFORE_NS;
	m->judging = true;
	m->rounds_since_change = 0;
	write_headline(c);
	return 0;
}

void mjudge_end(struct model *m, const char *by)
{
	if (!m->judging)
		return;
	for (size_t i = 0; i < m->nseries; i++) {
		struct mseries *s = m->series[i];

		if (!s || !s->judging)
			continue;
		judge_cut(&s->judging->judge, by);
		store(m, s, false);
	}
	write_headline(newest(m));
	m->judging = false;
}

void mjudge_forget(struct model *m, int64_t t_ns)
{
	m->judged_since_ns = t_ns;
	for (size_t i = 0; i < m->nseries; i++)
		if (m->series[i] && m->series[i]->judging)
			rounds_clear(m->series[i]->judging);
}

/* Keep what ended until @t_ns, and take the judge through that again. */
static void take_back(struct model *m, struct mseries *s, int64_t t_ns)
{
	struct verdict_round kept[VERDICT_BEFORE_MAX];
	struct judging *j = s->judging;
	size_t n = rounds_until(j, t_ns, kept);

	if (j->turn.until_ns > t_ns)
		j->turn = (struct turn_sum){ .round = j->turn.round };
	if (n == j->n)
		return;
	m->rounds_since_change -= MIN(m->rounds_since_change, (uint64_t)(j->n - n));
	j->at = (j->at + VERDICT_BEFORE_MAX - (j->n - n)) % VERDICT_BEFORE_MAX;
	j->n = n;
	/* after so many the judge has looked for the last time, at other rounds than these */
	if (!m->judging || j->overflowed)
		return;
	judge_begin(&j->judge, j->before, j->nbefore, s->info.flags);
	for (size_t i = 0; i < n; i++)
		judge_add(&j->judge, &kept[i]);
	store(m, s, true);
}

void mjudge_void_since(struct model *m, int64_t t_ns)
{
	for (size_t i = 0; i < m->nseries; i++)
		if (m->series[i] && m->series[i]->judging)
			take_back(m, m->series[i], t_ns);
}
