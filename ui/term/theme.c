// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * theme: from the slots of a theme file to the look of every style.
 *
 * A style takes its own slot; else one of btop's slots that means the same, moved until it can be
 * read; else the built-in theme's look, moved likewise.
 *
 * Invariant: the built-in theme names every style, so nothing is ever derived from nothing.
 */
#include "term/theme.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "term/theme_role.h"
#include "term/theme_slot.h"

#include "default_theme.h" /* made from themes/default.theme by the Makefile */

/* What a theme is made from. */
struct source {
	struct slots slots;
	const struct theme *base; /* NULL while the built-in theme itself is parsed */
};

static const struct slot *own_slot(const struct slots *s, const char *name, const char *suffix)
{
	char full[32];

	snprintf(full, sizeof(full), "%s%s", name, suffix);
	return slots_find(s, full);
}

/* NAME, else NAME_fg. */
static const struct slot *own_foreground(const struct slots *s, const char *name)
{
	const struct slot *slot = own_slot(s, name, "");

	return slot ? slot : own_slot(s, name, "_fg");
}

static const struct slot *borrowed(const struct slots *s, const struct role *r)
{
	for (size_t i = 0; i < ARRAY_SIZE(r->from); i++) {
		const struct slot *slot = r->from[i] ? slots_find(s, r->from[i]) : NULL;

		if (slot && slot->color)
			return slot;
	}
	return NULL;
}

int32_t theme_rgb(struct color c, enum depth depth, int32_t unset)
{
	if (depth == DEPTH_RGB)
		return c.rgb < 0 ? unset : c.rgb;
	if (depth == DEPTH_256)
		return c.index256 < 0 ? unset : color_palette(c.index256);
	return c.ansi < 0 ? unset : color_palette(c.ansi);
}

int32_t theme_assumed_bg(const struct theme *t)
{
	int32_t text = t->look[STYLE_NORMAL].fg.rgb;

	return text >= 0 && color_luminance(text) < 0.18 ? 0xffffff : 0x000000;
}

/* Text on its ground among 16 colours: nearest colours may fall together, or be hard to read. */
static void settle_ansi(const struct theme *t, struct look *k, double contrast)
{
	int32_t unset = theme_assumed_bg(t), ground = theme_rgb(k->bg, DEPTH_16, unset);
	int fg = k->fg.ansi;

	if (fg < 0 || color_contrast(color_palette(fg), ground) >= contrast)
		return;
	if (color_contrast(color_palette(fg ^ 8), ground) >= contrast)
		k->fg.ansi = (int16_t)(fg ^ 8);
	else
		k->fg.ansi = color_contrast(0xffffff, ground) > color_contrast(0, ground) ? 15 : 0;
}

/* Move a colour that was not meant for this style until it can be read on its ground. */
static void settle(const struct theme *t, struct look *k, double contrast)
{
	int32_t unset = theme_assumed_bg(t);
	int32_t ground = theme_rgb(k->bg, DEPTH_RGB, unset);
	int32_t fg = theme_rgb(k->fg, DEPTH_RGB, unset ^ 0xffffff);

	if (color_contrast(fg, ground) < contrast)
		k->fg = color_of_rgb(color_legible(fg, ground, contrast));
	ground = theme_rgb(k->bg, DEPTH_256, unset);
	fg = theme_rgb(k->fg, DEPTH_256, unset ^ 0xffffff);
	if (color_contrast(fg, ground) < contrast)
		k->fg.index256 = (int16_t)color_to_256(color_legible(fg, ground, contrast * 1.1));
	settle_ansi(t, k, contrast);
}

/* The background of a style: its own slot, btop's, the built-in one where it makes the style, the main one. */
static struct color background(const struct theme *t, const struct source *s, const struct role *r,
			       style_t style, bool has_fg)
{
	const struct slot *slot = own_slot(&s->slots, r->name, "_bg");

	if (!(slot && slot->color) && r->bg_from)
		slot = slots_find(&s->slots, r->bg_from);
	if (slot && slot->color)
		return slot->c;
	if (s->base && r->ground && !has_fg)
		return s->base->look[style].bg;
	return t->look[STYLE_NORMAL].bg;
}

/* The look of an ordinary style; STYLE_NORMAL is there already. */
static void make_look(struct theme *t, const struct source *s, style_t style)
{
	char made[16];
	struct role r = role_of(style, made);
	const struct slot *own = own_foreground(&s->slots, r.name), *from;
	struct look *k = &t->look[style];

	t->named[style] = own && own->color;
	k->mono_attr = own && own->has_mono ? own->mono : r.mono | (own ? own->attr : 0);
	k->bg = background(t, s, &r, style, t->named[style]);
	if (t->named[style]) {
		k->fg = own->c;
		k->attr = own->attr;
		if (!own->ansi)
			settle_ansi(t, k, r.contrast);
		return;
	}
	from = borrowed(&s->slots, &r);
	k->fg = from ? from->c : s->base ? s->base->look[style].fg : t->look[STYLE_NORMAL].fg;
	k->attr = s->base ? s->base->look[style].attr : 0;
	settle(t, k, r.contrast);
}

/*
 * Text and ground. btop's main_bg="" means the terminal's own; a theme that names neither is shown
 * on the built-in ground.
 */
