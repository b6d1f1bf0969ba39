// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_event_json: events of every kind, filled by a seeded generator, through JSON and back; the
 * recording as a file, torn, broken and newer.
 *
 * Invariant: a round trip is compared member by member, doubles bit by bit.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../src/event.h"
#include "../../src/probe.h"
#include "../../src/record.h"

static uint64_t seed;

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

/* Any valid text that fits, quotes, backslashes, control characters and UTF-8 among it. */
static void rnd_text(char *buf, size_t size)
{
	static const char *const piece[] = { "a",  "Z",	     "0",      " ",	     "\"",
					     "\\", "/",	     "\x01",   ",",	     ";",
					     "<",  "\u00e9", "\u20ac", "\U0001f600", "\n" };
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
	h->have = (unsigned)rnd() & 15;
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
		h->ncpu_allowed = (unsigned)rnd();
	}
	h->hz = h->have & HOST_HZ ? (unsigned)rnd() : 0;
	RND_TEXT(h->online);
	RND_TEXT(h->isolated);
	RND_TEXT(h->nohz_full);
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

static void rnd_slice(struct slice *s)
{
	s->series = (uint16_t)rnd();
	s->ncpus = (uint16_t)(rnd() % (SLICE_CPUS + 1));
	s->flags = (uint32_t)rnd() & (SLICE_VOID | SLICE_CUT | SLICE_DISTURBED | 0x1ff00);
	s->round = (uint32_t)rnd();
	s->wall_ns = rnd_i64();
	s->loops = rnd_u64();
	s->cpu_ns = s->flags & SLICE_HAS_CPU ? rnd_i64() : 0;
	s->nvcsw = s->flags & SLICE_HAS_SWITCHES ? rnd_u64() : 0;
	s->nivcsw = s->flags & SLICE_HAS_SWITCHES ? rnd_u64() : 0;
	s->migrations = s->flags & SLICE_HAS_MIGRATIONS ? rnd_u64() : 0;
	s->faults = s->flags & SLICE_HAS_FAULTS ? rnd_u64() : 0;
	if (s->flags & SLICE_HAS_IRQ) {
		s->irq_ns = rnd_i64();
		for (int i = 0; i < ROW_CLASSES; i++)
			s->irq[i] = rnd_u64();
	}
	s->other_load = s->flags & SLICE_HAS_LOAD ? rnd_real() : 0;
	s->steal = s->flags & SLICE_HAS_STEAL ? rnd_real() : 0;
	s->same_share = s->flags & SLICE_HAS_SAME ? rnd_real() : 0;
	s->mhz = s->flags & SLICE_HAS_MHZ ? rnd_real() : 0;
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
	RND_TEXT(i->placement);
	RND_TEXT(i->cpus);
	RND_TEXT(i->unit);
	RND_TEXT(i->summary);
}

static struct table *rnd_table(void)
{
	struct table *t = calloc(1, sizeof(*t));
	size_t ncols = rnd() % 6, nrows = rnd() % 6;

	assert_non_null(t);
	for (size_t i = 0; i < ncols; i++)
		assert_int_equal(table_add_col(t, (uint32_t)rnd()), 0);
	for (size_t i = 0; i < nrows; i++) {
		char label[sizeof(t->row->label)], text[sizeof(t->row->text)];
		struct table_row *row;

		RND_TEXT(label);
		RND_TEXT(text);
		row = table_add_row(t, label, text);
		assert_non_null(row);
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
	assert_non_null(ev->u.delta.cells.cell);
	ev->u.delta.cells.ncells = ev->u.delta.cells.size = n;
	for (size_t i = 0; i < n; i++)
		ev->u.delta.cells.cell[i] = (struct delta_cell){ .row = (uint32_t)rnd(),
								 .col = (uint32_t)rnd(),
								 .n = rnd_u64() };
}

static struct event *rnd_event(enum event_kind kind)
{
	struct event *ev = event_new(kind, rnd_i64(), rnd_i64());

	assert_non_null(ev);
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
		assert_non_null(ev->u.host);
		rnd_host(ev->u.host);
		break;
	case EV_SERIES:
		rnd_info(&ev->u.info);
		break;
	case EV_STATE:
		ev->series = (uint16_t)rnd();
		break;
	case EV_SLICE:
		rnd_slice(&ev->u.slice);
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
	default:
		break;
	}
	return ev;
}

#define SAME(a, b, m)	   assert_true((a)->m == (b)->m)
#define SAME_TEXT(a, b, m) assert_string_equal((a)->m, (b)->m)
#define SAME_BITS(a, b, m) assert_memory_equal(&(a)->m, &(b)->m, sizeof((a)->m))

