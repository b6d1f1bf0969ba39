// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_codec: which texts of settings mean the same, and the shell lines.
 *
 * Invariant: every pair is asked both ways round.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "settings/shell.h"

static const struct pair {
	const char *a, *b;
	bool same;
} pairs[] = {
	{ "1", "1\n", true },
	{ "1", "0", false },
	{ "", "\n", true },
	{ "", "0", false },
	{ "madvise", "always [madvise] never\n", true },
	{ "never", "always [madvise] never\n", false },
	{ "full", "none voluntary (full) lazy", true },
	{ "[a] [b]", "a", false },
	{ "[s2idle]", "s2idle", true },
	{ "0", "N\n", true },
	{ "1", "Y\n", true },
	{ "y", "Y", true },
	{ "0", "Y\n", false },
	{ "2", "Y\n", false },
	{ "32000 1024000000 500 32000", "32000\t1024000000\t500\t32000\n", true },
	{ "32000 1024000000 500", "32000\t1024000000\t500\t32000\n", false },
	{ "3", "00000003\n", true },
	{ "3", "00000000,00000003\n", true },
	{ "3", "00000003,00000000\n", false },
	{ "ff", "FF", true },
	{ "f", "ff", false },
	{ "0", "00000000", true },
	{ "0,1", "01", false },
	{ "0,1", "1", false },
	{ "0-3", "0-3\n", true },
	{ "0x10", "16", true },
	{ "-1", "-1\n", true },
	{ "-1", "1", false },
	{ "10", "100", false },
	{ "10", "010", true }, /* as masks; no file of the kernel reads as an octal number */
	{ "9223372036854775807", "9223372036854775806", false },
	{ "18446744073709551615", "18446744073709551614", false },
	{ "reno bbr", "reno bbr cubic", false },
	{ "performance", "powersave", false },
};

static void test_same(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++) {
		const struct pair *p = &pairs[i];

		if (codec_same(p->a, p->b) != p->same || codec_same(p->b, p->a) != p->same)
			fail_msg("\"%s\" and \"%s\"", p->a, p->b);
		assert_true(codec_same(p->a, p->a) && codec_same(p->b, p->b));
	}
}

static void test_same_over(void **state)
{
	(void)state;
	assert_true(codec_same_over("1\t2\t30\n", "1 2", "10\t20\t30\n"));
	assert_true(codec_same_over("1\t2\t3\n", "1 2 3", "10\t20\t30\n"));
	assert_true(codec_same_over("10\t20\t30\n", "", "10\t20\t30\n"));
	assert_false(codec_same_over("1\t2\t31\n", "1 2", "10\t20\t30\n"));
	assert_false(codec_same_over("1\t3\t30\n", "1 2", "10\t20\t30\n"));
	assert_false(codec_same_over("1\t2\n", "1 2", "10\t20\t30\n"));
	assert_false(codec_same_over("1\t2\t30\t40\n", "1 2", "10\t20\t30\n"));
}

static void test_text(void **state)
{
	char buf[SETTING_RAW];

	(void)state;
	codec_text(buf, sizeof(buf), "always [madvise] never\n");
	assert_string_equal(buf, "madvise");
	codec_text(buf, sizeof(buf), " 4096\t131072\t6291456 \n");
	assert_string_equal(buf, "4096\t131072\t6291456");
	codec_text(buf, sizeof(buf), "\n");
	assert_string_equal(buf, "");
	codec_text(buf, 4, "abcdef");
	assert_string_equal(buf, "abc");
}

static void test_words(void **state)
{
	(void)state;
	assert_true(word_in("HRTICK NO_NEXT_BUDDY WA_IDLE\n", "NO_NEXT_BUDDY"));
	assert_true(word_in("HRTICK NO_NEXT_BUDDY WA_IDLE\n", "WA_IDLE"));
	assert_false(word_in("HRTICK NO_NEXT_BUDDY WA_IDLE\n", "NEXT_BUDDY"));
	assert_false(word_in("", "X"));
}

static void test_brief(void **state)
{
	char buf[10];

	(void)state;
	word_brief(buf, sizeof(buf), " a\tb \n");
	assert_string_equal(buf, "a b");
	word_brief(buf, sizeof(buf), "0123456789abcdef");
	assert_string_equal(buf, "012345...");
}

static void test_shell(void **state)
{
	static const struct {
		const char *path, *value, *line;
	} t[] = {
		{ "/proc/sys/kernel/timer_migration", "0\n", "sysctl -w kernel.timer_migration=0" },
		{ "/proc/sys/kernel/sem", "1\t2\t3\t4\n", "sysctl -w 'kernel.sem=1 2 3 4'" },
		{ "/proc/sys/net/ipv4/conf/eth0.5/rp_filter", "1",
		  "sysctl -w net/ipv4/conf/eth0.5/rp_filter=1" },
		{ "/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n",
		  "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled" },
		{ "/sys/x y", "it's", "echo 'it'\\''s' > '/sys/x y'" },
		{ "/sys/x", "-n", "printf '%s\\n' -n > /sys/x" },
		{ "/sys/x", "", "echo '' > /sys/x" },
		{ "/dev/cpu_dma_latency", NULL, "exec 3>&-" },
	};
	char buf[SETTING_RAW];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(t); i++) {
		shell_line(buf, sizeof(buf), t[i].path, t[i].value);
		assert_string_equal(buf, t[i].line);
	}
	shell_line(buf, sizeof(buf), "/dev/cpu_dma_latency", "0");
	assert_string_equal(buf, "exec 3<>/dev/cpu_dma_latency; printf '\\000\\000\\000\\000' >&3");
	shell_line(buf, 20, "/proc/sys/kernel/timer_migration", "0");
	assert_true(strlen(buf) < 20);
}

/* What a shell makes of the line is the value, whatever stands in it. */
static void test_shell_is_quoted(void **state)
{
	static const char nasty[] = "a'b\"c $HOME `id` \\x; #*";
	char file[] = "/tmp/ctxtop-value-XXXXXX", line[SETTING_RAW], path[64], got[128] = "";
	int fd = mkstemp(file);
	FILE *f;

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	text_format(path, sizeof(path), "%s", file);
	shell_line(line, sizeof(line), path, nasty);
	assert_int_equal(system(line), 0);
	f = fopen(file, "re");
	assert_non_null(f);
	assert_non_null(fgets(got, sizeof(got), f));
	fclose(f);
	unlink(file);
	got[strcspn(got, "\n")] = '\0';
	assert_string_equal(got, nasty);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same),
		cmocka_unit_test(test_same_over),
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_brief),
		cmocka_unit_test(test_shell),
		cmocka_unit_test(test_shell_is_quoted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
