// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * view_themes: the list of themes, tried on while one moves through it, with all styles beside it.
 *
 * Invariant: until Enter, Esc brings the old theme back.
 */
#include "views/view_themes.h"

#include <string.h>

#include "base/base.h"
#include "draw/box.h"
#include "draw/heat.h"
#include "draw/list.h"
#include "term/theme.h"
#include "views/view.h"

#define LIST_W 22

struct swatch {
	style_t style;
	const char *text;
};

static const struct swatch swatch_text[] = {
	{ STYLE_NORMAL, "normal" },	{ STYLE_DIM, "secondary" }, { STYLE_BRIGHT, "important" },
	{ STYLE_HEADER, "heading" },	{ STYLE_TITLE, "title" },   { STYLE_KEY, "key" },
	{ STYLE_SELECTED, "selected" }, { STYLE_MARK, "mark" },
};
static const struct swatch swatch_frames[] = {
	{ STYLE_FRAME, "frame" },     { STYLE_FRAME_FOCUS, "frame in focus" },
	{ STYLE_BAR_KEY, "F1" },      { STYLE_BAR_TEXT, "key bar" },
	{ STYLE_FROZEN, " FROZEN " }, { STYLE_READONLY, " read only " },
	{ STYLE_IRQ, "interrupts" },
};
static const struct swatch swatch_verdicts[] = {
	{ STYLE_BETTER, "\xe2\x96\xb2 +31.1% better" }, /* BLACK UP-POINTING TRIANGLE */
	{ STYLE_WORSE, "\xe2\x96\xbc -6.0% worse" },	/* BLACK DOWN-POINTING TRIANGLE */
	{ STYLE_NONE, "~ none" },
	{ STYLE_WARN, "warning" },
	{ STYLE_CRIT, "fault" },
};
static const struct swatch swatch_cpu[] = {
	{ STYLE_CPU_USER, "UUUU user" },  { STYLE_CPU_NICE, "NN nice" },
	{ STYLE_CPU_SYSTEM, "SSSS sys" }, { STYLE_CPU_IRQ, "II irq" },
	{ STYLE_CPU_SOFTIRQ, "ii soft" }, { STYLE_CPU_STEAL, "TT steal" },
	{ STYLE_CPU_GUEST, "GG guest" },  { STYLE_CPU_IOWAIT, "waits for I/O" },
	{ STYLE_CPU_OFFLINE, "off" },
};
static const struct swatch swatch_methods[] = {
	{ STYLE_METHOD, "SIGUSR1" },	    { STYLE_METHOD + 1, "message queue" },
	{ STYLE_METHOD + 2, "pipes" },	    { STYLE_METHOD + 3, "semaphore" },
	{ STYLE_METHOD + 4, "spin+yield" }, { STYLE_METHOD + 5, "spinlock" },
	{ STYLE_METHOD + 6, "seventh" },    { STYLE_METHOD + 7, "eighth" },
	{ STYLE_METHOD + 8, "ninth" },	    { STYLE_METHOD + 9, "tenth" },
	{ STYLE_METHOD + 10, "eleventh" },  { STYLE_METHOD_END, "twelfth" },
};

struct swatch_group {
	const char *title;
	const struct swatch *swatch;
	size_t n;
};

static const struct swatch_group swatch_groups[] = {
	{ "Text", swatch_text, ARRAY_SIZE(swatch_text) },
	{ "Frames and bars", swatch_frames, ARRAY_SIZE(swatch_frames) },
	{ "Verdicts", swatch_verdicts, ARRAY_SIZE(swatch_verdicts) },
	{ "CPU time", swatch_cpu, ARRAY_SIZE(swatch_cpu) },
	{ "Methods", swatch_methods, ARRAY_SIZE(swatch_methods) },
};

/* One group, as many lines as it takes; returns the row below it. */
static int themes_draw_group(struct canvas *c, struct rect r, int y, const struct swatch_group *g)
{
	int x = r.x + 2;

	canvas_put(c, r.x, y++, STYLE_DIM, g->title);
	for (size_t i = 0; i < g->n; i++) {
		int w = text_width(g->swatch[i].text);

		if (x + w > r.x + r.w && x > r.x + 2) {
			x = r.x + 2;
			y++;
		}
		x = canvas_put(c, x, y, g->swatch[i].style, g->swatch[i].text) + 2;
	}
	return y + 1;
}

static void themes_draw_swatches(struct canvas *c, struct rect r)
{
	int y = r.y, space = r.h >= 26;

	for (size_t i = 0; i < ARRAY_SIZE(swatch_groups); i++)
		y = themes_draw_group(c, r, y, &swatch_groups[i]) + space;
	canvas_put(c, r.x, y, STYLE_DIM, "Load");
	heat_legend(c, r.x + 2, y + 1, r.w - 2, "low", "high");
}

/* Where the themes' list stands; the swatches take the rest, if there is any. */
static struct rect themes_list_rect(struct rect in)
{
	return (struct rect){ in.x, in.y, in.w >= 50 ? LIST_W : in.w, in.h };
}

/* Outside of a preview the cursor stands on the theme in use. */
static void themes_find_present(struct view_themes_state *v, const struct screen *s)
{
	if (v->before[0])
		return;
	for (size_t i = 0; i < s->nthemes; i++)
		if (!strcmp(s->themes[i].name, s->theme_name))
			v->sel = i;
}

static void themes_draw_list(struct canvas *c, struct rect r, const struct screen *s,
			     struct view_themes_state *v)
{
	int n = (int)s->nthemes;

