// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_view_settings: the settings view and its list, and the question of a risky setting, with a frame
 * made by hand; checked by properties.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "views/settinglist.h"
#include "views/strip.h"
#include "views/prompt.h"
#include "views/view.h"
#include "views/view_settings.h"
#include "../lib/stage.h"

static struct view_settings_state *own(const struct stage *st)
{
	return st->s.state[VIEW_settings];
}

static void type(struct stage *st, const char *text)
{
	for (; *text; text++)
		assert_int_equal(stage_press(st, (unsigned char)*text), INTENT_NONE);
}

static void select_setting(struct stage *st, const char *name)
{
	const struct frame_setting *fs = frame_setting_by_name(st->f, name);

	assert_non_null(fs);
	own(st)->sel = fs->info->id + 1;
}

/* The line with @word, into a buffer that the next call uses again. */
static const char *line_with(struct stage *st, const char *word)
{
	static char line[2048];
	char *text = stage_picture(st), *p = strstr(text, word), *from = p;

	line[0] = '\0';
	while (p && from > text && from[-1] != '\n')
		from--;
	if (p)
		text_format(line, sizeof(line), "%.*s", (int)strcspn(from, "\n"), from);
	free(text);
	return line;
}

/* Columns of the first row with the text @word in @style; -1: none. */
static int styled(struct stage *st, const char *word, style_t style)
{
	int n = (int)strlen(word);

	screen_draw(&st->c, st->f, &st->s);
	for (int i = 0; i + n <= st->c.width * st->c.height; i++) {
		int k = 0;

		while (k < n && st->c.cell[i + k].ch == (unsigned char)word[k] &&
		       st->c.cell[i + k].style == style)
			k++;
		if (k == n)
			return i;
	}
	return -1;
}

/* One of all that can be asked, or nothing. */
static void open_any(struct stage *st, int which)
{
	static const int keys[] = { 'm', 's', '/', '\\', 'a', 'D' };

	if (which < (int)ARRAY_SIZE(keys))
		screen_key(&st->s, st->f, keys[which], &st->out);
}

static void test_every_size(void **state)
{
	static const struct sample_spec specs[] = {
		{ .rounds = 50, .settings = true },
		{ .settings = true },
		{ .rounds = 2, .settings = true, .no_log = true, .no_host = true },
		{ .rounds = 9 },
	};
	static const enum view_id shown[] = { VIEW_settings, VIEW_overview, VIEW_method, VIEW_log };

	(void)state;
	for (size_t k = 0; k < ARRAY_SIZE(specs); k++) {
		struct stage st = { .f = sample_frame(&specs[k]) };

		for (int h = 1; h <= 64; h += 1 + h / 9)
			for (int w = 1; w <= 210; w += 1 + w / 9) {
				char *text;

				stage_screen(&st.s);
				st.s.view = shown[(w + h) % 4];
				own(&st)->sel = (w * h) % 20;
				st.s.own_changes = (unsigned)(w % 3);
				open_any(&st, (w + h) % 7);
				text_copy(st.s.prompt.about, sizeof(st.s.prompt.about),
					  "kernel.gone");
				st.c.glyphs = &glyph_sets[w % GLYPH_SETS];
				assert_int_equal(canvas_resize(&st.c, w, h), 0);
				text = stage_picture(&st);
				assert_null(strstr(text, "nan"));
				for (const char *p = text; w % GLYPH_SETS == GLYPH_ASCII && *p; p++)
					assert_true((unsigned char)*p < 0x80);
				free(text);
			}
		canvas_free(&st.c);
		sample_free(st.f);
	}
}

static void test_nothing_outside(void **state)
{
	struct stage *st = *state;

	for (int w = 1; w < 100; w += 7)
		for (int h = 1; h < 30; h += 3) {
			const struct rect area = { 5, 4, w, h };

			assert_int_equal(canvas_resize(&st->c, 120, 40), 0);
			canvas_fill(&st->c, (struct rect){ 0, 0, 120, 40 }, STYLE_NORMAL, 'x');
			view_settings.draw(&st->c, area, st->f, &st->s, own(st));
			for (int y = 0; y < 40; y++)
				for (int x = 0; x < 120; x++)
					if (x < 5 || x >= 5 + w || y < 4 || y >= 4 + h)
						assert_int_equal(st->c.cell[y * 120 + x].ch, 'x');
		}
}

