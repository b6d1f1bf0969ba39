// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_report_table: the table and the ctxbench layout of a frame: widths, missing figures, texts
 * that must not reach a terminal as they are.
 *
 * Invariant: checked on every kind of machine that the hand-made frame knows.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "../lib/sample.h"

static char *report(const char *format, const struct frame *f)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	assert_int_equal(report_format_find(format)->write(out, f), 0);
	fclose(out);
	assert_int_equal(strlen(text), len);
	return text;
}

static void check_lines(const char *text, size_t max)
{
	size_t width = 0;

	for (const char *p = text; *p; p++) {
		assert_true(*p == '\n' || *p == '\t' || (unsigned char)*p >= 0x20);
		width = *p == '\n' ? 0 : width + (((unsigned char)*p & 0xc0) != 0x80);
		if (width > max)
			fail_msg("wider than %zu: %.120s", max, p - width + 1);
	}
	assert_null(strstr(text, "nan"));
	assert_null(strstr(text, "inf "));
}

static const struct sample_spec specs[] = {
	{ .rounds = 0 },
	{ .rounds = 1 },
	{ .rounds = 20, .free = true },
	{ .rounds = 20, .ncpus = 16, .offline = true, .fault = true },
	{ .rounds = 5, .ncpus = 128, .arm64 = true },
	{ .rounds = 5, .ncpus = 1152, .vanished = true },
	{ .rounds = 5, .unavailable = true, .sparse = true, .idle_cpus = true },
	{ .rounds = 5, .no_host = true, .no_probes = true, .no_log = true },
	{ .rounds = 300, .ended = true },
	{ .rounds = 90, .settings = true },
};

static void test_widths(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(specs); i++) {
		struct frame *f = sample_frame(&specs[i]);
		char *text = report("table", f);

		check_lines(text, 100);
		free(text);
		text = report("ctxbench", f);
		check_lines(text, 400);
		free(text);
		sample_free(f);
	}
}

/* Every series has a line; figures stand below their headings, right-aligned. */
static void test_columns(void **state)
{
	struct frame *f = sample_frame(&(struct sample_spec){ .rounds = 20 });
	char *text = report("table", f);
	const char *head = strstr(text, "\nloops/s ");
	const char *average = head ? strstr(head, "average") : NULL;
	size_t end;

	(void)state;
	assert_non_null(average);
	end = (size_t)(average - head) + strlen("average");
	for (size_t i = 0; i < f->nseries; i++) {
		const struct series_info *info = f->series[i].info;
		const struct figures *fig = &f->series[i].epoch[f->nepochs - 1];
		char name[80], figure[32];
		const char *line;
		size_t n;

		text_format(name, sizeof(name), "\n%s %s ", info->label, info->placement);
		line = strstr(text, name);
		assert_non_null(line);
		if (fig->average < 1000)
			continue; /* has decimals */
		n = text_format(figure, sizeof(figure), " %.0f", fig->average);
		assert_true(!strncmp(line + end - n, figure, n));
	}
	free(text);
	sample_free(f);
}

/* What has no room beside the rates: a table of its own, a line for each series. */
static void test_below(void **state)
{
	struct frame *f = sample_frame(&(struct sample_spec){ .rounds = 20 });
	char *text = report("table", f);
	const char *below = strstr(text, "\none loop");

	(void)state;
	assert_non_null(below);
	assert_true(below > strstr(text, "\nloops/s "));
	assert_non_null(strstr(below, " inv/loop\n"));
	assert_non_null(strstr(below, "SIGUSR1 same           0.003\n"));
	assert_non_null(strstr(below, "SIGUSR1 cross          0.000\n"));
	free(text);
	sample_free(f);
}

/* What happened is told where anything did: epochs, changes with authors and verdicts, marks. */
static void test_history(void **state)
{
	struct frame *f = sample_frame(&(struct sample_spec){ .rounds = 90, .settings = true });
	char *text = report("table", f), line[200];
	const char *changes = strstr(text, "\nchanges of settings");
	unsigned marks = 0;

	(void)state;
	assert_true(f->nepochs > 1 && f->nchanges > 1);
	assert_non_null(strstr(text, "\nepochs: the figures above are those of the last\n"));
	assert_non_null(changes);
	for (size_t i = 0; i < f->nchanges; i++) {
		const struct frame_change *c = &f->change[i];

		text_format(line, sizeof(line), "%s %s -> %s by ", c->name, c->old, c->now);
		assert_non_null(strstr(changes, line));
	}
	assert_non_null(strstr(changes, "SIGUSR1 same           x1.51  +22.9% to +85.6%"));
	for (size_t i = 0; i < f->nmarks; i++)
		marks += !f->mark[i].setting;
	assert_int_equal(!marks, !strstr(text, "\nmarks\n"));
	free(text);
	sample_free(f);
	f = sample_frame(&(struct sample_spec){ .rounds = 1, .no_log = true });
	text = report("table", f);
	assert_null(strstr(text, "\nepochs"));
	assert_null(strstr(text, "\nchanges"));
	assert_null(strstr(text, "\nmarks"));
	free(text);
	sample_free(f);
}

