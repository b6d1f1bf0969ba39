// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * verdict: the judge of one series for one change, and the headline over several.
 *
 * Invariant: a verdict is formed at the looks only; between them nothing but the count moves.
 */
#include "model/verdict.h"

#include <math.h>
#include <string.h>

#include "model/compare_tests.h"
#include "stream/event.h"

static const unsigned looks[VERDICT_LOOKS] = { 5, 10, 20, 40, 80 };

#define DETECT_LOOK 20 /* rounds after a change that a person is ready to wait for */

/* The largest look that @n rounds before allow, up to @limit; 0: none. */
static unsigned last_look(size_t n, unsigned limit)
{
	unsigned last = 0;

	for (size_t i = 0; i < VERDICT_LOOKS; i++)
		if (looks[i] <= n / 3 && looks[i] <= limit)
			last = looks[i];
	return last;
}

static unsigned next_look(const struct verdict *v)
{
	for (size_t i = 0; i < VERDICT_LOOKS; i++)
		if (looks[i] > v->m && looks[i] <= v->last)
			return looks[i];
	return 0;
}

static int detectable_ratio(const double *x, size_t n, double *change)
{
	double ln;
	int ret = detectable_change(x, n, last_look(n, DETECT_LOOK), &ln);

	if (!ret)
		*change = expm1(ln);
	return ret;
}

/* Copy the newest usable rounds; returns how many, the index of each into @from. */
static size_t take_newest(double *x, size_t *from, const struct verdict_round *before, size_t n)
{
	size_t count = 0, at = 0;

	for (size_t i = n; i > 0 && count < VERDICT_BEFORE_MAX; i--)
		count += isfinite(before[i - 1].ln_rate) != 0;
	for (size_t i = n; i > 0 && at < count; i--) {
		if (!isfinite(before[i - 1].ln_rate))
			continue;
		at++;
		x[count - at] = before[i - 1].ln_rate;
		from[count - at] = i - 1;
	}
	return count;
}

/* A mean of fewer than half of the rounds would not be one of the same rounds as the rates. */
static bool load_known(unsigned have, unsigned m)
{
	return have > 0 && 2 * have >= m;
}

static void begin_loads(struct judge *j, const struct verdict_round *before, const size_t *from)
{
	for (size_t i = 0; i < VERDICT_LOOKS && looks[i] <= j->v.n; i++) {
		unsigned have = 0;
		double sum = 0;

		for (unsigned k = j->v.n - looks[i]; k < j->v.n; k++) {
			if (!before[from[k]].has_load)
				continue;
			have++;
			sum += before[from[k]].other_load;
		}
		j->has_load[i] = load_known(have, looks[i]);
		if (j->has_load[i])
			j->load[i] = sum / have;
	}
}

void judge_begin(struct judge *j, const struct verdict_round *before, size_t n, unsigned flags)
{
	size_t from[VERDICT_BEFORE_MAX];
	struct verdict *v = &j->v;
	double sum = 0;

	memset(j, 0, sizeof(*j));
	v->p = v->p_least = 1;
	v->state = VERDICT_NEVER;
	if (flags & SERIES_SLICE_BOUND)
		return;
	v->n = (unsigned)take_newest(j->x, from, before, n);
	for (unsigned i = 0; i < v->n; i++)
		sum += exp(j->x[i]);
	if (v->n)
		v->rate_before = sum / v->n;
	v->state = VERDICT_TOO_FEW;
	if (v->n < VERDICT_BEFORE_MIN) {
		v->needs = VERDICT_BEFORE_MIN - v->n;
		return;
	}
	v->state = VERDICT_WAITING;
	v->last = last_look(v->n, VERDICT_AFTER_MAX);
	v->next = next_look(v);
	detectable_ratio(j->x, v->n, &v->detectable);
	begin_loads(j, before, from);
}

struct figures_at_look {
	double neff_n, neff_m, d, lo, hi, p;
};

/*
 * Each test has an interval around its own estimate; the hull of both leaves 0 out exactly when both
 * tests do and agree on the direction. (Where the two estimates are the same it is d +/- the larger
 * half-width.) Tests that disagree on the direction have found a drift, not a change.
 */
