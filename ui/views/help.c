// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * help: the overlay with all keys, made from the tables that the keys are looked up in.
 *
 * Invariant: a key that is in no table is not in the help, and none in a table is left out.
 */
#include "views/help.h"

#include <string.h>

#include "base/base.h"
#include "draw/list.h"
#include "views/keymap.h"
#include "views/view.h"

#define LINES 128
#define KEY_W 14
#define TWO_W 112 /* inner width from which two columns are drawn */

struct line {
	char key[24];
	const char *text; /* NULL: a heading, which stands in key; both empty: a blank line */
};

static const struct line help_meaning[] = {
	{ "sparkline", "lowest to highest of its own in the span" },
	{ "", "shown, but at least 5 % of the rate;" },
	{ "", "empty: nothing was measured" },
	{ "loops/s", "a loop is a round trip, two hand-overs" },
	{ "low high", "of the slices since the epoch began" },
	{ "average", "over those slices" },
	{ "avg/MHz", "by the clock that the first line names" },
	{ "sd %", "standard deviation of the slices" },
	{ "sw/loop", "context switches a loop" },
	{ "irq/loop", "resched and call interrupts a loop" },
	{ "dB", "what change B of a setting did:" },
	{ "", "+9.1% x8.1 proven, ~ no difference proven," },
	{ "", "noisy: cannot tell, 5/20: rounds so far" },
	{ "same*", "bound by time slices, never judged" },
	{ "graph", "full: mean; dotted above: the highest" },
	{ "CPU bar", "U user N nice S system I interrupts" },
	{ "", "i softirqs T taken by the host G guest" },
	{ "mouse", "click selects, twice zooms;" },
	{ "", "Shift-drag selects text as ever" },
	{ "torn lines", "-U draws in ASCII (wide East Asian fonts)" },
};

static void help_add(struct line *line, size_t *n, const char *key, const char *text)
{
	if (*n >= LINES)
		return;
	text_copy(line[*n].key, sizeof(line[*n].key), key);
	line[(*n)++].text = text;
}

static void help_add_keys(struct line *line, size_t *n, const struct key_help *k, bool vim)
{
	char buf[64], one[24];

	for (; k && k->key; k++) {
		const int codes[] = { k->key, k->twin, k->twin2 };
		size_t len = 0;

		buf[0] = '\0';
		for (size_t i = 0; i < ARRAY_SIZE(codes); i++) {
			if (!codes[i] || (vim && codes[i] == 'h'))
				continue;
			key_name(one, sizeof(one), codes[i]);
			len += text_format(buf + len, sizeof(buf) - len, "%s%s", len ? " " : "",
					   one);
		}
		help_add(line, n, k->shown && !vim ? k->shown : buf, k->text);
	}
}

static size_t help_collect(struct line *line, const struct screen *s, char *title, size_t size)
{
	const struct view *v = views[s->view];
	struct keymap m;
	size_t n = 0;

	if (v->keys && v->keys->key) {
		text_format(title, size, "Keys of this view: %s", v->title);
		help_add(line, &n, "", NULL);
		text_copy(line[n - 1].key, sizeof(line[0].key), "view");
		help_add_keys(line, &n, v->keys, s->vim_keys);
		help_add(line, &n, "", "");
	}
	help_add(line, &n, "keys", NULL);
	keymap_make(&m);
	for (size_t i = 0; i < m.n; i++)
		help_add_keys(line, &n, m.table[i].keys, s->vim_keys);
	if (s->vim_keys)
		help_add(line, &n, "h j k l", "left down up right (option vim_keys)");
	help_add(line, &n, "", "");
	help_add(line, &n, "meaning", NULL);
	for (size_t i = 0; i < ARRAY_SIZE(help_meaning); i++)
		help_add(line, &n, help_meaning[i].key, help_meaning[i].text);
	return n;
}

static void help_line(struct canvas *c, int x, int y, int w, const struct line *line,
		      const char *title)
{
	if (line->text) {
		canvas_field(c, x, y, KEY_W, STYLE_KEY, line->key);
		canvas_field(c, x + KEY_W, y, MAX(w - KEY_W, 0), STYLE_NORMAL, line->text);
		return;
	}
	canvas_field(c, x, y, w, STYLE_HEADER,
		     !strcmp(line->key, "view")	  ? title
		     : !strcmp(line->key, "keys") ? "Keys that work everywhere"
						  : "What the picture means");
}

void help_draw(struct canvas *c, struct screen *s)
{
	struct line line[LINES];
	char title[64] = "";
	int n = (int)help_collect(line, s, title, sizeof(title));
	int w = MIN(c->width - (c->width > 70 ? 4 : 0), 132);
	int ncol = w - 4 >= TWO_W ? 2 : 1, per = (n + ncol - 1) / ncol;
	int h = MIN(per + 2, c->height - (c->height > 20 ? 2 : 0)), rows = MAX(h - 2, 1);
	struct rect r = { (c->width - w) / 2, (c->height - h) / 2, w, h };
	int colw = (w - 4) / ncol;

	if (ncol == 1)
		r.w = w = MIN(w, 72), r.x = (c->width - w) / 2, colw = w - 4;
	per = MAX(per, rows);
	s->help.top = list_top(s->help.top, per, rows);
	canvas_unclip(c);
	canvas_fill(c, r, STYLE_NORMAL, ' ');
	canvas_box(c, r, STYLE_FRAME_FOCUS, " Help ");
	if (per > rows)
		canvas_put(c, r.x + 2, r.y + r.h - 1, STYLE_DIM, " Up Down PgDn: more ");
	canvas_clip(c, (struct rect){ r.x + 1, r.y + 1, r.w - 2, rows });
	for (int col = 0; col < ncol; col++)
		for (int i = 0; i < rows; i++) {
			int k = col * per + s->help.top + i;

			if (s->help.top + i < per && k < n)
				help_line(c, r.x + 2 + col * colw, r.y + 1 + i,
					  colw - (col + 1 < ncol ? 2 : 0), &line[k], title);
		}
	canvas_unclip(c);
	list_thumb(c, r.x + r.w - 1, r.y + 1, rows, s->help.top, per);
	s->help.rows = rows;
	c->cursor_x = c->cursor_y = -1;
}

void help_key(struct screen *s, int key)
{
	/* how long the text is, is known to the drawing: it takes back what goes too far */
	if (list_scroll(key, LINES, MAX(s->help.rows, 1), &s->help.top))
		return;
	s->help.open = false;
	s->help.top = 0;
}
