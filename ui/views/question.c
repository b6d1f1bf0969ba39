// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * question: what is asked in the message line and answered by one key: a risky change, and at the end
 * what becomes of the changed settings.
 *
 * Invariant: a key that is no answer changes nothing; Esc takes back what led to the question.
 */
#include "base/base.h"
#include "views/screen.h"
#include "views/setting_act.h"

bool question_is(enum prompt_kind kind)
{
	return kind == PROMPT_ASK || kind == PROMPT_QUIT || kind == PROMPT_PRESET;
}

void quit_now(const struct screen *s, struct intent *out)
{
	out->kind = INTENT_QUIT;
	out->arg = s->keep_settings ? QUIT_KEEP : QUIT_RESTORE;
}

void question_text(char *buf, size_t size, const struct frame *f, const struct screen *s)
{
	const struct frame_setting *fs = frame_setting_by_name(f, s->ask_name);
	const char *to = s->ask_step > 0   ? "next value"
			 : s->ask_step < 0 ? "previous value"
					   : s->prompt_text;

	if (s->prompt == PROMPT_PRESET)
		text_format(buf, size, "show what? %s  [c]ancel", s->presets);
	else if (s->prompt == PROMPT_QUIT)
		text_format(buf, size, "restore %u changed setting%s? [Y]es [n]o, keep %s [c]ancel",
			    s->own_changes, s->own_changes == 1 ? "" : "s",
			    s->own_changes == 1 ? "it" : "them");
	else
		text_format(buf, size, "set %s %.24s -> %.40s? It is risky: [y]es [n]o",
			    s->ask_name, fs ? fs->info->shown : "--", to);
}

static void answer_quit(struct screen *s, int key, struct intent *out)
{
	switch (key) {
	case 'y':
	case 'Y':
	case CT_ENTER:
	case 'n':
	case 'N':
		out->kind = INTENT_QUIT;
		out->arg = key == 'n' || key == 'N' ? QUIT_KEEP : QUIT_RESTORE;
		s->prompt = PROMPT_NONE;
		break;
	case 'c':
	case 'C':
	case CT_ESC:
		s->prompt = PROMPT_NONE;
		break;
	}
}

static void answer_risk(struct screen *s, const struct frame *f, int key, struct intent *out)
{
	switch (key) {
	case 'y':
	case 'Y':
		s->prompt = PROMPT_NONE;
		setting_act_confirmed(s, f, out);
		break;
	case 'n':
	case 'N':
	case CT_ESC:
		s->prompt = PROMPT_NONE;
		text_format(s->message, sizeof(s->message), "%s stays as it is", s->ask_name);
		break;
	}
}

static void answer_preset(struct screen *s, int key, struct intent *out)
{
	if (key >= '1' && key <= '9') {
		out->kind = INTENT_PRESET;
		out->arg = key - '0';
		s->prompt = PROMPT_NONE;
	} else if (key == 'c' || key == CT_ESC) {
		s->prompt = PROMPT_NONE;
	}
}

void question_key(struct screen *s, const struct frame *f, int key, struct intent *out)
{
	if (key == CTRL_KEY('c')) {
		s->prompt = PROMPT_NONE;
		quit_now(s, out);
	} else if (s->prompt == PROMPT_PRESET) {
		answer_preset(s, key, out);
	} else if (s->prompt == PROMPT_QUIT) {
		answer_quit(s, key, out);
	} else {
		answer_risk(s, f, key, out);
	}
}
