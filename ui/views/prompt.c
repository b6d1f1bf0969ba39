// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * prompt: one line of text being typed: a mark's note, the length of a slice, what to search, what to
 * filter by, the value of a setting.
 *
 * Invariant: prompt_text is valid UTF-8; Esc leaves everything as it was before the prompt.
 */
#include <string.h>

#include "base/base.h"
#include "draw/list.h"
#include "draw/words.h"
#include "views/parts.h"
#include "views/screen.h"
#include "views/setting_act.h"

static void words(char *buf, size_t size, const struct frame *f, const struct screen *s)
{
	const char *text = "";

	switch (s->prompt) {
	case PROMPT_MARK:
		text = "mark, with a note: ";
		break;
	case PROMPT_SLICE:
		text = "length of a slice (5ms to 10s): ";
		break;
	case PROMPT_SEARCH:
		text = "search: ";
		break;
	case PROMPT_FILTER:
		text = s->view == VIEW_settings ? "show only settings with: "
						: "show only interrupts with: ";
		break;
	case PROMPT_SET:
		text_format(buf, size, "value for %s: ", s->ask_name);
		return;
	case PROMPT_WATCH:
		text = "name or path of a setting (Tab completes): ";
		break;
	case PROMPT_ASK:
	case PROMPT_QUIT:
	case PROMPT_PRESET:
		question_text(buf, size, f, s);
		return;
	case PROMPT_NONE:
		break;
	}
	text_copy(buf, size, text);
}

/* What the filter prompt filters: the settings in their view, else the interrupts. */
static char *filter_of(struct screen *s)
{
	return s->view == VIEW_settings ? s->set_filter : s->irq_filter;
}

static void set_text(struct screen *s, const char *text)
{
	text_copy(s->prompt_text, sizeof(s->prompt_text), text);
	s->prompt_len = strlen(s->prompt_text);
}

/* Views with rows of their own search in them; true if this is one. */
static bool view_searches(struct screen *s, const struct frame *f, enum search_step step)
{
	if (!views[s->view]->search)
		return false;
	views[s->view]->search(s, f, step);
	return true;
}

void prompt_open(struct screen *s, const struct frame *f, enum prompt_kind kind)
{
	char span[32];

	s->prompt = kind;
	s->candidates[0] = '\0';
	set_text(s, "");
	if (kind == PROMPT_SLICE) {
		words_span(span, sizeof(span), f->slice_ns ? f->slice_ns : s->slice_ns);
		set_text(s, span);
	} else if (kind == PROMPT_SEARCH) {
		text_copy(s->prompt_before, sizeof(s->prompt_before), s->search);
		s->search_from = s->selected;
		s->search[0] = '\0';
		view_searches(s, f, SEARCH_BEGINS);
	} else if (kind == PROMPT_FILTER) {
		text_copy(s->prompt_before, sizeof(s->prompt_before), filter_of(s));
		set_text(s, filter_of(s));
	} else if (kind == PROMPT_SET) {
		const struct frame_setting *fs = frame_setting_by_name(f, s->ask_name);

		set_text(s, fs ? fs->info->value : "");
	}
}

bool search_series(struct screen *s, const struct frame *f, int step)
{
	char name[80];
	size_t n = f->nseries, at;

	if (!n || !*s->search)
		return false;
	at = MIN(s->selected, n - 1);
	for (size_t i = 0; i < n; i++) {
		size_t k = step < 0 ? (at + 2 * n - 1 - i) % n : (at + (step ? 1 : 0) + i) % n;
		const struct series_info *info = f->series[k].info;

		text_format(name, sizeof(name), "%s %s %s", info->label, info->placement,
			    info->method);
		if (list_has_word(name, s->search)) {
			s->selected = (uint16_t)k;
			return true;
		}
	}
	return false;
}

/* What is typed takes effect at once. */
static void changed(struct screen *s, const struct frame *f)
{
	if (s->prompt == PROMPT_FILTER)
		text_copy(filter_of(s), sizeof(s->irq_filter), s->prompt_text);
	if (s->prompt != PROMPT_SEARCH)
		return;
	text_copy(s->search, sizeof(s->search), s->prompt_text);
	if (view_searches(s, f, SEARCH_CHANGES))
		return;
	if (s->view == VIEW_overview || s->view == VIEW_method) {
		s->selected = s->search_from;
		search_series(s, f, 0);
	}
}

