// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * view_log: everything that happened beside the measuring itself, newest first; Enter shows that time
 * in the graphs.
 *
 * Invariant: the cursor stays on its line while new ones come in above it; on the newest it stays on
 * the newest.
 */
#include "views/view_log.h"

#include "base/base.h"
#include "draw/box.h"
#include "draw/list.h"
#include "draw/page.h"
#include "views/axis.h"
#include "views/parts.h"
#include "views/view.h"
#include "draw/words.h"

#define DETAIL 3 /* rows below the list for a text that is cut in it */

/* Places from the newest line, 0, down. */
static int log_cursor(const struct view_log_state *v, const struct frame *f)
{
	int n = (int)f->nlog;

	return v->sel ? MAX(MIN(n - v->sel, n - 1), 0) : 0;
}

static void log_put_cursor(struct view_log_state *v, const struct frame *f, int at)
{
	int n = (int)f->nlog;

	if (at < 0 || at >= n)
		return;
	v->sel = at ? n - at : 0;
	v->top = list_reveal(v->top, at, n, v->page);
}

static const struct frame_log *log_line_at(const struct frame *f, int at)
{
	return &f->log[f->nlog - 1 - (size_t)at];
}

static void log_draw_line(struct canvas *c, struct rect r, const struct frame_log *e,
			  const struct frame *f)
{
	char clock[24], span[32], ago[40];
	style_t style;
	const char *kind = part_log_kind(e->kind, &style);
	int x = r.x + 2;

	if (r.w >= 100) {
		words_date(clock, sizeof(clock), e->wall_ns);
		x = canvas_put(c, x, r.y, STYLE_NORMAL, clock) + 1;
	} else {
		words_clock(clock, sizeof(clock), e->wall_ns);
		x = canvas_put(c, x, r.y, STYLE_NORMAL, clock) + 1;
	}
	if (r.w >= 60) {
		words_span(span, sizeof(span), MAX(f->t_ns - e->t_ns, 0));
		text_format(ago, sizeof(ago), "%s ago", span);
		x = canvas_field(c, x, r.y, -11, STYLE_DIM, ago) + 2;
	}
	x = canvas_field(c, x, r.y, 6, style, kind);
	canvas_put(c, x, r.y, style == STYLE_CRIT ? STYLE_CRIT : STYLE_NORMAL, e->text);
}

static void log_draw_empty(struct canvas *c, struct rect r)
{
	static const char *const words[] = {
		"Nothing has happened yet. What comes here, with its time:",
		"",
		"  mark   marks that you set (m), with their notes",
		"  set    settings that changed, and who changed them",
		"  epoch  figures that start again (r)",
		"  gap    time that was not measured: suspend, stop, the clock jumped",
		"  state  a series that cannot run, and why; or that can again",
		"  cpu    CPUs that went offline or came back",
		"  FAULT  something went wrong",
	};

	for (int i = 0; i < (int)ARRAY_SIZE(words) && i < r.h; i++)
		canvas_put(c, r.x + 1, r.y + i, STYLE_DIM, words[i]);
}

/* Columns before a line's text. */
static int log_text_column(int w)
{
	return 2 + (w >= 100 ? 20 : 9) + (w >= 60 ? 13 : 0) + 6;
}

/* The whole text of the selected line, if it is cut in the list. Returns the rows it takes. */
static int log_detail_rows(struct rect r, const struct frame *f, const struct view_log_state *v)
{
	return f->nlog && r.h >= 8 &&
			       text_width(log_line_at(f, log_cursor(v, f))->text) >
				       r.w - log_text_column(r.w)
		       ? DETAIL
		       : 0;
}

static void log_draw_detail(struct canvas *c, struct rect r, const char *text)
{
	struct page p = { .c = c, .r = { r.x - 1, r.y + 1, r.w, r.h - 1 } };

	canvas_fill(c, (struct rect){ r.x, r.y, r.w, 1 }, STYLE_FRAME, c->glyphs->h);
	page_paragraph(&p, STYLE_NORMAL, text);
}

