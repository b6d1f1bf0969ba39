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
#include "views/shown.h"
#include "draw/words.h"

enum facts_part { PART_LOOP, PART_PLACE, PART_MACHINE };

#define NAME_W	15
#define VALUE_W 11

static struct fact *facts_add(struct fact *fact, size_t *n, const char *name)
{
	struct fact *x = &fact[(*n)++];

	x->name = name;
	x->value[0] = x->more[0] = '\0';
	return x;
}

/* The metric @id; where slices were measured without it, why. */
static void facts_add_metric(struct fact *fact, size_t *n, const struct figures *g,
			     enum metric_id id)
{
	const struct metric *t = &metric_table[id];
	struct fact *x = facts_add(fact, n, t->label);
	bool missing = g->n && !metric_has(&g->metrics, id) && t->missing;

	part_metric(x->value, sizeof(x->value), g, id);
	text_copy(x->more, sizeof(x->more), missing ? t->missing : t->help ? t->help : "");
}

/* Those of metrics.def that have a name on the screen and stand in this part. */
static void facts_add_metrics(struct fact *fact, size_t *n, const struct figures *g,
			      const struct series_info *info, enum facts_part part)
{
	for (int id = 0; id < METRICS; id++) {
		const struct metric *t = &metric_table[id];
		enum facts_part in = t->how == METRIC_PER_LOOP		    ? PART_LOOP
				     : t->how == METRIC_SUM || t->free_only ? PART_PLACE
									    : PART_MACHINE;

		if (!t->label || in != part || (t->free_only && !(info->flags & SERIES_FREE)))
			continue;
		facts_add_metric(fact, n, g, id);
	}
}

static void facts_add_place(struct fact *fact, size_t *n, const struct figures *g,
			    const struct frame_series *fs)
{
	struct fact *x = facts_add(fact, n, "CPUs");

	text_copy(x->value, sizeof(x->value), fs->info->cpus);
	if (fs->last && fs->last->ncpus) {
		char list[32] = "";
		size_t len = 0;

		for (unsigned i = 0; i < fs->last->ncpus && i < SLICE_CPUS; i++)
			len += text_format(list + len, sizeof(list) - len, "%s%d", i ? "," : "",
					   fs->last->cpu[i]);
		text_format(x->more, sizeof(x->more), "last seen on %s", list);
	}
	facts_add_metrics(fact, n, g, fs->info, PART_PLACE);
}

static void facts_add_quality(struct fact *fact, size_t *n, const struct figures *g)
{
	struct fact *x = facts_add(fact, n, "slices");

	text_format(x->value, sizeof(x->value), "%llu", (unsigned long long)g->n);
	text_format(x->more, sizeof(x->more), "%llu void %llu cut %llu disturbed",
		    (unsigned long long)g->voided, (unsigned long long)g->cut,
		    (unsigned long long)g->disturbed);
	if (g->throttled)
		text_format(x->more, sizeof(x->more), "%llu of them with workers held back",
			    (unsigned long long)g->throttled);
	x = facts_add(fact, n, "sd %");
	part_sd(x->value, sizeof(x->value), g);
	text_copy(x->more, sizeof(x->more), "standard deviation");
}

size_t facts_of(struct fact *fact, const struct frame *f, const struct screen *s,
		const struct frame_series *fs)
{
	static const struct figures none;
	const struct figures *g = shown_figures(s, fs, f);
	size_t n = 0;

	if (!g)
		g = &none;
	facts_add_quality(fact, &n, g);
	facts_add_metrics(fact, &n, g, fs->info, PART_LOOP);
	facts_add_place(fact, &n, g, fs);
	facts_add_metrics(fact, &n, g, fs->info, PART_MACHINE);
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
