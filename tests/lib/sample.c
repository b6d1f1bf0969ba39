// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sample: the series, epochs, marks and log of the frame made by hand.
 *
 * Invariant: figures of an epoch are computed from the points that lie in it.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sample_impl.h"

struct sample_method {
	const char *name, *label, *summary;
	double same, cross, free, shift;
};

static const struct sample_method sample_methods[] = {
	{ "sigusr1", "SIGUSR1", "kill(SIGUSR1) to the other, which answers with kill(SIGUSR1)",
	  128000, 33100, 30400, 1.51 },
	{ "msgq", "message queue", "msgsnd() on one queue, msgrcv() of the answer", 180400, 64054,
	  61200, 1.0 },
	{ "pipe", "pipes", "one byte through a pipe, one byte back through another", 190300, 60800,
	  58800, 1.02 },
	{ "sem", "semaphore", "semop() on two System V semaphores", 201700, 86900, 84400, 1.15 },
	{ "spin-yield", "spin+yield", "spin on a shared word, sched_yield() between looks", 1954000,
	  444000, 430200, 0.94 },
	{ "spinlock", "spinlock", "spin on a shared word until the other changed it", 78, 1178607,
	  1150000, 1.0 },
};
static const char *const sample_places[] = { "same", "cross", "free" };

void *sample_take(struct sample *s, size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size);

	if (!p || s->npieces == SAMPLE_PIECES)
		abort();
	s->piece[s->npieces++] = p;
	return p;
}

double sample_uniform(struct sample *s)
{
	s->chance = s->chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (double)(s->chance >> 40) / (double)(UINT64_C(1) << 24);
}

double sample_normal(struct sample *s)
{
	double sum = 0;

	for (int i = 0; i < 12; i++)
		sum += sample_uniform(s);
	return sum - 6;
}

struct point *sample_history(struct sample *s, double level, double shift, double spread,
			     int64_t offset_ns, size_t *n)
{
	unsigned rounds = s->spec.rounds, gap = rounds / 4;
	struct point *p = sample_take(s, rounds + 1, sizeof(*p));
	size_t k = 0;

	for (unsigned r = 0; r < rounds; r++) {
		double x = level * (r >= rounds / 2 ? shift : 1.0);
		int64_t t = SAMPLE_T_NS - (int64_t)(rounds - r) * s->round_ns + offset_ns;

		if (r == gap && rounds >= 8)
			p[k++] = (struct point){ .t_ns = t - s->round_ns / 2, .flags = POINT_GAP };
		x *= 1 + spread * sample_normal(s);
		p[k] = (struct point){ .t_ns = t, .n = 1 };
		p[k].mean = p[k].low = p[k].high = (float)(x > 0 ? x : 0);
		if (r % 17 == 5)
			p[k].flags = POINT_DISTURBED;
		k++;
	}
	*n = k;
	return p;
}

static void figures_rate(struct figures *fig, const struct frame_series *fs, int64_t from,
			 int64_t to)
{
	double m2 = 0;

	for (size_t i = 0; i < fs->npoints; i++) {
		const struct point *p = &fs->point[i];
		double d;

		if ((p->flags & POINT_GAP) || p->t_ns < from || p->t_ns >= to)
			continue;
		if (!fig->n || p->low < fig->low)
			fig->low = p->low;
		if (!fig->n || p->high > fig->high)
			fig->high = p->high;
		fig->n++;
		d = p->mean - fig->average;
		fig->average += d / (double)fig->n;
		m2 += d * (p->mean - fig->average);
	}
	if (fig->n >= 1)
		fig->have |= FIG_RATE;
	if (fig->n >= 2) {
		fig->have |= FIG_STDDEV;
		fig->stddev = sqrt(m2 / (double)(fig->n - 1));
	}
}

static void figures_rest(struct sample *s, struct figures *fig, const struct series_info *info)
{
	bool cross = info->flags & SERIES_CROSS;
	struct metrics *m = &fig->metrics;

	if (!fig->n || s->spec.sparse)
		return;
	fig->voided = 1;
	fig->disturbed = fig->n / 17;
	fig->have |= FIG_PER_MHZ;
	fig->low_per_mhz = fig->low / 2300;
	fig->high_per_mhz = fig->high / 2300;
	fig->average_per_mhz = fig->average / 2300;
	metric_set(m, METRIC_switches, cross ? 2.00 : 2.01);
	metric_set(m, METRIC_nivcsw, cross ? 0.0002 : 0.0031);
	metric_set(m, METRIC_migrations, (info->flags & SERIES_FREE) ? 14 : 0);
	metric_set(m, METRIC_faults, 0.0001);
	for (int c = 0; c < ROW_CLASSES; c++)
		metric_set(m, METRIC_IRQ_OF(c), 0);
	metric_set(m, METRIC_irq_tick, 250.0 / fig->average);
	metric_set(m, METRIC_irq_resched, cross ? 0.31 : 0.0002);
	metric_set(m, METRIC_irq_call, cross ? 1.64 : 0.0005);
	metric_set(m, METRIC_ipi, cross ? 1.95 : 0.0007);
	metric_set(m, METRIC_irq, m->v[METRIC_ipi] + m->v[METRIC_irq_tick]);
	metric_set(m, METRIC_cpu_ns, (cross ? 1.6e6 : 1e6) / fig->average);
	metric_set(m, METRIC_other_load, 0.12 + 0.05 * sample_uniform(s));
	metric_set(m, METRIC_steal, 0.01);
	metric_set(m, METRIC_mhz, 2874);
	if (info->flags & SERIES_FREE)
		metric_set(m, METRIC_same_share, 0.37);
}

