// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_report_json: the JSON report read back: every key is there, what is missing is null, and
 * figures are those of the frame.
 *
 * Invariant: the frame is the hand-made one of tests/lib.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/skip.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "../lib/sample.h"

static json_t *report(const struct frame *f)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);
	json_error_t e;
	json_t *o;

	assert_non_null(out);
	assert_int_equal(report_format_find("json")->write(out, f), 0);
	fclose(out);
	o = json_loadb(text, len, JSON_REJECT_DUPLICATES, &e);
	if (!o)
		fail_msg("line %d: %s", e.line, e.text);
	free(text);
	return o;
}

static const json_t *get(const json_t *o, const char *key)
{
	const json_t *v = json_object_get(o, key);

	if (!v)
		fail_msg("no key %s", key);
	return v;
}

static void near_number(const json_t *o, const char *key, double want)
{
	assert_true(json_is_number(get(o, key)));
	assert_true(fabs(json_number_value(get(o, key)) - want) <= 1e-9 * fabs(want));
}

static void is_null(const json_t *o, const char *key)
{
	assert_true(json_is_null(get(o, key)));
}

static const char *const figure_keys[] = { "low",
					   "high",
					   "average",
					   "stddev",
					   "average_per_mhz",
					   "switches_per_loop",
					   "migrations",
					   "resched_per_loop",
					   "call_per_loop",
					   "cpu_us_per_loop",
					   "same_cpu_share" };

static void test_document(void **state)
{
	struct frame *f = sample_frame(&(struct sample_spec){ .rounds = 20 });
	json_t *o = report(f);
	const json_t *host = get(o, "host"), *s, *a;

	(void)state;
	assert_string_equal(json_string_value(get(o, "ctxtop")), CTXTOP_VERSION);
	assert_string_equal(json_string_value(get(o, "label")), f->label);
	near_number(o, "slice_ms", 100);
	near_number(o, "rounds", 20);
	assert_string_equal(json_string_value(get(o, "divisor")), "nominal");
	assert_string_equal(json_string_value(get(o, "load_window")), "last_second");
	assert_string_equal(json_string_value(get(host, "hostname")), f->host->hostname);
	near_number(host, "nominal_mhz", f->host->nominal_mhz);
	assert_int_equal(json_array_size(get(host, "warnings")), f->host->nwarning);
	assert_true(f->host->cpufreq_driver[0] == '\0');
	is_null(host, "cpufreq_driver");
	a = get(o, "series");
	assert_int_equal(json_array_size(a), f->nseries);
	for (size_t i = 0; i < f->nseries; i++) {
		const struct figures *fig = &f->series[i].epoch[f->nepochs - 1];

		s = json_array_get(a, i);
		assert_string_equal(json_string_value(get(s, "method")), f->series[i].info->method);
		near_number(s, "n", (double)fig->n);
		near_number(s, "low", fig->low);
		near_number(s, "high", fig->high);
		near_number(s, "average", fig->average);
		near_number(s, "average_per_mhz", fig->average_per_mhz);
		near_number(s, "call_per_loop", fig->metrics.v[METRIC_irq_call]);
		near_number(s, "resched_per_loop", fig->metrics.v[METRIC_irq_resched]);
		is_null(s, "unavailable");
	}
	json_decref(o);
	sample_free(f);
}