static void same_slice(const struct slice *a, const struct slice *b)
{
	SAME(a, b, series);
	SAME(a, b, ncpus);
	SAME(a, b, flags);
	SAME(a, b, round);
	SAME(a, b, wall_ns);
	SAME(a, b, loops);
	SAME(a, b, cpu_ns);
	SAME(a, b, nvcsw);
	SAME(a, b, nivcsw);
	SAME(a, b, migrations);
	SAME(a, b, faults);
	SAME(a, b, irq_ns);
	SAME_BITS(a, b, irq);
	SAME_BITS(a, b, other_load);
	SAME_BITS(a, b, steal);
	SAME_BITS(a, b, same_share);
	SAME_BITS(a, b, mhz);
	SAME_BITS(a, b, cpu);
	SAME_TEXT(a, b, text);
}

static void same_info(const struct series_info *a, const struct series_info *b)
{
	SAME(a, b, id);
	SAME(a, b, flags);
	SAME(a, b, version);
	SAME_TEXT(a, b, method);
	SAME_TEXT(a, b, label);
	SAME_TEXT(a, b, placement);
	SAME_TEXT(a, b, cpus);
	SAME_TEXT(a, b, unit);
	SAME_TEXT(a, b, summary);
}

static void same_table(const struct table *a, const struct table *b)
{
	SAME(a, b, ncols);
	SAME(a, b, nrows);
	for (size_t i = 0; i < a->ncols; i++)
		SAME(a, b, cpu[i]);
	for (size_t i = 0; i < a->nrows; i++) {
		SAME_TEXT(a, b, row[i].label);
		SAME_TEXT(a, b, row[i].text);
		SAME(a, b, row[i].class);
		SAME(a, b, row[i].flags);
		SAME(a, b, row[i].counted);
	}
}

static void same_delta(const struct event *a, const struct event *b)
{
	SAME(a, b, u.delta.window_ns);
	SAME(a, b, u.delta.cells.ncells);
	for (size_t i = 0; i < a->u.delta.cells.ncells; i++) {
		SAME(a, b, u.delta.cells.cell[i].row);
		SAME(a, b, u.delta.cells.cell[i].col);
		SAME(a, b, u.delta.cells.cell[i].n);
	}
}

static void same_event(const struct event *a, const struct event *b)
{
	SAME(a, b, kind);
	SAME(a, b, baton);
	SAME(a, b, series);
	SAME(a, b, probe);
	SAME(a, b, t_ns);
	SAME(a, b, wall_ns);
	SAME_TEXT(a, b, text);
	if (a->kind == EV_HOST)
		/* zeroed before it was filled, on both sides: every byte must agree */
		assert_memory_equal(a->u.host, b->u.host, offsetof(struct host, boot));
	if (a->kind == EV_HOST)
		for (size_t i = 0; i < a->u.host->nboot; i++) {
			SAME_TEXT(a, b, u.host->boot[i].name);
			SAME_TEXT(a, b, u.host->boot[i].value);
		}
	if (a->kind == EV_HOST)
		for (size_t i = 0; i < a->u.host->nmitigation; i++) {
			SAME_TEXT(a, b, u.host->mitigation[i].name);
			SAME_TEXT(a, b, u.host->mitigation[i].value);
		}
	if (a->kind == EV_HOST)
		for (size_t i = 0; i < a->u.host->nwarning; i++)
			SAME_TEXT(a, b, u.host->warning[i]);
	if (a->kind == EV_START) {
		SAME_TEXT(a, b, u.start.label);
		SAME_TEXT(a, b, u.start.version);
		SAME(a, b, u.start.slice_ns);
	}
	if (a->kind == EV_SERIES)
		same_info(&a->u.info, &b->u.info);
	if (a->kind == EV_SLICE)
		same_slice(&a->u.slice, &b->u.slice);
	if (a->kind == EV_TABLE)
		same_table(a->u.table, b->u.table);
	if (a->kind == EV_DELTA)
		same_delta(a, b);
	if (a->kind == EV_OWN) {
		SAME(a, b, u.own.window_ns);
		SAME(a, b, u.own.cpu_ns);
	}
	if (a->kind == EV_GAP)
		SAME(a, b, u.gap_ns);
}

static bool recorded(enum event_kind kind)
{
	return kind != EV_NONE && kind != EV_RUN && kind != EV_IDLE;
}

