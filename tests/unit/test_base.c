// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_base: times in words, text that is cut, errors with words, writing all of it.
 *
 * Invariant: expected values are written by hand.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/skip.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "../lib/comma.h"
#include "base/base.h"

static void test_times(void **state)
{
	static const struct {
		const char *text;
		int64_t ns;
	} good[] = {
		{ "0", 0 },
		{ "1", NSEC_PER_SEC },
		{ "0.5", NSEC_PER_SEC / 2 },
		{ ".5", NSEC_PER_SEC / 2 },
		{ "5.", 5 * NSEC_PER_SEC },
		{ "1.5s", 3 * NSEC_PER_SEC / 2 },
		{ "500ms", NSEC_PER_SEC / 2 },
		{ "20us", 20000 },
		{ "2m", 120 * NSEC_PER_SEC },
		{ "2min", 120 * NSEC_PER_SEC },
		{ "1h", 3600 * NSEC_PER_SEC },
		{ "1d", 86400 * NSEC_PER_SEC },
		{ "0.0000000015s", 2 },
	};
	static const char *const bad[] = {
		"",    "s",    "-1",	"+1",  "1 s", " 1", "1e3",	     "0x10", "inf",  "nan",
		"1,5", "1..5", "1.5.5", "1ns", "1S",  ".",  "1000000000000", "1ms2", "1mss", "1 ms",
	};
	int64_t ns;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		ns = -7;
		assert_int_equal(parse_time(good[i].text, &ns), 0);
		assert_int_equal(ns, good[i].ns);
	}
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		ns = -7;
		assert_int_equal(parse_time(bad[i], &ns), -EINVAL);
		assert_int_equal(ns, -7);
	}
}

static void test_times_in_any_locale(void **state)
{
	int64_t ns;

	(void)state;
	if (!comma_begin())
		skip_for("no locale with a decimal comma, and localedef makes none");
	assert_int_equal(parse_time("0.25", &ns), 0);
	assert_int_equal(ns, NSEC_PER_SEC / 4);
	assert_int_equal(parse_time("0,25", &ns), -EINVAL);
	comma_end();
}

static void test_cut_at_a_character(void **state)
{
	/* a: 1 byte, e acute: 2, euro: 3, a face: 4 */
	static const char text[] = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z";
	static const size_t kept[] = { 0, 0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11 };
	char buf[16];

	(void)state;
	for (size_t size = 1; size < ARRAY_SIZE(kept); size++) {
		memset(buf, '#', sizeof(buf));
		text_copy(buf, size, text);
		assert_int_equal(strlen(buf), kept[size]);
		assert_memory_equal(buf, text, kept[size]);
		assert_int_equal(buf[size], '#'); /* nothing behind it was touched */
	}
	memset(buf, '#', sizeof(buf));
	text_copy(buf, 0, text);
	assert_int_equal(buf[0], '#');
	text_copy(buf, 4, "\x80\x80\x80\x80\x80\x80");
	assert_string_equal(buf, "");
}

static void test_format(void **state)
{
	char buf[8];

	(void)state;
	assert_int_equal(text_format(buf, sizeof(buf), "%d", 12345), 5);
	assert_string_equal(buf, "12345");
	assert_int_equal(text_format(buf, sizeof(buf), "%d", 123456789), 7);
	assert_string_equal(buf, "1234567");
	assert_int_equal(text_format(buf, 0, "%d", 1), 0);
	assert_string_equal(buf, "1234567");
}

static void test_errors(void **state)
{
	struct err e = { 0 };
	char longest[400];

	(void)state;
	assert_int_equal(err_set(&e, EINVAL, "%s of %d", "one", 2), -EINVAL);
	assert_int_equal(e.code, EINVAL);
	assert_string_equal(e.text, "one of 2");
	assert_int_equal(err_sys(&e, ENOENT, "/no/%s", "file"), -ENOENT);
	assert_string_equal(e.text, "/no/file: No such file or directory");
	assert_int_equal(err_set(NULL, EPERM, "nobody reads this"), -EPERM);
	assert_int_equal(err_sys(NULL, EPERM, "nobody reads this"), -EPERM);
	memset(longest, 'x', sizeof(longest));
	longest[sizeof(longest) - 1] = '\0';
	err_sys(&e, ENOENT, "%s", longest);
	assert_int_equal(strlen(e.text), sizeof(e.text) - 1);
}

static void test_clocks(void **state)
{
	int64_t a = now_ns(), boot = boot_ns(), b = now_ns();

	(void)state;
	assert_true(a > 0 && b >= a);
	assert_true(boot >= a); /* it counts suspended time as well */
	assert_true(wall_ns() > INT64_C(1500000000) * NSEC_PER_SEC);
}

static void test_write_all(void **state)
{
	char back[4096], text[4096];
	int fd[2];

	(void)state;
	assert_int_equal(pipe2(fd, O_CLOEXEC), 0);
	memset(text, 'q', sizeof(text));
	assert_int_equal(write_all(fd[1], text, sizeof(text)), 0);
	assert_int_equal(read(fd[0], back, sizeof(back)), sizeof(back));
	assert_memory_equal(back, text, sizeof(text));
	assert_int_equal(write_all(fd[1], text, 0), 0);
	assert_int_equal(write_all(fd[0], text, 1), -EBADF); /* the reading end */
	close(fd[0]);
	close(fd[1]);
	fd[0] = open("/dev/full", O_WRONLY | O_CLOEXEC);
	if (fd[0] < 0)
		skip_for("no /dev/full");
	assert_int_equal(write_all(fd[0], text, 1), -ENOSPC);
	close(fd[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_times),
		cmocka_unit_test(test_times_in_any_locale),
		cmocka_unit_test(test_cut_at_a_character),
		cmocka_unit_test(test_format),
		cmocka_unit_test(test_errors),
		cmocka_unit_test(test_clocks),
		cmocka_unit_test(test_write_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
