// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * model: taking in events: series, epochs, marks, the log; the other files of the model do the rest.
 *
 * Pure. Invariant: an event that names an unknown series or probe changes nothing.
 */
#include "model/model_int.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define TIME_MOST  (INT64_MAX / 2) /* the year 2116 */
#define SCALE_MOST 1e12
#define SLICE_MOST (3600 * NSEC_PER_SEC) /* an hour is nonsense from a broken recording */

struct model *model_new(void)
{
	struct model *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->running = NO_SERIES;
	for (int i = 0; i < PROBES; i++) {
		m->probe[i].pending_series = NO_SERIES;
		text_copy(m->probe[i].reason, sizeof(m->probe[i].reason), "not read yet");
	}
	return m;
}

void model_free(struct model *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->nseries; i++)
		mseries_free(m->series[i]);
	for (int i = 0; i < PROBES; i++)
		mprobe_free(&m->probe[i]);
	msettings_free(m);
	free(m->series);
	free(m->epoch);
	free(m->mark);
	free(m->log);
	free(m->cpu_seen);
	free(m->cpu_mhz);
	free(m);
}

int model_reserve(void **data, size_t *size, size_t want, size_t each)
{
	size_t grown = MAX(*size, (size_t)8);
	char *p;

	if (want <= *size)
		return 0;
	while (grown < want)
		grown *= 2;
	p = realloc(*data, grown * each);
	if (!p)
		return -ENOMEM;
	memset(p + *size * each, 0, (grown - *size) * each);
	*data = p;
	*size = grown;
	return 0;
}

struct mseries *model_series(const struct model *m, size_t id)
{
	return id < m->nseries ? m->series[id] : NULL;
}

void model_log(struct model *m, const struct event *ev, enum log_kind kind, const char *fmt, ...)
{
	struct frame_log *l;
	va_list ap;

	if (m->nlog == MODEL_LOG) {
		memmove(m->log, m->log + 1, (MODEL_LOG - 1) * sizeof(m->log[0]));
		m->nlog--;
	}
	if (MODEL_RESERVE(m->log, m->log_size, m->nlog + 1))
		return; /* a line less; what it is about is known all the same */
	l = &m->log[m->nlog++];
	*l = (struct frame_log){ .kind = kind, .t_ns = ev->t_ns, .wall_ns = ev->wall_ns };
	va_start(ap, fmt);
	text_vformat(l->text, sizeof(l->text), fmt, ap);
	va_end(ap);
}

/* ---- epochs ---- */

/* Forget the oldest epoch. */
static void drop_epoch(struct model *m)
{
	memmove(m->epoch, m->epoch + 1, (MODEL_EPOCHS - 1) * sizeof(m->epoch[0]));
	m->nepochs--;
	mslice_drop_epoch(m);
}

