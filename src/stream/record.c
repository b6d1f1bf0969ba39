// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * record: the recording as a file: creating and appending. source_file.c reads it back.
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
	struct event in_order = *ev; /* what it points at stays @ev's */
	char *line;

	if (!rec->file || rec->err.code || !event_kind_recorded(ev->kind))
		return;
	in_order.t_ns = rec->last_ns = MAX(ev->t_ns, rec->last_ns);
	line = event_to_json(&in_order);
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
