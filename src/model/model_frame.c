// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * model_frame: the model at one instant, as views and reports may see it.
 *
 * Pure. Invariant: arrays are reused from frame to frame and only grow.
 */
#include "model/model_int.h"

#include <errno.h>
#include <stdlib.h>

/* What the frame owns beside the model's arrays; reached from struct frame by its `memory`. */
struct frame_memory {
	struct figures *figures; /* [nseries * nepochs] */
	size_t figures_size, series_size, cpus_size;
	size_t settings_size, changes_size, marks_size;
	size_t rows_size[PROBES];
};

void model_frame_free(struct frame *f)
{
	if (f->memory)
		free(f->memory->figures);
	free(f->memory);
	free(f->series);
	free(f->cpu);
	free(f->setting);
	free(f->change);
	free(f->mark);
	for (int i = 0; i < PROBES; i++)
		free(f->probe[i].row);
	*f = (struct frame){ 0 };
}

#define THROTTLE_STANDS_NS (10 * NSEC_PER_SEC)

static void build_one(struct frame_series *out, const struct mseries *s, const struct model *m,
		      struct figures *fig, enum divisor divisor)
{
	/* the clock of a captured machine did not drive loops that ran here */
	bool own_clock = (m->host.have & (HOST_NOMINAL_MHZ | HOST_CAPTURED)) == HOST_NOMINAL_MHZ;
	double nominal = own_clock ? m->host.nominal_mhz : 0;
	struct sums work;

	*out = (struct frame_series){ .info = &s->info, .state = s->state, .reason = s->reason };
	if (m->running == s->info.id && s->state != SERIES_UNAVAILABLE)
		out->state = SERIES_RUNNING;
	out->has_now = s->has_now;
	out->now = s->now;
	out->last = s->has_last ? &s->last : NULL;
	out->point = s->ring.point;
	out->npoints = s->ring.n;
	out->epoch = fig;
	for (size_t e = 0; e < m->nepochs; e++)
		sums_figures(mslice_sums(s, e, &work), divisor, nominal, &fig[e]);
}

static int build_series(struct frame *f, struct model *m, enum divisor divisor)
{
	struct frame_memory *mem = f->memory;

	if (MODEL_RESERVE(f->series, mem->series_size, m->nseries) ||
	    MODEL_RESERVE(mem->figures, mem->figures_size, m->nseries * m->nepochs))
		return -ENOMEM;
	f->nseries = 0;
	for (size_t i = 0; i < m->nseries; i++) {
		if (!m->series[i])
			continue;
		build_one(&f->series[f->nseries], m->series[i], m,
			  m->nepochs ? mem->figures + f->nseries * m->nepochs : NULL, divisor);
		f->nseries++;
	}
	return 0;
}

static void build_row(struct frame_row *out, const struct mrow *r, const struct mprobe *p,
		      uint16_t selected)
{
	*out = (struct frame_row){ .row = &r->row, .present = r->present };
	out->has_rate = r->has_rate && r->present;
	out->per_s = r->per_s;
	out->total = r->total;
	out->col_per_s = r->row.flags & ROW_SUM ? NULL : r->col_per_s;
	out->point = r->ring.point;
	out->npoints = r->ring.n;
	if (p->since_start_ns > 0 && r->row.counted && !(r->row.flags & ROW_GAUGE)) {
		out->has_avg = true;
		out->avg_per_s = r->total * 1e9 / p->since_start_ns;
		out->col_avg_per_s = r->row.flags & ROW_SUM ? NULL : r->col_avg_per_s;
	}
	if (selected < p->series_size && p->series_loops[selected] > 0 && r->row.counted) {
		out->has_per_loop = true;
		if (r->by_series)
			out->per_loop = r->by_series[selected] / p->series_loops[selected];
	}
}

static int build_probe(struct frame *f, const struct model *m, int id, uint16_t selected)
{
	const struct mprobe *p = &m->probe[id];
	struct frame_probe *out = &f->probe[id];

	if (MODEL_RESERVE(out->row, f->memory->rows_size[id], p->nrows))
		return -ENOMEM;
	out->available = p->available;
	out->reason = p->reason;
	out->cpu = p->cpu;
	out->ncols = p->ncols;
	out->age_s = p->closed_ns ? (double)MAX(f->t_ns - p->closed_ns, (int64_t)0) / 1e9 : 0;
	out->nrows = p->nrows;
	for (size_t i = 0; i < p->nrows; i++)
		build_row(&out->row[i], &p->row[i], p, selected);
	return 0;
}

