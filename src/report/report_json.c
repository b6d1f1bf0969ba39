// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * report_json: a frame as one JSON document.
 *
 * Invariant: every key stands in every document; what is missing is null.
 *
 * ctxtop            version of the program
 * host              facts of the machine, or null; names as in a recording
 * label             text
 * slice_ms, rounds  length of a slice, complete rounds
 * measured_share    share of wall time inside measured slices, the start and gaps left out
 * divisor           "nominal" or "running": the clock below average_per_mhz
 * series            one object for each method and placement; figures and samples of the present
 *                   epoch; samples are rates, oldest first (means where the history was thinned)
 * epochs            one object for each, oldest first: when it began, its length of slices and its words,
 *                   the figures of each series in it; the last is the present one
 * changes           one object for each change of a setting: from what to what, by whom, and the verdict
 *                   on each series
 * marks             the user's own, and one for each change
 * load_window       what cpus and interrupts are taken over: "run" or "last_second"
 * cpus              shares of 1 for each CPU
 * interrupt_cpus    the CPU number of each element of per_cpu_per_s
 * interrupts        one object for each row; per_cpu_per_s is null for rows of the whole machine
 * interrupts_unavailable  null, or why there are none
 */
#include "report/report_json.h"
#include "report/report_text.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>

#include "stream/record_fields.h"

#define REPORT_FLAGS (JSON_INDENT(2) | JSON_REAL_PRECISION(12))

json_t *report_json_number(bool have, double v)
{
	if (!have || !isfinite(v))
		return json_null();
	if (v == floor(v) && fabs(v) < 9e15)
		return json_integer((json_int_t)v);
	return json_real(v);
}

json_t *report_json_finish(json_t *v, int rc)
{
	if (!rc)
		return v;
	json_decref(v);
	return NULL;
}

static json_t *samples(const struct frame *f, const struct frame_series *s)
{
	json_t *a = json_array();
	int rc = a ? 0 : -ENOMEM;

	for (size_t i = 0; i < s->npoints && !rc; i++)
		if (f->nepochs && frame_in_epoch(f, f->nepochs - 1, &s->point[i]))
			rc = json_array_append_new(a, report_json_number(true,
									 (double)s->point[i].mean));
	return report_json_finish(a, rc);
}

int report_json_figures(json_t *o, const struct figures *fig)
{
	const char *name;
	int rc = 0, have;
	double v;

	for (size_t i = 0; (have = report_column(i, fig, &name, &v)) >= 0; i++)
		rc |= json_put(o, name, report_json_number(have, v));
	return rc;
}

static json_t *series(const struct frame *f, const struct frame_series *s)
{
	const struct figures *fig = report_figures(f, s);
	const char *why = report_unavailable(s);
	json_t *o = json_object();
	int rc;

	rc = json_put(o, "method", json_text(s->info->method));
	rc |= json_put(o, "version", json_integer(s->info->version));
	rc |= json_put(o, "placement", json_text(s->info->placement));
	rc |= json_put(o, "cpus", json_text(s->info->cpus));
	rc |= json_put(o, "unit", json_text(s->info->unit));
	rc |= json_put(o, "n", json_u64(fig->n));
	rc |= json_put(o, "throttled_slices", json_u64(fig->throttled));
	rc |= report_json_figures(o, fig);
	rc |= json_put(o, "samples", samples(f, s));
	rc |= json_put(o, "unavailable", why ? json_text(why) : json_null());
	return report_json_finish(o, rc);
}

static json_t *all_series(const struct frame *f)
{
	json_t *a = json_array();
	int rc = 0;

	for (size_t i = 0; i < f->nseries; i++)
		rc |= json_array_append_new(a, series(f, &f->series[i]));
	return report_json_finish(a, rc);
}

