// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_report_csv: the CSV report, read back by a reader of its own.
 *
 * Invariant: the reader follows RFC 4180, so that quoting is tested and not repeated.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/skip.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "../lib/comma.h"
#include "../lib/sample.h"

#define FIELDS 40

static char *report(const struct frame *f)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	assert_int_equal(report_format_find("csv")->write(out, f), 0);
	fclose(out);
	return text;
}

/* Split one record in place; returns the number of fields and moves *@p behind the newline. */
static size_t record(char **p, char *field[FIELDS])
{
	size_t n = 0;
	char end;

	do {
		char *out = *p;

		assert_true(n < FIELDS);
		field[n++] = *p;
		if (**p == '"') {
			for ((*p)++; **p != '"' || (*p)[1] == '"'; (*p)++) {
				assert_true(**p);
				*p += **p == '"';
				*out++ = **p;
			}
			(*p)++;
		} else {
			while (**p && **p != ',' && **p != '\n') {
				assert_true(**p != '"');
				*out++ = *(*p)++;
			}
		}
		end = **p;
		assert_true(end == ',' || end == '\n');
		(*p)++;
		*out = '\0';
	} while (end == ',');
	return n;
}

static size_t column(char *const *head, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(head[i], name))
			return i;
	fail_msg("no column %s", name);
	return 0;
}

static void check_line(const struct frame *f, size_t e, const struct frame_series *s,
		       char *const *head, char *const *field, size_t n)
{
	const struct figures *fig = &s->epoch[e];
	const char *average = field[column(head, n, "average")];
	const char *sd = field[column(head, n, "stddev")];

	assert_string_equal(field[column(head, n, "label")], f->label);
	assert_string_equal(field[column(head, n, "method")], s->info->method);
	assert_string_equal(field[column(head, n, "cpus")], s->info->cpus);
	assert_int_equal(atoi(field[column(head, n, "epoch")]), e + 1);
	assert_string_equal(field[column(head, n, "epoch_text")], f->epoch[e].text);
	if (fig->have & FIG_RATE)
		assert_true(fabs(strtod(average, NULL) / fig->average - 1) < 1e-9);
	else
		assert_string_equal(average, "");
	if (!(fig->have & FIG_STDDEV))
		assert_string_equal(sd, "");
	assert_string_equal(field[column(head, n, "unavailable")],
			    s->state == SERIES_UNAVAILABLE ? s->reason : "");
}

static void check(const struct frame *f)
{
	char *text = report(f), *p = text, *head[FIELDS], *field[FIELDS];
	size_t n = record(&p, head);

	for (size_t e = 0; e < f->nepochs; e++)
		for (size_t i = 0; i < f->nseries; i++) {
			assert_int_equal(record(&p, field), n);
			check_line(f, e, &f->series[i], head, field, n);
		}
	assert_true(*p == '\0');
	free(text);
}

static void test_fields(void **state)
{
	struct frame *f = sample_frame(&(struct sample_spec){ .rounds = 9, .unavailable = true });

	(void)state;
	check(f);
	sample_free(f);
	f = sample_frame(&(struct sample_spec){ .rounds = 0 });
	check(f);
	sample_free(f);
	f = sample_frame(&(struct sample_spec){ .rounds = 3, .no_host = true, .sparse = true });
	check(f);
	sample_free(f);
}

static void test_quoting(void **state)
{
	static const char *const label[] = { "a,b", "say \"hi\"", "\"", ",", "", "a=b" };
	struct frame *f = sample_frame(&(struct sample_spec){ .rounds = 3 });
	const char *kept = f->label;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(label); i++) {
		f->label = label[i];
		check(f);
	}
	f->label = kept;
	sample_free(f);
}

/* What a spreadsheet would work out, and what would break the line, is text. */
static void test_texts_are_texts(void **state)
{
	static const struct {
		const char *label, *shown;
	} cases[] = {
		{ "=HYPERLINK(1)", "'=HYPERLINK(1)" },
		{ "+1", "'+1" },
		{ "-29", "'-29" },
		{ "@x", "'@x" },
		{ "=a,b", "'=a,b" },
		{ "two\nlines", "two lines" },
		{ "\033[31m", "?[31m" },
		{ "a-b", "a-b" },
	};
	struct frame *f = sample_frame(&(struct sample_spec){ .rounds = 3 });
	const char *kept = f->label;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char *head[FIELDS], *field[FIELDS], *text, *p;
		size_t n;

		f->label = cases[i].label;
		p = text = report(f);
		n = record(&p, head);
		assert_int_equal(record(&p, field), n);
		assert_string_equal(field[column(head, n, "label")], cases[i].shown);
		free(text);
	}
	f->label = kept;
	sample_free(f);
}

/* A decimal comma would be one more column. */
static void test_decimal_comma(void **state)
{
	struct frame *f = sample_frame(&(struct sample_spec){ .rounds = 9 });
	char *in_c = report(f), *in_other;
	bool comma = comma_begin();

	(void)state;
	in_other = report(f);
	comma_end();
	assert_string_equal(in_c, in_other);
	free(in_c);
	free(in_other);
	sample_free(f);
	if (!comma)
		skip_for("no locale with a decimal comma, and localedef makes none");
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fields),
		cmocka_unit_test(test_quoting),
		cmocka_unit_test(test_texts_are_texts),
		cmocka_unit_test(test_decimal_comma),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
