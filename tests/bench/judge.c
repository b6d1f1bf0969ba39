// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * judge: measurements on standard input, one a line, as a table with intervals and verdicts.
 *
 *   head|WORDS                        a section begins
 *   note|WORDS                        stands in the table as it is
 *   pair|LABEL|OURS|THEIRS|SIGN|AIM   one pair measured in turn; judged is the ratio OURS : THEIRS
 *   value|LABEL|VALUE|UNIT|SIGN|AIM   one measurement by itself
 *   failed|WORDS                      could not be measured
 *
 * SIGN is >= or <=, or - with AIM - where there is no aim. Lines of one LABEL in a section are one row.
 * Exit status: 0; 1 an aim was missed; 2 something could not be measured, or a line could not be read.
 *
 * Invariant: a row is judged by aim_judge() alone, over all its lines.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/aim.h"

enum { ROWS = 400, EACH = 200, FIELDS = 6 };

enum row_kind { ROW_HEAD, ROW_NOTE, ROW_PAIR, ROW_VALUE, ROW_FAILED };

struct row {
	enum row_kind kind;
	char label[160], unit[16], sign[4];
	double aim;
	size_t n;
	double x[EACH];
};

static struct row rows[ROWS];
static size_t nrows, section; /* where the newest section begins */

static int judge_die(const char *words, const char *line)
{
	fprintf(stderr, "judge: %s: %s\n", words, line);
	return 2;
}

static struct row *judge_row(enum row_kind kind, const char *label)
{
	struct row *r;

	for (size_t i = section; i < nrows; i++)
		if (rows[i].kind == kind && kind >= ROW_PAIR && !strcmp(rows[i].label, label))
			return &rows[i];
	if (nrows == ROWS)
		return NULL;
	if (kind == ROW_HEAD)
		section = nrows;
	r = &rows[nrows++];
	r->kind = kind;
	snprintf(r->label, sizeof(r->label), "%s", label);
	return r;
}

static bool judge_number(const char *text, double *x)
{
	char *end;

	*x = strtod(text, &end);
	return end != text && !*end && isfinite(*x) && *x > 0;
}

/* A measurement into its row. 0 or 2. */
static int judge_take(enum row_kind kind, char *const *f, size_t n, const char *line)
{
	double a, b = 1;
	struct row *r;

	if (n != FIELDS || (strcmp(f[4], ">=") && strcmp(f[4], "<=") && strcmp(f[4], "-")))
		return judge_die("not a measurement", line);
	if (!judge_number(f[2], &a) || (kind == ROW_PAIR && !judge_number(f[3], &b)))
		return judge_die("not a number above 0", line);
	r = judge_row(kind, f[1]);
	if (!r || r->n == EACH)
		return judge_die("too many", line);
	snprintf(r->unit, sizeof(r->unit), "%s", kind == ROW_VALUE ? f[3] : "");
	snprintf(r->sign, sizeof(r->sign), "%s", f[4]);
	if (strcmp(f[4], "-") && !judge_number(f[5], &r->aim))
		return judge_die("not an aim", line);
	r->x[r->n++] = a / b;
	return 0;
}

static int judge_line(char *line)
{
	char whole[1024], *f[FIELDS], *at = line;
	size_t n = 0;

	snprintf(whole, sizeof(whole), "%s", line);
	while (n < FIELDS && (f[n] = strsep(&at, "|")))
		n++;
	if (n >= 2 && !strcmp(f[0], "head"))
		return judge_row(ROW_HEAD, f[1]) ? 0 : judge_die("too many", whole);
	if (n >= 2 && !strcmp(f[0], "note"))
		return judge_row(ROW_NOTE, f[1]) ? 0 : judge_die("too many", whole);
	if (n >= 2 && !strcmp(f[0], "failed"))
		return judge_row(ROW_FAILED, f[1]) ? 0 : judge_die("too many", whole);
	if (!strcmp(f[0], "pair"))
		return judge_take(ROW_PAIR, f, n, whole);
	if (!strcmp(f[0], "value"))
		return judge_take(ROW_VALUE, f, n, whole);
	return judge_die("no such line", whole);
}

static void judge_figure(char *buf, size_t size, double x)
{
	if (isnan(x))
		snprintf(buf, size, "--");
	else
		snprintf(buf, size, x >= 1000 ? "%.0f" : "%.4g", x);
}

static void judge_print(const struct row *r, const struct aim_result *res)
{
	const char *what = r->kind == ROW_PAIR ? "pair" : "run";
	char middle[32], low[32], high[32], aim[40] = "";

	judge_figure(middle, sizeof(middle), res->middle);
	judge_figure(low, sizeof(low), res->low);
	judge_figure(high, sizeof(high), res->high);
	if (res->verdict != AIM_NONE)
		snprintf(aim, sizeof(aim), "%s %.6g", r->sign, r->aim);
	printf("  %-56s %8s %-4s %8s .. %-8s %3zu  %-9s ", r->label, middle, r->unit, low, high,
	       r->n, aim);
	if (res->verdict == AIM_KEPT)
		printf("OK\n");
	else if (res->verdict == AIM_MISSED)
		printf("MISS\n");
	else if (res->verdict == AIM_OPEN && res->more)
		printf("can't tell; %zu more %s%s would\n", res->more, what,
		       res->more > 1 ? "s" : "");
	else if (res->verdict == AIM_OPEN)
		printf("can't tell\n");
	else
		printf("\n");
}

static int judge_table(void)
{
	size_t count[AIM_OPEN + 1] = { 0 }, failed = 0;

	for (size_t i = 0; i < nrows; i++) {
		const struct row *r = &rows[i];
		struct aim_result res;

		if (r->kind == ROW_HEAD) {
			printf("\n%-58s %8s      %18s   n  aim\n", r->label, "measured",
			       "95 % interval");
		} else if (r->kind == ROW_NOTE) {
			printf("  %s\n", r->label);
		} else if (r->kind == ROW_FAILED) {
			printf("  could not be measured: %s\n", r->label);
			failed++;
		} else {
			aim_judge(r->x, r->n, r->aim, !strcmp(r->sign, ">="), &res);
			judge_print(r, &res);
			count[res.verdict]++;
		}
	}
	printf("\n%zu OK, %zu MISS, %zu can't tell, %zu without an aim", count[AIM_KEPT],
	       count[AIM_MISSED], count[AIM_OPEN], count[AIM_NONE]);
	printf(failed ? ", %zu could not be measured\n" : "\n", failed);
	return count[AIM_MISSED] ? 1 : failed ? 2 : 0;
}

int main(void)
{
	char line[1024];
	int bad = 0, ret;

	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = '\0';
		if (*line)
			bad |= judge_line(line);
	}
	ret = judge_table();
	return ret ? ret : bad;
}
