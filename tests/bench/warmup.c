// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * warmup: how long a method needs to be steady after the barrier: its rate in each step of time after
 * the release, by its rate later on, a line a method and placement.
 *
 * usage: warmup TURNS [METHODS]      a median over so many turns each
 *
 * Invariant: the count is read where a slice's would be, by a process that sleeps in between.
 */
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#include "bench/party.h"

#define STEPS	  16
#define STEP_NS	  (500 * NSEC_PER_USEC)
#define STEADY_NS (60 * NSEC_PER_MSEC) /* behind the steps: what they are compared with */

enum { MOST_TURNS = 400 };

static void sleep_until(int64_t ns)
{
	struct timespec ts = { ns / NSEC_PER_SEC, ns % NSEC_PER_SEC };

	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL);
}

/* One turn: @ratio[i] is the rate in step i by the steady one. 0 or -errno with words. */
static int turn(const struct method_choice *c, const int *cpu, struct ledger *ledger,
		double ratio[STEPS], struct err *e)
{
	static const int none[] = { -1 };
	struct loops at[STEPS + 2];
	struct group g;
	int64_t released;
	double steady;
	int ret = party_start(&g, c, cpu, ledger, none, e);

	if (ret)
		return ret;
	party_release(&g, true);
	party_loops(&g, &at[0]);
	released = at[0].t_ns;
	for (int i = 1; i <= STEPS; i++) {
		sleep_until(released + i * STEP_NS);
		party_loops(&g, &at[i]);
	}
	sleep_until(released + STEPS * STEP_NS + STEADY_NS);
	party_loops(&g, &at[STEPS + 1]);
	party_stop(&g);
	steady = (double)(at[STEPS + 1].n - at[STEPS].n) /
		 (double)(at[STEPS + 1].t_ns - at[STEPS].t_ns);
	for (int i = 0; i < STEPS; i++)
		ratio[i] = (double)(at[i + 1].n - at[i].n) / (double)(at[i + 1].t_ns - at[i].t_ns) /
			   steady;
	return 0;
}

static double median_of(double *x, size_t n)
{
	gsl_sort(x, 1, n);
	return gsl_stats_median_from_sorted_data(x, 1, n);
}

static int show(const struct method_choice *c, const struct place *place,
		const struct topology *topo, struct ledger *ledger, unsigned turns)
{
	static double ratio[STEPS][MOST_TURNS];
	unsigned n[STEPS] = { 0 };
	struct placed at;
	struct err e = { 0 };

	printf("%-11s %-6s", c->method->name, placement_name(place->kind));
	if (placement_choose(topo, place, &at, &e)) {
		printf(" %s\n", e.text);
		return 0;
	}
	for (unsigned t = 0; t < turns; t++) {
		double one[STEPS];

		if (turn(c, at.cpu, ledger, one, &e)) {
			printf(" %s\n", e.text);
			return 1;
		}
		for (int i = 0; i < STEPS; i++)
			if (!isnan(one[i]))
				ratio[i][n[i]++] = one[i];
	}
	for (int i = 0; i < STEPS; i++)
		if (n[i])
			printf(" %5.3f", median_of(ratio[i], n[i]));
		else
			printf("    --");
	putchar('\n');
	fflush(stdout);
	return 0;
}

int main(int argc, char **argv)
{
	unsigned turns = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
	struct ledger *ledger = ledger_new();
	struct method_list list = { 0 };
	struct place_list places = { 0 };
	struct topology topo;
	struct sysroot root;
	struct err e = { 0 };
	int bad = 0;

	if (turns < 1 || turns > MOST_TURNS) {
		fprintf(stderr, "usage: warmup TURNS [METHODS]\n");
		return 2;
	}
	prctl(PR_SET_TIMERSLACK, 1);
	if (!ledger || methods_select(argc > 2 ? argv[2] : "classic", &list, &e) ||
	    placements_select("same,cross,free", &places, &e) || sysroot_open(&root, "/") ||
	    topology_read(&topo, &root)) {
		fprintf(stderr, "warmup: %s\n", e.text);
		return 1;
	}
	printf("rate by the steady one, every %.1f ms from the release\n", (double)STEP_NS / 1e6);
	for (size_t m = 0; m < list.n; m++)
		for (size_t p = 0; p < places.n; p++)
			bad |= show(&list.item[m], &places.item[p], &topo, ledger, turns);
	methods_free(&list);
	places_free(&places);
	topology_free(&topo);
	sysroot_close(&root);
	ledger_free(ledger);
	return bad;
}
