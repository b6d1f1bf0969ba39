/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * record_fields: which members of the event structs stand in a recording, for the writing and the
 * reading side.
 *
 * Invariant: one table a struct; names are the members' names.
 */
#ifndef CTXTOP_RECORD_FIELDS_H
#define CTXTOP_RECORD_FIELDS_H

#include "stream/event.h"
#include "stream/json_fields.h"

/* The version of the format this program writes, and the newest it reads. */
/*
 * 2: a slice says when it was measured, and events stand in the order in which they were emitted; the rows
 * that a setting moves stand by name. In 1 they are the bits of a number.
 */
#define RECORD_FORMAT 2

extern const struct json_field info_fields[], slice_fields[], setting_fields[], change_fields[];
extern const struct json_flag info_flags[], slice_flags[], row_flag_names[], setting_flags[],
	change_flags[];

/* The word in a table's row for one without any number. */
#define ROW_UNCOUNTED "uncounted"

/* "interrupts"...; NULL for a number that is no probe. -1: no probe of that name. */
const char *record_probe_name(unsigned probe);
int record_probe_find(const char *name);

/* What was measured of a slice, as members of its object @o. 0 or -ENOMEM. */
int metrics_to_json(json_t *o, const struct metrics *m);
/* Into the zeroed @m; null is missing. 0 or -EINVAL with words. */
int metrics_from_json(const json_t *o, struct metrics *m, struct err *e);

/* Rows and columns of @t, the cells of @d, as members of @o. 0 or -ENOMEM. */
int table_to_json(json_t *o, const struct table *t);
int delta_to_json(json_t *o, const struct delta *d);
/* The other way; what was made stays the caller's to free, on failure too. 0, -EINVAL or -ENOMEM. */
int table_from_json(const json_t *o, struct table **t, struct err *e);
int delta_from_json(const json_t *o, struct delta *d, struct err *e);

/*
 * All facts of @h as an object, lists included. @nulls: what is not known as null (reports) instead
 * of left out (recordings). NULL: no memory.
 */
json_t *host_to_json(const struct host *h, bool nulls);
/* Into the zeroed @h. 0 or -EINVAL with words. */
int host_from_json(const json_t *o, struct host *h, struct err *e);

#endif
