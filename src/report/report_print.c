// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * report_print: numbers, names and wrapped text in columns, for the report for people.
 *
 * Invariant: columns are counted as a terminal does, not bytes.
 */
#include "report/report_print.h"

#include <math.h>

#include "report/report_text.h"

#define NAME_MIN 14
#define NAME_MAX 24

/* Columns, not bytes, that @text takes: one for each code point. */
int print_columns(const char *text)
{
	int n = 0;

	for (; *text; text++)
		n += ((unsigned char)*text & 0xc0) != 0x80;
	return n;
}

/* The bytes of @text that take at most @width columns. */
static int fitting(const char *text, int width)
{
	int n = 0;

	while (text[n]) {
		width -= ((unsigned char)text[n] & 0xc0) != 0x80;
		if (width < 0)
			break;
		n++;
	}
	return n;
}

/* @text from column @at on, wrapped at blanks into lines that are indented by @indent. */
void print_wrapped(FILE *out, int at, int indent, const char *text)
{
	char clean[1200];
	const char *p = clean;

	report_clean(clean, sizeof(clean), text);
	while (print_columns(p) > PRINT_WIDTH - at) {
		int n = fitting(p, PRINT_WIDTH - at), cut = n;

		while (cut > 0 && p[cut] != ' ')
			cut--;
		if (!cut)
			cut = n; /* one word longer than the line */
		fprintf(out, "%.*s\n%*s", cut, p, indent, "");
		p += cut + (p[cut] == ' ');
		at = indent;
	}
	fprintf(out, "%s\n", p);
}

/* Right-aligned in @width; as many decimals as a figure of that size is worth. */
void print_figure(FILE *out, int width, bool have, double v)
{
	double size = fabs(v);

	if (!have || !isfinite(v))
		fprintf(out, "%*s", width, "--");
	else if (size >= 99999999.5)
		fprintf(out, "%*.2e", width, v);
	else
		fprintf(out, "%*.*f", width, size >= 999.5 ? 0 : size >= 99.95 ? 1 : 3, v);
}

/* Three decimals where they fit, so that points stand below each other. */
void print_ratio(FILE *out, int width, bool have, double v)
{
	double limit = pow(10, width - 5);

	if (have && fabs(v) < limit - 0.0005)
		fprintf(out, "%*.3f", width, v);
	else
		print_figure(out, width, have, v);
}

void print_series_name(char *buf, size_t size, const struct series_info *info)
{
	char name[sizeof(info->label) + sizeof(info->placement) + 1];

	text_format(name, sizeof(name), "%s %s", info->label, info->placement);
	report_clean(buf, size, name);
	buf[fitting(buf, NAME_MAX)] = '\0';
}

int print_name_width(const struct frame *f)
{
	int width = NAME_MIN;

	for (size_t i = 0; i < f->nseries; i++) {
		char name[64];

		print_series_name(name, sizeof(name), f->series[i].info);
		width = MAX(width, print_columns(name));
	}
	return width;
}

void print_padded(FILE *out, int width, const char *text)
{
	fprintf(out, "%s%*s", text, MAX(width - print_columns(text), 0), "");
}
