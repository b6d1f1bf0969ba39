// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * demo: the demonstrations: which can work here and now, one carried out, and what it will show.
 *
 * Invariant: one whose setting is not here, has nothing to act on, cannot be changed, or has that value already is
 * not offered.
 */
#include "app/app.h"
#include "settings/presets.h"

#include <errno.h>
#include <string.h>

static bool can_work(const struct frame *f, const struct preset *p)
{
	const char *value = strchr(p->value, '=');
	const struct setting_info *info;
	const struct frame_setting *fs;
	char name[64];

	text_format(name, sizeof(name), "%.*s", (int)(value - p->value), p->value);
	fs = frame_setting_by_name(f, name);
	info = fs ? fs->info : NULL;
	return info && (info->flags & SETTING_CAN_CHANGE) && (info->flags & SETTING_ACTS) &&
	       strcmp(info->value, value + 1) != 0;
}

void demo_list(struct app *a)
{
	struct screen *s = &a->screen;
	size_t at = 0;

	s->presets[0] = '\0';
	for (size_t i = 0; presets[i].name; i++)
		if (can_work(&a->frame, &presets[i]))
			at += text_format(s->presets + at, sizeof(s->presets) - at, "%s%zu %s",
					  at ? "  " : "", i + 1, presets[i].name);
}

const char *demo_begin(struct app *a, int64_t number)
{
	const struct preset *p = presets;

	for (int64_t i = 1; i < number && p->name; i++)
		p++;
	if (!p->name || !can_work(&a->frame, p))
		return NULL;
	a->preset = p;
	return p->value;
}

bool demo_answered(struct app *a, const struct event *ev)
{
	const struct frame *f = &a->frame;
	bool pair = false;

	if (!a->preset || ev->u.answer.order != a->preset_order ||
	    ev->u.answer.code == -EINPROGRESS)
		return false;
	for (size_t i = 0; i < f->nseries; i++)
		pair |= (f->series[i].info->flags & SERIES_CROSS) != 0;
	if (ev->u.answer.code)
		app_say(a, "%s", ev->text);
	else
		app_say(a, "%s: %s   (u takes it back)", a->preset->name,
			preset_shows(a->preset, f->host && f->host->hypervisor[0], pair));
	a->preset = NULL;
	return true;
}
