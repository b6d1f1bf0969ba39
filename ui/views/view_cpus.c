// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * view_cpus: the load of every CPU, from a bar with letters for each of a few to a column each of
 * more than a thousand.
 *
 * Invariant: a CPU that is gone says "off" and one without figures "--"; neither is drawn as idle.
 */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "probes/probe.h"
#include "draw/box.h"
#include "views/cpubar.h"
#include "views/cpuhistory.h"
#include "draw/heat.h"
#include "draw/list.h"
#include "views/parts.h"
#include "views/view.h"
#include "draw/words.h"

#define BARS_MAX    16 /* CPUs that get a line of their own */
#define COLUMNS_MAX 64 /* CPUs that get a short bar in one of several columns */
#define BUSIEST	    5
#define HEAT_HIGH   8 /* rows of a heat column at most */
#define HEAT_LABEL  6 /* columns for the number of a band's first CPU */
#define TAIL_MAX    32

/* How far one has scrolled. */
struct view_cpus_state {
	int top, page; /* first line shown; lines there was room for when it was drawn */
};

/* How the CPUs are laid out: lines of short or long bars, or bands of narrow columns. */
struct cpus_grid {
	bool heat;
	int ncol, cellw;   /* columns of bars, and their width */
	int perband, zoom; /* CPUs in a band, columns of the screen that each takes */
	int bandh;	   /* rows of a band without its ruler */
	int nlines, lineh; /* all lines or bands, rows of one */
	int rows, listh;   /* lines or bands that are shown, rows of the screen for them */
	int tail;	   /* rows below: average, history, busiest, legend */
};

static int cpus_divide_up(int a, int b)
{
	return (a + b - 1) / b;
}

static void cpus_grid_bars(struct cpus_grid *g, const struct frame *f, int w, int h)
{
	int n = (int)f->ncpus, most = n <= BARS_MAX ? 1 : MAX(MIN(w / 26, 4), 1);

	g->ncol = n > BARS_MAX ? MIN(2, most) : 1;
	while (g->ncol < most && cpus_divide_up(n, g->ncol) > h - 6)
		g->ncol++;
	g->cellw = w / g->ncol;
	g->nlines = cpus_divide_up(n, g->ncol);
	g->lineh = 1;
	g->tail = MAX(MIN(h - g->nlines - 1, TAIL_MAX), h > 8 ? 3 : 0);
	g->listh = MAX(h - 1 - g->tail, h > 1 ? 1 : 0);
	g->rows = g->listh;
}

static void cpus_grid_heat(struct cpus_grid *g, const struct frame *f, int w, int h)
{
	int n = (int)f->ncpus, room = MAX(w - HEAT_LABEL, 8), most;

	g->heat = true;
	most = room >= 16 ? room / 16 * 16 : 8;
	g->nlines = cpus_divide_up(n, most);
	g->perband = MIN(cpus_divide_up(cpus_divide_up(n, g->nlines), 16) * 16, most);
	g->zoom = MAX(MIN(room / g->perband, 3), 1);
	g->tail = h >= 18 ? 5 + BUSIEST : h >= 8 ? 3 : 0;
	g->listh = MAX(h - g->tail, h > 0 ? 1 : 0);
	g->bandh = MAX(MIN(g->listh / g->nlines - 2, HEAT_HIGH), 1);
	g->lineh = g->bandh + 1;
	/* a blank row between bands where there is room, no ruler where there is none */
	if (g->bandh > 1)
		g->lineh++;
	else if (g->nlines * g->lineh > g->listh && g->nlines > 1)
		g->lineh = 1;
	g->rows = MAX(g->listh / g->lineh, 1);
}

static void cpus_grid_make(struct cpus_grid *g, const struct frame *f, struct rect r)
{
	*g = (struct cpus_grid){ 0 };
	if (f->ncpus > COLUMNS_MAX)
		cpus_grid_heat(g, f, r.w, r.h);
	else
		cpus_grid_bars(g, f, r.w, r.h);
}

