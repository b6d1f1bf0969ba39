// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * aim: see aim.h.
 */
#include "aim.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "model/compare_tests.h"

/* Half of Student's interval at 95 % for the mean of @n numbers that scatter by @sd. n >= 2. */
static double aim_half(size_t n, double sd)
{
	return gsl_cdf_tdist_Pinv(0.975, (double)n - 1) * sd / sqrt((double)n);
}

/* How many numbers more bring the interval below @distance; 0: more than anybody waits for. */
static size_t aim_more(size_t n, double sd, double distance)
{
	for (size_t more = 1; more <= AIM_PATIENCE; more++)
		if (aim_half(n + more, sd) < distance)
			return more;
	return 0;
}

void aim_judge(const double *x, size_t n, double aim, bool at_least, struct aim_result *out)
{
	double *ln = n ? malloc(n * sizeof(*ln)) : NULL;
	double half, distance;
	struct summary s;

	*out = (struct aim_result){
		.verdict = aim > 0 ? AIM_OPEN : AIM_NONE, .middle = NAN, .low = NAN, .high = NAN
	};
	if (!ln)
		return;
	for (size_t i = 0; i < n; i++)
		ln[i] = log(x[i]);
	summary_of(&s, ln, n);
	free(ln);
	out->middle = exp(s.mean);
	if (n < 2)
		return;
	half = aim_half(n, s.sd);
	out->low = exp(s.mean - half);
	out->high = exp(s.mean + half);
	if (!(aim > 0))
		return;
	distance = at_least ? s.mean - log(aim) : log(aim) - s.mean;
	/* what does not scatter and stands on its aim keeps it; the rounding of log() is no miss */
	if (distance >= half - 1e-12)
		out->verdict = AIM_KEPT;
	else if (distance < -half)
		out->verdict = AIM_MISSED;
	else
		out->more = aim_more(n, s.sd, fabs(distance));
}
