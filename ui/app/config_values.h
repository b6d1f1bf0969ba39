/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * config_values: the value of every option.
 *
 * Invariant: a member is set as its row of options.def says, within the bounds that stand there.
 */
#ifndef CTXTOP_CONFIG_VALUES_H
#define CTXTOP_CONFIG_VALUES_H

#include "base/base.h"

struct ini;

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

#endif
