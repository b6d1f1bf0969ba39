// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * words: small figures as text.
 *
 * Invariant: no text here ever holds "nan" or "inf".
 */
#include "views/words.h"

#include <math.h>
#include <time.h>

#include "base/base.h"
#include "draw/spark.h"

static void words_time(char *buf, size_t size, int64_t wall_ns, const char *fmt)
{
	time_t t = (time_t)(wall_ns / NSEC_PER_SEC);
	struct tm tm;

	if (!localtime_r(&t, &tm)) {
		text_copy(buf, size, "--");
		return;
	}
	if (*fmt == 'd')
		text_format(buf, size, "%04d-%02d-%02d %02d:%02d:%02d", tm.tm_year + 1900,
			    tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec);
	else
		text_format(buf, size, "%02d:%02d:%02d", tm.tm_hour, tm.tm_min, tm.tm_sec);
}

void words_clock(char *buf, size_t size, int64_t wall_ns)
{
	words_time(buf, size, wall_ns, "c");
}

void words_date(char *buf, size_t size, int64_t wall_ns)
{
	words_time(buf, size, wall_ns, "d");
}

void words_percent(char *buf, size_t size, bool has, double share)
{
	double p = share * 100;

	if (!has || !isfinite(p))
		text_copy(buf, size, "--");
	else if (p > 99.94)
		text_format(buf, size, "%.0f", p);
	else
		text_format(buf, size, "%.1f", MAX(p, 0.0));
}

void words_rate(char *buf, size_t size, bool has, double v, int w)
{
	if (!has || !isfinite(v))
		text_copy(buf, size, "--");
	else
		format_rate(buf, size, v, w);
}

void words_per_s(char *buf, size_t size, bool has, double v, int w)
{
	if (!has || !isfinite(v))
		text_copy(buf, size, "--");
	else if (v <= 0)
		text_copy(buf, size, "0");
	else if (v < 0.05)
		text_copy(buf, size, "<0.1");
	else if (v >= 1e6 || text_format(buf, size, "%.1f", v) > (size_t)MAX(w, 0))
		format_rate(buf, size, v, w);
}

void words_per_loop(char *buf, size_t size, bool has, double v)
{
	if (!has || !isfinite(v))
		text_copy(buf, size, "--");
	else if (v <= 0)
		text_copy(buf, size, "0");
	else if (v < 0.0001)
		text_copy(buf, size, "<.0001");
	else if (v < 0.995)
		text_format(buf, size, "%.4f", v);
	else if (v < 99.995)
		text_format(buf, size, "%.2f", v);
	else
		format_rate(buf, size, v, 7);
}

const char *words_log_kind(enum log_kind kind, style_t *style)
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