/* What happened: epochs with their figures, changes with author and verdicts, marks. */
static void test_history(void **state)
{
	struct frame *f = sample_frame(&(struct sample_spec){ .rounds = 90, .settings = true });
	json_t *o = report(f);
	const json_t *epochs = get(o, "epochs"), *changes = get(o, "changes"), *v;

	(void)state;
	assert_true(f->nepochs > 1 && f->nchanges > 0);
	assert_int_equal(json_array_size(epochs), f->nepochs);
	for (size_t e = 0; e < f->nepochs; e++) {
		const json_t *ep = json_array_get(epochs, e), *s = get(ep, "series");

		assert_string_equal(json_string_value(get(ep, "text")), f->epoch[e].text);
		assert_int_equal(json_array_size(s), f->nseries);
		near_number(json_array_get(s, 0), "average", f->series[0].epoch[e].average);
	}
	assert_int_equal(json_array_size(changes), f->nchanges);
	for (size_t i = 0; i < f->nchanges; i++) {
		const json_t *c = json_array_get(changes, i);

		assert_string_equal(json_string_value(get(c, "setting")), f->change[i].name);
		assert_string_equal(json_string_value(get(c, "who")), f->change[i].who);
		assert_int_equal(json_array_size(get(c, "verdicts")), f->nseries);
	}
	v = json_array_get(get(json_array_get(changes, f->nchanges - 1), "verdicts"), 0);
	assert_string_equal(json_string_value(get(v, "state")), "difference");
	near_number(v, "ratio", 1.51);
	assert_int_equal(json_array_size(get(o, "marks")), f->nmarks);
	json_decref(o);
	sample_free(f);
}

/* The samples are those that the figures were taken from: their number and mean agree. */
static void test_samples(void **state)
{
	struct frame *f = sample_frame(&(struct sample_spec){ .rounds = 40 });
	json_t *o = report(f);

	(void)state;
	assert_true(f->nepochs > 1);
	for (size_t i = 0; i < f->nseries; i++) {
		const json_t *s = json_array_get(get(o, "series"), i), *a = get(s, "samples");
		double sum = 0;

		assert_true(json_array_size(a) > 1);
		assert_int_equal(json_array_size(a), json_integer_value(get(s, "n")));
		for (size_t k = 0; k < json_array_size(a); k++)
			sum += json_number_value(json_array_get(a, k));
		assert_true(fabs(sum / (double)json_array_size(a) /
					 json_number_value(get(s, "average")) -
				 1) < 1e-6);
	}
	json_decref(o);
	sample_free(f);
}

static void test_missing_is_null(void **state)
{
	struct sample_spec spec = { .rounds = 0, .no_host = true, .no_probes = true };
	struct frame *f = sample_frame(&spec);
	const struct host *kept = f->host;
	json_t *o;

	(void)state;
	f->host = NULL;
	o = report(f);
	is_null(o, "host");
	for (size_t i = 0; i < f->nseries; i++) {
		const json_t *s = json_array_get(get(o, "series"), i);

		assert_int_equal(json_integer_value(get(s, "n")), 0);
		assert_int_equal(json_array_size(get(s, "samples")), 0);
		for (size_t k = 0; k < ARRAY_SIZE(figure_keys); k++)
			is_null(s, figure_keys[k]);
	}
	assert_int_equal(json_array_size(get(o, "interrupts")), 0);
	assert_true(json_is_string(get(o, "interrupts_unavailable")));
	json_decref(o);
	f->host = kept;
	o = report(f);
	is_null(get(o, "host"), "nominal_mhz");
	is_null(get(o, "host"), "hz");
	json_decref(o);
	sample_free(f);
}

static void test_unavailable(void **state)
{
	struct sample_spec spec = { .rounds = 5, .unavailable = true, .idle_cpus = true };
	struct frame *f = sample_frame(&spec);
	json_t *o = report(f);
	unsigned found = 0;

	(void)state;
	for (size_t i = 0; i < f->nseries; i++) {
		const json_t *s = json_array_get(get(o, "series"), i);

		if (f->series[i].state != SERIES_UNAVAILABLE)
			continue;
		found++;
		assert_string_equal(json_string_value(get(s, "unavailable")), f->series[i].reason);
	}
	assert_true(found > 0);
	for (size_t i = 0; i < f->ncpus; i++) {
		const json_t *c = json_array_get(get(o, "cpus"), i);

		near_number(c, "cpu", f->cpu[i].cpu);
		is_null(c, "user_share");
		is_null(c, "idle_share");
	}
	json_decref(o);
	sample_free(f);
}

