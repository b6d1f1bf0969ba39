// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * test_ctxbench: ctxbench's report for Linux 2.5.59 (2003), rebuilt from its own figures.
 *
 * Invariant: the figures are the published ones; the averages behind them, which were cut off to
 * whole loops, are recovered from avg/MHz and MHz, and must fall into the loop that was printed.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/report_ctxbench.h"

#define RUNS 6

struct published_run {
	const char *name, *description;
	double mhz;
};

struct published_section {
	const char *label;
	struct {
		long low, high, average;
		double per_mhz;
	} row[RUNS];
};

static const struct published_run runs[] = {
	{ "2.5.59noapic-bl", "smp noapic", 497.941 },
	{ "2.5.59noapic_wd-bl", "smp noapic nmi_watchdog=1", 497.934 },
	{ "2.5.59smp-bl", "smp", 497.929 },
	{ "2.5.59smp2-bl", "smp (rerun)", 497.929 },
	{ "2.5.59smp3-bl", "smp (rerun)", 497.929 },
	{ "2.5.59smp_wd-bl", "smp nmi_watchdog=2", 497.922 },
};

static const struct published_section sections[] = {
	{ "SIGUSR1",
	  {
		  { 27068, 48728, 38082, 76.480 },
		  { 33028, 41411, 36015, 72.330 },
		  { 21736, 42077, 32709, 65.691 },
		  { 16262, 40249, 27620, 55.471 },
		  { 26504, 42152, 32308, 64.885 },
		  { 49025, 50449, 49922, 100.261 },
	  } },
	{ "message queue",
	  {
		  { 46252, 93817, 64054, 128.639 },
		  { 40314, 93365, 70843, 142.275 },
		  { 63793, 91828, 80033, 160.732 },
		  { 61275, 80361, 69334, 139.245 },
		  { 41539, 96881, 60969, 122.445 },
		  { 44631, 97161, 64125, 128.785 },
	  } },
	{ "pipes",
	  {
		  { 34579, 56118, 43075, 86.507 },
		  { 37042, 53474, 47074, 94.540 },
		  { 38306, 53524, 44154, 88.675 },
		  { 54433, 64747, 59003, 118.498 },
		  { 45031, 74383, 56208, 112.884 },
		  { 42909, 73304, 62129, 124.777 },
	  } },
	{ "semiphore",
	  {
		  { 45534, 73110, 57987, 116.455 },
		  { 51628, 76640, 66925, 134.405 },
		  { 54480, 77204, 63339, 127.206 },
		  { 75281, 97321, 86829, 174.382 },
		  { 49455, 101385, 76107, 152.849 },
		  { 93467, 102784, 99541, 199.914 },
	  } },
	{ "spin+yield",
	  {
		  { 349412, 568559, 513582, 1031.413 },
		  { 390338, 576712, 500901, 1005.960 },
		  { 391388, 555107, 458790, 921.397 },
		  { 401141, 554715, 460878, 925.591 },
		  { 225217, 533848, 395736, 794.764 },
		  { 314654, 502494, 417260, 838.003 },
	  } },
	{ "spinlock",
	  {
		  { 1194120, 1194518, 1194297, 2398.472 },
		  { 1194547, 1194689, 1194613, 2399.139 },
		  { 1196577, 1196784, 1196698, 2403.351 },
		  { 1195373, 1195661, 1195560, 2401.065 },
		  { 1193938, 1195470, 1194803, 2399.546 },
		  { 1150615, 1192710, 1178607, 2367.053 },
	  } },
};

#define SECTIONS ARRAY_SIZE(sections)

/*
 * The average before it was cut off: avg/MHz times MHz, moved into [printed, printed + 1). It may
 * move by no more than the rounding of avg/MHz allows.
 */
static double recover(long printed, double per_mhz, double mhz)
{
	double from_ratio = per_mhz * mhz;
	double average = fmin(fmax(from_ratio, (double)printed), (double)printed + 0.999);

	assert_true(fabs(average - from_ratio) <= 0.0005 * mhz);
	return average;
}

