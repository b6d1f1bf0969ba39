// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_event_json: events of every kind, filled by a seeded generator, through JSON and back.
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
#include <stdlib.h>
#include <string.h>

#include "stream/event.h"
#include "stream/record.h"
#include "../lib/any_event.h"

#define SAME(a, b, m)	   assert_true((a)->m == (b)->m)
#define SAME_TEXT(a, b, m) assert_string_equal((a)->m, (b)->m)
#define SAME_BITS(a, b, m) assert_memory_equal(&(a)->m, &(b)->m, sizeof((a)->m))

static void same_slice(const struct slice *a, const struct slice *b)
{
	SAME(a, b, series);
	SAME(a, b, ncpus);
	SAME(a, b, flags);
	SAME(a, b, round);
	SAME(a, b, part);
	SAME(a, b, parts);
	SAME(a, b, wall_ns);
	SAME(a, b, loops);
	SAME_BITS(a, b, metrics);
	SAME_BITS(a, b, cpu);
	SAME_TEXT(a, b, text);
}

static void same_setting(const struct setting_info *a, const struct setting_info *b)
{
	SAME(a, b, id);
	SAME(a, b, flags);
	SAME(a, b, settle_ms);
	SAME(a, b, rows);
	SAME_TEXT(a, b, name);
	SAME_TEXT(a, b, group);
	SAME_TEXT(a, b, value);
	SAME_TEXT(a, b, shown);
	SAME_TEXT(a, b, reason);
	SAME_TEXT(a, b, path);
	SAME_TEXT(a, b, help);
}

static void same_change(const struct setting_change *a, const struct setting_change *b)
{
	SAME(a, b, id);
	SAME(a, b, flags);
	SAME(a, b, before_ns);
	SAME(a, b, after_ns);
	SAME(a, b, pid);
	SAME_TEXT(a, b, old);
	SAME_TEXT(a, b, now);
	SAME_TEXT(a, b, value);
	SAME_TEXT(a, b, who);
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
	SAME(a, b, since_ns);
	SAME(a, b, until_ns);
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
	if (a->kind == EV_SETTING)
		same_setting(&a->u.setting, &b->u.setting);
	if (a->kind == EV_CHANGE)
		same_change(&a->u.change, &b->u.change);
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
	if (a->kind == EV_LENGTH)
		SAME(a, b, u.length_ns);
	if (a->kind == EV_GAP)
		SAME(a, b, u.gap_ns);
	if (a->kind == EV_ANSWER) {
		SAME(a, b, u.answer.order);
		SAME(a, b, u.answer.code);
	}
	if (a->kind == EV_CONTROL) {
		SAME(a, b, u.control.writable);
		SAME(a, b, u.control.changes);
	}
}

static void test_round_trip(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed < 400; seed++) {
		any_event_seed(seed);
		for (int kind = 0; kind < EV_KINDS; kind++) {
			struct event *a, *b = NULL;
			struct err e = { 0 };
			char *line;

			if (!any_event_recorded(kind))
				continue;
			a = any_event(kind);
			line = event_to_json(a);
			assert_non_null(line);
			/* one line, whatever the texts hold */
			assert_ptr_equal(strchr(line, '\n'), line + strlen(line) - 1);
			if (event_from_json(line, strlen(line), &b, &e))
				fail_msg("seed %llu: %s in %s", (unsigned long long)seed, e.text,
					 line);
			assert_non_null(b);
			same_event(a, b);
			free(line);
			event_free(a);
			event_free(b);
		}
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
	s->flags = SLICE_CUT;
	s->wall_ns = 100;
	s->loops = 42;
	metric_set(&s->metrics, METRIC_nvcsw, 84);
	metric_set(&s->metrics, METRIC_nivcsw, 0);
	metric_set(&s->metrics, METRIC_irq_ns, 110);
	for (int c = 0; c < ROW_CLASSES; c++)
		metric_set(&s->metrics, METRIC_IRQ_OF(c), c == ROW_TICK ? 25 : 0);
	metric_set(&s->metrics, METRIC_mhz, 2300.5);
	metric_set(&s->metrics, METRIC_mhz_cpu, 0);
	s->ncpus = 2;
	s->cpu[1] = 1;
	s->metrics.v[METRIC_cpu_ns] = 99; /* its bit is clear: must not be written */
	line = event_to_json(ev);
	assert_string_equal(line,
			    "{\"kind\":\"slice\",\"t_ns\":5,\"wall_ns\":7,\"slice\":{"
			    "\"series\":3,\"round\":0,\"wall_ns\":100,\"loops\":42,"
			    "\"cut\":true,\"nvcsw\":84,\"nivcsw\":0,\"irq_ns\":110,"
			    "\"irq\":{\"tick\":25},\"mhz\":2300.5,\"mhz_cpu\":0,\"cpu\":[0,1]}}\n");
	free(line);
	event_free(ev);
	ev = event_new(EV_START, 1, 2);
	strcpy(ev->u.start.version, "0.1");
	strcpy(ev->u.start.label, "base");
	ev->u.start.slice_ns = 100000000;
	line = event_to_json(ev);
	assert_string_equal(line, "{\"ctxtop\":\"0.1\",\"format\":2,\"kind\":\"start\",\"t_ns\":1,"
				  "\"wall_ns\":2,\"label\":\"base\",\"slice_ns\":100000000}\n");
	free(line);
	event_free(ev);
}

/* Names in format 2, where a class of the future is passed over; a number in format 1. */
static void test_rows_of_a_setting(void **state)
{
	static const struct {
		const char *rows;
		int rc;
		uint32_t want;
	} c[] = {
		{ "\"rows\":[\"tick\",\"other\",\"quantum\"],", 0, 1 << ROW_TICK | 1 << ROW_OTHER },
		{ "\"rows\":12,", 0, 1 << ROW_TICK | 1 << ROW_RESCHED },
		{ "\"rows\":[],", 0, 0 },
		{ "", 0, 0 },
		{ "\"rows\":-1,", -EINVAL, 0 },
		{ "\"rows\":[7],", -EINVAL, 0 },
		{ "\"rows\":\"tick\",", -EINVAL, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(c); i++) {
		struct event *ev;
		char line[256];
		size_t n = text_format(
			line, sizeof(line),
			"{\"kind\":\"setting\",\"t_ns\":1,\"wall_ns\":2,\"setting\":{%s"
			"\"id\":3,\"settle_ms\":0}}",
			c[i].rows);

		assert_int_equal(event_from_json(line, n, &ev, NULL), c[i].rc);
		if (!c[i].rc)
			assert_int_equal(ev->u.setting.rows, c[i].want);
		event_free(ev);
	}
}

static void test_never_nan(void **state)
{
	struct event *ev = event_new(EV_SLICE, 5, 7), *back;
	char *line;

	(void)state;
	metric_set(&ev->u.slice.metrics, METRIC_mhz, NAN);
	metric_set(&ev->u.slice.metrics, METRIC_steal, INFINITY);
	line = event_to_json(ev);
	assert_null(strstr(line, "\"mhz\":"));
	assert_null(strstr(line, "steal"));
	assert_int_equal(event_from_json(line, strlen(line), &back, NULL), 0);
	assert_true(back->u.slice.metrics.have == 0);
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

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),	   cmocka_unit_test(test_not_recorded),
		cmocka_unit_test(test_exact_lines),	   cmocka_unit_test(test_rows_of_a_setting),
		cmocka_unit_test(test_never_nan),	   cmocka_unit_test(test_invalid_utf8),
		cmocka_unit_test(test_unknown_is_skipped), cmocka_unit_test(test_broken_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
