// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * replay: a recording through the file source.
 *
 * Invariant: whatever happens, the source is closed.
 */
#include "replay.h"

#include <errno.h>

#include "stream/source_file.h"

int replay(const char *path, int (*apply)(void *arg, const struct event *ev), void *arg,
	   struct err *e)
{
	struct source *s;
	int rc = source_file_open(path, &s, e);

	if (rc)
		return rc;
	while (!rc) {
		struct event *ev;

		rc = s->next(s, &ev, e);
		if (!rc && ev)
			rc = apply(arg, ev);
		event_free(ev);
	}
	s->close(s, e);
	return rc == -ENODATA ? 0 : rc;
}
