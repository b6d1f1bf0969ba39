// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * view_method: everything about the selected series: what one loop is, its graph, its epochs, how its
 * slices spread, what each loop costs, and what the newest change of a setting did to it.
 *
 * Invariant: histogram and facts are those of the epoch that is shown; the table has every epoch.
 */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "draw/box.h"
#include "views/effect.h"
#include "views/facts.h"
#include "draw/list.h"
#include "views/axis.h"
#include "views/history.h"
#include "views/parts.h"
#include "views/serieslist.h"
#include "views/shown.h"
#include "views/view.h"
#include "draw/words.h"

#define BINS	   24
#define ONE_LINE   110 /* placement and summary side by side */
#define EPOCHS_MAX 6   /* rows of the table on a high screen */
#define FACT_W	   27  /* of a short column of facts */
#define FACT_LONG  64
#define HIST_LEAST 24
#define FACT_ROWS  4
#define AXIS_W	   9
#define COUNT_W	   6

struct method_areas {
	bool framed;
	struct rect words, graph, epochs, verdict, facts, hist;
};

static void method_make_areas(struct method_areas *a, struct rect r, const struct frame *f,
			      size_t i)
{
	int head, epochs, words, left, facts_w, verdict;

	a->framed = r.w >= 100 && r.h >= 30;
	head = a->framed ? 2 : 1;
	words = 1 + (r.w < ONE_LINE) + !!(f->series[i].info->flags & SERIES_SLICE_BOUND);
	words = MIN(words, r.h);
	left = r.h - words;
	/* the graph takes half; what is below it needs 12 rows to be worth while */
	epochs = MIN((int)MAX(f->nepochs, 1), r.h >= 30 ? EPOCHS_MAX : 2) + 1 + head;
	a->words = (struct rect){ r.x, r.y, r.w, words };
	a->graph = (struct rect){ r.x, r.y + words, r.w, left };
	verdict = effect_rows(f, i, r.w - 2 * a->framed);
	verdict += verdict ? head : 0;
	a->epochs = a->verdict = a->facts = a->hist = (struct rect){ r.x, r.y + r.h, r.w, 0 };
	if (left < 14)
		return;
	a->graph.h = MAX((left - epochs - verdict) * 9 / 20, 7);
	a->epochs.y = a->graph.y + a->graph.h;
	a->epochs.h = epochs;
	a->verdict.y = a->epochs.y + epochs;
	a->verdict.h = MIN(verdict, r.y + r.h - a->verdict.y);
	/* where there is room for one of them only, the verdict takes the place of the facts */
	if (r.y + r.h - a->verdict.y - a->verdict.h < head + FACT_ROWS && verdict)
		a->verdict.h = r.y + r.h - a->verdict.y;
	a->facts.y = a->verdict.y + a->verdict.h;
	a->facts.h = r.y + r.h - a->facts.y;
	facts_w = r.w >= FACT_LONG + 40 && a->facts.h - head >= 12 ? MIN(r.w / 2, 84)
		  : r.w >= 2 * FACT_W + HIST_LEAST + 2		   ? 2 * FACT_W + 2
								   : FACT_W;
	a->facts.w = facts_w;
	a->hist = (struct rect){ r.x + facts_w, a->facts.y, r.w - facts_w, a->facts.h };
}

static void method_draw_words(struct canvas *c, struct rect r, const struct series_info *info)
{
	int x = canvas_put(c, r.x + 1, r.y, STYLE_BRIGHT, info->label), y = r.y;

	x = canvas_printf(c, x + 1, y, STYLE_NORMAL, "%s", info->placement);
	x = canvas_printf(c, x + 2, y, STYLE_DIM, "on CPU %s, version %u.", info->cpus,
			  info->version);
	if (r.w < ONE_LINE)
		x = r.x - 1, y++;
	if (y < r.y + r.h)
		canvas_printf(c, x + 2, y++, STYLE_NORMAL, "One loop: %s.", info->summary);
	if ((info->flags & SERIES_SLICE_BOUND) && y < r.y + r.h)
		canvas_put(c, r.x + 1, y, STYLE_WARN,
			   "Bound by time slices, not by the hand-over: never judged. On one CPU a "
			   "spinning worker keeps the CPU until its slice is over.");
}

static void method_draw_graph(struct canvas *c, const struct method_areas *a, const struct frame *f,
			      const struct screen *s, size_t i)
{
	char title[64], right[64], span[16];
	struct rect in;

	text_format(title, sizeof(title), "%s ", f->series[i].info->unit);
	axis_span(s, f, span, sizeof(span));
	text_format(right, sizeof(right), " &+ %s &-   Left Right: time   Esc: back ", span);
	in = box_open(c, a->graph, a->framed, true, title, right);
	history_graph(c, in, f, s, i);
}

