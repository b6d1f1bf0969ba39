/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * student: ministat's comparison of two sets, as a control: it takes slices in time order for independent.
 *
 * Invariant: agrees with ministat, which tests/oracle/test_ministat.c checks where that is installed.
 */
#ifndef CTXTOP_TESTS_STUDENT_H
#define CTXTOP_TESTS_STUDENT_H

#include "model/compare_tests.h"

/* At 95 %, @x the reference set, each of at least three numbers. *@pooled_s (may be NULL): pooled deviation. */
void student_test(const struct summary *x, const struct summary *y, struct t_test *out,
		  double *pooled_s);

#endif
