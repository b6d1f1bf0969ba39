// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * panel_cpus: the load of the CPUs in a corner of the screen: bars, in columns when there are more,
 * a cell for each (or for several) when there are very many.
 *
 * Invariant: the last row sums up all CPUs; a CPU that is gone or unknown says so and is never drawn
 * as idle.
 */
#include <math.h>

#include <string.h>

#include "base/base.h"
#include "probes/probe.h"
#include "draw/box.h"
#include "views/cpubar.h"
#include "draw/heat.h"
#include "views/panels.h"
#include "views/parts.h"
#include "draw/words.h"

#define CELL_MIN 17 /* "123 [UUUSSS ] 100" */
#define CELL_MHZ 30 /* from here on with the clock */
#define BAND_MIN 16

static int cpus_bars_columns(int w)
{
	return MAX(w / CELL_MIN, 1);
}

int panel_cpus_wish(const struct frame *f, int w)
{
	int n = (int)f->ncpus, ncol = cpus_bars_columns(w);

	if (n <= 8)
		return MAX(n, 1) + 1;
	if (n <= 64)
		return (n + ncol - 1) / ncol + 1;
	return MIN((n + MAX(w - 8, BAND_MIN) - 1) / MAX(w - 8, BAND_MIN), 16) + 2;
}

static void cpus_draw_bar(struct canvas *c, int x, int y, int w, const struct frame_cpu *cpu)
{
	bool mhz = w >= CELL_MHZ;
	int barw = w - 4 - 4 - (mhz ? 9 : 0);
	char buf[16];

	canvas_printf(c, x, y, cpu->online ? STYLE_DIM : STYLE_CPU_OFFLINE, "%3u", cpu->cpu);
	cpubar_draw(c, x + 4, y, barw, cpu);
	if (cpu->online && cpu->has_load)
		text_format(buf, sizeof(buf), "%.0f", round(cpubar_busy(cpu) * 100));
	else
		text_copy(buf, sizeof(buf), "--");
	canvas_field(c, x + 4 + barw, y, -4, STYLE_BRIGHT, buf);
	if (!mhz)
		return;
	words_rate(buf, sizeof(buf), cpu->has_mhz, round(cpu->mhz), 5);
	canvas_field(c, x + 8 + barw, y, -6, STYLE_DIM, buf);
	canvas_put(c, x + 14 + barw, y, STYLE_DIM, "MHz");
}

static void cpus_draw_bars(struct canvas *c, struct rect r, const struct frame *f, int ncol)
{
	int n = (int)f->ncpus, rows = (n + ncol - 1) / ncol, w = r.w / ncol;

	for (int i = 0; i < n; i++)
		cpus_draw_bar(c, r.x + i / rows * w, r.y + i % rows, w - 1, &f->cpu[i]);
}

/* The state of CPUs @first .. @first + @n - 1 together: the busiest of them. */
static enum heat_state cpus_cell_state(const struct frame *f, size_t first, size_t n, double *share)
{
	enum heat_state state = HEAT_OFF;

	*share = 0;
	for (size_t i = first; i < first + n && i < f->ncpus; i++) {
		const struct frame_cpu *cpu = &f->cpu[i];

		if (!cpu->online)
			continue;
		if (cpu->has_load) {
			state = HEAT_VALUE;
			*share = MAX(*share, cpubar_busy(cpu));
		} else if (state == HEAT_OFF) {
			state = HEAT_UNKNOWN;
		}
	}
	return state;
}

/* How many CPUs stand in a cell, how many cells in a band. Bands hold a multiple of 8 CPUs. */
static int cpus_heat_band(const struct frame *f, struct rect r, int *per)
{
	int cells = MAX(r.w - 6, 1), band = cells >= 16 ? cells / 8 * 8 : cells;
	int all = band * MAX(r.h, 1);

	*per = ((int)f->ncpus + all - 1) / all;
	return band;
}

static void cpus_draw_heat(struct canvas *c, struct rect r, const struct frame *f)
{
	int per, band = cpus_heat_band(f, r, &per), rows, high;
	double share;

	rows = ((int)f->ncpus + band * per - 1) / (band * per);
	high = MAX(r.h / rows, 1);
	for (int i = 0; i < rows; i++) {
		int y = r.y + (i + 1) * high - 1;

		canvas_printf(c, r.x, y, STYLE_DIM, "%4u", f->cpu[i * band * per].cpu);
		for (int x = 0; x < band; x++) {
			size_t first = (size_t)((i * band + x) * per);
			enum heat_state state;

			if (first >= f->ncpus)
				break;
			state = cpus_cell_state(f, first, (size_t)per, &share);
			heat_column(c, r.x + 5 + x, y, high, state, share);
		}
	}
}

