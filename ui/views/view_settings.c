// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * view_settings: all settings that are watched, by group: value now and at the start, who changed it,
 * what that did; and the keys that change them.
 *
 * Invariant: the cursor stays on its setting while others come and go; screen.set_sel is its id + 1.
 */
#include <string.h>

#include "base/base.h"
#include "draw/box.h"
#include "draw/list.h"
#include "views/parts.h"
#include "views/screen.h"
#include "views/setting_act.h"
#include "views/settinglist.h"
#include "views/strip.h"
#include "draw/words.h"

#define LEAD_W	  4  /* pointer, risk, key of the strip, blank */
#define LIST_ROWS 4  /* that the detail leaves to the list at least, headings included */
#define DETAIL_W  40 /* narrower: no detail */

struct columns {
	int name, value, start, changed, effect;
};

/* Where things stand in the view. */
struct places {
	struct rect in;	    /* inside of the frame */
	int list, rows;	    /* first row of the list, and how many fit */
	struct rect detail; /* h == 0: no room */
};

static void places_make(struct places *p, struct rect in)
{
	int detail = in.h >= 30 ? 12 : in.h >= 24 ? 10 : in.h >= 17 ? 8 : in.h >= 12 ? 5 : 0;

	if (in.w < DETAIL_W || in.h - detail < LIST_ROWS)
		detail = 0;
	p->in = in;
	p->list = in.y + 1;
	p->rows = MAX(in.h - 1 - detail, 0);
	p->detail = (struct rect){ in.x + 1, in.y + in.h - detail, MAX(in.w - 2, 0), detail };
}

static void columns_make(struct columns *col, int w)
{
	int left = MAX(w - LEAD_W, 0);

	*col = (struct columns){ 0 };
	col->name = w >= 160 ? 38 : w >= 110 ? 32 : w >= 60 ? 29 : MAX(left * 3 / 5, 8);
	left -= col->name;
	if (w < 60) {
		col->value = MAX(left, 0);
		return;
	}
	col->value = w >= 160 ? 26 : w >= 110 ? 14 : 11;
	col->start = w >= 160 ? 26 : w >= 110 ? 12 : 9;
	left -= col->value + col->start;
	col->changed = w >= 160 ? 32 : w >= 110 ? 29 : 8;
	left -= col->changed;
	col->effect = left;
}

/* The line of the cursor, -1 in an empty list. */
static int cursor(const struct settinglist *l, const struct frame *f, const struct screen *s)
{
	return settinglist_find(l, f, s->set_sel - 1);
}

static void put_cursor(struct screen *s, const struct settinglist *l, const struct frame *f, int at)
{
	if (at < 0 || at >= l->n || l->id[at] < 0)
		return;
	s->set_sel = f->setting[l->id[at]].info->id + 1;
	s->set_top = list_reveal(s->set_top, at, l->n, s->page);
	/* the heading above the first of a group comes into sight with it */
	if (at == s->set_top && at > 0 && l->id[at - 1] < 0)
		s->set_top--;
}

static const struct frame_setting *selected(const struct frame *f, const struct screen *s)
{
	struct settinglist l;
	int at;

	settinglist_build(&l, f, s->set_filter);
	at = cursor(&l, f, s);
	return at < 0 ? NULL : &f->setting[l.id[at]];
}

static void titles(char *left, size_t lsize, char *right, size_t rsize, const struct settinglist *l,
		   const struct frame *f, const struct screen *s)
{
	char all[24] = "";

	if (s->own_changes > 1)
		text_format(all, sizeof(all), "  &U all %u", s->own_changes);
	if (*s->set_filter || s->prompt == PROMPT_FILTER)
		text_format(left, lsize, " se&ttings with \"%s\": %d of %zu ", s->set_filter,
			    l->nsettings, f->nsettings);
	else
		text_copy(left, lsize, " se&ttings ");
	text_format(right, rsize, " &Enter next value  &e type it  &a add  &* strip  &u undo%s ",
		    all);
}

