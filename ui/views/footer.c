// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * footer: the message line and the key bar.
 *
 * Invariant: what a click on the bar does is what the bar shows: both come from one pass.
 */
#include <string.h>

#include "base/base.h"
#include "views/parts.h"
#include "views/screen.h"
#include "draw/words.h"

#define BAR_ITEMS 32

static void draw_status(struct canvas *c, int y, const struct frame *f, const struct screen *s)
{
	const struct frame_series *fs = part_selected(f, s);
	const struct figures *fig = fs ? screen_figures(s, fs, f) : NULL;
	char name[64], buf[256];

	if (s->view == VIEW_method)
		canvas_put(c, 1, y, STYLE_DIM, "Up Down: the series before, after");
	if (!fs || s->view != VIEW_overview)
		return;
	part_series_name(name, sizeof(name), fs->info);
	if (fs->state == SERIES_UNAVAILABLE) {
		canvas_printf(c, 1, y, STYLE_WARN, "%s cannot run: %s", name, fs->reason);
		return;
	}
	if (fs->info->flags & SERIES_SLICE_BOUND) {
		canvas_printf(c, 1, y, STYLE_WARN,
			      "%s is bound by time slices, not by the hand-over", name);
		return;
	}
	text_format(buf, sizeof(buf), "%s: one loop = %s", name, fs->info->summary);
	if (text_width(buf) + 2 > c->width)
		text_format(buf, sizeof(buf), "%s  %llu slices on CPU %s", name,
			    fig ? (unsigned long long)fig->n : 0ULL, fs->info->cpus);
	canvas_put(c, 1, y, STYLE_DIM, buf);
}

static void draw_band(struct canvas *c, int y, style_t style, const char *text)
{
	canvas_fill(c, (struct rect){ 0, y, c->width, 1 }, style, ' ');
	canvas_put(c, 1, y, style, text);
}

void message_draw(struct canvas *c, int y, const struct frame *f, const struct screen *s)
{
	char buf[256];

	if (s->prompt != PROMPT_NONE) {
		prompt_draw(c, y, f, s);
	} else if (*s->message) {
		canvas_put(c, 1, y, STYLE_BRIGHT, s->message);
	} else if (*f->fault) {
		text_format(buf, sizeof(buf), "FAULT: %s", f->fault);
		draw_band(c, y, STYLE_CRIT, buf);
	} else if (s->frozen) {
		text_format(buf, sizeof(buf),
			    "FROZEN: measuring goes on, %llu slice%s behind; Space goes on",
			    (unsigned long long)s->behind, s->behind == 1 ? "" : "s");
		draw_band(c, y, STYLE_FROZEN, buf);
	} else if (s->end_ns) {
		canvas_put(c, 1, y, STYLE_WARN,
			   "the graphs show the past; End with the graph in focus, or 0: live");
	} else {
		draw_status(c, y, f, s);
	}
}

struct item {
	const struct key_help *key;
	int fkey; /* 1..12, or 0 */
};

static int fkey_of(const struct key_help *k)
{
	const int codes[] = { k->key, k->twin, k->twin2 };

	for (size_t i = 0; i < ARRAY_SIZE(codes); i++)
		if (codes[i] >= CT_F1 && codes[i] <= CT_F12)
			return codes[i] - CT_F1 + 1;
	return 0;
}

/* Function keys by number, then the view's own keys, then the letters that work everywhere. */
static size_t collect(struct item *item, const struct screen *s)
{
	const struct key_help *tables[] = { views[s->view]->keys, global_keys };
	size_t n = 0;

	for (int fkey = 1; fkey <= 13; fkey++)
		for (size_t t = 0; t < ARRAY_SIZE(tables); t++)
			for (const struct key_help *k = tables[t]; k && k->key; k++) {
				int own = fkey_of(k);

				/* the view means something else by it */
				if (t && key_find(tables[0], k->key))
					continue;
				if (k->bar && (own ? own == fkey : fkey == 13) && n < BAR_ITEMS)
					item[n++] = (struct item){ k, own };
			}
	return n;
}

static int item_width(const struct item *item, char *name, size_t size)
{
	key_name(name, size, item->fkey ? CT_F1 + item->fkey - 1 : item->key->key);
	return text_width(name) + (item->fkey ? 0 : 1) + text_width(item->key->bar) + 1;
}

static bool is_vital(const struct item *item)
{
	return item->key->intent == INTENT_QUIT || item->key->intent == INTENT_HELP;
}

int keybar(struct canvas *c, int w, int y, const struct screen *s, int at)
{
	struct item item[BAR_ITEMS];
	size_t n = collect(item, s);
	char name[24];
	int x = 0, left = w;

	/* how to get help and how to leave stand there at any width */
	for (size_t i = 0; i < n; i++)
		if (is_vital(&item[i]))
			left -= item_width(&item[i], name, sizeof(name));
	for (size_t i = 0; i < n; i++) {
		int iw = item_width(&item[i], name, sizeof(name)), end;

		if (!is_vital(&item[i])) {
			if (iw > left)
				continue;
			left -= iw;
		}
		if (at >= x && at < x + iw - 1)
			return item[i].fkey ? CT_F1 + item[i].fkey - 1 : item[i].key->key;
		if (at < 0) {
			end = canvas_put(c, x, y, STYLE_BAR_KEY, name);
			if (!item[i].fkey)
				canvas_char(c, end++, y, STYLE_BAR_TEXT, ' ');
			canvas_put(c, end, y, STYLE_BAR_TEXT, item[i].key->bar);
		}
		x += iw;
	}
	return 0;
}
