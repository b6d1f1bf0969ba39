// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * generate: prints the tables of commands and options for shells and for the man page.
 *
 * Invariant: nothing is known here of any one option: all comes from its entry in the table.
 */
#include "app/generate.h"

#include <ctype.h>
#include <string.h>

#include "app/config_text.h"

/* What completes a value. */
enum value_kind {
	VALUE_NONE,
	VALUE_TEXT,
	VALUE_FILE,
	VALUE_DIR,
	VALUE_WORDS,
	VALUE_NAME,
	VALUE_LIST
};

static const char *const value_names[] = {
	[VALUE_TEXT] = "text",	 [VALUE_FILE] = "file", [VALUE_DIR] = "dir",
	[VALUE_WORDS] = "words", [VALUE_NAME] = "name", [VALUE_LIST] = "list",
};

static enum value_kind value_kind(const char *arg, option_word word, const char *list)
{
	if (!arg)
		return VALUE_NONE;
	if (word)
		return VALUE_WORDS;
	if (list)
		return strcmp(arg, "LIST") ? VALUE_NAME : VALUE_LIST;
	return !strcmp(arg, "FILE") ? VALUE_FILE : !strcmp(arg, "DIR") ? VALUE_DIR : VALUE_TEXT;
}

static bool is_of(const struct option_row *o, int verb)
{
	return !(o->flags & OPTION_HIDDEN) && (o->verbs & 1u << verb);
}

static void put_words(FILE *out, option_word word)
{
	for (size_t i = 0; word(i); i++)
		fprintf(out, "%s%s", i ? " " : "", word(i));
}

static void put_commands(FILE *out, const char *between)
{
	const char *sep = "";

	for (int v = 0; v < VERBS; v++) {
		if (!verb_table[v].name)
			continue;
		fprintf(out, "%s%s", sep, verb_table[v].name);
		sep = between;
	}
}

/* @text with @before in front of each of its characters that stands in @special. */
static void put_escaped(FILE *out, const char *text, const char *special, const char *before)
{
	for (; *text; text++)
		fprintf(out, "%s%c", strchr(special, *text) ? before : "", *text);
}

/* ---- bash: options as words, values as a kind and what ---- */

static void bash_options(FILE *out, int verb)
{
	const char *sep = "";

	fprintf(out, "\t%s) words='", verb_table[verb].name ? verb_table[verb].name : "''");
	for (const struct option_row *o = option_table; o->name; o++) {
		if (!is_of(o, verb))
			continue;
		fprintf(out, "%s--%s", sep, o->name);
		sep = " ";
		if (option_has_no(o))
			fprintf(out, " --no-%s", o->name);
		if (o->letter)
			fprintf(out, " -%c", o->letter);
	}
	fprintf(out, "' ;;\n");
}

static void bash_value(FILE *out, const char *arg, option_word word, const char *list)
{
	enum value_kind kind = value_kind(arg, word, list);

	fprintf(out, ") kind=%s", value_names[kind]);
	if (word) {
		fprintf(out, " what='");
		put_words(out, word);
		fputc('\'', out);
	} else if (list) {
		fprintf(out, " what=%s", list);
	}
	fprintf(out, " ;;\n");
}

static void generate_bash(FILE *out)
{
	fprintf(out, "_ctxtop_commands='");
	put_commands(out, " ");
	fprintf(out, "'\n\n_ctxtop_options() {\n\tcase $1 in\n");
	for (int v = 0; v < VERBS; v++)
		bash_options(out, v);
	fprintf(out, "\tesac\n}\n\n_ctxtop_value() {\n\tcase $1 in\n");
	for (const struct option_row *o = option_table; o->name; o++) {
		if (!o->arg)
			continue;
		fputc('\t', out);
		if (o->letter)
			fprintf(out, "-%c | ", o->letter);
		fprintf(out, "--%s", o->name);
		bash_value(out, o->arg, o->word, o->list);
	}
	fprintf(out, "\t*) return 1 ;;\n\tesac\n}\n\n_ctxtop_operand() {\n\tcase $1 in\n");
	for (int v = 0; v < VERBS; v++) {
		if (!verb_table[v].operand)
			continue;
		fprintf(out, "\t%s", verb_table[v].name);
		bash_value(out, verb_table[v].operand, verb_table[v].word, NULL);
	}
	fprintf(out, "\t*) return 1 ;;\n\tesac\n}\n");
}

