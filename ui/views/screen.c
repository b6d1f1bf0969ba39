// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * screen: the whole screen round a view, and what keys and clicks do to it.
 *
 * Invariant: what concerns the picture alone is done here; what concerns the measuring comes out as an
 * intent. Every size from 1 x 1 is drawn.
 */
#include "views/screen.h"

#include <string.h>

#include "base/base.h"
#include "draw/layout.h"
#include "draw/words.h"
#include "views/parts.h"

static const int64_t windows[] = {
	10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14400
}; /* seconds */

void screen_init(struct screen *s)
{
	memset(s, 0, sizeof(*s));
	s->window_ns = WINDOW_NS;
	s->panels = (1u << PANELS) - 1;
	s->slice_ns = 100 * NSEC_PER_MSEC;
	s->mouse = true;
}

const struct figures *screen_figures(const struct screen *s, const struct frame_series *fs,
				     const struct frame *f)
{
	size_t back = (size_t)MAX(s->epoch_back, 0);

	if (!f->nepochs || !fs->epoch)
		return NULL;
	return &fs->epoch[f->nepochs - 1 - MIN(back, f->nepochs - 1)];
}

static int64_t oldest(const struct frame *f)
{
	int64_t t = f->t_ns;

	for (size_t i = 0; i < f->nseries; i++)
		if (f->series[i].npoints)
			t = MIN(t, f->series[i].point[0].t_ns);
	return t;
}

/*
 * The length of the axis: while there is less history than the window holds, the shortest window that
 * holds it, so that the first minute does not stand in a corner of an empty graph.
 */
static int64_t axis_length(const struct screen *s, const struct frame *f)
{
	int64_t age = f->t_ns - oldest(f);

	if (s->end_ns)
		return MAX(s->window_ns, NSEC_PER_SEC);
	for (size_t i = 0; i < ARRAY_SIZE(windows); i++)
		if (windows[i] * NSEC_PER_SEC >= age)
			return MAX(MIN(windows[i] * NSEC_PER_SEC, s->window_ns), NSEC_PER_SEC);
	return MAX(s->window_ns, NSEC_PER_SEC);
}

void screen_axis(const struct screen *s, const struct frame *f, int64_t *t0, int64_t *t1)
{
	*t1 = s->end_ns ? s->end_ns : f->t_ns;
	*t0 = *t1 - axis_length(s, f);
}

void screen_span(const struct screen *s, const struct frame *f, char *buf, size_t size)
{
	words_span(buf, size, axis_length(s, f));
}

static bool is_line(int w, int h)
{
	return w < SCREEN_LINE_W || h < SCREEN_LINE_H;
}

static bool is_small(int w, int h)
{
	return w < SCREEN_SMALL_W || h < SCREEN_SMALL_H;
}

static struct rect view_area(int w, int h)
{
	return (struct rect){ 0, 1, w, h - 3 };
}

static void draw_small(struct canvas *c, const struct frame *f, struct screen *s)
{
	if (s->view == VIEW_overview || s->view == VIEW_method) {
		small_draw(c, f, s);
		return;
	}
	header_draw(c, f, s);
	views[s->view]->draw(c, (struct rect){ 0, 1, c->width, c->height - 2 }, f, s);
	canvas_unclip(c);
	message_draw(c, c->height - 1, f, s);
}

void screen_draw(struct canvas *c, const struct frame *f, struct screen *s)
{
	canvas_unclip(c);
	canvas_clear(c);
	s->strip_n = 0;
	if (s->view >= VIEWS)
		s->view = VIEW_overview;
	if (f->nseries && s->selected >= f->nseries)
		s->selected = (uint16_t)(f->nseries - 1);
	if (is_line(c->width, c->height)) {
		small_line(c, f, s);
		return;
	}
	if (is_small(c->width, c->height)) {
		draw_small(c, f, s);
	} else {
		header_draw(c, f, s);
		views[s->view]->draw(c, view_area(c->width, c->height), f, s);
		canvas_unclip(c);
		message_draw(c, c->height - 2, f, s);
		keybar(c, c->width, c->height - 1, s, -1);
	}
	if (s->help)
		help_draw(c, s);
}

