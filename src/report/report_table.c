// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * report_table: a frame as a table for people and logs.
 *
 * Invariant: at most 100 columns, plain text without colour; a missing figure is "--".
 */
#include "report/report_print.h"
#include "report/report_text.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <time.h>

#define HEAD 9 /* the word in front of each line of the header */

static void put_head(FILE *out, const char *word, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static void put_head(FILE *out, const char *word, const char *fmt, ...)
{
	char text[1200];
	va_list ap;

	va_start(ap, fmt);
	text_vformat(text, sizeof(text), fmt, ap);
	va_end(ap);
	fprintf(out, "%-*s", HEAD, word);
	print_wrapped(out, HEAD, HEAD, text);
}

static void put_time(char *buf, size_t size, int64_t wall_ns)
{
	time_t t = (time_t)(wall_ns / NSEC_PER_SEC);
	struct tm tm;

	buf[0] = '\0';
	if (wall_ns > 0 && gmtime_r(&t, &tm))
		strftime(buf, size, ", %Y-%m-%d %H:%M:%S UTC", &tm);
}

/* "A, B, C" of those that are known. */
static void join(char *buf, size_t size, const char *const *part, size_t n)
{
	size_t len = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < n; i++)
		if (*part[i])
			len += text_format(buf + len, size - len, "%s%s", len ? ", " : "", part[i]);
}

static void put_host(FILE *out, const struct frame *f)
{
	const struct host *h = f->host;
	char cpus[80] = "", count[64], mhz[120] = "", hz[24] = "", clock[48] = "", hyper[64] = "";
	char text[600];

	if (!h) {
		put_head(out, "host", "--");
		return;
	}
	host_cpus_text(h, count, sizeof(count));
	if (*count)
		text_format(cpus, sizeof(cpus), "CPUs: %s", count);
	if (h->have & HOST_NOMINAL_MHZ)
		text_format(mhz, sizeof(mhz), "%.3f MHz by %s", h->nominal_mhz,
			    *h->nominal_source ? h->nominal_source : "an unnamed source");
	if (h->have & HOST_HZ)
		text_format(hz, sizeof(hz), "HZ %u", h->hz);
	if (*h->clocksource)
		text_format(clock, sizeof(clock), "clocksource %s", h->clocksource);
	if (*h->hypervisor)
		text_format(hyper, sizeof(hyper), "guest of %s", h->hypervisor);
	join(text, sizeof(text),
	     (const char *const[]){ h->hostname, h->kernel, h->machine, cpus, hyper }, 5);
	if (h->have & HOST_CAPTURED)
		put_head(out, "mind", "%s", HOST_CAPTURED_WORDS);
	put_head(out, "host", "%s", text);
	join(text, sizeof(text), (const char *const[]){ h->cpu_type, h->cpu_codename, mhz }, 3);
	put_head(out, "cpu", "%s", text);
	join(text, sizeof(text), (const char *const[]){ h->preemption, hz, clock }, 3);
	if (*text)
		put_head(out, "kernel", "%s", text);
}

static void put_header(FILE *out, const struct frame *f)
{
	char when[40];

	put_time(when, sizeof(when), f->wall_ns);
	put_head(out, "ctxtop", "%s%s%s, %u round%s of %.12g ms slices%s", CTXTOP_VERSION,
		 f->label && *f->label ? ", " : "", f->label ? f->label : "", f->rounds,
		 f->rounds == 1 ? "" : "s", (double)f->slice_ns / NSEC_PER_MSEC, when);
	if (f->has_duty)
		put_head(out, "measured", "%.1f %% of the time", f->duty * 100);
	put_host(out, f);
	if (f->host && (f->host->have & HOST_CAPTURED))
		put_head(out, "per MHz",
			 "-- of the machine that the loops ran on no clock is kept");
	else
		put_head(out, "per MHz", "by the %s clock",
			 f->divisor == DIVISOR_RUNNING ? "running" : "nominal");
}

static void put_metric(FILE *out, const struct figures *fig, enum metric_id id)
{
	print_ratio(out, metric_table[id].width, metric_has(&fig->metrics, id), fig->metrics.v[id]);
}

static void put_rates(FILE *out, const struct figures *fig)
{
	bool rate = fig->have & FIG_RATE;
	bool sd = (fig->have & FIG_STDDEV) && rate && fig->average > 0;

	print_figure(out, 9, rate, fig->low);
	print_figure(out, 9, rate, fig->high);
	print_figure(out, 9, rate, fig->average);
	print_ratio(out, 10, fig->have & FIG_PER_MHZ, fig->average_per_mhz);
	if (sd)
		fprintf(out, "%7.1f", MIN(100 * fig->stddev / fig->average, 9999.9));
	else
		fprintf(out, "%7s", "--");
	fprintf(out, "%6llu", (unsigned long long)MIN(fig->n, UINT64_C(99999)));
}