static void test_interrupts(void **state)
{
	struct frame *f = sample_frame(&(struct sample_spec){ .rounds = 5, .offline = true });
	const struct frame_probe *p = &f->probe[PROBE_interrupts];
	json_t *o = report(f);
	const json_t *rows = get(o, "interrupts"), *cpus = get(o, "interrupt_cpus");
	unsigned sums = 0;

	(void)state;
	assert_int_equal(json_array_size(rows), p->nrows);
	assert_int_equal(json_array_size(cpus), p->ncols);
	for (size_t i = 0; i < p->ncols; i++)
		assert_int_equal(json_integer_value(json_array_get(cpus, i)), p->cpu[i]);
	for (size_t i = 0; i < p->nrows; i++) {
		const json_t *r = json_array_get(rows, i);

		assert_string_equal(json_string_value(get(r, "row")), p->row[i].row->label);
		if (p->row[i].has_rate && p->row[i].row->counted)
			near_number(r, "per_s", p->row[i].per_s);
		else
			is_null(r, "per_s");
		if (p->row[i].row->flags & ROW_SUM) {
			sums++;
			is_null(r, "per_cpu_per_s");
		} else if (p->row[i].has_rate && p->row[i].col_per_s) {
			assert_int_equal(json_array_size(get(r, "per_cpu_per_s")), p->ncols);
		}
	}
	assert_true(sums > 0);
	json_decref(o);
	sample_free(f);
}

/* Averages over the run go before those of the last second, in sums, columns and shares alike. */
static void test_whole_run(void **state)
{
	struct frame *f = sample_frame(&(struct sample_spec){ .rounds = 5 });
	struct frame_row *row = &f->probe[PROBE_interrupts].row[0];
	const float cols[] = { 1, 2 };
	const json_t *r, *c;
	json_t *o;

	(void)state;
	assert_int_equal(f->probe[PROBE_interrupts].ncols, 2);
	row->has_avg = true;
	row->avg_per_s = 1234.5;
	row->col_avg_per_s = cols;
	f->cpu[0].has_avg = true;
	f->cpu[0].avg.user = 0.25;
	o = report(f);
	r = json_array_get(get(o, "interrupts"), 0);
	c = json_array_get(get(o, "cpus"), 0);
	assert_string_equal(json_string_value(get(o, "load_window")), "run");
	near_number(r, "per_s", 1234.5);
	near_number(c, "user_share", 0.25);
	near_number(c, "system_share", 0);
	json_decref(o);
	/* never the run in one figure and a second in the other */
	row->col_avg_per_s = NULL;
	o = report(f);
	is_null(json_array_get(get(o, "interrupts"), 0), "per_cpu_per_s");
	json_decref(o);
	sample_free(f);
}

static void test_never_nan(void **state)
{
	struct frame *f = sample_frame(&(struct sample_spec){ .rounds = 5 });
	struct figures *fig = (struct figures *)&f->series[0].epoch[f->nepochs - 1];
	json_t *o;

	(void)state;
	fig->average = NAN;
	fig->high = INFINITY;
	o = report(f);
	is_null(json_array_get(get(o, "series"), 0), "average");
	is_null(json_array_get(get(o, "series"), 0), "high");
	json_decref(o);
	sample_free(f);
}

static void test_disk_full(void **state)
{
	struct frame *f = sample_frame(&(struct sample_spec){ .rounds = 30, .ncpus = 16 });

	(void)state;
	for (const struct report_format *r = report_formats; r->name; r++) {
		FILE *out = fopen("/dev/full", "w");

		assert_ptr_equal(report_format_find(r->name), r);
		assert_true(r->summary && *r->summary);
		if (!out)
			skip_for("no /dev/full");
		assert_int_equal(r->write(out, f), -ENOSPC);
		fclose(out);
	}
	assert_null(report_format_find("tabl"));
	sample_free(f);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_document),    cmocka_unit_test(test_history),
		cmocka_unit_test(test_samples),	    cmocka_unit_test(test_missing_is_null),
		cmocka_unit_test(test_unavailable), cmocka_unit_test(test_interrupts),
		cmocka_unit_test(test_whole_run),   cmocka_unit_test(test_never_nan),
		cmocka_unit_test(test_disk_full),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
