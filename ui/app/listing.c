// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * listing: prints the tables of methods, placements, probes, views and themes.
 *
 * Invariant: one line an entry, name first, so that scripts can read it.
 */
#include "app/listing.h"
#include "bench/methods.h"
#include "machine/placement.h"
#include "engine/probes.h"
#include "settings/settings_list.h"
#include "term/theme.h"
#include "views/view.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static void list_methods(const struct config *c)
{
	(void)c;
	for (size_t i = 0; i < METHODS; i++)
		printf("%-12s %-14s %-8s %s (version %u)\n", methods[i]->name, methods[i]->label,
		       methods[i]->unit, methods[i]->summary, methods[i]->version);
	printf("\ngroups:\n");
	for (const struct method_group *g = method_groups; g->name; g++)
		printf("%-12s %s\n", g->name, g->members);
	printf("%-12s every method\n", "all");
}

static void list_placements(const struct config *c)
{
	struct topology topo = { 0 };
	struct sysroot live;
	char cpus[64];

	(void)c;
	if (sysroot_open(&live, "/") || topology_read(&topo, &live))
		printf("the CPUs that may be used cannot be read\n");
	for (unsigned p = 0; p < PLACEMENTS; p++) {
		struct placed placed;
		struct err e;

		if (placement_choose(&topo, p, 2, &placed, &e))
			text_copy(cpus, sizeof(cpus), e.text);
		else if (placed.cpu[0] < 0)
			text_copy(cpus, sizeof(cpus), "any CPU");
		else
			text_format(cpus, sizeof(cpus), "CPU %d and %d%s%s", placed.cpu[0],
				    placed.cpu[1], *placed.relation ? ", " : "", placed.relation);
		printf("%-12s %s: %s\n", placement_name(p), placement_summary(p), cpus);
	}
	topology_free(&topo);
	sysroot_close(&live);
}

static void list_settings(const struct config *c)
{
	struct catalogue cat;
	struct sysroot root;
	struct err e = { 0 };

	if (sysroot_open(&root, c->sysroot)) {
		printf("%s is no folder that can be read\n", c->sysroot);
		return;
	}
	if (!catalogue_init(&cat)) {
		int ret = c->config_file[0] ? catalogue_read(&cat, c->config_file, &e) : 0;

		if (ret && ret != -ENOENT && ret != -EACCES)
			fprintf(stderr, "ctxtop: %s\n", e.text);
		if (!strcmp(c->format, "json"))
			settings_list_json(stdout, &cat, &root);
		else
			settings_list_text(stdout, &cat, &root);
		catalogue_free(&cat);
	}
	sysroot_close(&root);
}

static void list_probes(const struct config *c)
{
	struct sysroot root;

	if (sysroot_open(&root, c->sysroot)) {
		printf("%s is no folder that can be read\n", c->sysroot);
		return;
	}
	for (int i = 0; i < PROBES; i++) {
		struct probe_reader pr;

		probe_reader_init(&pr, i, &root);
		if (probe_reader_read(&pr))
			printf("%-12s unavailable: %s\n", probes[i]->name, pr.err.text);
		else
			printf("%-12s %s: %zu rows, %zu CPUs, %.0f us a reading\n", probes[i]->name,
			       probes[i]->summary, pr.table[pr.now].nrows, pr.table[pr.now].ncols,
			       (double)pr.cost_ns / 1e3);
		probe_reader_free(&pr);
	}
	sysroot_close(&root);
}

static void list_views(const struct config *c)
{
	(void)c;
	for (int i = 0; i < VIEWS; i++)
		printf("%-12s %s\n", views[i]->name, views[i]->summary);
}

static void list_themes(const struct config *c)
{
	struct theme_list l;

	if (theme_list(&l, c->themes_dir[0] ? c->themes_dir : NULL))
		return;
	for (size_t i = 0; i < l.n; i++)
		printf("%-16s %s\n", l.entry[i].name,
		       l.entry[i].path[0] ? l.entry[i].path : "(built in)");
	theme_list_free(&l);
}

static const struct {
	const char *name;
	void (*print)(const struct config *c);
} lists[] = {
	{ "methods", list_methods },   { "placements", list_placements },
	{ "settings", list_settings }, { "probes", list_probes },
	{ "views", list_views },       { "themes", list_themes },
};

int listing_print(const struct config *c, const char *what)
{
	for (size_t i = 0; what && i < ARRAY_SIZE(lists); i++) {
		if (strcmp(lists[i].name, what))
			continue;
		lists[i].print(c);
		return 0;
	}
	fprintf(stderr, "ctxtop: list what? One of:");
	for (size_t i = 0; i < ARRAY_SIZE(lists); i++)
		fprintf(stderr, " %s", lists[i].name);
	fputc('\n', stderr);
	return 2;
}
