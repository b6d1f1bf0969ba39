// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * measuring: options to engine, and its end in words.
 *
 * Invariant: knows of the engine what engine.h says.
 */
#include "app/measuring.h"
#include "base/text.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>

#define PAUSE_NS (2 * NSEC_PER_SEC) /* how long the turn that runs may take to end */

struct engine *measuring_begin(const struct config *c, struct err *e)
{
	struct engine_config cfg = engine_defaults;

	cfg.methods = c->methods;
	cfg.placement = c->placement;
	cfg.label = c->label;
	cfg.sysroot = c->sysroot;
	cfg.settings = c->ini;
	cfg.watch = c->watch;
	cfg.slice_ns = c->slice_ns;
	cfg.rounds = c->rounds;
	cfg.duration_ns = c->duration_ns;
	cfg.read_only = c->read_only;
	cfg.keep = c->keep;
	return engine_new(&cfg, e);
}

int measuring_print(const struct outcome_list *l)
{
	int failed = 0;

	for (size_t i = 0; i < l->n; i++) {
		const struct outcome *o = &l->o[i];
		char line[2000];
		size_t n;

		n = text_format(line, sizeof(line), "%s: %s", outcome_name(o->kind), o->path);
		if (o->words[0])
			n += text_format(line + n, sizeof(line) - n, ": %s", o->words);
		else if (o->kind == OUTCOME_INHERITED)
			n += text_format(line + n, sizeof(line) - n, " is %s, was %s", o->now,
					 o->before);
		else if (!outcome_is_held(o)) /* its value only says "none" */
			n += text_format(line + n, sizeof(line) - n, " is %s", o->now);
		if (o->shell[0])
			text_format(line + n, sizeof(line) - n, "   (%s)", o->shell);
		text_printable(line);
		fprintf(stderr, "ctxtop: %s\n", line);
		failed += o->kind == OUTCOME_FAILED;
	}
	return failed;
}

int measuring_end(struct engine *en)
{
	struct outcome_list l = { 0 };
	struct err e = { 0 };
	int ret = engine_end(en, &l, &e);

	measuring_print(&l);
	outcome_free(&l);
	if (ret)
		fprintf(stderr, "ctxtop: %s\n", e.text);
	return ret == -EINPROGRESS ? 0 : ret;
}

void measuring_order(struct source *s, enum order_kind kind, int64_t arg)
{
	/* one that cannot be given meets an engine that is at its end, or one that hangs */
	s->order(s, &(struct order){ .kind = kind, .arg = arg }, NULL);
}

void measuring_pause(struct source *s, void (*take)(void *arg, struct event *ev), void *arg)
{
	int64_t end = now_ns() + PAUSE_NS;
	struct event *ev;
	bool paused = false;

	measuring_order(s, ORDER_PAUSE, 0);
	while (!paused && now_ns() < end) {
		struct pollfd pfd = { .fd = s->fd, .events = POLLIN };
		int ret = 0;

		if (poll(&pfd, 1, (int)((end - now_ns()) / NSEC_PER_MSEC) + 1) <= 0)
			continue;
		while (!(ret = s->next(s, &ev, NULL)) && ev) {
			if (ev->baton)
				measuring_order(s, ORDER_ACK, 0);
			ev->baton = false;
			paused |= ev->kind == EV_PAUSED || ev->kind == EV_END;
			take(arg, ev);
		}
		if (ret)
			return;
	}
}
