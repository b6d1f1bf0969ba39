// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * settingtable: the columns of the settings view.
 *
 * Invariant: texts do not run into each other: each field ends with a blank.
 */
#include "views/settingtable.h"

#include "base/base.h"
#include "draw/words.h"
#include "views/strip.h"

#define LEAD_W 4 /* pointer, risk, key of the strip, blank */

void settingtable_columns(struct settingtable *col, int w)
{
	int left = MAX(w - LEAD_W, 0);

	*col = (struct settingtable){ 0 };
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

void settingtable_head(struct canvas *c, int x, int y, const struct settingtable *col)
{
	x += LEAD_W;
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
static int settingtable_field(struct canvas *c, int x, int y, int w, style_t style,
			      const char *text)
{
	if (w < 1)
		return x;
	if (w > 1)
		canvas_field(c, x, y, w - 1, style, text);
	return x + w;
}

static void settingtable_changed(char *buf, size_t size, const struct frame_setting *fs, int w)
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

void settingtable_line(struct canvas *c, int x, int y, const struct settingtable *col,
		       const struct frame_setting *fs)
{
	const struct setting_info *info = fs->info;
	bool live = info->flags & SETTING_CAN_CHANGE;
	style_t style = live ? STYLE_NORMAL : STYLE_DIM;
	int key = strip_key(fs);
	char buf[96];

	if (info->flags & SETTING_ASKS)
		canvas_char(c, x + 1, y, live ? STYLE_WARN : STYLE_DIM, '!');
	if (key)
		canvas_char(c, x + 2, y, live ? STYLE_KEY : STYLE_DIM, (uint32_t)key);
	x = settingtable_field(c, x + LEAD_W, y, col->name, style, info->name);
	x = settingtable_field(c, x, y, col->value, live ? STYLE_BRIGHT : STYLE_DIM,
			       *info->shown ? info->shown : "--");
	/* of what cannot be changed the reason is what one wants to know */
	if (!live && !fs->changed && col->start) {
		canvas_field(c, x, y, MAX(col->start + col->changed + col->effect, 0), STYLE_DIM,
			     info->reason);
		return;
	}
	x = settingtable_field(c, x, y, col->start, STYLE_DIM, fs->changed ? fs->start : "");
	settingtable_changed(buf, sizeof(buf), fs, col->changed);
	x = settingtable_field(c, x, y, col->changed, STYLE_MARK, buf);
	if (col->effect > 0)
		canvas_field(c, x, y, col->effect, style, fs->effect);
}

void settingtable_group(struct canvas *c, struct rect r, const char *group)
{
	int x = canvas_put(c, r.x + 1, r.y, STYLE_TITLE, *group ? group : "others") + 1;

	canvas_fill(c, (struct rect){ x, r.y, MAX(r.x + r.w - 1 - x, 0), 1 }, STYLE_FRAME,
		    c->glyphs->h);
}
