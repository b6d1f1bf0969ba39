// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * footer: the message line and the key bar.
 *
 * Invariant: what a click on the bar does is what the bar shows: both come from one pass.
 */
#include "views/footer.h"

#include <string.h>

#include "base/base.h"
#include "views/keymap.h"
#include "views/prompt.h"
#include "views/view.h"
#include "draw/words.h"

#define BAR_ITEMS 32

static void footer_status(struct canvas *c, int y, const struct frame *f, const struct screen *s)
{
	const struct view *v = views[s->view];
	char buf[256];
	style_t style;

	if (!v->status)
		return;
	buf[0] = '\0';
	style = v->status(buf, sizeof(buf), f, s, c->width - 2);
	canvas_put(c, 1, y, style, buf);
}

static void footer_band(struct canvas *c, int y, style_t style, const char *text)
{
	canvas_fill(c, (struct rect){ 0, y, c->width, 1 }, style, ' ');
	canvas_put(c, 1, y, style, text);
}

bool footer_has_message(const struct frame *f, const struct screen *s)
{
	return prompt_is_open(s) || s->lit || *s->message || *f->fault || *s->pending || s->frozen;
}

void footer_message(struct canvas *c, int y, const struct frame *f, const struct screen *s)
{
	char buf[256];

	if (prompt_is_open(s)) {
		prompt_draw(c, y, f, s);
	} else if (s->lit) {
		canvas_put(c, 1, y, STYLE_BRIGHT,
			   "its letter takes a setting to its next value; any other key: nothing");
	} else if (*s->message) {
		canvas_put(c, 1, y, STYLE_BRIGHT, s->message);
	} else if (*f->fault) {
		text_format(buf, sizeof(buf), "FAULT: %s", f->fault);
		footer_band(c, y, STYLE_CRIT, buf);
	} else if (*s->pending) {
		canvas_put(c, 1, y, STYLE_WARN, s->pending);
	} else if (s->frozen) {
		text_format(buf, sizeof(buf),
			    "FROZEN: measuring goes on, %llu slice%s behind; Space resumes",
			    (unsigned long long)s->behind, s->behind == 1 ? "" : "s");
		footer_band(c, y, STYLE_FROZEN, buf);
	} else if (s->end_ns) {
		canvas_put(
			c, 1, y, STYLE_WARN,
			"the graphs show the past; 0, or End with the graph in focus, goes live");
	} else {
		footer_status(c, y, f, s);
	}
}

struct bar_item {
	const struct key_help *key;
	int fkey; /* 1..12, or 0 */
};

static int bar_fkey_of(const struct key_help *k)
{
	const int codes[] = { k->key, k->twin, k->twin2 };

	for (size_t i = 0; i < ARRAY_SIZE(codes); i++)
		if (codes[i] >= CT_F1 && codes[i] <= CT_F12)
			return codes[i] - CT_F1 + 1;
	return 0;
}

struct bar {
	struct bar_item item[BAR_ITEMS];
	size_t n;
};

static bool is_undo(const struct key_help *k)
{
	return k->intent == INTENT_UNDO || k->intent == INTENT_UNDO_ALL;
}

bool footer_offers_undo(const struct screen *s)
{
	return s->own_changes || s->view == VIEW_settings;
}

/* The entries of @keys that stand at place @fkey, 13: those without a function key. */
static void bar_add(struct bar *b, const struct key_help *keys, int fkey,
		    const struct key_help *own_keys, bool undo)
{
	for (const struct key_help *k = keys; k && k->key; k++) {
		int own = bar_fkey_of(k);

		/* the view means something else by it */
		if (keys != own_keys && key_find(own_keys, k->key))
			continue;
		if (is_undo(k) && !undo)
			continue;
		if (k->bar && (own ? own == fkey : fkey == 13) && b->n < BAR_ITEMS)
			b->item[b->n++] = (struct bar_item){ k, own };
	}
}

/* Function keys by number, then the view's own keys, then the letters that work everywhere. */
static void bar_collect(struct bar *b, const struct screen *s)
{
	const struct key_help *own = views[s->view]->keys;
	struct keymap m;

	b->n = 0;
	keymap_make(&m);
	for (int fkey = 1; fkey <= 13; fkey++) {
		bar_add(b, own, fkey, own, true);
		for (size_t t = 0; t < m.n; t++)
			bar_add(b, m.table[t].keys, fkey, own, footer_offers_undo(s));
	}
}

static int bar_width(const struct bar_item *item, char *name, size_t size)
{
	key_name(name, size, item->fkey ? KEYS_F(item->fkey) : item->key->key);
	return text_width(name) + (item->fkey ? 0 : 1) + text_width(item->key->bar) + 1;
}

static bool bar_is_vital(const struct bar_item *item)
{
	return item->key->intent == INTENT_QUIT || item->key->intent == INTENT_HELP ||
	       is_undo(item->key);
}

/* One pass for drawing and for clicks: draw into @c, or (@c NULL) find the key at column @at. */
static int bar_pass(struct canvas *c, int w, int y, const struct screen *s, int at)
{
	char name[24];
	struct bar b;
	int x = 0, left = w;

	bar_collect(&b, s);
	/* how to get help, to leave, and to undo stand there at any width */
	for (size_t i = 0; i < b.n; i++)
		if (bar_is_vital(&b.item[i]))
			left -= bar_width(&b.item[i], name, sizeof(name));
	for (size_t i = 0; i < b.n; i++) {
		const struct bar_item *it = &b.item[i];
		int iw = bar_width(it, name, sizeof(name)), end;

		if (!bar_is_vital(it)) {
			if (iw > left)
				continue;
			left -= iw;
		}
		if (!c && at >= x && at < x + iw - 1)
			return it->fkey ? KEYS_F(it->fkey) : it->key->key;
		if (c) {
			end = canvas_put(c, x, y, STYLE_BAR_KEY, name);
			if (!it->fkey)
				canvas_char(c, end++, y, STYLE_BAR_TEXT, ' ');
			canvas_put(c, end, y, STYLE_BAR_TEXT, it->key->bar);
		}
		x += iw;
	}
	return 0;
}

void footer_keys(struct canvas *c, int y, const struct screen *s)
{
	bar_pass(c, c->width, y, s, -1);
}

void footer_undo(struct canvas *c, int y)
{
	static const char words[] = " &u undo  &U all ";

	canvas_keys(c, c->width - (int)strlen(words) + 2, y, STYLE_BAR_TEXT, words);
}

int footer_key_at(int w, const struct screen *s, int x)
{
	return bar_pass(NULL, w, 0, s, x);
}
