// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * report_csv: a frame as comma separated values, one line a series and epoch, the present epoch last.
 *
 * Invariant: every line has as many fields as the header; a missing figure is an empty field.
 * Quoting as RFC 4180 has it; lines end in a plain newline, as awk and friends expect. Texts are
 * printable, and no spreadsheet takes one for a formula; numbers stay numbers, the negative ones too.
 */
#include "report/report_text.h"

#include <string.h>
#include <time.h>

#include "base/text.h"

/* A spreadsheet takes a text that begins like this for a formula: an apostrophe says that it is none. */
#define FORMULA "=+-@"

static void put_text(FILE *out, const char *src)
{
	char buf[256];
	const char *text = text_shown(buf + 1, sizeof(buf) - 1, src);

	if (*text && strchr(FORMULA, *text)) {
		buf[0] = '\'';
		text = buf;
	}
	if (!strpbrk(text, ",\"")) {
		fputs(text, out);
		return;
	}
	fputc('"', out);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', out);
		fputc(*text, out);
	}
	fputc('"', out);
}

static void put_header(FILE *out)
{
	static const struct figures none;
	const char *name;
	double v;

	fputs("label,hostname,kernel,method,version,placement,cpus,unit,n", out);
	for (size_t i = 0; report_column(i, &none, &name, &v) >= 0; i++)
		fprintf(out, ",%s", name);
	fputs(",unavailable,epoch,epoch_began,epoch_slice_ms,epoch_text\n", out);
}

/* Which epoch a line is of: its number, when it began, the length of its slices, its words. */
static void put_epoch(FILE *out, const struct frame *f, size_t e)
{
	const struct frame_epoch *ep = &f->epoch[e];
	time_t t = (time_t)(ep->wall_ns / NSEC_PER_SEC);
	char when[40] = "";
	struct tm tm;

	if (ep->wall_ns > 0 && gmtime_r(&t, &tm))
		strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%SZ", &tm);
	fprintf(out, ",%zu,%s,%.12g,", e + 1, when, (double)ep->slice_ns / NSEC_PER_MSEC);
	put_text(out, ep->text);
}

static void put_series(FILE *out, const struct frame *f, const struct frame_series *s, size_t e)
{
	const struct figures *fig = report_epoch_figures(f, s, e);
	const char *why = report_unavailable(s), *name;
	double v;
	int have;

	put_text(out, f->label ? f->label : "");
	fputc(',', out);
	put_text(out, f->host ? f->host->hostname : "");
	fputc(',', out);
	put_text(out, f->host ? f->host->kernel : "");
	fputc(',', out);
	put_text(out, s->info->method);
	fprintf(out, ",%u,", s->info->version);
	put_text(out, s->info->placement);
	fputc(',', out);
	put_text(out, s->info->cpus);
	fputc(',', out);
	put_text(out, s->info->unit);
	fprintf(out, ",%llu", (unsigned long long)fig->n);
	for (size_t i = 0; (have = report_column(i, fig, &name, &v)) >= 0; i++) {
		fputc(',', out);
		if (have)
			fprintf(out, "%.12g", v);
	}
	fputc(',', out);
	put_text(out, why ? why : "");
	if (e < f->nepochs)
		put_epoch(out, f, e);
	else
		fputs(",,,,", out);
	fputc('\n', out);
}

int report_write_csv(FILE *out, const struct frame *f)
{
	struct report_locale l;

	report_locale_enter(&l);
	put_header(out);
	for (size_t e = 0; e < MAX(f->nepochs, (size_t)1); e++)
		for (size_t i = 0; i < f->nseries; i++)
			put_series(out, f, &f->series[i], e);
	report_locale_leave(&l);
	return report_flush(out);
}
