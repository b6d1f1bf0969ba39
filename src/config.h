/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * config: the options of ctxtop as one struct, from the defaults, the config file (INI, inih) and,
 * later, the command line.
 *
 * Invariant: after config_set() failed, nothing changed; names are the same in the file and as long
 * options.
 */
#ifndef CTXTOP_CONFIG_H
#define CTXTOP_CONFIG_H

#include <stdio.h>

#include "base.h"

enum glyph_choice { GLYPHS_AUTO, GLYPHS_BRAILLE, GLYPHS_BLOCK, GLYPHS_TTY, GLYPHS_ASCII };

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
	bool running_mhz;   /* divide by the running clock instead of the nominal one */
	int64_t window_ns;  /* time axis */
	char panels[16];    /* which of "12345" are shown */
	char sysroot[4096]; /* "/" */
};

void config_defaults(struct config *c);
/* Set one option by name from text. 0, -ENOENT unknown name, -EINVAL bad value; words in @e. */
int config_set(struct config *c, const char *name, const char *value, struct err *e);
/* Read an INI file (section [ctxtop]). 0; -ENOENT; -EINVAL with file, line and what to do. */
int config_read(struct config *c, const char *path, struct err *e);
/* The user's config path ($XDG_CONFIG_HOME, ~/.config, passwd). 0 or -ENOENT. */
int config_path(char *buf, size_t size);
/* Write all options with a comment each, as --print-config and the W key do. 0 or -errno. */
int config_write(const struct config *c, FILE *out);

#endif
