// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_config: options from text and from files, and back.
 *
 * Invariant: after every refusal the config is what it was.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/skip.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/options.h"

static void check_row(const struct option_row *o)
{
	const char *value = NULL;

	assert_true(o->help && *o->help && o->help[strlen(o->help) - 1] != '.');
	assert_true(!o->more || o->more[strlen(o->more) - 1] == '.');
	assert_true(o->offset + o->size <= sizeof(struct config));
	assert_true(o->kind != OPTION_CHOICE || o->word);
	assert_true((o->kind == OPTION_SWITCH || o->kind == OPTION_TWIN) == !o->arg);
	/* without an effect anywhere nobody needs to see it */
	assert_true(o->verbs || (o->flags & OPTION_HIDDEN));
	if (o->kind == OPTION_TWIN) {
		assert_ptr_equal(config_find(o->name, &value), option_find(o->twin_of));
		assert_string_equal(value, o->twin_value);
		return;
	}
	assert_ptr_equal(config_find(o->name, &value), o);
	assert_null(value);
}

static void check_pair(const struct option_row *o, const struct option_row *p)
{
	const char letters[] = { p->letter, p->second_letter };

	assert_string_not_equal(p->name, o->name);
	for (size_t i = 0; i < sizeof(letters); i++)
		assert_true(!letters[i] ||
			    (letters[i] != o->letter && letters[i] != o->second_letter));
	/* no two options share memory */
	assert_true(p->offset + p->size <= o->offset || o->offset + o->size <= p->offset);
}

static void test_table(void **state)
{
	(void)state;
	for (const struct option_row *o = option_table; o->name; o++) {
		check_row(o);
		for (const struct option_row *p = option_table; p != o; p++)
			check_pair(o, p);
	}
}

/* Each default is a value that the option itself takes. */
static void test_initial(void **state)
{
	struct config defaults, c;
	struct err e = { 0 };

	(void)state;
	config_defaults(&defaults);
	c = defaults;
	for (const struct option_row *o = option_table; o->name; o++)
		if (o->initial && config_set_row(&c, o, o->initial, &e))
			fail_msg("%s", e.text);
	assert_memory_equal(&c, &defaults, sizeof(c));
}

static void test_defaults(void **state)
{
	struct config c;

	(void)state;
	config_defaults(&c);
	assert_string_equal(c.methods, "classic");
	assert_string_equal(c.placement, "same,cross");
	assert_true(c.slice_ns == 100 * NSEC_PER_MSEC && c.duration_ns == 0 && c.rounds == 0);
	assert_string_equal(c.format, "table");
	assert_string_equal(c.output, "");
	assert_string_equal(c.sysroot, "/");
	assert_true(c.color && c.mouse && !c.read_only && c.glyphs == GLYPHS_AUTO);
}

static void test_set(void **state)
{
	struct config c;

	(void)state;
	config_defaults(&c);
	assert_int_equal(config_set(&c, "methods", "pipe,sem", NULL), 0);
	assert_string_equal(c.methods, "pipe,sem");
	assert_int_equal(config_set(&c, "slice", "0.25s", NULL), 0);
	assert_true(c.slice_ns == 250 * NSEC_PER_MSEC);
	assert_int_equal(config_set(&c, "slice", "20", NULL), 0);
	assert_true(c.slice_ns == 20 * NSEC_PER_MSEC);
	assert_int_equal(config_set(&c, "duration", "1.5", NULL), 0);
	assert_true(c.duration_ns == 1500 * NSEC_PER_MSEC);
	assert_int_equal(config_set(&c, "duration", "2m", NULL), 0);
	assert_true(c.duration_ns == 120 * NSEC_PER_SEC);
	assert_int_equal(config_set(&c, "rounds", "4294967295", NULL), 0);
	assert_true(c.rounds == UINT32_MAX);
	assert_int_equal(config_set(&c, "glyphs", "block", NULL), 0);
	assert_int_equal(c.glyphs, GLYPHS_BLOCK);
	assert_int_equal(config_set(&c, "ascii", NULL, NULL), 0);
	assert_int_equal(c.glyphs, GLYPHS_ASCII);
	assert_int_equal(config_set(&c, "no-color", NULL, NULL), 0);
	assert_false(c.color);
	assert_int_equal(config_set(&c, "color", NULL, NULL), 0);
	assert_true(c.color);
	assert_int_equal(config_set(&c, "mouse", "off", NULL), 0);
	assert_false(c.mouse);
	assert_int_equal(config_set(&c, "readonly", NULL, NULL), 0);
	assert_true(c.read_only);
	assert_int_equal(config_set(&c, "panels", "31", NULL), 0);
	assert_string_equal(c.panels, "31");
	assert_int_equal(config_set(&c, "panels", "", NULL), 0);
}

