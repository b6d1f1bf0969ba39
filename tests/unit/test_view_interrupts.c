// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_view_interrupts: order, filter, search, cursor and columns of the interrupts view.
 *
 * Invariant: keys go in as a person presses them, through screen_key().
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "views/screen.h"
#include "views/view.h"
#include "views/view_interrupts.h"
#include "../lib/stage.h"
#include "../lib/picture.h"

static const struct sample_spec x86 = { .ncpus = 16, .rounds = 50, .vanished = true };
static const struct sample_spec arm64 = { .ncpus = 16, .rounds = 50, .arm64 = true };

static struct view_interrupts_state *own(const struct screen *s)
{
	return s->state[VIEW_interrupts];
}

static const struct irqlist *built(const struct frame *f, const struct screen *s)
{
	irqlist_build(&own(s)->list, f, &own(s)->choice);
	return &own(s)->list;
}

static char *picture(int w, int h, const struct frame *f, struct screen *s)
{
	struct canvas c = { .glyphs = &glyph_sets[GLYPH_ASCII] };
	char *text;

	assert_int_equal(canvas_resize(&c, w, h), 0);
	view_interrupts.draw(&c, (struct rect){ 0, 0, w, h }, f, s, own(s));
	text = picture_text(&c);
	assert_non_null(text);
	canvas_free(&c);
	return text;
}

static void screen_for(struct screen *s)
{
	stage_screen(s);
	s->view = VIEW_interrupts;
	own(s)->page = 10;
}

static void press(struct screen *s, const struct frame *f, const char *keys)
{
	struct intent out;

	for (; *keys; keys++)
		screen_key(s, f, *keys, &out);
}

static void press_key(struct screen *s, const struct frame *f, int key)
{
	struct intent out;

	screen_key(s, f, key, &out);
	assert_int_equal(out.kind, INTENT_NONE);
}

/* Label of the row under the cursor. */
static const char *selected(const struct frame *f, const struct screen *s)
{
	const struct irqlist *l = built(f, s);
	int id = own(s)->sel ? own(s)->sel - 1 : l->id[0];

	assert_true(l->n > 0);
	return id >= 0 ? l->probe->row[id].row->label : "absent";
}

static void assert_each_once(const struct irqlist *l)
{
	size_t rows = 0;

	for (size_t r = 0; r < l->probe->nrows; r++) {
		int n = 0;

		for (int i = 0; i < l->n; i++)
			n += l->id[i] == (int)r;
		assert_int_equal(n, 1);
		rows++;
	}
	assert_int_equal(rows, l->nrows);
}

static void order_by_rate(void **state)
{
	struct frame *f = sample_frame(&x86);
	const struct irqlist *l;
	struct screen s;

	(void)state;
	screen_for(&s);
	l = built(f, &s);
	assert_each_once(l);
	assert_int_equal(l->npinned, 5);
	assert_string_equal(l->probe->row[l->id[0]].row->label, "NMI");
	assert_string_equal(l->probe->row[l->id[1]].row->label, "LOC");
	assert_int_equal(l->id[5], IRQLIST_RULE);
	for (int i = 7; i < l->n; i++) {
		const struct frame_row *a = &l->probe->row[l->id[i - 1]];
		const struct frame_row *b = &l->probe->row[l->id[i]];

		/* rows without a rate come last */
		assert_true(a->has_rate >= b->has_rate);
		if (b->has_rate)
			assert_true(a->per_s >= b->per_s);
	}
	assert_false(l->probe->row[l->id[l->n - 1]].present);
	sample_free(f);
}

static void other_orders(void **state)
{
	struct frame *f = sample_frame(&x86);
	const struct irqlist *l;
	struct screen s;

	(void)state;
	screen_for(&s);
	press(&s, f, ">");
	assert_int_equal(own(&s)->choice.sort, IRQ_SORT_TOTAL);
	l = built(f, &s);
	assert_each_once(l);
	for (int i = 1; i < l->n; i++)
		assert_true(l->probe->row[l->id[i - 1]].total >= l->probe->row[l->id[i]].total);
	press(&s, f, ">");
	l = built(f, &s);
	assert_string_equal(l->probe->row[l->id[0]].row->label, "24");
	assert_string_equal(l->probe->row[l->id[7]].row->label, "CAL");
	press(&s, f, ">");
	l = built(f, &s);
	for (int i = 0; i < l->n; i++)
		assert_int_equal(l->id[i], i);
	press(&s, f, ">");
	assert_int_equal(own(&s)->choice.sort, IRQ_SORT_RATE);
	press(&s, f, "<");
	assert_int_equal(own(&s)->choice.sort, IRQ_SORT_FILE);
	press_key(&s, f, CT_F1 + 5);
	assert_int_equal(own(&s)->choice.sort, IRQ_SORT_RATE);
	sample_free(f);
}