static void test_tells_everything(void **state)
{
	struct stage *st = *state;
	const char *line;

	assert_int_equal(canvas_resize(&st->c, 200, 50), 0);
	for (size_t i = 0; i < st->f->nsettings; i++) {
		const struct setting_info *info = st->f->setting[i].info;

		select_setting(st, info->name);
		line = line_with(st, info->name);
		assert_non_null(strstr(line, *info->shown ? info->shown : "--"));
		/* what cannot be changed is greyed and says why */
		if (!(info->flags & SETTING_CAN_CHANGE)) {
			assert_non_null(strstr(line, info->reason));
			own(st)->sel = 1;
			assert_true(styled(st, info->name, STYLE_DIM) >= 0);
			select_setting(st, info->name);
		}
		assert_true(stage_shows(st, info->group));
		if (*info->path)
			assert_true(stage_shows(st, info->path));
	}
	line = line_with(st, "haltpoll.guest_halt_poll_ns");
	assert_non_null(strstr(line, "0 ns "));
	assert_non_null(strstr(line, "B 15:08:26 you"));
	assert_non_null(strstr(line, "series differ"));
	line = line_with(st, "kernel.nmi_watchdog");
	assert_non_null(strstr(line, "sysctl (pid 4711)"));
	assert_non_null(strchr(line, '!'));
	select_setting(st, "kernel.nmi_watchdog");
	assert_true(stage_shows(st, "sysctl -w kernel.nmi_watchdog=0"));
	assert_true(stage_shows(st, "asks before it is changed"));
	assert_true(stage_shows(st, "NMI"));
}

static void test_shell_line(void **state)
{
	static const struct {
		const char *name, *line;
	} table[] = {
		{ "kernel.timer_migration", "sysctl -w kernel.timer_migration=1" },
		{ "net.ipv4.tcp_rmem", "sysctl -w net.ipv4.tcp_rmem=\"4096 131072 6291456\"" },
		{ "transparent_hugepage",
		  "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled" },
		{ "cpu_dma_latency", "" }, /* a held descriptor: no line does it */
		{ "cpufreq.boost", "" },
	};
	struct stage *st = *state;
	char buf[300];

	for (size_t i = 0; i < ARRAY_SIZE(table); i++) {
		settinglist_shell(buf, sizeof(buf),
				  frame_setting_by_name(st->f, table[i].name)->info);
		assert_string_equal(buf, table[i].line);
	}
}

static void test_list(void **state)
{
	struct stage *st = *state;
	struct settinglist l;
	bool seen[SETTINGS_MAX] = { false };
	int groups = 0;

	settinglist_build(&l, st->f, "");
	assert_int_equal(l.nsettings, st->f->nsettings);
	for (int i = 0; i < l.n; i++) {
		groups += l.id[i] < 0;
		if (l.id[i] < 0) {
			assert_true(i + 1 < l.n && l.id[i + 1] >= 0);
			continue;
		}
		assert_false(seen[l.id[i]]);
		seen[l.id[i]] = true;
	}
	assert_int_equal(groups, 7);
	for (int at = -3; at < l.n + 3; at++)
		for (int dir = -1; dir <= 1; dir += 2)
			assert_true(l.id[settinglist_step(&l, at, dir)] >= 0);
	settinglist_build(&l, st->f, "WATCHDOG");
	assert_int_equal(l.nsettings, 2);
	settinglist_build(&l, st->f, "no such thing");
	assert_int_equal(l.n, 0);
	assert_int_equal(settinglist_step(&l, 0, 1), -1);
	assert_int_equal(settinglist_find(&l, st->f, 3), -1);
	assert_int_equal(settinglist_search(&l, st->f, 0, 1, true, "x"), -1);
}