static void test_refused(void **state)
{
	static const struct {
		const char *name, *value;
		int rc;
		const char *words; /* that must stand in the message */
	} bad[] = {
		{ "slice", "4ms", -EINVAL, "5ms to 10s" },
		{ "slice", "4", -EINVAL, "5ms to 10s" },
		{ "slice", "11s", -EINVAL, "slice" },
		{ "slice", "", -EINVAL, "slice" },
		{ "slice", "-1", -EINVAL, "\"-1\"" },
		{ "slice", "100 ms", -EINVAL, "slice" },
		{ "slice", "1e2", -EINVAL, "slice" },
		{ "slice", "0x20", -EINVAL, "slice" },
		{ "slice", NULL, -EINVAL, "needs a value" },
		{ "duration", "inf", -EINVAL, "duration" },
		{ "duration", "1y", -EINVAL, "duration" },
		{ "rounds", "4294967296", -EINVAL, "0 to 4294967295" },
		{ "rounds", "99999999999999999999999", -EINVAL, "rounds" },
		{ "rounds", "-1", -EINVAL, "rounds" },
		{ "rounds", "1.5", -EINVAL, "rounds" },
		{ "rounds", " 1", -EINVAL, "rounds" },
		{ "format", "xml", -EINVAL, "table, ctxbench, json, csv" },
		{ "glyphs", "round", -EINVAL, "auto, braille, block, tty, ascii" },
		{ "color", "maybe", -EINVAL, "on, off" },
		{ "no-color", "yes", -EINVAL, "takes no value" },
		{ "ascii", "on", -EINVAL, "takes no value" },
		{ "panels", "6", -EINVAL, "1 to 5" },
		{ "panels", "11", -EINVAL, "each once" },
		{ "methods", "", -EINVAL, "methods" },
		{ "label", "a\nb", -EINVAL, "control" },
		{ "label", "\x1b[2J", -EINVAL, "\"?[2J\"" },
		{ "label", "0123456789012345678901234567890123456789012345678901234567890123",
		  -EINVAL, "63" },
		{ "speed", "9", -ENOENT, "speed" },
		{ "no-slice", NULL, -ENOENT, "no-slice" },
		{ "", "", -ENOENT, "unknown" },
	};
	struct config c, before;

	(void)state;
	config_defaults(&c);
	before = c;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct err e = { 0 };

		assert_int_equal(config_set(&c, bad[i].name, bad[i].value, &e), bad[i].rc);
		if (!strstr(e.text, bad[i].words))
			fail_msg("%s=%s: %s", bad[i].name, bad[i].value, e.text);
		assert_null(strpbrk(e.text, "\n\x1b"));
		assert_memory_equal(&c, &before, sizeof(c));
	}
}

static char *as_text(const struct config *c)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	assert_int_equal(config_write(c, out), 0);
	fclose(out);
	return text;
}

static int from_bytes(struct config *c, const char *text, size_t len, struct err *e)
{
	struct ini file;
	int rc = ini_load_text(&file, text, len, "F", e);

	if (rc)
		return rc;
	rc = config_take(c, &file, e);
	ini_free(&file);
	return rc;
}

