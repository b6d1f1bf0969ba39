// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * sampler_link: the main thread's side of the sampler: start, orders, events, end.
 *
 * Invariant: an order is one write below PIPE_BUF, so it is never torn.
 */
#include "engine/sampler_link.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void give_order(struct sampler *s, struct order o)
{
	write_all(s->order_pipe[1], &o, sizeof(o));
}

static int start_thread(struct sampler *s)
{
	sigset_t all, old;
	int ret;

	/* signals are the main thread's matter */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
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
	sem_init(&s->paused_sem, 0, 0);
	s->cfg = *cfg;
	s->runner = runner;
	s->ledger = ledger;
	for (int i = 0; i < CLOCKS_KEPT; i++)
		s->clock[i].cpu = -1;
	readings_init(&s->readings, cfg->root);
	ret = -plan_copy(&s->plan, plan);
	if (!ret)
		ret = start_thread(s);
	if (ret) {
		err_sys(e, ret, "thread for the sampler");
		plan_free(&s->plan);
		readings_free(&s->readings);
		close_pipes(s);
		sem_destroy(&s->paused_sem);
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
	struct event *ev;

	return read(s->event_pipe[0], &ev, sizeof(ev)) == sizeof(ev) ? ev : NULL;
}

void sampler_ack(struct sampler *s)
{
	give_order(s, (struct order){ .kind = ORDER_ACK });
}

void sampler_cut(struct sampler *s)
{
	give_order(s, (struct order){ .kind = ORDER_CUT });
}

void sampler_void(struct sampler *s, const char *why)
{
	give_order(s, (struct order){ .kind = ORDER_VOID, .why = why });
}

void sampler_slice(struct sampler *s, int64_t ns)
{
	give_order(s, (struct order){ .kind = ORDER_SLICE, .arg = ns });
}

void sampler_look(struct sampler *s, int own)
{
	give_order(s, (struct order){ .kind = ORDER_LOOK, .arg = own });
}

void sampler_watch(struct sampler *s, const struct setting *setting)
{
	give_order(s, (struct order){ .kind = ORDER_WATCH, .setting = setting });
}

void sampler_pause(struct sampler *s)
{
	struct timespec until;

	/* one that came too late for the pause before must not be taken for this one's */
	while (s->pause_late && !sem_trywait(&s->paused_sem))
		;
	s->pause_late = false;
	give_order(s, (struct order){ .kind = ORDER_PAUSE });
	/* a thread that has ended, or waits for a runner that was stopped, must not hold us for good */
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 2;
	while (sem_timedwait(&s->paused_sem, &until)) {
		s->pause_late = errno != EINTR;
		if (s->pause_late)
			break;
	}
}

void sampler_resume(struct sampler *s)
{
	give_order(s, (struct order){ .kind = ORDER_RESUME });
}

void sampler_finish(struct sampler *s)
{
	give_order(s, (struct order){ .kind = ORDER_STOP });
}

void sampler_stop(struct sampler *s)
{
	struct event *ev;

	if (!s)
		return;
	sampler_finish(s);
	/* it may wait for room in the pipe: make some, once no later write can wait for more */
	fcntl(s->event_pipe[1], F_SETFL, O_NONBLOCK);
	while ((ev = sampler_next(s)))
		event_free(ev);
	pthread_join(s->thread, NULL);
	while ((ev = sampler_next(s)))
		event_free(ev);
	close_pipes(s);
	sem_destroy(&s->paused_sem);
	readings_free(&s->readings);
	plan_free(&s->plan);
	free(s);
}
