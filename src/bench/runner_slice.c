// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * runner_slice: the measured part of a turn: release, warm-up, slice after slice without a pause, and,
 * where these were the last, the end of the workers before anybody else gets the CPUs.
 *
 * Invariant: a slice begins with the very reading that ended the one before.
 */
#include "bench/runner_main.h"
#include "bench/usage.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#define TOGETHER_NS (10 * NSEC_PER_MSEC)
#define STALLED_NS  NSEC_PER_SEC

enum woken { WOKEN_TIME, WOKEN_CUT, WOKEN_CHILD, WOKEN_GONE };

struct slicing {
	const struct runner_cmd *cmd;
	struct loops from, to;
	struct usage before, after;
	unsigned looks, together; /* for workers that are not pinned */
	bool cut;
};

/* ---- waiting ---- */

/*
 * Sleep until @end, a CUT, the end of a worker, or the end of the dashboard. What has happened is seen even
 * if @end has passed: to read the counters of thousands of workers may take longer than a slice.
 */
static enum woken wait_until(struct runner_state *st, int64_t end)
{
	for (bool looked = false;; looked = true) {
		struct pollfd pfd[2] = { { .fd = st->fd, .events = POLLIN },
					 { .fd = st->sigfd, .events = POLLIN } };
		int64_t left = MAX(end - now_ns(), (int64_t)0);
		struct timespec ts = { .tv_sec = left / NSEC_PER_SEC,
				       .tv_nsec = left % NSEC_PER_SEC };
		struct signalfd_siginfo si;
		struct runner_cmd cmd;

		if (!left && looked)
			return WOKEN_TIME;
		if (ppoll(pfd, 2, &ts, NULL) <= 0)
			continue;
		if (pfd[1].revents) {
			while (read(st->sigfd, &si, sizeof(si)) == sizeof(si))
				;
			return WOKEN_CHILD;
		}
		if (recv(st->fd, &cmd, sizeof(cmd), 0) <= 0)
			return WOKEN_GONE;
		return WOKEN_CUT; /* nothing else is ever sent before the reply */
	}
}

/* The same, with the end of a worker looked into: -errno and words if one really ended. */
static int wait_workers(struct runner_state *st, int64_t end, bool *cut, struct err *e)
{
	for (;;) {
		switch (wait_until(st, end)) {
		case WOKEN_TIME:
			return 0;
		case WOKEN_CUT:
			*cut = true;
			return 0;
		case WOKEN_CHILD:
			if (party_failed(&st->group, e))
				return -e->code;
			break;
		case WOKEN_GONE:
			runner_end_group(st);
			_exit(0);
		}
	}
}

/* ---- one slice; all of these 0, or -errno with words ---- */

static int stalled(int64_t since, struct err *e)
{
	return err_set(e, ETIME, "stalled: not one loop in %.1f s",
		       (double)(now_ns() - since) / 1e9);
}

/* Let the workers loose, unless they are already. */
static int warm_up(struct runner_state *st, const struct runner_cmd *cmd, struct err *e)
{
	bool cut = false;
	int ret;

	if (st->released)
		return 0;
	if (cmd->timed)
		party_time_loops(&st->group);
	st->released = true;
	party_release(&st->group, !cmd->warm_ns);
	if (!cmd->warm_ns)
		return 0;
	ret = wait_workers(st, now_ns() + cmd->warm_ns, &cut, e);
	return !ret && cut ? err_set(e, ECANCELED, "cut short while it warmed up") : ret;
}

/* From where it is counted. Of loops that are timed one has to have ended. */
static int begin_slice(struct runner_state *st, struct slicing *sl, struct err *e)
{
	int64_t begun = now_ns();

	usage_read(&st->group, &sl->before);
	while (!party_loops(&st->group, &sl->from) && !sl->cut) {
		int ret;

		if (sl->from.t_ns - begun > MAX(STALLED_NS, sl->cmd->slice_ns))
			return stalled(begun, e);
		ret = wait_workers(st, now_ns() + sl->cmd->slice_ns / RUNNER_LONG, &sl->cut, e);
		if (ret)
			return ret;
	}
	return 0;
}

