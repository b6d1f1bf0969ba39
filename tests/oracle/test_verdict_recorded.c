// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_verdict_recorded: how often the judge is wrong on recorded series in which nothing changed.
 *
 * Invariant: reads only what stands in tests/series. A file whose setting (column val) did not keep its
 * value is left out.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "model/verdict.h"
#include "stream/rate.h"

#define AFTER  20
#define COMBOS 40
#define ROUNDS 600

struct combo {
	char name[24];
	long round; /* the last one taken */
	size_t n;
	struct verdict_round r[ROUNDS];
};

struct recorded {
	struct combo combo[COMBOS];
	size_t ncombos;
	bool changed; /* the setting did not keep its value */
	char val[24];
};

enum column { C_ROUND, C_COMBO, C_MS, C_VAL, C_LOOPS, C_DT, COLUMNS };

static const char *const column_names[COLUMNS] = { "round", "combo", "ms", "val", "loops", "dt" };

/* Cut @line at its commas and point @field at the named columns. False: one is missing. */
static bool cut_line(char *line, int where[COLUMNS], char *field[COLUMNS], bool header)
{
	unsigned have = 0;
	char *save = NULL;
	int at = 0;

	for (char *c = strtok_r(line, ",\n", &save); c; c = strtok_r(NULL, ",\n", &save), at++) {
		for (int k = 0; k < COLUMNS; k++) {
			if (header && !strcmp(c, column_names[k]))
				where[k] = at;
			if (where[k] != at)
				continue;
			field[k] = c;
			have |= 1u << k;
		}
	}
	return have == (1u << COLUMNS) - 1;
}

static struct combo *find_combo(struct recorded *rec, const char *name)
{
	for (size_t i = 0; i < rec->ncombos; i++)
		if (!strcmp(rec->combo[i].name, name))
			return &rec->combo[i];
	assert_true(rec->ncombos < COMBOS);
	text_copy(rec->combo[rec->ncombos].name, sizeof(rec->combo[0].name), name);
	rec->combo[rec->ncombos].round = -1;
	return &rec->combo[rec->ncombos++];
}

/* The first slice of each round is the one that a dashboard would have. */
static const struct series_info info = { .unit = "loops/s" };

static void take_slice(struct recorded *rec, char *field[COLUMNS])
{
	struct combo *c = find_combo(rec, field[C_COMBO]);
	double dt = strtod(field[C_DT], NULL), ms = strtod(field[C_MS], NULL);
	long round = strtol(field[C_ROUND], NULL, 10);

	if (!rec->val[0])
		text_copy(rec->val, sizeof(rec->val), field[C_VAL]);
	rec->changed |= strcmp(rec->val, field[C_VAL]) != 0;
	if (round == c->round || c->n == ROUNDS || !(dt > 0) || dt > 10 * ms / 1000)
		return;
	c->round = round;
	c->r[c->n++] = (struct verdict_round){
		.ln_rate = series_ln_rate(&info, strtoull(field[C_LOOPS], NULL, 10),
					  (int64_t)(dt * 1e9)),
	};
}

static void read_recorded(struct recorded *rec, const char *path)
{
	gzFile in = gzopen(path, "rb");
	int where[COLUMNS] = { -1, -1, -1, -1, -1, -1 };
	char line[512], *field[COLUMNS];

	assert_non_null(in);
	memset(rec, 0, sizeof(*rec));
	assert_non_null(gzgets(in, line, sizeof(line)));
	assert_true(cut_line(line, where, field, true));
	while (gzgets(in, line, sizeof(line)))
		if (cut_line(line, where, field, false))
			take_slice(rec, field);
	gzclose(in);
}

/* Pretend, every third round of the second half, that something changed. */
static void pretend(const struct recorded *rec, unsigned *windows, unsigned *wrong)
{
	static struct judge j;

	for (size_t i = 0; i < rec->ncombos; i++) {
		const struct combo *c = &rec->combo[i];
		size_t n = MIN(c->n / 2, 100);

		if (n < 2 * AFTER)
			continue;
		for (size_t at = n; at + AFTER <= c->n; at += 3) {
			judge_begin(&j, c->r + at - n, n, 0);
			for (size_t k = at; k < at + AFTER; k++)
				judge_add(&j, &c->r[k]);
			++*windows;
			*wrong += j.v.state == VERDICT_DIFFERENCE;
		}
	}
}

static void test_recorded(void **state)
{
	static struct recorded rec;
	unsigned windows = 0, wrong = 0;
	glob_t files;

	(void)state;
	assert_int_equal(glob("tests/series/*.csv.gz", 0, NULL, &files), 0);
	for (size_t i = 0; i < files.gl_pathc; i++) {
		unsigned w = 0, bad = 0;

		read_recorded(&rec, files.gl_pathv[i]);
		if (rec.changed)
			continue;
		pretend(&rec, &w, &bad);
		print_message("A/A %s: %u of %u, %.4f\n", files.gl_pathv[i], bad, w,
			      (double)bad / MAX(w, 1));
		windows += w;
		wrong += bad;
	}
	globfree(&files);
	assert_true(windows > 0);
	print_message("A/A pooled: %u of %u, %.4f\n", wrong, windows, (double)wrong / windows);
	assert_true(wrong <= 0.066 * windows);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_recorded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
