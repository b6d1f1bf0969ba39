// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * page: text that flows down a column.
 *
 * Invariant: a word is cut only if it is longer than a line.
 */
#include "draw/page.h"

#include <string.h>

#include "base/base.h"

static bool in_sight(const struct page *p)
{
	return p->line >= p->top && p->line - p->top < p->r.h;
}

static int row_of(const struct page *p)
{
	return p->r.y + p->line - p->top;
}

/* Bytes of @text that go into @w columns; at least one character. */
static size_t fitting(const char *text, int w)
{
	size_t end = 0, word_end = 0, i = 0;
	char buf[8];

	while (text[i]) {
		size_t n = 1;

		while ((text[i + n] & 0xc0) == 0x80)
			n++;
		memcpy(buf, text + i, MIN(n, sizeof(buf) - 1));
		buf[MIN(n, sizeof(buf) - 1)] = '\0';
		w -= text_width(buf);
		if (w < 0)
			break;
		if (text[i] == ' ')
			word_end = i;
		i += n;
		end = i;
	}
	if (text[i] && text[i] != ' ' && word_end)
		end = word_end;
	return end ? end : i + (text[i] != '\0');
}

/* @text from column @x on, as many lines as it takes. */
static void flow(struct page *p, int x, style_t style, const char *text)
{
	int w = p->r.x + p->r.w - x;

	do {
		size_t n = w > 0 ? fitting(text, w) : strlen(text);
		char buf[1100];

		if (in_sight(p) && w > 0) {
			memcpy(buf, text, MIN(n, sizeof(buf) - 1));
			buf[MIN(n, sizeof(buf) - 1)] = '\0';
			canvas_put(p->c, x, row_of(p), style, buf);
		}
		p->line++;
		text += n;
		while (*text == ' ')
			text++;
	} while (*text);
}

void page_heading(struct page *p, const char *text)
{
	if (p->line)
		p->line++;
	if (in_sight(p))
		canvas_put(p->c, p->r.x, row_of(p), STYLE_HEADER, text);
	p->line++;
}

void page_pair(struct page *p, style_t style, const char *name, const char *value)
{
	int x = p->r.x + 2;

	if (in_sight(p))
		canvas_field(p->c, x, row_of(p), MIN(p->name_w, p->r.w - 2), STYLE_DIM, name);
	if (text_width(name) > p->name_w) {
		/* the whole name on a line of its own */
		if (in_sight(p))
			canvas_put(p->c, x, row_of(p), STYLE_DIM, name);
		p->line++;
	}
	flow(p, x + p->name_w + 1, style, value);
}

void page_fact(struct page *p, const char *name, const char *value, const char *reason)
{
	char buf[200];

	if (value && *value) {
		page_pair(p, STYLE_NORMAL, name, value);
		return;
	}
	text_format(buf, sizeof(buf), "--%s%s", reason && *reason ? "  " : "",
		    reason ? reason : "");
	page_pair(p, STYLE_DIM, name, buf);
}

void page_paragraph(struct page *p, style_t style, const char *text)
{
	flow(p, p->r.x + 2, style, text);
}
