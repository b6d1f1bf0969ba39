// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * view_settings: all settings that are watched, by group: value now and at the start, who changed it,
 * what that did; and the keys that change them.
 *
 * Invariant: the cursor stays on its setting while others come and go.
 */
#include "views/view_settings.h"

#include <string.h>

#include "base/base.h"
#include "draw/box.h"
#include "draw/list.h"
#include "views/filter.h"
#include "views/setting_act.h"
#include "views/settinglist.h"
#include "views/settingtable.h"
#include "views/strip.h"
#include "views/view.h"
#include "draw/words.h"

#define LIST_ROWS 4  /* that the detail leaves to the list at least, headings included */
#define DETAIL_W  40 /* narrower: no detail */

/* Where things stand in the view. */
struct settings_places {
	struct rect in;	    /* inside of the frame */
	int list, rows;	    /* first row of the list, and how many fit */
	struct rect detail; /* h == 0: no room */
};

static void settings_places_make(struct settings_places *p, struct rect in)
{
	int detail = in.h >= 30 ? 12 : in.h >= 24 ? 10 : in.h >= 17 ? 8 : in.h >= 12 ? 5 : 0;

	if (in.w < DETAIL_W || in.h - detail < LIST_ROWS)
		detail = 0;
	p->in = in;
	p->list = in.y + 1;
	p->rows = MAX(in.h - 1 - detail, 0);
	p->detail = (struct rect){ in.x + 1, in.y + in.h - detail, MAX(in.w - 2, 0), detail };
}

/* The line of the cursor, -1 in an empty list. */
static int settings_cursor(const struct settinglist *l, const struct frame *f,
			   const struct view_settings_state *v)
{
	return settinglist_find(l, f, v->sel - 1);
}

static void settings_put_cursor(struct view_settings_state *v, const struct settinglist *l,
				const struct frame *f, int at)
{
	if (at < 0 || at >= l->n || l->id[at] < 0)
		return;
	v->sel = f->setting[l->id[at]].info->id + 1;
	v->top = list_reveal(v->top, at, l->n, v->page);
	/* the heading above the first of a group comes into sight with it */
	if (at == v->top && at > 0 && l->id[at - 1] < 0)
		v->top--;
}

static const struct frame_setting *settings_selected(const struct frame *f,
						     const struct view_settings_state *v)
{
	struct settinglist l;
	int at;

	settinglist_build(&l, f, v->filter);
	at = settings_cursor(&l, f, v);
	return at < 0 ? NULL : &f->setting[l.id[at]];
}

static void settings_titles(char *left, size_t lsize, char *right, size_t rsize,
			    const struct settinglist *l, const struct frame *f,
			    const struct screen *s, const struct view_settings_state *v)
{
	char all[24] = "";

	if (s->own_changes > 1)
		text_format(all, sizeof(all), "  &U all %u", s->own_changes);
	if (*v->filter || filter_is_open(s, v->filter))
		text_format(left, lsize, " se&ttings with \"%s\": %d of %zu ", v->filter,
			    l->nsettings, f->nsettings);
	else
		text_copy(left, lsize, " se&ttings ");
	text_format(right, rsize, " &Enter next value  &e type it  &a add  &* strip  &u undo%s ",
		    all);
}

static void settings_draw_list(struct canvas *c, const struct settings_places *p,
			       const struct settinglist *l, const struct frame *f,
			       const struct view_settings_state *v)
{
	struct settingtable col;
	int at = settings_cursor(l, f, v);

	settingtable_columns(&col, p->in.w);
	settingtable_head(c, p->in.x, p->in.y, &col);
	for (int i = 0; i < p->rows && v->top + i < l->n; i++) {
		int id = l->id[v->top + i], y = p->list + i;
		struct rect line = { p->in.x, y, p->in.w, 1 };

		if (id < 0) {
			settingtable_group(c, line,
					   f->setting[SETTINGLIST_HEADING(id)].info->group);
			continue;
		}
		settingtable_line(c, p->in.x, y, &col, &f->setting[id]);
		if (v->top + i != at)
			continue;
		canvas_restyle(c, line, STYLE_SELECTED);
		canvas_char(c, p->in.x, y, STYLE_SELECTED, c->glyphs->pointer);
	}
	if (!l->n)
		canvas_put(c, p->in.x + 2, p->list, STYLE_DIM,
			   v->filter[0] ? "no setting passes the filter (Esc clears it)"
					: "no setting is watched; a adds one by name or path");
}