static void take_figures(struct figures_at_look *f, const struct judge *j, unsigned m)
{
	struct neff_test neff;
	struct t_test placebo;

	neff_test(j->x, j->v.n, j->y, m, &neff);
	placebo_test(j->x, j->v.n, j->y, m, &placebo);
	*f = (struct figures_at_look){
		.neff_n = neff.nx,
		.neff_m = neff.ny,
		.d = neff.t.d,
		.lo = fmin(neff.t.d - neff.t.half, placebo.d - placebo.half),
		.hi = fmax(neff.t.d + neff.t.half, placebo.d + placebo.half),
		.p = fmax(neff.t.p, placebo.p),
	};
	if (neff.t.d * placebo.d < 0)
		f->p = 1;
	/* at the very edge p and the interval may round to different sides: then nothing is proven */
	if (f->p < VERDICT_LEVEL && f->lo <= 0 && f->hi >= 0)
		f->p = VERDICT_LEVEL;
	if (f->p >= VERDICT_LEVEL) {
		f->lo = fmin(f->lo, 0);
		f->hi = fmax(f->hi, 0);
	}
}

static void note_load(struct judge *j, size_t look)
{
	struct verdict *v = &j->v;

	v->load_changed = false;
	if (!j->has_load[look] || !load_known(j->after_loads, looks[look]))
		return;
	v->load_before = j->load[look];
	v->load_after = j->after_load_sum / j->after_loads;
	v->load_changed = fabs(v->load_after - v->load_before) >= VERDICT_LOAD_STEP;
}

static void look(struct judge *j, size_t index)
{
	struct verdict *v = &j->v;
	struct figures_at_look f;
	bool latched = v->state == VERDICT_DIFFERENCE;

	take_figures(&f, j, looks[index]);
	/* a later look replaces the figures only if it says the same with more rounds */
	if (latched && (f.p >= VERDICT_LEVEL || f.d * v->d < 0))
		return;
	v->look = looks[index];
	v->neff_n = f.neff_n;
	v->neff_m = f.neff_m;
	v->d = f.d;
	v->lo = f.lo;
	v->hi = f.hi;
	v->p = f.p;
	v->p_least = latched ? fmin(v->p_least, f.p) : f.p;
	if (f.p < VERDICT_LEVEL)
		v->state = VERDICT_DIFFERENCE;
	else if (v->detectable > VERDICT_NOISY)
		v->state = VERDICT_HIDDEN;
	else
		v->state = VERDICT_SAME;
	note_load(j, index);
}

bool judge_add(struct judge *j, const struct verdict_round *r)
{
	struct verdict *v = &j->v;

	if (!v->next || !isfinite(r->ln_rate))
		return false;
	j->y[v->m++] = r->ln_rate;
	if (r->has_load) {
		j->after_loads++;
		j->after_load_sum += r->other_load;
	}
	if (v->m < v->next)
		return false;
	for (size_t i = 0; i < VERDICT_LOOKS; i++)
		if (looks[i] == v->m)
			look(j, i);
	v->next = next_look(v);
	return true;
}

void judge_amend(struct judge *j, const struct verdict_round *r)
{
	if (j->v.next && j->v.m && isfinite(r->ln_rate))
		j->y[j->v.m - 1] = r->ln_rate;
}

void judge_cut(struct judge *j, const char *by)
{
	struct verdict *v = &j->v;

	if (!v->next)
		return;
	v->cut = true;
	v->next = 0;
	text_copy(v->cut_by, sizeof(v->cut_by), by);
}

/* A series without a look yet takes part: it will be judged, and the family must not grow later. */
static bool in_family(const struct verdict *v)
{
	switch (v->state) {
	case VERDICT_NEVER:
	case VERDICT_TOO_FEW:
		return false;
	case VERDICT_WAITING:
		return !v->cut;
	default:
		return true;
	}
}

/* The least p above @above of those that differ alone, and how many have it. */
static size_t next_p(const struct verdict *v, size_t n, double above, double *p)
{
	size_t same = 0;

	for (size_t i = 0; i < n; i++) {
		if (!in_family(&v[i]) || v[i].state != VERDICT_DIFFERENCE || v[i].p_least <= above)
			continue;
		if (!same || v[i].p_least < *p) {
			*p = v[i].p_least;
			same = 0;
		}
		same += v[i].p_least == *p;
	}
	return same;
}

size_t verdict_holm(const struct verdict *v, size_t n, double *limit, size_t *family)
{
	size_t members = 0, count = 0, same;
	double p = 0, above = -1;

	for (size_t i = 0; i < n; i++)
		members += in_family(&v[i]);
	while ((same = next_p(v, n, above, &p)) && p <= VERDICT_LEVEL / (double)(members - count)) {
		count += same;
		above = p;
	}
	if (limit)
		*limit = above;
	if (family)
		*family = members;
	return count;
}
