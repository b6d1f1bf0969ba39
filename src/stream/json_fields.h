/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * json_fields: the members of a struct as JSON, both ways, from one const table of its fields.
 *
 * Invariant: writing and reading use the same table, so that they cannot drift apart; a number that
 * is missing or not finite is never written.
 */
#ifndef CTXTOP_JSON_FIELDS_H
#define CTXTOP_JSON_FIELDS_H

#include <jansson.h>

#include "base/base.h"

enum field_type {
	FIELD_TEXT, /* char[size] */
	FIELD_I64,
	FIELD_U64, /* above INT64_MAX: a string of decimal digits */
	FIELD_U32, /* and unsigned int */
	FIELD_U16,
	FIELD_REAL, /* double */
};

/*
 * One member. `bit`: the bit in the struct's `have` that says whether it was measured; all fields
 * of one bit stand together or not at all. 0: always there (an empty text is left out).
 */
struct json_field {
	const char *name; /* with its unit; NULL ends the table */
	enum field_type type;
	size_t offset, size;
	uint32_t bit;
};

#define JSON_FIELD(kind, type_name, member, have_bit)                                   \
	{                                                                               \
		.name = #member, .type = (kind), .offset = offsetof(type_name, member), \
		.size = sizeof(((type_name *)0)->member), .bit = (have_bit),            \
	}

/* Bits of a word by name, written as true. */
struct json_flag {
	const char *name; /* NULL ends the table */
	uint32_t bit;
};

/*
 * Set @name of @o to @value (taken over, also on failure). 0 or -ENOMEM, also for a NULL @value, so
 * that calls can be chained with |= and looked at once.
 */
int json_put(json_t *o, const char *name, json_t *value);

/* New references; NULL: no memory. */
json_t *json_text(const char *text); /* bytes that are no UTF-8 become '?' */
json_t *json_u64(uint64_t v);

/* Write the fields of @src whose bit stands in @have. @nulls: the others as null. 0 or -ENOMEM. */
int json_fields_put(json_t *o, const struct json_field *f, const void *src, uint32_t have,
		    bool nulls);
int json_flags_put(json_t *o, const struct json_flag *f, uint32_t flags);

/*
 * Read into the zeroed @dst; in *@have the bits of complete groups are set (@have may be NULL when
 * no field has one). Unknown names and null are passed over. 0, or -EINVAL with words: a required
 * field is missing, a type or a range is wrong.
 */
int json_fields_get(const json_t *o, const struct json_field *f, void *dst, uint32_t *have,
		    struct err *e);
int json_flags_get(const json_t *o, const struct json_flag *f, uint32_t *flags, struct err *e);

/* One value. 0, or -EINVAL with words that begin with @name. */
int json_get_text(const json_t *v, const char *name, char *buf, size_t size, struct err *e);
int json_get_int(const json_t *v, const char *name, int64_t lo, int64_t hi, int64_t *out,
		 struct err *e);
int json_get_u64(const json_t *v, const char *name, uint64_t *out, struct err *e);

#endif
