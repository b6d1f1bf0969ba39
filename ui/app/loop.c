// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * loop: measure, then draw. The main thread paints only while it holds the sampler's baton, or when a
 * key has waited too long for it.
 *
 * Invariant: the frame is built anew after every event that went into the model and before anything
 * reads it; while the picture is frozen events wait in a queue, so the frame stays true.
 */
#include "app/loop.h"
#include "draw/canvas.h"
#include "term/crash.h"
#include "app/session.h"
#include "draw/glyphs.h"
#include "term/term.h"
#include "term/theme.h"
#include "app/tuning.h"
#include "app/undoing.h"
#include "views/screen.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define KEY_NS	    (45 * NSEC_PER_MSEC) /* a key is answered within this, baton or not */
#define PAINT_NS    (50 * NSEC_PER_MSEC) /* no more than 20 frames a second */
#define FROZEN_MOST 200000		 /* events that wait while the picture is frozen */

struct app {
	struct session s;
	struct config config;
	struct term_caps caps;
	struct canvas canvas;
	struct frame frame;
	struct screen screen;
	struct theme theme;
	struct theme_list themes;
	int sigfd;
	bool baton;	     /* the sampler waits for us */
	bool stale;	     /* the model knows more than the frame */
	bool dirty;	     /* a key changed the picture */
	int64_t deadline_ns; /* when a dirty picture is painted without baton, 0 = none */
	int64_t painted_ns;
	struct event **queue; /* behind the frozen picture */
	size_t nqueue, queue_size;
	bool recording_lost;
	bool more_keys; /* some were left for the next turn */
	bool leave;
	bool tty_gone;
	bool continued; /* the next SIGCONT answers our own stop */
	int die_of;	/* signal to end by, 0 = none */
	bool ended;	/* the sampler is done */
	bool guardian_dead;
};

/* ---- events ---- */

static void thaw(struct app *a)
{
	for (size_t i = 0; i < a->nqueue; i++)
		session_take(&a->s, a->queue[i]);
	a->nqueue = 0;
	a->screen.frozen = false;
	a->screen.behind = 0;
	a->stale = a->dirty = true;
}

static bool enqueue(struct app *a, struct event *ev)
{
	if (a->nqueue == a->queue_size) {
		size_t size = a->queue_size ? 2 * a->queue_size : 1024;
		struct event **q = size > FROZEN_MOST
					   ? NULL
					   : realloc(a->queue, size * sizeof(struct event *));

		if (!q)
			return false;
		a->queue = q;
		a->queue_size = size;
	}
	a->queue[a->nqueue++] = ev;
	a->screen.behind += ev->kind == EV_SLICE;
	return true;
}

static void take_event(struct app *a, struct event *ev)
{
	session_record(&a->s, ev);
	if (a->screen.frozen) {
		if (enqueue(a, ev))
			return;
		thaw(a);
		text_copy(a->screen.message, sizeof(a->screen.message),
			  "the picture was let go: more than can be kept had happened meanwhile");
	}
	session_take(&a->s, ev);
	a->stale = true;
}

static void post(struct app *a, enum event_kind kind, const char *text)
{
	struct event *ev = event_new(kind, now_ns(), wall_ns());

	if (!ev)
		return;
	text_copy(ev->text, sizeof(ev->text), text);
	take_event(a, ev);
}

static void take_events(struct app *a)
{
	struct event *ev;
	bool changed = false;

	while ((ev = sampler_next(a->s.sampler))) {
		a->baton |= ev->baton;
		a->ended |= ev->kind == EV_END;
		changed |= ev->kind == EV_CHANGE;
		take_event(a, ev);
	}
	if (changed)
		tuning_recount(&a->s, &a->screen);
}

/* ---- painting ---- */

static void build(struct app *a)
{
	if (!a->stale || a->screen.frozen)
		return;
	if (!frame_build(&a->frame, a->s.model, now_ns(), wall_ns(), a->screen.divisor,
			 a->screen.selected))
		a->stale = false;
}

static void paint(struct app *a)
{
	if (a->dirty && !a->screen.frozen)
		a->stale = true; /* another series or divisor was chosen */
	build(a);
	canvas_clear(&a->canvas);
	screen_draw(&a->canvas, &a->frame, &a->screen);
	if (term_paint(&a->canvas) == -EIO)
		a->tty_gone = a->leave = true;
	a->dirty = false;
	a->deadline_ns = 0;
	a->painted_ns = now_ns();
}