static void absent_rows(void **state)
{
	struct frame *f = sample_frame(&arm64);
	const struct irqlist *l;
	struct screen s;
	char *text, *line;

	(void)state;
	screen_for(&s);
	l = built(f, &s);
	assert_int_equal(l->id[0], IRQLIST_NO_NMI);
	assert_int_equal(l->id[1], IRQLIST_NO_TICK);
	text = picture(120, 30, f, &s);
	line = strstr(text, "> NMI");
	assert_non_null(line);
	*strchr(line, '\n') = '\0';
	assert_non_null(strstr(line, "--"));
	assert_non_null(strstr(line, "no such row"));
	free(text);
	/* a row without a number is no 0 */
	press(&s, f, "\\usb_fiq");
	text = picture(120, 30, f, &s);
	line = strstr(text, "> FIQ");
	assert_non_null(line);
	*strchr(line, '\n') = '\0';
	assert_non_null(strstr(line, "--"));
	assert_non_null(strstr(line, "no number"));
	free(text);
	sample_free(f);
}

static void filter(void **state)
{
	struct frame *f = sample_frame(&x86);
	const struct irqlist *l;
	struct screen s;
	char *text;

	(void)state;
	screen_for(&s);
	press(&s, f, "\\VIRTIO");
	press_key(&s, f, CT_ENTER);
	l = built(f, &s);
	assert_int_equal(l->nrows, 5);
	for (int i = 0; i < l->n; i++)
		assert_non_null(strstr(l->probe->row[l->id[i]].row->text, "virtio"));
	text = picture(120, 30, f, &s);
	assert_non_null(strstr(text, "with \"VIRTIO\": 5 of 22"));
	free(text);
	press_key(&s, f, CT_ESC);
	assert_string_equal(own(&s)->choice.filter, "");
	assert_int_equal(s.view, VIEW_interrupts);
	press(&s, f, "\\nothing has this");
	text = picture(120, 30, f, &s);
	assert_non_null(strstr(text, "no row passes the filter"));
	free(text);
	press_key(&s, f, CT_DOWN);
	sample_free(f);
}

/* A list without a line has no row to explain, not the one that stood there before. */
static void nothing_listed(void **state)
{
	struct frame *f = sample_frame(&x86);
	struct screen s;
	char *text;

	(void)state;
	screen_for(&s);
	free(picture(120, 40, f, &s));
	text_copy(own(&s)->choice.filter, sizeof(own(&s)->choice.filter), "nothing has this");
	text = picture(120, 40, f, &s);
	assert_null(strstr(text, "Non-maskable"));
	free(text);
	own(&s)->choice.filter[0] = '\0';
	own(&s)->choice.sort = IRQ_SORT_NAME; /* without the lines that always stand there */
	f->probe[PROBE_interrupts].nrows = 0;
	f->probe[PROBE_interrupts].row = NULL;
	free(picture(120, 40, f, &s));
	sample_free(f);
}

static void search(void **state)
{
	struct frame *f = sample_frame(&x86);
	struct screen s;

	(void)state;
	screen_for(&s);
	free(picture(80, 24, f, &s));
	press(&s, f, "/tty");
	free(picture(80, 24, f, &s));
	assert_string_equal(selected(f, &s), "26");
	/* Esc goes back to where one was */
	press_key(&s, f, CT_ESC);
	free(picture(80, 24, f, &s));
	assert_string_equal(selected(f, &s), "NMI");
	press(&s, f, "/interrupts");
	press_key(&s, f, CT_ENTER);
	free(picture(80, 24, f, &s));
	assert_string_equal(selected(f, &s), "NMI");
	press(&s, f, "n");
	assert_string_equal(selected(f, &s), "LOC");
	press(&s, f, "N");
	assert_string_equal(selected(f, &s), "NMI");
	press(&s, f, "N");
	assert_string_not_equal(selected(f, &s), "NMI");
	sample_free(f);
}