static void sample_slice(struct sample *s, struct frame_series *fs)
{
	struct slice *sl;

	if (!s->spec.rounds)
		return;
	sl = sample_take(s, 1, sizeof(*sl));
	sl->series = fs->info->id;
	sl->ncpus = 2;
	sl->round = s->spec.rounds;
	sl->wall_ns = SAMPLE_SLICE;
	sl->loops = (uint64_t)(fs->point[fs->npoints - 1].mean * 0.1);
	sl->cpu[1] = (int16_t)((fs->info->flags & SERIES_CROSS) ? 1 : 0);
	if (!s->spec.sparse) {
		metric_set(&sl->metrics, METRIC_cpu_ns, SAMPLE_SLICE);
		metric_set(&sl->metrics, METRIC_nvcsw, 2 * (double)sl->loops);
		metric_set(&sl->metrics, METRIC_mhz, 2874);
	}
	fs->last = sl;
	fs->has_now = true;
	fs->now = fs->point[fs->npoints - 1].mean;
}

static void sample_info(struct series_info *info, const struct sample_method *m, unsigned id,
			const char *place)
{
	info->id = (uint16_t)id;
	info->version = 1;
	if (!strcmp(place, "cross"))
		info->flags |= SERIES_CROSS;
	if (!strcmp(place, "free"))
		info->flags |= SERIES_FREE;
	if (!strcmp(place, "same") && !strcmp(m->name, "spinlock"))
		info->flags |= SERIES_SLICE_BOUND;
	text_copy(info->method, sizeof(info->method), m->name);
	text_copy(info->label, sizeof(info->label), m->label);
	text_copy(info->placement, sizeof(info->placement), place);
	text_copy(info->cpus, sizeof(info->cpus),
		  (info->flags & SERIES_CROSS)	? "0,1 (llc)"
		  : (info->flags & SERIES_FREE) ? "0-1"
						: "0");
	text_copy(info->unit, sizeof(info->unit), "loops/s");
	text_copy(info->summary, sizeof(info->summary), m->summary);
}

static void sample_one_series(struct sample *s, struct frame_series *fs, unsigned id,
			      unsigned place)
{
	const unsigned nplaces = s->spec.free ? 3 : 2;
	const struct sample_method *m = &sample_methods[id / nplaces];
	const double level[] = { m->same, m->cross, m->free };
	struct series_info *info = sample_take(s, 1, sizeof(*info));
	struct figures *fig = sample_take(s, s->frame.nepochs, sizeof(*fig));

	sample_info(info, m, id, sample_places[place]);
	fs->info = info;
	fs->reason = "";
	fs->epoch = fig;
	if (s->spec.unavailable && !strcmp(m->name, "msgq")) {
		fs->state = SERIES_UNAVAILABLE;
		fs->reason = "msgget: No space left on device (kernel.msgmni is used up)";
		return;
	}
	fs->point = sample_history(s, level[place], m->shift, 0.012 + 0.004 * place,
				   (int64_t)(id + 1) * 2 * SAMPLE_SLICE, &fs->npoints);
	for (size_t e = 0; e < s->frame.nepochs; e++) {
		figures_rate(&fig[e], fs, s->frame.epoch[e].t_ns,
			     e + 1 < s->frame.nepochs ? s->frame.epoch[e + 1].t_ns : INT64_MAX);
		figures_rest(s, &fig[e], info);
	}
	sample_slice(s, fs);
	fs->state = s->spec.rounds ? SERIES_OK : SERIES_WAITING;
}

static int64_t round_time(const struct sample *s, unsigned r)
{
	return SAMPLE_T_NS - (int64_t)(s->spec.rounds - r) * s->round_ns;
}

static void sample_series(struct sample *s)
{
	struct frame *f = &s->frame;
	unsigned nplaces = s->spec.free ? 3 : 2;

	f->nseries = ARRAY_SIZE(sample_methods) * nplaces;
	f->series = sample_take(s, f->nseries, sizeof(*f->series));
	for (unsigned i = 0; i < f->nseries; i++)
		sample_one_series(s, &f->series[i], i, i % nplaces);
	f->running = NO_SERIES;
	if (s->spec.ended)
		return;
	f->measuring = true;
	f->running = 0;
	f->series[0].state = SERIES_RUNNING;
}

