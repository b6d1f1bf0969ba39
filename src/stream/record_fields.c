// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * record_fields: the tables of recorded members, and the host facts both ways.
 *
 * Invariant: a member that is not in its table is not recorded; there is none such in slice,
 * series_info and host but those that follow from the others (ncpus, the bits of what was measured) and
 * the metrics, which have a table of their own (record_metrics.c).
 */
#include "stream/record_fields.h"

#include <errno.h>
#include <string.h>

#include "probes/probe.h"

#define INFO(kind, member) JSON_FIELD(kind, struct series_info, member, 0)

const struct json_field info_fields[] = {
	INFO(FIELD_U16, id),	 INFO(FIELD_TEXT, method),    INFO(FIELD_U32, version),
	INFO(FIELD_TEXT, label), INFO(FIELD_TEXT, placement), INFO(FIELD_TEXT, cpus),
	INFO(FIELD_TEXT, unit),	 INFO(FIELD_TEXT, summary),   INFO(FIELD_TEXT, params),
	INFO(FIELD_TEXT, kind),	 INFO(FIELD_REAL, scale),     { 0 },
};

const struct json_flag info_flags[] = {
	{ "slice_bound", SERIES_SLICE_BOUND },
	{ "free", SERIES_FREE },
	{ "cross", SERIES_CROSS },
	{ 0 },
};

#define SLICE(kind, member) JSON_FIELD(kind, struct slice, member, 0)

const struct json_field slice_fields[] = {
	SLICE(FIELD_U16, series), SLICE(FIELD_U32, round), SLICE(FIELD_I64, wall_ns),
	SLICE(FIELD_U64, loops),  SLICE(FIELD_TEXT, text), { 0 },
};

const struct json_flag slice_flags[] = {
	{ "void", SLICE_VOID },
	{ "cut", SLICE_CUT },
	{ "disturbed", SLICE_DISTURBED },
	{ "throttled", SLICE_THROTTLED },
	{ 0 },
};

#define SETTING(kind, member) JSON_FIELD(kind, struct setting_info, member, 0)

const struct json_field setting_fields[] = {
	SETTING(FIELD_U16, id),	     SETTING(FIELD_U32, settle_ms), SETTING(FIELD_TEXT, name),
	SETTING(FIELD_TEXT, group),  SETTING(FIELD_TEXT, value),    SETTING(FIELD_TEXT, shown),
	SETTING(FIELD_TEXT, reason), SETTING(FIELD_TEXT, path),	    SETTING(FIELD_TEXT, help),
	SETTING(FIELD_TEXT, key),    SETTING(FIELD_TEXT, next),	    { 0 },
};

const struct json_flag setting_flags[] = {
	{ "can_change", SETTING_CAN_CHANGE },
	{ "asks", SETTING_ASKS },
	{ "strip", SETTING_STRIP },
	{ "absent", SETTING_ABSENT },
	{ "new_tasks", SETTING_NEW_TASKS },
	{ "acts", SETTING_ACTS },
	{ 0 },
};

const struct json_flag change_flags[] = {
	{ "own", CHANGE_OWN },
	{ 0 },
};

#define CHANGE(kind, member) JSON_FIELD(kind, struct setting_change, member, 0)

const struct json_field change_fields[] = {
	CHANGE(FIELD_U16, id),	     CHANGE(FIELD_I64, before_ns),
	CHANGE(FIELD_I64, after_ns), CHANGE(FIELD_TEXT, old),
	CHANGE(FIELD_TEXT, now),     CHANGE(FIELD_TEXT, value),
	CHANGE(FIELD_U32, pid),	     CHANGE(FIELD_TEXT, who),
	CHANGE(FIELD_TEXT, next),    { 0 },
};

const struct json_flag row_flag_names[] = {
	{ "sum", ROW_SUM },
	{ "gauge", ROW_GAUGE },
	{ "bits32", ROW_BITS32 },
	{ "derived", ROW_DERIVED },
	{ 0 },
};

static const char *const probe_names[PROBES] = {
#define PROBE(name) #name,
#include "probes/probes.def"
#undef PROBE
};

const char *record_probe_name(unsigned probe)
{
	return probe < PROBES ? probe_names[probe] : NULL;
}

int record_probe_find(const char *name)
{
	for (int i = 0; i < PROBES; i++)
		if (!strcmp(name, probe_names[i]))
			return i;
	return -1;
}

#define HOST(kind, member, bit) JSON_FIELD(kind, struct host, member, bit)

static const struct json_field host_fields[] = {
	HOST(FIELD_TEXT, hostname, 0),
	HOST(FIELD_TEXT, kernel, 0),
	HOST(FIELD_TEXT, kernel_version, 0),
	HOST(FIELD_TEXT, machine, 0),
	HOST(FIELD_TEXT, cpu_type, 0),
	HOST(FIELD_TEXT, cpu_codename, 0),
	HOST(FIELD_TEXT, cpu_features, 0),
	HOST(FIELD_TEXT, hypervisor, 0),
	HOST(FIELD_TEXT, virtualization, 0),
	HOST(FIELD_REAL, nominal_mhz, HOST_NOMINAL_MHZ),
	HOST(FIELD_TEXT, nominal_source, 0),
	HOST(FIELD_U32, ncpu_online, HOST_NCPU),
	HOST(FIELD_U32, ncpu_possible, HOST_NCPU),
	HOST(FIELD_U32, ncpu_allowed, HOST_ALLOWED),
	HOST(FIELD_REAL, cpu_quota, HOST_QUOTA),
	HOST(FIELD_U32, hz, HOST_HZ),
	HOST(FIELD_TEXT, online, 0),
	HOST(FIELD_TEXT, isolated, 0),
	HOST(FIELD_TEXT, nohz_full, 0),
	HOST(FIELD_TEXT, cpus_note, 0),
	HOST(FIELD_TEXT, preemption, 0),
	HOST(FIELD_TEXT, clocksource, 0),
	HOST(FIELD_TEXT, clocksources, 0),
	HOST(FIELD_TEXT, cpuidle_driver, 0),
	HOST(FIELD_TEXT, cpuidle_governor, 0),
	HOST(FIELD_TEXT, cpufreq_driver, 0),
	HOST(FIELD_TEXT, cpufreq_governor, 0),
	HOST(FIELD_TEXT, smt, 0),
	HOST(FIELD_TEXT, thp, 0),
	HOST(FIELD_TEXT, lockdown, 0),
	HOST(FIELD_TEXT, cmdline, 0),
	HOST(FIELD_TEXT, kernel_config, 0),
	{ 0 },
};

