// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * setting_check: from what a person typed to a normalised value, or to a line that says what is
 * possible; and from a value to what a person reads.
 *
 * Invariant: a value that passed is one that setting_raw() can write, within the bounds the entry
 * states, and none that could not be taken back.
 */
#include "settings/setting.h"
#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "settings/setting_int.h"

/* Units by dimension, the base first in value 1. */
static const struct unit {
	const char *name;
	char dimension; /* time, frequency, bytes */
	double scale;
} units[] = {
	{ "ns", 't', 1 },     { "us", 't', 1e3 },      { "ms", 't', 1e6 },
	{ "s", 't', 1e9 },    { "Hz", 'f', 1 },	       { "kHz", 'f', 1e3 },
	{ "MHz", 'f', 1e6 },  { "GHz", 'f', 1e9 },     { "B", 'b', 1 },
	{ "KiB", 'b', 1024 }, { "MiB", 'b', 1048576 }, { "GiB", 'b', 1073741824 },
	{ "k", 'b', 1024 },   { "M", 'b', 1048576 },   { "G", 'b', 1073741824 },
	{ "%", '%', 1 },
};

static const struct unit *unit_find(const char *name)
{
	for (size_t i = 0; name && i < ARRAY_SIZE(units); i++)
		if (!strcasecmp(units[i].name, name))
			return &units[i];
	return NULL;
}

/* "k" for KiB is taken from a person, never shown. */
static bool shown(const struct unit *u)
{
	return u->dimension != 'b' || strchr(u->name, 'B');
}

/* "2.4GHz" in the unit of the setting. False when the units do not fit or no whole number results. */
static bool convert(const char *text, const char *unit, char *out, size_t size)
{
	const struct unit *to = unit_find(unit), *from;
	double v = 0, part = 1;
	const char *p = text;

	if (!to || !isdigit((unsigned char)*p))
		return false;
	/* not strtod(): its decimal point follows the locale */
	for (; isdigit((unsigned char)*p); p++)
		v = v * 10 + (*p - '0');
	if (*p == '.')
		for (p++; isdigit((unsigned char)*p); p++)
			v += (*p - '0') * (part /= 10);
	p += strspn(p, " ");
	from = unit_find(p);
	if (!from || from->dimension != to->dimension)
		return false;
	v = v * from->scale / to->scale;
	if (v > 9e15 || fabs(v - nearbyint(v)) > 1e-6 * MAX(v, 1.0))
		return false;
	text_format(out, size, "%.0f", nearbyint(v));
	return true;
}

static int bounds(const struct setting *s, const char *number, struct err *e)
{
	const char *unit = s->unit ? s->unit : "";
	int64_t v;

	if (s->min == 0 && s->max == 0)
		return 0;
	if (codec_number_value(number, &v) && v >= s->min && v <= s->max)
		return 0;
	return err_set(e, EINVAL, "%s: %.40s is not within %lld..%lld%s%s", s->name, number,
		       (long long)s->min, (long long)s->max, *unit ? " " : "", unit);
}

static bool is_choice(const struct setting *s, const char *word)
{
	for (size_t i = 0; i < SETTING_CHOICES && s->choice[i]; i++)
		if (!strcmp(s->choice[i], word))
			return true;
	return false;
}

static int check_number(const struct setting *s, const char *typed, char *out, size_t size,
			struct err *e)
{
	int ret;

	if (is_choice(s, typed)) {
		text_copy(out, size, typed);
		return 0;
	}
	ret = codec_number((struct word){ typed, strlen(typed) }, out, size);
	if (ret && !convert(typed, s->unit, out, size))
		return err_set(e, EINVAL, "%s: \"%.40s\" is not a whole number%s%s%s", s->name,
			       typed, s->unit ? " of " : "", s->unit ? s->unit : "",
			       s->choice[0] ? ", nor a word it knows" : "");
	return bounds(s, out, e);
}

static int check_held(const struct setting *s, const char *typed, char *out, size_t size,
		      struct err *e)
{
	if (!strcasecmp(typed, "none") || !strcasecmp(typed, "off")) {
		text_copy(out, size, "none");
		return 0;
	}
	return check_number(s, typed, out, size, e);
}

static int check_bool(const struct setting *s, const char *typed, char *out, size_t size,
		      struct err *e)
{
	char low[16];
	size_t i = 0;

	for (; typed[i] && i + 1 < sizeof(low); i++)
		low[i] = (char)tolower((unsigned char)typed[i]);
	low[i] = '\0';
	if (!strcmp(low, "true") || !strcmp(low, "false"))
		text_copy(low, sizeof(low), low[0] == 't' ? "1" : "0");
	if (typed[i] || codec_normalise(SETTING_BOOL, NULL, false, low, out, size))
		return err_set(e, EINVAL, "%s: \"%.40s\" is neither on nor off", s->name, typed);
	return 0;
}

