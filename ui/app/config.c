// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * config: setting the options from text.
 *
 * Invariant: a value is set only after it was checked against its entry in the table.
 */
#include "app/config.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "app/config_text.h"

static bool set_value(const struct option_row *o, void *at, const char *value);

void config_defaults(struct config *c)
{
	memset(c, 0, sizeof(*c));
	for (const struct option_row *o = option_table; o->name; o++)
		if (o->initial)
			set_value(o, (char *)c + o->offset, o->initial);
}

const struct option_row *config_find(const char *name, const char **value)
{
	const struct option_row *o = option_find(name);

	if (o && o->kind == OPTION_TWIN) {
		*value = o->twin_value;
		return option_find(o->twin_of);
	}
	if (o || strncmp(name, "no-", 3))
		return o;
	o = option_find(name + 3);
	if (!o || !option_has_no(o))
		return NULL;
	*value = "off";
	return o;
}

/* What is allowed, for error messages and the help text. */
void config_allowed(const struct option_row *o, char *buf, size_t size)
{
	char lo[32], hi[32];
	size_t n = 0;

	buf[0] = '\0';
	switch (o->kind) {
	case OPTION_TIME:
		config_time_text(lo, sizeof(lo), o->min);
		config_time_text(hi, sizeof(hi), o->max);
		text_format(buf, size, "%s to %s", lo, hi);
		break;
	case OPTION_COUNT:
		text_format(buf, size, "%" PRId64 " to %" PRId64, o->min, o->max);
		break;
	case OPTION_SWITCH:
		text_copy(buf, size, "on, off");
		break;
	case OPTION_TWIN:
		break;
	case OPTION_CHOICE:
	case OPTION_TEXT:
		if (o->word)
			for (size_t i = 0; o->word(i); i++)
				n += text_format(buf + n, size - n, "%s%s", n ? ", " : "",
						 o->word(i));
		else if (o->flags & OPTION_PANELS)
			text_copy(buf, size, "digits 1 to 5, each once");
		else
			text_format(buf, size, "%s up to %zu bytes without control characters",
				    o->flags & OPTION_NOT_EMPTY ? "a text of 1" : "a text of 0",
				    o->size - 1);
		break;
	}
}

static int refuse(const struct option_row *o, const char *value, struct err *e)
{
	char allowed[120];

	config_allowed(o, allowed, sizeof(allowed));
	return err_set(e, EINVAL, "%s: \"%.63s\" is not allowed, allowed: %s", o->name, value,
		       allowed);
}

static bool good_panels(const char *value)
{
	unsigned seen = 0;

	for (; *value; value++) {
		unsigned bit = 1u << (*value & 7);

		if (*value < '1' || *value > '5' || (seen & bit))
			return false;
		seen |= bit;
	}
	return true;
}

static int word_index(const struct option_row *o, const char *value)
{
	for (size_t i = 0; o->word(i); i++)
		if (!strcmp(o->word(i), value))
			return (int)i;
	return -1;
}

static bool good_text(const struct option_row *o, const char *value)
{
	if (strlen(value) >= o->size || (!*value && (o->flags & OPTION_NOT_EMPTY)))
		return false;
	for (const char *p = value; *p; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			return false;
	if ((o->flags & OPTION_PANELS) && !good_panels(value))
		return false;
	return !o->word || word_index(o, value) >= 0;
}

static bool parse_count(const char *value, uint64_t *out)
{
	*out = 0;
	if (!*value)
		return false;
	for (; *value; value++) {
		if (*value < '0' || *value > '9' || *out > UINT64_MAX / 10 - 1)
			return false;
		*out = *out * 10 + (uint64_t)(*value - '0');
	}
	return true;
}

static bool parse_switch(const char *value, bool *out)
{
	static const char *const words[][2] = {
		{ "off", "on" }, { "no", "yes" }, { "false", "true" }, { "0", "1" }
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		for (int on = 0; on < 2; on++) {
			if (strcmp(value, words[i][on]))
				continue;
			*out = on;
			return true;
		}
	}
	return false;
}

/* To whole microseconds: what doubles and the file's text carry exactly, for years. */
static bool parse_ns(const struct option_row *o, const char *value, int64_t *ns)
{
	size_t n = strlen(value);
	char ms[40];

	if ((o->flags & OPTION_MS) && n && n < 32 && strspn(value, "0123456789.") == n) {
		text_format(ms, sizeof(ms), "%sms", value);
		value = ms;
	}
	if (parse_time(value, ns))
		return false;
	*ns = (*ns / NSEC_PER_USEC + (*ns % NSEC_PER_USEC >= NSEC_PER_USEC / 2)) * NSEC_PER_USEC;
	return true;
}

static bool set_value(const struct option_row *o, void *at, const char *value)
{
	int64_t ns;
	uint64_t count;
	int word;

	switch (o->kind) {
	case OPTION_TEXT:
		if (!good_text(o, value))
			return false;
		/* zeroed behind the text, so that configs can be compared as memory */
		memset(at, 0, o->size);
		text_copy(at, o->size, value);
		return true;
	case OPTION_TIME:
		if (!parse_ns(o, value, &ns) || ns < o->min || ns > o->max)
			return false;
		*(int64_t *)at = ns;
		return true;
	case OPTION_COUNT:
		if (!parse_count(value, &count) || count < (uint64_t)o->min ||
		    count > (uint64_t)o->max)
			return false;
		*(uint64_t *)at = count;
		return true;
	case OPTION_SWITCH:
		return parse_switch(value, at);
	case OPTION_CHOICE:
		word = word_index(o, value);
		if (word < 0)
			return false;
		*(int *)at = word;
		return true;
	case OPTION_TWIN:
		return false;
	}
	return false;
}

int config_set_row(struct config *c, const struct option_row *o, const char *value, struct err *e)
{
	return set_value(o, (char *)c + o->offset, value) ? 0 : refuse(o, value, e);
}

int config_set(struct config *c, const char *name, const char *value, struct err *e)
{
	const char *implied = NULL;
	const struct option_row *o = config_find(name, &implied);

	if (!o || (o->flags & OPTION_CALL))
		return err_set(e, ENOENT, "unknown option \"%.60s\"; see ctxtop --help", name);
	if (implied && value && *value)
		return err_set(e, EINVAL, "%s takes no value, \"%.60s\" was given", name, value);
	if (implied)
		value = implied;
	else if (!value && o->kind == OPTION_SWITCH)
		value = "on";
	if (!value)
		return err_set(e, EINVAL, "%s needs a value", name);
	return config_set_row(c, o, value, e);
}
