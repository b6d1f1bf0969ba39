// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * run: `ctxtop run` and `ctxtop report`.
 *
 * Invariant: a run that is interrupted ends with the report of what was measured; a second interrupt
 * ends it at once.
 */
#include "app/run.h"
#include "base/text.h"
#include "report/report.h"
#include "stream/rate.h"
#include "stream/source_file.h"
#include "app/session.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define DEFAULT_ROUNDS 10
#define SILENT_MS      1000 /* a pipe that says nothing for so long is named */

struct progress {
	bool shown; /* standard error is a terminal */
	uint64_t rounds;
	size_t nseries;
	bool fault; /* something broke while it ran: the figures are not all that was asked for */
};

static int complain(const struct err *e)
{
	fprintf(stderr, "ctxtop: %s\n", e->text);
	return 1;
}

/* Write @f's report in the format of @c to its output. 0 or -errno with words. */
static int write_report(const struct config *c, const struct frame *f, struct err *e)
{
	const struct report_format *fmt = report_format_find(c->format);
	FILE *out = stdout;
	int ret;

	if (!fmt)
		return err_set(e, EINVAL, "no report format '%s'", c->format);
	if (c->output[0]) {
		out = fopen(c->output, "we");
		if (!out)
			return err_sys(e, errno, "cannot write %s", c->output);
	}
	ret = fmt->write(out, f);
	if (!ret && fflush(out))
		ret = -errno;
	if (out != stdout && fclose(out) && !ret)
		ret = -errno;
	if (ret)
		err_sys(e, -ret, "cannot write the report to %s",
			c->output[0] ? c->output : "standard output");
	return ret;
}

static int report_model(const struct config *c, struct model *m, int64_t t_ns, int64_t wall,
			struct err *e)
{
	struct frame f = { 0 };
	int ret = frame_build(&f, m, t_ns, wall, c->running_mhz ? DIVISOR_RUNNING : DIVISOR_NOMINAL,
			      0);

	if (ret)
		err_set(e, ENOMEM, "no memory for the report");
	else
		ret = write_report(c, &f, e);
	frame_free(&f);
	return ret;
}

/* ---- run ---- */

static void show_progress(const struct progress *p, const struct session *s, const struct event *ev)
{
	const struct slice *sl = &ev->u.slice;
	const struct series_info *info;

	if (!p->shown || ev->kind != EV_SLICE)
		return;
	info = &s->plan.series[sl->series].info;
	fprintf(stderr, "\r\033[Kround %u", sl->round + 1);
	if (p->rounds)
		fprintf(stderr, "/%llu", (unsigned long long)p->rounds);
	if (sl->flags & SLICE_VOID)
		fprintf(stderr, "  %s %s: void, %s", info->label, info->placement, sl->text);
	else
		fprintf(stderr, "  %s %s %.0f %s", info->label, info->placement,
			series_rate(info, sl->loops, sl->wall_ns), info->unit);
	fflush(stderr);
}

/* Take in what the sampler says; true when the run is over. */
static bool take_events(struct session *s, struct progress *p)
{
	struct event *ev;
	bool over = false;

	while ((ev = sampler_next(s->sampler))) {
		bool baton = ev->baton;

		show_progress(p, s, ev);
		p->fault |= ev->kind == EV_FAULT;
		if (ev->kind == EV_FAULT)
			fprintf(stderr, "%sctxtop: %s\n", p->shown ? "\r\033[K" : "", ev->text);
		over |= ev->kind == EV_END;
		session_apply(s, ev);
		if (baton)
			sampler_ack(s->sampler);
	}
	return over;
}

/* The signal that ends the run early, 0 = it goes on. */
static int take_signal(struct session *s, int fd)
{
	struct signalfd_siginfo si;
	int sig = 0;

	while (read(fd, &si, sizeof(si)) == sizeof(si)) {
		switch (si.ssi_signo) {
		case SIGTSTP:
			sampler_pause(s->sampler);
			raise(SIGSTOP);
			sampler_resume(s->sampler);
			break;
		case SIGINT:
		case SIGTERM:
		case SIGHUP:
		case SIGQUIT:
		case SIGXCPU:
			sig = (int)si.ssi_signo;
			break;
		default: /* stray ones do no harm */
			break;
		}
	}
	return sig;
}