static const struct json_flag host_flags[] = {
	{ "steal_accounted", HOST_STEAL },
	{ "captured", HOST_CAPTURED },
	{ 0 },
};

/* Arrays of two, not an object: a name may come twice (console=). */
static json_t *pairs_to_json(const struct host_pair *p, size_t n)
{
	json_t *list = json_array();
	int rc = list ? 0 : -ENOMEM;

	for (size_t i = 0; i < n && !rc; i++) {
		json_t *pair = json_array();

		rc = json_array_append_new(pair, json_text(p[i].name)) ||
		     json_array_append_new(pair, json_text(p[i].value));
		/* takes the pair over in every case; NULL fails */
		rc |= json_array_append_new(list, pair);
	}
	if (!rc)
		return list;
	json_decref(list);
	return NULL;
}

static json_t *warnings_to_json(const struct host *h)
{
	json_t *list = json_array();

	for (size_t i = 0; i < MIN(h->nwarning, (size_t)HOST_WARNINGS); i++) {
		if (json_array_append_new(list, json_text(h->warning[i]))) {
			json_decref(list);
			return NULL;
		}
	}
	return list;
}

json_t *host_to_json(const struct host *h, bool nulls)
{
	json_t *o = json_object();
	int rc;

	rc = json_fields_put(o, host_fields, h, h->have, nulls);
	rc |= json_flags_put(o, host_flags, h->have);
	if (nulls && !(h->have & HOST_STEAL))
		rc |= json_put(o, "steal_accounted", json_false());
	if (h->nboot || nulls)
		rc |= json_put(o, "boot",
			       pairs_to_json(h->boot, MIN(h->nboot, (size_t)HOST_BOOT_OPTS)));
	if (h->nmitigation || nulls)
		rc |= json_put(o, "mitigations",
			       pairs_to_json(h->mitigation,
					     MIN(h->nmitigation, (size_t)HOST_MITIGATIONS)));
	if (h->nwarning || nulls)
		rc |= json_put(o, "warnings", warnings_to_json(h));
	if (!rc)
		return o;
	json_decref(o);
	return NULL;
}

/* Entries beyond @max are passed over: a newer program may know more of them. */
static int pairs_from_json(const json_t *list, const char *name, struct host_pair *p, size_t max,
			   size_t *n, struct err *e)
{
	if (!list || json_is_null(list))
		return 0;
	if (!json_is_array(list))
		return err_set(e, EINVAL, "\"%s\" is no list", name);
	for (size_t i = 0; i < MIN(json_array_size(list), max); i++) {
		const json_t *pair = json_array_get(list, i);
		int rc;

		if (json_array_size(pair) != 2)
			return err_set(e, EINVAL, "\"%s\" is no list of pairs", name);
		rc = json_get_text(json_array_get(pair, 0), name, p[i].name, sizeof(p[i].name), e);
		if (!rc)
			rc = json_get_text(json_array_get(pair, 1), name, p[i].value,
					   sizeof(p[i].value), e);
		if (rc)
			return rc;
		*n = i + 1;
	}
	return 0;
}

static int warnings_from_json(const json_t *list, struct host *h, struct err *e)
{
	if (!list || json_is_null(list))
		return 0;
	if (!json_is_array(list))
		return err_set(e, EINVAL, "\"warnings\" is no list");
	for (size_t i = 0; i < MIN(json_array_size(list), (size_t)HOST_WARNINGS); i++) {
		int rc = json_get_text(json_array_get(list, i), "warnings", h->warning[i],
				       sizeof(h->warning[i]), e);

		if (rc)
			return rc;
		h->nwarning = i + 1;
	}
	return 0;
}

int host_from_json(const json_t *o, struct host *h, struct err *e)
{
	uint32_t have = 0;
	int rc;

	if (!json_is_object(o))
		return err_set(e, EINVAL, "\"host\" is no object");
	rc = json_fields_get(o, host_fields, h, &have, e);
	if (!rc)
		rc = json_flags_get(o, host_flags, &have, e);
	h->have = have;
	if (!rc)
		rc = pairs_from_json(json_object_get(o, "boot"), "boot", h->boot, HOST_BOOT_OPTS,
				     &h->nboot, e);
	if (!rc)
		rc = pairs_from_json(json_object_get(o, "mitigations"), "mitigations",
				     h->mitigation, HOST_MITIGATIONS, &h->nmitigation, e);
	if (!rc)
		rc = warnings_from_json(json_object_get(o, "warnings"), h, e);
	return rc;
}