static int check_offered(const struct setting_here *h, const struct sysroot *root,
			 const char *typed, char *out, size_t size, struct err *e)
{
	const struct setting *s = h->setting;
	struct setting_values v;
	char list[160];
	size_t n = 0;

	setting_values(h, root, &v);
	list[0] = '\0';
	for (size_t i = 0; i < v.n; i++) {
		if (!strcmp(v.value[i], typed)) {
			text_copy(out, size, typed);
			return 0;
		}
		n += text_format(list + n, sizeof(list) - n, "%s%s", i ? ", " : "", v.value[i]);
	}
	if (!v.n)
		return err_set(e, EINVAL, "%s: nothing to choose here", s->name);
	return err_set(e, EINVAL, "%s: \"%.40s\" is not one of %s", s->name, typed, list);
}

static int check_cpus(const struct setting_here *h, const struct sysroot *root, const char *typed,
		      char *out, size_t size, struct err *e)
{
	const struct setting *s = h->setting;
	const char *form = s->kind == SETTING_MASK ? "a mask in hex, as 3 or f0"
						   : "a list, as 0-1,4";
	struct setting_values v;

	if (!strcasecmp(typed, "all")) {
		setting_values(h, root, &v);
		if (!v.n)
			return err_set(e, EINVAL, "%s: it is not known which CPUs are online",
				       s->name);
		text_copy(out, size, v.value[v.n - 1]);
		return 0;
	}
	if (s->kind == SETTING_MASK && !strncmp(typed, "0x", 2))
		typed += 2;
	if (!*typed || setting_normalise(s, false, typed, out, size) || !*out)
		return err_set(e, EINVAL, "%s: \"%.40s\" is not %s", s->name, typed, form);
	if (s->kind == SETTING_MASK && s->min > 0 && !strcmp(out, "0"))
		return err_set(e, EINVAL, "%s: at least one CPU must stay", s->name);
	return 0;
}

static int check_vector(const struct setting_here *h, const struct sysroot *root, const char *typed,
			char *out, size_t size, struct err *e)
{
	const struct setting *s = h->setting;
	struct setting_value now;
	size_t want = 0;

	if (h->npaths && !setting_read(h, root, &now) && !now.mixed)
		want = word_count(now.text);
	else if (s->demo[0])
		want = word_count(s->demo[0]);
	if (setting_normalise(s, false, typed, out, size))
		return err_set(e, EINVAL, "%s: \"%.60s\" is not a row of whole numbers", s->name,
			       typed);
	if (want && word_count(out) != want)
		return err_set(e, EINVAL, "%s: %zu numbers are wanted, not %zu", s->name, want,
			       word_count(out));
	return 0;
}

/* The limit that file @name beside the setting states, if it does. */
static bool limit(const struct setting_here *h, const struct sysroot *root, const char *name,
		  int64_t *v)
{
	char path[SETTING_RAW], raw[SETTING_RAW], text[32];

	if (!name || !h->npaths)
		return false;
	path_beside(h->path[0], name, path, sizeof(path));
	return !setting_read_raw(h->setting, root, path, raw) &&
	       !setting_normalise(h->setting, false, raw, text, sizeof(text)) &&
	       codec_number_value(text, v);
}

static int check_range(const struct setting_here *h, const struct sysroot *root, const char *typed,
		       char *out, size_t size, struct err *e)
{
	const struct setting *s = h->setting;
	struct word w;
	char end[2][32];
	int64_t v[2], floor = s->min, ceiling = s->max;
	size_t n = 0;

	for (; (w = word_next(&typed)).len; n++) {
		char one[32];
		int ret;

		if (n == 2 || w.len >= sizeof(one))
			break;
		memcpy(one, w.at, w.len);
		one[w.len] = '\0';
		ret = check_number(s, one, end[n], sizeof(end[n]), e);
		if (ret)
			return ret;
	}
	if (w.len || !n)
		return err_set(e, EINVAL,
			       "%s: wanted are the lower and the upper end, as \"%lld %lld\"",
			       s->name, (long long)s->min, (long long)s->max);
	if (n == 1)
		text_copy(end[1], sizeof(end[1]), end[0]);
	limit(h, root, s->floor, &floor);
	limit(h, root, s->ceiling, &ceiling);
	if (!codec_number_value(end[0], &v[0]) || !codec_number_value(end[1], &v[1]) || v[0] > v[1])
		return err_set(e, EINVAL, "%s: the lower end %s is above the upper end %s", s->name,
			       end[0], end[1]);
	if (v[0] < floor || v[1] > ceiling)
		return err_set(e, EINVAL, "%s: not within %lld..%lld %s", s->name, (long long)floor,
			       (long long)ceiling, s->unit ? s->unit : "");
	text_format(out, size, "%s %s", end[0], end[1]);
	return 0;
}

static int check_line(const struct setting *s, const char *typed, char *out, size_t size,
		      struct err *e)
{
	for (const char *p = typed; *p; p++)
		if ((unsigned char)*p < 32 || *p == 127)
			return err_set(e, EINVAL, "%s: the value holds a control character",
				       s->name);
	if (!*typed || strlen(typed) >= size)
		return err_set(e, EINVAL, "%s: the value is %s", s->name,
			       *typed ? "too long" : "empty");
	text_copy(out, size, typed);
	return 0;
}