static void cpus_draw_cell(struct canvas *c, int x, int y, int w, const struct frame_cpu *cpu)
{
	char buf[16];
	bool mhz = w >= 36;
	int barw = w - 4 - 3 - 6 - (mhz ? 6 : 0) - 2;

	text_format(buf, sizeof(buf), "%u", cpu->cpu);
	canvas_field(c, x, y, -4, cpu->online ? STYLE_NORMAL : STYLE_CPU_OFFLINE, buf);
	if (!cpu->online) {
		canvas_put(c, x + 6, y, STYLE_CPU_OFFLINE, "off");
		return;
	}
	cpubar_draw(c, x + 5, y, barw + 2, cpu);
	words_percent(buf, sizeof(buf), cpu->has_load, cpubar_busy(cpu));
	canvas_field(c, x + 7 + barw, y, -6, STYLE_BRIGHT, buf);
	if (!mhz)
		return;
	words_rate(buf, sizeof(buf), cpu->has_mhz, round(cpu->mhz), 5);
	canvas_field(c, x + 13 + barw, y, -6, cpu->has_mhz ? STYLE_NORMAL : STYLE_DIM, buf);
}

static void cpus_draw_cell_head(struct canvas *c, int x, int y, int w)
{
	int barw = w - 4 - 3 - 6 - (w >= 36 ? 6 : 0) - 2;

	canvas_field(c, x, y, -4, STYLE_HEADER, "cpu");
	canvas_field(c, x + 7 + barw, y, -6, STYLE_HEADER, "busy%");
	if (w >= 36)
		canvas_field(c, x + 13 + barw, y, -6, STYLE_HEADER, "MHz");
}

static void cpus_draw_bars(struct canvas *c, struct rect r, const struct frame *f,
			   const struct cpus_grid *g, int top)
{
	struct cpubar_columns cols;

	cpubar_columns(&cols, r.w);
	for (int col = 0; col < g->ncol; col++) {
		if (f->ncpus <= BARS_MAX)
			cpubar_head(c, r.x, r.y, &cols);
		else
			cpus_draw_cell_head(c, r.x + col * g->cellw, r.y, g->cellw - 1);
		for (int i = 0; i < g->rows; i++) {
			int k = col * g->nlines + top + i;

			if (top + i >= g->nlines || k >= (int)f->ncpus)
				break;
			if (f->ncpus <= BARS_MAX)
				cpubar_line(c, r.x, r.y + 1 + i, &cols, &f->cpu[k]);
			else
				cpus_draw_cell(c, r.x + col * g->cellw, r.y + 1 + i, g->cellw - 1,
					       &f->cpu[k]);
		}
	}
}

static void cpus_draw_heat_cpu(struct canvas *c, int x, int y, const struct cpus_grid *g,
			       const struct frame_cpu *cpu)
{
	enum heat_state st = !cpu->online ? HEAT_OFF : !cpu->has_load ? HEAT_UNKNOWN : HEAT_VALUE;
	int w = g->zoom > 2 ? g->zoom - 1 : g->zoom;

	for (int i = 0; i < (st == HEAT_VALUE ? w : 1); i++)
		heat_column(c, x + i, y, g->bandh, st, cpubar_busy(cpu));
}

static void cpus_draw_heat(struct canvas *c, struct rect r, const struct frame *f,
			   const struct cpus_grid *g, int top)
{
	for (int i = 0; i < g->rows && top + i < g->nlines; i++) {
		int first = (top + i) * g->perband, y = r.y + i * g->lineh;
		int n = MIN(g->perband, (int)f->ncpus - first);

		if (g->lineh > 1)
			heat_ruler(c, r.x + HEAT_LABEL, y, g->zoom, NULL, first, n);
		y += g->lineh > 1 ? g->bandh : 0;
		canvas_printf(c, r.x, y, STYLE_DIM, "%5u", f->cpu[first].cpu);
		for (int k = 0; k < n; k++)
			cpus_draw_heat_cpu(c, r.x + HEAT_LABEL + k * g->zoom, y, g,
					   &f->cpu[first + k]);
	}
}

