// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * ask: what can be asked in every view.
 *
 * Invariant: an answer that cannot be used is said in the message and becomes no intent.
 */
#include "views/ask.h"

#include "base/base.h"
#include "draw/words.h"
#include "views/keys.h"
#include "views/prompt.h"

static void ask_mark_entered(struct screen *s, const struct frame *f, struct intent *out)
{
	(void)f;
	out->kind = INTENT_MARK;
	text_copy(out->text, sizeof(out->text), s->prompt.text);
}

static const struct prompt_kind ask_mark_prompt = {
	.text = "mark, with a note: ",
	.entered = ask_mark_entered,
};

void ask_mark(struct screen *s)
{
	prompt_open(s, &ask_mark_prompt, NULL);
}

static void ask_slice_entered(struct screen *s, const struct frame *f, struct intent *out)
{
	int64_t ns;

	(void)f;
	if (parse_time(s->prompt.text, &ns) || ns < ASK_SLICE_MIN_NS || ns > ASK_SLICE_MAX_NS) {
		text_format(s->message, sizeof(s->message),
			    "\"%.40s\" is no time from 5ms to 10s: the slice stays as it was",
			    s->prompt.text);
		return;
	}
	out->kind = INTENT_SLICE;
	out->arg = ns;
}

static const struct prompt_kind ask_slice_prompt = {
	.text = "length of a slice (5ms to 10s): ",
	.entered = ask_slice_entered,
};

void ask_slice(struct screen *s, const struct frame *f)
{
	char span[32];

	words_span(span, sizeof(span), f->slice_ns ? f->slice_ns : s->slice_ns);
	prompt_open(s, &ask_slice_prompt, span);
}

static void ask_quit_words(char *buf, size_t size, const struct frame *f, const struct screen *s)
{
	(void)f;
	text_format(buf, size, "restore %u changed setting%s? [Y]es [n]o, keep %s [c]ancel",
		    s->own_changes, s->own_changes == 1 ? "" : "s",
		    s->own_changes == 1 ? "it" : "them");
}

static bool ask_quit_answered(struct screen *s, const struct frame *f, int key, struct intent *out)
{
	(void)s, (void)f;
	switch (key) {
	case 'y':
	case 'Y':
	case CT_ENTER:
	case 'n':
	case 'N':
		out->kind = INTENT_QUIT;
		out->arg = key == 'n' || key == 'N' ? QUIT_KEEP : QUIT_RESTORE;
		return true;
	case 'c':
	case 'C':
	case CT_ESC:
		return true;
	default:
		return false;
	}
}

static const struct prompt_kind ask_quit_question = {
	.words = ask_quit_words,
	.answered = ask_quit_answered,
};

void ask_quit_now(const struct screen *s, struct intent *out)
{
	out->kind = INTENT_QUIT;
	out->arg = s->keep_settings ? QUIT_KEEP : QUIT_RESTORE;
}

void ask_quit(struct screen *s, struct intent *out)
{
	if (!s->own_changes || s->keep_settings) {
		ask_quit_now(s, out);
		return;
	}
	out->kind = INTENT_NONE;
	prompt_open(s, &ask_quit_question, NULL);
}