/* Something must be seen soon: at once if the sampler waits, else it is asked to make way. */
static void want_paint(struct app *a)
{
	a->dirty = true;
	if (a->deadline_ns)
		return;
	a->deadline_ns = now_ns() + KEY_NS;
	if (!a->baton)
		sampler_cut(a->s.sampler);
}

static void paint_if_due(struct app *a)
{
	int64_t now = now_ns();

	if (a->baton) {
		if (a->dirty || now - a->painted_ns >= PAINT_NS)
			paint(a);
		a->baton = false;
		sampler_ack(a->s.sampler);
	} else if (a->dirty && a->deadline_ns && now >= a->deadline_ns) {
		paint(a);
	}
}

/* ---- intents ---- */

static void load_theme(struct app *a, const char *name)
{
	struct err e;

	if (theme_load(&a->theme, name, a->config.themes_dir[0] ? a->config.themes_dir : NULL,
		       &e)) {
		text_copy(a->screen.message, sizeof(a->screen.message), e.text);
		return;
	}
	text_copy(a->screen.theme_name, sizeof(a->screen.theme_name), name);
	term_theme(&a->theme);
}

static void suspend(struct app *a)
{
	if (a->s.tune.changes) {
		/* nobody would see them, and they would stay as long as we are stopped */
		text_format(a->screen.message, sizeof(a->screen.message),
			    "%u settings are changed: undo them (U) before stopping ctxtop",
			    a->s.tune.changes);
		return;
	}
	sampler_pause(a->s.sampler);
	term_suspend();
	a->continued = true;
	raise(SIGSTOP);
	term_resume();
	sampler_resume(a->s.sampler);
	a->dirty = true;
}

static void set_mark(struct app *a, const char *note)
{
	post(a, EV_MARK, note);
	text_format(a->screen.message, sizeof(a->screen.message), "mark set%s%s",
		    note[0] ? ": " : "", note);
}

static void set_slice(struct app *a, int64_t ns)
{
	struct event *ev = event_new(EV_LENGTH, now_ns(), wall_ns());

	if (!ev)
		return;
	ev->u.length_ns = ns;
	take_event(a, ev);
	a->screen.slice_ns = a->config.slice_ns = ns;
	sampler_slice(a->s.sampler, ns);
}

static void save_config(struct app *a)
{
	char path[4096];
	struct err e = { 0 };
	struct config c = a->config, before;
	struct err ignored;

	text_copy(c.theme, sizeof(c.theme), a->screen.theme_name);
	c.window_ns = a->screen.window_ns;
	c.running_mhz = a->screen.divisor == DIVISOR_RUNNING;
	c.panels[0] = '\0';
	for (int i = 0; i < 5; i++)
		if (a->screen.panels & 1u << i)
			text_format(c.panels + strlen(c.panels),
				    sizeof(c.panels) - strlen(c.panels), "%d", i + 1);
	/* what belongs to one run does not belong into the file */
	c.record[0] = c.output[0] = c.label[0] = '\0';
	c.rounds = 0;
	c.duration_ns = 0;
	text_copy(path, sizeof(path), c.config_file);
	if (!path[0]) {
		text_copy(a->screen.message, sizeof(a->screen.message),
			  "no home folder to write the config to");
		return;
	}
	/* how one run treats the machine is not for good: these stay as the file has them */
	config_defaults(&before);
	config_read(&before, path, &ignored);
	c.read_only = before.read_only;
	c.keep = before.keep;
	if (!config_save(&c, path, &e))
		text_format(e.text, sizeof(e.text), "written: %s", path);
	text_copy(a->screen.message, sizeof(a->screen.message), e.text);
}

static void obey(struct app *a, const struct intent *in)
{
	if (tuning_obey(&a->s, &a->screen, &a->frame, in)) {
		a->stale = true;
		return;
	}
	switch (in->kind) {
	case INTENT_QUIT:
		a->s.keep |= in->arg == QUIT_KEEP;
		a->leave = true;
		break;
	case INTENT_REPAINT:
		term_repaint();
		break;
	case INTENT_FREEZE:
		if (a->screen.frozen)
			thaw(a);
		else
			a->screen.frozen = true;
		break;
	case INTENT_MARK:
		set_mark(a, in->text);
		break;
	case INTENT_EPOCH:
		post(a, EV_EPOCH, in->text);
		break;
	case INTENT_SLICE:
		set_slice(a, in->arg);
		break;
	case INTENT_THEME:
		load_theme(a, in->text);
		break;
	case INTENT_WRITE_CONFIG:
		save_config(a);
		break;
	case INTENT_SUSPEND:
		suspend(a);
		break;
	default: /* done by the screen itself */
		break;
	}
}

