// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * who: fanotify marks, the thread that waits for their events, the last writes by file.
 *
 * Invariant: the thread touches its descriptors and its stack only; records go through the pipe in
 * pieces that are never torn (below PIPE_BUF). A full pipe loses records, never holds a writer up.
 */
#include "settings/who.h"
#include "base/sigset.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fanotify.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define EVENTS (FAN_OPEN | FAN_MODIFY | FAN_CLOSE_WRITE)
#define WRITES 128 /* writes remembered */
#define OPENS  32  /* processes that opened one of the files, remembered by the thread */
#define OWN    4

struct record {
	dev_t dev;
	ino_t ino;
	struct writer writer;
};

_Static_assert(sizeof(struct record) <= PIPE_BUF, "a record must go through a pipe in one piece");

struct who {
	int fan_fd, pipe_fd,
		stop_fd; /* of the reading side: marks, records, tells the thread to end */
	pthread_t thread;
	struct record write[WRITES];
	size_t n; /* ever */
	pid_t own[OWN];
	size_t nown;
};

/* ---- the thread ---- */

struct waiter {
	int fan_fd, pipe_fd, stop_fd;
	pid_t self;
	struct writer
		opened[OPENS]; /* who opened one of the files, for when it is gone at the write */
	size_t nopened;
};

static size_t read_small(const char *path, char *buf, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	buf[0] = '\0';
	if (fd < 0)
		return 0;
	n = read(fd, buf, size - 1);
	close(fd);
	if (n < 0)
		n = 0;
	buf[n] = '\0';
	return n;
}

/* Names come from others: nothing but printable characters reaches a screen. */
static void make_printable(char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)text[i] < 32 || text[i] == 127)
			text[i] = text[i] ? '?' : ' ';
	while (len && text[len - 1] == ' ')
		text[--len] = '\0';
	text_printable(text);
}

static void look_up(struct writer *w)
{
	char path[64];
	size_t n;

	text_format(path, sizeof(path), "/proc/%d/comm", w->pid);
	n = read_small(path, w->comm, sizeof(w->comm));
	if (n && w->comm[n - 1] == '\n')
		w->comm[--n] = '\0';
	make_printable(w->comm, n);
	text_format(path, sizeof(path), "/proc/%d/cmdline", w->pid);
	n = read_small(path, w->cmdline, sizeof(w->cmdline));
	make_printable(w->cmdline, n);
}

/* The writer may have ended: then what was seen when it opened the file serves. */
static void identify(struct waiter *t, struct writer *w)
{
	look_up(w);
	for (size_t i = 0; !w->comm[0] && i < OPENS && i < t->nopened; i++) {
		const struct writer *o = &t->opened[(t->nopened - 1 - i) % OPENS];

		if (o->pid == w->pid) {
			memcpy(w->comm, o->comm, sizeof(w->comm));
			memcpy(w->cmdline, o->cmdline, sizeof(w->cmdline));
		}
	}
}

static void take_event(struct waiter *t, const struct fanotify_event_metadata *m)
{
	struct record r = { .writer = { .pid = m->pid, .t_ns = now_ns() } };
	struct stat st;

	if (m->fd < 0 || m->pid == t->self)
		return;
	if (m->mask & FAN_MODIFY) {
		if (fstat(m->fd, &st))
			return;
		r.dev = st.st_dev;
		r.ino = st.st_ino;
		if (m->pid)
			identify(t, &r.writer);
		/* never waits: the pipe is non-blocking, and a whole record or nothing goes in */
		if (write(t->pipe_fd, &r, sizeof(r)) < 0)
			return;
	} else if ((m->mask & FAN_OPEN) && m->pid) {
		look_up(&r.writer);
		if (r.writer.comm[0])
			t->opened[t->nopened++ % OPENS] = r.writer;
	}
}

static void take_events(struct waiter *t)
{
	char buf[8192] __attribute__((aligned(__alignof__(struct fanotify_event_metadata))));
	ssize_t n = read(t->fan_fd, buf, sizeof(buf));
	const struct fanotify_event_metadata *m = (const void *)buf;

	for (; n > 0 && FAN_EVENT_OK(m, n); m = FAN_EVENT_NEXT(m, n)) {
		if (m->vers == FANOTIFY_METADATA_VERSION)
			take_event(t, m);
		if (m->fd >= 0)
			close(m->fd);
	}
}

/*
 * A short-lived writer must be asked for its name before it is gone, however busy the CPUs are: the workers
 * see to it that they are. The thread runs for microseconds, and only when one of the files is touched.
 */
static void be_quick(void)
{
	const struct sched_param first = { .sched_priority = 1 };

	/* where it is refused some writers are known by their number only */
	if (sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &first))
		errno = 0;
}

