// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * screen_keys: what keys and clicks do to the screen.
 *
 * Invariant: a prompt gets every key while it is open, then the help, then the view; what is left is
 * looked up in the tables of keys that work everywhere. After a key that changes what keys mean nothing counts
 * as being on the screen until it was drawn.
 */
#include "base/base.h"
#include "draw/layout.h"
#include "views/ask.h"
#include "views/axis.h"
#include "views/footer.h"
#include "views/help.h"
#include "views/keymap.h"
#include "views/prompt.h"
#include "views/screen.h"
#include "views/search.h"
#include "views/strip.h"
#include "views/view.h"

void screen_show(struct screen *s, enum view_id view)
{
	if (view == s->view)
		return;
	if (views[s->view]->leave)
		views[s->view]->leave(s->state[s->view]);
	s->view = view;
	s->strip_n = s->listed.n = 0; /* nothing of it is on the screen yet */
}

static void screen_back(struct screen *s)
{
	if (s->view != VIEW_HOME)
		screen_show(s, VIEW_HOME);
	else if (s->epoch_back)
		s->epoch_back = 0;
	else
		s->end_ns = 0;
}

static void screen_toggle_panel(struct screen *s, int64_t panel)
{
	unsigned bit = panel >= 1 && panel <= PANELS ? 1u << (panel - 1) : 0;

	if (s->view != VIEW_HOME) {
		screen_show(s, VIEW_HOME);
		s->panels |= bit;
	} else if (s->panels == bit) {
		text_copy(s->message, sizeof(s->message), "the last panel stays");
	} else {
		s->panels ^= bit;
	}
}

static void screen_step_focus(struct screen *s, int step)
{
	for (int i = 0; i < PANELS; i++) {
		s->focus = (s->focus + step + PANELS) % PANELS;
		if (s->panels & (1u << s->focus))
			return;
	}
}

static void screen_step_epoch(struct screen *s, const struct frame *f, int step)
{
	int last = f->nepochs ? (int)f->nepochs - 1 : 0;

	s->epoch_back = MAX(MIN(s->epoch_back + step, last), 0);
	if (f->nepochs)
		text_format(s->message, sizeof(s->message),
			    "low, high and average of epoch %d of %d: %s", last - s->epoch_back + 1,
			    last + 1, f->epoch[last - s->epoch_back].text);
}

/* Intents that change nothing but the picture are carried out here; true if @in was one. */
static bool screen_apply(struct screen *s, const struct frame *f, const struct intent *in)
{
	switch (in->kind) {
	case INTENT_VIEW:
		/* the key that opens a view closes it too */
		screen_show(s,
			    s->view == (enum view_id)in->arg ? VIEW_HOME : (enum view_id)in->arg);
		return true;
	case INTENT_BACK:
		screen_back(s);
		return true;
	case INTENT_HELP:
		s->help.open = true;
		s->help.top = 0;
		return true;
	case INTENT_PANEL:
		screen_toggle_panel(s, in->arg);
		return true;
	case INTENT_PER_MHZ:
		s->per_mhz = !s->per_mhz;
		return true;
	case INTENT_DIVISOR:
		s->divisor = s->divisor == DIVISOR_NOMINAL ? DIVISOR_RUNNING : DIVISOR_NOMINAL;
		text_copy(s->message, sizeof(s->message),
			  s->divisor == DIVISOR_NOMINAL
				  ? "per MHz: divided by the nominal clock"
				  : "per MHz: divided by the running clock, as measured");
		return true;
	case INTENT_ZOOM:
		axis_zoom(s, f, (int)in->arg);
		return true;
	case INTENT_SCROLL:
		axis_scroll(s, f, (enum axis_scroll)in->arg);
		return true;
	default:
		return false;
	}
}

