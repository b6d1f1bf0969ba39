/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * option_table: every command and every option of ctxtop, as data.
 *
 * Invariant: everything about an option stands in its one entry of options.def; command line, config
 * file, --help, man page and shell completion read it there.
 */
#ifndef CTXTOP_OPTION_TABLE_H
#define CTXTOP_OPTION_TABLE_H

#include "base/base.h"

enum verb { VERB_LIVE, VERB_RUN, VERB_REPORT, VERB_LIST, VERB_UNDO, VERBS };

/* What `ctxtop list` knows. */
enum list_what {
	LIST_METHODS,
	LIST_PLACEMENTS,
	LIST_SETTINGS,
	LIST_PROBES,
	LIST_VIEWS,
	LIST_THEMES,
	LISTS
};

/* The @i-th of the words that are allowed, NULL behind the last. */
typedef const char *(*option_word)(size_t i);

struct verb_row {
	const char *name;    /* NULL: no word, the dashboard */
	const char *operand; /* "FILE": a file; NULL: none */
	option_word word;    /* what the operand may be; NULL: see operand */
	const char *help;    /* one line */
};
extern const struct verb_row verb_table[VERBS]; /* by enum verb */

enum option_kind {
	OPTION_TEXT,   /* char[size] */
	OPTION_TIME,   /* int64_t nanoseconds, "500ms", "2m", plain numbers are seconds */
	OPTION_COUNT,  /* uint64_t */
	OPTION_SWITCH, /* bool: on, off; --NAME and --no-NAME on the command line */
	OPTION_CHOICE, /* int: index into words */
	OPTION_TWIN,   /* no value of its own: another name for one value of option @twin_of */
};

enum option_flags {
	OPTION_ONCE = 1 << 0,	/* belongs to one run: config_save() writes it as a comment */
	OPTION_CALL = 1 << 1,	/* belongs to one call: unknown to the config file; no --no-NAME */
	OPTION_PANELS = 1 << 2, /* digits 1..5, each once */
	OPTION_NOT_EMPTY = 1 << 3,
	OPTION_MS = 1 << 4,	/* a time without a unit is milliseconds, as -s MS promises */
	OPTION_HIDDEN = 1 << 5, /* neither in --help nor in the man page nor in completions */
};

/* Unset members are NULL, 0 or "none". */
struct option_row {
	const char *name; /* "slice", and --slice; NULL ends the table */
	char letter;	  /* 's' for -s. A switch that is on by default: the letter of --no-NAME */
	char second_letter; /* taken too, shown nowhere */
	enum option_kind kind;
	unsigned verbs; /* bits 1 << enum verb: where it has an effect */
	unsigned flags; /* enum option_flags */
	size_t offset, size;
	int64_t min, max;    /* OPTION_TIME and OPTION_COUNT; 0 is always "no limit" if min is 0 */
	const char *initial; /* the default as text; NULL: "", 0, off or the first word */
	const char *twin_of, *twin_value;
	option_word word; /* all the words that are allowed */
	const char *list; /* what of `ctxtop list` can stand here, with commas if arg is "LIST" */
	const char *arg;  /* "TIME", what help calls the value; NULL for switches and twins */
	const char *help; /* one line, without its first capital and its full stop */
	const char *more; /* further sentences, for the man page */
};
extern const struct option_row option_table[];
#define OPTION_ROWS_MAX 128 /* no table is larger */

/* The option of exactly this name, or NULL. */
const struct option_row *option_find(const char *name);
/* A switch that is on unless turned off: shown as --no-NAME. */
bool option_is_on(const struct option_row *o);
/* Can it be both --NAME and --no-NAME? */
bool option_has_no(const struct option_row *o);
/* The name as help shows it, without dashes in front: "slice", "no-color". */
void option_shown_name(const struct option_row *o, char *buf, size_t size);

#endif