	v->sel = MIN(v->sel, s->nthemes - 1);
	v->top = list_reveal(v->top, (int)v->sel, n, r.h);
	for (int i = 0; i < r.h && v->top + i < n; i++) {
		int k = v->top + i;
		bool here = k == (int)v->sel;
		style_t style = here ? STYLE_SELECTED : STYLE_NORMAL;

		canvas_field(c, r.x, r.y + i, r.w, style, "");
		if (here)
			canvas_char(c, r.x, r.y + i, style, c->glyphs->pointer);
		canvas_field(c, r.x + 2, r.y + i, r.w - 2, style, s->themes[k].name);
	}
}

static void themes_draw(struct canvas *c, struct rect area, const struct frame *f, struct screen *s,
			void *state)
{
	struct view_themes_state *v = state;
	struct rect r, l;
	const char *path;
	char buf[200];

	(void)f;
	canvas_clip(c, area);
	r = box_open(c, area, true, true, " &Themes ",
		     " Up Down try on   Enter keep   Esc old one ");
	v->page = r.h;
	canvas_clip(c, r);
	if (!s->nthemes) {
		canvas_put(c, r.x + 1, r.y, STYLE_WARN, "no theme was found");
		canvas_put(
			c, r.x + 1, r.y + 1, STYLE_DIM,
			"themes are looked for in ~/.config/ctxtop/themes and beside the program");
		canvas_unclip(c);
		return;
	}
	themes_find_present(v, s);
	l = themes_list_rect(r);
	themes_draw_list(c, l, s, v);
	if (l.w < r.w) {
		for (int y = r.y; y < r.y + r.h; y++)
			canvas_char(c, l.x + l.w, y, STYLE_FRAME, c->glyphs->v);
		themes_draw_swatches(c, (struct rect){ l.x + l.w + 2, r.y, r.w - l.w - 3, r.h });
	}
	canvas_clip(c, area);
	path = s->themes[v->sel].path;
	text_format(buf, sizeof(buf), " %s ", *path ? path : "built in");
	if (area.h > 3 && text_width(buf) + 4 <= area.w)
		canvas_put(c, area.x + 2, area.y + area.h - 1, STYLE_DIM, buf);
	canvas_unclip(c);
}

static void themes_try_on(struct view_themes_state *v, const struct screen *s, int at,
			  struct intent *out)
{
	if (at == (int)v->sel)
		return;
	if (!v->before[0])
		text_copy(v->before, sizeof(v->before), s->theme_name);
	v->sel = (size_t)at;
	out->kind = INTENT_THEME;
	text_copy(out->text, sizeof(out->text), s->themes[at].name);
}

static void themes_keep(struct view_themes_state *v, struct screen *s, struct intent *out)
{
	v->before[0] = '\0';
	text_format(s->message, sizeof(s->message), "theme %s; W writes it to the config file",
		    s->themes[v->sel].name);
	out->kind = INTENT_BACK;
}

/* Esc during a preview ends the preview, the next one leaves the view. */
static bool themes_take_back(struct view_themes_state *v, struct screen *s, struct intent *out)
{
	if (!v->before[0])
		return false;
	out->kind = INTENT_THEME;
	text_copy(out->text, sizeof(out->text), v->before);
	text_format(s->message, sizeof(s->message), "theme %s again", v->before);
	v->before[0] = '\0';
	for (size_t i = 0; i < s->nthemes; i++)
		if (!strcmp(s->themes[i].name, out->text))
			v->sel = i;
	return true;
}

static bool themes_key(void *state, struct screen *s, const struct frame *f, int k,
		       struct intent *out)
{
	struct view_themes_state *v = state;
	int at = (int)v->sel;

	(void)f;
	if (!s->nthemes)
		return false;
	if (k == CT_ENTER) {
		themes_keep(v, s, out);
		return true;
	}
	if (k == CT_ESC)
		return themes_take_back(v, s, out);
	if (!list_move(k, (int)s->nthemes, v->page, &at))
		return false;
	themes_try_on(v, s, at, out);
	return true;
}

static bool themes_click(void *state, struct screen *s, const struct frame *f,
			 const struct view_click *at, struct intent *out)
{
	struct view_themes_state *v = state;
	const struct rect *a = &at->area;
	struct rect l = themes_list_rect(
		(struct rect){ a->x + 1, a->y + 1, MAX(a->w - 2, 0), MAX(a->h - 2, 0) });
	int line = v->top + at->y - l.y;

	(void)f;
	if (at->x < l.x || at->x >= l.x + l.w || at->y < l.y || at->y >= l.y + l.h ||
	    line >= (int)s->nthemes)
		return false;
	if (at->twice && line == (int)v->sel)
		themes_keep(v, s, out);
	else
		themes_try_on(v, s, line, out);
	return true;
}

/* Who goes on to another view likes what is there. */
static void themes_leave(void *state)
{
	struct view_themes_state *v = state;

	v->before[0] = '\0';
}

static const struct key_help themes_keys[] = {
	{ .key = CT_UP, .twin = CT_DOWN, .shown = "Up Down", .text = "try a theme on" },
	{ .key = CT_ENTER, .text = "keep it", .bar = "Keep" },
	{ .key = CT_ESC, .text = "the old theme again; once more: leave", .bar = "Old one" },
	{ 0 },
};

static const struct key_help themes_jumps[] = {
	{ .key = 'T', .text = "themes, with live preview", .bar = "Themes", .intent = INTENT_VIEW },
	{ 0 },
};

const struct view view_themes = {
	.name = "themes",
	.title = "Themes",
	.summary = "all themes, tried on at once, with every style",
	.state_size = sizeof(struct view_themes_state),
	.draw = themes_draw,
	.key = themes_key,
	.click = themes_click,
	.leave = themes_leave,
	.keys = themes_keys,
	.jumps = themes_jumps,
};
