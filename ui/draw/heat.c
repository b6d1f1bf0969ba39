// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * heat: columns for very many CPUs.
 *
 * Invariant: a value above 0 shows at least the lowest mark, one below 1 is never quite full.
 */
#include "draw/heat.h"

#include <math.h>

#include "base/base.h"

/* Characters from nearly empty to full, and how far they fill a cell that has others below it. */
struct ramp {
	uint32_t step[8];
	int n;
};

static const struct ramp ramp_blocks = {
	{ 0x2581, 0x2582, 0x2583, 0x2584, 0x2585, 0x2586, 0x2587, 0x2588 }, 8
};
/* The Linux console has no eighths: shades in a single row, half blocks in higher columns. */
static const struct ramp ramp_shades = { { 0x2591, 0x2592, 0x2593, 0x2588 }, 4 };
static const struct ramp ramp_halves = { { 0x2584, 0x2588 }, 2 };
static const struct ramp ramp_ascii = { { '.', ':', '-', '=', '+', '*', '#', '@' }, 8 };
static const struct ramp ramp_ascii_high = { { '.', ':', '#' }, 3 };

static const struct ramp *ramp_of(const struct canvas *c, int h)
{
	if (!c->glyphs->utf8)
		return h > 1 ? &ramp_ascii_high : &ramp_ascii;
	if (c->glyphs == &glyph_sets[GLYPH_TTY])
		return h > 1 ? &ramp_halves : &ramp_shades;
	return &ramp_blocks;
}

static style_t heat_style(double share)
{
	int step = (int)(share * 8);

	return (style_t)(STYLE_GRADIENT + MAX(MIN(step, 7), 0));
}

void heat_column(struct canvas *c, int x, int y, int h, enum heat_state state, double share)
{
	const struct ramp *r = ramp_of(c, h);
	int level, full = h * r->n;

	if (state == HEAT_OFF) {
		canvas_char(c, x, y, STYLE_CPU_OFFLINE, c->glyphs->utf8 ? 0xd7 : 'x');
		return;
	}
	if (state == HEAT_UNKNOWN || !isfinite(share)) {
		canvas_char(c, x, y, STYLE_DIM, c->glyphs->utf8 ? 0xb7 : '?');
		return;
	}
	share = MAX(MIN(share, 1.0), 0.0);
	level = (int)ceil(share * full - 1e-9);
	if (share < 0.995 && level == full && full > 1)
		level--;
	/* idle still shows its lowest mark, dim: an empty place would look like no CPU at all */
	if (!level)
		canvas_char(c, x, y, STYLE_DIM, r->step[0]);
	for (int row = 0; level > 0; row++, level -= r->n)
		canvas_char(c, x, y - row, heat_style(share), r->step[MIN(level, r->n) - 1]);
}

int heat_legend(struct canvas *c, int x, int y, int w, const char *low, const char *high)
{
	const struct ramp *r = ramp_of(c, 1);
	int need = text_width(low) + r->n + text_width(high) + 2;

	if (need > w)
		return x;
	x = canvas_put(c, x, y, STYLE_DIM, low) + 1;
	for (int i = 0; i < r->n; i++)
		canvas_char(c, x++, y, (style_t)(STYLE_GRADIENT + i * 7 / (r->n - 1)), r->step[i]);
	x = canvas_put(c, x + 1, y, STYLE_DIM, high);
	if (need + 7 <= w) {
		heat_column(c, x + 2, y, 1, HEAT_OFF, 0);
		x = canvas_put(c, x + 4, y, STYLE_DIM, "off");
	}
	return x;
}

void heat_ruler(struct canvas *c, int x, int y, int zoom, const uint32_t *number, int first, int n)
{
	int every = n * zoom > 48 && zoom < 2 ? 16 : 8;

	for (int i = 0; i < n; i += every) {
		char buf[16];

		text_format(buf, sizeof(buf), "%u",
			    number ? number[first + i] : (unsigned)(first + i));
		if (i * zoom + text_width(buf) <= n * zoom || !i)
			canvas_put(c, x + i * zoom, y, STYLE_DIM, buf);
	}
}
