// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * main: the program's entry.
 *
 * Invariant: the only file that decides the exit status.
 */
#include "app/generate.h"
#include "app/listing.h"
#include "app/loop.h"
#include "app/options.h"
#include "app/run.h"
#include "app/undoing.h"

#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A full disk or a closed pipe must not pass for success. */
static int flushed(int status)
{
	if (fflush(stdout)) {
		perror("ctxtop: standard output");
		return 1;
	}
	/* what a write before this one failed of is not known any more; the report says it itself */
	if (ferror(stdout) && !status) {
		fputs("ctxtop: standard output: it could not all be written\n", stderr);
		return 1;
	}
	return status;
}

/*
 * Where one of the three is closed the next file that is opened would take its place: a report could go
 * into a socket. On a mere path reading and writing fail as they do on what is closed.
 */
static void occupy_stdio(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_PATH) < 0)
			_exit(1);
}

static int dispatch(const struct options *o)
{
	if (o->config.print_config)
		return config_write(&o->config, stdout) ? 1 : 0;
	switch (o->verb) {
	case VERB_RUN:
		return run_measure(&o->config);
	case VERB_REPORT:
		return run_report(&o->config, o->operand);
	case VERB_LIST:
		return listing_print(&o->config, o->operand);
	case VERB_UNDO:
		return undo_left(&o->config, o->config.force);
	case VERB_LIVE:
		return loop_live(&o->config);
	case VERBS:
		break;
	}
	return 2;
}

int main(int argc, char **argv)
{
	struct options o;
	struct err e = { 0 };
	int status;

	occupy_stdio();
	/* numbers in files and reports keep the decimal point whatever the language */
	setlocale(LC_CTYPE, "");
	if (options_parse(&o, argc, argv, &e)) {
		fprintf(stderr, "ctxtop: %s\nTry 'ctxtop --help'.\n", e.text);
		return 2;
	}
	if (o.config.help) {
		options_help(stdout, o.verb);
		return flushed(0);
	}
	if (o.config.generate) {
		generate(stdout, o.config.generate);
		return flushed(0);
	}
	if (o.config.version) {
		printf("ctxtop %s\n", CTXTOP_VERSION);
		return flushed(0);
	}
	status = dispatch(&o);
	options_free(&o);
	return flushed(status);
}