static void test_round_trip(void **state)
{
	(void)state;
	for (seed = 1; seed < 400000; seed += 1000) {
		uint64_t kept = seed;

		for (int kind = 0; kind < EV_KINDS; kind++) {
			struct event *a, *b = NULL;
			struct err e = { 0 };
			char *line;

			if (!recorded(kind))
				continue;
			a = rnd_event(kind);
			line = event_to_json(a);
			assert_non_null(line);
			/* one line, whatever the texts hold */
			assert_ptr_equal(strchr(line, '\n'), line + strlen(line) - 1);
			if (event_from_json(line, strlen(line), &b, &e))
				fail_msg("seed %llu: %s in %s", (unsigned long long)kept, e.text,
					 line);
			assert_non_null(b);
			same_event(a, b);
			free(line);
			event_free(a);
			event_free(b);
		}
		seed = kept;
	}
}

static void test_not_recorded(void **state)
{
	static const enum event_kind kinds[] = { EV_NONE, EV_RUN, EV_IDLE };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		struct event *ev = event_new(kinds[i], 1, 2);

		assert_null(event_to_json(ev));
		event_free(ev);
	}
}

/* The exact text: names and units are a promise to other programs. */
static void test_exact_lines(void **state)
{
	struct event *ev = event_new(EV_SLICE, 5, 7);
	struct slice *s = &ev->u.slice;
	char *line;

	(void)state;
	s->series = 3;
	s->flags = SLICE_CUT | SLICE_HAS_SWITCHES | SLICE_HAS_IRQ | SLICE_HAS_MHZ;
	s->wall_ns = 100;
	s->loops = 42;
	s->nvcsw = 84;
	s->irq_ns = 110;
	s->irq[ROW_TICK] = 25;
	s->mhz = 2300.5;
	s->ncpus = 2;
	s->cpu[1] = 1;
	s->cpu_ns = 99; /* its bit is clear: must not be told */
	line = event_to_json(ev);
	assert_string_equal(line, "{\"kind\":\"slice\",\"t_ns\":5,\"wall_ns\":7,\"slice\":{"
				  "\"series\":3,\"round\":0,\"wall_ns\":100,\"loops\":42,"
				  "\"nvcsw\":84,\"nivcsw\":0,\"irq_ns\":110,\"mhz\":2300.5,"
				  "\"cut\":true,\"irq\":{\"tick\":25},\"cpu\":[0,1]}}\n");
	free(line);
	event_free(ev);
	ev = event_new(EV_START, 1, 2);
	strcpy(ev->u.start.version, "0.1");
	strcpy(ev->u.start.label, "base");
	ev->u.start.slice_ns = 100000000;
	line = event_to_json(ev);
	assert_string_equal(line, "{\"ctxtop\":\"0.1\",\"format\":1,\"kind\":\"start\",\"t_ns\":1,"
				  "\"wall_ns\":2,\"label\":\"base\",\"slice_ns\":100000000}\n");
	free(line);
	event_free(ev);
}

static void test_never_nan(void **state)
{
	struct event *ev = event_new(EV_SLICE, 5, 7), *back;
	char *line;

	(void)state;
	ev->u.slice.flags = SLICE_HAS_MHZ | SLICE_HAS_STEAL;
	ev->u.slice.mhz = NAN;
	ev->u.slice.steal = INFINITY;
	line = event_to_json(ev);
	assert_null(strstr(line, "mhz"));
	assert_null(strstr(line, "steal"));
	assert_int_equal(event_from_json(line, strlen(line), &back, NULL), 0);
	assert_int_equal(back->u.slice.flags, 0);
	free(line);
	event_free(ev);
	event_free(back);
}

/* A kernel may print any byte; the recording stays JSON. */
static void test_invalid_utf8(void **state)
{
	static const char *const bad[][2] = {
		{ "a\xff z", "a? z" },	      { "\xc3", "?" },
		{ "\xe2\x82", "??" },	      { "\xc0\x80x", "??x" },
		{ "\xed\xa0\x80", "???" },    { "\xf4\x90\x80\x80", "????" },
		{ "ok \u20ac", "ok \u20ac" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct event *ev = event_new(EV_MARK, 0, 0), *back;
		char *line;

		strcpy(ev->text, bad[i][0]);
		line = event_to_json(ev);
		assert_non_null(line);
		assert_int_equal(event_from_json(line, strlen(line), &back, NULL), 0);
		assert_string_equal(back->text, bad[i][1]);
		free(line);
		event_free(ev);
		event_free(back);
	}
}

static void test_unknown_is_skipped(void **state)
{
	static const char *const lines[] = {
		"{\"kind\":\"flip\",\"t_ns\":1,\"wall_ns\":2,\"x\":[]}",
		"{\"kind\":\"run\",\"t_ns\":1,\"wall_ns\":2}",
		"{\"kind\":\"delta\",\"probe\":\"weather\",\"t_ns\":1,\"wall_ns\":2,\"cells\":[]}",
	};
	static const char extra[] =
		"{\"kind\":\"mark\",\"t_ns\":1,\"wall_ns\":2,\"text\":\"x\",\"colour\":{\"r\":1}}";
	struct event *ev = NULL;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		assert_int_equal(event_from_json(lines[i], strlen(lines[i]), &ev, NULL), 0);
		assert_null(ev);
	}
	assert_int_equal(event_from_json(extra, strlen(extra), &ev, NULL), 0);
	assert_non_null(ev);
	assert_string_equal(ev->text, "x");
	event_free(ev);
}

