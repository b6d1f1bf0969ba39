// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * any_event: events of every kind with members out of their whole range, by a seeded generator.
 *
 * Invariant: the same seed gives the same event; what is not measured is zero, as the structs
 * demand.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "probes/probe.h"
#include "any_event.h"

static uint64_t seed;

static void need(bool ok)
{
	if (!ok)
		abort();
}

void any_event_seed(uint64_t s)
{
	seed = s;
}

/* splitmix64, by Steele, Lea and Flood (2014) */
static uint64_t rnd(void)
{
	uint64_t z = seed += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

/* Small ones, large ones and the ends of the range. */
static uint64_t rnd_u64(void)
{
	uint64_t v = rnd();

	switch (v & 7) {
	case 0:
		return 0;
	case 1:
		return UINT64_MAX;
	case 2:
		return (uint64_t)INT64_MAX + (v >> 63);
	default:
		return rnd() >> (v >> 58);
	}
}

static int64_t rnd_i64(void)
{
	return (int64_t)rnd_u64();
}

static double rnd_real(void)
{
	static const double special[] = { 0, 0.1, 1e-300, 1.7976931348623157e308, 5e-324, -2.5 };
	uint64_t bits = rnd();
	double v;

	if (bits % 4 == 0)
		return special[rnd() % ARRAY_SIZE(special)];
	memcpy(&v, &bits, sizeof(v));
	return isfinite(v) ? v : 2300.00048828125;
}

/* Any printable text that fits, quotes, backslashes and UTF-8 among it; others do not stay as they are. */
static void rnd_text(char *buf, size_t size)
{
	static const char *const piece[] = { "a",  "Z",	     "0",      " ",	     "\"",
					     "\\", "/",	     "'",      ",",	     ";",
					     "<",  "\u00e9", "\u20ac", "\U0001f600", "=" };
	size_t n = 0, want = rnd() % size;

	while (n < want) {
		const char *s = piece[rnd() % ARRAY_SIZE(piece)];

		if (n + strlen(s) >= size)
			break;
		strcpy(buf + n, s);
		n += strlen(s);
	}
	buf[n] = '\0';
}

#define RND_TEXT(a) rnd_text(a, sizeof(a))

static void rnd_host(struct host *h)
{
	h->have = (unsigned)rnd() & 127;
	RND_TEXT(h->hostname);
	RND_TEXT(h->kernel);
	RND_TEXT(h->kernel_version);
	RND_TEXT(h->machine);
	RND_TEXT(h->cpu_type);
	RND_TEXT(h->cpu_codename);
	RND_TEXT(h->cpu_features);
	RND_TEXT(h->hypervisor);
	RND_TEXT(h->virtualization);
	h->nominal_mhz = h->have & HOST_NOMINAL_MHZ ? rnd_real() : 0;
	RND_TEXT(h->nominal_source);
	if (h->have & HOST_NCPU) {
		h->ncpu_online = (unsigned)rnd();
		h->ncpu_possible = (unsigned)rnd();
	}
	h->ncpu_allowed = h->have & HOST_ALLOWED ? (unsigned)rnd() : 0;
	h->cpu_quota = h->have & HOST_QUOTA ? rnd_real() : 0;
	h->hz = h->have & HOST_HZ ? (unsigned)rnd() : 0;
	RND_TEXT(h->online);
	RND_TEXT(h->isolated);
	RND_TEXT(h->nohz_full);
	RND_TEXT(h->cpus_note);
	RND_TEXT(h->preemption);
	RND_TEXT(h->clocksource);
	RND_TEXT(h->clocksources);
	RND_TEXT(h->cpuidle_driver);
	RND_TEXT(h->cpuidle_governor);
	RND_TEXT(h->cpufreq_driver);
	RND_TEXT(h->cpufreq_governor);
	RND_TEXT(h->smt);
	RND_TEXT(h->thp);
	RND_TEXT(h->lockdown);
	RND_TEXT(h->cmdline);
	RND_TEXT(h->kernel_config);
	h->nboot = rnd() % (HOST_BOOT_OPTS + 1);
	h->nmitigation = rnd() % (HOST_MITIGATIONS + 1);
	h->nwarning = rnd() % (HOST_WARNINGS + 1);
	for (size_t i = 0; i < h->nboot; i++) {
		RND_TEXT(h->boot[i].name);
		RND_TEXT(h->boot[i].value);
	}
	for (size_t i = 0; i < h->nmitigation; i++) {
		RND_TEXT(h->mitigation[i].name);
		RND_TEXT(h->mitigation[i].value);
	}
	for (size_t i = 0; i < h->nwarning; i++)
		RND_TEXT(h->warning[i]);
}

/* Any of those that are measured; interrupts all or none. */
static void rnd_metrics(struct metrics *m)
{
	bool irq = rnd() & 1;

	for (int i = 0; i < METRICS; i++) {
		const struct metric *t = &metric_table[i];

		if (!t->json || (t->group || i == METRIC_irq_ns ? !irq : rnd() & 1))
			continue;
		metric_set(m, i, t->type == METRIC_REAL ? rnd_real() : (double)rnd_u64());
	}
}

static void rnd_slice(struct slice *s)
{
	s->series = (uint16_t)rnd();
	s->ncpus = (uint16_t)(rnd() % (SLICE_CPUS + 1));
	s->flags = (uint32_t)rnd() & (SLICE_VOID | SLICE_CUT | SLICE_DISTURBED | SLICE_THROTTLED);
	s->round = (uint32_t)rnd();
	if (rnd() & 1) {
		s->parts = (uint16_t)(2 + rnd() % 7);
		s->part = (uint16_t)(rnd() % s->parts);
	}
	s->wall_ns = rnd_i64();
	s->loops = rnd_u64();
	rnd_metrics(&s->metrics);
	for (int i = 0; i < s->ncpus; i++)
		s->cpu[i] = (int16_t)rnd();
	RND_TEXT(s->text);
}

static void rnd_info(struct series_info *i)
{
	i->id = (uint16_t)rnd();
	i->flags = rnd() & 7;
	i->version = (uint32_t)rnd();
	RND_TEXT(i->method);
	RND_TEXT(i->label);
	RND_TEXT(i->params);
	RND_TEXT(i->kind);
	i->scale = rnd_real();
	RND_TEXT(i->placement);
	RND_TEXT(i->cpus);
	RND_TEXT(i->unit);
	RND_TEXT(i->summary);
}

static struct table *rnd_table(void)
{
	struct table *t = calloc(1, sizeof(*t));
	size_t ncols = rnd() % 6, nrows = rnd() % 6;

	need(t);
	for (size_t i = 0; i < ncols; i++)
		need(!table_add_col(t, (uint32_t)rnd()));
	for (size_t i = 0; i < nrows; i++) {
		char label[sizeof(t->row->label)], text[sizeof(t->row->text)];
		struct table_row *row;

		RND_TEXT(label);
		RND_TEXT(text);
		row = table_add_row(t, label, text);
		need(row);
		row->class = rnd() % ROW_CLASSES;
		row->flags = rnd() & 15;
		row->counted = rnd() & 1;
	}
	return t;
}

static void rnd_delta(struct event *ev)
{
	size_t n = rnd() % 9;

	ev->series = rnd() & 1 ? NO_SERIES : (uint16_t)rnd();
	ev->u.delta.window_ns = rnd_i64();
	if (!n)
		return;
	ev->u.delta.cells.cell = calloc(n, sizeof(struct delta_cell));
	need(ev->u.delta.cells.cell);
	ev->u.delta.cells.ncells = ev->u.delta.cells.size = n;
	for (size_t i = 0; i < n; i++)
		ev->u.delta.cells.cell[i] = (struct delta_cell){ .row = (uint32_t)rnd(),
								 .col = (uint32_t)rnd(),
								 .n = rnd_u64() };
}

static void rnd_setting(struct setting_info *s)
{
	s->id = (uint16_t)rnd();
	s->flags = rnd() & 31;
	s->settle_ms = (uint32_t)rnd();
	s->rows = (uint32_t)rnd() & ((UINT32_C(1) << ROW_CLASSES) - 1);
	RND_TEXT(s->name);
	RND_TEXT(s->group);
	RND_TEXT(s->value);
	RND_TEXT(s->shown);
	RND_TEXT(s->reason);
	RND_TEXT(s->path);
	RND_TEXT(s->help);
}

static void rnd_change(struct setting_change *c)
{
	c->id = (uint16_t)rnd();
	c->flags = rnd() & 1;
	c->before_ns = rnd_i64();
	c->after_ns = rnd_i64();
	c->pid = (uint32_t)rnd();
	RND_TEXT(c->old);
	RND_TEXT(c->now);
	RND_TEXT(c->value);
	RND_TEXT(c->who);
}

struct event *any_event(enum event_kind kind)
{
	struct event *ev = event_new(kind, rnd_i64(), rnd_i64());

	need(ev);
	ev->baton = rnd() & 1;
	RND_TEXT(ev->text);
	if (kind == EV_TABLE || kind == EV_PROBE || kind == EV_DELTA)
		ev->probe = rnd() % PROBES;
	switch (kind) {
	case EV_START:
		RND_TEXT(ev->u.start.label);
		RND_TEXT(ev->u.start.version);
		ev->u.start.slice_ns = rnd_i64();
		break;
	case EV_HOST:
		ev->u.host = calloc(1, sizeof(*ev->u.host));
		need(ev->u.host);
		rnd_host(ev->u.host);
		break;
	case EV_SERIES:
		rnd_info(&ev->u.info);
		break;
	case EV_STATE:
		ev->series = (uint16_t)rnd();
		break;
	case EV_SLICE:
		ev->since_ns = rnd_i64();
		ev->until_ns = rnd_i64();
		rnd_slice(&ev->u.slice);
		break;
	case EV_LENGTH:
		ev->u.length_ns = rnd_i64();
		break;
	case EV_SETTING:
		rnd_setting(&ev->u.setting);
		break;
	case EV_CHANGE:
		rnd_change(&ev->u.change);
		break;
	case EV_TABLE:
		ev->u.table = rnd_table();
		break;
	case EV_DELTA:
		rnd_delta(ev);
		break;
	case EV_OWN:
		ev->u.own.window_ns = rnd_i64();
		ev->u.own.cpu_ns = rnd_i64();
		break;
	case EV_GAP:
		ev->u.gap_ns = rnd_i64();
		break;
	case EV_ANSWER:
		ev->u.answer.order = (uint32_t)rnd();
		ev->u.answer.code = (int32_t)rnd();
		break;
	case EV_CONTROL:
		ev->u.control.writable = rnd() & 1;
		ev->u.control.changes = (uint32_t)rnd();
		break;
	default:
		break;
	}
	return ev;
}

bool any_event_recorded(enum event_kind kind)
{
	return kind != EV_NONE && kind != EV_RUN && kind != EV_IDLE && kind != EV_PAUSED;
}
