// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * config: the table of options, setting them from text, telling them as text.
 *
 * Invariant: everything about an option stands in its one line of the table; a value is set only
 * after it was checked.
 */
#include "app/config.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "app/config_text.h"
#include "report/report.h"

#define MS  NSEC_PER_MSEC
#define SEC NSEC_PER_SEC

static const char *const glyph_names[] = { "auto", "braille", "block", "tty", "ascii", NULL };

#define AT(member) \
	.offset = offsetof(struct config, member), .size = sizeof(((struct config *)0)->member)
#define TEXT(member, what)   .kind = CONFIG_TEXT, AT(member), .arg = what
#define TIME(member, lo, hi) .kind = CONFIG_TIME, AT(member), .min = lo, .max = hi, .arg = "TIME"
#define COUNT(member, hi)    .kind = CONFIG_COUNT, AT(member), .max = hi, .arg = "N"
#define SWITCH(member)	     .kind = CONFIG_SWITCH, AT(member)

const struct config_option config_options[] = {
	{ .name = "methods",
	  .letter = 'm',
	  TEXT(methods, "LIST"),
	  .flags = CONFIG_NOT_EMPTY,
	  .help = "methods or groups of methods to run; see ctxtop list methods" },
	{ .name = "placement",
	  .letter = 'P',
	  TEXT(placement, "LIST"),
	  .flags = CONFIG_NOT_EMPTY,
	  .help = "where the workers run: same, cross, free, smt, llc, socket" },
	{ .name = "slice",
	  .letter = 's',
	  TIME(slice_ns, 5 * MS, 10 * SEC),
	  .flags = CONFIG_MS,
	  .help = "length of one measured slice; a number without a unit is ms" },
	{ .name = "duration",
	  .letter = 'd',
	  TIME(duration_ns, 0, 366 * 24 * 3600 * SEC),
	  .flags = CONFIG_ONCE,
	  .help = "stop after this time; 0 for no limit" },
	{ .name = "rounds",
	  .letter = 'n',
	  COUNT(rounds, UINT32_MAX),
	  .flags = CONFIG_ONCE,
	  .help = "stop after this many rounds; 0 for no limit" },
	{ .name = "label",
	  .letter = 'l',
	  TEXT(label, "TEXT"),
	  .flags = CONFIG_ONCE,
	  .help = "name of this run in reports and recordings" },
	{ .name = "record",
	  .letter = 'r',
	  TEXT(record, "FILE"),
	  .flags = CONFIG_ONCE,
	  .help = "record everything into this new file" },
	{ .name = "format",
	  .letter = 'f',
	  TEXT(format, "NAME"),
	  .flags = CONFIG_FORMAT,
	  .help = "format of the report" },
	{ .name = "output",
	  .letter = 'o',
	  TEXT(output, "FILE"),
	  .flags = CONFIG_ONCE,
	  .help = "write the report to this file instead of standard output" },
	{ .name = "theme",
	  .letter = 't',
	  TEXT(theme, "NAME"),
	  .flags = CONFIG_NOT_EMPTY,
	  .help = "colours; see ctxtop list themes" },
	{ .name = "themes-dir",
	  TEXT(themes_dir, "DIR"),
	  .help = "look for themes in this folder first" },
	{ .name = "glyphs",
	  .kind = CONFIG_CHOICE,
	  AT(glyphs),
	  .choices = glyph_names,
	  .arg = "SET",
	  .help = "characters that graphs are drawn with" },
	{ .name = "color",
	  .letter = 'C',
	  .letter_is_off = true,
	  SWITCH(color),
	  .help = "colours; the variable NO_COLOR turns them off too" },
	{ .name = "mouse",
	  .letter = 'M',
	  .letter_is_off = true,
	  SWITCH(mouse),
	  .help = "mouse clicks; without them the terminal selects text" },
	{ .name = "vim-keys", SWITCH(vim_keys), .help = "h j k l move; help is then ? or F1" },
	{ .name = "read-only", SWITCH(read_only), .help = "never change a setting of the kernel" },
	{ .name = "keep", SWITCH(keep), .help = "leave the settings as changed when leaving" },
	{ .name = "watch",
	  TEXT(watch, "LIST"),
	  .help = "more settings to watch, by name or path, separated by commas" },
	{ .name = "running-mhz",
	  SWITCH(running_mhz),
	  .help = "divide by the running clock instead of the nominal one" },
	{ .name = "window",
	  TIME(window_ns, 10 * SEC, 24 * 3600 * SEC),
	  .help = "length of the time axis" },
	{ .name = "panels",
	  TEXT(panels, "DIGITS"),
	  .flags = CONFIG_PANELS,
	  .help = "panels that are shown" },
	{ .name = "sysroot",
	  TEXT(sysroot, "DIR"),
	  .flags = CONFIG_ONCE | CONFIG_NOT_EMPTY,
	  .help = "read /proc and /sys of a captured machine below this folder" },
	{ 0 },
};

/* Short twins: another name for one value of an option. */
static const struct {
	const char *name, *option, *value;
} twins[] = {
	{ "ascii", "glyphs", "ascii" },
	{ "readonly", "read-only", "on" },
};

void config_defaults(struct config *c)
{
	memset(c, 0, sizeof(*c));
	text_copy(c->methods, sizeof(c->methods), "classic");
	text_copy(c->placement, sizeof(c->placement), "same,cross");
	c->slice_ns = 100 * MS;
	text_copy(c->format, sizeof(c->format), "table");
	text_copy(c->theme, sizeof(c->theme), "default");
	c->color = true;
	c->mouse = true;
	c->window_ns = 120 * SEC;
	text_copy(c->panels, sizeof(c->panels), "12345");
	text_copy(c->sysroot, sizeof(c->sysroot), "/");
}

