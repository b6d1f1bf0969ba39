// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * model: taking in events: series, slices, epochs, marks, the log.
 *
 * Pure. Invariant: an event that names an unknown series or probe changes nothing.
 */
#include "model/model_int.h"
#include "stream/rate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define TIME_MOST  (INT64_MAX / 2) /* the year 2116 */
#define SLICE_MOST (3600 * NSEC_PER_SEC)

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
	for (size_t i = 0; i < SERIES_MAX; i++) {
		ring_free(&m->series[i].ring);
		free(m->series[i].epoch);
	}
	for (int i = 0; i < PROBES; i++)
		mprobe_free(&m->probe[i]);
	msettings_free(m);
	free(m->cpu_seen);
	free(m->cpu_mhz);
	free(m);
}

void model_log(struct model *m, const struct event *ev, enum log_kind kind, const char *fmt, ...)
{
	struct frame_log *l;
	va_list ap;

	if (m->nlog == MODEL_LOG) {
		memmove(m->log, m->log + 1, (MODEL_LOG - 1) * sizeof(m->log[0]));
		m->nlog--;
	}
	l = &m->log[m->nlog++];
	*l = (struct frame_log){ .kind = kind, .t_ns = ev->t_ns, .wall_ns = ev->wall_ns };
	va_start(ap, fmt);
	text_vformat(l->text, sizeof(l->text), fmt, ap);
	va_end(ap);
}

static struct mseries *series_of(struct model *m, uint16_t id)
{
	return id < m->nseries && m->series[id].known ? &m->series[id] : NULL;
}

/* ---- epochs ---- */

/* Forget the oldest epoch. */
static void drop_epoch(struct model *m)
{
	memmove(m->epoch, m->epoch + 1, (MODEL_EPOCHS - 1) * sizeof(m->epoch[0]));
	m->nepochs--;
	for (size_t i = 0; i < m->nseries; i++) {
		struct sums *s = m->series[i].epoch;

		if (!s)
			continue;
		memmove(s, s + 1, (MODEL_EPOCHS - 1) * sizeof(*s));
		memset(&s[MODEL_EPOCHS - 1], 0, sizeof(*s));
	}
}

