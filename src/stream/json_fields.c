// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * json_fields: struct members to JSON and back.
 *
 * Invariant: what json_fields_put() wrote, json_fields_get() reads back bit by bit.
 */
#include "stream/json_fields.h"
#include "base/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int json_put(json_t *o, const char *name, json_t *value)
{
	return value && !json_object_set_new(o, name, value) ? 0 : -ENOMEM;
}

json_t *json_text(const char *text)
{
	char *copy = strdup(text);
	json_t *v;

	if (!copy)
		return NULL;
	text_printable(copy);
	v = json_string(copy);
	free(copy);
	return v;
}

json_t *json_u64(uint64_t v)
{
	char digits[24];

	if (v <= INT64_MAX)
		return json_integer((json_int_t)v);
	text_format(digits, sizeof(digits), "%llu", (unsigned long long)v);
	return json_string(digits);
}

static json_t *field_value(const struct json_field *f, const void *p)
{
	switch (f->type) {
	case FIELD_TEXT:
		return json_text(p);
	case FIELD_I64:
		return json_integer(*(const int64_t *)p);
	case FIELD_U64:
		return json_u64(*(const uint64_t *)p);
	case FIELD_U32:
		return json_integer(*(const uint32_t *)p);
	case FIELD_U16:
		return json_integer(*(const uint16_t *)p);
	case FIELD_REAL:
		return json_real(*(const double *)p);
	}
	return NULL;
}

static bool field_present(const struct json_field *f, const void *p, uint32_t have)
{
	if (f->bit && !(have & f->bit))
		return false;
	if (f->type == FIELD_TEXT)
		return *(const char *)p != '\0';
	return f->type != FIELD_REAL || isfinite(*(const double *)p);
}

int json_fields_put(json_t *o, const struct json_field *f, const void *src, uint32_t have,
		    bool nulls)
{
	int rc = 0;

	for (; f->name; f++) {
		const void *p = (const char *)src + f->offset;

		if (field_present(f, p, have))
			rc |= json_put(o, f->name, field_value(f, p));
		else if (nulls)
			rc |= json_put(o, f->name, json_null());
	}
	return rc ? -ENOMEM : 0;
}

int json_flags_put(json_t *o, const struct json_flag *f, uint32_t flags)
{
	int rc = 0;

	for (; f->name; f++)
		if (flags & f->bit)
			rc |= json_put(o, f->name, json_true());
	return rc ? -ENOMEM : 0;
}

int json_get_text(const json_t *v, const char *name, char *buf, size_t size, struct err *e)
{
	if (!json_is_string(v))
		return err_set(e, EINVAL, "\"%s\" is no string", name);
	text_copy(buf, size, json_string_value(v));
	text_printable(buf);
	return 0;
}

int json_get_int(const json_t *v, const char *name, int64_t lo, int64_t hi, int64_t *out,
		 struct err *e)
{
	if (!json_is_integer(v))
		return err_set(e, EINVAL, "\"%s\" is no integer", name);
	*out = json_integer_value(v);
	if (*out < lo || *out > hi)
		return err_set(e, EINVAL, "\"%s\" is %lld, allowed is %lld to %lld", name,
			       (long long)*out, (long long)lo, (long long)hi);
	return 0;
}

int json_get_u64(const json_t *v, const char *name, uint64_t *out, struct err *e)
{
	const char *s = json_string_value(v);
	int64_t i;
	int rc;

	if (!s) {
		rc = json_get_int(v, name, 0, INT64_MAX, &i, e);
		*out = rc ? 0 : (uint64_t)i;
		return rc;
	}
	*out = 0;
	if (!*s)
		return err_set(e, EINVAL, "\"%s\" is an empty string, not a number", name);
	for (; *s; s++) {
		uint64_t digit = (unsigned char)*s - '0';

		if (digit > 9 || *out > (UINT64_MAX - digit) / 10)
			return err_set(e, EINVAL, "\"%s\" is no number of 64 bits", name);
		*out = *out * 10 + digit;
	}
	return 0;
}

static int field_read(const struct json_field *f, const json_t *v, void *p, struct err *e)
{
	int64_t i = 0;
	int rc;

	switch (f->type) {
	case FIELD_TEXT:
		return json_get_text(v, f->name, p, f->size, e);
	case FIELD_I64:
		return json_get_int(v, f->name, INT64_MIN, INT64_MAX, p, e);
	case FIELD_U64:
		return json_get_u64(v, f->name, p, e);
	case FIELD_U32:
		rc = json_get_int(v, f->name, 0, UINT32_MAX, &i, e);
		*(uint32_t *)p = (uint32_t)i;
		return rc;
	case FIELD_U16:
		rc = json_get_int(v, f->name, 0, UINT16_MAX, &i, e);
		*(uint16_t *)p = (uint16_t)i;
		return rc;
	case FIELD_REAL:
		if (!json_is_number(v))
			return err_set(e, EINVAL, "\"%s\" is no number", f->name);
		*(double *)p = json_number_value(v);
		return 0;
	}
	return -EINVAL;
}

/* A group counts only when it is whole: half of a pair of counters says nothing. */
static void drop_torn_groups(const struct json_field *f, void *dst, uint32_t missing)
{
	for (; f->name; f++)
		if (f->bit & missing)
			memset((char *)dst + f->offset, 0, f->size);
}

int json_fields_get(const json_t *o, const struct json_field *fields, void *dst, uint32_t *have,
		    struct err *e)
{
	uint32_t seen = 0, missing = 0;

	for (const struct json_field *f = fields; f->name; f++) {
		const json_t *v = json_object_get(o, f->name);
		int rc;

		if (v && !json_is_null(v)) {
			rc = field_read(f, v, (char *)dst + f->offset, e);
			if (rc)
				return rc;
			seen |= f->bit;
		} else if (f->bit) {
			/* an empty text is left out by the writer, and is no gap */
			missing |= f->type == FIELD_TEXT ? 0 : f->bit;
		} else if (f->type != FIELD_TEXT && f->type != FIELD_REAL) {
			return err_set(e, EINVAL, "\"%s\" is missing", f->name);
		}
	}
	drop_torn_groups(fields, dst, missing);
	if (have)
		*have |= seen & ~missing;
	return 0;
}

int json_flags_get(const json_t *o, const struct json_flag *f, uint32_t *flags, struct err *e)
{
	for (; f->name; f++) {
		const json_t *v = json_object_get(o, f->name);

		if (!v || json_is_null(v) || json_is_false(v))
			continue;
		if (!json_is_true(v))
			return err_set(e, EINVAL, "\"%s\" is neither true nor false", f->name);
		*flags |= f->bit;
	}
	return 0;
}
