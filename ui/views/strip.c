// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * strip: the settings that one wants at hand.
 *
 * Invariant: what is drawn and what a click meets come from the same placing.
 */
#include "views/strip.h"

#include <string.h>

#include "base/base.h"

#define GAP    3
#define NARROW 2
#define MORE_W 8   /* " +12: t" */
#define WIDE   100 /* from this width on names are whole */

struct item {
	const struct frame_setting *fs;
	int x, line, w;
	char name[64], rest[100];
};

struct placed {
	struct item item[STRIP_MAX];
	int n, lines;
};

int strip_count(const struct frame *f)
{
	int n = 0;

	for (size_t i = 0; i < f->nsettings; i++)
		n += (f->setting[i].info->flags & SETTING_STRIP) != 0;
	return n;
}

int strip_key(const struct frame_setting *fs)
{
	return fs->info->flags & SETTING_STRIP ? (unsigned char)fs->info->key[0] : 0;
}

const struct frame_setting *strip_find(const struct frame *f, int key, int n)
{
	for (size_t i = 0; i < f->nsettings && n > 0; i++) {
		if (!(f->setting[i].info->flags & SETTING_STRIP))
			continue;
		if (key > 0 && strip_key(&f->setting[i]) == key)
			return &f->setting[i];
		n--;
	}
	return NULL;
}

static const char *strip_last_part(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot ? dot + 1 : name;
}

/* "timer_migration" where there is little room, if it says enough alone and of one setting only. */
static const char *strip_short_name(const struct frame *f, const char *name, int w)
{
	const char *part = strip_last_part(name);

	if (w >= WIDE || strlen(part) < 8)
		return name;
	for (size_t i = 0; i < f->nsettings; i++) {
		const struct setting_info *info = f->setting[i].info;

		if ((info->flags & SETTING_STRIP) && strcmp(info->name, name) &&
		    !strcmp(strip_last_part(info->name), part))
			return name;
	}
	return part;
}

static void strip_item_text(struct item *it, const struct frame *f, const struct frame_setting *fs,
			    int w)
{
	const char *value = *fs->info->shown ? fs->info->shown : "--";

	it->fs = fs;
	text_copy(it->name, sizeof(it->name), strip_short_name(f, fs->info->name, w));
	if (fs->changed)
		text_format(it->rest, sizeof(it->rest),
			    w >= WIDE ? "%.24s (was %.20s, %c)" : "%.12s (%.10s %c)", value,
			    fs->start, fs->letter);
	else
		text_format(it->rest, sizeof(it->rest), "%.24s", value);
	it->w = 3 + text_width(it->name) + text_width(it->rest);
}

/* Room for what says that there are more is kept free at the right. */
static void strip_place(struct placed *p, const struct frame *f, int w)
{
	int x = 0, room = MAX(w - MORE_W, 1);

	p->n = p->lines = 0;
	for (size_t i = 0; i < f->nsettings && p->n < STRIP_MAX; i++) {
		struct item *it = &p->item[p->n];

		if (!(f->setting[i].info->flags & SETTING_STRIP))
			continue;
		strip_item_text(it, f, &f->setting[i], w);
		if (x && x + it->w > room) {
			x = 0;
			p->lines++;
		}
		it->x = x;
		it->line = p->lines;
		x += it->w + (w >= WIDE ? GAP : NARROW);
		p->n++;
	}
	p->lines += p->n > 0;
}

int strip_lines(const struct frame *f, int w)
{
	struct placed p;

	strip_place(&p, f, w);
	return p.lines;
}

static void strip_draw_item(struct canvas *c, struct rect r, const struct item *it, bool lit)
{
	bool live = it->fs->info->flags & SETTING_CAN_CHANGE;
	int x = r.x + it->x, y = r.y + it->line, key = strip_key(it->fs);

	canvas_char(c, x, y,
		    !live ? STYLE_DIM
		    : lit ? STYLE_SELECTED
			  : STYLE_KEY,
		    key ? (uint32_t)key : ' ');
	x = canvas_put(c, x + 2, y, live ? STYLE_NORMAL : STYLE_DIM, it->name) + 1;
	canvas_put(c, x, y,
		   !live	     ? STYLE_DIM
		   : it->fs->changed ? STYLE_MARK
				     : STYLE_BRIGHT,
		   it->rest);
}

int strip_draw(struct canvas *c, struct rect r, const struct frame *f, bool lit)
{
	struct placed p;
	char buf[24];
	int n = 0;

	strip_place(&p, f, r.w);
	for (; n < p.n && p.item[n].line < r.h; n++)
		strip_draw_item(c, r, &p.item[n], lit);
	if (n < strip_count(f) && r.h > 0) {
		text_format(buf, sizeof(buf), " +%d: &t", MIN(strip_count(f) - n, 99));
		canvas_keys(c, r.x + r.w - text_width(buf) + 1, r.y + r.h - 1, STYLE_DIM, buf);
	}
	return n;
}

int strip_at(struct rect r, const struct frame *f, int x, int y)
{
	struct placed p;

	strip_place(&p, f, r.w);
	for (int i = 0; i < p.n; i++) {
		const struct item *it = &p.item[i];

		if (it->line < r.h && y == r.y + it->line && x >= r.x + it->x &&
		    x <= r.x + it->x + 1)
			return strip_key(it->fs);
	}
	return 0;
}
