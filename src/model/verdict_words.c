// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * verdict_words: a verdict in words, in a table's column, and the headline over several.
 *
 * Invariant: what is printed is cut to so many digits that a difference never reads as none, nor
 * the other way round.
 */
#include "model/verdict.h"

#include <math.h>
#include <string.h>

#include "stream/event.h"

#define FACTOR_ABOVE 0.3 /* shares of 1: beyond it people think in factors */

struct text {
	char *buf;
	size_t size, len;
};

static void add(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void add(struct text *t, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (t->len < t->size)
		t->len += text_vformat(t->buf + t->len, t->size - t->len, fmt, ap);
	va_end(ap);
}

static bool as_factor(double ln)
{
	return fabs(expm1(ln)) > FACTOR_ABOVE;
}

static double rounded(double v, int decimals)
{
	double scale = pow(10, decimals);

	return round(v * scale) / scale;
}

/* "x8.1": @digits significant ones, never more than 7 characters. */
static void factor_text(char *buf, size_t size, double ln, int digits)
{
	double f = exp(ln);
	int decimals;

	if (f > 99999)
		text_format(buf, size, "x>99999");
	else if (f < 0.001)
		text_format(buf, size, "x<0.001");
	else {
		/* 1.31 needs a digit more than 8.1: what counts is the distance from 1 */
		decimals = digits - 1 - (int)floor(log10(f)) + (f > 1 && f < 2);
		decimals = MIN(MAX(decimals, 0), 4);
		while (decimals < 4 && f != 1 && rounded(f, decimals) == 1)
			decimals++;
		text_format(buf, size, "x%.*f", decimals, f);
	}
}

/* "+9.1%"; very small ones keep a digit that is not 0. */
static void percent_text(char *buf, size_t size, double ln)
{
	double percent = 100 * expm1(ln);

	text_format(buf, size, "%+.*f%%", fabs(percent) < 0.1 && percent != 0 ? 2 : 1, percent);
}

static void interval_text(char *buf, size_t size, double lo, double hi)
{
	char a[16], b[16];

	if (as_factor(lo) || as_factor(hi)) {
		factor_text(a, sizeof(a), lo, 2);
		factor_text(b, sizeof(b), hi, 2);
	} else {
		percent_text(a, sizeof(a), lo);
		percent_text(b, sizeof(b), hi);
	}
	text_format(buf, size, "%s..%s", a, b);
}

static void number_text(char *buf, size_t size, const char *sign, double v, int decimals)
{
	if (fabs(v) < 1e15)
		text_format(buf, size, "%s%.*f", v < 0 ? "-" : sign, MAX(decimals, 0),
			    fabs(rounded(v, decimals)));
	else
		text_format(buf, size, "%s%.3g", v < 0 ? "-" : sign, fabs(v));
}

/* Decimals that show two digits of @size. Negative: tens, hundreds... */
static int two_digits(double size)
{
	return size > 0 ? 1 - (int)floor(log10(size)) : 0;
}

/* "+1240 +/- 610": two digits of the half-width, more if else it read as no difference. */
static void plus_minus_text(char *buf, size_t size, double d, double half, int min_decimals,
			    const char *suffix)
{
	int decimals = MIN(MAX(two_digits(half > 0 ? half : fabs(d)), min_decimals), 9);
	char a[32], b[32];

	for (int more = 0; more < 6; more++) {
		if (fabs(rounded(d, decimals)) > rounded(half, decimals))
			break;
		decimals++;
	}
	number_text(a, sizeof(a), "+", d, decimals);
	number_text(b, sizeof(b), "", half, decimals);
	text_format(buf, size, "%s%s +/- %s%s", a, suffix, b, suffix);
}

/* The part of the interval between the difference and "no change": the side that proves it. */
static double proving_half(const struct verdict *v)
{
	return fabs(exp(v->d) - exp(v->d > 0 ? v->lo : v->hi));
}

static void add_size(struct text *t, const struct verdict *v, const char *unit)
{
	double by = expm1(v->d), half = proving_half(v), rate = v->rate_before;
	char p[16], a[80], b[40], c[40];

	text_format(p, sizeof(p), "p=%.3f", v->p);
	if (v->p < 0.001)
		text_format(p, sizeof(p), "p<0.001");
	else if (v->p >= 0.0495)
		text_format(p, sizeof(p), "p<0.05");
	if (as_factor(v->d)) {
		double lo = rate * expm1(v->lo), hi = rate * expm1(v->hi);

		number_text(a, sizeof(a), "+", rate * by, two_digits(fabs(rate * by)) + 1);
		number_text(b, sizeof(b), "+", lo, two_digits(fabs(lo)));
		number_text(c, sizeof(c), "+", hi, two_digits(fabs(hi)));
		add(t, "\n        %s (%s..%s) %s", a, b, c, unit);
		factor_text(b, sizeof(b), v->d, 2);
		interval_text(c, sizeof(c), v->lo, v->hi);
		text_format(a, sizeof(a), "%s (%s)", b, c);
	} else {
		plus_minus_text(a, sizeof(a), rate * by, rate * half, -9, "");
		add(t, "\n        %s %s", a, unit);
		plus_minus_text(a, sizeof(a), 100 * by, 100 * half, 1, "%");
	}
	add(t, "\n        %-24s(AR(1) Neff, placebo %s)", a, p);
}

static void add_sets(struct text *t, const struct verdict *v, const struct verdict_labels *l)
{
	int width = (int)MAX(strlen(l->before), strlen(l->after));
	char n[12], m[12];

	text_format(n, sizeof(n), "%u", v->n);
	text_format(m, sizeof(m), "%u", v->look);
	add(t, "x before   %-*s   N=%-3s (Neff %.0f)\n", width, l->before, n, v->neff_n);
	add(t, "+ after    %-*s   N=%-3s (Neff %.0f)\n", width, l->after, m, v->neff_m);
}

/* A smallest detectable change as a person says it: "40%", "x3.2". */
static void change_text(char *buf, size_t size, double change)
{
	if (change <= 1)
		text_format(buf, size, "%.0f%%", ceil(100 * change));
	else
		factor_text(buf, size, log1p(change), 2);
}

static void add_finding(struct text *t, const struct verdict *v, const struct verdict_labels *l)
{
	char a[40];

	add_sets(t, v, l);
	switch (v->state) {
	case VERDICT_DIFFERENCE:
		add(t, "%-50s %s", "Difference at 95.0% confidence",
		    "before/after, not randomised");
		add_size(t, v, l->unit);
		break;
	case VERDICT_HIDDEN:
		change_text(a, sizeof(a), v->detectable);
		add(t, "can't tell: this machine's noise hides anything below %s", a);
		add(t, "\n        before/after, not randomised");
		break;
	default:
		interval_text(a, sizeof(a), v->lo, v->hi);
		add(t, "No difference proven at 95.0%% confidence (if any: %s)", a);
		add(t, "\n        before/after, not randomised");
		break;
	}
	if (v->next)
		add(t, "\n%u of %u rounds, next look at %u", v->m, v->last, v->next);
	if (v->load_changed)
		add(t, "\nother load changed %.1f -> %.1f CPUs at the same time", v->load_before,
		    v->load_after);
	if (v->cut)
		add(t, "\ncut short by %s", v->cut_by);
}

size_t verdict_words(const struct verdict *v, const struct verdict_labels *l, char *buf,
		     size_t size)
{
	struct text t = { .buf = buf, .size = size };

	switch (v->state) {
	case VERDICT_NEVER:
		add(&t, "never judged: one loop takes time slices of the scheduler");
		break;
	case VERDICT_TOO_FEW:
		add(&t, "needs %u more round%s before a change can be judged", v->needs,
		    v->needs == 1 ? "" : "s");
		break;
	case VERDICT_WAITING:
		if (v->cut)
			add(&t, "can't tell: %u of 5 rounds, cut short by %s", v->m, v->cut_by);
		else
			add(&t, "can't tell yet: %u of %u rounds", v->m, v->next);
		break;
	default:
		add_finding(&t, v, l);
		break;
	}
	return t.len;
}

size_t verdict_short(const struct verdict *v, char *buf, size_t size)
{
	char a[16] = "--";

	if (v->state == VERDICT_DIFFERENCE && as_factor(v->d))
		factor_text(a, sizeof(a), v->d, 2);
	else if (v->state == VERDICT_DIFFERENCE)
		percent_text(a, sizeof(a), v->d);
	else if (v->next)
		text_format(a, sizeof(a), "%u/%u", v->m, v->last);
	else if (v->state == VERDICT_SAME)
		text_format(a, sizeof(a), "~");
	else if (v->state == VERDICT_HIDDEN)
		text_format(a, sizeof(a), "noisy");
	return text_format(buf, size, "%s", a);
}

size_t verdict_headline(const struct verdict *v, size_t n, char *buf, size_t size)
{
	struct text t = { .buf = buf, .size = size };
	size_t family, differ = verdict_holm(v, n, NULL, &family), alone = 0, looked = 0;
	unsigned needs = 0;
	bool looking = false;

	for (size_t i = 0; i < n; i++) {
		alone += v[i].state == VERDICT_DIFFERENCE;
		looked += v[i].look > 0;
		looking |= v[i].next > 0;
		if (v[i].state == VERDICT_TOO_FEW && (!needs || v[i].needs < needs))
			needs = v[i].needs;
	}
	if (!family && needs)
		add(&t, "needs %u more round%s before a change can be judged", needs,
		    needs == 1 ? "" : "s");
	else if (!looked)
		add(&t, looking ? "can't tell yet" : "no series was judged");
	else if (!differ)
		add(&t, "no difference proven in %zu series", family);
	else
		add(&t, "%zu of %zu series differ%s", differ, family, differ == 1 ? "s" : "");
	if (alone > differ)
		add(&t, ", %zu taken one by one", alone);
	if (looked && looking)
		add(&t, ", still looking");
	return t.len;
}
