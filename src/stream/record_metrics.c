// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * record_metrics: what was measured of a slice, as JSON and back.
 *
 * Invariant: names come from metrics.def alone. Metrics of one group stand in an object of that name,
 * those that counted nothing left out; they are there only together with their window.
 */
#include "stream/record_fields.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static json_t *value_json(enum metric_id id, double v)
{
	if (metric_table[id].type == METRIC_REAL)
		return json_real(v);
	if (v >= 0)
		return json_u64(v < 0x1p64 ? (uint64_t)v : UINT64_MAX);
	return json_integer(v > -0x1p63 ? (json_int_t)v : INT64_MIN);
}

/* The object of @group in @o, made when it is first wanted. NULL: no memory. */
static json_t *group_in(json_t *o, const char *group)
{
	json_t *in = json_object_get(o, group);

	if (in)
		return in;
	return json_put(o, group, json_object()) ? NULL : json_object_get(o, group);
}

int metrics_to_json(json_t *o, const struct metrics *m)
{
	int rc = 0;

	for (int i = 0; i < METRICS; i++) {
		const struct metric *t = &metric_table[i];
		json_t *in = o;

		if (!t->json || !metric_has(m, i) || !isfinite(m->v[i]))
			continue;
		if (t->group)
			in = group_in(o, t->group);
		if (!in)
			return -ENOMEM;
		if (!t->group || m->v[i] != 0)
			rc |= json_put(in, t->json, value_json(i, m->v[i]));
	}
	return rc;
}

/* A whole number, also as a string of digits where JSON's own are too small. */
static int count_from_json(const json_t *v, const char *name, double *out, struct err *e)
{
	uint64_t u;
	int rc;

	if (json_is_integer(v)) {
		*out = (double)json_integer_value(v);
		return 0;
	}
	rc = json_get_u64(v, name, &u, e);
	*out = rc ? 0 : (double)u;
	return rc;
}

static int one_from_json(const json_t *v, enum metric_id id, struct metrics *m, struct err *e)
{
	const char *name = metric_table[id].json;
	double value = 0;
	int rc = 0;

	if (metric_table[id].type == METRIC_COUNT)
		rc = count_from_json(v, name, &value, e);
	else if (json_is_number(v))
		value = json_number_value(v);
	else
		rc = err_set(e, EINVAL, "\"%s\" is no number", name);
	if (!rc)
		metric_set(m, id, value);
	return rc;
}

/* A window without counts, or counts without a window, say nothing. */
static void drop_torn_irq(struct metrics *m)
{
	if (metric_has(m, METRIC_irq_ns) && metric_has(m, METRIC_irq_other))
		return;
	metric_clear(m, METRIC_irq_ns);
	for (int c = 0; c < ROW_CLASSES; c++)
		metric_clear(m, METRIC_IRQ_OF(c));
}

int metrics_from_json(const json_t *o, struct metrics *m, struct err *e)
{
	for (int i = 0; i < METRICS; i++) {
		const struct metric *t = &metric_table[i];
		const json_t *in = t->group ? json_object_get(o, t->group) : o;
		const json_t *v = t->json ? json_object_get(in, t->json) : NULL;
		int rc = 0;

		if (t->group && in && !json_is_null(in) && !json_is_object(in))
			return err_set(e, EINVAL, "\"%s\" is no object", t->group);
		if (v && !json_is_null(v))
			rc = one_from_json(v, i, m, e);
		else if (t->group && json_is_object(in))
			metric_set(m, i, 0); /* left out: nothing was counted */
		if (rc)
			return rc;
	}
	drop_torn_irq(m);
	return 0;
}