static void test_missing_is_dashes(void **state)
{
	struct frame *f = sample_frame(&(struct sample_spec){ .rounds = 0 });
	char *text = report("table", f);
	const char *line = strstr(text, "\nSIGUSR1 same ");
	unsigned dashes = 0;

	(void)state;
	assert_non_null(line);
	for (const char *p = line + 1; *p != '\n'; p++)
		dashes += p[0] == '-' && p[1] == '-';
	/* all but n, which is 0 */
	assert_int_equal(dashes, 8);
	free(text);
	text = report("ctxbench", f);
	assert_non_null(strstr(text, "         --         --         --         --\n"));
	free(text);
	sample_free(f);
}

static void test_reasons_and_warnings(void **state)
{
	struct sample_spec spec = { .rounds = 5, .unavailable = true, .fault = true };
	struct frame *f = sample_frame(&spec);
	char *table = report("table", f), *ctxbench = report("ctxbench", f);

	(void)state;
	for (size_t i = 0; i < f->nseries; i++) {
		if (f->series[i].state != SERIES_UNAVAILABLE)
			continue;
		assert_non_null(strstr(table, f->series[i].reason));
		assert_non_null(strstr(ctxbench, f->series[i].reason));
	}
	assert_true(f->host->nwarning > 0);
	assert_non_null(strstr(table, "\nwarning  "));
	assert_non_null(strstr(table, "\nfault    "));
	free(table);
	free(ctxbench);
	sample_free(f);
}

/* A recording from somebody else must not drive the terminal it is printed on. */
static void test_no_control_characters(void **state)
{
	struct frame *f = sample_frame(&(struct sample_spec){ .rounds = 5 });
	const char *kept = f->label;
	char *text;

	(void)state;
	f->label = "x\x1b]0;title\x07\xc2\x9b"
		   "2J\r\ny";
	text = report("table", f);
	check_lines(text, 100);
	assert_null(strchr(text, '\r'));
	assert_null(strstr(text, "\xc2\x9b"));
	assert_non_null(strstr(text, "x?]0;title??2J  y"));
	free(text);
	text = report("ctxbench", f);
	check_lines(text, 400);
	assert_null(strstr(text, "\xc2\x9b"));
	free(text);
	f->label = kept;
	sample_free(f);
}

/* Long words and long sentences wrap; nothing of them is lost. */
static void test_wrapping(void **state)
{
	struct frame *f = sample_frame(&(struct sample_spec){ .rounds = 2, .unavailable = true });
	char reason[300], *text;
	size_t found = 0;

	(void)state;
	memset(reason, 'w', sizeof(reason) - 1);
	reason[sizeof(reason) - 1] = '\0';
	reason[40] = ' ';
	for (size_t i = 0; i < f->nseries; i++)
		if (f->series[i].state == SERIES_UNAVAILABLE)
			f->series[i].reason = reason;
	text = report("table", f);
	check_lines(text, 100);
	for (const char *p = text; (p = strstr(p, "ww")); p++)
		found++;
	/* 298 letters: at least 290 pairs survive in each of the two series */
	assert_true(found >= 2 * 290);
	free(text);
	sample_free(f);
}

static void test_ctxbench_runs(void **state)
{
	struct frame *f = sample_frame(&(struct sample_spec){ .rounds = 20, .free = true });
	const char *kept = f->label;
	char *text;

	(void)state;
	text = report("ctxbench", f);
	assert_non_null(strstr(text, "Run: sample-same\t"));
	assert_non_null(strstr(text, "Run: sample-cross\t"));
	assert_non_null(strstr(text, "Run: sample-free\t"));
	assert_non_null(strstr(text, "\n  CPU_MHz              2300.000\n"));
	assert_non_null(
		strstr(text, "\nmessage queue               low       high    average    avg/MHz\n"
			     "  sample-same"));
	assert_null(strstr(text, "semiphore"));
	free(text);
	f->label = "a much longer label with blanks";
	text = report("ctxbench", f);
	assert_non_null(strstr(text, "\n  a_much_longer_label_with_blanks-cross "));
	free(text);
	f->label = "";
	text = report("ctxbench", f);
	assert_non_null(strstr(text, "Run: 6.18.44-same\t"));
	free(text);
	f->label = kept;
	f->divisor = DIVISOR_RUNNING;
	text = report("ctxbench", f);
	assert_non_null(strstr(text, "measured while running"));
	free(text);
	sample_free(f);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_widths),
		cmocka_unit_test(test_columns),
		cmocka_unit_test(test_below),
		cmocka_unit_test(test_history),
		cmocka_unit_test(test_missing_is_dashes),
		cmocka_unit_test(test_reasons_and_warnings),
		cmocka_unit_test(test_no_control_characters),
		cmocka_unit_test(test_wrapping),
		cmocka_unit_test(test_ctxbench_runs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
