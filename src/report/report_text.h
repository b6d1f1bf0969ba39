/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * report_text: what the report formats share: which figures there are, texts that are safe to print,
 * numbers with a decimal point whatever the locale.
 *
 * Invariant: a figure is either there and finite, or missing; nothing here turns one into the other.
 */
#ifndef CTXTOP_REPORT_TEXT_H
#define CTXTOP_REPORT_TEXT_H

#include <locale.h>
#include <stdio.h>

#include "model/frame.h"

/* The formats; report.c lists them. */
int report_write_table(FILE *out, const struct frame *f);
int report_write_ctxbench(FILE *out, const struct frame *f);
int report_write_json(FILE *out, const struct frame *f);
int report_write_csv(FILE *out, const struct frame *f);

/*
 * The figures that JSON and CSV carry, under the same names, in order: those of the rate, then those of
 * metrics.def that have a name there. Into *@name and *@v; returns 1, 0 where the figure is missing, -1
 * beyond the last one.
 */
int report_column(size_t i, const struct figures *fig, const char **name, double *v);

/* The figures of epoch @e; all missing where there is none. Never NULL. */
const struct figures *report_epoch_figures(const struct frame *f, const struct frame_series *s,
					   size_t e);
/* The figures of the present epoch; all missing before there is one. Never NULL. */
const struct figures *report_figures(const struct frame *f, const struct frame_series *s);

/* Why series @s has no figures and will get none; NULL when it can run. */
const char *report_unavailable(const struct frame_series *s);

/* Per second over the whole run if that is known, else over the last second. False: neither. */
bool report_row_rate(const struct frame_row *r, double *per_s);
/* The same for each column; NULL where there is none. */
const float *report_row_cols(const struct frame_row *r);
bool report_cpu_shares(const struct frame_cpu *c, struct cpu_shares *s);

/*
 * Are rates and shares those of the whole run? All averages of a frame come from the same readings,
 * so that one that is there speaks for all.
 */
bool report_over_run(const struct frame *f);

/* The interrupts probe of @f. */
const struct frame_probe *report_interrupts(const struct frame *f);

/* @text without control characters (a recording may come from anybody), cut to @size. */
void report_clean(char *buf, size_t size, const char *text);

/* Numbers of this thread in the "C" locale between the two calls; the first one clears errno. */
struct report_locale {
	locale_t c, old;
};
void report_locale_enter(struct report_locale *l);
void report_locale_leave(struct report_locale *l);

/*
 * Flush. 0, or -errno of what failed since errno was cleared before the first output (-EIO where
 * that is not known any more).
 */
int report_flush(FILE *out);

#endif