/* Does metric @id have a column in the table of rates (@below: in the one below it)? */
static bool has_column(enum metric_id id, bool below)
{
	return metric_table[id].heading && metric_table[id].below == below;
}

static void put_series_heading(FILE *out, int width, const char *title, bool below)
{
	char clean[16];

	report_clean(clean, sizeof(clean), title);
	fputc('\n', out);
	print_padded(out, width, clean);
	if (!below)
		fprintf(out, "%9s%9s%9s%10s%7s%6s", "low", "high", "average", "avg/MHz", "sd%",
			"n");
	for (int id = 0; id < METRICS; id++)
		if (has_column(id, below))
			fprintf(out, "%*s", metric_table[id].width, metric_table[id].heading);
	fputc('\n', out);
}

static void put_one_series(FILE *out, const struct frame *f, const struct frame_series *s,
			   int width, bool below)
{
	const struct figures *fig = report_figures(f, s);
	char name[64];

	print_series_name(name, sizeof(name), s->info);
	print_padded(out, width, name);
	if (report_unavailable(s)) {
		fputs("  -- ", out);
		print_wrapped(out, width + 5, width + 5, report_unavailable(s));
		return;
	}
	if (!below)
		put_rates(out, fig);
	for (int id = 0; id < METRICS; id++)
		if (has_column(id, below))
			put_metric(out, fig, id);
	fputc('\n', out);
}

static void put_all_series(FILE *out, const struct frame *f)
{
	const char *unit = NULL;
	int width = print_name_width(f);

	for (size_t i = 0; i < f->nseries; i++) {
		const struct frame_series *s = &f->series[i];

		if (!unit || strcmp(unit, s->info->unit)) {
			unit = s->info->unit;
			put_series_heading(out, width, unit, false);
		}
		put_one_series(out, f, s, width, false);
	}
}

/* The figures of a loop that have no room beside the rates. */
static void put_below(FILE *out, const struct frame *f)
{
	int width = print_name_width(f), ncolumns = 0, lines = 0;

	for (int id = 0; id < METRICS; id++)
		ncolumns += has_column(id, true);
	for (size_t i = 0; i < f->nseries && ncolumns; i++) {
		if (report_unavailable(&f->series[i]))
			continue;
		if (!lines++)
			put_series_heading(out, width, "one loop", true);
		put_one_series(out, f, &f->series[i], width, true);
	}
}

static void put_note(FILE *out, bool *any, const char *word, const char *text)
{
	if (!*any)
		fputc('\n', out);
	*any = true;
	fprintf(out, "%-*s", HEAD, word);
	print_wrapped(out, HEAD, HEAD, text);
}

static void put_notes(FILE *out, const struct frame *f)
{
	uint64_t voided = 0, throttled = 0, n = 0;
	bool any = false;
	char text[300];

	for (size_t i = 0; i < f->nseries; i++) {
		const struct frame_series *s = &f->series[i];
		char name[64];

		voided += report_figures(f, s)->voided;
		throttled += report_figures(f, s)->throttled;
		n += report_figures(f, s)->n;
		if (!(s->info->flags & SERIES_SLICE_BOUND))
			continue;
		print_series_name(name, sizeof(name), s->info);
		text_format(text, sizeof(text),
			    "%s is bound by the scheduler's time slices, not by the cost of a "
			    "loop",
			    name);
		put_note(out, &any, "note", text);
	}
	if (voided) {
		text_format(text, sizeof(text), "%llu void slices were left out",
			    (unsigned long long)voided);
		put_note(out, &any, "note", text);
	}
	if (throttled) {
		text_format(text, sizeof(text),
			    "in %llu of %llu slices the workers were held back (quota of the "
			    "control group, hypervisor, limit of real-time tasks): those rates are "
			    "not the machine's",
			    (unsigned long long)throttled, (unsigned long long)n);
		put_note(out, &any, "warning", text);
	}
	if (f->fault && *f->fault)
		put_note(out, &any, "fault", f->fault);
	for (size_t i = 0; f->host && i < f->host->nwarning; i++)
		put_note(out, &any, "warning", f->host->warning[i]);
}

int report_write_table(FILE *out, const struct frame *f)
{
	struct report_locale l;

	report_locale_enter(&l);
	put_header(out, f);
	put_all_series(out, f);
	put_below(out, f);
	report_table_history(out, f);
	report_table_machine(out, f);
	put_notes(out, f);
	report_locale_leave(&l);
	return report_flush(out);
}
