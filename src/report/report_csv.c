// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * report_csv: a frame as comma separated values, one line a series.
 *
 * Invariant: every line has as many fields as the header; a missing figure is an empty field.
 * Quoting as RFC 4180 has it; lines end in a plain newline, as awk and friends expect. Texts are
 * printable, and no spreadsheet takes one for a formula; numbers stay numbers, the negative ones too.
 */
#include "report/report_text.h"

#include <string.h>

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
	fputs(",unavailable\n", out);
}

static void put_series(FILE *out, const struct frame *f, const struct frame_series *s)
{
	const struct figures *fig = report_figures(f, s);
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
	fputc('\n', out);
}

int report_write_csv(FILE *out, const struct frame *f)
{
	struct report_locale l;

	report_locale_enter(&l);
	put_header(out);
	for (size_t i = 0; i < f->nseries; i++)
		put_series(out, f, &f->series[i]);
	report_locale_leave(&l);
	return report_flush(out);
}
