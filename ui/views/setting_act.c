// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * setting_act: what keys do to a setting.
 *
 * Invariant: the name in an intent is that of a setting of the frame, and its text is never cut.
 */
#include "views/setting_act.h"

#include <string.h>

#include "base/base.h"
#include "views/keys.h"
#include "views/prompt.h"
#include "views/strip.h"

static const struct prompt_kind act_question;

/* False, with the reason in the message, if it cannot be changed. */
static bool act_may_change(struct screen *s, const struct frame_setting *fs)
{
	const struct setting_info *info = fs->info;
	const char *why = info->reason;

	if ((info->flags & SETTING_CAN_CHANGE) && !s->read_only)
		return true;
	if (!*why || (info->flags & SETTING_CAN_CHANGE))
		why = *s->settings_note ? s->settings_note
		      : s->read_only	? "--read-only: settings can be seen, not changed"
					: "it cannot be changed here";
	text_format(s->message, sizeof(s->message), "%s: %s", info->name, why);
	return false;
}

/* True: the change waits for an answer. */
static bool act_asks(struct screen *s, const struct frame_setting *fs, int step)
{
	if (!(fs->info->flags & SETTING_ASKS))
		return false;
	text_copy(s->prompt.about, sizeof(s->prompt.about), fs->info->name);
	s->prompt.step = step;
	prompt_ask(s, &act_question); /* a typed value stays in the prompt */
	return true;
}

static void act_send_step(const struct frame_setting *fs, int step, struct intent *out)
{
	out->kind = INTENT_STEP;
	out->arg = step < 0 ? -1 : 1;
	text_copy(out->text, sizeof(out->text), fs->info->name);
}

static void act_send_value(struct screen *s, const struct frame_setting *fs, struct intent *out)
{
	if (strlen(fs->info->name) + 1 + strlen(s->prompt.text) >= sizeof(out->text)) {
		text_format(s->message, sizeof(s->message), "too long for a value of %s",
			    fs->info->name);
		return;
	}
	out->kind = INTENT_SET;
	text_format(out->text, sizeof(out->text), "%s=%s", fs->info->name, s->prompt.text);
}

void setting_act_step(struct screen *s, const struct frame_setting *fs, int step,
		      struct intent *out)
{
	if (act_may_change(s, fs) && !act_asks(s, fs, step < 0 ? -1 : 1))
		act_send_step(fs, step, out);
}

/* The setting that the prompt is about; it may have gone while one typed. */
static const struct frame_setting *act_subject(struct screen *s, const struct frame *f)
{
	const struct frame_setting *fs = frame_setting_by_name(f, s->prompt.about);

	if (!fs)
		text_format(s->message, sizeof(s->message), "%s is not watched any more",
			    s->prompt.about);
	return fs && act_may_change(s, fs) ? fs : NULL;
}

static void act_entered(struct screen *s, const struct frame *f, struct intent *out)
{
	const struct frame_setting *fs = act_subject(s, f);

	if (!fs)
		return;
	if (!*s->prompt.text || !strcmp(s->prompt.text, fs->info->value))
		text_format(s->message, sizeof(s->message), "%s stays as it is", fs->info->name);
	else if (!act_asks(s, fs, 0))
		act_send_value(s, fs, out);
}

static void act_confirmed(struct screen *s, const struct frame *f, struct intent *out)
{
	const struct frame_setting *fs = act_subject(s, f);

	if (fs && s->prompt.step)
		act_send_step(fs, s->prompt.step, out);
	else if (fs)
		act_send_value(s, fs, out);
}

static void act_value_words(char *buf, size_t size, const struct frame *f, const struct screen *s)
{
	(void)f;
	text_format(buf, size, "value for %s: ", s->prompt.about);
}

static const struct prompt_kind act_value_prompt = {
	.words = act_value_words,
	.entered = act_entered,
	.careful = true,
};

