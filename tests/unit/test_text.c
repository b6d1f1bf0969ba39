// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * text: strings from outside: through the cleaner, in words of errors, and from events to every report and view.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "model/model.h"
#include "report/report.h"
#include "stream/record.h"
#include "views/screen.h"
#include "views/view.h"
#include "../lib/chance.h"
#include "../lib/printable.h"
#include "../lib/picture.h"

static void assert_printable(const char *what, const char *text, size_t len)
{
	long at = unprintable_at(text, len);
	long from = at > 60 ? at - 60 : 0;

	if (at >= 0)
		fail_msg("%s: byte %#x behind \"%.*s\"", what, (unsigned char)text[at],
			 (int)(at - from), text + from);
}

static void test_cases(void **state)
{
	static const struct {
		const char *in, *out;
	} cases[] = {
		{ "", "" },
		{ "plain text, 100 %", "plain text, 100 %" },
		{ "\xc3\xa9 \xe6\xbc\xa2 \xf0\x9f\x98\x80",
		  "\xc3\xa9 \xe6\xbc\xa2 \xf0\x9f\x98\x80" },
		{ "a\033[31mb\007", "a?[31mb?" },
		{ "a\tb\r\nc", "a b  c" },
		{ "\302\233x\302\200\302\237", "?x??" },
		{ "\302\240", "\302\240" }, /* a blank that does not break is no control */
		{ "\233\377\300\257", "????" },
		{ "\355\240\200", "???" },		    /* a surrogate */
		{ "\364\220\200\200", "????" },		    /* beyond Unicode */
		{ "x\303", "x?" },			    /* cut */
		{ "\342\200\256abc\342\201\246", "?abc?" }, /* the direction turned */
		{ "\177", "?" },
	};
	char buf[64];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_string_equal(text_shown(buf, sizeof(buf), cases[i].in), cases[i].out);
		text_printable(buf);
		assert_string_equal(buf, cases[i].out);
	}
	assert_true(unprintable_at(HOSTILE, strlen(HOSTILE)) >= 0);
}

/* Any bytes; what was printable stays as it was. */
static void test_any_bytes(void **state)
{
	static const unsigned char likely[] = {
		0x1b, 0x9b, 0xc2, 0xe2, 0x80, 0xae, 0xed, 0xa0, 0xf4
	};
	uint64_t chance = 5;
	char buf[64], was[64];

	(void)state;
	for (int i = 0; i < 200000; i++) {
		size_t n = (size_t)(chance_uniform(&chance) * 40);

		for (size_t k = 0; k < n; k++)
			buf[k] = chance_uniform(&chance) < 0.5
					 ? (char)likely[(size_t)(chance_uniform(&chance) *
								 sizeof(likely))]
					 : (char)(1 + (int)(chance_uniform(&chance) * 255));
		buf[n] = '\0';
		memcpy(was, buf, sizeof(was));
		text_printable(buf);
		assert_true(strlen(buf) <= n);
		assert_printable("any bytes", buf, strlen(buf));
		if (unprintable_at(was, n) < 0 && !strpbrk(was, "\t\n") && strcmp(was, buf))
			fail_msg("a printable text was changed: \"%s\"", was);
	}
}

static void test_errors(void **state)
{
	struct err e;

	(void)state;
	err_set(&e, EINVAL, "%s is no name", HOSTILE_RAW);
	assert_printable("err_set", e.text, strlen(e.text));
	assert_non_null(strstr(e.text, "is no name"));
	err_sys(&e, ENOENT, "cannot read %s", HOSTILE_RAW);
	assert_printable("err_sys", e.text, strlen(e.text));
	/* cut in the middle of a character */
	err_set(&e, EINVAL, "%0235d\303\251\303\251\303\251", 0);
	assert_printable("a long line", e.text, strlen(e.text));
}

/*
 * From recordings to reports and views
 */

static struct model *model;
static int64_t last_ns, last_wall_ns;
static long hostile;

#define FOUL(field) foul(field, sizeof(field))

/* Behind what stands in the field; names at the beginning stay what they are. */
static void foul(char *field, size_t size)
{
	text_format(field + strlen(field), size - strlen(field), "%s", HOSTILE_RAW);
	hostile++;
}

/* What a source that decodes less carefully could bring. */
static void foul_event(struct event *ev)
{
	switch (ev->kind) {
	case EV_START:
		FOUL(ev->u.start.label);
		FOUL(ev->u.start.version);
		break;
	case EV_HOST:
		FOUL(ev->u.host->hostname);
		FOUL(ev->u.host->kernel);
		FOUL(ev->u.host->cmdline);
		FOUL(ev->u.host->cpu_type);
		FOUL(ev->u.host->hypervisor);
		FOUL(ev->u.host->clocksource);
		break;
	case EV_SERIES:
		FOUL(ev->u.info.label);
		FOUL(ev->u.info.cpus);
		FOUL(ev->u.info.unit);
		FOUL(ev->u.info.summary);
		break;
	case EV_SLICE:
		FOUL(ev->u.slice.text);
		break;
	case EV_TABLE:
		for (size_t i = 0; i < ev->u.table->nrows; i++) {
			FOUL(ev->u.table->row[i].label);
			FOUL(ev->u.table->row[i].text);
		}
		break;
	case EV_SETTING:
		FOUL(ev->u.setting.name);
		FOUL(ev->u.setting.group);
		FOUL(ev->u.setting.value);
		FOUL(ev->u.setting.shown);
		FOUL(ev->u.setting.reason);
		FOUL(ev->u.setting.path);
		FOUL(ev->u.setting.help);
		break;
	case EV_CHANGE:
		FOUL(ev->u.change.old);
		FOUL(ev->u.change.now);
		FOUL(ev->u.change.value);
		FOUL(ev->u.change.who);
		break;
	default:
		break;
	}
	if (ev->kind != EV_STATE || ev->text[0]) /* "" says that it can run */
		FOUL(ev->text);
}