static const struct config_option *find_plain(const char *name)
{
	for (const struct config_option *o = config_options; o->name; o++)
		if (!strcmp(o->name, name))
			return o;
	return NULL;
}

const struct config_option *config_find(const char *name, const char **value)
{
	const struct config_option *o = find_plain(name);

	if (o)
		return o;
	for (size_t i = 0; i < ARRAY_SIZE(twins); i++) {
		if (strcmp(twins[i].name, name))
			continue;
		*value = twins[i].value;
		return find_plain(twins[i].option);
	}
	if (strncmp(name, "no-", 3))
		return NULL;
	o = find_plain(name + 3);
	if (!o || o->kind != CONFIG_SWITCH)
		return NULL;
	*value = "off";
	return o;
}

/* What is allowed, for error messages and the help text. */
void config_allowed(const struct config_option *o, char *buf, size_t size)
{
	char lo[32], hi[32];
	size_t n = 0;

	buf[0] = '\0';
	switch (o->kind) {
	case CONFIG_TIME:
		config_time_text(lo, sizeof(lo), o->min);
		config_time_text(hi, sizeof(hi), o->max);
		text_format(buf, size, "%s to %s", lo, hi);
		break;
	case CONFIG_COUNT:
		text_format(buf, size, "%" PRId64 " to %" PRId64, o->min, o->max);
		break;
	case CONFIG_SWITCH:
		text_copy(buf, size, "on, off");
		break;
	case CONFIG_CHOICE:
		for (const char *const *c = o->choices; *c; c++)
			n += text_format(buf + n, size - n, "%s%s", n ? ", " : "", *c);
		break;
	case CONFIG_TEXT:
		if (o->flags & CONFIG_FORMAT)
			for (const struct report_format *r = report_formats; r->name; r++)
				n += text_format(buf + n, size - n, "%s%s", n ? ", " : "", r->name);
		else if (o->flags & CONFIG_PANELS)
			text_copy(buf, size, "digits 1 to 5, each once");
		else
			text_format(buf, size, "%s up to %zu bytes without control characters",
				    o->flags & CONFIG_NOT_EMPTY ? "a text of 1" : "a text of 0",
				    o->size - 1);
		break;
	}
}

static int refuse(const struct config_option *o, const char *value, struct err *e)
{
	char allowed[120], clean[64];

	text_copy(clean, sizeof(clean), value);
	/* the words go to a terminal, and must stay one line */
	for (char *p = clean; *p; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			*p = '?';
	config_allowed(o, allowed, sizeof(allowed));
	return err_set(e, EINVAL, "%s: \"%s\" is not allowed, allowed: %s", o->name, clean,
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

static bool good_text(const struct config_option *o, const char *value)
{
	if (strlen(value) >= o->size || (!*value && (o->flags & CONFIG_NOT_EMPTY)))
		return false;
	for (const char *p = value; *p; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			return false;
	if ((o->flags & CONFIG_PANELS) && !good_panels(value))
		return false;
	return !(o->flags & CONFIG_FORMAT) || report_format_find(value);
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
static bool parse_ns(const struct config_option *o, const char *value, int64_t *ns)
{
	size_t n = strlen(value);
	char ms[40];

	if ((o->flags & CONFIG_MS) && n && n < 32 && strspn(value, "0123456789.") == n) {
		text_format(ms, sizeof(ms), "%sms", value);
		value = ms;
	}
	if (parse_time(value, ns))
		return false;
	*ns = (*ns / NSEC_PER_USEC + (*ns % NSEC_PER_USEC >= NSEC_PER_USEC / 2)) * NSEC_PER_USEC;
	return true;
}

static bool set_value(const struct config_option *o, void *at, const char *value)
{
	int64_t ns;
	uint64_t count;

	switch (o->kind) {
	case CONFIG_TEXT:
		if (!good_text(o, value))
			return false;
		/* zeroed behind the text, so that configs can be compared as memory */
		memset(at, 0, o->size);
		text_copy(at, o->size, value);
		return true;
	case CONFIG_TIME:
		if (!parse_ns(o, value, &ns) || ns < o->min || ns > o->max)
			return false;
		*(int64_t *)at = ns;
		return true;
	case CONFIG_COUNT:
		if (!parse_count(value, &count) || count < (uint64_t)o->min ||
		    count > (uint64_t)o->max)
			return false;
		*(uint64_t *)at = count;
		return true;
	case CONFIG_SWITCH:
		return parse_switch(value, at);
	case CONFIG_CHOICE:
		for (int i = 0; o->choices[i]; i++) {
			if (strcmp(o->choices[i], value))
				continue;
			*(int *)at = i;
			return true;
		}
		return false;
	}
	return false;
}

int config_set(struct config *c, const char *name, const char *value, struct err *e)
{
	const char *implied = NULL;
	const struct config_option *o = config_find(name, &implied);

	if (!o)
		return err_set(e, ENOENT, "unknown option \"%.60s\"; see ctxtop --help", name);
	if (implied && value && *value)
		return err_set(e, EINVAL, "%s takes no value, \"%.60s\" was given", name, value);
	if (implied)
		value = implied;
	else if (!value && o->kind == CONFIG_SWITCH)
		value = "on";
	if (!value)
		return err_set(e, EINVAL, "%s needs a value", name);
	return set_value(o, (char *)c + o->offset, value) ? 0 : refuse(o, value, e);
}