static void draw_head(struct canvas *c, const struct places *p, const struct columns *col)
{
	int x = p->in.x + LEAD_W, y = p->in.y;

	x = canvas_field(c, x, y, col->name, STYLE_HEADER, "setting");
	x = canvas_field(c, x, y, col->value, STYLE_HEADER, "now");
	if (col->start)
		x = canvas_field(c, x, y, col->start, STYLE_HEADER, "at start");
	if (col->changed)
		x = canvas_field(c, x, y, col->changed, STYLE_HEADER, "changed");
	if (col->effect > 0)
		canvas_field(c, x, y, col->effect, STYLE_HEADER, "effect");
}

/* A field with a blank at its end, so that long texts do not run into each other. */
static int field(struct canvas *c, int x, int y, int w, style_t style, const char *text)
{
	if (w < 1)
		return x;
	if (w > 1)
		canvas_field(c, x, y, w - 1, style, text);
	return x + w;
}

static void changed_text(char *buf, size_t size, const struct frame_setting *fs, int w)
{
	char clock[16] = "";

	buf[0] = '\0';
	if (!fs->changed)
		return;
	if (w >= 20) {
		words_clock(clock, sizeof(clock), fs->wall_ns);
		text_format(buf, size, "%c %s %s", fs->letter, clock, fs->who);
	} else {
		text_format(buf, size, "%c %s", fs->letter, fs->who);
	}
}

static void draw_setting(struct canvas *c, int x, int y, const struct columns *col,
			 const struct frame *f, const struct frame_setting *fs)
{
	const struct setting_info *info = fs->info;
	bool live = info->flags & SETTING_CAN_CHANGE;
	style_t style = live ? STYLE_NORMAL : STYLE_DIM;
	int key = strip_key(f, fs);
	char buf[96];

	if (info->flags & SETTING_ASKS)
		canvas_char(c, x + 1, y, live ? STYLE_WARN : STYLE_DIM, '!');
	if (key)
		canvas_char(c, x + 2, y, live ? STYLE_KEY : STYLE_DIM, (uint32_t)key);
	x = field(c, x + LEAD_W, y, col->name, style, info->name);
	x = field(c, x, y, col->value, live ? STYLE_BRIGHT : STYLE_DIM,
		  *info->shown ? info->shown : "--");
	/* of what cannot be changed the reason is what one wants to know */
	if (!live && !fs->changed && col->start) {
		canvas_field(c, x, y, MAX(col->start + col->changed + col->effect, 0), STYLE_DIM,
			     info->reason);
		return;
	}
	x = field(c, x, y, col->start, STYLE_DIM, fs->changed ? fs->start : "");
	changed_text(buf, sizeof(buf), fs, col->changed);
	x = field(c, x, y, col->changed, STYLE_MARK, buf);
	if (col->effect > 0)
		canvas_field(c, x, y, col->effect, style, fs->effect);
}

static void draw_group(struct canvas *c, struct rect r, const char *group)
{
	int x = canvas_put(c, r.x + 1, r.y, STYLE_TITLE, *group ? group : "others") + 1;

	canvas_fill(c, (struct rect){ x, r.y, MAX(r.x + r.w - 1 - x, 0), 1 }, STYLE_FRAME,
		    c->glyphs->h);
}

static void draw_list(struct canvas *c, const struct places *p, const struct settinglist *l,
		      const struct frame *f, const struct screen *s)
{
	struct columns col;
	int at = cursor(l, f, s);

	columns_make(&col, p->in.w);
	draw_head(c, p, &col);
	for (int i = 0; i < p->rows && s->set_top + i < l->n; i++) {
		int id = l->id[s->set_top + i], y = p->list + i;
		struct rect line = { p->in.x, y, p->in.w, 1 };

		if (id < 0) {
			draw_group(c, line, f->setting[SETTINGLIST_HEADING(id)].info->group);
			continue;
		}
		draw_setting(c, p->in.x, y, &col, f, &f->setting[id]);
		if (s->set_top + i != at)
			continue;
		canvas_restyle(c, line, STYLE_SELECTED);
		canvas_char(c, p->in.x, y, STYLE_SELECTED, c->glyphs->pointer);
	}
	if (!l->n)
		canvas_put(c, p->in.x + 2, p->list, STYLE_DIM,
			   s->set_filter[0] ? "no setting passes the filter (Esc clears it)"
					    : "no setting is watched; a adds one by name or path");
}

