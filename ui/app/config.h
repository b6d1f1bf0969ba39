/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * config: the values of all options as one struct: defaults, then the config file (INI), then the
 * command line.
 *
 * Invariant: after config_set() failed, nothing changed; names are the same in the file and as long
 * options.
 */
#ifndef CTXTOP_CONFIG_H
#define CTXTOP_CONFIG_H

#include <stdio.h>

#include "app/option_table.h"
#include "base/ini.h"

enum glyph_choice { GLYPHS_AUTO, GLYPHS_BRAILLE, GLYPHS_BLOCK, GLYPHS_TTY, GLYPHS_ASCII };

enum generate_choice { GENERATE_NOTHING, GENERATE_BASH, GENERATE_ZSH, GENERATE_FISH, GENERATE_MAN };

struct config {
	char methods[256];   /* "classic" */
	char placement[64];  /* "same,cross" */
	int64_t slice_ns;    /* 5 ms .. 10 s */
	int64_t duration_ns; /* 0 = no limit */
	uint64_t rounds;     /* 0 = no limit */
	char label[64];
	char record[4096];
	char format[16];   /* "table" */
	char output[4096]; /* "" = stdout */
	char theme[64];
	char themes_dir[4096];
	int glyphs; /* enum glyph_choice */
	bool color; /* false: --no-color or NO_COLOR */
	bool mouse;
	bool vim_keys;
	bool read_only;
	bool keep;	    /* leave changed settings as they are at the end */
	char watch[1024];   /* further settings, by name or path, with commas between */
	bool running_mhz;   /* divide by the running clock instead of the nominal one */
	uint64_t fps;	    /* paints a second, at most */
	int64_t window_ns;  /* time axis */
	char panels[16];    /* which of "12345" are shown */
	char sysroot[4096]; /* "/" */

	/* of one call only */
	char config_file[4096]; /* where this came from, "" = nowhere */
	const struct ini *ini;	/* what stands in that file; NULL: it could not be read */
	int generate;		/* enum generate_choice */
	bool force, names, print_config, help, version;
};

/*
 * The option that @name sets: also "no-NAME" of a switch, and twins ("ascii"); then *@value is what it
 * is to be set to. NULL: unknown.
 */
const struct option_row *config_find(const char *name, const char **value);

void config_defaults(struct config *c);
/*
 * Set one option by name from text. @value NULL is right for switches ("mouse", "no-mouse") and
 * twins only. Texts may hold no control characters. 0, -ENOENT unknown name, also of an option of one
 * call, -EINVAL bad value; words in @e name the option, the value and what is allowed.
 */
int config_set(struct config *c, const char *name, const char *value, struct err *e);
/* The same by the option itself, those of one call too; no twin. */
int config_set_row(struct config *c, const struct option_row *o, const char *value, struct err *e);
/*
 * Set what section [ctxtop] of @file says; other sections are left to others. 0; -EINVAL with file, line
 * and what is wrong. All or nothing: on failure @c is unchanged.
 */
int config_take(struct config *c, const struct ini *file, struct err *e);
/* The same from a file. Also -ENOENT and others of ini_load(). */
int config_read(struct config *c, const char *path, struct err *e);
/* The user's config path ($XDG_CONFIG_HOME, ~/.config, passwd). 0 or -ENOENT. */
int config_path(char *buf, size_t size);
/*
 * Write all options but those of one call with a comment each, as --print-config does. A value that an INI line cannot
 * hold (too long, " ;" in it, blanks at its ends) is written as a comment. 0 or -errno.
 */
int config_write(const struct config *c, FILE *out);
/*
 * Save to @path, atomically: a new file in the same folder is renamed over it. Folders are made
 * (0700). Refused with words: a symbolic link (-ELOOP), a file, or for a new file a folder, of
 * another user (-EPERM; under sudo the user's own config stays theirs), anything but a plain file
 * (-EINVAL). Options of one run (OPTION_ONCE) are written as comments. 0 or -errno.
 */
int config_save(const struct config *c, const char *path, struct err *e);

#endif
