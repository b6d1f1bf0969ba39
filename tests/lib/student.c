// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * student: Student's t with a pooled variance.
 *
 * Invariant: no more than the textbook's formulas.
 */
#include "student.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

void student_test(const struct summary *x, const struct summary *y, struct t_test *out,
		  double *pooled_s)
{
	double n = (double)x->n, m = (double)y->n, s;

	out->df = n + m - 2;
	s = sqrt(((n - 1) * x->sd * x->sd + (m - 1) * y->sd * y->sd) / out->df);
	out->d = y->mean - x->mean;
	out->se = s * sqrt(1 / n + 1 / m);
	out->half = gsl_cdf_tdist_Pinv(0.975, out->df) * out->se;
	out->p = out->se > 0 ? 2 * gsl_cdf_tdist_Q(fabs(out->d) / out->se, out->df) : out->d == 0;
	if (pooled_s)
		*pooled_s = s;
}