/* In the lower edge: why nothing can be changed, or what the signs mean; and where one is. */
static void settings_draw_foot(struct canvas *c, struct rect area, const struct settinglist *l,
			       const struct frame *f, const struct screen *s,
			       const struct view_settings_state *v)
{
	int y = area.y + area.h - 1, at = settings_cursor(l, f, v), place = 0, x;
	char buf[140];

	if (area.w < 40 || area.h < 4)
		return;
	for (int i = 0; i <= at; i++)
		place += l->id[i] >= 0;
	text_format(buf, sizeof(buf), " setting %d of %d ", place, l->nsettings);
	x = area.x + area.w - 2 - text_width(buf);
	canvas_put(c, x, y, STYLE_DIM, buf);
	if (*s->pending || *s->settings_note) {
		text_format(buf, sizeof(buf), " %s ", *s->pending ? s->pending : s->settings_note);
		canvas_field(c, area.x + 2, y, MIN(text_width(buf), x - area.x - 3), STYLE_WARN,
			     buf);
	} else if (area.w >= 78) {
		canvas_put(c, area.x + 2, y, STYLE_DIM,
			   " ! asks first   a letter: , and the letter changes it ");
	}
}

static void settings_draw(struct canvas *c, struct rect area, const struct frame *f,
			  struct screen *s, void *state)
{
	struct view_settings_state *v = state;
	char left[120], right[120];
	struct settinglist l;
	struct settings_places p;
	int at;

	canvas_clip(c, area);
	settinglist_build(&l, f, v->filter);
	settings_titles(left, sizeof(left), right, sizeof(right), &l, f, s, v);
	settings_places_make(&p, box_open(c, area, true, true, left, right));
	v->page = p.rows;
	v->top = list_top(v->top, l.n, p.rows);
	settings_draw_foot(c, area, &l, f, s, v);
	list_thumb(c, area.x + area.w - 1, p.list, p.rows, v->top, l.n);
	canvas_clip(c, p.in);
	settings_draw_list(c, &p, &l, f, v);
	at = settings_cursor(&l, f, v);
	if (p.detail.h && at >= 0) {
		canvas_fill(c, (struct rect){ p.in.x, p.detail.y, p.in.w, 1 }, STYLE_FRAME,
			    c->glyphs->h);
		p.detail.y++;
		p.detail.h--;
		settinglist_detail(c, p.detail, &f->setting[l.id[at]]);
	}
	canvas_unclip(c);
	s->strip_n = STRIP_MAX;
	s->listed.top = v->top;
	s->listed.n = p.rows;
}

/* Is the setting's name on the screen? A key changes no other one. */
static bool settings_in_sight(const struct view_settings_state *v, struct screen *s,
			      const struct frame *f, const struct frame_setting *fs)
{
	struct settinglist l;
	int at;

	settinglist_build(&l, f, v->filter);
	at = settinglist_find(&l, f, fs->info->id);
	if (at >= s->listed.top && at < s->listed.top + s->listed.n && l.id[at] >= 0 &&
	    &f->setting[l.id[at]] == fs) /* the first one stands in for one that is not listed */
		return true;
	text_format(s->message, sizeof(s->message), "%s is out of sight: nothing done",
		    fs->info->name);
	return false;
}

static void settings_search_next(struct view_settings_state *v, struct screen *s,
				 const struct frame *f, const struct settinglist *l, int dir)
{
	int at = settinglist_search(l, f, MAX(settings_cursor(l, f, v), 0), dir, false, s->search);

	if (at < 0)
		text_format(s->message, sizeof(s->message), "no setting with \"%s\"", s->search);
	settings_put_cursor(v, l, f, at);
}

static void settings_search(void *state, struct screen *s, const struct frame *f,
			    enum search_step step)
{
	struct view_settings_state *v = state;
	struct settinglist l;
	int at;

	settinglist_build(&l, f, v->filter);
	if (step == SEARCH_NEXT || step == SEARCH_PREVIOUS) {
		settings_search_next(v, s, f, &l, step == SEARCH_NEXT ? 1 : -1);
		return;
	}
	if (step == SEARCH_BEGINS)
		v->before = v->sel;
	if (step == SEARCH_ENTERED) {
		if (settinglist_search(&l, f, 0, 1, true, s->search) < 0)
			text_format(s->message, sizeof(s->message), "no setting with \"%s\"",
				    s->search);
		return;
	}
	v->sel = v->before;
	at = settings_cursor(&l, f, v);
	if (step == SEARCH_CHANGES && *s->search)
		at = settinglist_search(&l, f, MAX(at, 0), 1, true, s->search);
	settings_put_cursor(v, &l, f, at);
}

static bool settings_key_move(struct view_settings_state *v, const struct frame *f, int k)
{
	struct settinglist l;
	int was, at;

	settinglist_build(&l, f, v->filter);
	was = at = settings_cursor(&l, f, v);
	if (!list_move(k, l.n, v->page, &at))
		return false;
	settings_put_cursor(v, &l, f, settinglist_step(&l, at, at < was ? -1 : 1));
	return true;
}

