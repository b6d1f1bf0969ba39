// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_verdict_models: how often the judge is wrong where nothing changed, and how often it sees
 * what did, on synthetic series.
 *
 * Invariant: every series comes from a seed that stands here.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "model/compare_tests.h"
#include "../lib/student.h"
#include "model/verdict.h"
#include "../lib/chance.h"

#define BEFORE 100
#define AFTER  20
#define RUNS   2000
#define SD     0.03
#define FAMILY 12
#define WRONG  0.06 /* of any model, nominal 5 % */

/* -- the models: ln rates of a series in which nothing changes -------------------------------- */

struct walk {
	uint64_t seed;
	double ar; /* of the AR(1) part, sd 1 */
	bool high; /* the mode */
	double at; /* 0..1 through the series */
};

static double ar1(struct walk *w, double phi)
{
	w->ar = phi * w->ar + sqrt(1 - phi * phi) * chance_normal(&w->seed);
	return w->ar;
}

static double mode(struct walk *w, double factor)
{
	if (chance_uniform(&w->seed) < 0.2)
		w->high = !w->high;
	return w->high ? log(factor) : 0;
}

static double outlier(struct walk *w)
{
	return chance_uniform(&w->seed) < 0.05 ? -0.7 * chance_exponential(&w->seed) : 0;
}

static double model_iid(struct walk *w)
{
	return SD * chance_normal(&w->seed);
}

static double model_t3(struct walk *w)
{
	double chi2 = 0, z = chance_normal(&w->seed);

	for (int i = 0; i < 3; i++) {
		double n = chance_normal(&w->seed);

		chi2 += n * n;
	}
	/* t with 3 degrees of freedom has variance 3 */
	return SD * z / sqrt(chi2);
}

static double model_ar6(struct walk *w)
{
	return SD * ar1(w, 0.6);
}

static double model_ar9(struct walk *w)
{
	return SD * ar1(w, 0.9);
}

static double model_drift(struct walk *w)
{
	return SD * (chance_normal(&w->seed) + w->at);
}

static double model_bimod(struct walk *w)
{
	return model_iid(w) + mode(w, 2);
}

static double model_outl(struct walk *w)
{
	return model_iid(w) + outlier(w);
}

static double model_all(struct walk *w)
{
	return SD * ar1(w, 0.6) + 0.3 * w->at + outlier(w) + mode(w, 1.5);
}

static const struct model {
	const char *name;
	double (*next)(struct walk *w);
} models[] = {
	{ "iid", model_iid },	{ "t3", model_t3 },	  { "AR .6", model_ar6 },
	{ "AR .9", model_ar9 }, { "drift", model_drift }, { "bimod", model_bimod },
	{ "outl", model_outl }, { "all", model_all },
};

enum { MODEL_IID = 0, MODEL_AR6 = 2, MODEL_BIMOD = 5 };

struct series {
	struct verdict_round before[BEFORE], after[AFTER];
};

static void make_series(struct series *s, const struct model *m, uint64_t seed, double effect)
{
	struct walk w = { .seed = seed * UINT64_C(0x9e3779b97f4a7c15) + 1 };

	/* the first numbers of near seeds are alike, and an AR(1) must have forgotten its start */
	for (int i = 0; i < 60; i++)
		m->next(&w);
	for (int i = 0; i < BEFORE + AFTER; i++) {
		struct verdict_round *r = i < BEFORE ? &s->before[i] : &s->after[i - BEFORE];

		w.at = (double)i / (BEFORE + AFTER);
		*r = (struct verdict_round){ .ln_rate = 9 + m->next(&w) };
		if (i >= BEFORE)
			r->ln_rate += effect;
	}
}

/* -- the judge on them ------------------------------------------------------------------------- */

/* Judge one series; holds at every look what must hold at every look. */
static const struct verdict *judge_all(struct judge *j, const struct verdict_round *before,
				       size_t n, const struct verdict_round *after, size_t m)
{
	bool was = false;

	judge_begin(j, before, n, 0);
	for (size_t i = 0; i < m; i++) {
		const struct verdict *v = &j->v;
		bool is;

		if (!judge_add(j, &after[i]))
			continue;
		is = v->state == VERDICT_DIFFERENCE;
		assert_true(is || !was);
		assert_int_equal(is, v->lo > 0 || v->hi < 0);
		assert_int_equal(is, v->p < VERDICT_LEVEL);
		assert_true(v->lo <= v->d && v->d <= v->hi);
		was = is;
	}
	return &j->v;
}