/* Right end of the axis to @end, live from the present on. */
static void set_end(struct screen *s, const struct frame *f, int64_t end)
{
	s->end_ns = end >= f->t_ns ? 0 : end;
	s->end_wall_ns = s->end_ns ? part_wall(f, s->end_ns) : 0;
}

static void scroll(struct screen *s, const struct frame *f, int64_t how)
{
	int64_t t0, t1, step, first = oldest(f) + s->window_ns / 2;

	screen_axis(s, f, &t0, &t1);
	step = s->window_ns / (how == 2 || how == -2 ? 1 : 8);
	if (how == 3)
		t1 = f->t_ns;
	else if (how == -3)
		t1 = first + s->window_ns / 2;
	else
		t1 += how < 0 ? -step : step;
	set_end(s, f, MAX(t1, MIN(first, f->t_ns)));
}

static void zoom(struct screen *s, const struct frame *f, int64_t how)
{
	size_t at = 0, n = ARRAY_SIZE(windows);

	if (!how) {
		s->window_ns = WINDOW_NS;
		s->end_ns = 0;
		return;
	}
	if (how < 0)
		s->window_ns = axis_length(s, f); /* closer than what is seen */
	while (at < n && windows[at] * NSEC_PER_SEC < s->window_ns)
		at++;
	if (how < 0 && at > 0)
		s->window_ns = windows[at - 1] * NSEC_PER_SEC;
	if (how > 0 && at < n && windows[at] * NSEC_PER_SEC == s->window_ns)
		at++;
	if (how > 0 && at < n)
		s->window_ns = windows[at] * NSEC_PER_SEC;
}

static void go_back(struct screen *s)
{
	if (s->view != VIEW_overview)
		s->view = VIEW_overview;
	else if (s->epoch_back)
		s->epoch_back = 0;
	else
		s->end_ns = 0;
}

static void toggle_panel(struct screen *s, int64_t panel)
{
	unsigned bit = panel >= 1 && panel <= PANELS ? 1u << (panel - 1) : 0;

	if (s->view != VIEW_overview) {
		s->view = VIEW_overview;
		s->panels |= bit;
	} else if (s->panels == bit) {
		text_copy(s->message, sizeof(s->message), "the last panel stays");
	} else {
		s->panels ^= bit;
	}
}

static void step_focus(struct screen *s, int step)
{
	for (int i = 0; i < PANELS; i++) {
		s->focus = (s->focus + step + PANELS) % PANELS;
		if (s->panels & (1u << s->focus))
			return;
	}
}

static void step_epoch(struct screen *s, const struct frame *f, int step)
{
	int last = f->nepochs ? (int)f->nepochs - 1 : 0;

	s->epoch_back = MAX(MIN(s->epoch_back + step, last), 0);
	if (f->nepochs)
		text_format(s->message, sizeof(s->message),
			    "low, high and average of epoch %d of %d: %s", last - s->epoch_back + 1,
			    last + 1, f->epoch[last - s->epoch_back].text);
}

/* Intents that change nothing but the picture are carried out here; true if @in was one. */
static bool apply(struct screen *s, const struct frame *f, const struct intent *in)
{
	switch (in->kind) {
	case INTENT_VIEW:
		/* the key that opens a view closes it too */
		s->view = s->view == (enum view_id)in->arg ? VIEW_overview : (enum view_id)in->arg;
		return true;
	case INTENT_BACK:
		go_back(s);
		return true;
	case INTENT_HELP:
		s->help = true;
		s->help_top = 0;
		return true;
	case INTENT_PANEL:
		toggle_panel(s, in->arg);
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
		zoom(s, f, in->arg);
		return true;
	case INTENT_SCROLL:
		scroll(s, f, in->arg);
		return true;
	default:
		return false;
	}
}

