// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_ministat: Student's comparison against the program ministat, to the printed digit.
 *
 * Invariant: skipped where ministat is not installed; the sets come from one seed.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "../lib/skip.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/compare_tests.h"
#include "../lib/student.h"
#include "../lib/chance.h"
#include "../lib/tempdir.h"

static void write_set(const char *dir, const char *name, const double *x, size_t n)
{
	char text[2000];
	size_t len = 0;

	for (size_t i = 0; i < n; i++)
		len += text_format(text + len, sizeof(text) - len, "%.17g\n", x[i]);
	tempdir_write(dir, text, "%s", name);
}

struct printed {
	bool differs;
	char d[32], half[32], percent[32], percent_half[32], pooled[32];
};

static void run_ministat(struct printed *out, const char *dir)
{
	char command[600], line[256];
	FILE *in;

	memset(out, 0, sizeof(*out));
	text_format(command, sizeof(command), "cd '%s' && ministat -A x y", dir);
	in = popen(command, "r");
	assert_non_null(in);
	while (fgets(line, sizeof(line), in)) {
		char a[32], b[32];

		if (!strncmp(line, "Difference", 10)) {
			out->differs = true;
		} else if (sscanf(line, " (Student's t, pooled s = %31[^)])", a) == 1) {
			text_copy(out->pooled, sizeof(out->pooled), a);
		} else if (sscanf(line, " %31[^% ]%% +/- %31[^%\n]%%", a, b) == 2) {
			text_copy(out->percent, sizeof(out->percent), a);
			text_copy(out->percent_half, sizeof(out->percent_half), b);
		} else if (sscanf(line, " %31[^ ] +/- %31[^\n]", a, b) == 2) {
			text_copy(out->d, sizeof(out->d), a);
			text_copy(out->half, sizeof(out->half), b);
		}
	}
	assert_int_equal(pclose(in), 0);
}

static void expect_printed(const char *text, double value)
{
	char ours[32];

	text_format(ours, sizeof(ours), "%g", value);
	assert_string_equal(text, ours);
}

static void compare_with_ministat(const char *dir, const double *x, size_t n, const double *y,
				  size_t m, unsigned *differing)
{
	struct summary sx, sy;
	struct printed p;
	struct t_test t;
	double s, half;

	write_set(dir, "x", x, n);
	write_set(dir, "y", y, m);
	run_ministat(&p, dir);
	summary_of(&sx, x, n);
	summary_of(&sy, y, m);
	student_test(&sx, &sy, &t, &s);
	/* its table of t has three decimals */
	half = round(1000 * t.half / t.se) / 1000 * t.se;
	assert_int_equal(p.differs, fabs(t.d) > half);
	if (!p.differs)
		return;
	++*differing;
	expect_printed(p.d, t.d);
	expect_printed(p.half, half);
	expect_printed(p.percent, 100 * t.d / sx.mean);
	expect_printed(p.percent_half, 100 * half / sx.mean);
	expect_printed(p.pooled, s);
}

static void test_ministat(void **state)
{
	double x[40], y[40];
	unsigned differing = 0, sets = 60;
	uint64_t seed = 2006;
	char dir[256];

	(void)state;
	if (system("command -v ministat >/dev/null 2>&1")) {
		skip_for("ministat is not installed");
	}
	tempdir_make(dir, sizeof(dir));
	for (unsigned i = 0; i < sets; i++) {
		size_t n = 3 + (size_t)(38 * chance_uniform(&seed)),
		       m = 3 + (size_t)(38 * chance_uniform(&seed));
		double scale = pow(10, -3 + 9 * chance_uniform(&seed)),
		       shift = 0.1 * chance_uniform(&seed);

		for (size_t k = 0; k < n; k++)
			x[k] = scale * (1 + 0.05 * chance_normal(&seed));
		for (size_t k = 0; k < m; k++)
			y[k] = scale * (1 + shift + 0.05 * chance_normal(&seed));
		compare_with_ministat(dir, x, n, y, m, &differing);
	}
	tempdir_remove(dir);
	print_message("ministat: %u of %u sets differ, each as here\n", differing, sets);
	assert_true(differing > sets / 4 && differing < sets);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ministat),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
