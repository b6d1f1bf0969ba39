// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * options: reading the command line.
 *
 * Invariant: one table holds every option: what getopt_long() takes and what the help prints. An option
 * of the config file has the same long name here.
 */
#include "app/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Long options without a letter get codes above all characters. */
enum { ONLY_LONG = 256 };

struct option_row {
	int letter;	   /* 0 = none */
	int twin;	   /* silent second letter, 0 = none */
	const char *name;  /* long */
	const char *arg;   /* NULL = none */
	const char *set;   /* name in the config it sets, NULL = handled here */
	const char *value; /* what it sets where it takes no argument */
	const char *help;  /* NULL: not shown */
};

static const struct option_row rows[] = {
	{ 'm', 0, "methods", "LIST", "methods", NULL,
	  "methods or groups to measure; '-name' leaves one out [classic]" },
	{ 'P', 0, "placement", "LIST", "placement", NULL,
	  "same, cross, free, smt, llc, socket [same,cross]" },
	{ 's', 0, "slice", "TIME", "slice", NULL, "length of a slice, 5ms to 10s [100ms]" },
	{ 'd', 0, "duration", "TIME", "duration", NULL,
	  "stop after this: seconds with decimals, or 500ms, 2m, 1h" },
	{ 'n', 0, "rounds", "N", "rounds", NULL, "stop after N rounds [run: 10]" },
	{ 'l', 0, "label", "TEXT", "label", NULL, "name of this run in reports" },
	{ 'r', 0, "record", "FILE", "record", NULL, "write all events to FILE (JSON Lines)" },
	{ 'f', 0, "format", "NAME", "format", NULL,
	  "report as table, ctxbench, json or csv [table]" },
	{ 'o', 0, "output", "FILE", "output", NULL, "write the report to FILE" },
	{ 't', 0, "theme", "NAME", "theme", NULL, "colours; 'ctxtop list themes' shows them" },
	{ 0, 0, "themes-dir", "DIR", "themes-dir", NULL, "look for themes here first" },
	{ 'U', 0, "ascii", NULL, "glyphs", "ascii", "draw with ASCII characters only" },
	{ 0, 0, "glyphs", "SET", "glyphs", NULL, "auto, braille, block, tty or ascii [auto]" },
	{ 'C', 0, "no-color", NULL, "color", "no", "attributes only (also NO_COLOR)" },
	{ 'M', 0, "no-mouse", NULL, "mouse", "no", "leave the mouse to the terminal" },
	{ 0, 0, "vim-keys", NULL, "vim-keys", "yes", "h j k l move; help is ? and F1 only" },
	{ 0, 0, "running-mhz", NULL, "running-mhz", "yes",
	  "divide by the measured clock, not the nominal one" },
	{ 0, 0, "window", "TIME", "window", NULL, "length of the time axis [2m]" },
	{ 0, 0, "panels", "DIGITS", "panels", NULL, "panels of the overview [12345]" },
	{ 0, 0, "read-only", NULL, "read-only", "yes", "change nothing on this machine" },
	{ 0, 0, "readonly", NULL, "read-only", "yes", NULL },
	{ 'k', 0, "watch", "LIST", "watch", NULL,
	  "watch these settings too: sysctl names, paths below /proc/sys or /sys" },
	{ 0, 0, "keep", NULL, "keep", "yes", "leave changed settings as they are at the end" },
	{ 0, 0, "force", NULL, NULL, NULL, "undo: also what somebody else changed since" },
	{ 0, 0, "sysroot", "DIR", "sysroot", NULL, "show /proc and /sys of a captured machine" },
	{ 'c', 0, "config", "FILE", NULL, NULL, "read FILE instead of the user's config file" },
	{ 0, 0, "print-config", NULL, NULL, NULL, "print the options in force as a config file" },
	{ 'h', 0, "help", NULL, NULL, NULL, "print this and leave" },
	{ 'V', 'v', "version", NULL, NULL, NULL, "print the version and leave" },
};

#define ROWS ARRAY_SIZE(rows)

static const struct {
	const char *name;
	enum verb verb;
	const char *operand, *help;
} verbs[] = {
	{ "run", VERB_RUN, NULL, "measure without a screen, then print a report" },
	{ "report", VERB_REPORT, "FILE", "print the report of a recording" },
	{ "list", VERB_LIST, "WHAT", "methods, placements, settings, probes, views or themes" },
	{ "undo", VERB_UNDO, NULL, "put back what a killed ctxtop left changed" },
};

void options_help(void)
{
	printf("Usage: ctxtop [OPTIONS]%17sthe live dashboard\n", "");
	for (size_t i = 0; i < ARRAY_SIZE(verbs); i++)
		printf("       ctxtop %s%s%s [OPTIONS]%*s%s\n", verbs[i].name,
		       verbs[i].operand ? " " : "", verbs[i].operand ? verbs[i].operand : "",
		       (int)(16 - strlen(verbs[i].name) -
			     (verbs[i].operand ? strlen(verbs[i].operand) + 1 : 0)),
		       "", verbs[i].help);
	printf("\nWatch what kernel settings do to inter-process communication, live.\n\n");
	for (size_t i = 0; i < ROWS; i++) {
		char left[40];

		if (!rows[i].help)
			continue;
		text_format(left, sizeof(left), "%s%s--%s%s%s",
			    rows[i].letter ? (char[]){ '-', (char)rows[i].letter, 0 } : "",
			    rows[i].letter ? ", " : "    ", rows[i].name, rows[i].arg ? " " : "",
			    rows[i].arg ? rows[i].arg : "");
		printf("  %-24s %s\n", left, rows[i].help);
	}
	printf("\nKeys: ? shows them. Exit status: 0 done, 1 failed while running, 2 wrong "
	       "usage.\n");
}

