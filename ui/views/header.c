// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * header: the first line of the screen.
 *
 * Invariant: the clock and the state stand at the right end whatever the width; of the rest the least
 * important goes first, whole pieces only.
 */
#include "views/header.h"

#include <string.h>

#include "base/base.h"
#include "views/shown.h"
#include "draw/words.h"

struct header_piece {
	int rank; /* 0 goes last */
	style_t style;
	char text[120];
};

static void header_piece(struct header_piece *p, size_t *n, int rank, style_t style,
			 const char *text)
{
	if (!text || !*text)
		return;
	p[*n].rank = rank;
	p[*n].style = style;
	text_copy(p[*n].text, sizeof(p[*n].text), text);
	(*n)++;
}

/* "2 x 2300 MHz (tsc)", or by the running clock, as the per-MHz figures are divided. */
static void header_cpu_words(char *buf, size_t size, const struct frame *f, const struct screen *s)
{
	const struct host *h = f->host;
	const struct frame_series *fs = shown_series(f, s);
	const struct figures *fig = fs ? shown_figures(s, fs, f) : NULL;
	char mhz[64] = "", source[32], count[32];

	text_copy(source, sizeof(source), h->nominal_source);
	source[strcspn(source, " ")] = '\0';
	if (f->divisor == DIVISOR_RUNNING && fig && metric_has(&fig->metrics, METRIC_mhz))
		text_format(mhz, sizeof(mhz), "%.0f MHz (running)", fig->metrics.v[METRIC_mhz]);
	else if (f->divisor == DIVISOR_RUNNING)
		text_copy(mhz, sizeof(mhz), "-- MHz (running)");
	else if (h->have & HOST_NOMINAL_MHZ)
		text_format(mhz, sizeof(mhz), "%.0f MHz%s%s%s", h->nominal_mhz, *source ? " (" : "",
			    source, *source ? ")" : "");
	if ((h->have & HOST_ALLOWED) && h->ncpu_allowed < h->ncpu_online)
		text_format(count, sizeof(count), "%u of %u", h->ncpu_allowed, h->ncpu_online);
	else
		text_format(count, sizeof(count), "%u", h->ncpu_online);
	if ((h->have & HOST_NCPU) && *mhz)
		text_format(buf, size, "%s x %s", count, mhz);
	else if (h->have & HOST_NCPU)
		text_format(buf, size, "%s CPU%s", count, h->ncpu_online == 1 ? "" : "s");
	else
		text_copy(buf, size, mhz);
}

static size_t header_pieces_of(struct header_piece *p, const struct frame *f,
			       const struct screen *s)
{
	const struct host *h = f->host;
	char buf[96], span[16];
	size_t n = 0;

	header_piece(p, &n, 0, STYLE_TITLE, "ctxtop " CTXTOP_VERSION);
	if (h) {
		header_cpu_words(buf, sizeof(buf), f, s);
		header_piece(p, &n, 1, STYLE_BRIGHT, h->hostname);
		if (f->throttled && *f->throttled)
			header_piece(p, &n, 1, STYLE_WARN, "THROTTLED");
		if (h->have & HOST_CAPTURED)
			header_piece(p, &n, 1, STYLE_WARN, "captured machine");
		header_piece(p, &n, 3, STYLE_NORMAL, h->kernel);
		header_piece(p, &n, 6, STYLE_DIM, h->preemption);
		header_piece(p, &n, 2, STYLE_NORMAL, buf);
	}
	words_span(span, sizeof(span), f->slice_ns);
	text_format(buf, sizeof(buf), "slice %s", span);
	header_piece(p, &n, 5, STYLE_DIM, buf);
	if (f->round_s > 0) {
		text_format(buf, sizeof(buf), "round %.1fs", f->round_s);
		header_piece(p, &n, 7, STYLE_DIM, buf);
	}
	text_format(buf, sizeof(buf), f->has_own ? "ui %.1f%%" : "ui --", f->own_share * 100);
	header_piece(p, &n, 8, STYLE_WARN, s->settings_note);
	header_piece(p, &n, 4, f->has_own && f->own_share > 0.02 ? STYLE_WARN : STYLE_DIM, buf);
	return n;
}

/* May settings be changed? Nothing is said where there are none. */
static const char *header_access_word(const struct frame *f, const struct screen *s)
{
	if (s->read_only)
		return " RO";
	for (size_t i = 0; i < f->nsettings; i++)
		if (f->setting[i].info->flags & SETTING_CAN_CHANGE)
			return " RW";
	return f->nsettings ? " RO" : "";
}

static style_t header_state_words(char *buf, size_t size, const struct frame *f,
				  const struct screen *s)
{
	const char *ro = header_access_word(f, s);

	if (*f->fault) {
		text_format(buf, size, " FAULT%s ", ro);
		return STYLE_CRIT;
	}
	if (s->frozen) {
		text_format(buf, size, " FROZEN%s ", ro);
		return STYLE_FROZEN;
	}
	text_format(buf, size, " %s%s ", f->ended ? "ENDED" : f->measuring ? "RUN" : "IDLE", ro);
	return f->measuring && !f->ended ? STYLE_BRIGHT : STYLE_WARN;
}

void header_draw(struct canvas *c, const struct frame *f, const struct screen *s)
{
	struct header_piece p[13];
	size_t n = header_pieces_of(p, f, s);
	char state[32], clock[16];
	style_t style = header_state_words(state, sizeof(state), f, s);
	int right = c->width - text_width(state), x = 1, room, most = -1;

	canvas_put(c, right, 0, style, state);
	if (strstr(state, " RO "))
		canvas_put(c, c->width - 4, 0, STYLE_READONLY, " RO ");
	words_clock(clock, sizeof(clock), f->wall_ns);
	if (c->width >= 40) {
		right -= (int)strlen(clock) + 1;
		canvas_put(c, right, 0, STYLE_NORMAL, clock);
	}
	/* as many ranks as fit, two blanks between pieces */
	room = right - 2;
	for (int rank = 0; rank < 10; rank++) {
		int need = 0;

		for (size_t i = 0; i < n; i++)
			if (p[i].rank <= rank)
				need += text_width(p[i].text) + (need ? 2 : 0);
		if (need > room)
			break;
		most = rank;
	}
	for (size_t i = 0; i < n; i++)
		if (p[i].rank <= most)
			x = canvas_put(c, x, 0, p[i].style, p[i].text) + 2;
}