/* Among columns by CPU the search jumps: to CPU 40 of 64, wherever the columns stand. */
static void search_column(void **state)
{
	static const struct sample_spec many = { .ncpus = 64, .rounds = 9 };
	struct frame *f = sample_frame(&many);
	struct screen s;
	char *shown;

	(void)state;
	screen_for(&s);
	press(&s, f, "C");
	shown = picture(80, 24, f, &s);
	assert_null(strstr(shown, "cpu40"));
	free(shown);
	press(&s, f, "/cpu40");
	press_key(&s, f, CT_ENTER);
	shown = picture(80, 24, f, &s);
	assert_non_null(strstr(shown, "cpu40"));
	free(shown);
	/* one that is not there leaves the columns where they were, whatever was typed on the way */
	press(&s, f, "/cpu99");
	press_key(&s, f, CT_ENTER);
	assert_string_equal(s.message, "no column of CPU 99");
	shown = picture(80, 24, f, &s);
	assert_non_null(strstr(shown, "cpu40"));
	free(shown);
	press(&s, f, "/cpu7");
	press_key(&s, f, CT_ESC);
	shown = picture(80, 24, f, &s);
	assert_non_null(strstr(shown, "cpu40"));
	free(shown);
	/* rows are searched by any other word */
	press(&s, f, "/interrupts");
	press_key(&s, f, CT_ENTER);
	assert_string_equal(selected(f, &s), "NMI");
	sample_free(f);
}

static void cursor_stays(void **state)
{
	struct frame *f = sample_frame(&x86);
	struct screen s;

	(void)state;
	screen_for(&s);
	free(picture(80, 24, f, &s));
	press(&s, f, "/virtio3-tx");
	press_key(&s, f, CT_ENTER);
	free(picture(80, 24, f, &s));
	for (int i = 0; i < IRQ_SORTS; i++) {
		assert_string_equal(selected(f, &s), "42");
		press(&s, f, ">");
		free(picture(80, 24, f, &s));
	}
	/* the rule is no row: the cursor passes over it both ways */
	own(&s)->sel = own(&s)->top = 0;
	for (int i = 0; i < 5; i++)
		press_key(&s, f, CT_DOWN);
	assert_string_equal(selected(f, &s), "42");
	press_key(&s, f, CT_UP);
	assert_string_equal(selected(f, &s), "TLB");
	sample_free(f);
}

static void paging(void **state)
{
	struct frame *f = sample_frame(&x86);
	char head[400], *text;
	struct screen s;

	(void)state;
	screen_for(&s);
	text = picture(80, 12, f, &s);
	memcpy(head, text, sizeof(head) - 1);
	head[sizeof(head) - 1] = '\0';
	*strchr(strchr(head, '\n') + 1, '\n') = '\0';
	free(text);
	for (int i = 0; i < 30; i++) {
		press_key(&s, f, i % 2 ? CT_PGDN : CT_WHEEL_DOWN);
		text = picture(80, 12, f, &s);
		/* headings stay while rows scroll */
		assert_memory_equal(text, head, strlen(head));
		free(text);
	}
	assert_true(own(&s)->top > 0 && own(&s)->top < built(f, &s)->n);
	press_key(&s, f, CT_HOME);
	text = picture(80, 12, f, &s);
	assert_int_equal(own(&s)->top, 0);
	assert_int_equal(own(&s)->sel, 0);
	free(text);
	sample_free(f);
}

static void per_cpu(void **state)
{
	struct frame *f = sample_frame(
		&(struct sample_spec){ .ncpus = 128, .rounds = 9, .offline = true });
	struct screen s;
	char *text;

	(void)state;
	screen_for(&s);
	press(&s, f, "C");
	text = picture(80, 24, f, &s);
	assert_non_null(strstr(text, "cpu0    cpu1"));
	free(text);
	for (int i = 0; i < 60; i++) {
		press_key(&s, f, CT_RIGHT);
		text = picture(80, 24, f, &s);
		/* the CPU that is off has no column */
		assert_null(strstr(text, "cpu64 "));
		free(text);
	}
	text = picture(80, 24, f, &s);
	assert_non_null(strstr(text, "cpu127"));
	free(text);
	for (int i = 0; i < 60; i++)
		press_key(&s, f, CT_LEFT);
	assert_int_equal(own(&s)->col, 0);
	sample_free(f);
}