static void test_broken_lines(void **state)
{
	static const char *const lines[] = {
		"",
		"{",
		"[]",
		"nonsense",
		"{\"kind\":7}",
		"{\"kind\":\"mark\",\"t_ns\":1}",
		"{\"kind\":\"mark\",\"t_ns\":1.5,\"wall_ns\":2}",
		"{\"kind\":\"mark\",\"t_ns\":1,\"wall_ns\":2,\"text\":3}",
		"{\"kind\":\"mark\",\"t_ns\":1,\"t_ns\":1,\"wall_ns\":2}",
		"{\"kind\":\"state\",\"t_ns\":1,\"wall_ns\":2,\"series\":65536}",
		"{\"kind\":\"state\",\"t_ns\":1,\"wall_ns\":2,\"series\":-1}",
		"{\"kind\":\"slice\",\"t_ns\":1,\"wall_ns\":2}",
		"{\"kind\":\"slice\",\"t_ns\":1,\"wall_ns\":2,\"slice\":{\"series\":1}}",
		"{\"kind\":\"slice\",\"t_ns\":1,\"wall_ns\":2,\"slice\":{\"series\":1,\"round\":0,"
		"\"wall_ns\":1,\"loops\":\"18446744073709551616\"}}",
		"{\"kind\":\"slice\",\"t_ns\":1,\"wall_ns\":2,\"slice\":{\"series\":1,\"round\":0,"
		"\"wall_ns\":1,\"loops\":-1}}",
		"{\"kind\":\"delta\",\"probe\":\"interrupts\",\"t_ns\":1,\"wall_ns\":2,"
		"\"window_ns\":1,\"cells\":[[1,2]]}",
		"{\"kind\":\"table\",\"probe\":\"interrupts\",\"t_ns\":1,\"wall_ns\":2,"
		"\"cpus\":[-1],\"rows\":[]}",
		"{\"kind\":\"table\",\"probe\":\"interrupts\",\"t_ns\":1,\"wall_ns\":2,"
		"\"cpus\":[0],\"rows\":[[1,2,3]]}",
		"{\"kind\":\"host\",\"t_ns\":1,\"wall_ns\":2,\"host\":[]}",
		"{\"kind\":\"start\",\"t_ns\":1,\"wall_ns\":2,\"slice_ns\":1}",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		struct event *ev = (void *)1;
		struct err e = { 0 };

		assert_int_equal(event_from_json(lines[i], strlen(lines[i]), &ev, &e), -EINVAL);
		assert_null(ev);
		assert_true(e.code == EINVAL && e.text[0] && !strchr(e.text, '\n'));
	}
}

/* A folder of its own for each test. */
static int make_dir(void **state)
{
	char *dir = strdup("/tmp/ctxtop-test-XXXXXX");

	*state = dir;
	return dir && mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
	char path[80];

	text_format(path, sizeof(path), "%s/r", (char *)*state);
	unlink(path);
	rmdir(*state);
	free(*state);
	return 0;
}

static void put_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

struct seen {
	unsigned n, kind[EV_KINDS];
	int fail_at, rc;
};

static int count(void *arg, struct event *ev)
{
	struct seen *s = arg;

	s->kind[ev->kind]++;
	event_free(ev);
	return (int)++s->n == s->fail_at ? s->rc : 0;
}

#define START                                                                                   \
	"{\"ctxtop\":\"0.1\",\"format\":1,\"kind\":\"start\",\"t_ns\":1,\"wall_ns\":2,\"slice_" \
	"ns\":9}\n"
#define MARK "{\"kind\":\"mark\",\"t_ns\":1,\"wall_ns\":2}\n"

