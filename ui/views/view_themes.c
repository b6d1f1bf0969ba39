// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * view_themes: the list of themes, tried on while one moves through it, with all styles beside it.
 *
 * Invariant: until Enter, Esc brings the old theme back; screen.theme_before holds its name while a
 * preview is going on.
 */
#include <string.h>

#include "base/base.h"
#include "draw/box.h"
#include "draw/heat.h"
#include "draw/list.h"
#include "views/parts.h"
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

struct group {
	const char *title;
	const struct swatch *swatch;
	size_t n;
};

static const struct group groups[] = {
	{ "Text", swatch_text, ARRAY_SIZE(swatch_text) },
	{ "Frames and bars", swatch_frames, ARRAY_SIZE(swatch_frames) },
	{ "Verdicts", swatch_verdicts, ARRAY_SIZE(swatch_verdicts) },
	{ "CPU time", swatch_cpu, ARRAY_SIZE(swatch_cpu) },
	{ "Methods", swatch_methods, ARRAY_SIZE(swatch_methods) },
};

/* One group, as many lines as it takes; returns the row below it. */
static int draw_group(struct canvas *c, struct rect r, int y, const struct group *g)
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

static void draw_swatches(struct canvas *c, struct rect r)
{
	int y = r.y, space = r.h >= 26;

	for (size_t i = 0; i < ARRAY_SIZE(groups); i++)
		y = draw_group(c, r, y, &groups[i]) + space;
	canvas_put(c, r.x, y, STYLE_DIM, "Load");
	heat_legend(c, r.x + 2, y + 1, r.w - 2, "low", "high");
}

/* Where the themes' list stands; the swatches take the rest, if there is any. */
static struct rect list_rect(struct rect in)
{
	return (struct rect){ in.x, in.y, in.w >= 50 ? LIST_W : in.w, in.h };
}

/* Outside of a preview the cursor stands on the theme in use. */
static void find_present(struct screen *s)
{
	if (s->theme_before[0])
		return;
	for (size_t i = 0; i < s->nthemes; i++)
		if (!strcmp(s->themes[i].name, s->theme_name))
			s->theme_sel = i;
}

static void draw_list(struct canvas *c, struct rect r, struct screen *s)
{
	int n = (int)s->nthemes;

	s->theme_sel = MIN(s->theme_sel, s->nthemes - 1);
	s->theme_top = list_reveal(s->theme_top, (int)s->theme_sel, n, r.h);
	for (int i = 0; i < r.h && s->theme_top + i < n; i++) {
		int k = s->theme_top + i;
		bool here = k == (int)s->theme_sel;
		style_t style = here ? STYLE_SELECTED : STYLE_NORMAL;

		canvas_field(c, r.x, r.y + i, r.w, style, "");
		if (here)
			canvas_char(c, r.x, r.y + i, style, c->glyphs->pointer);
		canvas_field(c, r.x + 2, r.y + i, r.w - 2, style, s->themes[k].name);
	}
}

static void draw(struct canvas *c, struct rect area, const struct frame *f, struct screen *s)
{
	struct rect r, l;
	const char *path;
	char buf[200];

	(void)f;
	canvas_clip(c, area);
	r = box_open(c, area, true, true, " &Themes ",
		     " Up Down try on   Enter keep   Esc old one ");
	s->page = r.h;
	canvas_clip(c, r);
	if (!s->nthemes) {
		canvas_put(c, r.x + 1, r.y, STYLE_WARN, "no theme was found");
		canvas_put(
			c, r.x + 1, r.y + 1, STYLE_DIM,
			"themes are looked for in ~/.config/ctxtop/themes and beside the program");
		canvas_unclip(c);
		return;
	}
	find_present(s);
	l = list_rect(r);
	draw_list(c, l, s);
	if (l.w < r.w) {
		for (int y = r.y; y < r.y + r.h; y++)
			canvas_char(c, l.x + l.w, y, STYLE_FRAME, c->glyphs->v);
		draw_swatches(c, (struct rect){ l.x + l.w + 2, r.y, r.w - l.w - 3, r.h });
	}
	canvas_clip(c, area);
	path = s->themes[s->theme_sel].path;
	text_format(buf, sizeof(buf), " %s ", *path ? path : "built in");
	if (area.h > 3 && text_width(buf) + 4 <= area.w)
		canvas_put(c, area.x + 2, area.y + area.h - 1, STYLE_DIM, buf);
	canvas_unclip(c);
}

static void try_on(struct screen *s, int at, struct intent *out)
{
	if (at == (int)s->theme_sel)
		return;
	if (!s->theme_before[0])
		text_copy(s->theme_before, sizeof(s->theme_before), s->theme_name);
	s->theme_sel = (size_t)at;
	out->kind = INTENT_THEME;
	text_copy(out->text, sizeof(out->text), s->themes[at].name);
}

static void keep(struct screen *s, struct intent *out)
{
	s->theme_before[0] = '\0';
	text_format(s->message, sizeof(s->message), "theme %s; W writes it to the config file",
		    s->themes[s->theme_sel].name);
	out->kind = INTENT_BACK;
}

/* Esc during a preview ends the preview, the next one leaves the view. */
static bool take_back(struct screen *s, struct intent *out)
{
	if (!s->theme_before[0])
		return false;
	out->kind = INTENT_THEME;
	text_copy(out->text, sizeof(out->text), s->theme_before);
	text_format(s->message, sizeof(s->message), "theme %s again", s->theme_before);
	s->theme_before[0] = '\0';
	for (size_t i = 0; i < s->nthemes; i++)
		if (!strcmp(s->themes[i].name, out->text))
			s->theme_sel = i;
	return true;
}

static bool key(struct screen *s, const struct frame *f, int k, struct intent *out)
{
	const struct key_help *global = key_find(global_keys, k);
	int at = (int)s->theme_sel;

	(void)f;
	if (!s->nthemes)
		return false;
	if (k == CT_ENTER) {
		keep(s, out);
		return true;
	}
	if (k == CT_ESC)
		return take_back(s, out);
	if (list_move(k, (int)s->nthemes, s->page, &at)) {
		try_on(s, at, out);
		return true;
	}
	/* who goes on to another view likes what is there */
	if (global && (global->intent == INTENT_VIEW || global->intent == INTENT_PANEL))
		s->theme_before[0] = '\0';
	return false;
}

static bool click(struct screen *s, const struct frame *f, struct rect area, int x, int y,
		  bool twice, struct intent *out)
{
	struct rect l = list_rect(
		(struct rect){ area.x + 1, area.y + 1, MAX(area.w - 2, 0), MAX(area.h - 2, 0) });
	int at = s->theme_top + y - l.y;

	(void)f;
	if (x < l.x || x >= l.x + l.w || y < l.y || y >= l.y + l.h || at >= (int)s->nthemes)
		return false;
	if (twice && at == (int)s->theme_sel)
		keep(s, out);
	else
		try_on(s, at, out);
	return true;
}

static const struct key_help keys[] = {
	{ .key = CT_UP, .twin = CT_DOWN, .shown = "Up Down", .text = "try a theme on" },
	{ .key = CT_ENTER, .text = "keep it", .bar = "Keep" },
	{ .key = CT_ESC, .text = "the old theme again; once more: leave", .bar = "Old one" },
	{ 0 },
};

const struct view view_themes = {
	.name = "themes",
	.title = "Themes",
	.summary = "all themes, tried on at once, with every style",
	.draw = draw,
	.key = key,
	.click = click,
	.keys = keys,
};
