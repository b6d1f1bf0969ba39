// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * search: the prompt for a word that the view on the screen then goes to.
 *
 * Invariant: where the word stands is known to the view alone.
 */
#include "views/search.h"

#include "base/base.h"
#include "views/prompt.h"
#include "views/view.h"

static void search_step(struct screen *s, const struct frame *f, enum search_step step)
{
	views[s->view]->search(s->state[s->view], s, f, step);
}

static void search_changed(struct screen *s, const struct frame *f)
{
	text_copy(s->search, sizeof(s->search), s->prompt.text);
	search_step(s, f, SEARCH_CHANGES);
}

static void search_left(struct screen *s, const struct frame *f)
{
	text_copy(s->search, sizeof(s->search), s->prompt.before);
	search_step(s, f, SEARCH_LEFT);
}

static void search_entered(struct screen *s, const struct frame *f, struct intent *out)
{
	(void)out;
	if (*s->search)
		search_step(s, f, SEARCH_ENTERED);
}

static const struct prompt_kind search_prompt = {
	.text = "search: ",
	.entered = search_entered,
	.changed = search_changed,
	.left = search_left,
};

static bool search_can(struct screen *s)
{
	if (views[s->view]->search)
		return true;
	text_copy(s->message, sizeof(s->message), "there is nothing to search in this view");
	return false;
}

void search_open(struct screen *s, const struct frame *f)
{
	if (!search_can(s))
		return;
	text_copy(s->prompt.before, sizeof(s->prompt.before), s->search);
	s->search[0] = '\0';
	prompt_open(s, &search_prompt, NULL);
	search_step(s, f, SEARCH_BEGINS);
}

void search_next(struct screen *s, const struct frame *f, bool back)
{
	if (!search_can(s))
		return;
	if (*s->search)
		search_step(s, f, back ? SEARCH_PREVIOUS : SEARCH_NEXT);
	else
		text_copy(s->message, sizeof(s->message),
			  "no word to search for yet: / starts a search");
}