/* What is not here stands below what is. */
static void test_absent_last(void **state)
{
	struct stage *st = *state;
	struct setting_info absent = *st->f->setting[0].info;
	const struct setting_info *before = st->f->setting[0].info;
	struct settinglist l;

	absent.flags = SETTING_ABSENT;
	st->f->setting[0].info = &absent;
	settinglist_build(&l, st->f, "");
	assert_int_equal(l.id[0], SETTINGLIST_HEADING(0));
	assert_int_equal(l.id[1], 1);
	assert_int_equal(l.id[2], 2);
	assert_int_equal(l.id[3], 0);
	assert_true(l.id[4] < 0);
	assert_int_equal(l.nsettings, st->f->nsettings);
	st->f->setting[0].info = before;
}

static void test_change(void **state)
{
	struct stage *st = *state;

	select_setting(st, "kernel.timer_migration");
	assert_int_equal(stage_press(st, CT_ENTER), INTENT_STEP);
	assert_true(st->out.arg == 1);
	assert_string_equal(st->out.text, "kernel.timer_migration");
	assert_int_equal(stage_press(st, CT_RIGHT), INTENT_STEP);
	assert_true(st->out.arg == 1);
	assert_int_equal(stage_press(st, CT_LEFT), INTENT_STEP);
	assert_true(st->out.arg == -1);
	assert_int_equal(stage_press(st, 'e'), INTENT_NONE);
	assert_string_equal(st->s.prompt.text, "1");
	assert_true(stage_shows(st, "value for kernel.timer_migration: 1"));
	/* the same value is no change */
	assert_int_equal(stage_press(st, CT_ENTER), INTENT_NONE);
	stage_press(st, 'e');
	stage_press(st, CTRL_KEY('u'));
	type(st, "0");
	assert_int_equal(stage_press(st, CT_ENTER), INTENT_SET);
	assert_string_equal(st->out.text, "kernel.timer_migration=0");
	stage_press(st, 'e');
	type(st, "7");
	assert_int_equal(stage_press(st, CT_ESC), INTENT_NONE);
	assert_false(prompt_is_open(&st->s));
	stage_press(st, 'e');
	for (int i = 0; i < 150; i++)
		stage_press(st, '7');
	assert_int_equal(stage_press(st, CT_ENTER), INTENT_NONE);
	assert_true(stage_shows(st, "too long"));
	assert_int_equal(stage_press(st, 'a'), INTENT_NONE);
	type(st, "/proc/sys/vm/swappiness");
	assert_int_equal(stage_press(st, CT_ENTER), INTENT_WATCH);
	assert_string_equal(st->out.text, "/proc/sys/vm/swappiness");
	stage_press(st, 'a');
	assert_int_equal(stage_press(st, CT_ENTER), INTENT_NONE);
}

static void test_risky_asks(void **state)
{
	struct stage *st = *state;

	select_setting(st, "kernel.timer_migration");
	stage_press(st, CT_DOWN);
	stage_press(st, CT_UP);
	assert_true(stage_shows(st, "Enter: kernel.timer_migration 1 -> 0   (u takes it back)"));
	select_setting(st, "kernel.sched_rt_runtime_us");
	assert_int_equal(stage_press(st, CT_ENTER), INTENT_NONE);
	assert_true(stage_shows(st, "set kernel.sched_rt_runtime_us 950000 us -> -1 (no limit)?"));
	/* what is no answer does nothing, and least of all yes */
	assert_int_equal(stage_press(st, CT_ENTER), INTENT_NONE);
	assert_int_equal(stage_press(st, 'x'), INTENT_NONE);
	assert_true(prompt_is_open(&st->s));
	assert_int_equal(stage_press(st, 'n'), INTENT_NONE);
	assert_false(prompt_is_open(&st->s));
	stage_press(st, CT_LEFT);
	assert_int_equal(stage_press(st, 'y'), INTENT_STEP);
	assert_true(st->out.arg == -1);
	stage_press(st, 'e');
	stage_press(st, CTRL_KEY('u'));
	type(st, "-1");
	assert_int_equal(stage_press(st, CT_ENTER), INTENT_NONE);
	assert_true(stage_shows(st, "950000 us -> -1? It is risky: [y]es [n]o"));
	assert_int_equal(stage_press(st, 'Y'), INTENT_SET);
	assert_string_equal(st->out.text, "kernel.sched_rt_runtime_us=-1");
	stage_press(st, CT_ENTER);
	assert_int_equal(stage_press(st, CT_ESC), INTENT_NONE);
	stage_press(st, CT_ENTER);
	assert_int_equal(stage_press(st, CTRL_KEY('c')), INTENT_QUIT);
	assert_true(st->out.arg == QUIT_RESTORE);
	assert_false(prompt_is_open(&st->s));
	/* the setting goes while one thinks */
	stage_press(st, CT_ENTER);
	st->f->nsettings = 3;
	assert_int_equal(stage_press(st, 'y'), INTENT_NONE);
	assert_true(stage_shows(st, "not watched any more"));
}