/* Until the end, or a second signal. The signal that cut it short, or 0. */
static int run_loop(struct session *s, int sigfd, struct progress *p)
{
	int first = 0;

	for (;;) {
		struct pollfd pfd[2] = { { .fd = sampler_fd(s->sampler), .events = POLLIN },
					 { .fd = sigfd, .events = POLLIN } };
		int sig;

		if (poll(pfd, 2, -1) < 0 && errno != EINTR)
			return first;
		sig = pfd[1].revents ? take_signal(s, sigfd) : 0;
		if (sig && first)
			return sig;
		if (sig) {
			first = sig;
			sampler_finish(s->sampler);
		}
		if (take_events(s, p))
			return first;
	}
}

int run_measure(const struct config *c)
{
	struct config own = *c;
	struct progress p = { 0 };
	struct session s;
	struct err e = { 0 };
	int sigfd, ret, sig;

	if (!report_format_find(c->format)) {
		err_set(&e, EINVAL, "no report format '%s'; there are: table, ctxbench, json, csv",
			c->format);
		complain(&e);
		return 2;
	}
	if (!own.rounds && !own.duration_ns)
		own.rounds = DEFAULT_ROUNDS;
	sigfd = session_signals();
	if (sigfd < 0)
		return complain(&(struct err){ .text = "signalfd is not available" });
	ret = session_start(&s, &own, &e);
	if (ret) {
		complain(&e);
		return ret == -EINVAL ? 2 : 1;
	}
	p = (struct progress){ .shown = isatty(STDERR_FILENO), .rounds = own.rounds };
	ret = session_sample(&s, &e);
	sig = ret ? 0 : run_loop(&s, sigfd, &p);
	if (p.shown)
		fputs("\r\033[K", stderr);
	if (!ret)
		ret = report_model(&own, s.model, now_ns(), wall_ns(), &e);
	if (ret)
		complain(&e);
	if (session_stop(&s, &e))
		ret = -complain(&e);
	close(sigfd);
	if (sig && sig != SIGINT)
		session_die(sig);
	return ret || p.fault ? 1 : 0;
}

/* ---- report ---- */

/* Where a report ends: the instant of the last event. */
struct instant {
	int64_t t_ns, wall_ns;
};

/* Wait for more of a pipe; people are told what is waited for. */
static void wait_for_more(int fd, const char *path, bool *said)
{
	struct pollfd pfd = { .fd = fd, .events = POLLIN };
	char name[240];

	if (poll(&pfd, 1, *said ? -1 : SILENT_MS) || *said)
		return;
	*said = true;
	fprintf(stderr, "ctxtop: waiting for more of %s\n",
		strcmp(path, "-") ? text_shown(name, sizeof(name), path) : "standard input");
}

/* All of @src into @m. 0 or -errno with words. */
static int take_recording(struct source *src, const char *path, struct model *m,
			  struct instant *last, struct err *e)
{
	bool said = false;

	for (;;) {
		struct event *ev;
		int ret = src->next(src, &ev, e);

		if (ret)
			return ret == -ENODATA ? 0 : ret;
		if (!ev) {
			wait_for_more(src->fd, path, &said);
			continue;
		}
		/* a recording may name things that only its own version knew: -EINVAL, passed over */
		if (model_apply(m, ev) == -ENOMEM)
			ret = err_set(e, ENOMEM, "no memory for what %.150s says", path);
		*last = (struct instant){ .t_ns = ev->t_ns, .wall_ns = ev->wall_ns };
		event_free(ev);
		if (ret)
			return ret;
	}
}

int run_report(const struct config *c, const char *path)
{
	struct model *m = model_new();
	struct instant last = { 0 };
	struct source *src;
	struct err e = { 0 };
	int ret;

	if (!m)
		return 1;
	ret = source_file_open(path, &src, &e);
	if (!ret) {
		ret = take_recording(src, path, m, &last, &e);
		src->close(src, NULL);
	}
	if (!ret)
		ret = report_model(c, m, last.t_ns, last.wall_ns, &e);
	if (ret)
		complain(&e);
	model_free(m);
	return ret ? 1 : 0;
}
