// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * loop: the live dashboard from its start to its end, and what it waits for.
 *
 * Invariant: it waits in one poll(), for events, keys, signals and the time to paint.
 */
#include "app/loop.h"
#include "app/app.h"
#include "app/measuring.h"
#include "app/signals.h"
#include "app/undoing.h"
#include "term/crash.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <unistd.h>

/* ---- signals ---- */

static void resized(struct app *a)
{
	int w, h;

	term_resized(&w, &h);
	canvas_resize(&a->canvas, w, h);
	painting_want(a);
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
	a->source->order(a->source,
			 &(struct order){ .kind = ORDER_VOID, .text = "ctxtop was stopped" }, NULL);
	painting_want(a);
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
			obeying_suspend(a);
			painting_want(a);
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

static void turn(struct app *a)
{
	struct pollfd pfd[3] = { { .fd = a->ended ? -1 : a->source->fd, .events = POLLIN },
				 { .fd = term_fd(), .events = POLLIN },
				 { .fd = a->sigfd, .events = POLLIN } };

	if (poll(pfd, 3, painting_timeout(a)) < 0 && errno != EINTR)
		a->leave = true;
	if (pfd[2].revents)
		take_signals(a);
	if (pfd[0].revents)
		taking_events(a);
	taking_check_recording(a);
	if ((pfd[1].revents || a->more_keys) && !a->leave)
		obeying_keys(a);
	if (a->leave)
		return;
	painting_turn(a);
	if (a->ended && (a->config.rounds || a->config.duration_ns))
		a->leave = true;
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
		ret = setup_screen(a, &e);
		if (!ret)
			ret = engine_start(a->engine, &e);
		a->source = engine_source(a->engine);
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
	model_frame_free(&a->frame);
	screen_free(&a->screen);
	canvas_free(&a->canvas);
	theme_list_free(&a->themes);
	close(a->sigfd);
}

/* The engine and what its events go to, all around the screen. Exit status. */
static int run_engine(struct app *a)
{
	struct err e = { 0 };
	int status;

	a->engine = measuring_begin(&a->config, &e);
	if (!a->engine) {
		fprintf(stderr, "ctxtop: %s\n", e.text);
		return e.code == EINVAL ? 2 : 1;
	}
	if (intake_open(&a->in, a->config.record, &e)) {
		measuring_end(a->engine);
		fprintf(stderr, "ctxtop: %s\n", e.text);
		return 1;
	}
	crash_handlers(engine_runner(a->engine));
	status = live(a);
	measuring_end(a->engine);
	if (intake_close(&a->in, &e)) {
		fprintf(stderr, "ctxtop: %s\n", e.text);
		status = 1;
	}
	return status;
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
	a->sigfd = signals_open();
	if (a->sigfd < 0)
		return fail(a, &(struct err){ .text = "signalfd is not available" }, 1);
	status = run_engine(a);
	sig = a->die_of;
	if (!sig && a->tty_gone)
		sig = SIGHUP;
	clean_up(a);
	free(a);
	if (sig)
		signals_die(sig);
	return status;
}