static void test_cannot_change(void **state)
{
	static const int changes[] = { CT_ENTER, CT_LEFT, CT_RIGHT, 'e' };
	struct stage *st = *state;

	for (size_t i = 0; i < ARRAY_SIZE(changes); i++) {
		st->s.read_only = false;
		select_setting(st, "cpufreq.boost");
		assert_int_equal(stage_press(st, changes[i]), INTENT_NONE);
		assert_false(prompt_is_open(&st->s));
		assert_true(stage_shows(st, "cpufreq.boost: no frequency scaling here"));
		st->s.read_only = true;
		select_setting(st, "kernel.timer_migration");
		assert_int_equal(stage_press(st, changes[i]), INTENT_NONE);
		assert_false(prompt_is_open(&st->s));
		assert_true(stage_shows(st, "--read-only: settings can be seen, not changed"));
	}
	st->s.view = VIEW_overview;
	for (const char *k = "bopvwz"; *k; k++) {
		stage_press(st, STRIP_LEADER);
		assert_int_equal(stage_press(st, *k), INTENT_NONE);
		assert_false(prompt_is_open(&st->s));
	}
	assert_true(stage_shows(st, " RO"));
	st->s.view = VIEW_settings;
	text_copy(st->s.settings_note, sizeof(st->s.settings_note), "no root: only to be seen");
	assert_true(stage_shows(st, "no root: only to be seen"));
}

static void test_filter_and_search(void **state)
{
	struct stage *st = *state;

	stage_press(st, '\\');
	assert_int_equal(st->s.view, VIEW_settings);
	type(st, "watchdog");
	stage_press(st, CT_ENTER);
	assert_string_equal(own(st)->filter, "watchdog");
	assert_true(stage_shows(st, "with \"watchdog\": 2 of 12"));
	assert_false(stage_shows(st, "cpuidle.governor"));
	stage_press(st, CT_ESC);
	assert_int_equal(st->s.view, VIEW_settings);
	assert_true(stage_shows(st, "cpuidle.governor"));
	stage_press(st, '/');
	type(st, "rmem");
	assert_int_equal(own(st)->sel, 11);
	stage_press(st, CT_ENTER);
	stage_press(st, '/');
	type(st, "boost");
	assert_int_equal(own(st)->sel, 4);
	stage_press(st, CT_ESC);
	assert_int_equal(own(st)->sel, 11);
	stage_press(st, '/');
	type(st, "kernel.");
	stage_press(st, CT_ENTER);
	for (int i = 0; i < 5; i++)
		stage_press(st, 'n');
	assert_non_null(strstr(st->f->setting[own(st)->sel - 1].info->name, "kernel."));
	stage_press(st, '/');
	type(st, "no such thing");
	stage_press(st, CT_ENTER);
	assert_true(stage_shows(st, "no setting with \"no such thing\""));
}

/* Every setting is reached, in sight, with the arrow keys and on a small screen. */
static void test_cursor(void **state)
{
	struct stage *st = *state;
	size_t n = 1;

	assert_int_equal(canvas_resize(&st->c, 80, 24), 0);
	stage_press(st, CT_HOME);
	for (int last = own(st)->sel; n < 100; n++) {
		stage_press(st, CT_DOWN);
		assert_true(line_with(st, "\xe2\x96\xb8")[0]);
		if (own(st)->sel == last)
			break;
		last = own(st)->sel;
	}
	assert_int_equal(n, st->f->nsettings);
	for (size_t i = 0; i < n; i++)
		stage_press(st, CT_UP);
	assert_int_equal(own(st)->sel, 1);
	assert_int_equal(own(st)->top, 0);
	stage_press(st, CT_END);
	assert_int_equal(own(st)->sel, 12);
	stage_press(st, 't');
	assert_int_equal(st->s.view, VIEW_overview);
}