/* A row that has columns but never moved is at 0 on each CPU, which is not the same as one number for all. */
static void never_moved(void **state)
{
	struct frame *f = sample_frame(&x86);
	struct frame_row *fr = &f->probe[PROBE_interrupts].row[0];
	struct screen s;
	char *text;

	(void)state;
	screen_for(&s);
	own(&s)->sel = 1; /* row 0 */
	assert_false(fr->row->flags & ROW_SUM);
	fr->has_rate = true;
	fr->per_s = 0;
	fr->col_per_s = NULL;
	text = picture(80, 30, f, &s);
	assert_null(strstr(text, "for all CPUs together"));
	assert_non_null(strstr(text, "on no CPU now"));
	free(text);
	press(&s, f, "C");
	text = picture(80, 30, f, &s);
	assert_non_null(strstr(text, "       0       0       0"));
	free(text);
	sample_free(f);
}

static void softirqs(void **state)
{
	struct frame *f = sample_frame(&x86);
	struct screen s;
	char *text;

	(void)state;
	screen_for(&s);
	press(&s, f, "s");
	assert_string_equal(selected(f, &s), "NET_RX");
	text = picture(100, 24, f, &s);
	assert_non_null(strstr(text, "network: receiving"));
	assert_null(strstr(text, "NMI"));
	free(text);
	press(&s, f, "s");
	assert_string_equal(selected(f, &s), "NMI");
	sample_free(f);
}

static bool clicked(struct screen *s, const struct frame *f, int x, int y)
{
	const struct view_click at = { { 0, 1, 100, 30 }, x, y, false };
	struct intent out;

	return view_interrupts.click(own(s), s, f, &at, &out);
}

static void clicks(void **state)
{
	struct frame *f = sample_frame(&x86);
	const struct rect area = { 0, 1, 100, 30 };
	struct screen s;

	(void)state;
	screen_for(&s);
	free(picture(100, 30, f, &s));
	assert_true(clicked(&s, f, 20, area.y + 4));
	assert_string_equal(selected(f, &s), "RES");
	/* the heading of the counts */
	assert_true(clicked(&s, f, 23, area.y + 1));
	assert_int_equal(own(&s)->choice.sort, IRQ_SORT_TOTAL);
	assert_false(clicked(&s, f, 20, area.y));
	assert_false(clicked(&s, f, 20, area.y + 29));
	sample_free(f);
}

/* The key bar does not promise what "s" does elsewhere. */
static void own_keys_win(void **state)
{
	struct frame *f = sample_frame(&x86);
	struct canvas c = { .glyphs = &glyph_sets[GLYPH_ASCII] };
	struct screen s;
	char *text;

	(void)state;
	screen_for(&s);
	assert_int_equal(canvas_resize(&c, 160, 40), 0);
	screen_draw(&c, f, &s);
	text = picture_text(&c);
	assert_non_null(strstr(text, "s Softirqs"));
	assert_null(strstr(text, "s Slice"));
	free(text);
	canvas_free(&c);
	sample_free(f);
}

static void unavailable(void **state)
{
	struct frame *f = sample_frame(&(struct sample_spec){ .no_probes = true, .rounds = 5 });
	struct screen s;
	char *text;

	(void)state;
	screen_for(&s);
	text = picture(100, 24, f, &s);
	assert_non_null(strstr(text, f->probe[PROBE_interrupts].reason));
	free(text);
	press(&s, f, "nNsC<>gG");
	press_key(&s, f, CT_PGDN);
	text = picture(100, 24, f, &s);
	assert_non_null(strstr(text, f->probe[PROBE_softirqs].reason));
	free(text);
	sample_free(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(order_by_rate),  cmocka_unit_test(other_orders),
		cmocka_unit_test(absent_rows),	  cmocka_unit_test(filter),
		cmocka_unit_test(nothing_listed), cmocka_unit_test(search),
		cmocka_unit_test(search_column),  cmocka_unit_test(cursor_stays),
		cmocka_unit_test(paging),	  cmocka_unit_test(per_cpu),
		cmocka_unit_test(softirqs),	  cmocka_unit_test(never_moved),
		cmocka_unit_test(clicks),	  cmocka_unit_test(unavailable),
		cmocka_unit_test(own_keys_win),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