static void apply(struct event *ev, bool raw)
{
	last_ns = ev->t_ns;
	last_wall_ns = ev->wall_ns;
	if (raw)
		foul_event(ev);
	model_apply(model, ev);
	event_free(ev);
}

static struct event *decode(const json_t *o)
{
	char *line = json_dumps(o, JSON_COMPACT);
	struct event *ev = NULL;
	struct err e = { 0 };

	if (event_from_json(line, strlen(line), &ev, &e))
		assert_printable("words about a broken line", e.text, strlen(e.text));
	free(line);
	return ev;
}

/* Make the texts of @v hostile, one at a time; back with those that make the line no event. */
static void foul_json(const json_t *line, json_t *v)
{
	const char *key;
	json_t *member;
	char *was, *now;
	size_t i;

	if (json_is_string(v)) {
		was = strdup(json_string_value(v));
		assert_true(asprintf(&now, "%s%s", was, HOSTILE) > 0);
		json_string_set(v, now);
		struct event *ev = decode(line);

		if (ev)
			hostile++;
		else
			json_string_set(v, was);
		event_free(ev);
		free(was);
		free(now);
	}
	json_object_foreach(v, key, member) foul_json(line, member);
	json_array_foreach(v, i, member) foul_json(line, member);
}

static void read_log(const char *path, bool raw)
{
	FILE *in = fopen(path, "r");
	char *line = NULL;
	size_t size = 0;

	assert_non_null(in);
	while (getline(&line, &size, in) > 0) {
		json_t *o = json_loads(line, 0, NULL);
		struct event *ev;

		assert_non_null(o);
		if (!raw)
			foul_json(o, o);
		ev = decode(o);
		assert_non_null(ev);
		apply(ev, raw);
		json_decref(o);
	}
	free(line);
	fclose(in);
}

/* Settings, a change of one by a hostile command, a mark, a fault. */
static void add_settings(bool raw)
{
	static const enum event_kind kinds[] = { EV_SETTING, EV_CHANGE, EV_MARK, EV_FAULT };

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		struct event *ev = event_new(kinds[i], last_ns + 1, last_wall_ns + 1);

		assert_non_null(ev);
		if (ev->kind == EV_SETTING) {
			ev->u.setting.flags = SETTING_STRIP | SETTING_CAN_CHANGE;
			text_copy(ev->u.setting.name, sizeof(ev->u.setting.name), "kernel.x");
		}
		if (!raw)
			text_copy(ev->text, sizeof(ev->text), "a note" HOSTILE);
		apply(ev, raw);
	}
}

static void check_reports(const struct frame *f)
{
	for (const struct report_format *r = report_formats; r->name; r++) {
		char *text = NULL;
		size_t len = 0;
		FILE *out = open_memstream(&text, &len);

		assert_int_equal(r->write(out, f), 0);
		fclose(out);
		assert_true(len > 100);
		assert_printable(r->name, text, len);
		free(text);
	}
}

static void check_views(const struct frame *f)
{
	struct canvas c = { .glyphs = &glyph_sets[GLYPH_BRAILLE] };
	struct screen s;
	char *text;

	assert_int_equal(screen_init(&s), 0);
	assert_int_equal(canvas_resize(&c, 200, 60), 0);
	for (int v = 0; v < VIEWS; v++) {
		screen_show(&s, v);
		text_copy(s.message, sizeof(s.message), HOSTILE_RAW);
		screen_draw(&c, f, &s);
		text = picture_text(&c);
		assert_printable(views[v]->name, text, strlen(text));
		free(text);
	}
	screen_free(&s);
	canvas_free(&c);
}

static void check_all(const char *path, bool raw)
{
	struct frame f = { 0 };

	model = model_new();
	hostile = 0;
	read_log(path, raw);
	add_settings(raw);
	assert_int_equal(model_frame(&f, model, last_ns, last_wall_ns, DIVISOR_NOMINAL, 0), 0);
	check_reports(&f);
	check_views(&f);
	print_message("%s: %ld hostile strings\n", path, hostile);
	assert_true(hostile > 50);
	model_frame_free(&f);
	model_free(model);
}

static void test_recordings(void **state)
{
	(void)state;
	for (int raw = 0; raw < 2; raw++) {
		check_all("tests/logs/one-cpu.jsonl", raw);
		check_all("tests/logs/two-cpus.jsonl", raw);
	}
}

/* What an event carries is written as one line of JSON that a terminal can show. */
static void test_writing(void **state)
{
	struct event *ev = event_new(EV_MARK, 1, 1);
	char *line;

	(void)state;
	text_copy(ev->text, sizeof(ev->text), HOSTILE_RAW);
	line = event_to_json(ev);
	assert_non_null(line);
	assert_printable("a line of a recording", line, strlen(line));
	free(line);
	event_free(ev);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cases),	cmocka_unit_test(test_any_bytes),
		cmocka_unit_test(test_errors),	cmocka_unit_test(test_recordings),
		cmocka_unit_test(test_writing),
	};

	return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
