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
	[EV_NONE] = "none",	  [EV_START] = "start",	    [EV_HOST] = "host",
	[EV_SERIES] = "series",	  [EV_STATE] = "state",	    [EV_RUN] = "run",
	[EV_SLICE] = "slice",	  [EV_TABLE] = "table",	    [EV_PROBE] = "probe",
	[EV_DELTA] = "delta",	  [EV_OWN] = "own",	    [EV_MARK] = "mark",
	[EV_LENGTH] = "length",	  [EV_SETTING] = "setting", [EV_CHANGE] = "change",
	[EV_EPOCH] = "epoch",	  [EV_GAP] = "gap",	    [EV_FAULT] = "fault",
	[EV_IDLE] = "idle",	  [EV_END] = "end",	    [EV_ANSWER] = "answer",
	[EV_CONTROL] = "control", [EV_PAUSED] = "paused",
};

const char *event_kind_name(enum event_kind kind)
{
	if ((unsigned)kind >= EV_KINDS || !kind_names[kind])
		return "unknown";
	return kind_names[kind];
}

bool event_kind_recorded(enum event_kind kind)
{
	switch (kind) {
	case EV_NONE:
	case EV_RUN:
	case EV_IDLE:
	case EV_PAUSED:
		return false;
	default:
		return (unsigned)kind < EV_KINDS;
	}
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

int64_t event_since(const struct event *ev)
{
	if (ev->kind != EV_SLICE)
		return ev->t_ns;
	return ev->since_ns ? ev->since_ns : ev->t_ns - ev->u.slice.wall_ns;
}

int64_t event_until(const struct event *ev)
{
	return ev->kind == EV_SLICE && ev->until_ns ? ev->until_ns : ev->t_ns;
}