/* Keys that came before the list was painted, or for a line that is not on the screen, change nothing. */
static void test_only_what_is_in_sight(void **state)
{
	struct stage *st = *state;
	char letter;

	stage_press(st, CT_ESC);
	screen_key(&st->s, st->f, 't', &st->out);
	assert_int_equal(st->s.view, VIEW_settings);
	screen_key(&st->s, st->f, CT_ENTER, &st->out);
	assert_int_equal(st->out.kind, INTENT_NONE);
	screen_draw(&st->c, st->f, &st->s);
	letter = (char)strip_key(&st->f->setting[0]);
	assert_int_equal(letter, 'b');
	screen_key(&st->s, st->f, STRIP_LEADER, &st->out);
	screen_key(&st->s, st->f, letter, &st->out);
	assert_true(st->out.kind == INTENT_STEP || prompt_is_open(&st->s));
	stage_press(st, CT_ESC);
	if (st->s.view != VIEW_settings)
		stage_press(st, 't');
	/* scrolled, and not painted yet */
	assert_int_equal(canvas_resize(&st->c, 80, 16), 0);
	stage_press(st, CT_HOME);
	for (int i = 0; i < 9; i++)
		screen_key(&st->s, st->f, CT_DOWN, &st->out);
	screen_key(&st->s, st->f, CT_ENTER, &st->out);
	assert_int_equal(st->out.kind, INTENT_NONE);
	assert_true(stage_shows(st, "out of sight: nothing done"));
	/* its letter is on the overview's strip, its line is filtered out here */
	stage_press(st, '\\');
	type(st, "rt_runtime");
	stage_press(st, CT_ENTER);
	stage_press(st, STRIP_LEADER);
	assert_int_equal(stage_press(st, letter), INTENT_NONE);
	assert_true(stage_shows(st, "out of sight"));
	/* a value is not entered before what it is for was seen */
	screen_key(&st->s, st->f, 'e', &st->out);
	screen_key(&st->s, st->f, '5', &st->out);
	screen_key(&st->s, st->f, CT_ENTER, &st->out);
	assert_int_equal(st->out.kind, INTENT_NONE);
	assert_true(prompt_is_open(&st->s));
}

static void test_click(void **state)
{
	struct stage *st = *state;

	screen_draw(&st->c, st->f, &st->s);
	/* header, frame, headings, "idle", then the settings of that group */
	screen_click(&st->s, st->f, 120, 40, 10, 5, false, &st->out);
	assert_int_equal(own(st)->sel, 2);
	assert_int_equal(st->out.kind, INTENT_NONE);
	screen_click(&st->s, st->f, 120, 40, 10, 5, true, &st->out);
	assert_int_equal(st->out.kind, INTENT_STEP);
	assert_string_equal(st->out.text, "cpuidle.governor");
	screen_click(&st->s, st->f, 120, 40, 10, 3, true, &st->out);
	assert_int_equal(st->out.kind, INTENT_NONE);
	/* scrolled, and not drawn yet: what is meant is what stands there */
	assert_int_equal(canvas_resize(&st->c, 80, 16), 0);
	stage_press(st, CT_HOME);
	screen_key(&st->s, st->f, CT_END, &st->out);
	screen_click(&st->s, st->f, 80, 16, 10, 5, true, &st->out);
	assert_string_equal(st->out.text, "cpuidle.governor");
	/* another view, not drawn yet: nothing is meant */
	screen_key(&st->s, st->f, 't', &st->out);
	screen_key(&st->s, st->f, 't', &st->out);
	screen_click(&st->s, st->f, 80, 16, 10, 5, true, &st->out);
	assert_int_equal(st->out.kind, INTENT_NONE);
}

