// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sampler_link: the main thread's side of the sampler: start, orders, events, end.
 *
 * Invariant: an order is one write below PIPE_BUF, so it is never torn.
 */
#include "engine/sampler_link.h"
#include "base/sigset.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

_Static_assert(sizeof(struct order) <= PIPE_BUF, "an order must go through a pipe in one piece");

static int start_thread(struct sampler *s)
{
	sigset_t ours, old;
	int ret;

	sigset_of_threads(&ours);
	pthread_sigmask(SIG_SETMASK, &ours, &old);
	ret = pthread_create(&s->thread, NULL, sampler_main, s);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return ret;
}

static void close_pipes(struct sampler *s)
{
	for (int i = 0; i < 2; i++) {
		close(s->event_pipe[i]);
		close(s->order_pipe[i]);
	}
}

/* 0, or -1 with errno and nothing open. */
static int make_pipes(struct sampler *s)
{
	int code;

	if (pipe2(s->event_pipe, O_CLOEXEC))
		return -1;
	if (!pipe2(s->order_pipe, O_CLOEXEC))
		return 0;
	code = errno;
	close(s->event_pipe[0]);
	close(s->event_pipe[1]);
	errno = code;
	return -1;
}

struct sampler *sampler_start(const struct sampler_config *cfg, const struct plan *plan,
			      struct runner *runner, struct ledger *ledger, struct err *e)
{
	struct sampler *s = calloc(1, sizeof(*s));
	int ret;

	if (!s) {
		err_set(e, ENOMEM, "no memory for the sampler");
		return NULL;
	}
	if (make_pipes(s)) {
		err_sys(e, errno, "pipe for the sampler");
		free(s);
		return NULL;
	}
	fcntl(s->event_pipe[0], F_SETFL, O_NONBLOCK);
	fcntl(s->order_pipe[1], F_SETFL, O_NONBLOCK);
	s->cfg = *cfg;
	s->runner = runner;
	s->ledger = ledger;
	for (int i = 0; i < CLOCKS_KEPT; i++)
		s->clock[i].cpu = -1;
	readings_init(&s->readings, cfg->root);
	throttle_init(&s->throttle, cfg->root);
	ret = -plan_copy(&s->plan, plan);
	if (!ret)
		ret = start_thread(s);
	if (ret) {
		err_sys(e, ret, "thread for the sampler");
		plan_free(&s->plan);
		readings_free(&s->readings);
		throttle_free(&s->throttle);
		close_pipes(s);
		free(s);
		return NULL;
	}
	return s;
}

int sampler_fd(const struct sampler *s)
{
	return s->event_pipe[0];
}

struct event *sampler_next(struct sampler *s)
{
	ssize_t n;

	if (s->taken_at == s->ntaken) {
		n = read(s->event_pipe[0], s->taken, sizeof(s->taken));
		s->taken_at = 0;
		s->ntaken = n > 0 ? (size_t)n / sizeof(s->taken[0]) : 0;
	}
	return s->taken_at < s->ntaken ? s->taken[s->taken_at++] : NULL;
}

int sampler_order(struct sampler *s, const struct order *o)
{
	return write(s->order_pipe[1], o, sizeof(*o)) == sizeof(*o) ? 0 : -EAGAIN;
}

bool sampler_stop(struct sampler *s)
{
	struct event *ev;
	bool owed;

	if (!s)
		return false;
	sampler_order(s, &(struct order){ .kind = ORDER_FINISH });
	/* it may wait for room in the pipe: make some, once no later write can wait for more */
	fcntl(s->event_pipe[1], F_SETFL, O_NONBLOCK);
	while ((ev = sampler_next(s)))
		event_free(ev);
	pthread_join(s->thread, NULL);
	while ((ev = sampler_next(s)))
		event_free(ev);
	close_pipes(s);
	readings_free(&s->readings);
	throttle_free(&s->throttle);
	plan_free(&s->plan);
	owed = s->owed;
	free(s);
	return owed;
}