void setting_act_type(struct screen *s, const struct frame_setting *fs)
{
	if (!act_may_change(s, fs))
		return;
	text_copy(s->prompt.about, sizeof(s->prompt.about), fs->info->name);
	prompt_open(s, &act_value_prompt, fs->info->value);
}

static void act_question_words(char *buf, size_t size, const struct frame *f,
			       const struct screen *s)
{
	const struct frame_setting *fs = frame_setting_by_name(f, s->prompt.about);
	const char *to = s->prompt.step > 0 ? fs && *fs->info->next ? fs->info->next : "next value"
			 : s->prompt.step < 0 ? "previous value"
					      : s->prompt.text;

	text_format(buf, size, "set %s %.24s -> %.40s? It is risky: [y]es [n]o", s->prompt.about,
		    fs ? fs->info->shown : "--", to);
}

static bool act_answered(struct screen *s, const struct frame *f, int key, struct intent *out)
{
	switch (key) {
	case 'y':
	case 'Y':
		act_confirmed(s, f, out);
		return true;
	case 'n':
	case 'N':
	case CT_ESC:
		text_format(s->message, sizeof(s->message), "%s stays as it is", s->prompt.about);
		return true;
	default:
		return false;
	}
}

static const struct prompt_kind act_question = {
	.words = act_question_words,
	.answered = act_answered,
};

void setting_act_strip(struct screen *s, const struct frame *f, const struct frame_setting *fs,
		       struct intent *out)
{
	if (!(fs->info->flags & SETTING_STRIP) && strip_count(f) >= STRIP_MAX) {
		text_format(s->message, sizeof(s->message),
			    "the strip holds %d settings at most: take one off first", STRIP_MAX);
		return;
	}
	out->kind = INTENT_STRIP;
	text_copy(out->text, sizeof(out->text), fs->info->name);
}

/* The prompt for another setting to watch. */
static void act_watch_entered(struct screen *s, const struct frame *f, struct intent *out)
{
	(void)f;
	if (!*s->prompt.text)
		return;
	out->kind = INTENT_WATCH;
	text_copy(out->text, sizeof(out->text), s->prompt.text);
}

static void act_watch_tab(struct screen *s, struct intent *out)
{
	out->kind = INTENT_COMPLETE;
	text_copy(out->text, sizeof(out->text), s->prompt.text);
}

static const struct prompt_kind act_watch_prompt = {
	.text = "name or path of a setting (Tab completes): ",
	.entered = act_watch_entered,
	.tab = act_watch_tab,
};

/* Which demonstration? */
static void act_preset_words(char *buf, size_t size, const struct frame *f, const struct screen *s)
{
	(void)f;
	text_format(buf, size, "show what? %s  [c]ancel", s->presets);
}

/* Its number stands in the list: "2 guest polls  3 trace switches". */
static bool act_is_offered(const struct screen *s, int key)
{
	const char *at = s->presets;

	for (; key >= '1' && key <= '9' && at && *at; at = strstr(at, "  ")) {
		at += strspn(at, " ");
		if (*at == key)
			return true;
	}
	return false;
}

static bool act_preset_answered(struct screen *s, const struct frame *f, int key,
				struct intent *out)
{
	(void)f;
	if (act_is_offered(s, key)) {
		out->kind = INTENT_PRESET;
		out->arg = key - '0';
		return true;
	}
	return key == 'c' || key == CT_ESC;
}

static const struct prompt_kind act_preset_question = {
	.words = act_preset_words,
	.answered = act_preset_answered,
};

void setting_act_watch(struct screen *s)
{
	prompt_open(s, &act_watch_prompt, NULL);
}

void setting_act_preset(struct screen *s)
{
	if (s->read_only || !*s->presets) {
		text_format(s->message, sizeof(s->message), "no demonstration: %s",
			    *s->settings_note ? s->settings_note
			    : s->read_only    ? "--read-only: settings can be seen, not changed"
					      : "nothing that acts can be changed here");
		return;
	}
	prompt_open(s, &act_preset_question, NULL);
}
