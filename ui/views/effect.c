// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * effect: what the newest change of a setting did.
 *
 * Invariant: the rows that are counted are the rows that are drawn.
 */
#include "views/effect.h"

#include <string.h>

#include "base/base.h"
#include "draw/page.h"

#define WORDS 1200

const struct frame_change *effect_change(const struct frame *f)
{
	return f->nchanges ? &f->change[f->nchanges - 1] : NULL;
}

style_t effect_short(char *buf, size_t size, const struct frame *f, size_t i, bool utf8)
{
	const struct verdict *v = f->series[i].verdict;
	char text[24];
	bool better;

	buf[0] = '\0';
	if (!v)
		return STYLE_DIM;
	frame_verdict_short(f, i, text, sizeof(text));
	if (v->state != VERDICT_DIFFERENCE) {
		text_copy(buf, size, text);
		return v->state == VERDICT_SAME && !v->next ? STYLE_NONE : STYLE_DIM;
	}
	better = v->d > 0;
	if (utf8) /* BLACK UP-POINTING TRIANGLE, BLACK DOWN-POINTING TRIANGLE */
		text_format(buf, size, "%s%s", better ? "\xe2\x96\xb2" : "\xe2\x96\xbc", text);
	else if (*text == '+' || *text == '-')
		text_copy(buf, size, text);
	else
		text_format(buf, size, "%c%s", better ? '+' : '-', text);
	return better ? STYLE_BETTER : STYLE_WORSE;
}

void effect_heading(char *buf, size_t size, const struct frame *f, bool utf8)
{
	const struct frame_change *ch = effect_change(f);

	buf[0] = '\0';
	if (ch) /* GREEK CAPITAL LETTER DELTA */
		text_format(buf, size, "%s%c", utf8 ? "\xce\x94" : "d", ch->letter);
}

void effect_headline(char *buf, size_t size, const struct frame *f)
{
	const struct frame_change *ch = effect_change(f);
	char also[24] = "";

	buf[0] = '\0';
	if (!ch)
		return;
	if (ch->also)
		text_format(also, sizeof(also), " and %u more", ch->also);
	text_format(buf, size, "%c %s %s -> %s%s: %s", ch->letter, ch->name, ch->old, ch->now, also,
		    ch->headline);
}

void effect_headline_in(char *buf, size_t size, const struct frame *f, int w)
{
	const struct frame_change *ch = effect_change(f);
	const char *dot;

	effect_headline(buf, size, f);
	if (!ch || text_width(buf) <= w)
		return;
	dot = strrchr(ch->name, '.');
	text_format(buf, size, "%c %s: %s", ch->letter, dot ? dot + 1 : ch->name, ch->headline);
	if (text_width(buf) > w)
		text_format(buf, size, "%c: %s", ch->letter, ch->headline);
}

/* Runs of blanks that align columns become two blanks where the line would not fit else. */
static void effect_squeeze(char *line)
{
	char *to = line;

	for (const char *p = line; *p; p++)
		if (*p != ' ' || to == line || to[-1] != ' ' || (to > line + 1 && to[-2] != ' '))
			*to++ = *p;
	*to = '\0';
}

/* Draw the words from row r.y on, or only count the rows (@c NULL). */
static int effect_words(struct canvas *c, struct rect r, const struct frame *f, size_t i)
{
	char text[WORDS], *line = text, *next;
	struct page p = { .c = c, .r = { r.x - 2, r.y, r.w + 2, c ? r.h : 0 } };

	frame_verdict_words(f, i, text, sizeof(text));
	if (!*text)
		return 0;
	for (; line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		if (text_width(line) > r.w)
			effect_squeeze(line);
		page_paragraph(&p, STYLE_NORMAL, line);
	}
	return p.line;
}

int effect_rows(const struct frame *f, size_t i, int w)
{
	return effect_words(NULL, (struct rect){ 0, 0, w, 0 }, f, i);
}

void effect_draw(struct canvas *c, struct rect r, const struct frame *f, size_t i)
{
	effect_words(c, r, f, i);
}
