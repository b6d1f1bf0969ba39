/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * record: the event stream on disk as JSON Lines (jansson): one event a line, names as in event.h,
 * units in the names.
 *
 * Invariant: reading back what was written gives the same event; an unknown kind or field is
 * skipped, so that older programs read newer recordings.
 */
#ifndef CTXTOP_RECORD_H
#define CTXTOP_RECORD_H

#include <stdio.h>

#include "stream/event.h"

/*
 * One line of JSON with its newline, malloc'd. NULL: no memory, or a kind that is not recorded.
 *
 * {"ctxtop":"0.1","format":2,"kind":"start","t_ns":...,"wall_ns":...} begins a recording. Every line
 * has kind, t_ns (CLOCK_MONOTONIC) and wall_ns (CLOCK_REALTIME); baton and text where they are set;
 * then the members of the event's struct below "host", "info" or "slice", or directly. Probes,
 * classes and flags stand by name. What was not measured (metrics, HOST_), an empty text and a
 * number that is not finite are left out. Doubles have 17 digits; an unsigned number above
 * INT64_MAX is a string of digits; a byte that is no UTF-8 becomes '?'.
 */
char *event_to_json(const struct event *ev);
/*
 * The event of one line. 0 and *@ev; 0 and NULL for a kind or probe this version does not know;
 * -EINVAL with words in @e (position and what is wrong); -EPROTONOSUPPORT for a start of a newer
 * format; -ENOMEM.
 */
int event_from_json(const char *line, size_t len, struct event **ev, struct err *e);

struct recorder {
	FILE *file;
	char path[4096];
	int64_t last_ns; /* time of the event written last */
	struct err err;	 /* the first failure (disk full...); nothing is written after it */
};

/* Create @path (O_CREAT|O_EXCL, 0644; an existing file is refused). 0 or -errno. */
int recorder_open(struct recorder *rec, const char *path, struct err *e);
/*
 * Append; failures are kept in rec->err, which the caller reports once. Readers rely on the order of time,
 * and seek by it: an event that is older than the one before gets that one's time. It is not refused,
 * because what it says is true all the same, and when a slice was measured stands in members of its own.
 */
void recorder_write(struct recorder *rec, const struct event *ev);
/* Flush and close. 0 or -errno with words. */
int recorder_close(struct recorder *rec, struct err *e);

#endif
