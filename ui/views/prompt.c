// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * prompt: one line of text being typed, or a question.
 *
 * Invariant: a prompt is closed before its owner gets the answer, so that the owner may open another.
 */
#include "views/prompt.h"

#include <string.h>

#include "base/base.h"
#include "base/text.h"
#include "views/keys.h"

static void prompt_set(struct prompt *p, const char *text)
{
	text_copy(p->text, sizeof(p->text), text);
	p->len = strlen(p->text);
}

void prompt_open(struct screen *s, const struct prompt_kind *kind, const char *text)
{
	s->prompt.kind = kind;
	s->prompt.seen = false;
	s->prompt.candidates[0] = '\0';
	prompt_set(&s->prompt, text ? text : "");
}

void prompt_ask(struct screen *s, const struct prompt_kind *kind)
{
	s->prompt.kind = kind;
	s->prompt.seen = false;
}

bool prompt_unseen(const struct screen *s)
{
	return s->prompt.kind && s->prompt.kind->answered && !s->prompt.seen;
}

bool prompt_is_open(const struct screen *s)
{
	return s->prompt.kind != NULL;
}

void prompt_leave(struct screen *s, const struct frame *f)
{
	const struct prompt_kind *kind = s->prompt.kind;

	s->prompt.kind = NULL;
	if (kind && kind->left)
		kind->left(s, f);
}

static void prompt_changed(struct screen *s, const struct frame *f)
{
	s->prompt.candidates[0] = '\0';
	if (s->prompt.kind->changed)
		s->prompt.kind->changed(s, f);
}

static void prompt_erase(struct prompt *p)
{
	while (p->len && (p->text[p->len - 1] & 0xc0) == 0x80)
		p->len--;
	if (p->len)
		p->len--;
	p->text[p->len] = '\0';
}

static void prompt_append(struct prompt *p, const char *utf8, size_t n)
{
	if (p->len + n >= sizeof(p->text))
		return;
	memcpy(p->text + p->len, utf8, n);
	p->len += n;
	p->text[p->len] = '\0';
}

static void prompt_type(struct screen *s, const struct frame *f, int key)
{
	char utf8[5];
	size_t n = key_encode(utf8, key);

	if (!n)
		return;
	prompt_append(&s->prompt, utf8, n);
	prompt_changed(s, f);
}

bool prompt_paste(struct screen *s, const struct frame *f, const char *text)
{
	const char *next = text;

	if (!s->prompt.kind || s->prompt.kind->answered)
		return false;
	for (; *text; text = next) {
		text_next(&next);
		prompt_append(&s->prompt, text, (size_t)(next - text));
	}
	prompt_changed(s, f);
	return true;
}

static void prompt_question(struct screen *s, const struct frame *f, int key, struct intent *out)
{
	const struct prompt_kind *kind = s->prompt.kind;

	s->prompt.kind = NULL;
	if (!kind->answered(s, f, key, out))
		s->prompt.kind = kind;
}

void prompt_key(struct screen *s, const struct frame *f, int key, struct intent *out)
{
	const struct prompt_kind *kind = s->prompt.kind;

	if (kind->answered) {
		if (s->prompt.seen)
			prompt_question(s, f, key, out);
		return;
	}
	switch (key) {
	case CT_ENTER:
		if (kind->careful && !s->prompt.seen)
			break;
		s->prompt.kind = NULL;
		kind->entered(s, f, out);
		break;
	case CT_ESC:
		prompt_leave(s, f);
		break;
	case CT_TAB:
		if (kind->tab)
			kind->tab(s, out);
		break;
	case CT_BACKSPACE:
		prompt_erase(&s->prompt);
		prompt_changed(s, f);
		break;
	case CTRL_KEY('u'):
		prompt_set(&s->prompt, "");
		prompt_changed(s, f);
		break;
	default:
		prompt_type(s, f, key);
	}
}

static void prompt_words(char *buf, size_t size, const struct frame *f, const struct screen *s)
{
	if (s->prompt.kind->words)
		s->prompt.kind->words(buf, size, f, s);
	else
		text_copy(buf, size, s->prompt.kind->text);
}

void prompt_draw(struct canvas *c, int y, const struct frame *f, const struct screen *s)
{
	const char *text = s->prompt.text;
	char buf[256];
	int x;

	prompt_words(buf, sizeof(buf), f, s);
	if (s->prompt.kind->answered) {
		/* the answers stand at the end: cut the beginning */
		x = text_width(buf) + 2 > c->width ? c->width - text_width(buf) - 1 : 1;
		c->cursor_x = MIN(canvas_put(c, x, y, STYLE_WARN, buf), c->width - 1);
		c->cursor_y = y;
		return;
	}
	x = canvas_put(c, 1, y, STYLE_BRIGHT, buf);

	/* the end is what one types at: cut the beginning, by whole characters */
	while (*text && x + text_width(text) >= c->width - 1) {
		text++;
		while ((*text & 0xc0) == 0x80)
			text++;
	}
	c->cursor_x = canvas_put(c, x, y, STYLE_NORMAL, text);
	c->cursor_y = y;
	if (*s->prompt.candidates)
		canvas_put(c, c->cursor_x + 2, y, STYLE_DIM, s->prompt.candidates);
	else if (c->cursor_x + 32 < c->width)
		canvas_put(c, c->width - 27, y, STYLE_DIM, "Enter: accept  Esc: cancel");
	if (c->cursor_x >= c->width)
		c->cursor_x = c->width - 1;
}

void prompt_complete(struct screen *s, char *const *names, int n)
{
	struct prompt *p = &s->prompt;
	size_t len = 0;

	text_copy(p->candidates, sizeof(p->candidates), n > 0 ? "" : "nothing begins like this");
	if (n < 1)
		return;
	prompt_set(p, names[0]);
	for (int i = 1; i < n; i++) {
		size_t k = 0;

		while (p->text[k] && p->text[k] == names[i][k])
			k++;
		p->text[k] = '\0';
	}
	p->len = strlen(p->text);
	for (int i = 0; n > 1 && i < n; i++)
		len += text_format(p->candidates + len, sizeof(p->candidates) - len, "%s  ",
				   names[i]);
}