/* Keys of the global table that have no intent of their own. */
static void own_key(struct screen *s, const struct frame *f, int key, struct intent *out)
{
	switch (key) {
	case CT_HOME:
	case CT_END:
		scroll(s, f, key == CT_HOME ? -3 : 3);
		break;
	case CT_WHEEL_UP:
	case CT_WHEEL_DOWN:
		scroll(s, f, key == CT_WHEEL_UP ? -1 : 1);
		break;
	case '[':
	case ']':
		step_epoch(s, f, key == '[' ? 1 : -1);
		break;
	case CT_TAB:
	case CT_BACKTAB:
		step_focus(s, key == CT_TAB ? 1 : -1);
		break;
	case 'm':
	case CT_F1 + 6:
		prompt_open(s, f, PROMPT_MARK);
		break;
	case 's':
		prompt_open(s, f, PROMPT_SLICE);
		break;
	case '/':
	case CT_F1 + 2:
		prompt_open(s, f, PROMPT_SEARCH);
		break;
	case '\\':
	case CT_F1 + 3:
		if (s->view != VIEW_settings)
			s->view = VIEW_interrupts;
		prompt_open(s, f, PROMPT_FILTER);
		break;
	case 'n':
	case 'N':
		if (!search_series(s, f, key == 'n' ? 1 : -1))
			text_copy(s->message, sizeof(s->message),
				  *s->search ? "no other match"
					     : "nothing to search yet: / starts");
		break;
	case '<':
	case '>':
	case CT_F1 + 5:
		if (s->view != VIEW_interrupts) {
			s->view = VIEW_interrupts;
			views[s->view]->key(s, f, key, out);
		}
		break;
	}
}

static int vim_key(const struct screen *s, int key)
{
	if (!s->vim_keys)
		return key;
	return key == 'h'   ? CT_LEFT
	       : key == 'j' ? CT_DOWN
	       : key == 'k' ? CT_UP
	       : key == 'l' ? CT_RIGHT
			    : key;
}

static int plain_key(int key)
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

/* Changed settings are asked about, but not at Ctrl-C and not if --keep said it beforehand. */
static void want_quit(struct screen *s, const struct frame *f, int key, struct intent *out)
{
	quit_now(s, out);
	if (!s->own_changes || s->keep_settings || key == CTRL_KEY('c'))
		return;
	out->kind = INTENT_NONE;
	prompt_open(s, f, PROMPT_QUIT);
}

static void view_or_global_key(struct screen *s, const struct frame *f, int key, struct intent *out)
{
	const struct view *v = views[s->view];
	const struct key_help *k;
	char name[24];

	if (v->key && v->key(s, f, key, out))
		return;
	k = key_find(global_keys, key);
	if (k && k->intent != INTENT_NONE) {
		out->kind = k->intent;
		out->arg = k->arg;
		if (k->intent == INTENT_EPOCH)
			s->epoch_back = 0;
		else if (k->intent == INTENT_QUIT)
			want_quit(s, f, key, out);
	} else if (k || key == CT_WHEEL_UP || key == CT_WHEEL_DOWN) {
		own_key(s, f, key, out);
	} else if (key != CT_RESIZE && key != CT_MOUSE) {
		key_name(name, sizeof(name), key);
		text_format(s->message, sizeof(s->message),
			    "%s does nothing here; ? shows the keys", name);
	}
}

void screen_key(struct screen *s, const struct frame *f, int key, struct intent *out)
{
	*out = (struct intent){ .kind = INTENT_NONE };
	if (key < 0)
		return;
	if (key == CT_EOF) {
		quit_now(s, out);
		return;
	}
	s->message[0] = '\0';
	key = plain_key(key);
	if (s->prompt != PROMPT_NONE) {
		prompt_key(s, f, key, out);
	} else if (s->help) {
		if (key == CTRL_KEY('c'))
			quit_now(s, out);
		else
			help_key(s, vim_key(s, key));
	} else {
		view_or_global_key(s, f, vim_key(s, key), out);
	}
	if (apply(s, f, out))
		out->kind = INTENT_NONE;
}

void screen_click(struct screen *s, const struct frame *f, int w, int h, int x, int y, bool twice,
		  struct intent *out)
{
	int key;

	*out = (struct intent){ .kind = INTENT_NONE };
	if (!s->mouse || s->prompt != PROMPT_NONE)
		return;
	if (s->help) {
		s->help = false;
		return;
	}
	if (is_small(w, h))
		return;
	if (y == h - 1) {
		key = keybar(NULL, w, 0, s, x);
		if (key)
			screen_key(s, f, key, out);
		return;
	}
	s->message[0] = '\0';
	if (views[s->view]->click)
		views[s->view]->click(s, f, view_area(w, h), x, y, twice, out);
	if (apply(s, f, out))
		out->kind = INTENT_NONE;
}
