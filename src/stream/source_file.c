// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * source_file: a recording as a source.
 *
 * Invariant: events leave here in the order of their time. A line that is broken is an error only once another one follows: the last may have been cut
 * off in the middle of writing.
 */
#include "stream/source_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stream/lines.h"
#include "stream/record.h"

struct source_file {
	struct source source; /* first: the callbacks get a pointer to it */
	int fd;		      /* is closed at the end unless it is standard input */
	struct lines *lines;
	size_t number;	 /* of the line read last */
	int64_t last_ns; /* time of the event before */
	bool begun;	 /* EV_START came */
	bool broken;	 /* `why` stands, of line `number` */
	struct err why;
	char name[128];
};

/* The first event says what this is; anything else there is another kind of file. */
static int begin(struct source_file *f, const struct event *ev, int rc, const struct err *why,
		 struct err *e)
{
	if (rc == -EINVAL)
		return err_set(e, EINVAL, "%s:%zu: not a recording of ctxtop: %.80s", f->name,
			       f->number, why->text);
	if (!rc && (!ev || ev->kind != EV_START))
		return err_set(e, EINVAL,
			       "%s:%zu: not a recording of ctxtop: it does not begin with "
			       "\"ctxtop\" and \"format\"",
			       f->name, f->number);
	f->begun = true;
	return 0;
}

/* One line; *@ev stays NULL for one without an event for this version. */
static int take_line(struct source_file *f, const char *line, size_t len, struct event **ev,
		     struct err *e)
{
	struct err why = { 0 };
	int rc = event_from_json(line, len, ev, &why);

	if (!f->begun && begin(f, *ev, rc, &why, e)) {
		event_free(*ev);
		*ev = NULL;
		return -EINVAL;
	}
	if (rc == -EINVAL) {
		f->broken = true;
		f->why = why;
		return 0;
	}
	return rc ? err_set(e, -rc, "%s:%zu: %.120s", f->name, f->number, why.text) : 0;
}

/*
 * Recordings of format 1 have events with the time of what they are about, which was up to 0.2 s before
 * they were emitted. A slice keeps that time, in the members that format 2 has for it.
 */
static void put_in_order(struct source_file *f, struct event *ev)
{
	if (ev->t_ns >= f->last_ns) {
		f->last_ns = ev->t_ns;
		return;
	}
	if (ev->kind == EV_SLICE && !ev->until_ns) {
		ev->since_ns = event_since(ev);
		ev->until_ns = ev->t_ns;
	}
	ev->t_ns = f->last_ns;
}

static int file_next(struct source *s, struct event **ev, struct err *e)
{
	struct source_file *f = (struct source_file *)s;

	*ev = NULL;
	while (!*ev) {
		char *line;
		size_t len;
		int rc = lines_next(f->lines, s->fd < 0, f->name, &line, &len, e);

		if (rc == -EAGAIN)
			return 0;
		if (rc == -ENODATA && !f->begun)
			return err_set(e, EINVAL, "%s: empty, not a recording of ctxtop", f->name);
		if (rc)
			return rc;
		if (f->broken)
			return err_set(e, EINVAL, "%s:%zu: %.120s", f->name, f->number,
				       f->why.text);
		f->number++;
		if (strspn(line, " \t\r") == len)
			continue;
		rc = take_line(f, line, len, ev, e);
		if (rc)
			return rc;
	}
	put_in_order(f, *ev);
	return 0;
}

static int file_order(struct source *s, const struct order *o, struct err *e)
{
	(void)s;
	(void)o;
	return err_set(e, ENOTSUP,
		       "this is a recording: what it shows is over, nothing can be "
		       "changed in it");
}

static int file_close(struct source *s, struct err *e)
{
	struct source_file *f = (struct source_file *)s;

	(void)e;
	lines_free(f->lines);
	if (f->fd > STDIN_FILENO)
		close(f->fd);
	free(f);
	return 0;
}

int source_file_open(const char *path, struct source **source, struct err *e)
{
	bool from_stdin = !strcmp(path, "-");
	struct source_file *f;
	struct stat st;
	int fd = from_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);

	if (fd < 0)
		return err_sys(e, errno, "cannot open the recording %.150s", path);
	f = calloc(1, sizeof(*f));
	if (f)
		f->lines = lines_new(fd);
	if (!f || !f->lines) {
		free(f);
		if (!from_stdin)
			close(fd);
		return err_set(e, ENOMEM, "no memory for reading the recording %.150s", path);
	}
	f->fd = fd;
	f->source = (struct source){ .next = file_next, .order = file_order, .close = file_close };
	f->source.fd = !fstat(fd, &st) && (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)) ? -1 : fd;
	text_copy(f->name, sizeof(f->name), from_stdin ? "standard input" : path);
	*source = &f->source;
	return 0;
}