int model_epoch(struct model *m, const struct event *ev, const char *fmt, ...)
{
	struct frame_epoch *e;
	va_list ap;

	if (m->nepochs == MODEL_EPOCHS)
		drop_epoch(m);
	if (MODEL_RESERVE(m->epoch, m->epochs_size, m->nepochs + 1))
		return -ENOMEM;
	e = &m->epoch[m->nepochs++];
	*e = (struct frame_epoch){ .t_ns = ev->t_ns,
				   .wall_ns = ev->wall_ns,
				   .slice_ns = m->slice_ns };
	va_start(ap, fmt);
	text_vformat(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
	m->epoch_used = false;
	mprobe_epoch(m);
	return 0;
}

static int user_epoch(struct model *m, const struct event *ev)
{
	model_log(m, ev, LOG_EPOCH, "figures start again%s%s", ev->text[0] ? ": " : "", ev->text);
	return model_epoch(m, ev, "%s", ev->text);
}

/* Slices are ms to seconds long. */
static bool sane_length(int64_t ns)
{
	return ns >= 0 && ns <= SLICE_MOST;
}

/* Slices of different length are never pooled: neither their figures nor their rounds. */
static int length_changed(struct model *m, const struct event *ev)
{
	int64_t old = m->slice_ns;
	double ms = (double)ev->u.length_ns / 1e6;

	if (!sane_length(ev->u.length_ns))
		return -EINVAL;
	m->slice_ns = ev->u.length_ns;
	model_log(m, ev, LOG_EPOCH, "slices of %.6g ms from now on", ms);
	if (m->slice_ns == old)
		return 0;
	mjudge_end(m, "another length of slices");
	mjudge_forget(m, ev->t_ns);
	if (m->nepochs && m->epoch_used)
		return model_epoch(m, ev, "slices of %.6g ms", ms);
	if (m->nepochs) /* nothing was measured since it began */
		m->epoch[m->nepochs - 1].slice_ns = m->slice_ns;
	return 0;
}

/* ---- series ---- */

static int add_series(struct model *m, const struct event *ev)
{
	uint16_t id = ev->u.info.id;
	struct mseries *s = model_series(m, id);

	if (id >= MODEL_IDS)
		return -EINVAL;
	if (!s) {
		if (MODEL_RESERVE(m->series, m->series_size, id + 1u))
			return -ENOMEM;
		s = m->series[id] = calloc(1, sizeof(*s));
		if (!s)
			return -ENOMEM;
		ring_init(&s->ring, MODEL_POINTS);
		s->state = SERIES_WAITING;
		m->nseries = MAX(m->nseries, (size_t)id + 1);
	}
	s->info = ev->u.info;
	/* of a broken recording: rates must stay finite */
	if (!(s->info.scale > 0 && s->info.scale <= SCALE_MOST))
		s->info.scale = 1;
	return 0;
}

static int add_gap(struct mseries *s, int64_t t_ns)
{
	struct point p = { .t_ns = t_ns, .flags = POINT_GAP };

	if (!s->ring.n || s->ring.point[s->ring.n - 1].flags & POINT_GAP)
		return 0;
	return ring_add(&s->ring, &p);
}

static int state_changed(struct model *m, const struct event *ev)
{
	struct mseries *s = model_series(m, ev->series);

	if (!s)
		return -EINVAL;
	text_copy(s->reason, sizeof(s->reason), ev->text);
	if (!ev->text[0]) {
		s->state = s->has_last ? SERIES_OK : SERIES_WAITING;
		model_log(m, ev, LOG_STATE, "%s %s runs again", s->info.label, s->info.placement);
		return 0;
	}
	s->state = SERIES_UNAVAILABLE;
	s->has_now = false;
	model_log(m, ev, LOG_STATE, "%s %s: %s", s->info.label, s->info.placement, ev->text);
	return add_gap(s, ev->t_ns);
}

static int run_began(struct model *m, const struct event *ev)
{
	struct mseries *s = model_series(m, ev->series);

	if (!s)
		return -EINVAL;
	m->running = ev->series;
	m->measuring = true;
	return 0;
}

/* ---- the rest ---- */

char model_mark(struct model *m, const struct event *ev, bool setting, const char *fmt, ...)
{
	char letter = (char)('A' + m->marks_ever++ % 26);
	struct mmark *k;
	va_list ap;

	if (m->nmarks == MODEL_MARKS) {
		memmove(m->mark, m->mark + 1, (MODEL_MARKS - 1) * sizeof(m->mark[0]));
		m->nmarks--;
	}
	if (MODEL_RESERVE(m->mark, m->marks_size, m->nmarks + 1))
		return letter; /* it stands in the log */
	k = &m->mark[m->nmarks++];
	k->mark = (struct frame_mark){
		.setting = setting, .letter = letter, .t_ns = ev->t_ns, .wall_ns = ev->wall_ns
	};
	va_start(ap, fmt);
	text_vformat(k->text, sizeof(k->text), fmt, ap);
	va_end(ap);
	return letter;
}

static void add_mark(struct model *m, const struct event *ev)
{
	char letter = model_mark(m, ev, false, "%s", ev->text);

	model_log(m, ev, LOG_MARK, "%c %s", letter, ev->text);
}

static int add_gaps(struct model *m, const struct event *ev)
{
	double s = (double)ev->u.gap_ns / 1e9;

	m->duty_last_ns = 0;
	if (ev->u.gap_ns)
		model_log(m, ev, LOG_GAP, "%s (%+.1f s)", ev->text, s);
	else
		model_log(m, ev, LOG_GAP, "%s", ev->text);
	for (size_t i = 0; i < m->nseries; i++)
		if (m->series[i] && add_gap(m->series[i], ev->t_ns))
			return -ENOMEM;
	return 0;
}

static void end(struct model *m, const struct event *ev)
{
	m->ended = true;
	m->measuring = false;
	m->running = NO_SERIES;
	text_copy(m->end_reason, sizeof(m->end_reason), ev->text);
}

static int start(struct model *m, const struct event *ev)
{
	text_copy(m->label, sizeof(m->label), ev->u.start.label);
	text_copy(m->version, sizeof(m->version), ev->u.start.version);
	m->slice_ns = sane_length(ev->u.start.slice_ns) ? ev->u.start.slice_ns : 0; /* not known */
	m->started = true;
	return m->nepochs ? 0 : model_epoch(m, ev, "%s", ev->text);
}

int model_apply(struct model *m, const struct event *ev)
{
	/* what no clock says; a broken recording must not make differences overflow */
	if (ev->t_ns < 0 || ev->t_ns > TIME_MOST || ev->wall_ns < 0 || ev->wall_ns > TIME_MOST ||
	    ev->since_ns < 0 || ev->since_ns > TIME_MOST || ev->until_ns < 0 ||
	    ev->until_ns > TIME_MOST)
		return -EINVAL;
	switch (ev->kind) {
	case EV_START:
		return start(m, ev);
	case EV_HOST:
		m->host = *ev->u.host;
		m->has_host = true;
		return 0;
	case EV_SERIES:
		return add_series(m, ev);
	case EV_STATE:
		return state_changed(m, ev);
	case EV_RUN:
		return run_began(m, ev);
	case EV_SLICE:
		return mslice_add(m, ev);
	case EV_TABLE:
		return ev->probe < PROBES ? mprobe_table(m, ev) : -EINVAL;
	case EV_DELTA:
		return ev->probe < PROBES ? mprobe_delta(m, ev) : -EINVAL;
	case EV_PROBE:
		if (ev->probe >= PROBES)
			return -EINVAL;
		mprobe_unavailable(m, ev);
		return 0;
	case EV_OWN:
		m->has_own = ev->u.own.window_ns > 0;
		if (m->has_own)
			m->own_share = (double)ev->u.own.cpu_ns / (double)ev->u.own.window_ns;
		return 0;
	case EV_LENGTH:
		return length_changed(m, ev);
	case EV_SETTING:
		return msetting_known(m, ev);
	case EV_CHANGE:
		return msetting_changed(m, ev);
	case EV_MARK:
		add_mark(m, ev);
		return 0;
	case EV_EPOCH:
		return user_epoch(m, ev);
	case EV_GAP:
		return add_gaps(m, ev);
	case EV_FAULT:
		text_copy(m->fault, sizeof(m->fault), ev->text);
		model_log(m, ev, LOG_FAULT, "%s", ev->text);
		return 0;
	case EV_ANSWER:
	case EV_CONTROL:
	case EV_PAUSED:
		return 0; /* the screen's matter */
	case EV_IDLE:
		m->measuring &= m->running != NO_SERIES;
		return 0;
	case EV_END:
		end(m, ev);
		return 0;
	case EV_NONE:
	case EV_KINDS:
		break;
	}
	return -EINVAL;
}
