// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * model_setting: the settings that are watched, their changes, and for each change and series the
 * before/after verdict.
 *
 * Pure. Invariant: one set of judges runs at a time, that of the newest change; what the judges of an
 * older one had found stays as it was. Changes that come before a single clean round are one.
 */
#include "model/model_int.h"
#include "stream/rate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Clean rounds of one series since the change before, the newest VERDICT_BEFORE_MAX. */
struct segment {
	struct verdict_round round[VERDICT_BEFORE_MAX];
	int64_t t_ns[VERDICT_BEFORE_MAX]; /* when the round's slice ended */
	size_t n, at;
};

static void segment_add(struct segment *s, const struct verdict_round *r, int64_t t_ns)
{
	s->round[s->at] = *r;
	s->t_ns[s->at] = t_ns;
	s->at = (s->at + 1) % VERDICT_BEFORE_MAX;
	s->n = MIN(s->n + 1, (size_t)VERDICT_BEFORE_MAX);
}

/* Those that ended until @t_ns, in time order, into @out: later ones may have seen the change. */
static size_t segment_list(const struct segment *s, int64_t t_ns, struct verdict_round *out)
{
	size_t first = (s->at + VERDICT_BEFORE_MAX - s->n) % VERDICT_BEFORE_MAX, n = 0;

	for (size_t i = 0; i < s->n; i++) {
		size_t at = (first + i) % VERDICT_BEFORE_MAX;

		if (s->t_ns[at] <= t_ns)
			out[n++] = s->round[at];
	}
	return n;
}

void msettings_free(struct model *m)
{
	for (size_t i = 0; i < m->nchanges; i++)
		free(m->change[i].verdict);
	for (size_t i = 0; i < SERIES_MAX; i++)
		free(m->series[i].segment);
	free(m->judge);
}

int msetting_known(struct model *m, const struct event *ev)
{
	const struct setting_info *info = &ev->u.setting;
	struct msetting *s;

	if (info->id >= SETTINGS_MAX)
		return -EINVAL;
	s = &m->setting[info->id];
	if (!s->known)
		text_copy(s->start, sizeof(s->start), info->shown);
	s->info = *info;
	s->known = true;
	m->nsettings = MAX(m->nsettings, (size_t)info->id + 1);
	return 0;
}

static void who_text(char *buf, size_t size, const struct setting_change *c)
{
	if (c->flags & CHANGE_OWN)
		text_copy(buf, size, "you");
	else if (c->pid && !c->who[0])
		text_format(buf, size, "pid %u, which has ended", c->pid);
	else if (c->pid)
		text_format(buf, size, "%s (pid %u)", c->who, c->pid);
	else
		text_copy(buf, size, c->who[0] ? c->who : "somebody");
}

static struct mchange *new_change(struct model *m)
{
	struct mchange *c;

	if (m->nchanges == MODEL_CHANGES) {
		m->nchanges_ever++;
		free(m->change[0].verdict);
		memmove(m->change, m->change + 1, (MODEL_CHANGES - 1) * sizeof(m->change[0]));
		m->nchanges--;
	}
	c = &m->change[m->nchanges];
	*c = (struct mchange){ .verdict = calloc(SERIES_MAX, sizeof(*c->verdict)) };
	if (!c->verdict)
		return NULL;
	m->nchanges++;
	return c;
}

static void write_headline(const struct model *m, struct mchange *c)
{
	verdict_headline(c->verdict, m->nseries, c->headline, sizeof(c->headline));
}

/* The judges of the newest change begin with what each series did before it. */
static int begin_judges(struct model *m, struct mchange *c)
{
	struct verdict_round before[VERDICT_BEFORE_MAX];

	if (!m->judge)
		m->judge = calloc(SERIES_MAX, sizeof(*m->judge));
	if (!m->judge)
		return -ENOMEM;
	for (size_t i = 0; i < m->nseries; i++) {
		struct mseries *s = &m->series[i];
		size_t n = s->segment ? segment_list(s->segment, c->before_ns, before) : 0;

		judge_begin(&m->judge[i], before, n, s->info.flags);
		c->verdict[i] = m->judge[i].v;
		if (s->segment)
			s->segment->n = 0;
	}
	m->rounds_since_change = 0;
	write_headline(m, c);
	return 0;
}

