// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * rates: the rate of one method through ctxtop's own runner; or every method's against a plain loop.
 *
 * usage: rates versus PLAIN ROUNDS MILLISECONDS    A B B A, medians: a row a method and placement
 *        rates one METHOD CPU0 CPU1 MILLISECONDS   prints loops a second
 *
 * Invariant: both sides of a ratio are measured in turn, within a second of each other.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/methods.h"
#include "machine/placement.h"
#include "bench/runner.h"
#include "model/stats.h"

enum { MOST_ROUNDS = 99 };

static struct runner runner;

/* Loops a second of one turn with one slice; below 0: it failed, words are on standard error. */
static double turn(const struct method *m, const int *cpu, int64_t warm_ns, int64_t slice_ns)
{
	struct runner_cmd cmd = { .op = RUNNER_BEGIN, .choice.method = m, .warm_ns = warm_ns };
	struct runner_reply r, ended;

	memcpy(cmd.cpu, cpu, sizeof(cmd.cpu));
	if (runner_send(&runner, &cmd) || runner_recv(&runner, &r))
		return -1;
	if (r.said == RUNNER_READY) {
		cmd = (struct runner_cmd){ .op = RUNNER_SLICE, .slice_ns = slice_ns };
		if (runner_send(&runner, &cmd) || runner_recv(&runner, &r))
			return -1;
	}
	cmd = (struct runner_cmd){ .op = RUNNER_END, .mhz_cpu = -1 };
	if (runner_send(&runner, &cmd) || runner_recv(&runner, &ended))
		return -1;
	if (r.said == RUNNER_SLICED)
		return (double)r.loops * 1e9 / (double)r.wall_ns;
	fprintf(stderr, "rates: %s\n", r.text);
	return -1;
}

static double plain(const char *program, const struct method *m, const int *cpu, int ms)
{
	char line[4200];
	double rate = -1;
	FILE *p;

	text_format(line, sizeof(line), "'%s' %s %d %d %d", program, m->name, cpu[0], cpu[1], ms);
	p = popen(line, "re");
	if (!p)
		return -1;
	if (fscanf(p, "%lf", &rate) != 1)
		rate = -1;
	return pclose(p) ? -1 : rate;
}

/* One row: "row|label|value|unit|comparison|aim". 0 or 1 when something could not be measured. */
static int compare(const char *program, const struct method *m, enum placement place,
		   const int *cpu, int rounds, int ms)
{
	double ours[MOST_ROUNDS], theirs[MOST_ROUNDS], a, b;
	/* there a loop takes time slices, and their length is the scheduler's matter */
	bool bound = (m->flags & METHOD_SPINS) && !(m->flags & METHOD_YIELDS) &&
		     place == PLACE_SAME;

	for (int i = 0; i < rounds; i++) {
		/* A B B A: who comes second finds the other CPUs as the first left them */
		if (i % 2)
			theirs[i] = plain(program, m, cpu, ms);
		ours[i] = turn(m, cpu, 5 * NSEC_PER_MSEC, ms * NSEC_PER_MSEC);
		if (i % 2 == 0)
			theirs[i] = plain(program, m, cpu, ms);
		if (ours[i] < 0 || theirs[i] < 0) {
			fprintf(stderr, "rates: %s %s cannot be measured\n", m->name,
				placement_name(place));
			return 1;
		}
	}
	a = median(ours, (size_t)rounds);
	b = median(theirs, (size_t)rounds);
	if (b <= 0)
		return 1;
	printf("row|%s %s: rate against a plain loop (%.0f : %.0f loops/s)|%.3f||%s|%s\n", m->name,
	       placement_name(place), a, b, a / b, bound ? "-" : ">=", bound ? "-" : "0.98");
	fflush(stdout);
	return 0;
}

static int versus(const char *program, int rounds, int ms)
{
	static const enum placement places[] = { PLACE_SAME, PLACE_CROSS };
	struct topology topo;
	struct sysroot root;
	struct err e;
	int bad = 0;

	rounds = MAX(1, MIN(rounds, MOST_ROUNDS));
	if (sysroot_open(&root, "/") || topology_read(&topo, &root))
		return 1;
	for (unsigned m = 0; m < METHODS; m++) {
		for (size_t p = 0; p < ARRAY_SIZE(places); p++) {
			struct placed at;

			if (placement_choose(&topo, &(struct place){ .kind = places[p] }, &at, &e))
				printf("note|%s %s: %s\n", methods[m]->name,
				       placement_name(places[p]), e.text);
			else
				bad |= compare(program, methods[m], places[p], at.cpu, rounds, ms);
		}
	}
	topology_free(&topo);
	sysroot_close(&root);
	return bad;
}

static int one(const char *name, int cpu0, int cpu1, int ms)
{
	int cpu[PLACE_SIDES] = { cpu0, cpu1 };
	double rate;

	for (unsigned m = 0; m < METHODS; m++) {
		if (strcmp(methods[m]->name, name))
			continue;
		rate = turn(methods[m], cpu, (cpu0 < 0 ? 150 : 5) * NSEC_PER_MSEC,
			    ms * NSEC_PER_MSEC);
		printf("%.3f\n", rate);
		return rate < 0;
	}
	fprintf(stderr, "rates: no method '%s'\n", name);
	return 2;
}

int main(int argc, char **argv)
{
	struct ledger *ledger = ledger_new();
	struct err e = { 0 };
	int ret = 2;

	if (!ledger || runner_start(&runner, ledger, -1, &e)) {
		fprintf(stderr, "rates: %s\n", e.text);
		return 1;
	}
	if (argc == 5 && !strcmp(argv[1], "versus"))
		ret = versus(argv[2], atoi(argv[3]), atoi(argv[4]));
	else if (argc == 6 && !strcmp(argv[1], "one"))
		ret = one(argv[2], atoi(argv[3]), atoi(argv[4]), atoi(argv[5]));
	else
		fprintf(stderr, "usage: rates versus PLAIN ROUNDS MS | one METHOD CPU0 CPU1 MS\n");
	runner_stop(&runner);
	ledger_free(ledger);
	return ret;
}