static json_t *cpu(const struct frame_cpu *c)
{
	json_t *o = json_object();
	struct cpu_shares s;
	bool have = report_cpu_shares(c, &s);
	int rc;

	rc = json_put(o, "cpu", json_integer(c->cpu));
	rc |= json_put(o, "online", json_boolean(c->online));
	rc |= json_put(o, "user_share", report_json_number(have, s.user));
	rc |= json_put(o, "nice_share", report_json_number(have, s.nice));
	rc |= json_put(o, "system_share", report_json_number(have, s.system));
	rc |= json_put(o, "irq_share", report_json_number(have, s.irq));
	rc |= json_put(o, "softirq_share", report_json_number(have, s.softirq));
	rc |= json_put(o, "steal_share", report_json_number(have, s.steal));
	rc |= json_put(o, "guest_share", report_json_number(have, s.guest));
	rc |= json_put(o, "iowait_share", report_json_number(have, s.iowait));
	rc |= json_put(o, "idle_share", report_json_number(have, s.idle));
	rc |= json_put(o, "mhz", report_json_number(c->has_mhz, c->mhz));
	return report_json_finish(o, rc);
}

static json_t *all_cpus(const struct frame *f)
{
	json_t *a = json_array();
	int rc = 0;

	for (size_t i = 0; i < f->ncpus; i++)
		rc |= json_array_append_new(a, cpu(&f->cpu[i]));
	return report_json_finish(a, rc);
}

static json_t *per_cpu(const struct frame_row *r, size_t ncols, bool have)
{
	const float *col = report_row_cols(r);
	json_t *a;
	int rc = 0;

	if (!col || !have)
		return json_null();
	a = json_array();
	for (size_t i = 0; i < ncols; i++)
		rc |= json_array_append_new(a, report_json_number(true, (double)col[i]));
	return report_json_finish(a, rc);
}

static json_t *interrupts(const struct frame_probe *p)
{
	json_t *a = json_array();
	int rc = 0;

	for (size_t i = 0; i < p->nrows; i++) {
		const struct frame_row *r = &p->row[i];
		json_t *o = json_object();
		double per_s = 0;
		bool have = report_row_rate(r, &per_s);

		rc |= json_put(o, "row", json_text(r->row->label));
		rc |= json_put(o, "class", json_text(row_class_name(r->row->class)));
		rc |= json_put(o, "text", json_text(r->row->text));
		rc |= json_put(o, "per_s", report_json_number(have, per_s));
		rc |= json_put(o, "per_cpu_per_s", per_cpu(r, p->ncols, have));
		rc |= json_array_append_new(a, o);
	}
	return report_json_finish(a, rc);
}

static json_t *columns(const struct frame_probe *p)
{
	json_t *a = json_array();
	int rc = 0;

	for (size_t i = 0; i < p->ncols; i++)
		rc |= json_array_append_new(a, json_integer(p->cpu[i]));
	return report_json_finish(a, rc);
}

static json_t *document(const struct frame *f)
{
	const struct frame_probe *irq = report_interrupts(f);
	json_t *o = json_object();
	int rc;

	rc = json_put(o, "ctxtop", json_string(CTXTOP_VERSION));
	rc |= json_put(o, "host", f->host ? host_to_json(f->host, true) : json_null());
	rc |= json_put(o, "label", json_text(f->label ? f->label : ""));
	rc |= json_put(o, "slice_ms",
		       report_json_number(true, (double)f->slice_ns / NSEC_PER_MSEC));
	rc |= json_put(o, "rounds", json_integer(f->rounds));
	rc |= json_put(o, "measured_share", report_json_number(f->has_duty, f->duty));
	rc |= json_put(o, "divisor",
		       json_string(f->divisor == DIVISOR_RUNNING ? "running" : "nominal"));
	rc |= json_put(o, "series", all_series(f));
	rc |= json_put(o, "epochs", report_json_epochs(f));
	rc |= json_put(o, "changes", report_json_changes(f));
	rc |= json_put(o, "marks", report_json_marks(f));
	rc |= json_put(o, "load_window", json_string(report_over_run(f) ? "run" : "last_second"));
	rc |= json_put(o, "cpus", all_cpus(f));
	rc |= json_put(o, "interrupt_cpus", columns(irq));
	rc |= json_put(o, "interrupts", interrupts(irq));
	rc |= json_put(o, "interrupts_unavailable",
		       irq->available ? json_null() : json_text(irq->reason ? irq->reason : ""));
	return report_json_finish(o, rc);
}

int report_write_json(FILE *out, const struct frame *f)
{
	json_t *o = document(f);
	int rc;

	if (!o)
		return -ENOMEM;
	errno = 0;
	rc = json_dumpf(o, out, REPORT_FLAGS) || fputc('\n', out) == EOF;
	json_decref(o);
	if (rc)
		return errno ? -errno : -EIO;
	return report_flush(out);
}