static void *wait_for_events(void *arg)
{
	struct waiter *t = arg;

	prctl(PR_SET_NAME, "ctxtop-who");
	be_quick();
	for (;;) {
		struct pollfd p[2] = { { .fd = t->fan_fd, .events = POLLIN },
				       { .fd = t->stop_fd, .events = POLLIN } };

		if (poll(p, 2, -1) < 0 && errno != EINTR)
			break;
		if (p[1].revents)
			break;
		if (p[0].revents & POLLIN)
			take_events(t);
		else if (p[0].revents)
			break;
	}
	close(t->pipe_fd);
	close(t->stop_fd);
	free(t);
	return NULL;
}

/* ---- the reading side ---- */

static int start_thread(struct who *w, struct waiter *t)
{
	sigset_t ours, old;
	int ret;

	sigset_of_threads(&ours);
	pthread_sigmask(SIG_SETMASK, &ours, &old);
	ret = pthread_create(&w->thread, NULL, wait_for_events, t);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return -ret;
}

static void close_pair(int fd[2])
{
	if (fd[0] >= 0)
		close(fd[0]);
	if (fd[1] >= 0)
		close(fd[1]);
}

static int fan_open(struct err *e)
{
	int fd = fanotify_init(FAN_CLOEXEC | FAN_NONBLOCK | FAN_CLASS_NOTIF,
			       O_RDONLY | O_CLOEXEC | O_LARGEFILE);

	if (fd >= 0)
		return fd;
	if (errno == EPERM)
		return err_set(e, EPERM, "who changes a setting is seen by root only");
	return err_sys(e, errno, "who changes a setting cannot be seen: fanotify");
}

int who_open(struct who **out, struct err *e)
{
	struct who *w = calloc(1, sizeof(*w));
	struct waiter *t = calloc(1, sizeof(*t));
	int records[2] = { -1, -1 }, stop[2] = { -1, -1 }, ret = -ENOMEM;

	*out = NULL;
	if (!w || !t) {
		err_set(e, ENOMEM, "no memory to see who changes a setting");
		goto fail;
	}
	ret = fan_open(e);
	w->fan_fd = ret;
	if (ret < 0)
		goto fail;
	if (pipe2(records, O_CLOEXEC | O_NONBLOCK) || pipe2(stop, O_CLOEXEC)) {
		ret = err_sys(e, errno, "pipe to see who changes a setting");
		goto fail_fan;
	}
	*t = (struct waiter){
		.fan_fd = w->fan_fd, .pipe_fd = records[1], .stop_fd = stop[0], .self = getpid()
	};
	w->pipe_fd = records[0];
	w->stop_fd = stop[1];
	ret = start_thread(w, t);
	if (ret) {
		err_sys(e, -ret, "thread to see who changes a setting");
		goto fail_fan;
	}
	*out = w;
	return 0;
fail_fan:
	close(w->fan_fd);
	close_pair(records);
	close_pair(stop);
fail:
	free(w);
	free(t);
	return ret;
}

void who_close(struct who *w)
{
	if (!w)
		return;
	close(w->stop_fd); /* the thread sees the end of its pipe */
	pthread_join(w->thread, NULL);
	close(w->pipe_fd);
	close(w->fan_fd);
	free(w);
}

int who_add(struct who *w, const char *path)
{
	return fanotify_mark(w->fan_fd, FAN_MARK_ADD, EVENTS, AT_FDCWD, path) ? -errno : 0;
}

int who_read(struct who *w)
{
	struct record r;
	int n = 0;

	while (read(w->pipe_fd, &r, sizeof(r)) == sizeof(r)) {
		w->write[w->n++ % WRITES] = r;
		n++;
	}
	return n;
}

void who_ours(struct who *w, pid_t pid)
{
	if (w->nown < OWN)
		w->own[w->nown++] = pid;
}

static bool is_own(const struct who *w, pid_t pid)
{
	for (size_t i = 0; i < w->nown; i++)
		if (w->own[i] == pid)
			return true;
	return false;
}

bool who_find(const struct who *w, const char *path, int64_t before, int64_t after,
	      struct writer *out)
{
	const struct record *best = NULL;
	int64_t best_far = WHO_NEAR_NS + 1;
	struct stat st;

	if (!w || stat(path, &st))
		return false;
	/* newest first: of several writes inside the interval the last one made the value */
	for (size_t i = 0; i < WRITES && i < w->n; i++) {
		const struct record *r = &w->write[(w->n - 1 - i) % WRITES];
		int64_t t = r->writer.t_ns, far = t > after ? t - after : 0;

		if (t < before) /* that write was seen in the value before this change */
			continue;

		if (r->dev == st.st_dev && r->ino == st.st_ino && far < best_far) {
			best = r;
			best_far = far;
		}
	}
	if (!best)
		return false;
	*out = best->writer;
	out->ours = is_own(w, out->pid);
	return true;
}