static void make_normal(struct theme *t, const struct source *s)
{
	const struct color unset = { COLOR_DEFAULT, COLOR_DEFAULT, COLOR_DEFAULT };
	const struct slot *fg = own_foreground(&s->slots, "main");
	const struct slot *bg = slots_find(&s->slots, "main_bg");
	struct look *k = &t->look[STYLE_NORMAL];

	t->named[STYLE_NORMAL] = fg != NULL;
	k->bg = bg && bg->color		? bg->c
		: !bg && !fg && s->base ? s->base->look[STYLE_NORMAL].bg
					: unset;
	k->attr = fg ? fg->attr : 0;
	k->mono_attr = fg && fg->has_mono ? fg->mono : k->attr;
	k->fg = fg ? (fg->color ? fg->c : unset) : unset;
	if (!fg && s->base) {
		k->fg = s->base->look[STYLE_NORMAL].fg;
		settle(t, k, ROLE_TEXT);
	} else if (fg && !fg->ansi) {
		settle_ansi(t, k, ROLE_TEXT);
	}
}

/* A fixed point of the gradient: false if neither the theme nor the built-in one gives it. */
static bool anchor(const struct theme *t, const struct source *s, int i, bool own, struct look *out)
{
	const struct slot *slot = own ? slots_find(&s->slots, role_anchors[i].name)
				      : borrowed(&s->slots, &role_anchors[i]);

	if (!slot || !slot->color)
		return false;
	memset(out, 0, sizeof(*out));
	out->fg = slot->c;
	out->bg = t->look[STYLE_NORMAL].bg;
	out->attr = slot->attr;
	out->mono_attr = slot->has_mono ? slot->mono : 0;
	if (!own)
		settle(t, out, role_anchors[i].contrast);
	else if (!slot->ansi)
		settle_ansi(t, out, role_anchors[i].contrast);
	return true;
}

/* A colour of which the terminal's user decides how it looks; nothing lies between two of them. */
static bool follows_terminal(const struct look *k)
{
	return k && k->fg.index256 < 16;
}

/* Step @i of 8 between the fixed points; @mid may be NULL. */
static struct look between(const struct look *start, const struct look *mid, const struct look *end,
			   int i)
{
	const struct look *near = i < 3 || !mid ? (i < 4 ? start : end) : i < 5 ? mid : end;
	struct look k = *near;
	double at = i / 7.0;
	int32_t rgb;

	if (i == 0 || i == 7 || follows_terminal(start) || follows_terminal(mid) ||
	    follows_terminal(end))
		return k;
	if (!mid)
		rgb = color_mix(start->fg.rgb, end->fg.rgb, at);
	else if (i < 4)
		rgb = color_mix(start->fg.rgb, mid->fg.rgb, at * 2);
	else
		rgb = color_mix(mid->fg.rgb, end->fg.rgb, at * 2 - 1);
	k.fg.rgb = rgb;
	k.fg.index256 = (int16_t)color_to_256(rgb);
	return k;
}

/* Take over a step from the built-in theme. */
static void base_step(struct theme *t, const struct source *s, style_t style)
{
	struct look *k = &t->look[style];

	*k = s->base ? s->base->look[style] : t->look[STYLE_NORMAL];
	k->bg = t->look[STYLE_NORMAL].bg;
	settle(t, k, ROLE_GRAPHIC);
}

static void make_gradient(struct theme *t, const struct source *s)
{
	struct look a[3];
	bool have[3],
		own = slots_find(&s->slots, "graph_start") && slots_find(&s->slots, "graph_end");
	char name[16];

	for (int i = 0; i < 3; i++)
		have[i] = anchor(t, s, i, own, &a[i]);
	for (int i = 0; i < 8; i++) {
		style_t style = STYLE_GRADIENT + i;
		struct role r = role_of(style, name);
		const struct slot *step = own_foreground(&s->slots, r.name);

		if (step && step->color)
			make_look(t, s, style);
		else if (have[0] && have[2])
			t->look[style] = between(&a[0], have[1] ? &a[1] : NULL, &a[2], i);
		else if (have[0])
			t->look[style] = a[0];
		else
			base_step(t, s, style);
		t->named[style] = (step && step->color) || (own && have[0] && have[2]);
	}
}

static int parse(struct theme *t, const char *text, const struct theme *base, struct err *e)
{
	struct source s = { .base = base };
	int r = slots_parse(&s.slots, text, role_has_slot, e);

	memset(t, 0, sizeof(*t));
	if (r)
		return r;
	make_normal(t, &s);
	for (style_t i = STYLE_NORMAL + 1; i < STYLE_GRADIENT; i++)
		make_look(t, &s, i);
	make_gradient(t, &s);
	for (style_t i = STYLE_METHOD; i <= STYLE_METHOD_END; i++)
		make_look(t, &s, i);
	return 0;
}

void theme_builtin(struct theme *t)
{
	parse(t, default_theme, NULL, NULL);
	text_copy(t->name, sizeof(t->name), "default");
}

int theme_parse(struct theme *t, const char *text, struct err *e)
{
	struct theme base;

	theme_builtin(&base);
	return parse(t, text, &base, e);
}