static void method_draw_epoch(struct canvas *c, struct rect r, const struct frame *f, size_t e,
			      const struct figures *g, bool shown)
{
	bool has = g->have & FIG_RATE, mhz = g->have & FIG_PER_MHZ;
	const double rates[] = { g->low, g->high, g->average };
	const double per_mhz[] = { g->low_per_mhz, g->high_per_mhz, g->average_per_mhz };
	int x = r.x + 2, name_w = MAX(r.w - 2 - 9 - 7 - 27 - 9 - 6, 8);
	bool all = r.w >= 110;
	char buf[32];

	if (shown)
		canvas_char(c, r.x, r.y, STYLE_BRIGHT, c->glyphs->pointer);
	if (all)
		name_w -= 18;
	text_format(buf, sizeof(buf), "%u %.24s", (unsigned)e + 1, f->epoch[e].text);
	x = canvas_field(c, x, r.y, name_w, STYLE_NORMAL, buf);
	words_clock(buf, sizeof(buf), f->epoch[e].wall_ns);
	x = canvas_field(c, x, r.y, -9, STYLE_DIM, buf);
	text_format(buf, sizeof(buf), "%llu", (unsigned long long)g->n);
	x = canvas_field(c, x, r.y, -7, STYLE_NORMAL, buf);
	for (size_t i = 0; i < ARRAY_SIZE(rates); i++) {
		words_rate(buf, sizeof(buf), has, rates[i], 8);
		x = canvas_field(c, x, r.y, -9, i == 2 ? STYLE_BRIGHT : STYLE_NORMAL, buf);
	}
	part_sd(buf, sizeof(buf), g);
	x = canvas_field(c, x, r.y, -6, STYLE_NORMAL, buf);
	for (size_t i = all ? 0 : 2; i < ARRAY_SIZE(per_mhz); i++) {
		part_per_mhz(buf, sizeof(buf), mhz, per_mhz[i]);
		x = canvas_field(c, x, r.y, -9, STYLE_NORMAL, buf);
	}
	if (shown)
		canvas_restyle(c, (struct rect){ r.x, r.y, r.w, 1 }, STYLE_SELECTED);
}

static void method_draw_epochs(struct canvas *c, const struct method_areas *a,
			       const struct frame *f, const struct screen *s,
			       const struct frame_series *fs)
{
	static const char *const all[] = { "since", "n",       "low",	   "high",   "average",
					   "sd %",  "low/MHz", "high/MHz", "avg/MHz" };
	static const int width[] = { 9, 7, 9, 9, 9, 6, 9, 9, 9 };
	int n = (int)f->nepochs, shown, top, rows, x, wide;
	struct rect in = box_open(c, a->epochs, a->framed, false, "epochs ",
				  " &[ &] older, newer   &r new epoch ");

	if (!n || !fs->epoch || in.h < 2)
		return;
	shown = (int)shown_epoch(f, s);
	rows = in.h - 1;
	top = list_reveal(n - rows, shown, n, rows);
	wide = in.w >= 110 ? 18 : 0;
	x = in.x + 2 + MAX(in.w - 2 - 9 - 7 - 27 - 9 - 6, 8) - wide;
	for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
		if (!wide && (i == 6 || i == 7))
			continue;
		x = canvas_field(c, x, in.y, -width[i], STYLE_HEADER, all[i]);
	}
	for (int i = 0; i < rows && top + i < n; i++)
		method_draw_epoch(c, (struct rect){ in.x, in.y + 1 + i, in.w, 1 }, f,
				  (size_t)(top + i), &fs->epoch[top + i], top + i == shown);
}

static void method_draw_histogram(struct canvas *c, const struct method_areas *a,
				  const struct frame *f, const struct screen *s,
				  const struct frame_series *fs, style_t style)
{
	struct rect in = box_open(c, a->hist, a->framed, false, "slices by rate ", NULL);
	const struct figures *g = shown_figures(s, fs, f);
	unsigned bin[BINS], most;
	int n = MIN(in.h, BINS), room = in.w - AXIS_W - 1 - COUNT_W;
	char buf[16];

	if (n < 2 || room < 4)
		return;
	if (!g || !(g->have & FIG_RATE)) {
		canvas_put(c, in.x + 1, in.y, STYLE_DIM, "no slice in this epoch yet");
		return;
	}
	most = frame_histogram(f, fs, shown_epoch(f, s), g->low, g->high, bin, (size_t)n);
	for (int i = 0; i < n; i++) {
		/* the fastest on top, as on the graph */
		int y = in.y + n - 1 - i, len;
		double mid = g->low + (g->high - g->low) * (i + 0.5) / n;
		bool here = fs->has_now && g->high > g->low && !s->epoch_back &&
			    frame_bin(fs->now, g->low, g->high, (size_t)n) == (size_t)i;

		words_number(buf, sizeof(buf), mid, AXIS_W - 1);
		canvas_field(c, in.x, y, -(AXIS_W - 1), STYLE_DIM, buf);
		canvas_char(c, in.x + AXIS_W - 1, y, here ? STYLE_BRIGHT : STYLE_DIM,
			    here ? c->glyphs->pointer : c->glyphs->v);
		len = most ? (int)(((uint64_t)bin[i] * (unsigned)room + most / 2) / most) : 0;
		if (bin[i])
			len = MAX(len, 1);
		for (int x = 0; x < len; x++)
			canvas_char(c, in.x + AXIS_W + x, y, style, c->glyphs->bar);
		if (bin[i])
			canvas_printf(c, in.x + AXIS_W + len + 1, y, STYLE_DIM, "%u", bin[i]);
	}
}