/* Keys that work everywhere and have no intent of their own. */
static void screen_own_key(struct screen *s, const struct frame *f, int key)
{
	switch (key) {
	case CT_HOME:
	case CT_END:
		axis_scroll(s, f, key == CT_HOME ? AXIS_OLDEST : AXIS_LIVE);
		break;
	case CT_WHEEL_UP:
	case CT_WHEEL_DOWN:
		axis_scroll(s, f, key == CT_WHEEL_UP ? AXIS_BACK : AXIS_FORWARD);
		break;
	case '[':
	case ']':
		screen_step_epoch(s, f, key == '[' ? 1 : -1);
		break;
	case CT_TAB:
	case CT_BACKTAB:
		screen_step_focus(s, key == CT_TAB ? 1 : -1);
		break;
	case STRIP_LEADER:
		s->lit = s->strip_n > 0;
		if (!s->lit)
			text_copy(s->message, sizeof(s->message),
				  "no letter of a setting is on the screen; t shows all settings");
		break;
	case 'm':
	case KEYS_F(7):
		ask_mark(s);
		break;
	case 's':
		ask_slice(s, f);
		break;
	case '/':
	case KEYS_F(3):
		search_open(s, f);
		break;
	case 'n':
	case 'N':
		search_next(s, f, key == 'N');
		break;
	}
}

static int screen_vim_key(const struct screen *s, int key)
{
	if (!s->vim_keys)
		return key;
	return key == 'h'   ? CT_LEFT
	       : key == 'j' ? CT_DOWN
	       : key == 'k' ? CT_UP
	       : key == 'l' ? CT_RIGHT
			    : key;
}

static int screen_plain_key(int key)
{
	switch (key) {
	case '\r':
	case '\n':
		return CT_ENTER;
	case '\t':
		return CT_TAB;
	case 0x1b:
		return CT_ESC;
	case CTRL_KEY('h'):
	case 0x7f:
		return CT_BACKSPACE;
	default:
		return key;
	}
}

static bool screen_view_key(struct screen *s, const struct frame *f, int key, struct intent *out)
{
	const struct view *v = views[s->view];

	return v->key && v->key(s->state[s->view], s, f, key, out);
}

static void screen_unknown_key(struct screen *s, const struct frame *f, int key)
{
	const struct frame_setting *fs = strip_find(f, key, s->strip_n);
	char name[24];

	if (key == CT_RESIZE || key == CT_MOUSE)
		return;
	key_name(name, sizeof(name), key);
	if (fs) {
		text_format(s->message, sizeof(s->message),
			    "%s alone changes nothing: %c%s changes %s", name, STRIP_LEADER, name,
			    fs->info->name);
		return;
	}
	text_format(s->message, sizeof(s->message), "%s does nothing here; ? shows the keys", name);
}

static bool screen_is_unnamed_undo(const struct screen *s, enum intent_kind kind)
{
	return (kind == INTENT_UNDO || kind == INTENT_UNDO_ALL) && !s->undo_named;
}

/* A key that neither prompt nor help nor the view wanted. */
static void screen_global_key(struct screen *s, const struct frame *f, int key, struct intent *out)
{
	enum view_id leads_to;
	const struct key_help *k = keymap_find(key, &leads_to);

	if (!k && key != CT_WHEEL_UP && key != CT_WHEEL_DOWN) {
		screen_unknown_key(s, f, key);
	} else if (k && screen_is_unnamed_undo(s, k->intent)) {
		text_copy(s->message, sizeof(s->message),
			  s->own_changes ? "undo is not on the screen: nothing done"
					 : "nothing to undo: no setting is changed by ctxtop");
	} else if (k && k->intent != INTENT_NONE) {
		out->kind = k->intent;
		out->arg = k->intent == INTENT_VIEW ? (int64_t)leads_to : k->arg;
		if (k->intent == INTENT_EPOCH)
			s->epoch_back = 0;
		else if (k->intent == INTENT_QUIT && key == CTRL_KEY('c'))
			ask_quit_now(s, out);
		else if (k->intent == INTENT_QUIT)
			ask_quit(s, out);
	} else if (k && leads_to != VIEWS) {
		screen_show(s, leads_to);
		screen_view_key(s, f, key, out);
	} else {
		screen_own_key(s, f, key);
	}
}