static int from_text(struct config *c, const char *text, struct err *e)
{
	return from_bytes(c, text, strlen(text), e);
}

/* Every option away from its default, through the text and back. */
static void test_round_trip(void **state)
{
	static const char *const value[][2] = {
		{ "methods", "all,-pipe" },
		{ "placement", "free" },
		{ "slice", "5.25ms" },
		{ "duration", "366d" },
		{ "rounds", "7" },
		{ "label", "a = [b] # c;d: e" },
		{ "record", "/tmp/x y" },
		{ "format", "csv" },
		{ "output", "=" },
		{ "theme", "mono" },
		{ "themes-dir", "." },
		{ "glyphs", "tty" },
		{ "color", "off" },
		{ "mouse", "off" },
		{ "vim-keys", "on" },
		{ "read-only", "on" },
		{ "running-mhz", "on" },
		{ "window", "90.000001s" },
		{ "panels", "" },
		{ "sysroot", "/srv/m" },
		{ "keep", "on" },
		{ "watch", "kernel.a,/sys/b" },
		{ "fps", "2" },
	};
	struct config c, back, defaults;
	struct err e = { 0 };
	char *text;
	size_t n = 0;

	(void)state;
	config_defaults(&c);
	config_defaults(&defaults);
	for (const struct option_row *o = option_table; o->name; o++)
		n += o->kind != OPTION_TWIN && !(o->flags & OPTION_CALL);
	assert_int_equal(n, ARRAY_SIZE(value));
	for (size_t i = 0; i < ARRAY_SIZE(value); i++) {
		if (config_set(&c, value[i][0], value[i][1], &e))
			fail_msg("%s", e.text);
		assert_memory_not_equal(&c, &defaults, sizeof(c));
	}
	text = as_text(&c);
	config_defaults(&back);
	if (from_text(&back, text, &e))
		fail_msg("%s", e.text);
	assert_memory_equal(&c, &back, sizeof(c));
	free(text);
}

/* What an INI line cannot carry must neither break the file nor come back as something else. */
static void test_unwritable_values(void **state)
{
	char lengthy[1000];
	const char *value[] = { " blank", "blank ", "a ;b", ";", lengthy };

	(void)state;
	memset(lengthy, 'x', sizeof(lengthy) - 1);
	lengthy[sizeof(lengthy) - 1] = '\0';
	for (size_t i = 0; i < ARRAY_SIZE(value); i++) {
		struct config c, back;
		struct err e = { 0 };
		char *text;

		config_defaults(&c);
		config_defaults(&back);
		assert_int_equal(config_set(&c, "record", value[i], &e), 0);
		text = as_text(&c);
		assert_non_null(strstr(text, "cannot stand in a file"));
		if (from_text(&back, text, &e))
			fail_msg("%s", e.text);
		assert_string_equal(back.record, "");
		free(text);
	}
}

static void test_files(void **state)
{
	static const struct {
		const char *text;
		int rc;
		const char *words;
	} c[] = {
		{ "[ctxtop]\nslice = 7\n", 0, "" },
		{ "# hello\n\n[ctxtop]\n  slice = 7 ; the shortest\n  mouse = off\n", 0, "" },
		{ "[setting \"x\"]\nslice = zzz\n[ctxtop]\nslice: 7\n", 0, "" },
		{ "[ctxtop]\r\nslice = 7\r\n", 0, "" },
		{ "[ctxtop]\nslice = 7", 0, "" },
		{ "slice = 7\n", -EINVAL, "F:1: an option in front of" },
		{ "[ctxtop]\nslice = 7\nslice = 4\n", -EINVAL, "F:3: slice: \"4\"" },
		{ "[ctxtop]\nslice = 7\n\nspeed = 4\nslice = 1\n", -EINVAL, "F:4: unknown" },
		{ "[ctxtop]\nslice\n", -EINVAL, "F:2: " },
		{ "[ctxtop\nslice = 7\n", -EINVAL, "F:1: " },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(c); i++) {
		struct config config, before;
		struct err e = { 0 };

		config_defaults(&config);
		before = config;
		assert_int_equal(from_text(&config, c[i].text, &e), c[i].rc);
		if (!strstr(e.text, c[i].words))
			fail_msg("%zu: %s", i, e.text);
		if (c[i].rc)
			assert_memory_equal(&config, &before, sizeof(config));
		else
			assert_true(config.slice_ns == 7 * NSEC_PER_MSEC);
	}
}

