// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * facts: what is known about one loop of a series beside its rate.
 *
 * Invariant: the order is fixed, so that a line does not jump while one looks at it.
 */
#include "views/facts.h"

#include <string.h>

#include "base/base.h"
#include "views/parts.h"
#include "draw/words.h"

#define NAME_W	15
#define VALUE_W 11

static struct fact *add(struct fact *fact, size_t *n, const char *name)
{
	struct fact *x = &fact[(*n)++];

	x->name = name;
	x->value[0] = x->more[0] = '\0';
	return x;
}

static void per_loop(struct fact *fact, size_t *n, const char *name, bool has, double v,
		     const char *more)
{
	struct fact *x = add(fact, n, name);

	words_per_loop(x->value, sizeof(x->value), has, v);
	text_copy(x->more, sizeof(x->more), more);
}

static void add_loop(struct fact *fact, size_t *n, const struct figures *g)
{
	struct fact *x;

	per_loop(fact, n, "switches/loop", g->have & FIG_SWITCHES, g->switches_per_loop,
		 "voluntary and involuntary");
	per_loop(fact, n, "  involuntary", g->have & FIG_SWITCHES, g->involuntary_per_loop,
		 "the scheduler took over");
	per_loop(fact, n, "resched/loop", g->have & FIG_IRQ, g->irq_per_loop[ROW_RESCHED],
		 "IPI: wakes a CPU that runs");
	per_loop(fact, n, "call/loop", g->have & FIG_IRQ, g->irq_per_loop[ROW_CALL],
		 "IPI: wakes an idle CPU");
	per_loop(fact, n, "TLB/loop", g->have & FIG_IRQ, g->irq_per_loop[ROW_TLB], "");
	x = add(fact, n, "cpu us/loop");
	words_rate(x->value, sizeof(x->value), g->have & FIG_CPU, g->cpu_us_per_loop, 8);
	text_copy(x->more, sizeof(x->more), "CPU time of all workers");
	per_loop(fact, n, "faults/loop", g->have & FIG_FAULTS, g->faults_per_loop, "page faults");
}

static void add_place(struct fact *fact, size_t *n, const struct figures *g,
		      const struct frame_series *fs)
{
	struct fact *x = add(fact, n, "CPUs");

	text_copy(x->value, sizeof(x->value), fs->info->cpus);
	if (fs->last && fs->last->ncpus) {
		char list[32] = "";
		size_t len = 0;

		for (unsigned i = 0; i < fs->last->ncpus && i < SLICE_CPUS; i++)
			len += text_format(list + len, sizeof(list) - len, "%s%d", i ? "," : "",
					   fs->last->cpu[i]);
		text_format(x->more, sizeof(x->more), "last seen on %s", list);
	}
	x = add(fact, n, "migrations");
	words_rate(x->value, sizeof(x->value), g->have & FIG_MIGRATIONS, g->migrations, 8);
	text_copy(x->more, sizeof(x->more), "in the whole epoch");
	if (fs->info->flags & SERIES_FREE) {
		x = add(fact, n, "same CPU %");
		words_percent(x->value, sizeof(x->value), g->have & FIG_SAME, g->same_share);
		text_copy(x->more, sizeof(x->more), "all workers on one CPU");
	}
}

static void add_quality(struct fact *fact, size_t *n, const struct figures *g)
{
	struct fact *x = add(fact, n, "slices");

	text_format(x->value, sizeof(x->value), "%llu", (unsigned long long)g->n);
	text_format(x->more, sizeof(x->more), "%llu void %llu cut %llu disturbed",
		    (unsigned long long)g->voided, (unsigned long long)g->cut,
		    (unsigned long long)g->disturbed);
	x = add(fact, n, "sd %");
	part_sd(x->value, sizeof(x->value), g);
	text_copy(x->more, sizeof(x->more), "standard deviation");
}

static void add_machine(struct fact *fact, size_t *n, const struct figures *g)
{
	struct fact *x = add(fact, n, "running MHz");

	words_rate(x->value, sizeof(x->value), g->have & FIG_MHZ, g->mhz, 6);
	text_copy(x->more, sizeof(x->more), "right after the slices");
	x = add(fact, n, "other load");
	if (g->have & FIG_LOAD)
		text_format(x->value, sizeof(x->value), "%.2f", g->other_load);
	else
		text_copy(x->value, sizeof(x->value), "--");
	text_copy(x->more, sizeof(x->more), "CPUs busy with other work");
	x = add(fact, n, "steal");
	if (g->have & FIG_STEAL)
		text_format(x->value, sizeof(x->value), "%.2f", g->steal);
	else
		text_copy(x->value, sizeof(x->value), "--");
	text_copy(x->more, sizeof(x->more), "CPUs taken by the host");
}

size_t facts_of(struct fact *fact, const struct frame *f, const struct screen *s,
		const struct frame_series *fs)
{
	static const struct figures none;
	const struct figures *g = screen_figures(s, fs, f);
	size_t n = 0;

	if (!g)
		g = &none;
	add_quality(fact, &n, g);
	add_loop(fact, &n, g);
	add_place(fact, &n, g, fs);
	add_machine(fact, &n, g);
	return n;
}

void facts_draw(struct canvas *c, struct rect r, const struct fact *fact, size_t n)
{
	int more = r.w >= NAME_W + VALUE_W + 2 + 24 ? r.w - NAME_W - VALUE_W - 2 : 0;

	for (size_t i = 0; i < n && (int)i < r.h; i++) {
		int y = r.y + (int)i;

		int name_w = text_width(fact[i].name) + 1;

		/* a long value may use what its name leaves */
		canvas_field(c, r.x, y, name_w, STYLE_DIM, fact[i].name);
		canvas_field(c, r.x + name_w, y, -(NAME_W + VALUE_W - name_w), STYLE_NORMAL,
			     fact[i].value);
		if (more)
			canvas_field(c, r.x + NAME_W + VALUE_W + 2, y, more, STYLE_DIM,
				     fact[i].more);
	}
}
