// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * model_setting: the settings that are watched, and their changes.
 *
 * Pure. Invariant: changes that come before a single clean round are one. What was found of an older
 * change stays as it was.
 */
#include "model/model_int.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct msetting *setting_of(const struct model *m, size_t id)
{
	return id < m->nsettings ? m->setting[id] : NULL;
}

void msettings_free(struct model *m)
{
	for (size_t i = 0; i < m->nchanges; i++)
		free(m->change[i].verdict);
	for (size_t i = 0; i < m->nsettings; i++)
		free(m->setting[i]);
	free(m->change);
	free(m->setting);
	free(m->load);
}

int msetting_known(struct model *m, const struct event *ev)
{
	const struct setting_info *info = &ev->u.setting;
	struct msetting *s = setting_of(m, info->id);

	if (info->id >= MODEL_IDS)
		return -EINVAL;
	if (!s) {
		if (MODEL_RESERVE(m->setting, m->settings_size, info->id + 1u))
			return -ENOMEM;
		s = m->setting[info->id] = calloc(1, sizeof(*s));
		if (!s)
			return -ENOMEM;
		text_copy(s->start, sizeof(s->start), info->shown);
		m->nsettings = MAX(m->nsettings, (size_t)info->id + 1);
	}
	if (!(info->flags & SETTING_ABSENT) && (s->info.flags & SETTING_ABSENT)) {
		if (!*s->start)
			text_copy(s->start, sizeof(s->start), info->shown);
		model_log(m, ev, LOG_STATE, "%s is here now: %s", info->name, info->shown);
	} else if ((info->flags & SETTING_ABSENT) && *s->info.name &&
		   !(s->info.flags & SETTING_ABSENT)) {
		model_log(m, ev, LOG_STATE, "%s is gone: %s", info->name, info->reason);
	}
	s->info = *info;
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
	if (m->nchanges == MODEL_CHANGES) {
		m->nchanges_ever++;
		free(m->change[0].verdict);
		memmove(m->change, m->change + 1, (MODEL_CHANGES - 1) * sizeof(m->change[0]));
		m->nchanges--;
	}
	if (MODEL_RESERVE(m->change, m->changes_size, m->nchanges + 1))
		return NULL;
	m->change[m->nchanges] = (struct mchange){ 0 };
	return &m->change[m->nchanges++];
}

static bool same_change(const struct model *m, const struct setting_change *c)
{
	const struct mchange *last = m->nchanges ? &m->change[m->nchanges - 1] : NULL;

	return last && !m->rounds_since_change && c->before_ns >= last->before_ns;
}

/* What the setting itself shows of it from now on. */
static void note_change(struct model *m, struct msetting *s, const struct event *ev,
			const char *who)
{
	const struct setting_change *sc = &ev->u.change;

	text_copy(s->info.value, sizeof(s->info.value), sc->value);
	text_copy(s->info.shown, sizeof(s->info.shown), sc->now);
	text_copy(s->info.next, sizeof(s->info.next), sc->next);
	text_copy(s->who, sizeof(s->who), who);
	s->changed = true;
	s->t_ns = ev->t_ns;
	s->wall_ns = ev->wall_ns;
	s->letter = model_mark(m, ev, true, "%s %s -> %s", s->info.name, sc->old, sc->now);
	model_log(m, ev, LOG_SETTING, "%c %s %s -> %s by %s", s->letter, s->info.name, sc->old,
		  sc->now, who);
}

/* A change with verdicts of its own. 0 or -ENOMEM. */
static int begin_change(struct model *m, const struct msetting *s, const struct event *ev)
{
	const struct setting_change *sc = &ev->u.change;
	struct mchange *c;

	mjudge_end(m, s->info.name);
	c = new_change(m);
	if (!c)
		return -ENOMEM;
	c->before_ns = sc->before_ns;
	c->setting = sc->id;
	c->letter = s->letter;
	c->t_ns = ev->t_ns;
	c->wall_ns = ev->wall_ns;
	text_copy(c->old, sizeof(c->old), sc->old);
	text_copy(c->who, sizeof(c->who), s->who);
	return mjudge_begin(m);
}

int msetting_changed(struct model *m, const struct event *ev)
{
	const struct setting_change *sc = &ev->u.change;
	struct msetting *s = setting_of(m, sc->id);
	struct mchange *c;
	char who[64];

	if (!s)
		return -EINVAL;
	who_text(who, sizeof(who), sc);
	/* slices counted since the last look at the old value may have run under the new one */
	mslice_void_since(m, sc->before_ns);
	mjudge_void_since(m, sc->before_ns);
	note_change(m, s, ev, who);
	if (same_change(m, sc))
		m->change[m->nchanges - 1].also++;
	else if (begin_change(m, s, ev))
		return -ENOMEM;
	c = &m->change[m->nchanges - 1];
	if (c->setting == sc->id)
		text_copy(c->now, sizeof(c->now), sc->now);
	s->change = m->nchanges_ever + m->nchanges; /* 1 + its number */
	m->judged_since_ns = MAX(m->judged_since_ns, MIN(sc->after_ns, ev->t_ns));
	return model_epoch(m, ev, "%s %s", s->info.name, sc->now);
}