void model_epoch(struct model *m, const struct event *ev, const char *fmt, ...)
{
	struct frame_epoch *e;
	va_list ap;

	if (m->nepochs == MODEL_EPOCHS)
		drop_epoch(m);
	e = &m->epoch[m->nepochs++];
	*e = (struct frame_epoch){ .t_ns = ev->t_ns, .wall_ns = ev->wall_ns };
	va_start(ap, fmt);
	text_vformat(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
	mprobe_epoch(m);
}

static void new_epoch(struct model *m, const struct event *ev)
{
	model_epoch(m, ev, "%s", ev->text);
}

/* ---- series and slices ---- */

static int add_series(struct model *m, const struct event *ev)
{
	uint16_t id = ev->u.info.id;

	if (id >= SERIES_MAX)
		return -EINVAL;
	if (!m->series[id].known) {
		ring_init(&m->series[id].ring, MODEL_POINTS);
		m->series[id].state = SERIES_WAITING;
	}
	m->series[id].info = ev->u.info;
	m->series[id].known = true;
	m->nseries = MAX(m->nseries, (size_t)id + 1);
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
	struct mseries *s = series_of(m, ev->series);

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
	struct mseries *s = series_of(m, ev->series);

	if (!s)
		return -EINVAL;
	m->running = ev->series;
	m->measuring = true;
	return 0;
}

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

static int add_point(struct mseries *s, const struct event *ev)
{
	const struct slice *sl = &ev->u.slice;
	struct point p = { .t_ns = event_until(ev), .n = 1 };

	s->has_now = true;
	s->now = series_rate(&s->info, sl->loops, sl->wall_ns);
	p.mean = p.low = p.high = (float)s->now;
	if (sl->flags & SLICE_DISTURBED)
		p.flags |= POINT_DISTURBED;
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

/* The epoch in which @sl began: one that was running when a key started figures anew is of the old. */
static size_t epoch_of(const struct model *m, const struct event *ev)
{
	int64_t began = event_since(ev);
	size_t e = m->nepochs - 1;

	while (e && began < m->epoch[e].t_ns)
		e--;
	return e;
}

static int add_slice(struct model *m, const struct event *ev)
{
	const struct slice *sl = &ev->u.slice;
	struct mseries *s = series_of(m, sl->series);
	size_t epoch;

	if (!s || !is_sane(sl))
		return -EINVAL;
	if (!s->epoch)
		s->epoch = calloc(MODEL_EPOCHS, sizeof(*s->epoch));
	if (!s->epoch)
		return -ENOMEM;
	if (!m->nepochs)
		new_epoch(m, &(struct event){ .t_ns = ev->t_ns, .wall_ns = ev->wall_ns });
	m->running = NO_SERIES;
	count_round(m, ev, sl->round);
	s->last = *sl;
	s->has_last = true;
	s->state = SERIES_OK;
	s->reason[0] = '\0';
	epoch = epoch_of(m, ev);
	sums_add(&s->epoch[epoch], &s->info, sl);
	mprobe_slice(m, sl, epoch == m->nepochs - 1 && !(sl->flags & SLICE_VOID));
	note_mhz(m, sl);
	if (sl->flags & SLICE_VOID)
		return 0;
	if (msetting_slice(m, s, ev))
		return -ENOMEM;
	return add_point(s, ev);
}

/* ---- the rest ---- */

char model_mark(struct model *m, const struct event *ev, bool setting, const char *fmt, ...)
{
	struct frame_mark *k;
	va_list ap;

	if (m->nmarks == MODEL_MARKS) {
		memmove(m->mark, m->mark + 1, (MODEL_MARKS - 1) * sizeof(m->mark[0]));
		memmove(m->mark_text, m->mark_text + 1,
			(MODEL_MARKS - 1) * sizeof(m->mark_text[0]));
		m->nmarks--;
	}
	k = &m->mark[m->nmarks];
	*k = (struct frame_mark){ .setting = setting, .t_ns = ev->t_ns, .wall_ns = ev->wall_ns };
	k->letter = (char)('A' + m->marks_ever++ % 26);
	va_start(ap, fmt);
	text_vformat(m->mark_text[m->nmarks], sizeof(m->mark_text[0]), fmt, ap);
	va_end(ap);
	m->nmarks++;
	return k->letter;
}

static void add_mark(struct model *m, const struct event *ev)
{
	char letter = model_mark(m, ev, false, "%s", ev->text);

	model_log(m, ev, LOG_MARK, "%c %s", letter, ev->text);
}

static int add_gaps(struct model *m, const struct event *ev)
{
	double s = (double)ev->u.gap_ns / 1e9;

	if (ev->u.gap_ns)
		model_log(m, ev, LOG_GAP, "%s (%+.1f s)", ev->text, s);
	else
		model_log(m, ev, LOG_GAP, "%s", ev->text);
	for (size_t i = 0; i < m->nseries; i++)
		if (m->series[i].known && add_gap(&m->series[i], ev->t_ns))
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

/* Slices are ms to seconds long; an hour is nonsense from a broken recording. */
static bool sane_length(int64_t ns)
{
	return ns >= 0 && ns <= 3600 * NSEC_PER_SEC;
}

static void start(struct model *m, const struct event *ev)
{
	text_copy(m->label, sizeof(m->label), ev->u.start.label);
	text_copy(m->version, sizeof(m->version), ev->u.start.version);
	m->slice_ns = sane_length(ev->u.start.slice_ns) ? ev->u.start.slice_ns : 0;
	if (m->slice_ns < 0 || m->slice_ns > SLICE_MOST)
		m->slice_ns = 0; /* not known */
	m->started = true;
	if (!m->nepochs)
		new_epoch(m, ev);
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
		start(m, ev);
		return 0;
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
		return add_slice(m, ev);
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
		if (!sane_length(ev->u.length_ns))
			return -EINVAL;
		m->slice_ns = ev->u.length_ns;
		model_log(m, ev, LOG_EPOCH, "slices of %.6g ms from now on",
			  (double)m->slice_ns / 1e6);
		return 0;
	case EV_SETTING:
		return msetting_known(m, ev);
	case EV_CHANGE:
		return msetting_changed(m, ev);
	case EV_MARK:
		add_mark(m, ev);
		return 0;
	case EV_EPOCH:
		new_epoch(m, ev);
		model_log(m, ev, LOG_EPOCH, "figures start again%s%s", ev->text[0] ? ": " : "",
			  ev->text);
		return 0;
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