/* In the lower edge: why nothing can be changed, or what the signs mean; and where one is. */
static void draw_foot(struct canvas *c, struct rect area, const struct settinglist *l,
		      const struct frame *f, const struct screen *s)
{
	int y = area.y + area.h - 1, at = cursor(l, f, s), place = 0, x;
	char buf[140];

	if (area.w < 40 || area.h < 4)
		return;
	for (int i = 0; i <= at; i++)
		place += l->id[i] >= 0;
	text_format(buf, sizeof(buf), " setting %d of %d ", place, l->nsettings);
	x = area.x + area.w - 2 - text_width(buf);
	canvas_put(c, x, y, STYLE_DIM, buf);
	if (*s->settings_note) {
		text_format(buf, sizeof(buf), " %s ", s->settings_note);
		canvas_field(c, area.x + 2, y, MIN(text_width(buf), x - area.x - 3), STYLE_WARN,
			     buf);
	} else if (area.w >= 78) {
		canvas_put(c, area.x + 2, y, STYLE_DIM,
			   " ! asks first   a letter: its key on the overview ");
	}
}

static void draw(struct canvas *c, struct rect area, const struct frame *f, struct screen *s)
{
	char left[120], right[120];
	struct settinglist l;
	struct places p;
	int at;

	canvas_clip(c, area);
	settinglist_build(&l, f, s->set_filter);
	titles(left, sizeof(left), right, sizeof(right), &l, f, s);
	places_make(&p, box_open(c, area, true, true, left, right));
	s->page = p.rows;
	s->set_top = list_top(s->set_top, l.n, p.rows);
	draw_foot(c, area, &l, f, s);
	list_thumb(c, area.x + area.w - 1, p.list, p.rows, s->set_top, l.n);
	canvas_clip(c, p.in);
	draw_list(c, &p, &l, f, s);
	at = cursor(&l, f, s);
	if (p.detail.h && at >= 0) {
		canvas_fill(c, (struct rect){ p.in.x, p.detail.y, p.in.w, 1 }, STYLE_FRAME,
			    c->glyphs->h);
		p.detail.y++;
		p.detail.h--;
		settinglist_detail(c, p.detail, &f->setting[l.id[at]]);
	}
	canvas_unclip(c);
	s->strip_n = STRIP_MAX;
}

static void search_next(struct screen *s, const struct frame *f, int dir)
{
	struct settinglist l;
	int at;

	settinglist_build(&l, f, s->set_filter);
	at = settinglist_search(&l, f, MAX(cursor(&l, f, s), 0), dir, false, s->search);
	if (!s->search[0])
		text_copy(s->message, sizeof(s->message), "nothing to search yet: / starts");
	else if (at < 0)
		text_format(s->message, sizeof(s->message), "no setting with \"%s\"", s->search);
	put_cursor(s, &l, f, at);
}

static void search(struct screen *s, const struct frame *f, enum search_step step)
{
	struct settinglist l;
	int at;

	settinglist_build(&l, f, s->set_filter);
	if (step == SEARCH_BEGINS)
		s->set_before = s->set_sel;
	if (step == SEARCH_ENTERED) {
		if (settinglist_search(&l, f, 0, 1, true, s->search) < 0)
			text_format(s->message, sizeof(s->message), "no setting with \"%s\"",
				    s->search);
		return;
	}
	s->set_sel = s->set_before;
	at = cursor(&l, f, s);
	if (step == SEARCH_CHANGES && *s->search)
		at = settinglist_search(&l, f, MAX(at, 0), 1, true, s->search);
	put_cursor(s, &l, f, at);
}