/* Verdicts are kept by series id; the frame's series are those that are known, in that order. */
static void build_verdicts(struct frame *f, const struct model *m)
{
	const struct mchange *last = m->nchanges ? &m->change[m->nchanges - 1] : NULL;

	for (size_t i = 0; i < f->nseries; i++) {
		size_t id = f->series[i].info->id;

		f->series[i].verdict = last && id < last->nverdicts ? &last->verdict[id] : NULL;
	}
}

static int build_changes(struct frame *f, const struct model *m)
{
	if (MODEL_RESERVE(f->change, f->memory->changes_size, m->nchanges))
		return -ENOMEM;
	f->nchanges = m->nchanges;
	for (size_t i = 0; i < m->nchanges; i++) {
		const struct mchange *c = &m->change[i];
		struct frame_change *out = &f->change[i];

		*out = (struct frame_change){ .setting = c->setting,
					      .letter = c->letter,
					      .t_ns = c->t_ns,
					      .wall_ns = c->wall_ns,
					      .name = m->setting[c->setting]->info.name,
					      .old = c->old,
					      .now = c->now,
					      .who = c->who,
					      .also = c->also,
					      .headline = c->headline,
					      .throttled = c->throttled,
					      .verdict = c->verdict,
					      .nverdicts = c->nverdicts };
	}
	return 0;
}

static int build_marks(struct frame *f, const struct model *m)
{
	if (MODEL_RESERVE(f->mark, f->memory->marks_size, m->nmarks))
		return -ENOMEM;
	f->nmarks = m->nmarks;
	for (size_t i = 0; i < m->nmarks; i++) {
		f->mark[i] = m->mark[i].mark;
		f->mark[i].text = m->mark[i].text;
	}
	return 0;
}

static int build_settings(struct frame *f, const struct model *m)
{
	if (MODEL_RESERVE(f->setting, f->memory->settings_size, m->nsettings))
		return -ENOMEM;
	f->nsettings = 0;
	for (size_t i = 0; i < m->nsettings; i++) {
		const struct msetting *s = m->setting[i];
		struct frame_setting *out = &f->setting[f->nsettings];

		if (!s)
			continue;
		f->nsettings++;
		*out = (struct frame_setting){ .info = &s->info,
					       .start = s->start,
					       .changed = s->changed,
					       .t_ns = s->t_ns,
					       .wall_ns = s->wall_ns,
					       .letter = s->letter,
					       .who = s->who,
					       .effect = "" };
		if (s->change > m->nchanges_ever)
			out->effect = f->change[s->change - m->nchanges_ever - 1].headline;
	}
	return 0;
}

/* The round of the newest slice is complete once every series that can run was measured in it. */
static uint32_t complete_rounds(const struct model *m)
{
	bool any = false;

	for (size_t i = 0; i < m->nseries; i++) {
		const struct mseries *s = m->series[i];

		if (!s || s->state == SERIES_UNAVAILABLE)
			continue;
		if (!s->has_last || s->last.round != m->round)
			return m->round;
		any = true;
	}
	return m->round + any;
}

int model_frame(struct frame *f, struct model *m, int64_t t_ns, int64_t wall_ns,
		enum divisor divisor, uint16_t selected)
{
	if (!f->memory)
		f->memory = calloc(1, sizeof(*f->memory));
	if (!f->memory)
		return -ENOMEM;
	f->t_ns = t_ns;
	f->wall_ns = wall_ns;
	f->host = &m->host;
	f->label = m->label;
	f->version = m->version;
	f->slice_ns = m->slice_ns;
	f->rounds = complete_rounds(m);
	f->round_s = m->round_s;
	f->divisor = divisor;
	f->has_own = m->has_own;
	f->own_share = m->own_share;
	f->has_duty = m->duty_window_ns > 0;
	if (f->has_duty)
		f->duty = (double)m->duty_measured_ns / (double)m->duty_window_ns;
	f->running = m->running;
	f->measuring = m->measuring;
	f->ended = m->ended;
	f->fault = m->fault;
	f->throttled = m->throttled_ns && t_ns - m->throttled_ns < THROTTLE_STANDS_NS ? m->throttled
										      : "";
	f->epoch = m->epoch;
	f->nepochs = m->nepochs;
	f->log = m->log;
	f->nlog = m->nlog;
	if (build_series(f, m, divisor) || build_marks(f, m) ||
	    mframe_cpus(f, m, &f->memory->cpus_size) || build_changes(f, m) || build_settings(f, m))
		return -ENOMEM;
	build_verdicts(f, m);
	for (int i = 0; i < PROBES; i++)
		if (build_probe(f, m, i, selected))
			return -ENOMEM;
	mframe_scalars(f);
	return 0;
}
