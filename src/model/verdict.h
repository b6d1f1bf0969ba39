/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * verdict: did this change of a setting change this series? Before/after, round by round.
 *
 * A judge is begun with the clean rounds before a change, gets one round after the other, and looks
 * only after 5, 10, 20, 40 and 80 rounds, and only while the rounds before are three times as many.
 * It says "Difference" when two tests agree (compare_tests.h: neff_test, placebo_test), both at 5 %.
 * More looks, or another test, would break the 5 %.
 *
 * Pure. Invariants: memory is fixed, whatever is fed; "Difference" once said stays said; the
 * interval [lo, hi] leaves out "no change" exactly when the verdict is "Difference".
 */
#ifndef CTXTOP_VERDICT_H
#define CTXTOP_VERDICT_H

#include "base/base.h"

#define VERDICT_BEFORE_MIN 15  /* rounds: three times the first look */
#define VERDICT_BEFORE_MAX 200 /* rounds: older ones say little about now */
#define VERDICT_AFTER_MAX  80  /* rounds: the last look */
#define VERDICT_LOOKS	   5
#define VERDICT_LEVEL	   0.05
#define VERDICT_NOISY	   0.25 /* smallest detectable change above which "~" would mislead */
#define VERDICT_LOAD_STEP  0.3 /* CPUs of other load, between before and after, that are reported */

enum verdict_state {
	VERDICT_NEVER,	    /* a series that is never judged (SERIES_SLICE_BOUND) */
	VERDICT_TOO_FEW,    /* the change came too early: `needs` rounds were missing before it */
	VERDICT_WAITING,    /* before the first look */
	VERDICT_HIDDEN,	    /* looked, no difference, and noise would hide a change of 25 % */
	VERDICT_SAME,	    /* looked, no difference proven */
	VERDICT_DIFFERENCE, /* looked, and latched */
};

/* One clean round of one series. */
struct verdict_round {
	double ln_rate;
	bool has_load;
	double other_load; /* CPUs, mean over all series of that round */
};

/*
 * Figures stand where look > 0 and belong to that look. Differences and limits are of ln rates:
 * exp() of them is a ratio after/before.
 */
struct verdict {
	enum verdict_state state;
	unsigned n, m;	       /* rounds before, rounds after so far */
	unsigned needs;	       /* VERDICT_TOO_FEW */
	unsigned look;	       /* rounds after the change on which the figures rest; 0 none */
	unsigned next, last;   /* next and last look; 0: no look comes any more */
	double neff_n, neff_m; /* what the rounds are worth in independent ones */
	double d, lo, hi;      /* ln(after/before) and its 95 % interval */
	double p;	       /* the larger of the two tests' */
	double p_least;	       /* the least p since "Difference" (for Holm); else p */
	double rate_before;    /* arithmetic mean of the n rounds */
	double detectable;     /* smallest detectable ratio - 1; stands from n >= 15 on */
	bool load_changed;     /* caveat: by VERDICT_LOAD_STEP or more */
	double load_before, load_after; /* CPUs; stand where load_changed */
	bool cut;			/* ended before its last look, by what `cut_by` names */
	char cut_by[64];
};

struct judge {
	struct verdict v;
	double x[VERDICT_BEFORE_MAX], y[VERDICT_AFTER_MAX];
	bool has_load[VERDICT_LOOKS]; /* mean other load before, over the last m of each look */
	double load[VERDICT_LOOKS];
	unsigned after_loads;
	double after_load_sum;
};

/*
 * Begin with @n clean rounds before the change, in time order (of more than VERDICT_BEFORE_MAX the
 * newest count), all since the previous change of any setting. @flags: enum series_flags. Rounds
 * whose ln_rate is not finite are left out.
 */
void judge_begin(struct judge *j, const struct verdict_round *before, size_t n, unsigned flags);

/* One more clean round after the change. True when it was one at which the judge looked. */
bool judge_add(struct judge *j, const struct verdict_round *r);

/* The newest round's value, now that more of it was measured. A look that it was in stays. */
void judge_amend(struct judge *j, const struct verdict_round *r);

/* Nothing follows: @by (a setting's name) changed too. What was found so far stays. */
void judge_cut(struct judge *j, const char *by);

struct verdict_labels {
	const char *before, *after; /* "kernel.foo=0", "kernel.foo=1" */
	const char *unit;	    /* "loops/s" */
};

/* Lines in the manner of ministat, separated by newlines, none at the end. Returns the length. */
size_t verdict_words(const struct verdict *v, const struct verdict_labels *l, char *buf,
		     size_t size);

/* At most 7 characters: "+9.1%", "x8.1" beyond 30 %, "~", "noisy", "5/20", "--". */
size_t verdict_short(const struct verdict *v, char *buf, size_t size);

/*
 * Which of @n series differ if they are judged together, by Holm (Scandinavian Journal of Statistics 6,
 * 1979): those in state VERDICT_DIFFERENCE whose p_least is at most *@limit (below 0: none). *@family: how
 * many took part. Both may be NULL. Returns how many differ.
 */
size_t verdict_holm(const struct verdict *v, size_t n, double *limit, size_t *family);

/* "3 of 12 series differ" and what goes with it, one line. */
size_t verdict_headline(const struct verdict *v, size_t n, char *buf, size_t size);

#endif