/* ---- zsh: specifications of _arguments ---- */

static void zsh_value(FILE *out, const char *arg, option_word word, const char *list)
{
	enum value_kind kind = value_kind(arg, word, list);

	if (kind == VALUE_NONE)
		return;
	fprintf(out, ":%s:", arg);
	if (kind == VALUE_FILE)
		fprintf(out, "_files");
	else if (kind == VALUE_DIR)
		fprintf(out, "_files -/");
	else if (kind == VALUE_NAME)
		fprintf(out, "_ctxtop_names %s", list);
	else if (kind == VALUE_LIST)
		fprintf(out, "_sequence _ctxtop_names - %s", list);
	if (kind != VALUE_WORDS)
		return;
	fputc('(', out);
	put_words(out, word);
	fputc(')', out);
}

/* '(-m --methods)'{-m+,--methods=}'[help]:LIST:...' or '--no-color[help]' */
static void zsh_option(FILE *out, const struct option_row *o, bool off)
{
	const char *no = off ? "no-" : "", *eq = o->arg ? "=" : "";
	bool letter = o->letter && off == option_is_on(o);

	if (letter)
		fprintf(out, "\t\t'(-%c --%s%s)'{-%c%s,--%s%s%s}'", o->letter, no, o->name,
			o->letter, o->arg ? "+" : "", no, o->name, eq);
	else
		fprintf(out, "\t\t'--%s%s%s", no, o->name, eq);
	fprintf(out, "[%s", off ? "turn off: " : "");
	for (const char *p = o->help; *p; p++)
		if (*p == '\'')
			fprintf(out, "'\\''");
		else
			fprintf(out, "%s%c", strchr("[]\\", *p) ? "\\" : "", *p);
	fputc(']', out);
	zsh_value(out, o->arg, o->word, o->list);
	fprintf(out, "'\n");
}

static void zsh_verb(FILE *out, int verb)
{
	const struct verb_row *v = &verb_table[verb];

	fprintf(out, "\t(%s) specs=(\n", v->name ? v->name : "''");
	for (const struct option_row *o = option_table; o->name; o++) {
		if (!is_of(o, verb))
			continue;
		zsh_option(out, o, false);
		if (option_has_no(o))
			zsh_option(out, o, true);
	}
	if (!v->name) {
		fprintf(out, "\t\t'1:command:((");
		for (int i = 0; i < VERBS; i++) {
			if (!verb_table[i].name)
				continue;
			fprintf(out, " %s\\:\"", verb_table[i].name);
			put_escaped(out, verb_table[i].help, "\"\\", "\\");
			fputc('"', out);
		}
		fprintf(out, " ))'\n");
	} else {
		fprintf(out, "\t\t'1: :(%s)'\n", v->name);
	}
	if (v->operand) {
		fprintf(out, "\t\t'2");
		zsh_value(out, v->operand, v->word, NULL);
		fprintf(out, "'\n");
	}
	fprintf(out, "\t\t) ;;\n");
}

static void generate_zsh(FILE *out)
{
	fprintf(out, "\tfor word in ${words[2,CURRENT-1]}; do\n"
		     "\t\tcase $word in (");
	put_commands(out, "|");
	fprintf(out, ") command=$word; break ;; esac\n"
		     "\tdone\n\tcase $command in\n");
	for (int v = 0; v < VERBS; v++)
		zsh_verb(out, v);
	fprintf(out, "\tesac\n");
}

/* ---- fish: one `complete` an option ---- */

static void fish_value(FILE *out, const char *arg, option_word word, const char *list)
{
	switch (value_kind(arg, word, list)) {
	case VALUE_NONE:
		break;
	case VALUE_TEXT:
		fprintf(out, " -x");
		break;
	case VALUE_FILE:
		fprintf(out, " -r -F");
		break;
	case VALUE_DIR:
		fprintf(out, " -x -a '(__fish_complete_directories)'");
		break;
	case VALUE_WORDS:
		fprintf(out, " -x -a '");
		put_words(out, word);
		fputc('\'', out);
		break;
	case VALUE_NAME:
		fprintf(out, " -x -a '(__ctxtop_names %s)'", list);
		break;
	case VALUE_LIST:
		fprintf(out, " -x -a '(__fish_complete_list , \"__ctxtop_names %s\")'", list);
		break;
	}
}