static void sample_epochs(struct sample *s)
{
	struct frame *f = &s->frame;

	f->nepochs = s->spec.rounds >= 2 ? 2 : 1;
	f->epoch = sample_take(s, 2, sizeof(*f->epoch));
	for (size_t i = 0; i < f->nepochs; i++) {
		int64_t t = i ? round_time(s, s->spec.rounds / 2) : round_time(s, 0);

		f->epoch[i].t_ns = t;
		f->epoch[i].wall_ns = SAMPLE_WALL_NS - (SAMPLE_T_NS - t);
		text_copy(f->epoch[i].text, sizeof(f->epoch[i].text),
			  i ? "nmi_watchdog 0" : "start");
	}
}

static void log_line(struct sample *s, enum log_kind kind, unsigned round, const char *text)
{
	struct frame_log *l = &s->frame.log[s->frame.nlog++];

	l->kind = kind;
	l->t_ns = round_time(s, round);
	l->wall_ns = SAMPLE_WALL_NS - (SAMPLE_T_NS - l->t_ns);
	text_copy(l->text, sizeof(l->text), text);
}

static void sample_log(struct sample *s)
{
	static const char *const by_hand[] = { "before", "nmi_watchdog 1 -> 0",
					       "second try, nothing else changed" };
	static const char *const changes[] = { "kernel.nmi_watchdog 1 -> 0",
					       "haltpoll.guest_halt_poll_ns 0 ns -> 200000 ns",
					       "second try, nothing else changed" };
	const char *const *mark_text = s->spec.settings ? changes : by_hand;
	struct frame *f = &s->frame;
	unsigned n = s->spec.rounds;

	if (s->spec.no_log || !n)
		return;
	f->nmarks = 3;
	f->mark = sample_take(s, 3, sizeof(*f->mark));
	for (unsigned i = 0; i < 3; i++) {
		f->mark[i].setting = s->spec.settings && i < 2;
		f->mark[i].letter = (char)('A' + i);
		f->mark[i].t_ns = round_time(s, n * (2 * i + 1) / 6);
		f->mark[i].wall_ns = SAMPLE_WALL_NS - (SAMPLE_T_NS - f->mark[i].t_ns);
		f->mark[i].text = mark_text[i];
	}
	f->log = sample_take(s, 16, sizeof(*f->log));
	log_line(s, LOG_EPOCH, 0, "start");
	log_line(s, LOG_STATE, 0, "spinlock same: one loop takes two time slices, never judged");
	if (s->spec.settings)
		log_line(s, LOG_SETTING, n / 6,
			 "A kernel.nmi_watchdog 1 -> 0 by sysctl (pid 4711)");
	else
		log_line(s, LOG_MARK, n / 6, "A before");
	log_line(s, LOG_GAP, n / 4, "2.4 s not measured: stopped by Ctrl-Z");
	log_line(s, LOG_EPOCH, n / 2, "nmi_watchdog 0");
	if (s->spec.settings)
		log_line(s, LOG_SETTING, n / 2,
			 "B haltpoll.guest_halt_poll_ns 0 ns -> 200000 ns by you");
	else
		log_line(s, LOG_MARK, n / 2, "B nmi_watchdog 1 -> 0");
	if (s->spec.offline)
		log_line(s, LOG_HOTPLUG, n * 2 / 3, "a CPU went offline");
	if (s->spec.unavailable)
		log_line(s, LOG_STATE, n * 3 / 4, "message queue same: msgget: No space left");
	log_line(s, LOG_MARK, n * 5 / 6, "C second try, nothing else changed");
	if (s->spec.fault)
		log_line(s, LOG_FAULT, n - 1, "the runner ended unexpectedly: killed by signal 9");
}

struct frame *sample_frame(const struct sample_spec *spec)
{
	struct sample *s = calloc(1, sizeof(*s));
	struct frame *f;

	if (!s)
		abort();
	s->spec = *spec;
	if (!s->spec.ncpus)
		s->spec.ncpus = 2;
	s->chance = UINT64_C(0x9e3779b97f4a7c15) ^ spec->seed;
	s->round_ns = (spec->free ? 18 : 12) * 2 * SAMPLE_SLICE;
	f = &s->frame;
	f->t_ns = SAMPLE_T_NS;
	f->wall_ns = SAMPLE_WALL_NS;
	f->label = "sample";
	f->slice_ns = SAMPLE_SLICE;
	f->rounds = spec->rounds;
	f->round_s = spec->rounds ? (double)s->round_ns / (double)NSEC_PER_SEC : 0;
	f->has_own = spec->rounds > 0;
	f->own_share = 0.003;
	f->ended = spec->ended;
	f->fault = spec->fault ? "the runner ended unexpectedly: killed by signal 9" : "";
	sample_epochs(s);
	sample_series(s);
	sample_log(s);
	sample_settings(s);
	sample_host(s);
	sample_cpus(s);
	sample_probes(s);
	return f;
}

void sample_free(struct frame *f)
{
	struct sample *s = (struct sample *)f;

	if (!s)
		return;
	for (size_t i = 0; i < s->npieces; i++)
		free(s->piece[i]);
	free(s);
}