static void end_judges(struct model *m, const char *by)
{
	struct mchange *c = m->nchanges ? &m->change[m->nchanges - 1] : NULL;

	if (!c || !m->judge)
		return;
	for (size_t i = 0; i < m->nseries; i++) {
		judge_cut(&m->judge[i], by);
		c->verdict[i] = m->judge[i].v;
	}
	write_headline(m, c);
}

static bool same_change(const struct model *m, const struct setting_change *c)
{
	const struct mchange *last = m->nchanges ? &m->change[m->nchanges - 1] : NULL;

	return last && !m->rounds_since_change && c->before_ns >= last->before_ns;
}

int msetting_changed(struct model *m, const struct event *ev)
{
	const struct setting_change *sc = &ev->u.change;
	struct msetting *s;
	struct mchange *c;
	char who[64];
	int ret = 0;

	if (sc->id >= m->nsettings || !m->setting[sc->id].known)
		return -EINVAL;
	s = &m->setting[sc->id];
	who_text(who, sizeof(who), sc);
	text_copy(s->info.value, sizeof(s->info.value), sc->value);
	text_copy(s->info.shown, sizeof(s->info.shown), sc->now);
	text_copy(s->who, sizeof(s->who), who);
	s->changed = true;
	s->t_ns = ev->t_ns;
	s->wall_ns = ev->wall_ns;
	s->letter = model_mark(m, ev, true, "%s %s -> %s", s->info.name, sc->old, sc->now);
	model_log(m, ev, LOG_SETTING, "%c %s %s -> %s by %s", s->letter, s->info.name, sc->old,
		  sc->now, who);
	if (same_change(m, sc)) {
		c = &m->change[m->nchanges - 1];
		c->also++;
	} else {
		end_judges(m, s->info.name);
		c = new_change(m);
		if (!c)
			return -ENOMEM;
		c->before_ns = sc->before_ns;
		c->setting = sc->id;
		c->letter = s->letter;
		c->t_ns = ev->t_ns;
		c->wall_ns = ev->wall_ns;
		text_copy(c->old, sizeof(c->old), sc->old);
		text_copy(c->who, sizeof(c->who), who);
		ret = begin_judges(m, c);
	}
	if (c->setting == sc->id)
		text_copy(c->now, sizeof(c->now), sc->now);
	s->change = m->nchanges_ever + m->nchanges; /* 1 + its number */
	model_epoch(m, ev, "%s %s", s->info.name, sc->now);
	return ret;
}

/* Mean load of others over about the last round; false before there is one. */
static bool mean_load(struct model *m, const struct slice *sl, double *mean)
{
	size_t n = MAX(m->nseries, (size_t)1);
	double sum = 0;
	size_t got;

	if (metric_has(&sl->metrics, METRIC_other_load))
		m->load[m->nloads++ % n] = sl->metrics.v[METRIC_other_load];
	got = MIN(m->nloads, n);
	for (size_t i = 0; i < got; i++)
		sum += m->load[i];
	*mean = got ? sum / (double)got : 0;
	return got;
}

int msetting_slice(struct model *m, struct mseries *s, const struct event *ev)
{
	const struct slice *sl = &ev->u.slice;
	struct verdict_round r = { .ln_rate = series_ln_rate(&s->info, sl->loops, sl->wall_ns) };

	if (!s->segment)
		s->segment = calloc(1, sizeof(*s->segment));
	if (!s->segment)
		return -ENOMEM;
	r.has_load = mean_load(m, sl, &r.other_load);
	segment_add(s->segment, &r, event_until(ev));
	if (!m->nchanges || !m->judge)
		return 0;
	m->rounds_since_change++;
	judge_add(&m->judge[s->info.id], &r);
	m->change[m->nchanges - 1].verdict[s->info.id] = m->judge[s->info.id].v;
	write_headline(m, &m->change[m->nchanges - 1]);
	return 0;
}
