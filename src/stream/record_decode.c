// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * record_decode: the event of one line of JSON.
 *
 * Invariant: no line, however broken, gives an event whose numbers lie outside what the structs
 * hold.
 */
#include "stream/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "stream/record_fields.h"

static int get_i64(const json_t *o, const char *name, int64_t *out, struct err *e)
{
	const json_t *v = json_object_get(o, name);

	if (!v)
		return err_set(e, EINVAL, "\"%s\" is missing", name);
	return json_get_int(v, name, INT64_MIN, INT64_MAX, out, e);
}

static int get_optional_text(const json_t *o, const char *name, char *buf, size_t size,
			     struct err *e)
{
	const json_t *v = json_object_get(o, name);

	return v && !json_is_null(v) ? json_get_text(v, name, buf, size, e) : 0;
}

static int get_series(const json_t *o, uint16_t *series, struct err *e)
{
	int64_t v;
	int rc = get_i64(o, "series", &v, e);

	if (rc)
		return rc;
	if (v < 0 || v > UINT16_MAX)
		return err_set(e, EINVAL, "\"series\" is %lld, allowed is 0 to %u", (long long)v,
			       UINT16_MAX);
	*series = (uint16_t)v;
	return 0;
}

static int get_start(const json_t *o, struct event *ev, struct err *e)
{
	int64_t format;
	int rc = get_i64(o, "format", &format, e);

	if (rc)
		return rc;
	if (format < 1)
		return err_set(e, EINVAL, "\"format\" is %lld, allowed is 1 to %d",
			       (long long)format, RECORD_FORMAT);
	if (format > RECORD_FORMAT) {
		const char *version = json_string_value(json_object_get(o, "ctxtop"));

		return err_set(e, EPROTONOSUPPORT,
			       "written by ctxtop %.20s in format %lld, this ctxtop %s reads up to "
			       "format %d: read it with a newer ctxtop",
			       version ? version : "of a later version", (long long)format,
			       CTXTOP_VERSION, RECORD_FORMAT);
	}
	rc = get_optional_text(o, "ctxtop", ev->u.start.version, sizeof(ev->u.start.version), e);
	if (!rc)
		rc = get_optional_text(o, "label", ev->u.start.label, sizeof(ev->u.start.label), e);
	return rc ? rc : get_i64(o, "slice_ns", &ev->u.start.slice_ns, e);
}

static int get_host(const json_t *o, struct event *ev, struct err *e)
{
	ev->u.host = calloc(1, sizeof(*ev->u.host));
	if (!ev->u.host)
		return err_set(e, ENOMEM, "no memory for the facts of a machine");
	return host_from_json(json_object_get(o, "host"), ev->u.host, e);
}

/* Member @name of @o: a struct that is fields and flags and nothing else. */
static int get_plain(const json_t *o, const char *name, const struct json_field *fields, void *dst,
		     const struct json_flag *names, uint16_t *flags, struct err *e)
{
	const json_t *in = json_object_get(o, name);
	uint32_t got = 0;
	int rc;

	if (!json_is_object(in))
		return err_set(e, EINVAL, "\"%s\" is no object", name);
	rc = json_fields_get(in, fields, dst, NULL, e);
	if (!rc)
		rc = json_flags_get(in, names, &got, e);
	*flags = (uint16_t)got;
	return rc;
}

static int get_info(const json_t *o, struct event *ev, struct err *e)
{
	return get_plain(o, "info", info_fields, &ev->u.info, info_flags, &ev->u.info.flags, e);
}

/* Names of classes, those passed over that only a newer program knows; in format 1 a number. */
static int get_setting_rows(const json_t *in, struct setting_info *s, struct err *e)
{
	const json_t *rows = json_object_get(in, "rows");
	int64_t bits = 0;
	int rc;

	if (json_is_integer(rows)) {
		rc = json_get_int(rows, "rows", 0, UINT32_MAX, &bits, e);
		s->rows = (uint32_t)bits & ((UINT32_C(1) << ROW_CLASSES) - 1);
		return rc;
	}
	if (rows && !json_is_null(rows) && !json_is_array(rows))
		return err_set(e, EINVAL, "\"rows\" is no list");
	for (size_t i = 0; i < json_array_size(rows); i++) {
		const char *name = json_string_value(json_array_get(rows, i));
		int class = name ? row_class_find(name) : ROW_OTHER;

		if (!name)
			return err_set(e, EINVAL, "\"rows\" is no list of names");
		if (!strcmp(row_class_name(class), name))
			s->rows |= UINT32_C(1) << class;
	}
	return 0;
}

