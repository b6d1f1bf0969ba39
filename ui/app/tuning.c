// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * tuning: settings in the live dashboard.
 *
 * Invariant: the screen's message says what happened, with the line that a shell would need.
 */
#include "app/tuning.h"
#include "settings/presets.h"
#include "guardian/undo.h"
#include "views/prompt.h"

#include <string.h>

void tuning_tell(const struct session *s, struct screen *sc)
{
	sc->own_changes = s->tune.changes;
	text_copy(sc->settings_note, sizeof(sc->settings_note), s->tune.note);
}

static void look(struct session *s, const struct tuned *t)
{
	for (size_t i = 0; i < t->n; i++)
		sampler_look(s->sampler, t->id[i]);
}

static void watch(struct session *s, struct screen *sc, const char *name)
{
	const struct setting *setting;
	struct err e = { 0 };

	if (tune_id(&s->tune, name) >= 0) {
		text_format(sc->message, sizeof(sc->message), "%s is watched already", name);
		return;
	}
	setting = tune_add(&s->tune, name, &e);
	if (!setting) {
		text_copy(sc->message, sizeof(sc->message), e.text);
		return;
	}
	sampler_watch(s->sampler, setting);
	text_format(sc->message, sizeof(sc->message), "%s is watched from now on", setting->name);
}

/* Onto the strip of the overview, or off it. */
static void strip(struct session *s, const struct frame *f, const char *name)
{
	const struct frame_setting *fs = frame_setting_by_name(f, name);
	struct event *ev = fs ? event_new(EV_SETTING, now_ns(), wall_ns()) : NULL;

	if (!ev)
		return;
	ev->u.setting = *fs->info;
	ev->u.setting.flags ^= SETTING_STRIP;
	session_apply(s, ev);
}

static void complete(struct session *s, struct screen *sc, const char *prefix)
{
	char **names = NULL;
	int n = setting_complete(&s->tune.catalogue, &s->tune.root, prefix, &names);

	prompt_complete(sc, names, n);
	setting_names_free(names);
}

/* A demonstration: its values one after the other, as if they were typed. */
static void show_preset(struct session *s, struct screen *sc, int64_t number)
{
	const struct preset *p = presets;
	struct tuned t = { 0 };

	for (int64_t i = 1; i < number && p->name; i++)
		p++;
	if (!p->name)
		return;
	for (size_t i = 0; i < PRESET_VALUES && p->value[i]; i++) {
		tune_set(&s->tune, p->value[i], &t);
		look(s, &t);
	}
	if (t.n)
		text_format(sc->message, sizeof(sc->message), "%s: %s   (u takes it back)", p->name,
			    p->shows);
	else
		text_copy(sc->message, sizeof(sc->message), t.answer);
	tuning_tell(s, sc);
}

void tuning_start(const struct session *s, struct screen *sc)
{
	for (size_t i = 0; presets[i].name; i++) {
		size_t at = strlen(sc->presets);

		text_format(sc->presets + at, sizeof(sc->presets) - at, "%s%zu %s", i ? "  " : "",
			    i + 1, presets[i].name);
	}
	sc->keep_settings = s->keep;
	tuning_tell(s, sc);
}

bool tuning_obey(struct session *s, struct screen *sc, const struct frame *f,
		 const struct intent *in)
{
	struct tuned t = { 0 };

	switch (in->kind) {
	case INTENT_STEP:
		tune_step(&s->tune, in->text, (int)in->arg, &t);
		break;
	case INTENT_SET:
		tune_set(&s->tune, in->text, &t);
		break;
	case INTENT_UNDO:
		tune_undo(&s->tune, false, &t);
		break;
	case INTENT_UNDO_ALL:
		tune_undo(&s->tune, true, &t);
		break;
	case INTENT_COMPLETE:
		complete(s, sc, in->text);
		return true;
	case INTENT_PRESET:
		show_preset(s, sc, in->arg);
		return true;
	case INTENT_WATCH:
		watch(s, sc, in->text);
		return true;
	case INTENT_STRIP:
		strip(s, f, in->text);
		return true;
	default:
		return false;
	}
	look(s, &t);
	text_copy(sc->message, sizeof(sc->message), t.answer);
	tuning_tell(s, sc);
	return true;
}

void tuning_recount(struct session *s, struct screen *sc)
{
	if (!s->tune.writable)
		return;
	tune_count(&s->tune);
	tuning_tell(s, sc);
}

void tuning_guardian_died(struct session *s, struct screen *sc)
{
	struct outcome_list l = { 0 };
	struct err e = { 0 };
	/* where nothing could be changed nothing is to be put back: least of all with --read-only */
	int ret = s->tune.writable ? undo_restore(NULL, false, &l, &e) : 0;

	s->tune.writable = false;
	s->tune.changes = 0;
	text_copy(s->tune.note, sizeof(s->tune.note),
		  "the guardian process was killed: settings can be seen, not changed");
	if (ret)
		text_copy(sc->message, sizeof(sc->message), e.text);
	else
		text_format(sc->message, sizeof(sc->message),
			    "the guardian was killed; %zu settings were put back",
			    outcome_count(&l, OUTCOME_RESTORED));
	outcome_free(&l);
	sampler_look(s->sampler, -1);
	tuning_tell(s, sc);
}