static void test_odd_files(void **state)
{
	static const char nul[] = "[ctxtop]\nslice = 7\0\n";
	char lengthy[600] = "[ctxtop]\nlabel = ";
	struct config c;
	struct err e = { 0 };

	(void)state;
	config_defaults(&c);
	memset(lengthy + strlen(lengthy), 'y', 500);
	assert_int_equal(from_text(&c, lengthy, &e), -EINVAL);
	assert_non_null(strstr(e.text, "F:2: the line is too long"));
	assert_int_equal(from_bytes(&c, nul, sizeof(nul) - 1, &e), -EINVAL);
	assert_non_null(strstr(e.text, "F:2: a NUL"));
	assert_int_equal(config_read(&c, "/nonexistent/x.conf", &e), -ENOENT);
	assert_true(config_read(&c, "/", &e) < 0);
}

static void test_path(void **state)
{
	char path[4096], want[4200], small[10];
	const struct passwd *pw = getpwuid(geteuid());

	(void)state;
	setenv("XDG_CONFIG_HOME", "/x/y", 1);
	setenv("HOME", "/h", 1);
	assert_int_equal(config_path(path, sizeof(path)), 0);
	assert_string_equal(path, "/x/y/ctxtop/ctxtop.conf");
	assert_int_equal(config_path(small, sizeof(small)), -ENOENT);
	setenv("XDG_CONFIG_HOME", "relative", 1);
	assert_int_equal(config_path(path, sizeof(path)), 0);
	assert_string_equal(path, "/h/.config/ctxtop/ctxtop.conf");
	unsetenv("XDG_CONFIG_HOME");
	assert_int_equal(config_path(path, sizeof(path)), 0);
	assert_string_equal(path, "/h/.config/ctxtop/ctxtop.conf");
	unsetenv("HOME");
	if (!pw)
		skip_for("this user has no entry in passwd");
	text_format(want, sizeof(want), "%s/.config/ctxtop/ctxtop.conf", pw->pw_dir);
	assert_int_equal(config_path(path, sizeof(path)), 0);
	assert_string_equal(path, want);
}

static int make_dir(void **state)
{
	char *dir = strdup("/tmp/ctxtop-test-XXXXXX");

	*state = dir;
	return dir && mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
	static const char *const inside[] = { "a/b/c.conf", "a/b", "a", "link", "file", "foreign" };
	char path[4096];

	for (size_t i = 0; i < ARRAY_SIZE(inside); i++) {
		text_format(path, sizeof(path), "%s/%s", (char *)*state, inside[i]);
		if (unlink(path))
			rmdir(path);
	}
	/* a temporary file that was left behind makes this fail */
	if (rmdir(*state))
		return -1;
	free(*state);
	return 0;
}

/* Sections that are not ours are the user's, to the letter, however often one saves. */
static void test_save_keeps_sections(void **state)
{
	static const char own[] = "[setting my.knob]\npath = /sys/kernel/mm/ksm/run\n; a note\n";
	char path[4096], text[8192] = "";
	struct config c;
	struct err e = { 0 };
	FILE *f;

	text_format(path, sizeof(path), "%s/sections.conf", (char *)*state);
	f = fopen(path, "w");
	assert_non_null(f);
	fprintf(f, "[ctxtop]\ntheme = mono\n%s", own);
	fclose(f);
	config_defaults(&c);
	for (int i = 0; i < 3; i++)
		assert_int_equal(config_save(&c, path, &e), 0);
	f = fopen(path, "r");
	assert_non_null(f);
	text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
	fclose(f);
	assert_non_null(strstr(text, own));
	assert_null(strstr(strstr(text, own) + 1, "[setting"));
	assert_non_null(strstr(text, "theme = default"));
	assert_int_equal(unlink(path), 0);
}