static void test_strip_on_and_off(void **state)
{
	struct stage *st = *state;
	struct setting_info *all = calloc(st->f->nsettings, sizeof(*all));

	assert_non_null(all);
	select_setting(st, "fs.mqueue.msg_max");
	assert_int_equal(stage_press(st, '*'), INTENT_STRIP);
	assert_string_equal(st->out.text, "fs.mqueue.msg_max");
	for (size_t i = 0; i < st->f->nsettings; i++) {
		all[i] = *st->f->setting[i].info;
		all[i].flags &= (uint16_t)~SETTING_STRIP;
		all[i].flags |= i < STRIP_MAX ? SETTING_STRIP : 0;
		st->f->setting[i].info = &all[i];
	}
	assert_int_equal(stage_press(st, '*'), INTENT_NONE);
	assert_true(stage_shows(st, "the strip holds 10 settings at most"));
	select_setting(st, "cpu_dma_latency");
	assert_int_equal(stage_press(st, '*'), INTENT_STRIP);
	sample_free(st->f);
	free(all);
	st->f = sample_frame(&(struct sample_spec){ .rounds = 2 });
}

/* Where no setting is known, nothing speaks of settings but the keys. */
static void test_without_settings(void **state)
{
	struct stage *st = *state;

	sample_free(st->f);
	st->f = sample_frame(&(struct sample_spec){ .rounds = 50 });
	assert_true(stage_shows(st, "no setting is watched; a adds one"));
	assert_int_equal(stage_press(st, CT_ENTER), INTENT_NONE);
	assert_int_equal(stage_press(st, 'e'), INTENT_NONE);
	assert_int_equal(stage_press(st, 'n'), INTENT_NONE);
	st->s.view = VIEW_overview;
	assert_true(stage_shows(st, "5 events"));
	assert_false(stage_shows(st, "5 settings"));
	assert_false(stage_shows(st, " RW") || stage_shows(st, " RO"));
	assert_false(stage_shows(st, "\xce\x94"));
}

/* Any keys in any order: every intent is whole, and a risky setting never changes without a yes. */
static void test_any_keys(void **state)
{
	static const int special[] = { CT_UP,	CT_DOWN, CT_LEFT, CT_RIGHT,	CT_ENTER, CT_ESC,
				       CT_PGDN, CT_HOME, CT_END,  CT_BACKSPACE, CT_RESIZE };
	struct stage *st = *state;
	uint32_t r = 4711;
	unsigned changes = 0;

	for (int i = 0; i < 6000; i++) {
		const struct frame_setting *fs;
		char name[120];
		int key;

		r = r * 1664525u + 1013904223u;
		key = (r >> 16) % 2 ? (int)(' ' + (r >> 20) % 95)
				    : special[(r >> 20) % ARRAY_SIZE(special)];
		st->s.own_changes = (r >> 9) % 3;
		if (i % 50 == 0)
			assert_int_equal(canvas_resize(&st->c, 20 + (int)((r >> 8) % 160),
						       3 + (int)((r >> 24) % 50)),
					 0);
		if (st->s.view != VIEW_settings && i % 7 == 0)
			st->s.view = VIEW_settings;
		stage_press(st, key);
		if (st->out.kind != INTENT_STEP && st->out.kind != INTENT_SET)
			continue;
		changes++;
		text_copy(name, sizeof(name), st->out.text);
		if (st->out.kind == INTENT_SET) {
			assert_non_null(strchr(name, '='));
			*strchr(name, '=') = '\0';
		}
		fs = frame_setting_by_name(st->f, name);
		assert_non_null(fs);
		assert_true(fs->info->flags & SETTING_CAN_CHANGE);
		if (fs->info->flags & SETTING_ASKS)
			assert_true(key == 'y' || key == 'Y');
	}
	assert_true(changes > 20);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, stage_setup, stage_teardown)
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_size),
		TEST(test_nothing_outside),
		TEST(test_tells_everything),
		TEST(test_shell_line),
		TEST(test_list),
		TEST(test_absent_last),
		TEST(test_change),
		TEST(test_risky_asks),
		TEST(test_cannot_change),
		TEST(test_filter_and_search),
		TEST(test_cursor),
		TEST(test_only_what_is_in_sight),
		TEST(test_click),
		TEST(test_strip_on_and_off),
		TEST(test_any_keys),
		TEST(test_without_settings),
	};

	setenv("TZ", "UTC", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