static void test_recorder(void **state)
{
	struct recorder rec, twice;
	struct seen seen = { 0 };
	struct err e = { 0 };
	char path[80];

	text_format(path, sizeof(path), "%s/r", (char *)*state);
	assert_int_equal(recorder_open(&rec, path, &e), 0);
	seed = 7;
	for (int kind = 0; kind < EV_KINDS; kind++) {
		struct event *ev;

		if (kind == EV_NONE)
			continue;
		ev = recorded(kind) ? rnd_event(kind) : event_new(kind, 1, 2);
		recorder_write(&rec, ev);
		event_free(ev);
	}
	assert_int_equal(recorder_open(&twice, path, &e), -EEXIST);
	assert_non_null(strstr(e.text, "exists"));
	/* every line is on disk before the file is closed */
	assert_int_equal(recording_read(path, count, &seen, &e), 0);
	assert_int_equal(seen.n, EV_KINDS - 3);
	assert_int_equal(recorder_close(&rec, &e), 0);
	for (int kind = 0; kind < EV_KINDS; kind++)
		assert_int_equal(seen.kind[kind], recorded(kind) ? 1 : 0);
}

static void test_disk_full(void **state)
{
	struct recorder rec = { 0 };
	struct event *ev = event_new(EV_MARK, 1, 2);
	struct err e = { 0 };

	(void)state;
	rec.file = fopen("/dev/full", "w");
	if (!rec.file)
		skip();
	strcpy(rec.path, "/dev/full");
	recorder_write(&rec, ev);
	assert_int_equal(rec.err.code, ENOSPC);
	recorder_write(&rec, ev);
	assert_int_equal(recorder_close(&rec, &e), -ENOSPC);
	assert_non_null(strstr(e.text, "/dev/full"));
	event_free(ev);
}

static void test_torn_and_broken(void **state)
{
	/* text, result, events that were handed on */
	static const struct {
		const char *text;
		int rc;
		unsigned n;
		const char *words;
	} c[] = {
		{ START MARK, 0, 2, "" },
		{ START MARK "{\"kind\":\"ma", 0, 2, "" },
		{ START MARK "{\"kind\":\"ma\n", 0, 2, "" },
		{ START "\n" MARK "\n\n", 0, 3 - 1, "" },
		{ START "{\"kind\":\"ma\n" MARK, -EINVAL, 1, ":2: " },
		{ START START MARK, 0, 3, "" },
		{ MARK, -EINVAL, 0, "not a recording" },
		{ "hello\n", -EINVAL, 0, "not a recording" },
		{ "hello\n" START, -EINVAL, 0, "not a recording" },
		{ "", -EINVAL, 0, "empty" },
		{ "\n\n", -EINVAL, 0, "empty" },
		{ "{\"ctxtop\":\"9.7\",\"format\":2,\"kind\":\"start\"}\n", -EPROTONOSUPPORT, 0,
		  "9.7 in format 2" },
		{ START "{\"ctxtop\":\"9.7\",\"format\":2,\"kind\":\"start\"}\n", -EPROTONOSUPPORT,
		  1, "newer ctxtop" },
	};
	char path[80];

	text_format(path, sizeof(path), "%s/r", (char *)*state);
	for (size_t i = 0; i < ARRAY_SIZE(c); i++) {
		struct seen seen = { 0 };
		struct err e = { 0 };

		put_file(path, c[i].text);
		assert_int_equal(recording_read(path, count, &seen, &e), c[i].rc);
		assert_int_equal(seen.n, c[i].n);
		assert_non_null(strstr(e.text, c[i].words));
		if (c[i].rc)
			assert_non_null(strstr(e.text, path));
	}
}

static void test_apply_stops(void **state)
{
	struct seen seen = { .fail_at = 2, .rc = -ENOMEM };
	struct err e = { 0 };
	char path[80];

	text_format(path, sizeof(path), "%s/r", (char *)*state);
	put_file(path, START MARK MARK);
	assert_int_equal(recording_read(path, count, &seen, &e), -ENOMEM);
	assert_int_equal(seen.n, 2);
	assert_non_null(strstr(e.text, ":2:"));
	assert_int_equal(recording_read("/nonexistent/r", count, &seen, &e), -ENOENT);
	assert_true(recording_read(*state, count, &seen, &e) < 0);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_not_recorded),
		cmocka_unit_test(test_exact_lines),
		cmocka_unit_test(test_never_nan),
		cmocka_unit_test(test_invalid_utf8),
		cmocka_unit_test(test_unknown_is_skipped),
		cmocka_unit_test(test_broken_lines),
		cmocka_unit_test_setup_teardown(test_recorder, make_dir, remove_dir),
		cmocka_unit_test(test_disk_full),
		cmocka_unit_test_setup_teardown(test_torn_and_broken, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(test_apply_stops, make_dir, remove_dir),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