/* The @n busiest CPUs, busiest first, into @out; returns how many there are. */
static int cpus_find_busiest(const struct frame *f, const struct frame_cpu **out, int n)
{
	int found = 0;

	for (size_t i = 0; i < f->ncpus; i++) {
		const struct frame_cpu *cpu = &f->cpu[i];
		int at = found;

		if (!cpu->online || !cpu->has_load)
			continue;
		while (at > 0 && cpubar_busy(out[at - 1]) < cpubar_busy(cpu))
			at--;
		if (at >= n)
			continue;
		if (found < n)
			found++;
		for (int k = found - 1; k > at; k--)
			out[k] = out[k - 1];
		out[at] = cpu;
	}
	return found;
}

static void cpus_draw_busiest(struct canvas *c, struct rect r, const struct frame *f)
{
	const struct frame_cpu *b[BUSIEST];
	struct cpubar_columns cols;
	int n = cpus_find_busiest(f, b, BUSIEST);

	cpubar_columns(&cols, r.w);
	for (int i = 0; i < n && i < r.h; i++)
		cpubar_line(c, r.x, r.y + i, &cols, b[i]);
}

/* "least 0.1  average 12.0  most 91.2 (cpu 0)", and what /proc/stat counts for all CPUs. */
static void cpus_draw_summary(struct canvas *c, int x, int y, int w, const struct frame *f)
{
	const struct frame_cpu *most;
	struct frame_cpu avg;
	char a[16], b[16], d[16];
	double least = 1;

	if (!cpus_find_busiest(f, &most, 1) || !cpubar_average(f, &avg)) {
		canvas_put(c, x, y, STYLE_DIM, "load: -- (two readings are needed)");
		return;
	}
	for (size_t i = 0; i < f->ncpus; i++)
		if (f->cpu[i].online && f->cpu[i].has_load)
			least = MIN(least, cpubar_busy(&f->cpu[i]));
	words_percent(a, sizeof(a), true, least);
	words_percent(b, sizeof(b), true, cpubar_busy(&avg));
	words_percent(d, sizeof(d), true, cpubar_busy(most));
	x = canvas_printf(c, x, y, STYLE_NORMAL, "busy %%: least %s  average %s  most %s (cpu %u)",
			  a, b, d, most->cpu);
	if (w < 78)
		return;
	words_rate(a, sizeof(a), f->has_ctxt, f->ctxt_per_s, 6);
	words_rate(b, sizeof(b), f->has_intr, f->intr_per_s, 6);
	words_rate(d, sizeof(d), f->has_running, f->running_tasks, 4);
	if (w >= 104)
		canvas_printf(c, x, y, STYLE_DIM, "   switches %s/s  interrupts %s/s  running %s",
			      a, b, d);
	else
		canvas_printf(c, x, y, STYLE_DIM, "   switches %s/s", a);
}

static void cpus_draw_tail(struct canvas *c, struct rect r, const struct frame *f, struct screen *s,
			   const struct cpus_grid *g)
{
	struct cpubar_columns cols;
	struct frame_cpu avg;
	int y = r.y + r.h - g->tail, end = r.y + r.h;

	if (g->tail < 3)
		return;
	cpubar_columns(&cols, r.w);
	if (g->heat) {
		cpus_draw_summary(c, r.x, y + 1, r.w, f);
		if (g->tail > BUSIEST)
			cpubar_head(c, r.x, y + 2, &cols);
		cpus_draw_busiest(c, (struct rect){ r.x, y + 3, r.w, end - y - 4 }, f);
		heat_legend(c, r.x + HEAT_LABEL, end - 1, r.w - HEAT_LABEL, "idle", "busy");
		return;
	}
	if (f->ncpus > 1 && f->ncpus <= BARS_MAX && cpubar_average(f, &avg))
		cpubar_line_named(c, r.x, y, &cols, &avg, "avg");
	else
		cpus_draw_summary(c, r.x, y, r.w, f);
	cpuhistory_draw(c, (struct rect){ r.x, y + 2, r.w, MIN(end - 2 - (y + 2), 20) }, f, s);
	cpubar_legend(c, r.x, end - 1, r.w);
}

