// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * record: the recording as a file: creating, appending, reading it back line by line.
 *
 * Invariant: an existing file is never touched; after the first failure nothing more is written, so
 * that what stands on disk is a prefix of the stream, torn at most in its last line.
 */
#include "stream/record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int recorder_open(struct recorder *rec, const char *path, struct err *e)
{
	int fd;

	memset(rec, 0, sizeof(*rec));
	if (strlen(path) >= sizeof(rec->path))
		return err_sys(e, ENAMETOOLONG, "cannot create the recording %.100s", path);
	text_copy(rec->path, sizeof(rec->path), path);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644);
	if (fd < 0 && errno == EEXIST)
		return err_set(e, EEXIST,
			       "%.150s exists: a recording never overwrites a file, choose another "
			       "name",
			       path);
	if (fd < 0)
		return err_sys(e, errno, "cannot create the recording %.150s", path);
	rec->file = fdopen(fd, "w");
	if (rec->file)
		return 0;
	err_sys(e, errno, "cannot write the recording %.150s", path);
	close(fd);
	unlink(path);
	return -e->code;
}

static void recorder_failed(struct recorder *rec, int code)
{
	if (!rec->err.code)
		err_sys(&rec->err, code, "cannot write the recording %.150s", rec->path);
}

void recorder_write(struct recorder *rec, const struct event *ev)
{
	char *line;

	if (!rec->file || rec->err.code || !event_kind_recorded(ev->kind))
		return;
	line = event_to_json(ev);
	if (!line) {
		recorder_failed(rec, ENOMEM);
		return;
	}
	/* flushed line by line: a killed ctxtop leaves whole lines, and `tail -f` follows */
	errno = 0;
	if (fputs(line, rec->file) == EOF || fflush(rec->file) == EOF)
		recorder_failed(rec, errno ? errno : EIO);
	free(line);
}

int recorder_close(struct recorder *rec, struct err *e)
{
	if (rec->file && fclose(rec->file))
		recorder_failed(rec, errno ? errno : EIO);
	rec->file = NULL;
	if (e && rec->err.code)
		*e = rec->err;
	return -rec->err.code;
}

struct reading {
	FILE *in;
	const char *name;
	size_t number; /* of the line that was read last */
	char *line, *next;
	size_t size, next_size;
	ssize_t len, next_len; /* -1: there is none */
	bool begun;	       /* EV_START was there */
	int (*apply)(void *arg, struct event *ev);
	void *arg;
};

static ssize_t next_line(FILE *in, char **line, size_t *size)
{
	ssize_t n = getline(line, size, in);

	return n < 0 ? -1 : n;
}

/* One line ahead, because only the last line may be torn. */
static bool advance(struct reading *r)
{
	char *line = r->line;
	size_t size = r->size;

	r->line = r->next;
	r->size = r->next_size;
	r->len = r->next_len;
	r->next = line;
	r->next_size = size;
	r->next_len = r->len < 0 ? -1 : next_line(r->in, &r->next, &r->next_size);
	r->number++;
	return r->len >= 0;
}

static bool blank(const struct reading *r)
{
	return strspn(r->line, " \t\r\n") == (size_t)r->len;
}

/* The first event says what the file is; anything else there is another kind of file. */
static int begin(struct reading *r, const struct event *ev, int rc, const struct err *why,
		 struct err *e)
{
	if (rc == -EINVAL)
		return err_set(e, EINVAL, "%.120s:%zu: not a recording of ctxtop: %.80s", r->name,
			       r->number, why->text);
	if (!rc && (!ev || ev->kind != EV_START))
		return err_set(e, EINVAL,
			       "%.120s:%zu: not a recording of ctxtop: it does not begin with "
			       "\"ctxtop\" and \"format\"",
			       r->name, r->number);
	r->begun = true;
	return rc;
}

static int read_event(struct reading *r, struct event **ev, struct err *e)
{
	struct err why = { 0 };
	int rc = event_from_json(r->line, (size_t)r->len, ev, &why);

	if (!r->begun) {
		int first = begin(r, *ev, rc, &why, e);

		if (first && !rc) {
			event_free(*ev);
			*ev = NULL;
		}
		if (!r->begun)
			return first;
	}
	/* cut off in the middle of writing: what stood before it is whole */
	if (rc == -EINVAL && r->next_len < 0)
		return 0;
	if (rc)
		return err_set(e, -rc, "%.100s:%zu: %.120s", r->name, r->number, why.text);
	return 0;
}

static int read_lines(struct reading *r, struct err *e)
{
	while (advance(r)) {
		struct event *ev = NULL;
		int rc;

		if (blank(r))
			continue;
		rc = read_event(r, &ev, e);
		if (rc)
			return rc;
		if (!ev)
			continue;
		rc = r->apply(r->arg, ev);
		if (rc)
			return err_sys(e, -rc, "%.150s:%zu: cannot be taken in", r->name,
				       r->number);
	}
	if (ferror(r->in))
		return err_sys(e, errno ? errno : EIO, "cannot read %.150s", r->name);
	if (!r->begun)
		return err_set(e, EINVAL, "%.150s: empty, not a recording of ctxtop", r->name);
	return 0;
}

int recording_read(const char *path, int (*apply)(void *arg, struct event *ev), void *arg,
		   struct err *e)
{
	bool from_stdin = !strcmp(path, "-");
	struct reading r = { .name = from_stdin ? "standard input" : path,
			     .apply = apply,
			     .arg = arg };
	int rc;

	r.in = from_stdin ? stdin : fopen(path, "re");
	if (!r.in)
		return err_sys(e, errno, "cannot open the recording %.150s", path);
	errno = 0;
	r.next_len = next_line(r.in, &r.next, &r.next_size);
	rc = read_lines(&r, e);
	free(r.line);
	free(r.next);
	if (!from_stdin)
		fclose(r.in);
	return rc;
}