static char *written(void)
{
	struct figures fig[SECTIONS][RUNS];
	struct ctxbench_cell cell[SECTIONS][RUNS];
	struct ctxbench_section section[SECTIONS];
	struct ctxbench_run run[RUNS];
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	memset(fig, 0, sizeof(fig));
	memset(run, 0, sizeof(run));
	for (size_t i = 0; i < RUNS; i++) {
		text_copy(run[i].name, sizeof(run[i].name), runs[i].name);
		text_copy(run[i].description, sizeof(run[i].description), runs[i].description);
		run[i].has_mhz = true;
		run[i].mhz = runs[i].mhz;
		run[i].cpu_type = "Celeron (Mendocino)";
		run[i].host_name = "host.example";
		run[i].kernel = "2.5.59";
		run[i].ncpu = 2;
	}
	for (size_t s = 0; s < SECTIONS; s++) {
		section[s] = (struct ctxbench_section){ sections[s].label, "loops/s", cell[s] };
		for (size_t i = 0; i < RUNS; i++) {
			struct figures *f = &fig[s][i];

			f->have = FIG_RATE | FIG_PER_MHZ;
			f->low = (double)sections[s].row[i].low;
			f->high = (double)sections[s].row[i].high;
			f->average = recover(sections[s].row[i].average, sections[s].row[i].per_mhz,
					     runs[i].mhz);
			f->average_per_mhz = f->average / runs[i].mhz;
			cell[s][i] = (struct ctxbench_cell){ .fig = f };
		}
	}
	assert_int_equal(ctxbench_write(out, run, RUNS, section, SECTIONS), 0);
	fclose(out);
	return text;
}

/* The report as it was published, from its figures as they were printed. */
static char *expected(void)
{
	static const char line[] =
		"================================================================";
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	fprintf(out, "%s\n    Run information\n%s\n\n", line, line);
	for (size_t i = 0; i < RUNS; i++) {
		fprintf(out, "Run: %s\t%s\n", runs[i].name, runs[i].description);
		fprintf(out, "  CPU_MHz              %.3f\n", runs[i].mhz);
		fprintf(out, "  CPUtype              Celeron (Mendocino)\n");
		fprintf(out, "  HostName             host.example\n");
		fprintf(out, "  KernelName           2.5.59\n");
		fprintf(out, "  Ncpu                 2\n");
	}
	fprintf(out, "\n%s\n    Results by IPC type\n%s\n", line, line);
	for (size_t s = 0; s < SECTIONS; s++) {
		fprintf(out, "\n                                   loops/sec\n");
		fprintf(out, "%-28slow       high    average    avg/MHz\n", sections[s].label);
		for (size_t i = 0; i < RUNS; i++)
			fprintf(out, "  %-18s%11ld%11ld%11ld%11.3f\n", runs[i].name,
				sections[s].row[i].low, sections[s].row[i].high,
				sections[s].row[i].average, sections[s].row[i].per_mhz);
	}
	fclose(out);
	return text;
}

static void test_rebuilt(void **state)
{
	char *a = written(), *b = expected();

	(void)state;
	assert_string_equal(a, b);
	free(a);
	free(b);
}

/* Trailing blanks go, and one spelling is mended. */
static char *normal(const char *text)
{
	char *copy = malloc(strlen(text) + 1), *o = copy;

	assert_non_null(copy);
	for (; *text; text++) {
		if (*text == '\n')
			while (o > copy && (o[-1] == ' ' || o[-1] == '\t'))
				o--;
		*o++ = *text;
	}
	*o = '\0';
	for (o = copy; (o = strstr(o, "semiphore"));)
		o[3] = 'a';
	return copy;
}

/* Byte for byte against the published text itself. */
static void test_published(void **state)
{
	char text[65536], *ours, *theirs, *mine;
	size_t n;
	FILE *f;

	(void)state;
	f = fopen("tests/published/ctxbench-2.5.59.txt", "r");
	assert_non_null(f);
	n = fread(text, 1, sizeof(text) - 1, f);
	fclose(f);
	text[n] = '\0';
	mine = written();
	ours = normal(mine);
	theirs = normal(text);
	assert_string_equal(ours, theirs);
	free(mine);
	free(ours);
	free(theirs);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rebuilt),
		cmocka_unit_test(test_published),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