static void method_draw_verdict(struct canvas *c, const struct method_areas *a,
				const struct frame *f, size_t i)
{
	char title[200];
	struct rect in;

	if (!a->verdict.h)
		return;
	effect_headline_in(title, sizeof(title) - 1, f, a->verdict.w - 6);
	text_copy(title + strlen(title), 2, " ");
	in = box_open(c, a->verdict, a->framed, false, title, NULL);
	effect_draw(c, in, f, i);
}

static void method_draw_facts(struct canvas *c, const struct method_areas *a, const struct frame *f,
			      const struct screen *s, const struct frame_series *fs)
{
	struct rect in = box_open(c, a->facts, a->framed, false, "one loop ", NULL);
	struct fact fact[FACTS];
	size_t n = facts_of(fact, f, s, fs), per = (size_t)MAX(in.h, 0);

	in.x++;
	in.w -= 2;
	if (in.w < 2 * FACT_W - 2 || n <= per) {
		facts_draw(c, in, fact, n);
		return;
	}
	in.w = FACT_W - 1;
	facts_draw(c, in, fact, MIN(n, per));
	in.x += FACT_W + 1;
	if (n > per)
		facts_draw(c, in, fact + per, n - per);
}

static void method_draw(struct canvas *c, struct rect area, const struct frame *f, struct screen *s,
			void *state)
{
	struct serieslist *l = state;
	const struct frame_series *fs = shown_series(f, s);
	struct method_areas a;
	size_t i;

	canvas_clip(c, area);
	if (!fs) {
		canvas_put(c, area.x + 1, area.y, STYLE_DIM, "no method runs yet");
		canvas_unclip(c);
		return;
	}
	i = (size_t)(fs - f->series);
	method_make_areas(&a, area, f, i);
	l->page = 4;
	method_draw_words(c, a.words, fs->info);
	method_draw_graph(c, &a, f, s, i);
	if (a.epochs.h) {
		method_draw_epochs(c, &a, f, s, fs);
		method_draw_verdict(c, &a, f, i);
	}
	if (a.facts.h) {
		method_draw_facts(c, &a, f, s, fs);
		method_draw_histogram(c, &a, f, s, fs, part_series_style(f, i));
	}
	canvas_unclip(c);
}

static void method_draw_small(struct canvas *c, struct rect area, const struct frame *f,
			      struct screen *s, void *state)
{
	serieslist_draw(state, c, area, f, s);
}

static bool method_key(void *state, struct screen *s, const struct frame *f, int k,
		       struct intent *out)
{
	(void)out;
	/* the graph is in focus here: these move in time */
	if (k == CT_HOME || k == CT_END || k == CT_WHEEL_UP || k == CT_WHEEL_DOWN)
		return false;
	return serieslist_key(state, s, f, k);
}

static void method_search(void *state, struct screen *s, const struct frame *f,
			  enum search_step step)
{
	serieslist_search(state, s, f, step);
}

static style_t method_status(char *buf, size_t size, const struct frame *f, const struct screen *s,
			     int w)
{
	(void)f, (void)s, (void)w;
	text_copy(buf, size, "Up Down: the series before, after");
	return STYLE_DIM;
}

static const struct key_help method_keys[] = {
	{ CT_UP, CT_DOWN, 0, "Up Down", "the series before, after", NULL, INTENT_NONE, 0 },
	{ CT_HOME, CT_END, 0, "Home End", "the oldest there is, live", NULL, INTENT_NONE, 0 },
	{ 0 },
};

static const struct key_help method_jumps[] = {
	{ .key = CT_ENTER,
	  .twin = KEYS_F(5),
	  .twin2 = 'e',
	  .shown = "Enter F5 e",
	  .text = "zoom: the selected method alone",
	  .bar = "Zoom",
	  .intent = INTENT_VIEW },
	{ 0 },
};

const struct view view_method = {
	.name = "method",
	.title = "Method",
	.summary = "one method full screen: graph, epochs, histogram, cost of a loop",
	.state_size = sizeof(struct serieslist),
	.draw = method_draw,
	.draw_small = method_draw_small,
	.key = method_key,
	.search = method_search,
	.status = method_status,
	.keys = method_keys,
	.jumps = method_jumps,
};