static double share_found(const struct model *m, double effect, uint64_t seed)
{
	static struct judge j;
	struct series s;
	unsigned found = 0;

	for (unsigned run = 0; run < RUNS; run++) {
		make_series(&s, m, seed + run, effect);
		found += judge_all(&j, s.before, BEFORE, s.after, AFTER)->state ==
			 VERDICT_DIFFERENCE;
	}
	return (double)found / RUNS;
}

static bool student_differs(const struct series *s)
{
	static const size_t looks[] = { 5, 10, 20 };
	double x[BEFORE], y[AFTER];
	struct summary sx, sy;
	struct t_test t;

	for (size_t i = 0; i < BEFORE; i++)
		x[i] = s->before[i].ln_rate;
	for (size_t i = 0; i < AFTER; i++)
		y[i] = s->after[i].ln_rate;
	summary_of(&sx, x, BEFORE);
	for (size_t i = 0; i < 3; i++) {
		summary_of(&sy, y, looks[i]);
		student_test(&sx, &sy, &t, NULL);
		if (t.p < 0.05)
			return true;
	}
	return false;
}

static void test_nothing_changed(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(models); i++) {
		double wrong = share_found(&models[i], 0, 1000000 * (i + 1));

		print_message("A/A %-6s %.4f\n", models[i].name, wrong);
		assert_true(wrong <= WRONG);
		if (i == MODEL_AR6)
			assert_true(wrong <= 0.03);
	}
}

/* That the series are hard ones: what ministat does with them. */
static void test_student_control(void **state)
{
	struct series s;
	unsigned found = 0;

	(void)state;
	for (unsigned run = 0; run < RUNS; run++) {
		make_series(&s, &models[MODEL_AR6], 1000000 * (MODEL_AR6 + 1) + run, 0);
		found += student_differs(&s);
	}
	print_message("Student on AR .6: %.4f\n", (double)found / RUNS);
	assert_true(found > RUNS / 4);
}

static void test_power(void **state)
{
	static const struct {
		double effect, at_least;
	} want[] = { { .02, .30 }, { .05, .95 }, { .10, .999 }, { .65, 1 } };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(want); i++) {
		double up = share_found(&models[MODEL_IID], log1p(want[i].effect), 77);
		double down = share_found(&models[MODEL_IID], -log1p(want[i].effect), 77);

		print_message("iid %+.0f %%: %.3f, down %.3f\n", 100 * want[i].effect, up, down);
		assert_true(up >= want[i].at_least && down >= want[i].at_least);
	}
	/* what haltpoll does to a cross-CPU pipe is seen on the worst of them */
	for (size_t i = 0; i < ARRAY_SIZE(models); i++)
		assert_true(share_found(&models[i], log(12), 99) > 0.99);
	/* and what a small change does between two modes is not: the judge must not guess */
	assert_true(share_found(&models[MODEL_BIMOD], log1p(.05), 99) <= WRONG);
}

/* Twelve series in which nothing changed: how often does the headline name any? Three that did? */
static void test_headline(void **state)
{
	static struct judge j;
	struct verdict v[FAMILY];
	unsigned runs = RUNS / 4;
	struct series s;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(models); i++) {
		unsigned any = 0, found = 0;

		for (unsigned run = 0; run < runs; run++) {
			for (unsigned k = 0; k < FAMILY; k++) {
				uint64_t seed = 1000000 * (i + 20) + run * FAMILY + k;

				make_series(&s, &models[i], seed, 0);
				v[k] = *judge_all(&j, s.before, BEFORE, s.after, AFTER);
			}
			any += verdict_holm(v, FAMILY, NULL, NULL) > 0;
			for (unsigned k = 0; k < 3; k++) {
				make_series(&s, &models[i], 7 * run + k, log(12));
				v[k] = *judge_all(&j, s.before, BEFORE, s.after, AFTER);
			}
			found += verdict_holm(v, FAMILY, NULL, NULL) >= 3;
		}
		print_message("headline %-6s any of none %.3f, three of three %.3f\n",
			      models[i].name, (double)any / runs, (double)found / runs);
		assert_true(any <= runs / 20);
		assert_true(found >= runs - runs / 20);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nothing_changed),
		cmocka_unit_test(test_student_control),
		cmocka_unit_test(test_power),
		cmocka_unit_test(test_headline),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