static int get_setting(const json_t *o, struct event *ev, struct err *e)
{
	struct setting_info *s = &ev->u.setting;
	int rc = get_plain(o, "setting", setting_fields, s, setting_flags, &s->flags, e);

	return rc ? rc : get_setting_rows(json_object_get(o, "setting"), s, e);
}

static int get_change(const json_t *o, struct event *ev, struct err *e)
{
	return get_plain(o, "change", change_fields, &ev->u.change, change_flags,
			 &ev->u.change.flags, e);
}

static int get_slice_cpus(const json_t *list, struct slice *s, struct err *e)
{
	if (!list || json_is_null(list))
		return 0;
	if (!json_is_array(list))
		return err_set(e, EINVAL, "\"cpu\" is no list");
	for (size_t i = 0; i < MIN(json_array_size(list), (size_t)SLICE_CPUS); i++) {
		int64_t v;
		int rc = json_get_int(json_array_get(list, i), "cpu", INT16_MIN, INT16_MAX, &v, e);

		if (rc)
			return rc;
		s->cpu[i] = (int16_t)v;
		s->ncpus = (uint16_t)(i + 1);
	}
	return 0;
}

/* Only turns of several slices have them. */
static int get_part(const json_t *sl, struct slice *s, struct err *e)
{
	const json_t *part = json_object_get(sl, "part"), *parts = json_object_get(sl, "parts");
	int64_t i, n;
	int rc;

	if (!part || !parts)
		return 0;
	rc = json_get_int(parts, "parts", 1, UINT16_MAX, &n, e);
	if (!rc)
		rc = json_get_int(part, "part", 0, n - 1, &i, e);
	if (rc)
		return rc;
	s->part = (uint16_t)i;
	s->parts = (uint16_t)n;
	return 0;
}

static int get_slice(const json_t *o, struct event *ev, struct err *e)
{
	const json_t *sl = json_object_get(o, "slice");
	struct slice *s = &ev->u.slice;
	int rc;

	if (!json_is_object(sl))
		return err_set(e, EINVAL, "\"slice\" is no object");
	rc = json_fields_get(sl, slice_fields, s, NULL, e);
	if (!rc)
		rc = json_flags_get(sl, slice_flags, &s->flags, e);
	if (!rc)
		rc = get_part(sl, s, e);
	if (!rc)
		rc = metrics_from_json(sl, &s->metrics, e);
	return rc ? rc : get_slice_cpus(json_object_get(sl, "cpu"), s, e);
}

static int get_delta(const json_t *o, struct event *ev, struct err *e)
{
	int rc = 0;

	ev->series = NO_SERIES;
	if (json_object_get(o, "series"))
		rc = get_series(o, &ev->series, e);
	if (!rc)
		rc = get_i64(o, "window_ns", &ev->u.delta.window_ns, e);
	return rc ? rc : delta_from_json(o, &ev->u.delta.cells, e);
}

static int get_answer(const json_t *o, struct event *ev, struct err *e)
{
	int64_t order, code;
	int rc = json_get_int(json_object_get(o, "order"), "order", 0, UINT32_MAX, &order, e);

	if (!rc)
		rc = json_get_int(json_object_get(o, "code"), "code", INT32_MIN, INT32_MAX, &code,
				  e);
	if (rc)
		return rc;
	ev->u.answer.order = (uint32_t)order;
	ev->u.answer.code = (int32_t)code;
	return 0;
}

static int get_control(const json_t *o, struct event *ev, struct err *e)
{
	int64_t n;
	int rc = json_get_int(json_object_get(o, "changes"), "changes", 0, UINT32_MAX, &n, e);

	if (rc)
		return rc;
	ev->u.control.changes = (uint32_t)n;
	ev->u.control.writable = json_is_true(json_object_get(o, "writable"));
	return 0;
}

