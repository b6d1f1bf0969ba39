// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * record_encode: one event as one line of JSON.
 *
 * Invariant: everything of the event that is known stands in the line, and nothing else: a figure
 * that was not measured has no name there.
 */
#include "stream/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "stream/record_fields.h"

/* 17 digits give back every double bit by bit. */
#define LINE_FLAGS (JSON_COMPACT | JSON_REAL_PRECISION(17))

static int put_start(json_t *o, const struct event *ev)
{
	int rc;

	rc = json_put(o, "ctxtop", json_text(ev->u.start.version));
	rc |= json_put(o, "format", json_integer(RECORD_FORMAT));
	return rc;
}

static int put_start_rest(json_t *o, const struct event *ev)
{
	int rc = 0;

	if (ev->u.start.label[0])
		rc |= json_put(o, "label", json_text(ev->u.start.label));
	rc |= json_put(o, "slice_ns", json_integer(ev->u.start.slice_ns));
	return rc;
}

/* A struct that is fields and flags and nothing else. */
static json_t *plain_json(const struct json_field *fields, const void *src,
			  const struct json_flag *names, uint32_t flags)
{
	json_t *o = json_object();

	if (!json_fields_put(o, fields, src, 0, false) && !json_flags_put(o, names, flags))
		return o;
	json_decref(o);
	return NULL;
}

static json_t *slice_json(const struct slice *s)
{
	json_t *o = json_object(), *cpus = json_array();
	int rc;

	rc = json_fields_put(o, slice_fields, s, 0, false);
	if (s->parts > 1) {
		rc |= json_put(o, "part", json_integer(s->part));
		rc |= json_put(o, "parts", json_integer(s->parts));
	}
	rc |= json_flags_put(o, slice_flags, s->flags);
	rc |= metrics_to_json(o, &s->metrics);
	for (int i = 0; i < MIN(s->ncpus, SLICE_CPUS); i++)
		rc |= json_array_append_new(cpus, json_integer(s->cpu[i]));
	rc |= json_put(o, "cpu", cpus);
	if (!rc)
		return o;
	json_decref(o);
	return NULL;
}

static json_t *setting_json(const struct setting_info *s)
{
	json_t *o = plain_json(setting_fields, s, setting_flags, s->flags), *rows = json_array();
	int rc = 0;

	for (int c = 0; c < ROW_CLASSES; c++)
		if (s->rows & (UINT32_C(1) << c))
			rc |= json_array_append_new(rows, json_string(row_class_name(c)));
	rc |= json_put(o, "rows", rows);
	if (!rc)
		return o;
	json_decref(o);
	return NULL;
}

static int put_payload(json_t *o, const struct event *ev)
{
	int rc = 0;

	switch (ev->kind) {
	case EV_START:
		return put_start_rest(o, ev);
	case EV_HOST:
		return json_put(o, "host", host_to_json(ev->u.host, false));
	case EV_SERIES:
		return json_put(o, "info",
				plain_json(info_fields, &ev->u.info, info_flags, ev->u.info.flags));
	case EV_LENGTH:
		return json_put(o, "slice_ns", json_integer(ev->u.length_ns));
	case EV_SETTING:
		return json_put(o, "setting", setting_json(&ev->u.setting));
	case EV_CHANGE:
		return json_put(o, "change",
				plain_json(change_fields, &ev->u.change, change_flags,
					   ev->u.change.flags));
	case EV_STATE:
		return json_put(o, "series", json_integer(ev->series));
	case EV_SLICE:
		return json_put(o, "slice", slice_json(&ev->u.slice));
	case EV_TABLE:
		rc = json_put(o, "probe", json_string(record_probe_name(ev->probe)));
		return rc | table_to_json(o, ev->u.table);
	case EV_PROBE:
		return json_put(o, "probe", json_string(record_probe_name(ev->probe)));
	case EV_DELTA:
		rc = json_put(o, "probe", json_string(record_probe_name(ev->probe)));
		if (ev->series != NO_SERIES)
			rc |= json_put(o, "series", json_integer(ev->series));
		rc |= json_put(o, "window_ns", json_integer(ev->u.delta.window_ns));
		return rc | delta_to_json(o, &ev->u.delta.cells);
	case EV_OWN:
		rc = json_put(o, "window_ns", json_integer(ev->u.own.window_ns));
		return rc | json_put(o, "cpu_ns", json_integer(ev->u.own.cpu_ns));
	case EV_GAP:
		return json_put(o, "gap_ns", json_integer(ev->u.gap_ns));
	case EV_ANSWER:
		rc = json_put(o, "order", json_integer(ev->u.answer.order));
		return rc | json_put(o, "code", json_integer(ev->u.answer.code));
	case EV_CONTROL:
		rc = json_put(o, "changes", json_integer(ev->u.control.changes));
		return rc | json_put(o, "writable", json_boolean(ev->u.control.writable));
	default:
		return 0;
	}
}

static bool recorded(const struct event *ev)
{
	switch (ev->kind) {
	case EV_HOST:
		return ev->u.host;
	case EV_TABLE:
		return ev->u.table && record_probe_name(ev->probe);
	case EV_PROBE:
	case EV_DELTA:
		return record_probe_name(ev->probe);
	default:
		return event_kind_recorded(ev->kind);
	}
}

/* Room for the newline that jansson's text has not. */
static char *with_newline(char *text)
{
	size_t n = strlen(text);
	char *line = realloc(text, n + 2);

	if (!line) {
		free(text);
		return NULL;
	}
	line[n] = '\n';
	line[n + 1] = '\0';
	return line;
}

char *event_to_json(const struct event *ev)
{
	char *text = NULL;
	json_t *o;
	int rc = 0;

	if (!recorded(ev))
		return NULL;
	o = json_object();
	/* a recording begins with these two, so that file(1) and people know it at once */
	if (ev->kind == EV_START)
		rc = put_start(o, ev);
	rc |= json_put(o, "kind", json_string(event_kind_name(ev->kind)));
	rc |= json_put(o, "t_ns", json_integer(ev->t_ns));
	rc |= json_put(o, "wall_ns", json_integer(ev->wall_ns));
	if (ev->since_ns)
		rc |= json_put(o, "since_ns", json_integer(ev->since_ns));
	if (ev->until_ns)
		rc |= json_put(o, "until_ns", json_integer(ev->until_ns));
	if (ev->baton)
		rc |= json_put(o, "baton", json_true());
	rc |= put_payload(o, ev);
	if (ev->text[0])
		rc |= json_put(o, "text", json_text(ev->text));
	if (!rc)
		text = json_dumps(o, LINE_FLAGS);
	json_decref(o);
	return text ? with_newline(text) : NULL;
}