static void test_save(void **state)
{
	char path[4096], link[4096];
	struct config c, back;
	struct err e = { 0 };
	struct stat st;

	text_format(path, sizeof(path), "%s/a/b/c.conf", (char *)*state);
	text_format(link, sizeof(link), "%s/link", (char *)*state);
	config_defaults(&c);
	assert_int_equal(config_set(&c, "theme", "mono", &e), 0);
	assert_int_equal(config_set(&c, "label", "this run only", &e), 0);
	if (config_save(&c, path, &e))
		fail_msg("%s", e.text);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0644);
	config_defaults(&back);
	assert_int_equal(config_read(&back, path, &e), 0);
	assert_string_equal(back.theme, "mono");
	assert_string_equal(back.label, "");
	/* again, over the file, whose mode stays */
	assert_int_equal(chmod(path, 0600), 0);
	assert_int_equal(config_set(&c, "theme", "light", &e), 0);
	assert_int_equal(config_save(&c, path, &e), 0);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(config_read(&back, path, &e), 0);
	assert_string_equal(back.theme, "light");
	assert_int_equal(symlink(path, link), 0);
	assert_int_equal(config_save(&c, link, &e), -ELOOP);
	assert_non_null(strstr(e.text, "symbolic link"));
	assert_int_equal(lstat(link, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	/* a folder in the place of the file */
	assert_int_equal(config_save(&c, *state, &e), -EINVAL);
}

/* As under sudo: the file, or the folder, is another user's. Only root can set this up. */
static void test_save_foreign(void **state)
{
	char path[4096];
	struct config c;
	struct err e = { 0 };
	struct stat st;
	FILE *f;

	if (geteuid())
		skip_for("needs root");
	config_defaults(&c);
	text_format(path, sizeof(path), "%s/file", (char *)*state);
	f = fopen(path, "w");
	assert_non_null(f);
	fclose(f);
	assert_int_equal(chown(path, 12345, 12345), 0);
	assert_int_equal(config_save(&c, path, &e), -EPERM);
	assert_non_null(strstr(e.text, "12345"));
	assert_int_equal(stat(path, &st), 0);
	assert_true(st.st_uid == 12345 && st.st_size == 0);
	text_format(path, sizeof(path), "%s/foreign", (char *)*state);
	assert_int_equal(mkdir(path, 0755), 0);
	assert_int_equal(chown(path, 12345, 12345), 0);
	text_format(path, sizeof(path), "%s/foreign/deep/new.conf", (char *)*state);
	assert_int_equal(config_save(&c, path, &e), -EPERM);
	text_format(path, sizeof(path), "%s/foreign/deep", (char *)*state);
	assert_true(stat(path, &st) && errno == ENOENT);
}

static char *help_of(enum verb verb)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	options_help(out, verb);
	fclose(out);
	return text;
}

/* Does it stand there as an option, "  -s, --slice TIME"? */
static bool help_has(const char *text, const struct option_row *o)
{
	char name[48], line[64];

	option_shown_name(o, name, sizeof(name));
	text_format(line, sizeof(line), "\n  %c%c%s--%s%c", o->letter ? '-' : ' ',
		    o->letter ? o->letter : ' ', o->letter ? ", " : "  ", name, ' ');
	return strstr(text, line) != NULL;
}

