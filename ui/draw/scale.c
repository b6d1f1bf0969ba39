// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * scale: the range of values that a history is drawn over.
 *
 * Invariant: the range is never empty, whatever the values are.
 */
#include "draw/scale.h"

#include <math.h>
#include <stdbool.h>

#include "base/base.h"

void scale_widen(double *lo, double *hi)
{
	double mid = (*lo + *hi) / 2, room = fabs(mid) * SCALE_LEAST;

	/* nothing but 0 lies at the bottom */
	if (*lo <= 0 && *hi <= 0) {
		*hi = *lo + 1;
		return;
	}
	if (*hi - *lo >= room)
		return;
	*lo = mid - room / 2;
	*hi = mid + room / 2;
}

void scale_axis(double lo, double hi, int steps, double *axis_lo, double *axis_hi, double *step)
{
	static const double nice[] = { 1, 2, 5, 10 };
	double raw, power, s = 10;

	if (!isfinite(lo) || !isfinite(hi))
		lo = 0, hi = 1;
	if (!(hi > lo)) {
		double room = lo != 0 ? fabs(lo) * 0.05 : 1;

		hi = lo + room;
		lo = lo > 0 ? lo - room : lo;
	}
	raw = (hi - lo) / MAX(steps, 1);
	power = pow(10, floor(log10(raw)));
	for (size_t i = 0; i < ARRAY_SIZE(nice); i++) {
		/* a hair of slack: 0.1 + 0.2 must not jump to the next size */
		if (nice[i] * power >= raw * (1 - 1e-9)) {
			s = nice[i];
			break;
		}
	}
	*step = s * power;
	*axis_lo = floor(lo / *step + 1e-9) * *step;
	*axis_hi = ceil(hi / *step - 1e-9) * *step;
}
