// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_ini: INI files: what stands in them, with its lines; what is refused, and how quickly.
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
#include <sys/stat.h>
#include <unistd.h>

#include "base/ini.h"
#include "../lib/tempdir.h"

static int load(struct ini *ini, const char *text, struct err *e)
{
	return ini_load_text(ini, text, strlen(text), "F", e);
}

static void entries_have_their_lines(void **state)
{
	static const char text[] = "\xef\xbb\xbf; a note\nfirst = 1\n[one]\n\n  [two] # a note\n"
				   "  key : some value ; a note\r\nempty =\n[two]\nlast=x";
	static const struct ini_entry want[] = {
		{ "", "first", "1", 2 },   { "one", NULL, NULL, 3 },
		{ "two", NULL, NULL, 5 },  { "two", "key", "some value", 6 },
		{ "two", "empty", "", 7 }, { "two", NULL, NULL, 8 },
		{ "two", "last", "x", 9 },
	};
	struct ini ini;
	struct err e = { 0 };

	(void)state;
	if (load(&ini, text, &e))
		fail_msg("%s", e.text);
	assert_int_equal(ini.n, ARRAY_SIZE(want));
	for (size_t i = 0; i < ini.n; i++) {
		const struct ini_entry *got = &ini.entry[i];

		assert_string_equal(got->section, want[i].section);
		assert_int_equal(got->line, want[i].line);
		assert_int_equal(!got->key, !want[i].key);
		if (!got->key)
			continue;
		assert_string_equal(got->key, want[i].key);
		assert_string_equal(got->value, want[i].value);
	}
	ini_free(&ini);
	assert_int_equal(load(&ini, "", &e), 0);
	assert_int_equal(ini.n, 0);
	ini_free(&ini);
}

/* Each line as short as can be: the memory for their texts is counted, not guessed. */
static void short_lines_fit(void **state)
{
	struct ini ini;
	struct err e = { 0 };
	char text[400] = "";

	(void)state;
	for (int i = 0; i < 100; i++)
		strcat(text, i % 2 ? "=\n" : "[]\n");
	strcat(text, "=");
	assert_int_equal(load(&ini, text, &e), 0);
	assert_int_equal(ini.n, 101);
	ini_free(&ini);
}

/* inih takes a line that begins with a blank for more of the value above; here it stands for itself. */
static void no_line_goes_on(void **state)
{
	static const char *const blanks[] = { " ", "\t", "\r", "\v", "\f", " \r \f" };
	struct ini ini;
	struct err e = { 0 };
	char text[64];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(blanks); i++) {
		sprintf(text, "a_long_name = 1\n%sb = 2\n", blanks[i]);
		assert_int_equal(load(&ini, text, &e), 0);
		assert_int_equal(ini.n, 2);
		assert_string_equal(ini.entry[1].key, "b");
		assert_string_equal(ini.entry[1].value, "2");
		ini_free(&ini);
	}
}

static void bad_lines_are_named(void **state)
{
	static const struct {
		const char *text, *words;
	} rows[] = {
		{ "[a]\nb\n", "F:2: neither \"key = value\" nor \"[section]\"" },
		{ "[a\nb = 1\n", "F:1: neither" },
		{ "a\nb\n", "F:1: neither" },
	};
	char text[600] = "[a]\n# ";
	struct ini ini;
	struct err e = { 0 };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		assert_int_equal(load(&ini, rows[i].text, &e), -EINVAL);
		assert_int_equal(strncmp(e.text, rows[i].words, strlen(rows[i].words)), 0);
		assert_null(ini.entry);
	}
	/* a comment may be long, a line not; the first fault counts */
	memset(text + strlen(text), 'y', 400);
	assert_int_equal(load(&ini, text, &e), 0);
	ini_free(&ini);
	text[4] = 'y';
	assert_int_equal(load(&ini, text, &e), -EINVAL);
	assert_string_equal(e.text, "F:2: the line is too long: 198 bytes are possible");
	text[1] = 'y';
	text[2] = 'y';
	assert_int_equal(load(&ini, text, &e), -EINVAL);
	assert_int_equal(strncmp(e.text, "F:1: neither", 12), 0);
	assert_int_equal(ini_load_text(&ini, "[a]\n\0\n", 6, "F", &e), -EINVAL);
	assert_string_equal(e.text, "F:2: a NUL byte: this is not a text file");
}

static void words_are_one_line(void **state)
{
	struct ini ini;
	struct err e = { 0 };

	(void)state;
	assert_int_equal(load(&ini, "[a]\n", &e), 0);
	assert_int_equal(ini_wrong(&ini, 7, &e, "no \"%s\" here", "\x1b[2J\n\x7f"), -EINVAL);
	assert_string_equal(e.text, "F:7: no \"?[2J??\" here");
	ini_free(&ini);
}

/* A file of so many bytes, all of them comments; its path into @path. */
static void write_size(char *path, size_t size, const char *dir, size_t bytes)
{
	char *text = malloc(bytes);

	assert_non_null(text);
	memset(text, '#', bytes);
	for (size_t i = 63; i < bytes; i += 64)
		text[i] = '\n';
	tempdir_write_bytes(dir, text, bytes, "large");
	text_format(path, size, "%s/large", dir);
	free(text);
}

/* Nothing is waited for, and nothing endless is read. */
static void only_plain_files_are_read(void **state)
{
	const char *dir = *state;
	char path[4096];
	struct ini ini;
	struct err e = { 0 };

	assert_int_equal(ini_load(&ini, "/nonexistent/file", &e), -ENOENT);
	assert_non_null(strstr(e.text, "/nonexistent/file"));
	assert_int_equal(ini_load(&ini, dir, &e), -EINVAL);
	assert_non_null(strstr(e.text, "is not a plain file"));
	assert_int_equal(ini_load(&ini, "/dev/zero", &e), -EINVAL);
	assert_non_null(strstr(e.text, "/dev/zero is not a plain file"));
	assert_int_equal(ini_load(&ini, "/dev/null", &e), 0);
	assert_int_equal(ini.n, 0);
	ini_free(&ini);
	text_format(path, sizeof(path), "%s/fifo", dir);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(ini_load(&ini, path, &e), -EINVAL);
	assert_non_null(strstr(e.text, "is not a plain file"));
	write_size(path, sizeof(path), dir, INI_FILE_MAX);
	assert_int_equal(ini_load(&ini, path, &e), 0);
	ini_free(&ini);
	write_size(path, sizeof(path), dir, INI_FILE_MAX + 1);
	assert_int_equal(ini_load(&ini, path, &e), -EINVAL);
	assert_non_null(strstr(e.text, "is larger than 1 MiB"));
}

static int make_dir(void **state)
{
	static char dir[256];

	tempdir_make(dir, sizeof(dir));
	*state = dir;
	return 0;
}

static int remove_dir(void **state)
{
	tempdir_remove(*state);
	return 0;
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(entries_have_their_lines),
		cmocka_unit_test(short_lines_fit),
		cmocka_unit_test(no_line_goes_on),
		cmocka_unit_test(bad_lines_are_named),
		cmocka_unit_test(words_are_one_line),
		cmocka_unit_test_setup_teardown(only_plain_files_are_read, make_dir, remove_dir),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
