/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * options: the command line: command, options, operands, on top of the config file.
 */
#ifndef CTXTOP_OPTIONS_H
#define CTXTOP_OPTIONS_H

#include "app/config.h"

struct options {
	enum verb verb;
	struct config config;
	struct ini file;     /* the config file */
	const char *operand; /* report: FILE, list: what; NULL = missing */
};

/*
 * 0, or -EINVAL with words. Reads the config file; a missing default one is no error. @o stays where it is:
 * its config points to its file.
 */
int options_parse(struct options *o, int argc, char **argv, struct err *e);
void options_free(struct options *o);
/*
 * The help text, wrapped at 80 columns: of one command its own options, of VERB_LIVE all commands and
 * options.
 */
void options_help(FILE *out, enum verb verb);

#endif
