// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * run: `ctxtop run` and `ctxtop report`.
 *
 * Invariant: a run that is interrupted ends with the report of what was measured; a second interrupt
 * ends it at once.
 */
#include "app/run.h"
#include "app/intake.h"
#include "app/measuring.h"
#include "app/signals.h"
#include "base/text.h"
#include "report/report.h"
#include "stream/rate.h"
#include "stream/source_file.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define DEFAULT_ROUNDS 10
#define SILENT_MS      1000 /* a pipe that says nothing for so long is named */

struct running {
	struct source *source;
	struct intake in;
	bool shown; /* standard error is a terminal */
	uint64_t rounds;
	struct series_info *series; /* [nseries] by id, for the progress line */
	size_t nseries;
	bool fault; /* something broke while it ran: the figures are not all that was asked for */
	bool over;
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
	int ret = model_frame(&f, m, t_ns, wall, c->running_mhz ? DIVISOR_RUNNING : DIVISOR_NOMINAL,
			      0);

	if (ret)
		err_set(e, ENOMEM, "no memory for the report");
	else
		ret = write_report(c, &f, e);
	model_frame_free(&f);
	return ret;
}

/* ---- run ---- */

static void note_series(struct running *r, const struct series_info *info)
{
	size_t n = (size_t)info->id + 1;
	struct series_info *grown = n > r->nseries ? realloc(r->series, n * sizeof(*grown))
						   : r->series;

	if (!grown)
		return;
	if (n > r->nseries)
		memset(grown + r->nseries, 0, (n - r->nseries) * sizeof(*grown));
	r->series = grown;
	r->nseries = MAX(r->nseries, n);
	grown[info->id] = *info;
}

static void show_progress(const struct running *r, const struct slice *sl)
{
	const struct series_info *info = sl->series < r->nseries ? &r->series[sl->series] : NULL;

	if (!r->shown || !info)
		return;
	fprintf(stderr, "\r\033[Kround %u", sl->round + 1);
	if (r->rounds)
		fprintf(stderr, "/%llu", (unsigned long long)r->rounds);
	if (sl->flags & SLICE_VOID)
		fprintf(stderr, "  %s %s: void, %s", info->label, info->placement, sl->text);
	else
		fprintf(stderr, "  %s %s %.0f %s", info->label, info->placement,
			series_rate(info, sl->loops, sl->wall_ns), info->unit);
	fflush(stderr);
}

static void take_event(void *arg, struct event *ev)
{
	struct running *r = arg;

	if (ev->kind == EV_SERIES)
		note_series(r, &ev->u.info);
	if (ev->kind == EV_SLICE)
		show_progress(r, &ev->u.slice);
	if (ev->kind == EV_FAULT)
		fprintf(stderr, "%sctxtop: %s\n", r->shown ? "\r\033[K" : "", ev->text);
	r->fault |= ev->kind == EV_FAULT;
	r->over |= ev->kind == EV_END;
	if (ev->baton) /* nothing is painted: this one is the last */
		measuring_order(r->source, ORDER_ACK, INT64_MAX);
	intake_record(&r->in, ev);
	intake_take(&r->in, ev);
}

static void take_events(struct running *r)
{
	struct event *ev;
	int ret;

	while (!(ret = r->source->next(r->source, &ev, NULL)) && ev)
		take_event(r, ev);
	r->over |= ret != 0;
}

/* The signal that ends the run early, 0 = it goes on. */
static int take_signal(struct running *r, int fd)
{
	struct signalfd_siginfo si;
	int sig = 0;

	while (read(fd, &si, sizeof(si)) == sizeof(si)) {
		switch (si.ssi_signo) {
		case SIGTSTP:
			measuring_pause(r->source, take_event, r);
			raise(SIGSTOP);
			measuring_order(r->source, ORDER_RESUME, 0);
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
static int run_loop(struct running *r, int sigfd)
{
	int first = 0;

	while (!r->over) {
		struct pollfd pfd[2] = { { .fd = r->source->fd, .events = POLLIN },
					 { .fd = sigfd, .events = POLLIN } };
		int sig;

		if (poll(pfd, 2, -1) < 0 && errno != EINTR)
			return first;
		sig = pfd[1].revents ? take_signal(r, sigfd) : 0;
		if (sig && first)
			return sig;
		if (sig) {
			first = sig;
			measuring_order(r->source, ORDER_FINISH, 0);
		}
		take_events(r);
	}
	return first;
}

/* Measure and report. Exit status; *@sig: the signal that cut it short. */
static int run_with(struct running *r, const struct config *c, struct engine *en, int sigfd,
		    int *sig)
{
	struct err e = { 0 };
	int ret = intake_open(&r->in, c->record, &e);

	if (ret) {
		measuring_end(en);
		return complain(&e);
	}
	ret = engine_start(en, &e);
	r->source = engine_source(en);
	if (!ret)
		*sig = run_loop(r, sigfd);
	if (r->shown)
		fputs("\r\033[K", stderr);
	if (!ret)
		ret = report_model(c, r->in.model, now_ns(), wall_ns(), &e);
	if (ret)
		complain(&e);
	measuring_end(en);
	if (intake_close(&r->in, &e))
		ret = -complain(&e);
	return ret || r->fault ? 1 : 0;
}

int run_measure(const struct config *c)
{
	struct running r = { .shown = isatty(STDERR_FILENO) };
	struct config own = *c;
	struct engine *en;
	struct err e = { 0 };
	int sigfd, ret, sig = 0;

	if (!report_format_find(c->format)) {
		err_set(&e, EINVAL, "no report format '%s'; there are: table, ctxbench, json, csv",
			c->format);
		complain(&e);
		return 2;
	}
	if (!own.rounds && !own.duration_ns)
		own.rounds = DEFAULT_ROUNDS;
	r.rounds = own.rounds;
	sigfd = signals_open();
	if (sigfd < 0)
		return complain(&(struct err){ .text = "signalfd is not available" });
	en = measuring_begin(&own, &e);
	if (!en) {
		complain(&e);
		return e.code == EINVAL ? 2 : 1;
	}
	ret = run_with(&r, &own, en, sigfd, &sig);
	free(r.series);
	close(sigfd);
	if (sig && sig != SIGINT)
		signals_die(sig);
	return ret;
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
