// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * report_history: what happened during a run, in the report for people: its epochs, changes of settings
 * with their authors and what they did, marks.
 *
 * Invariant: a run in which nothing happened has none of it.
 */
#include "report/report_print.h"
#include "report/report_text.h"

#include <math.h>
#include <string.h>
#include <time.h>

#define EPOCH_WIDTH 9  /* of an average */
#define HEAD	    16 /* a letter or number, and the time */

static void clock_text(char *buf, size_t size, int64_t wall_ns)
{
	time_t t = (time_t)(wall_ns / NSEC_PER_SEC);
	struct tm tm;

	text_copy(buf, size, "--");
	if (wall_ns > 0 && gmtime_r(&t, &tm))
		strftime(buf, size, "%H:%M:%S", &tm);
}

static void put_epoch_list(FILE *out, const struct frame *f)
{
	fputs("\nepochs: the figures above are those of the last\n", out);
	for (size_t e = 0; e < f->nepochs; e++) {
		const struct frame_epoch *ep = &f->epoch[e];
		char when[16], length[40], text[120];
		int at;

		clock_text(when, sizeof(when), ep->wall_ns);
		at = fprintf(out, "%4zu  %s  ", e + 1, when);
		length[0] = '\0';
		if (ep->slice_ns)
			text_format(length, sizeof(length), "%.12g ms slices%s",
				    (double)ep->slice_ns / NSEC_PER_MSEC, *ep->text ? ", " : "");
		text_format(text, sizeof(text), "%s%s", length, ep->text);
		print_wrapped(out, at, at, text);
	}
}

/* Averages of the newest epochs, as many as there is room for. */
static void put_averages(FILE *out, const struct frame *f)
{
	int width = print_name_width(f);
	size_t room = (size_t)(PRINT_WIDTH - width) / EPOCH_WIDTH, first = 0;

	if (f->nepochs > room)
		first = f->nepochs - room;
	fputc('\n', out);
	print_padded(out, width, "average");
	for (size_t e = first; e < f->nepochs; e++) {
		char title[16];

		text_format(title, sizeof(title), "epoch %zu", e + 1);
		fprintf(out, "%*s", EPOCH_WIDTH, title);
	}
	fputc('\n', out);
	for (size_t i = 0; i < f->nseries; i++) {
		char name[64];

		print_series_name(name, sizeof(name), f->series[i].info);
		print_padded(out, width, name);
		for (size_t e = first; e < f->nepochs; e++) {
			const struct figures *fig = report_epoch_figures(f, &f->series[i], e);

			print_figure(out, EPOCH_WIDTH, fig->have & FIG_RATE, fig->average);
		}
		fputc('\n', out);
	}
}

/* "+9.1%  +7.2% to +11.0%  90 rounds before, 20 after" */
static void put_verdict(FILE *out, const struct series_info *info, int width,
			const struct verdict *v)
{
	char name[64], size[16], interval[40] = "";

	print_series_name(name, sizeof(name), info);
	verdict_short(v, size, sizeof(size));
	fprintf(out, "%*s", HEAD, "");
	print_padded(out, width, name);
	fprintf(out, "%9s", size);
	if (v->look)
		text_format(interval, sizeof(interval), "%+.1f%% to %+.1f%%", 100 * expm1(v->lo),
			    100 * expm1(v->hi));
	fprintf(out, "  %-20s  %u rounds before, %u after\n", interval, v->n,
		v->look ? v->look : v->m);
}

static void put_verdicts(FILE *out, const struct frame *f, const struct frame_change *c)
{
	int width = print_name_width(f);
	size_t without = 0;

	for (size_t i = 0; i < f->nseries; i++) {
		const struct series_info *info = f->series[i].info;
		const struct verdict *v = info->id < c->nverdicts ? &c->verdict[info->id] : NULL;

		if (v && (v->look || (v->state == VERDICT_WAITING && v->m)))
			put_verdict(out, info, width, v);
		else
			without++;
	}
	if (without)
		fprintf(out, "%*s%zu series without a verdict\n", HEAD, "", without);
}

static void put_changes(FILE *out, const struct frame *f)
{
	fputs("\nchanges of settings: after against before, with its 95% interval; not "
	      "randomised\n",
	      out);
	for (size_t i = 0; i < f->nchanges; i++) {
		const struct frame_change *c = &f->change[i];
		char when[16], text[500], also[60] = "";

		clock_text(when, sizeof(when), c->wall_ns);
		if (c->also)
			text_format(also, sizeof(also), " (and %u more at the same time)", c->also);
		text_format(text, sizeof(text), "%s %s -> %s by %s%s: %s", c->name, c->old, c->now,
			    c->who, also, c->headline);
		fprintf(out, "   %c  %-*s", c->letter, HEAD - 6, when);
		print_wrapped(out, HEAD, HEAD, text);
		put_verdicts(out, f, c);
	}
}

static void put_marks(FILE *out, const struct frame *f)
{
	size_t n = 0;

	for (size_t i = 0; i < f->nmarks; i++) {
		const struct frame_mark *k = &f->mark[i];
		char when[16];

		if (k->setting)
			continue;
		if (!n++)
			fputs("\nmarks\n", out);
		clock_text(when, sizeof(when), k->wall_ns);
		fprintf(out, "   %c  %-*s", k->letter, HEAD - 6, when);
		print_wrapped(out, HEAD, HEAD, k->text);
	}
}

void report_table_history(FILE *out, const struct frame *f)
{
	if (f->nepochs > 1) {
		put_epoch_list(out, f);
		put_averages(out, f);
	}
	if (f->nchanges)
		put_changes(out, f);
	put_marks(out, f);
}