/*
 * Keys can come faster than they are carried out (a paste, a key held down over a slow setting): then
 * the picture must go on all the same.
 */
static void take_keys(struct app *a)
{
	int64_t until = now_ns() + KEY_NS;
	struct term_mouse m;
	int key;

	a->more_keys = false;
	while (!a->leave && (key = term_key(&m)) != -1) {
		struct intent in = { 0 };

		if (key == CT_EOF) {
			a->tty_gone = a->leave = true;
			return;
		}
		build(a);
		if (key == CT_PASTE)
			text_copy(a->screen.message, sizeof(a->screen.message),
				  "pasted text is no keys: it was dropped");
		else if (key == CT_MOUSE)
			screen_click(&a->screen, &a->frame, a->canvas.width, a->canvas.height, m.x,
				     m.y, m.twice, &in);
		else
			screen_key(&a->screen, &a->frame, key, &in);
		obey(a, &in);
		want_paint(a);
		if (now_ns() >= until) {
			a->more_keys = true; /* curses may hold them: no descriptor tells */
			return;
		}
	}
}

/* The rest of the run will be missing from the file: that must be seen now, not at the end. */
static void check_recording(struct app *a)
{
	const struct err *e = &a->s.recorder.err;

	if (!a->s.recording || !e->code || a->recording_lost)
		return;
	a->recording_lost = true;
	post(a, EV_FAULT, e->text);
	want_paint(a);
}

/* ---- signals ---- */

static void resized(struct app *a)
{
	int w, h;

	term_resized(&w, &h);
	canvas_resize(&a->canvas, w, h);
	want_paint(a);
}

static void continued(struct app *a)
{
	if (a->continued) {
		a->continued = false;
		return;
	}
	/* SIGSTOP came unannounced: what the shell did to the terminal meanwhile is not known */
	term_suspend();
	term_resume();
	sampler_void(a->s.sampler, "ctxtop was stopped");
	want_paint(a);
}

static void take_signals(struct app *a)
{
	struct signalfd_siginfo si;

	while (read(a->sigfd, &si, sizeof(si)) == sizeof(si)) {
		switch (si.ssi_signo) {
		case SIGWINCH:
			resized(a);
			break;
		case SIGTSTP:
			suspend(a);
			want_paint(a);
			break;
		case SIGCONT:
			continued(a);
			break;
		case SIGINT:
		case SIGTERM:
		case SIGHUP:
		case SIGQUIT:
		case SIGXCPU:
			a->die_of = (int)si.ssi_signo;
			a->tty_gone |= si.ssi_signo == SIGHUP;
			a->leave = true;
			break;
		default: /* a stray SIGUSR1, SIGPIPE or SIGXFSZ does no harm */
			break;
		}
	}
}

/* ---- start, turn, end ---- */

static int timeout_ms(const struct app *a)
{
	int64_t left;

	if (a->more_keys)
		return 0;
	if (!a->deadline_ns)
		return -1;
	left = a->deadline_ns - now_ns();
	return left <= 0 ? 0 : (int)(left / NSEC_PER_MSEC) + 1;
}

static void turn(struct app *a)
{
	struct pollfd pfd[4] = { { .fd = sampler_fd(a->s.sampler), .events = POLLIN },
				 { .fd = term_fd(), .events = POLLIN },
				 { .fd = a->sigfd, .events = POLLIN },
				 { .fd = a->guardian_dead ? -1 : a->s.guardian.fd } };

	if (poll(pfd, 4, timeout_ms(a)) < 0 && errno != EINTR)
		a->leave = true;
	if (pfd[2].revents)
		take_signals(a);
	if (pfd[0].revents)
		take_events(a);
	check_recording(a);
	if (pfd[3].revents) {
		a->guardian_dead = true;
		tuning_guardian_died(&a->s, &a->screen);
		want_paint(a);
	}
	if ((pfd[1].revents || a->more_keys) && !a->leave)
		take_keys(a);
	if (a->leave)
		return;
	paint_if_due(a);
	if (a->ended && (a->config.rounds || a->config.duration_ns))
		a->leave = true;
}