static void cancel(struct screen *s, const struct frame *f)
{
	if (s->prompt == PROMPT_SEARCH) {
		text_copy(s->search, sizeof(s->search), s->prompt_before);
		view_searches(s, f, SEARCH_LEFT);
		s->selected = s->search_from;
	} else if (s->prompt == PROMPT_FILTER) {
		text_copy(filter_of(s), sizeof(s->irq_filter), s->prompt_before);
	}
	s->prompt = PROMPT_NONE;
}

static void accept(struct screen *s, const struct frame *f, struct intent *out)
{
	enum prompt_kind kind = s->prompt;
	int64_t ns;

	s->prompt = PROMPT_NONE;
	if (kind == PROMPT_MARK) {
		out->kind = INTENT_MARK;
		text_copy(out->text, sizeof(out->text), s->prompt_text);
	} else if (kind == PROMPT_SLICE) {
		if (parse_time(s->prompt_text, &ns) || ns < SLICE_MIN_NS || ns > SLICE_MAX_NS) {
			text_format(
				s->message, sizeof(s->message),
				"\"%.40s\" is no time from 5ms to 10s: the slice stays as it was",
				s->prompt_text);
			return;
		}
		out->kind = INTENT_SLICE;
		out->arg = ns;
	} else if (kind == PROMPT_SET) {
		setting_act_typed(s, f, out);
	} else if (kind == PROMPT_WATCH) {
		if (!*s->prompt_text)
			return;
		out->kind = INTENT_WATCH;
		text_copy(out->text, sizeof(out->text), s->prompt_text);
	} else if (kind == PROMPT_SEARCH && *s->search && view_searches(s, f, SEARCH_ENTERED)) {
		return;
	} else if (kind == PROMPT_SEARCH && *s->search &&
		   (s->view == VIEW_overview || s->view == VIEW_method) &&
		   !search_series(s, f, 0)) {
		text_format(s->message, sizeof(s->message), "no method with \"%s\"", s->search);
	}
}

static void erase_one(struct screen *s)
{
	while (s->prompt_len && (s->prompt_text[s->prompt_len - 1] & 0xc0) == 0x80)
		s->prompt_len--;
	if (s->prompt_len)
		s->prompt_len--;
	s->prompt_text[s->prompt_len] = '\0';
}

void prompt_key(struct screen *s, const struct frame *f, int key, struct intent *out)
{
	char utf8[5];
	size_t n;

	if (question_is(s->prompt)) {
		question_key(s, f, key, out);
		return;
	}
	switch (key) {
	case CT_ENTER:
	case '\r':
	case '\n':
		accept(s, f, out);
		return;
	case CT_ESC:
		cancel(s, f);
		return;
	case CTRL_KEY('c'):
		cancel(s, f);
		quit_now(s, out);
		return;
	case CT_TAB:
	case '\t':
		if (s->prompt == PROMPT_WATCH) {
			out->kind = INTENT_COMPLETE;
			text_copy(out->text, sizeof(out->text), s->prompt_text);
		}
		return;
	case CT_BACKSPACE:
	case CTRL_KEY('h'):
	case 0x7f:
		erase_one(s);
		changed(s, f);
		return;
	case CTRL_KEY('u'):
		set_text(s, "");
		changed(s, f);
		return;
	}
	s->candidates[0] = '\0';
	n = key_encode(utf8, key);
	if (!n || s->prompt_len + n >= sizeof(s->prompt_text))
		return;
	memcpy(s->prompt_text + s->prompt_len, utf8, n + 1);
	s->prompt_len += n;
	changed(s, f);
}

void prompt_draw(struct canvas *c, int y, const struct frame *f, const struct screen *s)
{
	const char *text = s->prompt_text;
	char buf[256];
	int x;

	words(buf, sizeof(buf), f, s);
	if (question_is(s->prompt)) {
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
	if (*s->candidates)
		canvas_put(c, c->cursor_x + 2, y, STYLE_DIM, s->candidates);
	else if (c->cursor_x + 32 < c->width)
		canvas_put(c, c->width - 27, y, STYLE_DIM, "Enter: do it  Esc: leave it");
	if (c->cursor_x >= c->width)
		c->cursor_x = c->width - 1;
}
