/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * options: the command line: verb, options, operands, on top of the config file.
 */
#ifndef CTXTOP_OPTIONS_H
#define CTXTOP_OPTIONS_H

#include "app/config.h"

enum verb { VERB_LIVE, VERB_RUN, VERB_REPORT, VERB_LIST, VERB_UNDO };

struct options {
	enum verb verb;
	struct config config;
	const char *operand; /* report: FILE, list: what; NULL = missing */
	bool help, version, print_config, force;
};

/* 0, or -EINVAL with words. Reads the config file; a missing default one is no error. */
int options_parse(struct options *o, int argc, char **argv, struct err *e);
/* The help text on standard output. */
void options_help(void);

#endif
