// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * option_table: the tables of commands and options.
 *
 * Invariant: only data, and reading them.
 */
#include "app/option_table.h"

#include <string.h>

#include "app/config_values.h"
#include "report/report.h"

#define MS  NSEC_PER_MSEC
#define SEC NSEC_PER_SEC

#define FOR(verb) (1u << VERB_##verb)
#define MEASURING (FOR(LIVE) | FOR(RUN))
#define EVERY	  ((1u << VERBS) - 1)

#define AT(member) \
	.offset = offsetof(struct config, member), .size = sizeof(((struct config *)0)->member)
#define TEXT(member)	     .kind = OPTION_TEXT, AT(member)
#define TIME(member, lo, hi) .kind = OPTION_TIME, AT(member), .min = lo, .max = hi, .arg = "TIME"
#define COUNT(member, hi)    .kind = OPTION_COUNT, AT(member), .max = hi, .arg = "N"
#define SWITCH(member)	     .kind = OPTION_SWITCH, AT(member)
#define CHOICE(member)	     .kind = OPTION_CHOICE, AT(member)
#define TWIN(of, value)	     .kind = OPTION_TWIN, .twin_of = of, .twin_value = value

#define OPTION(n, l, ...) { .name = n, .letter = l, __VA_ARGS__ },

static const char *glyph_word(size_t i)
{
	static const char *const words[] = {
		[GLYPHS_AUTO] = "auto", [GLYPHS_BRAILLE] = "braille", [GLYPHS_BLOCK] = "block",
		[GLYPHS_TTY] = "tty",	[GLYPHS_ASCII] = "ascii",
	};

	return i < ARRAY_SIZE(words) ? words[i] : NULL;
}

static const char *generate_word(size_t i)
{
	static const char *const words[] = {
		[GENERATE_NOTHING] = "nothing", [GENERATE_BASH] = "bash", [GENERATE_ZSH] = "zsh",
		[GENERATE_FISH] = "fish",	[GENERATE_MAN] = "man",
	};

	return i < ARRAY_SIZE(words) ? words[i] : NULL;
}

static const char *list_word(size_t i)
{
	static const char *const words[LISTS] = {
		[LIST_METHODS] = "methods",   [LIST_PLACEMENTS] = "placements",
		[LIST_SETTINGS] = "settings", [LIST_PROBES] = "probes",
		[LIST_VIEWS] = "views",	      [LIST_THEMES] = "themes",
	};

	return i < LISTS ? words[i] : NULL;
}

static const char *format_word(size_t i)
{
	for (const struct report_format *r = report_formats; r->name; r++, i--)
		if (!i)
			return r->name;
	return NULL;
}

const struct option_row option_table[] = {
#include "app/options.def"
	{ 0 },
};

_Static_assert(ARRAY_SIZE(option_table) <= OPTION_ROWS_MAX, "more room for getopt_long()");

const struct verb_row verb_table[VERBS] = {
	[VERB_LIVE] = { .help = "the live dashboard" },
	[VERB_RUN] = { .name = "run", .help = "measure without a screen, then print a report" },
	[VERB_REPORT] = { .name = "report",
			  .operand = "FILE",
			  .help = "print the report of a recording" },
	[VERB_LIST] = { .name = "list",
			.operand = "WHAT",
			.word = list_word,
			.help = "list what there is" },
	[VERB_UNDO] = { .name = "undo", .help = "put back what a killed ctxtop left changed" },
};

const struct option_row *option_find(const char *name)
{
	for (const struct option_row *o = option_table; o->name; o++)
		if (!strcmp(o->name, name))
			return o;
	return NULL;
}

bool option_is_on(const struct option_row *o)
{
	return o->kind == OPTION_SWITCH && o->initial && !strcmp(o->initial, "on");
}

bool option_has_no(const struct option_row *o)
{
	return o->kind == OPTION_SWITCH && !(o->flags & OPTION_CALL);
}

void option_shown_name(const struct option_row *o, char *buf, size_t size)
{
	text_format(buf, size, "%s%s", option_is_on(o) ? "no-" : "", o->name);
}