/* "all 41 %  most 93 (cpu 1)  switches 348k/s  running 3" */
static void cpus_draw_sum(struct canvas *c, int x, int y, int w, const struct frame *f)
{
	const struct frame_cpu *most = NULL;
	struct frame_cpu avg;
	double least = 1;
	char a[16], buf[64];
	int end = x + w;

	if (!cpubar_average(f, &avg)) {
		canvas_put(c, x, y, STYLE_DIM, "load: two readings are needed");
		return;
	}
	for (size_t i = 0; i < f->ncpus; i++) {
		if (!f->cpu[i].online || !f->cpu[i].has_load)
			continue;
		least = MIN(least, cpubar_busy(&f->cpu[i]));
		if (!most || cpubar_busy(&f->cpu[i]) > cpubar_busy(most))
			most = &f->cpu[i];
	}
	x = canvas_printf(c, x, y, STYLE_NORMAL, "all %.0f %%", cpubar_busy(&avg) * 100);
	text_format(buf, sizeof(buf), "  steal %.1f %%", avg.now.steal * 100);
	if (x + (int)sizeof("  steal 100.0 %") <= end)
		x = canvas_put(c, x, y, avg.now.steal >= 0.005 ? STYLE_WARN : STYLE_DIM, buf);
	if (f->ncpus > 8 && most) {
		text_format(buf, sizeof(buf), "  least %.0f  most %.0f (cpu %u)", least * 100,
			    cpubar_busy(most) * 100, most->cpu);
		if (x + text_width(buf) <= end)
			x = canvas_put(c, x, y, STYLE_NORMAL, buf);
	}
	words_rate(a, sizeof(a), f->has_ctxt, f->ctxt_per_s, 5);
	text_format(buf, sizeof(buf), "  switches %s/s", a);
	if (x + text_width(buf) <= end)
		x = canvas_put(c, x, y, STYLE_DIM, buf);
	words_rate(a, sizeof(a), f->has_running, f->running_tasks, 4);
	text_format(buf, sizeof(buf), "  running %s", a);
	if (x + text_width(buf) <= end)
		canvas_put(c, x, y, STYLE_DIM, buf);
}

static void cpus_draw_line(struct canvas *c, struct rect r, const struct frame *f)
{
	int x = canvas_put(c, r.x, r.y, STYLE_TITLE, "cpu ");
	int n = (int)f->ncpus, each = n ? (r.w - 4) / n : 0;
	struct frame_cpu avg;

	if (each >= CELL_MIN) {
		cpus_draw_bars(c, (struct rect){ x, r.y, r.w - 4, 1 }, f, n);
		return;
	}
	if (n + 4 + 18 <= r.w) {
		for (int i = 0; i < n; i++) {
			double share;
			enum heat_state state = cpus_cell_state(f, (size_t)i, 1, &share);

			heat_column(c, x + i, r.y, 1, state, share);
		}
		x += n + 2;
	} else if (r.w >= 60 && cpubar_average(f, &avg)) {
		cpubar_draw(c, x, r.y, 24, &avg);
		x += 26;
	}
	cpus_draw_sum(c, x, r.y, r.x + r.w - x, f);
}

static void cpus_draw_panel(struct canvas *c, struct rect r, const struct layout *l,
			    const struct frame *f, const struct screen *s)
{
	int head = l->framed ? 2 : 1, per = 1;
	struct rect body = { r.x + l->framed, r.y + 1, r.w - 2 * l->framed,
			     MAX(r.h - head - 1, 1) };
	int n = (int)f->ncpus, ncol = (n + body.h - 1) / body.h, len;
	bool bars = n <= 64 && ncol <= cpus_bars_columns(body.w);
	unsigned online = 0;
	char title[96];

	for (size_t i = 0; i < f->ncpus; i++)
		online += f->cpu[i].online;
	if (!bars)
		cpus_heat_band(f, body, &per);
	len = (int)text_format(title, sizeof(title), "&3 &cpus ");
	if (n)
		len += (int)text_format(title + len, sizeof(title) - (size_t)len,
					"%u online, %u off ", online, (unsigned)n - online);
	if (per > 1)
		text_format(title + len, sizeof(title) - (size_t)len, "a cell: busiest of %d ",
			    per);
	part_age(title + strlen(title), sizeof(title) - strlen(title), &f->probe[PROBE_cpustat], f);
	box_open(c, r, l->framed, s->focus == PANEL_CPUS, title, NULL);
	canvas_clip(c, (struct rect){ body.x, body.y, body.w, r.h - head });
	if (!n) {
		const char *why = f->probe[PROBE_cpustat].reason;

		canvas_put(c, body.x + 1, body.y, STYLE_DIM, why && *why ? why : "not read yet");
		return;
	}
	if (bars)
		cpus_draw_bars(c, body, f, ncol);
	else
		cpus_draw_heat(c, body, f);
	if (bars && n < body.h)
		cpubar_legend(c, body.x + 1, body.y + body.h - 1, body.w - 2);
	if (r.h - head > 1)
		cpus_draw_sum(c, body.x + 1, body.y + body.h, body.w - 1, f);
}

void panel_cpus(struct canvas *c, const struct layout *l, const struct frame *f, struct screen *s)
{
	const struct rect r = l->panel[PANEL_CPUS];

	if (!r.h)
		return;
	canvas_clip(c, r);
	if (l->cpus_line)
		cpus_draw_line(c, r, f);
	else
		cpus_draw_panel(c, r, l, f, s);
	canvas_unclip(c);
}