static enum glyph_set choose_glyphs(const struct config *c, const struct term_caps *caps)
{
	switch (c->glyphs) {
	case GLYPHS_BRAILLE:
		return caps->utf8 ? GLYPH_BRAILLE : GLYPH_ASCII;
	case GLYPHS_BLOCK:
		return caps->utf8 ? GLYPH_BLOCK : GLYPH_ASCII;
	case GLYPHS_TTY:
		return caps->utf8 ? GLYPH_TTY : GLYPH_ASCII;
	case GLYPHS_ASCII:
		return GLYPH_ASCII;
	default:
		if (!caps->utf8)
			return GLYPH_ASCII;
		return caps->linux_console ? GLYPH_TTY : GLYPH_BRAILLE;
	}
}

static int set_up_screen(struct app *a)
{
	const struct config *c = &a->config;
	int w, h;

	if (screen_init(&a->screen))
		return -ENOMEM;
	a->screen.window_ns = c->window_ns;
	a->screen.slice_ns = c->slice_ns;
	a->screen.divisor = c->running_mhz ? DIVISOR_RUNNING : DIVISOR_NOMINAL;
	a->screen.read_only = c->read_only;
	a->screen.vim_keys = c->vim_keys;
	tuning_start(&a->s, &a->screen);
	a->screen.mouse = c->mouse;
	a->screen.panels = 0;
	for (const char *p = c->panels; *p; p++)
		if (*p >= '1' && *p <= '5')
			a->screen.panels |= 1u << (*p - '1');
	text_copy(a->screen.message, sizeof(a->screen.message), a->caps.note);
	theme_list(&a->themes, c->themes_dir[0] ? c->themes_dir : NULL);
	a->screen.themes = a->themes.entry;
	a->screen.nthemes = a->themes.n;
	theme_builtin(&a->theme);
	term_theme(&a->theme);
	load_theme(a, c->theme);
	a->canvas.glyphs = &glyph_sets[choose_glyphs(c, &a->caps)];
	term_size(&w, &h);
	a->stale = true;
	return canvas_resize(&a->canvas, w, h);
}

static int fail(struct app *a, const struct err *e, int status)
{
	fprintf(stderr, "ctxtop: %s\n", e->text);
	free(a);
	return status;
}

static int live(struct app *a)
{
	struct err e = { 0 };
	int ret;

	ret = term_start(&a->caps, a->config.color, a->config.mouse, &e);
	if (!ret) {
		ret = set_up_screen(a);
		if (ret)
			err_sys(&e, -ret, "setting up the screen");
		else
			paint(a);
		if (!ret)
			ret = session_sample(&a->s, &e);
		while (!ret && !a->leave)
			turn(a);
		term_restore();
	}
	if (ret)
		fprintf(stderr, "ctxtop: %s\n", e.text);
	return ret ? 1 : 0;
}

static void clean_up(struct app *a)
{
	for (size_t i = 0; i < a->nqueue; i++)
		event_free(a->queue[i]);
	free(a->queue);
	frame_free(&a->frame);
	screen_free(&a->screen);
	canvas_free(&a->canvas);
	theme_list_free(&a->themes);
	close(a->sigfd);
}

int loop_live(const struct config *c)
{
	struct app *a = calloc(1, sizeof(*a));
	struct err e = { 0 };
	int status, sig;

	if (!a)
		return 1;
	if (!isatty(STDOUT_FILENO)) {
		err_set(&e, ENOTTY,
			"standard output is no terminal; 'ctxtop run' measures without a screen");
		return fail(a, &e, 2);
	}
	undo_offer(c);
	a->config = *c;
	a->sigfd = session_signals();
	if (a->sigfd < 0)
		return fail(a, &(struct err){ .text = "signalfd is not available" }, 1);
	if (session_start(&a->s, c, &e))
		return fail(a, &e, e.code == EINVAL ? 2 : 1);
	crash_handlers(a->s.runner.pid);
	status = live(a);
	if (session_stop(&a->s, &e)) {
		fprintf(stderr, "ctxtop: %s\n", e.text);
		status = 1;
	}
	sig = a->die_of;
	if (!sig && a->tty_gone)
		sig = SIGHUP;
	clean_up(a);
	free(a);
	if (sig)
		session_die(sig);
	return status;
}