static void cpus_draw_missing(struct canvas *c, struct rect r, const struct frame *f)
{
	const char *why = f->probe[PROBE_cpustat].reason;

	canvas_put(c, r.x, r.y + r.h / 2, STYLE_WARN,
		   why && *why ? why : "no CPU figures yet: waiting for the first reading");
}

static void cpus_draw(struct canvas *c, struct rect area, const struct frame *f, struct screen *s,
		      void *state)
{
	struct view_cpus_state *v = state;
	unsigned online = 0;
	struct rect r;
	struct cpus_grid g;
	char title[80];

	for (size_t i = 0; i < f->ncpus; i++)
		online += f->cpu[i].online;
	text_format(title, sizeof(title), " &cpus  %u online, %u offline ", online,
		    (unsigned)f->ncpus - online);
	part_age(title + strlen(title), sizeof(title) - strlen(title), &f->probe[PROBE_cpustat], f);
	canvas_clip(c, area);
	r = box_open(c, area, true, true, title,
		     f->ncpus > COLUMNS_MAX ? NULL : " Left Right time  + - zoom ");
	r = (struct rect){ r.x + 1, r.y, MAX(r.w - 2, 0), r.h };
	if (!f->ncpus) {
		cpus_draw_missing(c, r, f);
		canvas_unclip(c);
		return;
	}
	cpus_grid_make(&g, f, r);
	v->page = g.rows;
	v->top = list_top(v->top, g.nlines, g.rows);
	canvas_clip(c, (struct rect){ area.x + 1, r.y, MAX(area.w - 2, 0), r.h });
	if (g.heat)
		cpus_draw_heat(c, r, f, &g, v->top);
	else
		cpus_draw_bars(c, r, f, &g, v->top);
	cpus_draw_tail(c, r, f, s, &g);
	canvas_clip(c, area);
	if (g.rows < g.nlines)
		list_thumb(c, area.x + area.w - 1, r.y + !g.heat, g.listh,
			   v->top * g.listh / MAX(g.rows, 1), g.nlines * g.listh / MAX(g.rows, 1));
	canvas_unclip(c);
}

/* Lines are not known here: a key may go beyond the end, drawing takes it back. */
static bool cpus_key(void *state, struct screen *s, const struct frame *f, int k,
		     struct intent *out)
{
	struct view_cpus_state *v = state;

	(void)s, (void)out;
	return list_scroll(k, (int)f->ncpus + v->page, v->page, &v->top);
}

static const struct key_help cpus_keys[] = {
	{ .key = CT_UP, .twin = CT_DOWN, .shown = "Up Down", .text = "scroll the CPUs" },
	{ .key = CT_PGUP, .twin = CT_PGDN, .shown = "PgUp PgDn", .text = "scroll by a page" },
	{ .key = CT_HOME, .twin = CT_END, .shown = "Home End", .text = "first and last CPU" },
	{ 0 },
};

static const struct key_help cpus_jumps[] = {
	{ .key = 'c',
	  .text = "CPUs: load and clock of each",
	  .bar = "CPUs",
	  .intent = INTENT_VIEW },
	{ 0 },
};

const struct view view_cpus = {
	.name = "cpus",
	.title = "CPUs",
	.summary = "load of every CPU by kind of time, its clock, who is busiest",
	.state_size = sizeof(struct view_cpus_state),
	.draw = cpus_draw,
	.key = cpus_key,
	.keys = cpus_keys,
	.jumps = cpus_jumps,
};