static void make_getopt(char *letters, struct option *longs)
{
	*letters++ = ':'; /* messages are ours */
	for (size_t i = 0; i < ROWS; i++) {
		longs[i] = (struct option){ .name = rows[i].name,
					    .has_arg = rows[i].arg ? required_argument
								   : no_argument,
					    .val = ONLY_LONG + (int)i };
		for (int twin = 0; twin < 2; twin++) {
			int letter = twin ? rows[i].twin : rows[i].letter;

			if (!letter)
				continue;
			*letters++ = (char)letter;
			if (rows[i].arg)
				*letters++ = ':';
		}
	}
	*letters = '\0';
	longs[ROWS] = (struct option){ 0 };
}

static const struct option_row *row_of(int code)
{
	if (code >= ONLY_LONG)
		return &rows[code - ONLY_LONG];
	for (size_t i = 0; i < ROWS; i++)
		if (code == rows[i].letter || code == rows[i].twin)
			return &rows[i];
	return NULL;
}

/* Options that are flags of the call itself; --config was taken in the first pass. */
static void set_flag(struct options *o, const struct option_row *row)
{
	o->help |= !strcmp(row->name, "help");
	o->version |= !strcmp(row->name, "version");
	o->force |= !strcmp(row->name, "force");
	o->print_config |= !strcmp(row->name, "print-config");
}

static int bad_option(int c, char **argv, struct err *e)
{
	const char *word = argv[optind - 1];

	if (c == ':')
		return err_set(e, EINVAL, "option '%s' needs a value", word);
	if (optopt && optopt < ONLY_LONG)
		return err_set(e, EINVAL, "no option '-%c'", optopt);
	return err_set(e, EINVAL, "no option '%s'", word);
}

/*
 * One walk over the options: the first finds --config, --help and --version, the second sets the
 * rest, so that the command line wins over the file whatever the order.
 */
static int walk(struct options *o, int argc, char **argv, bool first, const char **config_file,
		struct err *e)
{
	struct option longs[ROWS + 1];
	char letters[4 * ROWS];
	int c;

	make_getopt(letters, longs);
	optind = 0;
	while ((c = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
		const struct option_row *row = c == '?' || c == ':' ? NULL : row_of(c);
		int ret = 0;

		if (!row)
			return bad_option(c, argv, e);
		if (!row->set && !strcmp(row->name, "config"))
			*config_file = optarg;
		else if (!row->set)
			set_flag(o, row);
		else if (!first)
			ret = config_set(&o->config, row->set, row->value ? row->value : optarg, e);
		if (ret)
			return ret;
	}
	return 0;
}

static int take_operands(struct options *o, int argc, char **argv, struct err *e)
{
	int at = optind;

	if (at < argc) {
		size_t i = 0;

		while (i < ARRAY_SIZE(verbs) && strcmp(argv[at], verbs[i].name))
			i++;
		if (i == ARRAY_SIZE(verbs))
			return err_set(e, EINVAL,
				       "no command '%s'; there are: run, report, list, undo",
				       argv[at]);
		o->verb = verbs[i].verb;
		at++;
		if (verbs[i].operand && at < argc)
			o->operand = argv[at++];
		if (verbs[i].operand && !o->operand && !o->help)
			return err_set(e, EINVAL, "'ctxtop %s' needs %s", verbs[i].name,
				       verbs[i].operand);
	}
	if (at < argc)
		return err_set(e, EINVAL, "too much: '%s'", argv[at]);
	return 0;
}

static int read_config(struct options *o, const char *file, struct err *e)
{
	char path[4096];
	int ret;

	text_copy(o->config.config_file, sizeof(o->config.config_file), file ? file : "");
	if (file) {
		ret = config_read(&o->config, file, e);
		return ret == -ENOENT ? err_set(e, EINVAL, "no config file %s", file) : ret;
	}
	if (config_path(path, sizeof(path)))
		return 0;
	text_copy(o->config.config_file, sizeof(o->config.config_file), path);
	ret = config_read(&o->config, path, e);
	/* sudo -u leaves HOME as it was: somebody else's closed folder is not our file */
	return ret == -ENOENT || ret == -EACCES ? 0 : ret;
}

int options_parse(struct options *o, int argc, char **argv, struct err *e)
{
	const char *file = NULL, *no_color = getenv("NO_COLOR");
	int ret;

	*o = (struct options){ 0 };
	config_defaults(&o->config);
	ret = walk(o, argc, argv, true, &file, e);
	if (ret || o->help || o->version)
		return ret;
	ret = read_config(o, file, e);
	if (ret)
		return ret;
	if (no_color && *no_color)
		o->config.color = false;
	ret = walk(o, argc, argv, false, &file, e);
	return ret ? ret : take_operands(o, argc, argv, e);
}