/* A time that need not be there. */
static int get_optional_time(const json_t *o, const char *name, int64_t *out, struct err *e)
{
	return json_object_get(o, name) ? get_i64(o, name, out, e) : 0;
}

static int get_payload(const json_t *o, struct event *ev, struct err *e)
{
	int rc;

	switch (ev->kind) {
	case EV_START:
		return get_start(o, ev, e);
	case EV_HOST:
		return get_host(o, ev, e);
	case EV_SERIES:
		return get_info(o, ev, e);
	case EV_LENGTH:
		return get_i64(o, "slice_ns", &ev->u.length_ns, e);
	case EV_SETTING:
		return get_setting(o, ev, e);
	case EV_CHANGE:
		return get_change(o, ev, e);
	case EV_STATE:
		return get_series(o, &ev->series, e);
	case EV_SLICE:
		return get_slice(o, ev, e);
	case EV_TABLE:
		return table_from_json(o, &ev->u.table, e);
	case EV_DELTA:
		return get_delta(o, ev, e);
	case EV_OWN:
		rc = get_i64(o, "window_ns", &ev->u.own.window_ns, e);
		return rc ? rc : get_i64(o, "cpu_ns", &ev->u.own.cpu_ns, e);
	case EV_GAP:
		return get_i64(o, "gap_ns", &ev->u.gap_ns, e);
	case EV_ANSWER:
		return get_answer(o, ev, e);
	case EV_CONTROL:
		return get_control(o, ev, e);
	default:
		return 0;
	}
}

/* EV_NONE for a kind, or a probe, that this version does not know. */
static enum event_kind kind_of(const json_t *o, int *probe)
{
	const char *name = json_string_value(json_object_get(o, "kind"));
	const char *probe_name = json_string_value(json_object_get(o, "probe"));
	enum event_kind kind = EV_NONE;

	for (int k = EV_NONE + 1; k < EV_KINDS && name; k++)
		if (event_kind_recorded(k) && !strcmp(name, event_kind_name(k)))
			kind = k;
	if (kind != EV_TABLE && kind != EV_PROBE && kind != EV_DELTA)
		return kind;
	*probe = probe_name ? record_probe_find(probe_name) : -1;
	return *probe < 0 ? EV_NONE : kind;
}

static int decode(const json_t *o, struct event **out, struct err *e)
{
	enum event_kind kind;
	struct event *ev;
	uint32_t baton = 0;
	int rc, probe = 0;

	if (!json_is_string(json_object_get(o, "kind")))
		return err_set(e, EINVAL, "no event: it has no \"kind\"");
	kind = kind_of(o, &probe);
	if (kind == EV_NONE)
		return 0;
	ev = event_new(kind, 0, 0);
	if (!ev)
		return err_set(e, ENOMEM, "no memory for an event");
	ev->probe = (uint16_t)probe;
	/* first, so that a newer format is named by its version and not by what else it lacks */
	rc = get_payload(o, ev, e);
	if (!rc)
		rc = get_i64(o, "t_ns", &ev->t_ns, e);
	if (!rc)
		rc = get_i64(o, "wall_ns", &ev->wall_ns, e);
	if (!rc)
		rc = get_optional_time(o, "since_ns", &ev->since_ns, e);
	if (!rc)
		rc = get_optional_time(o, "until_ns", &ev->until_ns, e);
	if (!rc)
		rc = get_optional_text(o, "text", ev->text, sizeof(ev->text), e);
	if (!rc)
		rc = json_flags_get(o, (const struct json_flag[]){ { "baton", 1 }, { 0 } }, &baton,
				    e);
	if (rc) {
		event_free(ev);
		return rc;
	}
	ev->baton = baton;
	*out = ev;
	return 0;
}

int event_from_json(const char *line, size_t len, struct event **ev, struct err *e)
{
	json_error_t words;
	json_t *o;
	int rc;

	*ev = NULL;
	o = json_loadb(line, len, JSON_REJECT_DUPLICATES, &words);
	if (!o)
		return err_set(e, EINVAL, "column %d: %s", words.column, words.text);
	rc = decode(o, ev, e);
	json_decref(o);
	return rc;
}
