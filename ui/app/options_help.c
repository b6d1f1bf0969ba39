// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * options_help: what --help prints.
 *
 * Invariant: all of it comes from the tables; no line is longer than 80 columns.
 */
#include "app/options.h"

#include <string.h>

#include "app/config_text.h"

#define HELP_INDENT 27
#define HELP_USAGE  40 /* column of what a command does */
#define HELP_WIDTH  80

/* @text from column @indent on, wrapped at blanks. */
static void help_wrapped(FILE *out, const char *text, int indent)
{
	const size_t room = (size_t)(HELP_WIDTH - indent);

	while (strlen(text) > room) {
		size_t cut = room;

		while (cut && text[cut] != ' ')
			cut--;
		if (!cut)
			break;
		fprintf(out, "%.*s\n%*s", (int)cut, text, indent, "");
		text += cut + 1;
	}
	fprintf(out, "%s\n", text);
}

static void help_usage(FILE *out, const struct verb_row *v, bool first)
{
	char left[64], right[200];
	size_t n = text_format(right, sizeof(right), "%s", v->help);

	text_format(left, sizeof(left), "%s ctxtop%s%s%s%s [OPTIONS]", first ? "Usage:" : "      ",
		    v->name ? " " : "", v->name ? v->name : "", v->operand ? " " : "",
		    v->operand ? v->operand : "");
	for (size_t i = 0; v->word && v->word(i); i++)
		n += text_format(right + n, sizeof(right) - n, "%s%s", i ? ", " : ": ", v->word(i));
	fprintf(out, "%-*s", HELP_USAGE, left);
	help_wrapped(out, right, HELP_USAGE);
}

/* "undo: " where all commands are listed and the option belongs to one command with a name. */
static const char *help_only(const struct option_row *o, enum verb verb, char *buf, size_t size)
{
	buf[0] = '\0';
	for (int v = 0; verb == VERB_LIVE && v < VERBS; v++)
		if (verb_table[v].name && o->verbs == 1u << v)
			text_format(buf, size, "%s: ", verb_table[v].name);
	return buf;
}

/* "  -s, --slice TIME    length of one measured slice (5ms to 10s) [100ms]" */
static void help_option(FILE *out, const struct option_row *o, enum verb verb)
{
	char name[40], left[80], right[400], only[16], text[160];
	struct config defaults;
	size_t n;

	option_shown_name(o, name, sizeof(name));
	text_format(left, sizeof(left), "  %c%c%s--%s%s%s", o->letter ? '-' : ' ',
		    o->letter ? o->letter : ' ', o->letter ? ", " : "  ", name, o->arg ? " " : "",
		    o->arg ? o->arg : "");
	n = text_format(right, sizeof(right), "%s%s%s", help_only(o, verb, only, sizeof(only)),
			option_is_on(o) ? "turn off " : "", o->help);
	/* a bound that nobody meets is no help */
	if (o->arg && !config_free_text(o) && (o->word || o->min || o->flags & OPTION_PANELS)) {
		config_allowed(o, text, sizeof(text));
		n += text_format(right + n, sizeof(right) - n, " (%s)", text);
	}
	if (o->initial && o->arg) {
		config_defaults(&defaults);
		config_value_text(&defaults, o, text, sizeof(text));
		text_format(right + n, sizeof(right) - n, " [%s]", text);
	}
	fprintf(out, "%-*s", HELP_INDENT, left);
	help_wrapped(out, right, HELP_INDENT);
}

void options_help(FILE *out, enum verb verb)
{
	if (verb != VERB_LIVE) {
		help_usage(out, &verb_table[verb], true);
	} else {
		for (int v = 0; v < VERBS; v++)
			help_usage(out, &verb_table[v], !v);
		fprintf(out,
			"\nWatch what kernel settings do to inter-process communication, live.\n");
	}
	fputc('\n', out);
	for (const struct option_row *o = option_table; o->name; o++)
		if (!(o->flags & OPTION_HIDDEN) && (verb == VERB_LIVE || (o->verbs & 1u << verb)))
			help_option(out, o, verb);
	fprintf(out, "\n%sExit status: 0 done, 1 failed while running, 2 wrong usage.\n",
		verb == VERB_LIVE ? "Keys: ? shows them. " : "");
}
