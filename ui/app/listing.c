// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * listing: prints the tables of methods, placements, probes, views and themes.
 *
 * Invariant: one line an entry, name first, so that scripts can read it; with --names nothing but names.
 */
#include "app/listing.h"
#include "base/text.h"
#include "bench/methods.h"
#include "machine/placement.h"
#include "engine/probes.h"
#include "settings/settings_list.h"
#include "term/theme.h"
#include "views/view.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static void list_method_names(void)
{
	for (size_t i = 0; i < METHODS; i++)
		puts(methods[i]->name);
	for (const struct method_group *g = method_groups; g->name; g++)
		puts(g->name);
	puts("all");
}

static void list_method(const struct method *m)
{
	printf("%-12s %-14s %-10s %-8s %s (version %u)\n", m->name, m->label,
	       method_kind_name(m->kind), m->unit, m->summary, m->version);
	for (int i = 0; i < METHOD_PARAMS && m->param[i].name; i++) {
		char help[160];

		method_param_help(&m->param[i], help, sizeof(help));
		printf("%-12s   :%s\n", "", help);
	}
}

static void list_methods(const struct config *c)
{
	if (c->names) {
		list_method_names();
		return;
	}
	for (size_t i = 0; i < METHODS; i++)
		list_method(methods[i]);
	printf("\ngroups:\n");
	for (const struct method_group *g = method_groups; g->name; g++) {
		const char *comma = "";

		printf("%-12s ", g->name);
		for (size_t i = 0; i < METHODS; i++) {
			if (!method_in_group(methods[i], g->name))
				continue;
			printf("%s%s", comma, methods[i]->name);
			comma = ",";
		}
		printf(": %s\n", g->summary);
	}
	printf("%-12s every method\n", "all");
}

static void list_placements(const struct config *c)
{
	struct topology topo = { 0 };
	struct sysroot root;
	char cpus[64];

	for (unsigned p = 0; c->names && p < PLACEMENTS; p++)
		puts(placement_name(p));
	if (c->names)
		return;
	if (sysroot_open(&root, c->sysroot)) {
		printf("%s is no folder that can be read\n", c->sysroot);
		return;
	}
	if (topology_read(&topo, &root))
		printf("the CPUs that may be used cannot be read%s%s\n", root.live ? "" : " below ",
		       root.live ? "" : root.path);
	for (unsigned p = 0; p < PLACEMENTS; p++) {
		struct placed placed;
		struct err e;

		if (p == PLACE_PAIR)
			text_copy(cpus, sizeof(cpus), "for example pair=0:1");
		else if (placement_choose(&topo, &(struct place){ .kind = p }, &placed, &e))
			text_copy(cpus, sizeof(cpus), e.text);
		else if (placed.cpu[0] < 0)
			text_copy(cpus, sizeof(cpus), "any CPU");
		else if (placed.cpu[0] == placed.cpu[1])
			text_format(cpus, sizeof(cpus), "CPU %d", placed.cpu[0]);
		else
			text_format(cpus, sizeof(cpus), "CPU %d and %d%s%s", placed.cpu[0],
				    placed.cpu[1], *placed.relation ? ", " : "", placed.relation);
		printf("%-12s %s: %s\n", placement_name(p), placement_summary(p), cpus);
	}
	topology_free(&topo);
	sysroot_close(&root);
}

static void print_settings(const struct config *c, const struct catalogue *cat,
			   const struct sysroot *root)
{
	for (size_t i = 0; c->names && i < cat->n; i++)
		puts(cat->item[i]->name);
	if (c->names)
		return;
	if (!strcmp(c->format, "json"))
		settings_list_json(stdout, cat, root);
	else
		settings_list_text(stdout, cat, root);
}

static void list_settings(const struct config *c)
{
	struct catalogue cat;
	struct sysroot root;
	struct err e = { 0 };
	char name[240];

	if (sysroot_open(&root, c->sysroot)) {
		printf("%s is no folder that can be read\n",
		       text_shown(name, sizeof(name), c->sysroot));
		return;
	}
	if (!catalogue_init(&cat)) {
		if (c->ini && catalogue_take(&cat, c->ini, &e))
			fprintf(stderr, "ctxtop: %s\n", e.text);
		print_settings(c, &cat, &root);
		catalogue_free(&cat);
	}
	sysroot_close(&root);
}

static void list_probes(const struct config *c)
{
	struct sysroot root;
	char name[240];

	for (int i = 0; c->names && i < PROBES; i++)
		puts(probes[i]->name);
	if (c->names)
		return;

	if (sysroot_open(&root, c->sysroot)) {
		printf("%s is no folder that can be read\n",
		       text_shown(name, sizeof(name), c->sysroot));
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
	for (int i = 0; i < VIEWS; i++)
		if (c->names)
			puts(views[i]->name);
		else
			printf("%-12s %s\n", views[i]->name, views[i]->summary);
}

static void list_themes(const struct config *c)
{
	char name[80], path[512];
	struct theme_list l;

	if (theme_list(&l, c->themes_dir[0] ? c->themes_dir : NULL))
		return;
	for (size_t i = 0; i < l.n; i++)
		if (c->names)
			puts(text_shown(name, sizeof(name), l.entry[i].name));
		else
			printf("%-16s %s\n", text_shown(name, sizeof(name), l.entry[i].name),
			       l.entry[i].path[0] ? text_shown(path, sizeof(path), l.entry[i].path)
						  : "(built in)");
	theme_list_free(&l);
}

static void (*const lists[LISTS])(const struct config *c) = {
	[LIST_METHODS] = list_methods,	 [LIST_PLACEMENTS] = list_placements,
	[LIST_SETTINGS] = list_settings, [LIST_PROBES] = list_probes,
	[LIST_VIEWS] = list_views,	 [LIST_THEMES] = list_themes,
};

int listing_print(const struct config *c, const char *what)
{
	const option_word word = verb_table[VERB_LIST].word;

	for (size_t i = 0; what && word(i); i++) {
		if (strcmp(word(i), what))
			continue;
		lists[i](c);
		return 0;
	}
	fprintf(stderr, "ctxtop: list what? One of:");
	for (size_t i = 0; word(i); i++)
		fprintf(stderr, " %s", word(i));
	fputc('\n', stderr);
	return 2;
}