static void test_help(void **state)
{
	(void)state;
	for (int v = 0; v < VERBS; v++) {
		char *text = help_of(v);
		size_t width = 0;

		for (const struct option_row *o = option_table; o->name; o++) {
			bool belongs = v == VERB_LIVE || (o->verbs & 1u << v);

			assert_int_equal(help_has(text, o), belongs && !(o->flags & OPTION_HIDDEN));
		}
		for (const char *p = text; *p; p++) {
			width = *p == '\n' ? 0 : width + 1;
			assert_true(width <= 80);
		}
		free(text);
	}
}

static int parse(struct options *o, struct err *e, const char *a, const char *b, const char *c)
{
	char *argv[] = { (char *)"ctxtop", (char *)a, (char *)b, (char *)c, NULL };
	int argc = 1;

	while (argv[argc])
		argc++;
	return options_parse(o, argc, argv, e);
}

/* Every switch both ways, every letter, every twin. */
static void test_command_line(void **state)
{
	struct options o;
	struct err e = { 0 };

	(void)state;
	setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
	unsetenv("NO_COLOR");
	for (const struct option_row *row = option_table; row->name; row++) {
		char name[48], letter[3] = { '-', row->letter, '\0' };
		bool on = option_is_on(row);

		if (row->kind != OPTION_SWITCH)
			continue;
		for (int no = 0; no < 1 + option_has_no(row); no++) {
			text_format(name, sizeof(name), "--%s%s", no ? "no-" : "", row->name);
			assert_int_equal(parse(&o, &e, name, NULL, NULL), 0);
			assert_int_equal(*(bool *)((char *)&o.config + row->offset), !no);
		}
		if (!row->letter)
			continue;
		assert_int_equal(parse(&o, &e, letter, NULL, NULL), 0);
		assert_int_equal(*(bool *)((char *)&o.config + row->offset), !on);
	}
	assert_int_equal(parse(&o, &e, "-U", "--readonly", "undo"), 0);
	assert_true(o.config.glyphs == GLYPHS_ASCII && o.config.read_only && o.verb == VERB_UNDO);
	assert_int_equal(parse(&o, &e, "list", "-s7", "themes"), 0);
	assert_true(o.config.slice_ns == 7 * NSEC_PER_MSEC && !strcmp(o.operand, "themes"));
	assert_int_equal(parse(&o, &e, "--slice", NULL, NULL), -EINVAL);
	assert_string_equal(e.text, "option '--slice' needs a value");
	assert_int_equal(parse(&o, &e, "-x", NULL, NULL), -EINVAL);
	assert_string_equal(e.text, "no option '-x'");
	assert_int_equal(parse(&o, &e, "--nothing", NULL, NULL), -EINVAL);
	assert_string_equal(e.text, "no option '--nothing'");
	assert_int_equal(parse(&o, &e, "walk", NULL, NULL), -EINVAL);
	assert_string_equal(e.text, "no command 'walk'; there are: run, report, list, undo");
	assert_int_equal(parse(&o, &e, "report", NULL, NULL), -EINVAL);
	assert_string_equal(e.text, "'ctxtop report' needs FILE");
	assert_int_equal(parse(&o, &e, "run", "too", NULL), -EINVAL);
	assert_string_equal(e.text, "too much: 'too'");
}

static void test_disk_full(void **state)
{
	FILE *out = fopen("/dev/full", "w");
	struct config c;

	(void)state;
	if (!out)
		skip_for("no /dev/full");
	config_defaults(&c);
	assert_int_equal(config_write(&c, out), -ENOSPC);
	fclose(out);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_initial),
		cmocka_unit_test(test_defaults),
		cmocka_unit_test(test_command_line),
		cmocka_unit_test(test_set),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_unwritable_values),
		cmocka_unit_test(test_files),
		cmocka_unit_test(test_odd_files),
		cmocka_unit_test(test_path),
		cmocka_unit_test_setup_teardown(test_save_keeps_sections, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(test_save, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(test_save_foreign, make_dir, remove_dir),
		cmocka_unit_test(test_help),
		cmocka_unit_test(test_disk_full),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
