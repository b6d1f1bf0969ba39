// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * main: the program's entry.
 *
 * Invariant: the only file that decides the exit status.
 */
#include "listing.h"
#include "loop.h"
#include "options.h"
#include "run.h"
#include "undoing.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

/* A full disk or a closed pipe must not pass for success. */
static int flushed(int status)
{
	if (fflush(stdout) || ferror(stdout)) {
		perror("ctxtop: standard output");
		return 1;
	}
	return status;
}

static int dispatch(const struct options *o)
{
	if (o->print_config)
		return config_write(&o->config, stdout) ? 1 : 0;
	switch (o->verb) {
	case VERB_RUN:
		return run_measure(&o->config);
	case VERB_REPORT:
		return run_report(&o->config, o->operand);
	case VERB_LIST:
		return listing_print(&o->config, o->operand);
	case VERB_UNDO:
		return undo_left(&o->config, o->force);
	case VERB_LIVE:
		return loop_live(&o->config);
	}
	return 2;
}

int main(int argc, char **argv)
{
	struct options o;
	struct err e = { 0 };

	/* numbers in files and reports keep the decimal point whatever the language */
	setlocale(LC_CTYPE, "");
	if (options_parse(&o, argc, argv, &e)) {
		fprintf(stderr, "ctxtop: %s\nTry 'ctxtop --help'.\n", e.text);
		return 2;
	}
	if (o.help) {
		options_help();
		return flushed(0);
	}
	if (o.version) {
		printf("ctxtop %s\n", CTXTOP_VERSION);
		return flushed(0);
	}
	return flushed(dispatch(&o));
}
