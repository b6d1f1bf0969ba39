// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * parts: names, styles and figures that several panels and views show.
 *
 * Invariant: no text here ever holds "nan" or "inf".
 */
#include "views/parts.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "draw/words.h"

style_t part_series_style(const struct frame *f, size_t i)
{
	unsigned n = 0;

	for (size_t k = 1; k <= i && k < f->nseries; k++)
		if (strcmp(f->series[k].info->method, f->series[k - 1].info->method))
			n++;
	return (style_t)(STYLE_METHOD + n % 12);
}

void part_series_name(char *buf, size_t size, const struct series_info *info)
{
	text_format(buf, size, "%s %s", info->label, info->placement);
}

void part_per_mhz(char *buf, size_t size, bool has, double v)
{
	if (!has || !isfinite(v))
		text_copy(buf, size, "--");
	else if (fabs(v) < 999.9995)
		text_format(buf, size, "%.3f", v);
	else
		words_number(buf, size, v, 8);
}

void part_sd(char *buf, size_t size, const struct figures *fig)
{
	bool has = fig && (fig->have & FIG_STDDEV) && fig->average > 0;

	words_percent(buf, size, has, has ? fig->stddev / fig->average : 0);
}

void part_metric(char *buf, size_t size, const struct figures *fig, enum metric_id id)
{
	bool has = metric_has(&fig->metrics, id);
	double v = fig->metrics.v[id];

	switch (metric_table[id].show) {
	case METRIC_AS_PERCENT:
		words_percent(buf, size, has, v);
		return;
	case METRIC_AS_MHZ:
		words_rate(buf, size, has, v, 6);
		return;
	case METRIC_AS_CPUS:
		if (has)
			text_format(buf, size, "%.2f", v);
		else
			text_copy(buf, size, "--");
		return;
	case METRIC_AS_RATE:
		break;
	case METRIC_AS_DEFAULT:
		if (metric_table[id].how != METRIC_PER_LOOP)
			break;
		words_per_loop(buf, size, has, v);
		return;
	}
	words_rate(buf, size, has, v, 8);
}

const char *part_log_kind(enum log_kind kind, style_t *style)
{
	static const struct {
		const char *word;
		style_t style;
	} kinds[] = {
		[LOG_MARK] = { "mark", STYLE_MARK },	 [LOG_EPOCH] = { "epoch", STYLE_BRIGHT },
		[LOG_GAP] = { "gap", STYLE_WARN },	 [LOG_FAULT] = { "FAULT", STYLE_CRIT },
		[LOG_STATE] = { "state", STYLE_NORMAL }, [LOG_HOTPLUG] = { "cpu", STYLE_WARN },
		[LOG_SETTING] = { "set", STYLE_MARK },
	};
	size_t i = MIN((size_t)kind, ARRAY_SIZE(kinds) - 1);

	*style = kinds[i].style;
	return kinds[i].word;
}

/* Rates are formed over a second; a probe that is dear to read comes seldom. */
#define PART_OLD_S 3

void part_age(char *buf, size_t size, const struct frame_probe *p, const struct frame *f)
{
	buf[0] = '\0';
	if (p->available && p->age_s > PART_OLD_S && f->measuring && !f->ended)
		text_format(buf, size, " %.0f s old ", p->age_s);
}