static int check_kind(const struct setting_here *h, const struct sysroot *root, const char *typed,
		      char *out, size_t size, struct err *e)
{
	const struct setting *s = h->setting;

	switch (s->kind) {
	case SETTING_BOOL:
		return check_bool(s, typed, out, size, e);
	case SETTING_NUMBER:
		return check_number(s, typed, out, size, e);
	case SETTING_CHOICE:
	case SETTING_BRACKET:
		return check_offered(h, root, typed, out, size, e);
	case SETTING_MASK:
	case SETTING_CPULIST:
		return check_cpus(h, root, typed, out, size, e);
	case SETTING_VECTOR:
		return check_vector(h, root, typed, out, size, e);
	case SETTING_RANGE:
		return check_range(h, root, typed, out, size, e);
	case SETTING_HELD:
		return check_held(s, typed, out, size, e);
	default:
		return check_line(s, typed, out, size, e);
	}
}

int setting_check(const struct setting_here *h, const struct sysroot *root, const char *typed,
		  char *out, size_t size, struct err *e)
{
	const struct setting *s = h->setting;
	const char *why = NULL;
	char text[SETTING_TEXT], raw[SETTING_TEXT];
	int ret;

	if (word_squeeze(typed, text, sizeof(text)))
		return err_set(e, EINVAL, "%s: the value is too long", s->name);
	why = setting_value_refused(s, text);
	for (size_t i = 0; !why && i < SETTING_MEANINGS && s->meaning[i].value; i++)
		if (!strcasecmp(s->meaning[i].words, text)) {
			text_copy(text, sizeof(text), s->meaning[i].value);
			break;
		}
	if (!why) {
		ret = check_kind(h, root, text, out, size, e);
		if (ret && !(why = setting_value_refused(s, text)))
			return ret;
		if (!why)
			why = setting_value_refused(s, out);
	}
	if (why)
		return err_set(e, EPERM, "%s: \"%.24s\" is refused: %s", s->name, text, why);
	if (setting_raw(s, false, out, raw, sizeof(raw)))
		return err_set(e, EINVAL, "%s: \"%.24s\" cannot be written", s->name, text);
	return 0;
}

/* ---- for people ---- */

/* "200000" ns as "200 us": the largest unit that leaves at most three decimals. */
static void format_unit(const char *unit, const char *value, char *buf, size_t size)
{
	const struct unit *own = unit_find(unit), *best = own;
	double v = strtod(value, NULL);
	int64_t whole;

	if (!own || !codec_number_value(value, &whole) || whole <= 0 || own->dimension == '%') {
		text_format(buf, size, "%s%s%s", value, unit && *unit != '%' ? " " : "",
			    unit ? unit : "");
		return;
	}
	v *= own->scale;
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		const struct unit *u = &units[i];
		double in = v / u->scale;

		if (u->dimension == own->dimension && shown(u) && u->scale > best->scale &&
		    in >= 1 && fabs(in * 1000 - nearbyint(in * 1000)) < 1e-6 * in * 1000 &&
		    (u->dimension != 'b' || in == nearbyint(in)))
			best = u;
	}
	text_format(buf, size, "%.12g %s", v / best->scale, best->name);
}

static void format_value(const struct setting *s, const char *value, char *buf, size_t size)
{
	char text[SETTING_TEXT];
	size_t len;

	for (size_t i = 0; i < SETTING_MEANINGS && s->meaning[i].value; i++)
		if (!strcmp(s->meaning[i].value, value)) {
			if (s->kind == SETTING_CHOICE)
				text_copy(buf, size, s->meaning[i].words);
			else
				text_format(buf, size, "%s (%s)", value, s->meaning[i].words);
			return;
		}
	if (s->kind == SETTING_BOOL && (!strcmp(value, "0") || !strcmp(value, "1"))) {
		text_copy(buf, size, value[0] == '1' ? "on" : "off");
		return;
	}
	if (s->kind == SETTING_RANGE && (len = strcspn(value, " ")) && value[len] &&
	    len < sizeof(text) && !strchr(value + len + 1, ' ')) {
		char low[64], high[64];

		text_format(text, sizeof(text), "%.*s", (int)len, value);
		format_unit(s->unit, text, low, sizeof(low));
		format_unit(s->unit, value + len + 1, high, sizeof(high));
		text_format(buf, size, "%s .. %s", low, high);
		return;
	}
	if ((s->kind == SETTING_NUMBER || s->kind == SETTING_HELD) &&
	    (isdigit((unsigned char)value[0]) || value[0] == '-') && !strchr(value, ' ')) {
		format_unit(s->unit, value, buf, size);
		return;
	}
	text_copy(buf, size, value);
}

void setting_format(const struct setting *s, const char *value, char *buf, size_t size)
{
	format_value(s, value, buf, size);
	text_printable(buf);
}