static bool key_move(struct screen *s, const struct frame *f, int k)
{
	struct settinglist l;
	int was, at;

	settinglist_build(&l, f, s->set_filter);
	was = at = cursor(&l, f, s);
	if (!list_move(k, l.n, s->page, &at))
		return false;
	put_cursor(s, &l, f, settinglist_step(&l, at, at < was ? -1 : 1));
	return true;
}

static bool key_change(struct screen *s, const struct frame *f, int k, struct intent *out)
{
	const struct frame_setting *fs = selected(f, s), *on_strip;

	switch (k) {
	case CT_ENTER:
	case CT_RIGHT:
	case CT_LEFT:
		if (fs)
			setting_act_step(s, fs, k == CT_LEFT ? -1 : 1, out);
		return true;
	case 'e':
		if (fs)
			setting_act_type(s, f, fs);
		return true;
	case '*':
		if (fs)
			setting_act_strip(s, f, fs, out);
		return true;
	case 'a':
		prompt_open(s, f, PROMPT_WATCH);
		return true;
	case 'D':
		prompt_open(s, f, PROMPT_PRESET);
		return true;
	}
	on_strip = strip_find(f, k, s->strip_n);
	if (on_strip)
		setting_act_step(s, on_strip, 1, out);
	return on_strip != NULL;
}

static bool key(struct screen *s, const struct frame *f, int k, struct intent *out)
{
	if (key_change(s, f, k, out))
		return true;
	if (k == 'n' || k == 'N') {
		search_next(s, f, k == 'n' ? 1 : -1);
		return true;
	}
	if (k == CT_ESC && s->set_filter[0]) {
		s->set_filter[0] = '\0';
		s->set_top = 0;
		return true;
	}
	return key_move(s, f, k);
}

static bool click(struct screen *s, const struct frame *f, struct rect area, int x, int y,
		  bool twice, struct intent *out)
{
	struct rect in = { area.x + 1, area.y + 1, MAX(area.w - 2, 0), MAX(area.h - 2, 0) };
	struct settinglist l;
	struct places p;
	int line;

	settinglist_build(&l, f, s->set_filter);
	places_make(&p, in);
	line = s->set_top + y - p.list;
	if (x < in.x || x >= in.x + in.w || y < p.list || y >= p.list + p.rows || line >= l.n ||
	    l.id[line] < 0)
		return false;
	put_cursor(s, &l, f, line);
	if (twice)
		setting_act_step(s, &f->setting[l.id[line]], 1, out);
	return true;
}

static const struct key_help keys[] = {
	{ .key = CT_ENTER,
	  .twin = CT_RIGHT,
	  .shown = "Enter Right",
	  .text = "change it to its next value",
	  .bar = "Next" },
	{ .key = CT_LEFT, .text = "change it to the value before" },
	{ .key = 'e', .text = "type a value for it", .bar = "Type" },
	{ .key = 'a', .text = "add any setting by name or path", .bar = "Add" },
	{ .key = 'D', .text = "change what makes a quick demonstration", .bar = "Demo" },
	{ .key = '*', .text = "put it on the overview's strip, or off", .bar = "Strip" },
	{ .key = 'n',
	  .twin = 'N',
	  .shown = "n N",
	  .text = "next, previous setting that the search finds" },
	{ .key = CT_UP, .twin = CT_DOWN, .shown = "Up Down", .text = "select a setting" },
	{ 0 },
};

const struct view view_settings = {
	.name = "settings",
	.title = "Settings",
	.summary = "kernel settings: values, who changed them, what it did; change and undo",
	.draw = draw,
	.key = key,
	.click = click,
	.search = search,
	.keys = keys,
};
