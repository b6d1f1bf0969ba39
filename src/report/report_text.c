// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * report_text: what the report formats share.
 *
 * Invariant: a figure is reported only if its bit is set and it is finite.
 */
#include "report/report_text.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "probes/probe.h"

#define COLUMN(title, have_bit, member)                                                    \
	{                                                                                  \
		.name = title, .bit = have_bit, .offset = offsetof(struct figures, member) \
	}

static const struct {
	const char *name;
	unsigned bit; /* FIG_ that says whether it is known */
	size_t offset;
} rate_columns[] = {
	COLUMN("low", FIG_RATE, low),
	COLUMN("high", FIG_RATE, high),
	COLUMN("average", FIG_RATE, average),
	COLUMN("stddev", FIG_STDDEV, stddev),
	COLUMN("average_per_mhz", FIG_PER_MHZ, average_per_mhz),
};

static int rate_column(size_t i, const struct figures *fig, const char **name, double *v)
{
	*name = rate_columns[i].name;
	memcpy(v, (const char *)fig + rate_columns[i].offset, sizeof(*v));
	return (fig->have & rate_columns[i].bit) && isfinite(*v);
}

int report_column(size_t i, const struct figures *fig, const char **name, double *v)
{
	if (i < ARRAY_SIZE(rate_columns))
		return rate_column(i, fig, name, v);
	i -= ARRAY_SIZE(rate_columns);
	for (int id = 0; id < METRICS; id++) {
		if (!metric_table[id].figure || i--)
			continue;
		*name = metric_table[id].figure;
		*v = fig->metrics.v[id];
		return metric_has(&fig->metrics, id) && isfinite(*v);
	}
	return -1;
}

const struct figures *report_epoch_figures(const struct frame *f, const struct frame_series *s,
					   size_t e)
{
	static const struct figures none;

	return s->epoch && e < f->nepochs ? &s->epoch[e] : &none;
}

const struct figures *report_figures(const struct frame *f, const struct frame_series *s)
{
	return report_epoch_figures(f, s, f->nepochs - 1);
}

const char *report_unavailable(const struct frame_series *s)
{
	if (s->state != SERIES_UNAVAILABLE)
		return NULL;
	return s->reason && *s->reason ? s->reason : "no reason was given";
}

bool report_row_rate(const struct frame_row *r, double *per_s)
{
	/* a row without any number has no rate, whatever stands in its cells */
	if (!r->row->counted || !(r->has_avg || r->has_rate))
		return false;
	*per_s = r->has_avg ? r->avg_per_s : r->per_s;
	return isfinite(*per_s);
}

const float *report_row_cols(const struct frame_row *r)
{
	if (r->row->flags & ROW_SUM)
		return NULL;
	/* never a whole run in the sum and one second in the columns */
	return r->has_avg ? r->col_avg_per_s : r->col_per_s;
}

bool report_cpu_shares(const struct frame_cpu *c, struct cpu_shares *s)
{
	*s = c->has_avg ? c->avg : c->now;
	return c->has_avg || c->has_load;
}

const struct frame_probe *report_interrupts(const struct frame *f)
{
	return &f->probe[PROBE_interrupts];
}

bool report_over_run(const struct frame *f)
{
	const struct frame_probe *p = report_interrupts(f);

	for (size_t i = 0; i < p->nrows; i++)
		if (p->row[i].has_avg)
			return true;
	for (size_t i = 0; i < f->ncpus; i++)
		if (f->cpu[i].has_avg)
			return true;
	return false;
}

void report_clean(char *buf, size_t size, const char *text)
{
	text_shown(buf, size, text);
}

void report_locale_enter(struct report_locale *l)
{
	errno = 0;
	l->c = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
	l->old = l->c ? uselocale(l->c) : (locale_t)0;
}

void report_locale_leave(struct report_locale *l)
{
	if (!l->c)
		return;
	uselocale(l->old);
	freelocale(l->c);
}

int report_flush(FILE *out)
{
	if (fflush(out) == EOF || ferror(out))
		return errno ? -errno : -EIO;
	return 0;
}