/* After the leader: the letter is the view's, which knows what is in sight. */
static void screen_lit_key(struct screen *s, const struct frame *f, int key, struct intent *out)
{
	char name[24];

	if (!strip_find(f, key, s->strip_n) || !screen_view_key(s, f, key, out)) {
		key_name(name, sizeof(name), key);
		text_format(s->message, sizeof(s->message),
			    "%s is the letter of no setting here: nothing done", name);
	}
	s->lit = false;
}

/* What decides on the meaning of a key. */
struct screen_look {
	enum view_id view;
	const struct prompt_kind *prompt;
	unsigned panels; /* others stand elsewhere then: a click means something else */
	bool help, lit;
};

static struct screen_look screen_look(const struct screen *s)
{
	return (struct screen_look){ s->view, s->prompt.kind, s->panels, s->help.open, s->lit };
}

static void screen_looked(struct screen *s, const struct screen_look *was)
{
	const struct screen_look now = screen_look(s);
	bool covered = now.view != was->view || now.help != was->help;
	bool other = covered || now.prompt != was->prompt || now.panels != was->panels;

	s->look += other || now.lit != was->lit;
	if (covered)
		s->undo_named = false; /* a prompt leaves the key bar as it is */
	if (!other)
		return;
	s->strip_n = s->listed.n = 0;
	s->lit = false;
}

static void screen_key_to(struct screen *s, const struct frame *f, int key, struct intent *out)
{
	key = screen_plain_key(key);
	if (key == CTRL_KEY('c') && (prompt_is_open(s) || s->help.open)) {
		prompt_leave(s, f);
		ask_quit_now(s, out);
	} else if (key == CTRL_KEY('c')) {
		s->lit = false;
		screen_global_key(s, f, key, out);
	} else if (prompt_is_open(s)) {
		prompt_key(s, f, key, out);
	} else if (s->help.open) {
		help_key(s, screen_vim_key(s, key));
	} else if (s->lit) {
		screen_lit_key(s, f, key, out);
	} else {
		key = screen_vim_key(s, key);
		if (!screen_view_key(s, f, key, out))
			screen_global_key(s, f, key, out);
	}
	if (screen_apply(s, f, out))
		out->kind = INTENT_NONE;
}

void screen_key(struct screen *s, const struct frame *f, int key, struct intent *out)
{
	const struct screen_look was = screen_look(s);

	*out = (struct intent){ .kind = INTENT_NONE };
	if (key < 0)
		return;
	if (key == CT_EOF) {
		ask_quit_now(s, out);
		return;
	}
	s->message[0] = '\0';
	screen_key_to(s, f, key, out);
	screen_looked(s, &was);
}

void screen_paste(struct screen *s, const struct frame *f, const char *text)
{
	if (!prompt_paste(s, f, text))
		text_copy(s->message, sizeof(s->message),
			  "pasted text is no keys: it was dropped (a prompt takes it)");
}

static void screen_click_at(struct screen *s, const struct frame *f, int w, int h, int x, int y,
			    bool twice, struct intent *out)
{
	const struct view_click at = { screen_area(w, h), x, y, twice };
	const struct view *v = views[s->view];

	*out = (struct intent){ .kind = INTENT_NONE };
	if (!s->mouse || prompt_is_open(s))
		return;
	if (s->help.open) {
		s->help.open = false;
		return;
	}
	if (screen_is_small(w, h))
		return;
	if (y == h - 1) {
		*out = (struct intent){ INTENT_KEY, footer_key_at(w, s, x), "" };
	} else {
		s->message[0] = '\0';
		if (v->click)
			v->click(s->state[s->view], s, f, &at, out);
	}
	if (out->kind == INTENT_KEY)
		screen_key(s, f, out->arg ? (int)out->arg : -1, out);
	else if (screen_apply(s, f, out))
		out->kind = INTENT_NONE;
}

void screen_click(struct screen *s, const struct frame *f, int w, int h, int x, int y, bool twice,
		  struct intent *out)
{
	const struct screen_look was = screen_look(s);

	s->lit = false;
	screen_click_at(s, f, w, h, x, y, twice, out);
	screen_looked(s, &was);
}