/* Until @end; for unpinned workers look now and then whether they share a CPU. */
static int measure(struct runner_state *st, int64_t end, struct slicing *sl, struct err *e)
{
	bool is_free = st->group.cpu[0] < 0;

	while (!sl->cut) {
		int64_t step = is_free ? MIN(end, now_ns() + TOGETHER_NS) : end;
		int ret = wait_workers(st, step, &sl->cut, e);

		if (ret || step == end)
			return ret;
		ret = usage_together(&st->group);
		sl->looks += ret >= 0;
		sl->together += ret > 0;
	}
	return 0;
}

/* As long as was asked for, and on until there is a loop; timed ones, until the one that runs has ended. */
static int measure_all(struct runner_state *st, struct slicing *sl, struct err *e)
{
	int64_t slice_ns = sl->cmd->slice_ns, end = sl->from.end_ns + slice_ns, begun = now_ns();
	bool timed = party_timed(&st->group);

	for (;;) {
		int ret = measure(st, end, sl, e);

		if (ret)
			return ret;
		party_loops(&st->group, &sl->to);
		if (sl->cut || (sl->to.n > sl->from.n &&
				(!timed || sl->to.end_ns - sl->from.end_ns >= slice_ns)))
			return 0;
		if (now_ns() - begun > MAX(STALLED_NS, slice_ns) && sl->to.n == sl->from.n)
			return stalled(begun, e);
		end = now_ns() + (timed ? slice_ns / RUNNER_LONG : slice_ns);
	}
}

/*
 * One slice. Found to hold only a few loops, each of which may be cut at either end, it is measured
 * again from loop end to loop end.
 */
static int one_slice(struct runner_state *st, struct slicing *sl, struct err *e)
{
	int ret = measure_all(st, sl, e);

	if (ret || sl->cut || sl->to.n - sl->from.n >= RUNNER_LONG || !party_time_loops(&st->group))
		return ret;
	sl->looks = sl->together = 0;
	ret = begin_slice(st, sl, e);
	return ret ? ret : measure_all(st, sl, e);
}

/* ---- all of them ---- */

static void fill_reply(struct runner_reply *r, const struct slicing *sl)
{
	const struct usage *u0 = &sl->before, *u1 = &sl->after;

	r->cut = sl->cut;
	r->loops = sl->to.n - sl->from.n;
	r->timed = sl->to.end_ns != sl->to.t_ns;
	r->t_ns = sl->to.end_ns;
	r->wall_ns = sl->to.end_ns - sl->from.end_ns;
	metrics_between(&r->metrics, &u0->metrics, &u1->metrics,
			(double)r->wall_ns / (double)(u1->t_ns - u0->t_ns));
	memcpy(r->cpu, u1->cpu, sizeof(r->cpu));
	if (sl->looks)
		metric_set(&r->metrics, METRIC_same_share, (double)sl->together / sl->looks);
}

int runner_slices(struct runner_state *st, const struct runner_cmd *cmd)
{
	struct slicing sl = { .cmd = cmd };
	struct err e = { 0 };
	int ret;

	if (!st->active) {
		err_set(&e, ESTALE, "the workers were ended, nobody asked for a slice in time");
		return runner_reply_failed(st, &e);
	}
	ret = warm_up(st, cmd, &e);
	if (!ret)
		ret = begin_slice(st, &sl, &e);
	for (unsigned left = cmd->slices; !ret && left && !sl.cut; left--) {
		struct runner_reply r = { .said = RUNNER_SLICED };

		ret = one_slice(st, &sl, &e);
		if (ret)
			break;
		usage_read(&st->group, &sl.after);
		r.last = cmd->last && (left == 1 || sl.cut);
		if (r.last)
			runner_end_group(st);
		fill_reply(&r, &sl);
		r.sent_ns = now_ns();
		if (runner_reply_send(st, &r))
			return -EPIPE;
		sl.from = sl.to;
		sl.before = sl.after;
		sl.looks = sl.together = 0;
	}
	return ret ? runner_reply_failed(st, &e) : 0;
}