static void log_draw(struct canvas *c, struct rect area, const struct frame *f, struct screen *s,
		     void *state)
{
	struct view_log_state *v = state;
	int n = (int)f->nlog, at = log_cursor(v, f), detail;
	char title[48];
	struct rect r;

	(void)s;
	canvas_clip(c, area);
	text_format(title, sizeof(title), " &log  %d line%s, newest first ", n, n == 1 ? "" : "s");
	r = box_open(c, area, true, true, n ? title : " &log ", " Enter: show it in the graphs ");
	detail = log_detail_rows(r, f, v);
	if (detail)
		log_draw_detail(c, (struct rect){ r.x, r.y + r.h - detail, r.w, detail },
				log_line_at(f, at)->text);
	r.h -= detail;
	v->page = r.h;
	v->top = list_top(v->top, n, r.h);
	list_thumb(c, area.x + area.w - 1, r.y, r.h, v->top, n);
	canvas_clip(c, r);
	if (!n)
		log_draw_empty(c, r);
	for (int i = 0; i < r.h && v->top + i < n; i++) {
		struct rect line = { r.x, r.y + i, r.w, 1 };

		log_draw_line(c, line, log_line_at(f, v->top + i), f);
		if (v->top + i != at)
			continue;
		canvas_restyle(c, line, STYLE_SELECTED);
		canvas_char(c, r.x, r.y + i, STYLE_SELECTED, c->glyphs->pointer);
	}
	canvas_unclip(c);
}

/* The time axis so that the line's instant stands in its middle, or live if it is that recent. */
static void log_jump(struct view_log_state *v, struct screen *s, const struct frame *f,
		     struct intent *out)
{
	const struct frame_log *e = log_line_at(f, log_cursor(v, f));
	int64_t t0, t1;
	char clock[16];

	axis_ends(s, f, &t0, &t1);
	axis_set_end(s, f, e->t_ns + (t1 - t0) / 2);
	words_clock(clock, sizeof(clock), e->wall_ns);
	text_format(s->message, sizeof(s->message), "the graphs show %s%s", clock,
		    s->end_ns ? "; 0 goes back to now" : "");
	out->kind = INTENT_BACK;
}

static bool log_key(void *state, struct screen *s, const struct frame *f, int k, struct intent *out)
{
	struct view_log_state *v = state;
	int at = log_cursor(v, f);

	if (k == CT_ENTER && f->nlog) {
		log_jump(v, s, f, out);
		return true;
	}
	if (!list_move(k, (int)f->nlog, v->page, &at))
		return false;
	log_put_cursor(v, f, at);
	return true;
}

static bool log_click(void *state, struct screen *s, const struct frame *f,
		      const struct view_click *at, struct intent *out)
{
	struct view_log_state *v = state;
	const struct rect *a = &at->area;
	int line = v->top + at->y - a->y - 1;

	if (at->x <= a->x || at->x >= a->x + a->w - 1 || at->y <= a->y ||
	    at->y >= a->y + a->h - 1 || line >= (int)f->nlog)
		return false;
	log_put_cursor(v, f, line);
	if (at->twice)
		log_jump(v, s, f, out);
	return true;
}

static const struct key_help log_keys[] = {
	{ .key = CT_ENTER, .text = "show the time of this line in the graphs", .bar = "Show" },
	{ .key = CT_UP, .twin = CT_DOWN, .shown = "Up Down", .text = "select a line" },
	{ .key = CT_PGUP, .twin = CT_PGDN, .shown = "PgUp PgDn", .text = "a page up, down" },
	{ .key = CT_HOME, .twin = CT_END, .shown = "Home End g G", .text = "newest, oldest" },
	{ 0 },
};

static const struct key_help log_jumps[] = {
	{ .key = 'l',
	  .twin = 'L',
	  .shown = "l L",
	  .text = "log of all events",
	  .bar = "Log",
	  .intent = INTENT_VIEW },
	{ 0 },
};

const struct view view_log = {
	.name = "log",
	.title = "Log",
	.summary = "settings that changed, marks, epochs, gaps, faults, with their times",
	.state_size = sizeof(struct view_log_state),
	.draw = log_draw,
	.key = log_key,
	.click = log_click,
	.keys = log_keys,
	.jumps = log_jumps,
};
