// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * words: small figures as text.
 *
 * Invariant: no text here ever holds "nan" or "inf".
 */
#include "draw/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/base.h"

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

/* @v with at most @decimals behind the point so that it takes at most @w columns; false if none fits. */
static bool words_fit(char *buf, size_t size, double v, int decimals, int w, const char *suffix)
{
	for (; decimals >= 0; decimals--) {
		int n = snprintf(buf, size, "%.*f%s", decimals, v, suffix);

		if (n >= 0 && n <= w && (size_t)n < size)
			return true;
	}
	return false;
}

void words_number(char *buf, size_t size, double v, int w)
{
	static const struct {
		double unit;
		const char *suffix;
	} units[] = { { 1, "" }, { 1e3, "k" }, { 1e6, "M" }, { 1e9, "G" }, { 1e12, "T" } };

	if (!isfinite(v)) {
		text_copy(buf, size, "--");
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		double u = v / units[i].unit, a = fabs(u);
		/* three digits that count, but no decimals on a plain number from 100 on */
		int decimals = a < 9.995 ? 2 : a < 99.95 ? 1 : 0;

		if (!i && a == floor(a))
			decimals = 0;
		if (words_fit(buf, size, u, decimals, w, units[i].suffix))
			return;
	}
	memset(buf, '#', MIN((size_t)MAX(w, 0), size - 1));
	buf[MIN((size_t)MAX(w, 0), size - 1)] = '\0';
}

void words_span(char *buf, size_t size, int64_t ns)
{
	static const struct {
		int64_t ns;
		const char *name;
	} units[] = {
		{ 86400 * NSEC_PER_SEC, "d" }, { 3600 * NSEC_PER_SEC, "h" },
		{ 60 * NSEC_PER_SEC, "m" },    { NSEC_PER_SEC, "s" },
		{ NSEC_PER_MSEC, "ms" },       { NSEC_PER_USEC, "us" },
	};
	const char *sign = ns < 0 ? "-" : "";
	uint64_t left = ns < 0 ? -(uint64_t)ns : (uint64_t)ns;

	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		uint64_t u = (uint64_t)units[i].ns, whole = left / u, rest;

		if (!whole)
			continue;
		rest = i < 3 ? left % u / (uint64_t)units[i + 1].ns : 0;
		if (rest)
			text_format(buf, size, "%s%llu%s%llu%s", sign, (unsigned long long)whole,
				    units[i].name, (unsigned long long)rest, units[i + 1].name);
		else
			text_format(buf, size, "%s%llu%s", sign, (unsigned long long)whole,
				    units[i].name);
		return;
	}
	text_copy(buf, size, "0s");
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
		words_number(buf, size, v, w);
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
		words_number(buf, size, v, w);
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
		words_number(buf, size, v, 7);
}
