// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * obeying: what keys want, carried out: what concerns the measuring becomes an order to the source, whose
 * answer is an event; what concerns the screen is done here.
 *
 * Invariant: nothing here waits but for the terminal, when it is given back.
 */
#include "app/app.h"
#include "app/measuring.h"
#include "settings/catalogue.h"
#include "settings/setting.h"
#include "views/prompt.h"

#include <signal.h>
#include <string.h>

#define KEYS_NS (45 * NSEC_PER_MSEC) /* the picture goes on though keys come faster */

void app_say(struct app *a, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	text_vformat(a->screen.message, sizeof(a->screen.message), fmt, ap);
	va_end(ap);
}

static uint32_t give(struct app *a, enum order_kind kind, int64_t arg, const char *text)
{
	struct order o = { .kind = kind, .id = ++a->order_id, .arg = arg };
	struct err e = { 0 };

	text_copy(o.text, sizeof(o.text), text);
	if (a->source->order(a->source, &o, &e))
		app_say(a, "%s", e.text);
	return o.id;
}

/* ---- settings ---- */

static void complete(struct app *a, const char *prefix)
{
	char **names = NULL;
	int n = engine_complete(a->engine, prefix, &names);

	prompt_complete(&a->screen, names, n);
	setting_names_free(names);
}

static void show_preset(struct app *a, int64_t number)
{
	const char *value = demo_begin(a, number);

	if (value)
		a->preset_order = give(a, ORDER_SET, 0, value);
}

/* ---- the screen ---- */

static void freeze(struct app *a)
{
	if (a->screen.frozen) {
		taking_thaw(a);
		return;
	}
	painting_build(a); /* the frame as it is now stays */
	a->screen.frozen = true;
}

static void next_fps(struct app *a)
{
	static const uint64_t steps[] = { 1, 2, 5, 10, 20 };
	size_t i = 0;

	while (i < ARRAY_SIZE(steps) && steps[i] <= a->config.fps)
		i++;
	a->config.fps = steps[i % ARRAY_SIZE(steps)];
	term_fps((unsigned)a->config.fps);
	app_say(a, "the screen is painted at most %u time%s a second", (unsigned)a->config.fps,
		a->config.fps == 1 ? "" : "s");
}

void obeying_suspend(struct app *a)
{
	if (a->screen.own_changes) {
		/* nobody would see them, and they would stay as long as we are stopped */
		app_say(a, "%u settings are changed: undo them (U) before stopping ctxtop",
			a->screen.own_changes);
		return;
	}
	measuring_pause(a->source, taking_event, a);
	term_suspend();
	a->continued = true;
	raise(SIGSTOP);
	term_resume();
	measuring_order(a->source, ORDER_RESUME, 0);
	painting_want(a);
}

static void quit(struct app *a, enum quit_how how)
{
	if (how == QUIT_KEEP)
		give(a, ORDER_KEEP, 1, "");
	a->leave = true;
}

/* What a key wants of the measuring, as an order. True: it was one. */
static bool obey_order(struct app *a, const struct intent *in)
{
	static const struct {
		enum intent_kind intent;
		enum order_kind order;
	} orders[] = {
		{ INTENT_MARK, ORDER_MARK },   { INTENT_EPOCH, ORDER_EPOCH },
		{ INTENT_SLICE, ORDER_SLICE }, { INTENT_STEP, ORDER_STEP },
		{ INTENT_SET, ORDER_SET },     { INTENT_UNDO, ORDER_UNDO },
		{ INTENT_WATCH, ORDER_WATCH }, { INTENT_UNDO_ALL, ORDER_UNDO_ALL },
		{ INTENT_STRIP, ORDER_STRIP },
	};

	for (size_t i = 0; i < ARRAY_SIZE(orders); i++) {
		if (orders[i].intent != in->kind)
			continue;
		give(a, orders[i].order, in->arg, in->text);
		return true;
	}
	return false;
}

static void obey(struct app *a, const struct intent *in)
{
	const struct gate_key key = { term_reads(), term_trusted(), a->screen.look };
	const char *why = gate_refuses(&a->gate, in->kind, &key);

	if (why) {
		app_say(a, "%s", why);
		return;
	}
	if (obey_order(a, in))
		return;
	switch (in->kind) {
	case INTENT_QUIT:
		quit(a, (enum quit_how)in->arg);
		break;
	case INTENT_REPAINT:
		term_repaint();
		break;
	case INTENT_FREEZE:
		freeze(a);
		break;
	case INTENT_THEME:
		setup_theme(a, in->text);
		break;
	case INTENT_WRITE_CONFIG:
		setup_save(a);
		break;
	case INTENT_SUSPEND:
		obeying_suspend(a);
		break;
	case INTENT_FPS:
		next_fps(a);
		break;
	case INTENT_COMPLETE:
		complete(a, in->text);
		break;
	case INTENT_PRESET:
		show_preset(a, in->arg);
		break;
	default: /* done by the screen itself */
		break;
	}
}

/*
 * Keys can come faster than they are carried out (a paste, a key held down): then the picture must go on
 * all the same.
 */
void obeying_keys(struct app *a)
{
	int64_t until = now_ns() + KEYS_NS;
	struct term_mouse m;
	int key;

	a->more_keys = false;
	while (!a->leave && (key = term_key(&m)) != -1) {
		struct intent in = { 0 };

		if (key == CT_EOF) {
			a->tty_gone = a->leave = true;
			return;
		}
		painting_build(a);
		if (key == CT_PASTE)
			screen_paste(&a->screen, &a->frame, term_pasted());
		else if (key == CT_PLAIN)
			setup_plain(a);
		else if (key == CT_MOUSE)
			screen_click(&a->screen, &a->frame, a->canvas.width, a->canvas.height, m.x,
				     m.y, m.twice, &in);
		else
			screen_key(&a->screen, &a->frame, key, &in);
		obey(a, &in);
		painting_want(a);
		if (now_ns() >= until) {
			a->more_keys = true; /* curses may hold them: no descriptor tells */
			return;
		}
	}
}
