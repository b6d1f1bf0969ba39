// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * options: reading the command line.
 *
 * Invariant: what getopt_long() takes comes from the table of options alone; the command line wins over
 * the config file.
 */
#include "app/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * What getopt_long() returns for a long option: above all letters, the row's number twice, one more for
 * --no-NAME.
 */
enum { CODES = 256 };

/* An option as it was found on the command line. */
struct found {
	const struct option_row *row;
	const char *value;
};

static void make_getopt(char *letters, struct option *longs)
{
	*letters++ = ':'; /* messages are ours */
	for (const struct option_row *o = option_table; o->name; o++) {
		static char no[OPTION_ROWS_MAX][40];
		size_t i = (size_t)(o - option_table);
		int has_arg = o->arg ? required_argument : no_argument;
		const char both[] = { o->letter, o->second_letter };

		*longs++ = (struct option){ .name = o->name,
					    .has_arg = has_arg,
					    .val = CODES + 2 * (int)i };
		if (option_has_no(o)) {
			text_format(no[i], sizeof(no[i]), "no-%s", o->name);
			*longs++ = (struct option){ .name = no[i], .val = CODES + 2 * (int)i + 1 };
		}
		for (size_t k = 0; k < sizeof(both); k++) {
			if (!both[k])
				continue;
			*letters++ = both[k];
			if (o->arg)
				*letters++ = ':';
		}
	}
	*letters = '\0';
	*longs = (struct option){ 0 };
}

static struct found find_code(int code)
{
	struct found f = { .row = option_table, .value = optarg };
	bool off = code >= CODES && (code - CODES) % 2;

	if (code >= CODES)
		f.row += (code - CODES) / 2;
	else
		while (f.row->letter != code && f.row->second_letter != code)
			f.row++;
	if (f.row->kind == OPTION_SWITCH)
		f.value = off || (code < CODES && option_is_on(f.row)) ? "off" : "on";
	if (f.row->kind == OPTION_TWIN) {
		f.value = f.row->twin_value;
		f.row = option_find(f.row->twin_of);
	}
	return f;
}

static int bad_option(int c, char **argv, struct err *e)
{
	const char *word = argv[optind - 1];

	if (c == ':')
		return err_set(e, EINVAL, "option '%s' needs a value", word);
	if (optopt && optopt < CODES)
		return err_set(e, EINVAL, "no option '-%c'", optopt);
	return err_set(e, EINVAL, "no option '%s'", word);
}

/*
 * One walk over the options: the first takes those of the call (--config, --help...), the second all
 * others, so that the command line wins over the file whatever the order.
 */
static int walk(struct options *o, int argc, char **argv, bool first, struct err *e)
{
	struct option longs[2 * OPTION_ROWS_MAX + 1];
	char letters[4 * OPTION_ROWS_MAX + 2];
	int c;

	make_getopt(letters, longs);
	optind = 0;
	while ((c = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
		struct found f;
		int ret = 0;

		if (c == '?' || c == ':')
			return bad_option(c, argv, e);
		f = find_code(c);
		if (!(f.row->flags & OPTION_CALL) == !first)
			ret = config_set_row(&o->config, f.row, f.value, e);
		if (ret)
			return ret;
	}
	return 0;
}

static int find_verb(const char *name)
{
	for (int v = 0; v < VERBS; v++)
		if (verb_table[v].name && !strcmp(verb_table[v].name, name))
			return v;
	return -1;
}

static int no_verb(const char *name, struct err *e)
{
	char known[120] = "";
	size_t n = 0;

	for (int v = 0; v < VERBS; v++)
		if (verb_table[v].name)
			n += text_format(known + n, sizeof(known) - n, "%s%s", n ? ", " : "",
					 verb_table[v].name);
	return err_set(e, EINVAL, "no command '%s'; there are: %s", name, known);
}

static int take_operands(struct options *o, int argc, char **argv, struct err *e)
{
	int at = optind, verb;

	if (at < argc) {
		verb = find_verb(argv[at]);
		if (verb < 0)
			return no_verb(argv[at], e);
		o->verb = verb;
		at++;
		if (verb_table[verb].operand && at < argc)
			o->operand = argv[at++];
		if (verb_table[verb].operand && !o->operand)
			return err_set(e, EINVAL, "'ctxtop %s' needs %s", verb_table[verb].name,
				       verb_table[verb].operand);
	}
	if (at < argc)
		return err_set(e, EINVAL, "too much: '%s'", argv[at]);
	return 0;
}

static int read_config(struct options *o, struct err *e)
{
	struct config *c = &o->config;
	bool wanted = c->config_file[0];
	int ret;

	if (!wanted && config_path(c->config_file, sizeof(c->config_file)))
		return 0;
	ret = ini_load(&o->file, c->config_file, e);
	if (ret == -ENOENT && wanted)
		return err_set(e, EINVAL, "no config file %.200s", c->config_file);
	/* sudo -u leaves HOME as it was: somebody else's closed folder is not our file */
	if (!wanted && (ret == -ENOENT || ret == -EACCES))
		return 0;
	if (ret)
		return ret;
	c->ini = &o->file;
	return config_take(c, c->ini, e);
}

int options_parse(struct options *o, int argc, char **argv, struct err *e)
{
	const char *no_color = getenv("NO_COLOR");
	int ret;

	*o = (struct options){ 0 };
	config_defaults(&o->config);
	ret = walk(o, argc, argv, true, e);
	if (!ret && o->config.help && optind < argc && find_verb(argv[optind]) >= 0)
		o->verb = find_verb(argv[optind]);
	if (ret || o->config.help || o->config.version || o->config.generate)
		return ret;
	ret = read_config(o, e);
	if (ret)
		return ret;
	if (no_color && *no_color)
		o->config.color = false;
	ret = walk(o, argc, argv, false, e);
	return ret ? ret : take_operands(o, argc, argv, e);
}

void options_free(struct options *o)
{
	ini_free(&o->file);
}
