// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * setting_act: what keys do to a setting.
 *
 * Invariant: the name in an intent is that of a setting of the frame, and its text is never cut.
 */
#include "views/setting_act.h"

#include <string.h>

#include "base/base.h"
#include "views/screen.h"
#include "views/strip.h"

/* False, with the reason in the message, if it cannot be changed. */
static bool may_change(struct screen *s, const struct frame_setting *fs)
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
static bool ask_first(struct screen *s, const struct frame_setting *fs, int step)
{
	if (!(fs->info->flags & SETTING_ASKS))
		return false;
	text_copy(s->ask_name, sizeof(s->ask_name), fs->info->name);
	s->ask_step = step;
	s->prompt = PROMPT_ASK; /* a typed value stays in prompt_text */
	return true;
}

static void send_step(const struct frame_setting *fs, int step, struct intent *out)
{
	out->kind = INTENT_STEP;
	out->arg = step < 0 ? -1 : 1;
	text_copy(out->text, sizeof(out->text), fs->info->name);
}

static void send_value(struct screen *s, const struct frame_setting *fs, struct intent *out)
{
	if (strlen(fs->info->name) + 1 + strlen(s->prompt_text) >= sizeof(out->text)) {
		text_format(s->message, sizeof(s->message), "too long for a value of %s",
			    fs->info->name);
		return;
	}
	out->kind = INTENT_SET;
	text_format(out->text, sizeof(out->text), "%s=%s", fs->info->name, s->prompt_text);
}

void setting_act_step(struct screen *s, const struct frame_setting *fs, int step,
		      struct intent *out)
{
	if (may_change(s, fs) && !ask_first(s, fs, step < 0 ? -1 : 1))
		send_step(fs, step, out);
}

void setting_act_type(struct screen *s, const struct frame *f, const struct frame_setting *fs)
{
	if (!may_change(s, fs))
		return;
	text_copy(s->ask_name, sizeof(s->ask_name), fs->info->name);
	prompt_open(s, f, PROMPT_SET);
}

/* The setting that the prompt is about; it may have gone while one typed. */
static const struct frame_setting *asked(struct screen *s, const struct frame *f)
{
	const struct frame_setting *fs = frame_setting_by_name(f, s->ask_name);

	if (!fs)
		text_format(s->message, sizeof(s->message), "%s is not watched any more",
			    s->ask_name);
	return fs && may_change(s, fs) ? fs : NULL;
}

void setting_act_typed(struct screen *s, const struct frame *f, struct intent *out)
{
	const struct frame_setting *fs = asked(s, f);

	if (!fs)
		return;
	if (!*s->prompt_text || !strcmp(s->prompt_text, fs->info->value))
		text_format(s->message, sizeof(s->message), "%s stays as it is", fs->info->name);
	else if (!ask_first(s, fs, 0))
		send_value(s, fs, out);
}

void setting_act_confirmed(struct screen *s, const struct frame *f, struct intent *out)
{
	const struct frame_setting *fs = asked(s, f);

	if (fs && s->ask_step)
		send_step(fs, s->ask_step, out);
	else if (fs)
		send_value(s, fs, out);
}

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
