// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_golden: recordings of real runs, replayed, drawn, and compared with the pictures in
 * tests/golden/. After a wanted change: GOLDEN_WRITE=1 build/tests/unit/test_golden, and look at the
 * difference that git shows.
 *
 * Invariant: a recording alone decides the picture; the time zone is UTC.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "model/model.h"
#include "report/report.h"
#include "views/screen.h"
#include "views/view.h"
#include "../lib/replay.h"
#include "../lib/picture.h"

static const char *const logs[] = { "two-cpus", "one-cpu" };
static const enum view_id drawn[] = { VIEW_overview,   VIEW_method, VIEW_cpus,
				      VIEW_interrupts, VIEW_system, VIEW_log };
static const struct {
	int w, h;
} sizes[] = { { 80, 24 }, { 120, 40 }, { 200, 60 } };

/* A recording taken in: the model at its end, and a frame of that instant. */
struct replayed {
	struct model *m;
	struct frame f;
	int64_t t_ns, wall_ns;
	unsigned events;
};

static int take(void *arg, const struct event *ev)
{
	struct replayed *r = arg;
	int ret = model_apply(r->m, ev);

	r->t_ns = ev->t_ns;
	r->wall_ns = ev->wall_ns;
	r->events++;
	return ret;
}

static void take_log(struct replayed *r, const char *name)
{
	struct err e = { 0 };
	char path[256];

	*r = (struct replayed){ .m = model_new() };
	text_format(path, sizeof(path), "tests/logs/%s.jsonl", name);
	if (replay(path, take, r, &e))
		fail_msg("%s: %s", path, e.text);
	assert_true(r->events > 100);
	assert_int_equal(model_frame(&r->f, r->m, r->t_ns, r->wall_ns, DIVISOR_NOMINAL, 2), 0);
}

static void forget(struct replayed *r)
{
	model_frame_free(&r->f);
	model_free(r->m);
}

/* The picture of one view; malloc'd. */
static char *picture(const struct frame *f, enum view_id view, int w, int h)
{
	struct canvas c = { .glyphs = &glyph_sets[GLYPH_BRAILLE] };
	struct screen s;
	char *text;

	assert_int_equal(screen_init(&s), 0);
	s.view = view;
	s.selected = 2;
	s.slice_ns = f->slice_ns;
	assert_int_equal(canvas_resize(&c, w, h), 0);
	screen_draw(&c, f, &s);
	text = picture_text(&c);
	assert_non_null(text);
	canvas_free(&c);
	screen_free(&s);
	return text;
}

static void put_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "we");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

/* The whole file, malloc'd; NULL: it is not there. */
static char *get_file(const char *path)
{
	FILE *f = fopen(path, "re");
	char *text = NULL;
	size_t size = 0;

	if (!f)
		return NULL;
	if (getdelim(&text, &size, '\0', f) < 0) {
		free(text);
		text = NULL;
	}
	fclose(f);
	return text;
}

static void check_text(const char *path, const char *got)
{
	char *want = get_file(path);
	const char *a = got, *b = want;
	int line = 1;

	if (!want)
		fail_msg("%s is not there; GOLDEN_WRITE=1 makes it", path);
	while (strcmp(a, b)) {
		size_t na = strcspn(a, "\n"), nb = strcspn(b, "\n");

		if (na != nb || memcmp(a, b, na) || !a[na] || !b[nb])
			fail_msg("%s, line %d:\nwant %.*s\ngot  %.*s", path, line, (int)nb, b,
				 (int)na, a);
		a += na + 1;
		b += nb + 1;
		line++;
	}
	free(want);
}

static void test_pictures(void **state)
{
	const char *name = *state;
	struct replayed r;

	take_log(&r, name);
	for (size_t v = 0; v < ARRAY_SIZE(drawn); v++) {
		for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
			char *got = picture(&r.f, drawn[v], sizes[i].w, sizes[i].h), path[256];

			text_format(path, sizeof(path), "tests/golden/%s-%s-%dx%d.txt", name,
				    views[drawn[v]]->name, sizes[i].w, sizes[i].h);
			if (getenv("GOLDEN_WRITE"))
				put_file(path, got);
			else
				check_text(path, got);
			free(got);
		}
	}
	forget(&r);
}

static char *report(const struct frame *f, const char *format)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_int_equal(report_format_find(format)->write(out, f), 0);
	assert_int_equal(fclose(out), 0);
	return text;
}

/* The same events give the same frame: every report and every picture of two replays is equal. */
static void test_replay_is_repeatable(void **state)
{
	const char *name = *state;
	struct replayed a, b;

	take_log(&a, name);
	take_log(&b, name);
	assert_int_equal(a.events, b.events);
	for (const struct report_format *rf = report_formats; rf->name; rf++) {
		char *x = report(&a.f, rf->name), *y = report(&b.f, rf->name);

		assert_string_equal(x, y);
		free(x);
		free(y);
	}
	for (size_t v = 0; v < VIEWS; v++) {
		char *x = picture(&a.f, v, 120, 40), *y = picture(&b.f, v, 120, 40);

		assert_string_equal(x, y);
		free(x);
		free(y);
	}
	forget(&a);
	forget(&b);
}

int main(void)
{
	struct CMUnitTest tests[2 * ARRAY_SIZE(logs)];
	char names[2 * ARRAY_SIZE(logs)][64];
	size_t n = 0;

	setenv("TZ", "UTC", 1);
	tzset();
	for (size_t i = 0; i < ARRAY_SIZE(logs); i++) {
		text_format(names[n], sizeof(names[n]), "pictures of %s", logs[i]);
		tests[n] = (struct CMUnitTest){ .name = names[n],
						.test_func = test_pictures,
						.initial_state = (void *)(uintptr_t)logs[i] };
		n++;
		text_format(names[n], sizeof(names[n]), "%s twice", logs[i]);
		tests[n] = (struct CMUnitTest){ .name = names[n],
						.test_func = test_replay_is_repeatable,
						.initial_state = (void *)(uintptr_t)logs[i] };
		n++;
	}
	return _cmocka_run_group_tests("golden", tests, n, NULL, NULL);
}
