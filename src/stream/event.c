// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * event: making, freeing and naming events.
 *
 * Pure. Invariant: an event owns what its pointers point at; which pointer is in use follows from
 * its kind alone.
 */
#include "stream/event.h"

#include <stdlib.h>

static const char *const kind_names[EV_KINDS] = {
	[EV_NONE] = "none",	[EV_START] = "start",	  [EV_HOST] = "host",
	[EV_SERIES] = "series", [EV_STATE] = "state",	  [EV_RUN] = "run",
	[EV_SLICE] = "slice",	[EV_TABLE] = "table",	  [EV_PROBE] = "probe",
	[EV_DELTA] = "delta",	[EV_OWN] = "own",	  [EV_MARK] = "mark",
	[EV_LENGTH] = "length", [EV_SETTING] = "setting", [EV_CHANGE] = "change",
	[EV_EPOCH] = "epoch",	[EV_GAP] = "gap",	  [EV_FAULT] = "fault",
	[EV_IDLE] = "idle",	[EV_END] = "end",
};

const char *event_kind_name(enum event_kind kind)
{
	if ((unsigned)kind >= EV_KINDS || !kind_names[kind])
		return "unknown";
	return kind_names[kind];
}

struct event *event_new(enum event_kind kind, int64_t t_ns, int64_t wall_ns)
{
	struct event *ev = calloc(1, sizeof(*ev));

	if (!ev)
		return NULL;
	ev->kind = kind;
	ev->t_ns = t_ns;
	ev->wall_ns = wall_ns;
	return ev;
}

void event_free(struct event *ev)
{
	if (!ev)
		return;
	switch (ev->kind) {
	case EV_HOST:
		free(ev->u.host);
		break;
	case EV_TABLE:
		if (ev->u.table)
			table_free(ev->u.table);
		free(ev->u.table);
		break;
	case EV_DELTA:
		delta_free(&ev->u.delta.cells);
		break;
	default:
		break;
	}
	free(ev);
}