static void fish_help(FILE *out, const char *before, const char *text)
{
	fprintf(out, " -d '%s", before);
	put_escaped(out, text, "'\\", "\\");
	fprintf(out, "'\n");
}

static void fish_option(FILE *out, const struct option_row *o, bool off)
{
	fprintf(out, "complete -c ctxtop -n '__ctxtop_command_is");
	for (int v = 0; v < VERBS; v++)
		if (o->verbs & 1u << v)
			fprintf(out, " %s", verb_table[v].name ? verb_table[v].name : "live");
	fputc('\'', out);
	if (o->letter && off == option_is_on(o))
		fprintf(out, " -s %c", o->letter);
	fprintf(out, " -l %s%s", off ? "no-" : "", o->name);
	fish_value(out, o->arg, o->word, o->list);
	fish_help(out, off ? "turn off: " : "", o->help);
}

static void generate_fish(FILE *out)
{
	fprintf(out, "set -g __ctxtop_commands ");
	put_commands(out, " ");
	fputc('\n', out);
	for (int i = 0; i < VERBS; i++) {
		const struct verb_row *v = &verb_table[i];

		if (!v->name)
			continue;
		fprintf(out, "complete -c ctxtop -n '__ctxtop_command_is live' -f -a %s", v->name);
		fish_help(out, "", v->help);
		if (!v->operand)
			continue;
		fprintf(out, "complete -c ctxtop -n '__ctxtop_operand_of %s'", v->name);
		fish_value(out, v->operand, v->word, NULL);
		fputc('\n', out);
	}
	for (const struct option_row *o = option_table; o->name; o++) {
		if (o->flags & OPTION_HIDDEN)
			continue;
		fish_option(out, o, false);
		if (option_has_no(o))
			fish_option(out, o, true);
	}
}

/* ---- the man page ---- */

/* A text of the table: a capital first unless it goes on behind @before, hyphens that can be copied. */
static void man_text(FILE *out, const char *before, const char *text)
{
	fprintf(out, "%s", before);
	for (const char *p = text; *p; p++)
		if (*p == '-')
			fprintf(out, "\\-");
		else if (*p == '\'')
			fprintf(out, "\\(aq");
		else
			fputc(p == text && !*before ? toupper((unsigned char)*p) : *p, out);
}

static void man_option(FILE *out, const struct option_row *o)
{
	char name[40], text[160];

	option_shown_name(o, name, sizeof(name));
	fprintf(out, ".TP\n.B ");
	if (o->letter)
		fprintf(out, "\\-%c\\fR,\\fB ", o->letter);
	fprintf(out, "\\-\\-");
	put_escaped(out, name, "-", "\\");
	if (o->arg)
		fprintf(out, " \\fI%s\\fR", o->arg);
	fputc('\n', out);
	for (int v = 0; v < VERBS; v++)
		if (verb_table[v].name && o->verbs == 1u << v)
			fprintf(out, "With\n.BR %s :\n", verb_table[v].name);
	man_text(out, option_is_on(o) ? "Turn off " : "", o->help);
	fprintf(out, ".\n");
	if (o->more) {
		man_text(out, "", o->more);
		fputc('\n', out);
	}
	/* a bound that nobody meets is no help */
	if (o->arg && !config_free_text(o) && (o->word || o->min || o->flags & OPTION_PANELS)) {
		config_allowed(o, text, sizeof(text));
		man_text(out, "Allowed: ", text);
		fprintf(out, ".\n");
	}
	if (o->initial && o->arg) {
		man_text(out, "The default is ", o->initial);
		fprintf(out, ".\n");
	}
}

static void generate_man(FILE *out)
{
	for (const struct option_row *o = option_table; o->name; o++)
		if (!(o->flags & OPTION_HIDDEN))
			man_option(out, o);
}

void generate(FILE *out, enum generate_choice what)
{
	static void (*const printers[])(FILE * out) = {
		[GENERATE_BASH] = generate_bash,
		[GENERATE_ZSH] = generate_zsh,
		[GENERATE_FISH] = generate_fish,
		[GENERATE_MAN] = generate_man,
	};

	if ((size_t)what < ARRAY_SIZE(printers) && printers[what])
		printers[what](out);
}