static bool settings_key_change(struct view_settings_state *v, struct screen *s,
				const struct frame *f, int k, struct intent *out)
{
	const struct frame_setting *fs = settings_selected(f, v);

	switch (k) {
	case CT_ENTER:
	case CT_RIGHT:
	case CT_LEFT:
		if (fs && settings_in_sight(v, s, f, fs))
			setting_act_step(s, fs, k == CT_LEFT ? -1 : 1, out);
		return true;
	case 'e':
		if (fs)
			setting_act_type(s, fs);
		return true;
	case '*':
		if (fs)
			setting_act_strip(s, f, fs, out);
		return true;
	case 'a':
		setting_act_watch(s);
		return true;
	case 'D':
		setting_act_preset(s);
		return true;
	case '\\':
	case KEYS_F(4):
		filter_open(s, "settings", v->filter);
		return true;
	}
	return false;
}

/* A letter of the strip, after the leader. */
static bool settings_key_lit(const struct view_settings_state *v, struct screen *s,
			     const struct frame *f, int k, struct intent *out)
{
	const struct frame_setting *fs = strip_find(f, k, s->strip_n);

	if (fs && settings_in_sight(v, s, f, fs))
		setting_act_step(s, fs, 1, out);
	return fs != NULL;
}

static bool settings_key(void *state, struct screen *s, const struct frame *f, int k,
			 struct intent *out)
{
	struct view_settings_state *v = state;

	if (s->lit)
		return settings_key_lit(v, s, f, k, out);
	if (settings_key_change(v, s, f, k, out))
		return true;
	if (k == CT_ESC && v->filter[0]) {
		v->filter[0] = '\0';
		v->top = 0;
		return true;
	}
	return settings_key_move(v, f, k);
}

static bool settings_click(void *state, struct screen *s, const struct frame *f,
			   const struct view_click *at, struct intent *out)
{
	struct view_settings_state *v = state;
	const struct rect *a = &at->area;
	struct rect in = { a->x + 1, a->y + 1, MAX(a->w - 2, 0), MAX(a->h - 2, 0) };
	struct settings_places p;
	struct settinglist l;
	int line;

	settinglist_build(&l, f, v->filter);
	settings_places_make(&p, in);
	line = s->listed.top + at->y - p.list; /* as it was drawn */
	if (!s->listed.n || at->x < in.x || at->x >= in.x + in.w || at->y < p.list ||
	    at->y >= p.list + p.rows || line >= l.n || l.id[line] < 0)
		return false;
	settings_put_cursor(v, &l, f, line);
	if (at->twice)
		setting_act_step(s, &f->setting[l.id[line]], 1, out);
	return true;
}

/* What Enter would do, before it does. */
static style_t settings_status(char *buf, size_t size, const struct frame *f,
			       const struct screen *s, int w)
{
	const struct frame_setting *fs = settings_selected(f, s->state[s->view]);
	const struct setting_info *info = fs ? fs->info : NULL;

	(void)w;
	if (info && info->flags & SETTING_CAN_CHANGE && *info->next && !s->read_only)
		text_format(buf, size, "Enter: %s %s -> %s   (u takes it back)", info->name,
			    info->shown, info->next);
	return STYLE_DIM;
}

static const struct key_help settings_keys[] = {
	{ .key = CT_ENTER,
	  .twin = CT_RIGHT,
	  .shown = "Enter Right",
	  .text = "change it to its next value",
	  .bar = "Next" },
	{ .key = CT_LEFT, .text = "change it to the value before" },
	{ .key = 'e', .text = "type a value for it", .bar = "Type" },
	{ .key = 'a', .text = "add any setting by name or path", .bar = "Add" },
	{ .key = 'D', .text = "change what makes a good demonstration", .bar = "Demo" },
	{ .key = '*', .text = "put it on the overview's strip, or take it off", .bar = "Strip" },
	{ .key = '\\',
	  .twin = KEYS_F(4),
	  .shown = "\\ F4",
	  .text = "show only the settings with a word",
	  .bar = "Filter" },
	{ .key = CT_UP, .twin = CT_DOWN, .shown = "Up Down", .text = "select a setting" },
	{ 0 },
};

static const struct key_help settings_jumps[] = {
	{ .key = 't',
	  .twin = KEYS_F(8),
	  .shown = "t F8",
	  .text = "settings: see them, change them",
	  .bar = "Set",
	  .intent = INTENT_VIEW },
	{ 0 },
};

const struct view view_settings = {
	.name = "settings",
	.title = "Settings",
	.summary = "kernel settings: values, who changed them, what it did; change and undo",
	.state_size = sizeof(struct view_settings_state),
	.draw = settings_draw,
	.key = settings_key,
	.click = settings_click,
	.search = settings_search,
	.status = settings_status,
	.keys = settings_keys,
	.jumps = settings_jumps,
};
