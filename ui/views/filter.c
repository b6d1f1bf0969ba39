// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * filter: the prompt for the word that the rows of a view must have.
 *
 * Invariant: it writes to the word of its owner, and to nothing else.
 */
#include "views/filter.h"

#include "base/base.h"
#include "views/prompt.h"

static void filter_words(char *buf, size_t size, const struct frame *f, const struct screen *s)
{
	(void)f;
	text_format(buf, size, "show only %s with: ", s->prompt.about);
}

static void filter_changed(struct screen *s, const struct frame *f)
{
	(void)f;
	text_copy(s->prompt.word, SEARCH_W, s->prompt.text);
}

static void filter_entered(struct screen *s, const struct frame *f, struct intent *out)
{
	(void)s, (void)f, (void)out;
}

static void filter_left(struct screen *s, const struct frame *f)
{
	(void)f;
	text_copy(s->prompt.word, SEARCH_W, s->prompt.before);
}

static const struct prompt_kind filter_prompt = {
	.words = filter_words,
	.entered = filter_entered,
	.changed = filter_changed,
	.left = filter_left,
};

void filter_open(struct screen *s, const char *what, char *word)
{
	text_copy(s->prompt.about, sizeof(s->prompt.about), what);
	text_copy(s->prompt.before, sizeof(s->prompt.before), word);
	s->prompt.word = word;
	prompt_open(s, &filter_prompt, word);
}

bool filter_is_open(const struct screen *s, const char *word)
{
	return s->prompt.kind == &filter_prompt && s->prompt.word == word;
}
